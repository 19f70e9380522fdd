/* The laboratory on the page: experiments run, stop and go on, own ones are written with errors at their line, matches
 * grow, and a store of 100,000 games scrolls and replays. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertQuiet, inspect, launch, openPage, program, startServer } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const OWN = `title: Small
game: "hex:size=3"
players: ["mcts:sims=20", random]
games: 6
`;

let folder;
let server;
let browser;
before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-lab-'));
    const db = join(folder, 'games.db');
    execFileSync(program, ['match', 'hex:size=2', 'random', 'random', '--games', '100000', '--db', db], { stdio: 'ignore' });
    server = await startServer({ db });
    browser = await launch();
});
after(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
});

async function open(hash, context = {}) {
    const visit = await openPage(browser, server.address, { context });
    await visit.page.goto(`${server.address}#lab/${hash}`);
    await visit.page.locator('main.lab').waitFor();
    return visit;
}

test('experiments stand by paper with their verdicts, and one shows ours beside the paper’s', async () => {
    const { page, complaints, close } = await open('experiments');
    await page.locator('.experiment-list .verdict:not(.none)').first().waitFor({ timeout: 180000 }); // they are read when nothing else is to do
    assert.ok((await page.locator('.experiment-list section').count()) > 3, 'several papers');
    await page.locator('.experiment-list a', { hasText: 'out-mc against random' }).first().click();
    await page.locator('.figure .diamond').first().waitFor();
    await page.locator('.figure .interval').first().waitFor();
    assert.ok((await page.locator('.experiment tbody tr').count()) > 0);
    await inspect(page, 'an experiment');
    assertQuiet(complaints);
    await close();
});

test('an own experiment is written with its errors at their line, run to its end, and deleted', async () => {
    const { page, complaints, close } = await open('experiments/new');
    const text = page.locator('.editor textarea');
    await text.fill(OWN.replace('mcts:sims=20', 'mcts:simms=20'));
    await page.locator('.proof.wrong', { hasText: 'Line 3' }).waitFor();
    assert.equal(await page.locator('.line-numbers .wrong').textContent(), '3');
    await text.fill(OWN.replace('random]', '"ext:gtp:cmd=ls"]'));
    await page.locator('.proof.wrong', { hasText: 'Line 3' }).waitFor();
    await text.fill(OWN);
    await page.locator('.proof.right', { hasText: '1 point, 6 games' }).waitFor();
    await page.locator('input[name="experiment-name"]').fill('small');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await page.locator('select[name="share"]').selectOption('1');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.work.done .how', { hasText: '6 games' }).waitFor({ timeout: 60000 });
    await page.locator('.figure .dot').first().waitFor();
    await page.getByRole('button', { name: 'Remove: small' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.work').length === 0);
    await page.locator('details.source summary').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForFunction(() => location.hash === '#lab/experiments');
    assertQuiet(complaints);
    await close();
});

test('work stops, goes on, and does not mind that nobody watches', async () => {
    const { page, complaints, close } = await open('matches');
    await page.locator('input[name="game"]').fill('hex:size=7');
    await page.locator('input[name="player-0"]').fill('mcts:sims=3000');
    await page.locator('input[name="player-1"]').fill('mcts:sims=1000');
    await page.locator('input[name="games"]').fill('20000');
    await page.getByRole('button', { name: 'Play the match' }).click();
    await page.locator('.match tbody tr').nth(1).waitFor({ timeout: 60000 });
    assert.match(await page.locator('.match tbody tr').first().textContent(), /mcts/);
    await page.getByRole('button', { name: /^Stop:/ }).click();
    await page.locator('.work.stopped').waitFor({ timeout: 60000 });
    await page.getByRole('button', { name: /^Go on:/ }).click();
    await page.locator('.work.runs').waitFor({ timeout: 60000 });
    await close();
    const again = await open('matches');
    await again.page.locator('.work.runs').waitFor({ timeout: 60000 });
    await again.page.getByRole('button', { name: /^Stop:/ }).click();
    await again.page.locator('.work.stopped').waitFor({ timeout: 60000 });
    await again.page.getByRole('button', { name: /^Remove:/ }).click();
    await again.page.waitForFunction(() => document.querySelectorAll('.work').length === 0);
    assertQuiet([...complaints, ...again.complaints]);
    await again.close();
});

test('a match that cannot be is refused in place', async () => {
    const { page, complaints, close } = await open('matches');
    await page.locator('input[name="player-0"]').fill('mcts:seconds=9999');
    await page.getByRole('button', { name: 'Play the match' }).click();
    await page.locator('.wish .trouble:not(:empty)').waitFor();
    await inspect(page, 'a match that is refused');
    assertQuiet(complaints);
    await close();
});

test('a hundred thousand stored games scroll smoothly, and one replays', async () => {
    const { page, complaints, close } = await open('games/1');
    await page.locator('.stored .count', { hasText: '100,000 games' }).waitFor({ timeout: 30000 });
    await page.locator('.stored button.row').first().waitFor();
    const most = await page.evaluate(async () => {
        const scroller = document.querySelector('.scroller');
        let most = 0;
        for (let step = 0; step < 60; step++) {
            scroller.scrollTop = (scroller.scrollHeight * ((step * 37) % 60)) / 60;
            await new Promise(requestAnimationFrame);
            most = Math.max(most, document.querySelectorAll('.stored .row').length);
        }
        return most;
    });
    assert.ok(most > 0 && most < 80, `only the rows in sight are drawn, not ${most}`);
    await page.evaluate(() => (document.querySelector('.scroller').scrollTop = 1e9));
    await page.locator('.stored button.row', { hasText: '/1' }).last().waitFor({ timeout: 30000 });
    await page.locator('select[name="winner"]').selectOption('1');
    await page.waitForFunction(() => /^\d[\d,]+ games$/.test(document.querySelector('.stored .count').textContent) && !document.querySelector('.stored .count').textContent.startsWith('100,000'));
    await page.locator('.stored button.row').first().click();
    await page.locator('main.table .prompt .result').waitFor();
    assertQuiet(complaints);
    await close();
});

for (const hash of ['experiments', 'experiments/hive-03', 'matches', 'games'])
    test(`${hash} stands on a phone, clean for axe`, async () => {
        const { page, complaints, close } = await open(hash, phone);
        await page.locator('.bench').waitFor();
        await page.waitForTimeout(500);
        await inspect(page, hash);
        assertQuiet(complaints);
        await close();
    });
