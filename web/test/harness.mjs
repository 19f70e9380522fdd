/* What the browser tests share: the server on a free port with a store of its own, Chromium, and a person who touches
 * only what the page lights. With CAUSEWAY_PAGE set to an address, the tests play there and start no server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const root = new URL('../..', import.meta.url).pathname;
export const program = process.env.CAUSEWAY ?? join(root, 'build', 'causeway');
const browserProgram = process.env.CHROMIUM ?? '/usr/bin/chromium';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const flags = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
];

/* Starts `causeway serve`, with a store of its own or the one given, and waits until it tells its address. */
export async function startServer({ db } = {}) {
    if (process.env.CAUSEWAY_PAGE) return { address: process.env.CAUSEWAY_PAGE, stop: async () => undefined };
    const folder = mkdtempSync(join(tmpdir(), 'causeway-page-'));
    const child = spawn(program, ['serve', '--db', db ?? join(folder, 'games.db')], {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    const address = await new Promise((resolve, reject) => {
        let text = '';
        child.stdout.on('data', (data) => {
            text += data;
            const found = /http:\/\/[^\s]+/.exec(text);
            if (found) resolve(found[0]);
        });
        child.on('exit', (code) => reject(new Error(`causeway serve ended with ${code}: ${text}`)));
    });
    const stop = async () => {
        if (child.exitCode === null) {
            const gone = new Promise((resolve) => child.on('exit', resolve));
            child.kill('SIGTERM');
            await gone;
        }
        rmSync(folder, { recursive: true, force: true });
    };
    return { address, stop, child };
}

export function launch() {
    return chromium.launch({ executablePath: browserProgram, args: flags });
}

/* A page that remembers every complaint of its console, and choices made beforehand. */
export async function openPage(browser, address, { context = {}, choices = {}, before } = {}) {
    const visit = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
    await visit.addInitScript((all) => {
        for (const [game, choice] of Object.entries(all))
            if (!localStorage.getItem(`causeway.choice.${game}`))
                localStorage.setItem(`causeway.choice.${game}`, JSON.stringify(choice));
    }, choices);
    const page = await visit.newPage();
    const complaints = [];
    page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    if (before) await before(page);
    await page.goto(address);
    await page.locator('.card').first().waitFor();
    return { page, complaints, close: () => visit.close() };
}

export function assertQuiet(complaints) {
    assert.deepEqual(complaints, [], 'the console is clean');
}

/* No fault that axe can find, and nothing that sticks out at the side. */
export async function inspect(page, what) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary}`);
    assert.deepEqual(told, [], what);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${what}: nothing sticks out`);
}

export async function begin(page, title) {
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).first().click();
    await page.locator('main.table').waitFor();
}

/* Opens a position at a table of the page's own session, as another tab would, and shows it. */
export async function openPosition(page, fields) {
    await page.evaluate(
        (wanted) =>
            new Promise((resolve, reject) => {
                const line = new WebSocket(`ws://${location.host}/session`, 'causeway');
                const session = JSON.parse(localStorage.getItem('causeway.session'));
                line.onopen = () => line.send(JSON.stringify({ id: 1, do: 'hello', session }));
                line.onmessage = (message) => {
                    const answer = JSON.parse(message.data);
                    if (answer.ok === false) reject(new Error(answer.error));
                    if (answer.id === 1) line.send(JSON.stringify({ id: 2, do: 'new', ...wanted }));
                    if (answer.id === 2) resolve();
                };
            }),
        fields,
    );
    await page.goto(`${page.url().replace(/#.*/, '')}#table`);
    await page.reload();
    await page.locator('main.table').waitFor();
}

/* Opens a record at the start screen, as a person would. */
export async function openRecord(page, text) {
    await page.getByText('Open a record').click();
    await page.getByRole('textbox', { name: 'a record to open' }).fill(text);
    await page.getByRole('button', { name: 'Open the record' }).click();
    await page.locator('main.table .pieces .piece').first().waitFor();
}

/* The first hands of two players of Tantrix, dealt by the test: what chance deals may hold anything. */
export const DEAL = Array.from({ length: 12 }, (_, index) => `+${index + 1}`).join(';');

/* A small generator, so that a failing game can be played again. */
export function dice(seed) {
    let state = seed >>> 0;
    return (sides) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * sides);
    };
}

/* What a person sees now: is it over, may they act, and on what. */
export async function situation(page) {
    return page.evaluate(() => {
        const seen = (selector) => document.querySelectorAll(selector).length;
        if (document.querySelector('.prompt .result')) return { state: 'over' };
        if (document.querySelector('main.table .board[aria-busy="true"]')) return { state: 'wait' };
        const buttons = [...document.querySelectorAll('.prompt button.main')].map((button) => button.textContent);
        return {
            state: seen('.spot.can') + seen('.seat.deciding .item.can') + buttons.length > 0 ? 'act' : 'wait',
            spots: seen('.spot.can:not(.picked)'),
            items: seen('.seat.deciding .item.can'),
            holding: seen('.spot.picked') + seen('.item.picked') > 0,
            buttons,
        };
    });
}

export async function live(page) {
    return page.locator('#live').textContent();
}

/* Something may be drawn anew between looking and touching: then the person looks again. */
export async function patiently(act) {
    try {
        await act();
    } catch (error) {
        if (!/Timeout|detached|not attached|intercepts/.test(String(error))) throw error;
    }
}

/* Plays until the game is over; `touch(page, kind, number)` is how this person touches things. However long the others
 * think, only touches count. */
export async function playToEnd(page, roll, touch, limit = 1200) {
    for (let touches = 0; touches < limit; ) {
        const now = await situation(page);
        if (now.state === 'over') return;
        if (now.state === 'wait') {
            await page.waitForTimeout(20);
            continue;
        }
        touches++;
        const lay = now.buttons.find((text) => /Lay it|Pass/.test(text ?? ''));
        if (lay) await touch(page, `.prompt button.main:text-is("${lay}")`, 0);
        else if (now.spots > 0 && (now.holding || now.items === 0 || roll(2) === 0))
            await touch(page, '.spot.can:not(.picked)', roll(now.spots));
        else if (now.items > 0) await touch(page, '.seat.deciding .item.can', roll(now.items));
        else await page.waitForTimeout(20);
    }
    throw new Error(`the game did not end in ${limit} touches: ${await page.locator('.prompt').textContent()}`);
}
