/* What hands do on the boards without an edge: pinching, looking into a stack, choosing a group; and what the boards
 * show beside the pieces. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, launch, openPage, openRecord, startServer } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const stacked = 'Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ';

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

/* The board of a record, on the screen. */
async function openBoard(record, options = {}) {
    const visit = await openPage(browser, server.address, options);
    await openRecord(visit.page, record);
    return visit;
}

const saved = (game, moves) => JSON.stringify({ game, moves: moves.split(' ') });
const tantrix = saved(
    'tantrix',
    '+26 +21 +50 +7 +8 +2 +51 +3 +33 +17 +35 +36 21@0,0/3 +30 3@0,1/1 +42 7@0,2/0 +1 51@-1,2/2 +23 35@-1,1/0 ' +
        '+54 8@-1,3/3 +19 33@-2,1/5 +41 17@-1,0/1 +48 41@-2,2/4 +12 30@-1,4/5 +9 2@0,3/4 +52',
);
const pieces = (page) => page.locator('main.table .pieces .piece').count();
const spot = (page, place) => page.locator(`.spot[data-place="${place}"]`);
const touched = (x, y, id) => ({ x, y, id, radiusX: 5, radiusY: 5, force: 1 });

async function fingers(page) {
    const line = await page.context().newCDPSession(page);
    return (type, ...points) => line.send('Input.dispatchTouchEvent', { type, touchPoints: points });
}

async function middleOf(locator) {
    const { x, y, width, height } = await locator.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
}

test('two fingers pinch the board nearer and farther, and Fit brings it back', async () => {
    const { page, complaints, close } = await openBoard(stacked, { context: phone });
    const width = () => page.evaluate(() => Number(document.querySelector('main.table .board').getAttribute('viewBox').split(' ')[2]));
    const before = await pieces(page);
    await still(page);
    const fitted = await width();
    const { x, y } = await middleOf(page.locator('main.table .board'));
    const touch = await fingers(page);
    const spread = async (from, to) => {
        await touch('touchStart', touched(x - from, y, 0), touched(x + from, y, 1));
        for (let step = 1; step <= 5; step++) {
            const now = from + ((to - from) * step) / 5;
            await touch('touchMove', touched(x - now, y, 0), touched(x + now, y, 1));
        }
        await touch('touchEnd');
    };
    await spread(30, 90);
    const near = await width();
    assert.ok(near < fitted / 2 && near > fitted / 4, `spread three times as wide: ${fitted} became ${near}`);
    await spread(90, 45);
    assert.ok((await width()) > near * 1.5, 'pinched again it is farther');
    assert.equal(await page.locator('.spot.picked').count(), 0, 'a pinch picks nothing');
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.waitForFunction(
        (wanted) => Math.abs(Number(document.querySelector('main.table .board').getAttribute('viewBox').split(' ')[2]) - wanted) < 1,
        fitted,
    );
    assert.equal(await pieces(page), before);
    assertQuiet(complaints);
    await close();
});

test('Hive: a stack fans out for the mouse, for keys and for a long press, which moves nothing', async () => {
    const fan = '.fan .piece';
    const { page, complaints, close } = await openBoard(stacked);
    const stack = page.locator('.spot[aria-label*="beetle"][aria-label*="queen"]').first();
    const place = await stack.getAttribute('data-place');
    assert.equal(await page.locator(fan).count(), 0);
    await stack.hover();
    assert.equal(await page.locator(fan).count(), 2, 'under the pointer');
    await page.mouse.move(5, 5);
    assert.equal(await page.locator(fan).count(), 0);
    await page.locator('.spot[tabindex="0"]').focus();
    await spot(page, place).evaluate((element) => element.focus());
    assert.equal(await page.locator(fan).count(), 2, 'under the keys');
    assertQuiet(complaints);
    await close();
    const small = await openBoard(stacked, { context: phone });
    const touch = await fingers(small.page);
    const { x, y } = await middleOf(spot(small.page, place));
    await touch('touchStart', touched(x, y, 0));
    await small.page.locator(fan).first().waitFor({ state: 'attached' });
    await touch('touchEnd');
    await small.page.waitForTimeout(100);
    assert.equal(await small.page.locator(fan).count(), 2, 'under a finger, also when it is gone');
    assert.equal(await small.page.locator('.spot.picked').count(), 0, 'a long press picks nothing');
    await small.close();
});

/* Presses on one thing, carries it to another, and lets go. */
async function drag(page, from, to) {
    const start = await middleOf(from);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x - 12, start.y - 12, { steps: 3 });
    await page.locator('.carry').waitFor();
    await to.waitFor();
    await still(page);
    const end = await middleOf(to);
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
}

/* The board fits itself softly: a place is where it is when it stands still. */
async function still(page) {
    await page.evaluate(async () => {
        const seen = () => document.querySelector('main.table .board').getAttribute('viewBox');
        for (let before = '', alike = 0; alike < 4; ) {
            await new Promise(requestAnimationFrame);
            alike = seen() === before ? alike + 1 : 0;
            before = seen();
        }
    });
}

test('Six: a tile is dragged to its new place', async () => {
    const row = saved('six:tiles=4', '0,0 1,0 2,0 3,0 0,1 1,1 4,0 5,0');
    const { page, complaints, close } = await openBoard(row);
    await drag(page, spot(page, '0,1'), page.locator('.spot.can.empty[data-place="6,0"]'));
    await page.locator('.moves .move[aria-current]', { hasText: '6,0' }).waitFor();
    assert.equal(await pieces(page), 8);
    assertQuiet(complaints);
    await close();
});

test('Tantrix: a tile is dragged from the hand, turned where it lies, and laid', async () => {
    const { page, complaints, close } = await openBoard(tantrix);
    const before = await pieces(page);
    await drag(page, page.locator('.seat.deciding .item.can').first(), page.locator('.spot.can').first());
    const lay = page.getByRole('button', { name: 'Lay it here' });
    const laid = () => page.waitForFunction((count) => document.querySelectorAll('main.table .pieces .piece').length > count, before);
    await Promise.race([lay.waitFor(), laid()]); // what fits in one way lies at once
    if (await lay.count()) await lay.click();
    await laid();
    assertQuiet(complaints);
    await close();
});

test('Hive: a finger drags a piece from the hand onto the board', async () => {
    const { page, complaints, close } = await openBoard(stacked, { context: phone });
    const before = await pieces(page);
    const touch = await fingers(page);
    const start = await middleOf(page.locator('.seat.deciding .item.can').first());
    await touch('touchStart', touched(start.x, start.y, 0));
    await touch('touchMove', touched(start.x - 10, start.y - 20, 0));
    await page.locator('.carry').waitFor();
    await page.locator('.spot.can.empty').first().waitFor();
    await still(page);
    const end = await middleOf(page.locator('.spot.can.empty').first());
    await touch('touchMove', touched(end.x, end.y, 0));
    await touch('touchEnd');
    await page.waitForFunction((count) => document.querySelectorAll('main.table .pieces .piece').length === count + 1, before);
    assertQuiet(complaints);
    await close();
});

test('names of pieces and places are shown when they are wanted', async () => {
    const { page, complaints, close } = await openBoard(stacked);
    assert.equal(await page.locator('main.table .names text').count(), 0, 'off at first');
    await page.keyboard.press('c');
    await page.locator('main.table .names text').first().waitFor();
    const names = await page.locator('main.table .names text').allTextContents();
    for (const name of ['wB1', 'wB2', 'bB1']) assert.ok(names.includes(name), `${name} in ${names}`);
    await page.keyboard.press('c');
    await page.locator('main.table .names text').first().waitFor({ state: 'detached' });
    assertQuiet(complaints);
    await close();
});

test('whoever picks a piece of the hand with the keys stays on it', async () => {
    const { page, complaints, close } = await openBoard(stacked);
    const ant = page.locator('.seat.deciding .item.can[aria-label^="ant"]');
    await ant.focus();
    await page.keyboard.press('Enter');
    await page.locator('.spot.can.empty').first().waitFor();
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /^ant.*picked$/);
    await page.keyboard.press('Escape');
    await page.locator('.spot.can.empty').first().waitFor({ state: 'detached' });
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /^ant/);
    assertQuiet(complaints);
    await close();
});

test('Six: of groups of one size the one that is clicked stays', async () => {
    const star = saved('six:tiles=3:4', '0,0 1,0 2,0 0,-1 0,-2 -1,1 -2,2 x0,0');
    const { page, complaints, close } = await openBoard(star);
    await page.getByText('Choose the group that stays').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.spot.can').length === 6);
    await spot(page, '2,0').hover();
    await page.locator('.spot.falling').first().waitFor();
    assert.equal(await page.locator('.spot.falling').count(), 4, 'the others would leave');
    await spot(page, '2,0').click();
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length === 2);
    assert.match(await spot(page, '1,0').getAttribute('aria-label'), /black|red/);
    assertQuiet(complaints);
    await close();
});

test('Six: threats are shown when they are wanted', async () => {
    const row = saved('six', '0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0');
    const { page, complaints, close } = await openBoard(row);
    assert.equal(await page.locator('.threat').count(), 0, 'off at first');
    await page.keyboard.press('t');
    await page.locator('.threat.ring.red').first().waitFor();
    assert.equal(await page.locator('.threat.ring.red').count(), 2, 'at both ends of five in a row');
    assert.equal(await page.locator('.threat.ring.black').count(), 0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: /^Threats/ }).uncheck();
    await page.locator('.threat').first().waitFor({ state: 'detached' });
    assertQuiet(complaints);
    await close();
});

test('Tantrix: the best lines shine, and their lengths are told', async () => {
    const { page, complaints, close } = await openBoard(tantrix);
    assert.equal(await page.locator('main.table .tally').count(), 2, 'one for each player');
    const told = await page.locator('main.table .tally text').allTextContents();
    const scores = await page.locator('main.table .seat .points').allTextContents();
    assert.deepEqual(told.sort(), scores.sort(), 'as the players are told');
    for (const color of ['red', 'yellow']) {
        const bright = await page.locator(`main.table .pieces .rim.shining.${color}`).count();
        assert.ok(bright > 0 && told.some((text) => [bright, 2 * bright].includes(Number(text))), `${color}: ${bright}`);
    }
    await page.keyboard.press('b');
    await page.locator('main.table .tally').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('main.table .rim.shining').count(), 0);
    assertQuiet(complaints);
    await close();
});
