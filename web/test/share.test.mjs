/* Taking games away: links, pictures, replays; and how soon a long record is open. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertQuiet, inspect, launch, openPage, openPosition, startServer } from './harness.mjs';
import { judge } from './pace.mjs';

const people = ['human', 'human'];

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

async function open(fields, context = {}) {
    const opened = await openPage(browser, server.address, { context: { reducedMotion: 'reduce', ...context } });
    await openPosition(opened.page, { seats: people, ...fields });
    return opened;
}

async function linkOf(page) {
    await page.getByRole('button', { name: 'Save the game' }).click();
    const field = page.getByLabel('the game as a link');
    await page.waitForFunction(() => document.querySelector('[aria-label="the game as a link"]')?.value !== '');
    return field.inputValue();
}

test('a game is a link, which a stranger opens at the position that was shown', async () => {
    const moves = 'wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ';
    const { page, complaints, close } = await open({ game: 'hive', moves });
    await page.locator('.moves .move[data-ply="3"]').click();
    await page.getByText('Looking at move 3 of 5.').waitFor();
    const link = await linkOf(page);
    await inspect(page, 'saving a game');
    assertQuiet(complaints);
    await close();
    const other = await openPage(browser, server.address);
    await other.page.goto(link);
    await other.page.getByText('Looking at move 3 of 5.').waitFor();
    await other.page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length === 3);
    assert.equal(await other.page.locator('.moves .move').count(), 5);
    assertQuiet(other.complaints);
    await other.page.goto(`${link.slice(0, link.indexOf('#'))}#game=xxxx`);
    await other.page.getByText('This link holds no game').waitFor();
    await other.close();
});

async function download(page, name) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return readFileSync(await file.path());
}

test('the board is saved as SVG and PNG, the game as a replay', async () => {
    const { page, complaints, close } = await open({ game: 'hex:size=5', moves: 'c3;b2;d4' });
    await page.getByRole('button', { name: 'Save the game' }).click();
    const svg = String(await download(page, 'Board as SVG'));
    assert.match(svg, /^<\?xml.*<svg/s);
    assert.equal(svg.match(/<circle[^>]* r="23.04"/g)?.length, 3, 'three stones');
    assert.ok(!/class=|style=/.test(svg), 'it needs no style sheet');
    const png = await download(page, 'Board as PNG');
    assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.equal(png.readUInt32BE(16), 1600, 'its width');
    const replay = String(await download(page, 'Replay as SVG'));
    const stones = replay.match(/<animate attributeName="visibility"[^>]*>/g) ?? [];
    assert.ok(stones.length >= 6, 'each stone and each mark of the last move comes at its time');
    assertQuiet(complaints);
    await close();
});

const tree = '(;GM[11]SZ[5]C[how it was lost];B[c3](;W[b2];B[d4])(;W[d2]C[better];B[c4])(;W[c3]))';

/* Drops a file on the page, as from a folder. */
async function drop(page, name, text) {
    const carried = await page.evaluateHandle(
        ([name, text]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], name));
            return transfer;
        },
        [name, text],
    );
    await page.dispatchEvent('body', 'drop', { dataTransfer: carried });
}

test('an SGF file with variations and comments is dropped, saved and chosen again', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { context: { reducedMotion: 'reduce' } });
    await drop(page, 'tree.sgf', tree);
    await page.locator('.moves .aside .comment', { hasText: 'better' }).waitFor();
    await page.locator('.prompt .trouble', { hasText: 'A variation of this record cannot be played here and was left out.' }).waitFor();
    await page.getByText('how it was lost').waitFor();
    await page.getByRole('button', { name: 'Save the game' }).click();
    const text = await page.getByLabel('the game as SGF').inputValue();
    await page.goto(server.address);
    await page.locator('.card').first().waitFor();
    await page.getByText('Open a record').click();
    await page.getByLabel('a file with a record').setInputFiles({ name: 'saved.sgf', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.locator('.moves .aside .move', { hasText: 'c4' }).waitFor();
    await page.locator('.moves .aside .comment', { hasText: 'better' }).waitFor();
    assert.equal(await page.locator('.moves .move[data-ply]').count(), 3);
    await drop(page, 'letter.txt', 'dear friend');
    await page.locator('.drawer .trouble', { hasText: 'no record that can be read' }).waitFor();
    assertQuiet(complaints);
    await close();
});

test('of a record with several games one is chosen; what is no text or too long is refused', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { context: { reducedMotion: 'reduce' } });
    await drop(page, 'two.sgf', '(;GM[11]SZ[5];B[c3])(;GM[11]SZ[7];B[a1];W[b2])');
    await page.locator('.drawer', { hasText: 'This record holds 2 games.' }).waitFor();
    assert.equal(await page.locator('.moves .move[data-ply]').count(), 1);
    await page.locator('.drawer').getByRole('button', { name: 'Next' }).click();
    await page.locator('.moves .move[data-ply="2"]').waitFor();
    assert.ok(await page.locator('.drawer').getByRole('button', { name: 'Next' }).isDisabled());
    await inspect(page, 'a record with several games');
    await drop(page, 'picture.png', '\u0089PNG\u0000');
    await page.locator('.drawer .trouble', { hasText: 'This is no text' }).waitFor();
    await drop(page, 'long.txt', 'x'.repeat(300000));
    await page.locator('.drawer .trouble', { hasText: 'at most 131,072 bytes' }).waitFor();
    assertQuiet(complaints);
    await close();
});

test('a record of 200 moves opens in 200 ms', async (t) => {
    const moves = Array.from({ length: 200 }, (_, i) => String.fromCharCode(97 + (i % 19)) + (Math.floor(i / 19) + 1));
    const { page, complaints, close } = await openPage(browser, server.address);
    await judge(t, 'a record of 200 moves', 200, async () => {
        const times = [];
        for (let round = 0; round < 5; round++) {
            times.push(await page.evaluate(openLong, moves));
            assert.equal(await page.locator('main.table .pieces .piece').count(), 200);
            await page.goto(server.address);
            await page.locator('.card').first().waitFor();
        }
        return times;
    });
    assertQuiet(complaints);
    await close();
});

/* Opens a link to a long game, in the page; the time until its last move is there. */
async function openLong(list) {
    const record = new TextEncoder().encode(JSON.stringify({ game: 'hex:size=19', moves: list }));
    const packed = new Blob([record]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const text = btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    const seen = () => document.querySelector('main.table .move[data-ply="200"]');
    const began = performance.now();
    location.hash = `#game=${text}`;
    while (!seen()) await new Promise(requestAnimationFrame);
    return performance.now() - began;
}
