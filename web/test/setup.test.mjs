/* Setting up a position with mouse, keys and fingers; what the game refuses is told and changes nothing. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, inspect, launch, openPage, openPosition, startServer } from './harness.mjs';

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

const spot = (page, place) => page.locator(`.spot[data-place="${place}"]`);
const black = (page) => page.locator('.board .pieces .piece.black');
const white = (page) => page.locator('.board .pieces .piece.white');

/* Opens the editor at a spec, as a bookmark would. */
async function arrange(spec, context = {}) {
    const opened = await openPage(browser, server.address, { context: { reducedMotion: 'reduce', ...context } });
    await opened.page.goto(`${server.address}#setup/${encodeURIComponent(spec)}`);
    await opened.page.locator('main.arranging .board .cell').first().waitFor();
    return opened;
}

async function count(locator, wanted) {
    for (let i = 0; i < 200 && (await locator.count()) !== wanted; i++) await locator.page().waitForTimeout(50);
    assert.equal(await locator.count(), wanted);
}

test('with the mouse: from the start to a game that begins with the position', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, {
        context: { reducedMotion: 'reduce' },
        choices: { hex: { mode: 'people', options: { size: '5', swap: 'pieces' } } },
    });
    await page.locator('.card[data-game="hex"] .window').click();
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await spot(page, '2,2').click();
    await count(black(page), 1);
    await page.getByText('White stone').click();
    await spot(page, '0,1').click();
    await count(white(page), 1);
    await spot(page, '2,2').click();
    await count(black(page), 0);
    await count(white(page), 2);
    await spot(page, '2,2').click();
    await count(white(page), 1);
    await page.getByLabel('Turn').selectOption('white');
    await page.locator('.prompt', { hasText: 'White to move' }).waitFor();
    await inspect(page, 'setting up');
    await page.reload();
    await count(white(page), 1);
    await page.getByRole('button', { name: 'Play from here' }).click();
    await page.locator('main.table:not(.arranging) .prompt', { hasText: 'White to move' }).waitFor();
    await count(white(page), 1);
    assertQuiet(complaints);
    await close();
});

test('with keys: pieces, taking away, undo, redo and clear', async () => {
    const { page, complaints, close } = await arrange('hex:size=5');
    await spot(page, '2,2').focus();
    await page.keyboard.press('Enter');
    await count(black(page), 1);
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await count(white(page), 1);
    await page.keyboard.press('Delete');
    await count(white(page), 0);
    await page.keyboard.press('u');
    await count(white(page), 1);
    await page.keyboard.press('r');
    await count(white(page), 0);
    await page.keyboard.press('c');
    await count(black(page), 0);
    assert.ok(page.url().endsWith(encodeURIComponent('hex:size=5')), page.url());
    assertQuiet(complaints);
    await close();
});

test('what the game refuses is told, and nothing changes', async () => {
    const { page, complaints, close } = await arrange('hex:size=5,black=e5', { colorScheme: 'dark' });
    await page.getByLabel('Size').fill('4');
    await page.getByLabel('Size').press('Enter');
    await page.locator('.trouble', { hasText: 'e5' }).waitFor();
    assert.equal(await page.getByLabel('Size').inputValue(), '5');
    await count(black(page), 1);
    await inspect(page, 'a refusal');
    await spot(page, '4,4').click();
    await count(black(page), 0);
    assert.equal(await page.locator('.trouble').isVisible(), false);
    assertQuiet(complaints);
    await close();
});

test('with a finger: a position of a game that is studied is changed, and studied again', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { context: { reducedMotion: 'reduce', ...phone } });
    await openPosition(page, { game: 'hex:size=5', seats: ['human', 'human'], moves: 'c3;b2;d4' });
    await page.getByRole('button', { name: 'Study' }).tap();
    await page.locator('.moves .move[data-ply="2"]').tap();
    await page.getByText('Looking at move 2 of 3.').waitFor();
    await page.getByRole('button', { name: 'Set up from here' }).tap();
    await page.locator('main.arranging').waitFor();
    await count(black(page), 1);
    await spot(page, '0,0').tap();
    await count(black(page), 2);
    await inspect(page, 'setting up on a phone');
    await page.getByRole('button', { name: 'Study it' }).tap();
    await page.locator('section.study').waitFor();
    await count(black(page), 2);
    assertQuiet(complaints);
    await close();
});
