/* Puzzles on the page: solved by touch, refuted, told, and remembered; at a desk and on a phone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertQuiet, inspect, launch, openPage, startServer } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let server;
let browser;
before(async () => {
    server = await startServer();
    browser = await launch();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

/* The lines of a game's puzzles, as they are shipped. */
function book(game) {
    const text = readFileSync(new URL(`../../src/games/${game}/puzzles.tsv`, import.meta.url), 'utf8');
    return text.split('\n').filter((line) => line && !line.startsWith('#')).map((line, index) => {
        const [grade, turns, spec, moves, solution] = line.split('\t');
        return { number: index + 1, grade, turns: Number(turns), spec, moves, solution };
    });
}

async function open(game, number, context = {}) {
    const visit = await openPage(browser, server.address, { context });
    await visit.page.goto(`${server.address}#puzzles/${game}/${number}`);
    await visit.page.locator('main.puzzle .task h2').waitFor();
    await visit.page.locator('main.puzzle .spot.can, main.puzzle .item.can').first().waitFor();
    return visit;
}

/* Hex cells by name: column letter, row number. */
const place = (cell) => `${cell.charCodeAt(0) - 97},${Number(cell.slice(1)) - 1}`;

test('a puzzle of Hex is solved by touching the one right cell, and that is remembered', async () => {
    const [first] = book('hex');
    const { page, complaints, close } = await open('hex', 1);
    await page.locator(`.spot[data-place="${place(first.solution)}"]`).click();
    await page.locator('.prompt .right', { hasText: 'Solved' }).waitFor();
    await page.locator('.numbers a.solved').waitFor();
    assert.match(await page.locator('.grades .count').textContent(), /^1 of/);
    await page.getByRole('button', { name: 'Next', exact: true }).last().click();
    await page.waitForFunction(() => location.hash === '#puzzles/hex/2');
    await page.reload();
    await page.locator('.numbers a.solved').waitFor();
    assertQuiet(complaints);
    await close();
});

test('a wrong move is told and refuted on the board, and can be tried again', async () => {
    const [first] = book('hex');
    const { page, complaints, close } = await open('hex', 1);
    const before = await page.locator('.pieces .piece').count();
    const wrong = page.locator(`.spot.can:not([data-place="${place(first.solution)}"])`).first();
    await wrong.click();
    await page.locator('.prompt .wrong', { hasText: 'refutes it' }).waitFor();
    await page.waitForFunction((count) => document.querySelectorAll('.pieces .piece').length === count + 2, before);
    assert.equal(await page.locator('.spot.can').count(), 0, 'nothing can be touched meanwhile');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.pieces .piece').length === count, before);
    assert.equal(await page.locator('.numbers a.tried').count(), 1);
    assertQuiet(complaints);
    await close();
});

test('a win in several turns goes on after each right move, to the end', async () => {
    const puzzle = book('six').find((one) => one.turns === 2 && /^-?\d+,-?\d+$/.test(one.solution));
    const { page, complaints, close } = await open('six', puzzle.number);
    await page.locator(`.spot[data-place="${puzzle.solution}"]`).click();
    await page.locator('.prompt', { hasText: 'best defence' }).waitFor();
    await page.keyboard.press('s'); // the solution from here on is told
    await page.locator('.prompt', { hasText: 'The solution is' }).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).last().waitFor();
    await page.locator('.mark.winning').first().waitFor();
    assertQuiet(complaints);
    await close();
});

for (const game of ['hex', 'hive', 'six', 'tantrix']) {
    test(`${game}: a puzzle stands on a phone, without a complaint`, async (context) => {
        if (book(game).length === 0) return context.skip('there are none');
        const { page, complaints, close } = await open(game, 1, phone);
        await inspect(page, `a puzzle of ${game}`);
        assertQuiet(complaints);
        await close();
    });
}

test('a desk shows the task, the list and the board side by side, clean for axe', async () => {
    const { page, complaints, close } = await open('hive', 1);
    const stage = await page.locator('.stage').boundingBox();
    const list = await page.locator('.numbers').boundingBox();
    assert.ok(list.x >= stage.x + stage.width, 'the list is beside the board');
    await inspect(page, 'a puzzle at a desk');
    assertQuiet(complaints);
    await close();
});
