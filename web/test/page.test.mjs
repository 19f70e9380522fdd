/* What the page promises beside the games: reload, lost connection, animation, accessibility, touch rules. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEAL, assertQuiet, begin, dice, inspect, launch, live, openPage, openPosition, patiently, playToEnd, situation, startServer } from './harness.mjs';

const people = (options = {}) => ({ mode: 'people', options });
const choices = {
    hex: people({ size: '5', swap: 'off' }),
    hive: people(),
    six: people({ tiles: '7' }),
    tantrix: people(),
};

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
const stones = (page) => page.locator('.pieces .piece').count();
const settled = (page) => page.locator('main.table .board:not([data-moving])').waitFor();

async function lay(page, place) {
    const number = await stones(page);
    await spot(page, place).click();
    await page.waitForFunction((before) => document.querySelectorAll('main.table .pieces .piece').length > before, number);
    await settled(page);
}

test('a game survives a reload', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Hex');
    await lay(page, '2,2');
    await lay(page, '1,1');
    await page.reload();
    await page.locator('main.table').waitFor();
    assert.equal(await stones(page), 2);
    await lay(page, '3,3');
    assertQuiet(complaints);
    await close();
});

test('a lost connection comes back by itself, and nothing is played twice', async () => {
    const lines = [];
    const { page, close } = await openPage(browser, server.address, {
        choices,
        before: (fresh) =>
            fresh.routeWebSocket(/\/session$/, (line) => {
                const far = line.connectToServer();
                lines.push({ line, far });
            }),
    });
    await begin(page, 'Hex');
    await lay(page, '2,2');
    await page.evaluate(() => {
        window.lost = false; // watched, for it may be back before anybody looks
        new MutationObserver(() => (window.lost = true)).observe(document.documentElement, { attributeFilter: ['data-connected'] });
    });
    const { line, far } = lines.at(-1);
    await far.close();
    await line.close({ code: 1001 });
    await page.waitForFunction(() => window.lost && document.documentElement.hasAttribute('data-connected'));
    assert.equal(lines.length, 2, 'it connected again');
    await page.waitForFunction(() => document.querySelector('.strip')?.hidden === true);
    await lay(page, '1,1');
    assert.equal(await stones(page), 2);
    await close();
});

test('a double click plays one stone', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Hex');
    await spot(page, '2,2').dblclick();
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length > 0);
    await lay(page, '1,1'); // what the second click might have begun is answered before this
    assert.equal(await stones(page), 2);
    assert.equal(await page.locator('.moves .move').count(), 2);
    assert.equal(await page.locator('.prompt .trouble').count(), 0);
    assertQuiet(complaints);
    await close();
});

test('pieces travel, and the travel ends', async () => {
    const { page, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Hex');
    await page.evaluate(() => {
        window.moved = 0;
        new MutationObserver(() => window.moved++).observe(document.querySelector('main.table .board'), {
            attributeFilter: ['data-moving'],
        });
    });
    await lay(page, '2,2');
    await lay(page, '1,1');
    assert.ok((await page.evaluate(() => window.moved)) >= 2, 'it began and ended');
    assert.equal(await page.locator('.board[data-moving]').count(), 0);
    await close();
});

test('with reduced motion nothing travels', async () => {
    const { page, close } = await openPage(browser, server.address, { choices, context: { reducedMotion: 'reduce' } });
    await begin(page, 'Hex');
    await spot(page, '2,2').click();
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length === 1);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    await close();
});

test('undo, redo, looking back and coming back', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Hex');
    for (const place of ['2,2', '1,1', '3,3']) await lay(page, place);
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length === 2);
    await page.keyboard.press('r');
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length === 3);
    await page.locator('.moves').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Looking at move 2 of 3.').waitFor();
    await settled(page);
    assert.equal(await page.locator('main.table .spot.can').count(), 0, 'the past cannot be touched');
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.spot.can').length > 0);
    assertQuiet(complaints);
    await close();
});

test('swap is offered in words, and takes the stone over', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, {
        choices: { hex: people({ size: '5', swap: 'pieces' }) },
    });
    await begin(page, 'Hex');
    await lay(page, '3,1');
    await page.getByText('You may take the first stone over').waitFor();
    await page.getByRole('button', { name: 'Swap: take this stone over' }).click();
    await page.waitForFunction(() => document.querySelector('.spot[data-place="1,3"]')?.getAttribute('aria-label')?.includes('white'));
    assertQuiet(complaints);
    await close();
});

test('Hive: a piece is dragged from the hand, a wrong drop does nothing, Escape lays it back', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Hive');
    await drag(page, '.seat.deciding .item[aria-label^="spider"]', '.spot.can');
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length === 1);
    const item = page.locator('.seat.deciding .item[aria-label^="ant"]');
    await item.click();
    assert.ok((await page.locator('.spot.can').count()) > 0);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.spot.can').count(), 0);
    await drag(page, '.seat.deciding .item[aria-label^="ant"]', '.head');
    await page.waitForTimeout(100);
    assert.equal(await stones(page), 1);
    assert.equal(await page.locator('.carry').count(), 0);
    assertQuiet(complaints);
    await close();
});

async function drag(page, from, to) {
    const start = await page.locator(from).first().boundingBox();
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x + start.width / 2 - 15, start.y - 15, { steps: 3 });
    await page.waitForTimeout(60);
    const end = await page.locator(to).first().boundingBox();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 });
    await page.mouse.up();
}

test('Six: pointing at a tile shows what would fall, and a lift is taken back', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Six');
    const row = ['0,0', '1,0', '2,0', '3,0', '4,0', '5,0', '6,0', '7,0', '3,-1', '4,-1', '0,1', '8,0', '2,1', '7,1'];
    for (const place of row) await lay(page, place);
    await spot(page, '4,0').hover();
    await page.locator('.spot.falling').first().waitFor();
    assert.equal(await page.locator('.spot.falling').count(), 5);
    await spot(page, '3,-1').click();
    await page.locator('.spot.can.empty').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.spot.can.empty').first().waitFor({ state: 'detached' });
    assert.equal(await stones(page), 14);
    assertQuiet(complaints);
    await close();
});

test('Tantrix: a tile is turned by wheel, key and touch, then laid', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await openPosition(page, { game: 'tantrix', seats: ['human', 'human'], moves: DEAL });
    await page.locator('.seat.deciding .item.can').first().waitFor();
    await page.keyboard.press('1');
    await page.locator('.spot.can').first().click();
    await page.getByRole('button', { name: 'Lay it here' }).waitFor();
    const shape = () => page.locator('.ghost .line').first().getAttribute('d');
    const first = await shape();
    await page.keyboard.press('r');
    const second = await shape();
    await page.locator('.spot.can').first().click();
    const third = await shape();
    await page.locator('.spot.can').first().hover();
    await page.mouse.wheel(0, 100);
    await page.waitForFunction((before) => document.querySelector('.ghost .line').getAttribute('d') !== before, third);
    const fourth = await shape();
    assert.equal(new Set([first, second, third, fourth]).size, 4);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length === 1);
    assertQuiet(complaints);
    await close();
});

test('engines play each other, and can be paused', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, {
        choices: { hex: { mode: 'watch', level: 1, rival: 1, options: { size: '7' } } },
    });
    await begin(page, 'Hex');
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length >= 2);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await settled(page);
    const now = await stones(page);
    await page.waitForTimeout(1200);
    assert.equal(await stones(page), now);
    assertQuiet(complaints);
    await close();
});

test('another game and how it is played are chosen with the keys', async () => {
    const { page, complaints, close } = await openPage(browser, server.address);
    await page.getByRole('button', { name: 'Six: choose how to play' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'New game of Six' }).waitFor();
    await page.getByRole('radio', { name: 'An engine' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('combobox', { name: 'Players' }).selectOption('4');
    await page.getByRole('button', { name: 'Play Six', exact: true }).last().focus();
    await page.keyboard.press('Enter');
    await page.locator('main.table').waitFor();
    assert.equal(await page.locator('.seat.person').count(), 4);
    assertQuiet(complaints);
    await close();
});

test('a hint is shown on the board', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, {
        choices: { hex: { level: 1, options: { size: '5' } } },
    });
    await begin(page, 'Hex');
    await page.keyboard.press('h');
    await page.locator('.spot.hinted').waitFor();
    assert.match(await live(page), /^Hint: [a-e][1-5]/);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: /^Sounds/ }).check();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.drawer').count(), 0, 'Escape closes the drawer also from a field in it');
    assert.match(await page.locator('.prompt .said').textContent(), /^Hint: [a-e][1-5]/, 'it stays until something happens');
    assert.equal(await page.locator('.prompt .trouble').count(), 0, 'and is no trouble');
    assertQuiet(complaints);
    await close();
});

test('resigning is asked twice, from the first moment on', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Hex');
    const press = () => page.evaluate(() => [...document.querySelectorAll('.actions button')].find((one) => /Resign|Really/.test(one.textContent)).click());
    const result = page.locator('.prompt .result');
    await press();
    await page.locator('.actions button', { hasText: 'Really?' }).or(result).first().waitFor();
    assert.equal(await result.count(), 0, 'once is not enough');
    for (let round = 0; round < 5 && (await result.count()) === 0; round++) {
        await press(); // after a pause that was too long this is the first time again
        await result.waitFor({ timeout: 3000 }).catch(() => undefined);
    }
    await page.getByText('resigned').first().waitFor();
    assertQuiet(complaints);
    await close();
});

test('analysis shows discs and values, and a review finds what was lost', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Hex');
    for (const place of ['2,2', '0,0', '2,1', '4,4', '2,3']) await lay(page, place);
    await page.keyboard.press('a');
    await page.locator('.disc').first().waitFor();
    assert.match(await page.locator('.study .value').textContent(), /^(White|Black)/);
    await page.getByRole('button', { name: 'Review the whole game' }).click();
    await page.locator('.graph .curve').waitFor({ state: 'attached' });
    await page.getByText('Reviewing').waitFor({ state: 'detached', timeout: 120000 });
    await page.locator('.moves').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Looking at move 4 of 5.').waitFor();
    await page.keyboard.press('a');
    await page.locator('.disc').first().waitFor({ state: 'detached' });
    assertQuiet(complaints);
    await close();
});

test('a game is saved as text, and opened again', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices });
    await begin(page, 'Hex');
    await lay(page, '2,2');
    await lay(page, '1,3');
    await page.getByRole('button', { name: 'Save the game' }).click();
    const text = await page.getByRole('textbox', { name: 'the game as Causeway' }).inputValue();
    assert.match(text, /c3/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.getByText('Open a record').click();
    await page.getByRole('textbox', { name: 'a record to open' }).fill(text);
    await page.getByRole('button', { name: 'Open the record' }).click();
    await page.locator('main.table').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('main.table .pieces .piece').length === 2);
    assertQuiet(complaints);
    await close();
});

test('a clock runs where a time is set', async () => {
    const { page, close } = await openPage(browser, server.address, {
        choices: { hex: { ...people({ size: '5', swap: 'off' }), clock: 180, increment: 2 } },
    });
    await begin(page, 'Hex');
    await lay(page, '2,2');
    const clock = page.locator('.seat.deciding .clock');
    const seconds = (text) => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]);
    const before = await clock.textContent();
    assert.ok(seconds(before) > 60 && seconds(before) <= 180);
    await page.waitForFunction((text) => document.querySelector('.seat.deciding .clock').textContent !== text, before);
    assert.ok(seconds(await clock.textContent()) < seconds(before), 'it counts down by itself');
    await close();
});

for (const colorScheme of ['light', 'dark']) {
    test(`no serious fault of accessibility, ${colorScheme}`, async () => {
        const { page, close } = await openPage(browser, server.address, {
            choices: { ...choices, hex: people({ size: '5', swap: 'pieces' }) },
            context: { colorScheme, bypassCSP: true, reducedMotion: 'reduce' },
        });
        await page.locator('.card .piece').first().waitFor();
        await inspect(page, 'start');
        for (const title of ['Hex', 'Hive', 'Six', 'Tantrix']) {
            if (title === 'Tantrix') await openPosition(page, { game: 'tantrix', seats: ['human', 'human'], moves: DEAL });
            else await begin(page, title);
            await playSome(page, 6);
            await inspect(page, title);
            await page.keyboard.press('?');
            await inspect(page, `${title} with help`);
            await page.keyboard.press('Escape');
            await page.getByRole('button', { name: `Rules of ${title}` }).click();
            await inspect(page, `${title} with rules`);
            await page.keyboard.press('Escape');
            await page.keyboard.press('n');
            await page.locator('.card').first().waitFor();
        }
        await close();
    });
}

async function playSome(page, steps) {
    const roll = dice(2);
    await playToEnd(
        page,
        roll,
        async (_page, selector, number) => {
            if (--steps < 0) throw new Error('enough');
            await patiently(() => page.locator(selector).nth(number).click({ timeout: 2000 }));
        },
        50,
    ).catch((error) => {
        if (error.message !== 'enough') throw error;
    });
    assert.notEqual((await situation(page)).state, 'over');
}

test('from 360 pixels to 4K nothing sticks out, and thumbs find their places', async () => {
    for (const [width, height] of [[360, 640], [390, 844], [768, 1024], [844, 390], [1024, 768], [3840, 2160]]) {
        const { page, close } = await openPage(browser, server.address, {
            choices,
            context: { viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 },
        });
        for (const title of [null, 'Hex', 'Hive', 'Tantrix']) {
            if (title) await begin(page, title);
            const out = await page.evaluate((wide) => document.documentElement.scrollWidth - wide, width); // innerWidth grows with what sticks out
            assert.ok(out <= 0, `${title ?? 'start'} at ${width} sticks out by ${out}`);
            if (title && width < 620) {
                const heights = await page.locator('.actions button').evaluateAll((all) => all.map((one) => one.clientHeight));
                assert.ok(Math.min(...heights) >= 44, `thumb-sized actions at ${width}`);
            }
            if (title) {
                await page.goBack();
                await page.locator('.card').first().waitFor();
            }
        }
        await close();
    }
});
