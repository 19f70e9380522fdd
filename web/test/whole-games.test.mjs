/* A whole game of each of the four against a low level: with the mouse, by touch on a phone, with keys alone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, begin, dice, launch, live, openPage, patiently, playToEnd, situation, startServer } from './harness.mjs';

const quick = {
    hex: { level: 1, options: { size: '5', swap: 'pieces' } },
    hive: { level: 1, options: { max_turns: '40' } },
    six: { level: 1, options: { tiles: '8', max_moves: '40' } },
    tantrix: { level: 1, options: {} },
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

const ready = { timeout: 2000 };

const mouse = (page, selector, number) => patiently(() => page.locator(selector).nth(number).click(ready));
const finger = (page, selector, number) => patiently(() => page.locator(selector).nth(number).tap(ready));

async function checkEnd(page, complaints) {
    assert.match(await live(page), /[^.]\.$/, 'the live region tells the end');
    await page.getByRole('button', { name: 'Rematch' }).waitFor();
    assertQuiet(complaints);
}

for (const title of ['Hex', 'Hive', 'Six', 'Tantrix']) {
    test(`${title} with the mouse`, async () => {
        const { page, complaints, close } = await openPage(browser, server.address, { choices: quick });
        await begin(page, title);
        await playToEnd(page, dice(7), mouse);
        await checkEnd(page, complaints);
        await page.getByRole('button', { name: 'Rematch' }).click();
        await page.locator('.prompt .result').waitFor({ state: 'detached' });
        await close();
    });
}

for (const title of ['Hex', 'Hive', 'Six', 'Tantrix']) {
    test(`${title} by touch at the size of a phone`, async () => {
        const { page, complaints, close } = await openPage(browser, server.address, {
            choices: quick,
            context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
        });
        await begin(page, title);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > 390);
        assert.equal(wide, false, 'nothing sticks out of the screen');
        await playToEnd(page, dice(11), finger);
        await checkEnd(page, complaints);
        await close();
    });
}

for (const title of ['Hex', 'Hive', 'Six', 'Tantrix']) {
    test(`${title} with keys alone`, async () => {
        const { page, complaints, close } = await openPage(browser, server.address, { choices: quick });
        await page.getByRole('button', { name: `Play ${title}`, exact: true }).first().focus();
        await page.keyboard.press('Enter');
        await page.locator('main.table').waitFor();
        const roll = dice(3);
        await playToEnd(page, roll, async (_page, selector, number) => {
            if (selector.startsWith('.prompt')) {
                if (selector.includes('Lay it here')) await page.keyboard.press('Enter');
                else await tabTo(page, 'Pass');
            } else if (selector.startsWith('.seat')) {
                const key = await page.locator('.seat.deciding .item').evaluateAll(
                    (items, wanted) => items.indexOf(items.filter((item) => item.classList.contains('can'))[wanted]) + 1,
                    number,
                );
                await page.keyboard.press(String(key));
            } else await walkToLit(page, number);
        });
        await checkEnd(page, complaints);
        await close();
    });
}

/* Tabs until the focus is on the board, then goes on by brackets, and picks. */
async function walkToLit(page, steps) {
    const onBoard = () => page.evaluate(() => document.activeElement?.classList.contains('spot') ?? false);
    for (let i = 0; i < 40 && !(await onBoard()); i++) await page.keyboard.press('Tab');
    for (let i = 0; i <= steps % 7; i++) await page.keyboard.press(']');
    await page.keyboard.press('Enter');
}

async function tabTo(page, text) {
    const there = () => page.evaluate((wanted) => document.activeElement?.textContent === wanted, text);
    for (let i = 0; i < 60 && !(await there()); i++) await page.keyboard.press('Tab');
    if (await there()) await page.keyboard.press('Enter');
}

test('Hex through roles, names and the live region alone', async () => {
    const { page, complaints, close } = await openPage(browser, server.address, { choices: quick });
    await page.getByRole('button', { name: 'Play Hex', exact: true }).first().click();
    const board = page.getByRole('group', { name: 'Hex board' });
    const status = page.getByRole('status').filter({ hasText: /./ });
    const roll = dice(5);
    for (let move = 0; move < 30; move++) {
        await status.filter({ hasText: /to move\.|won|wins/i }).waitFor();
        const said = await status.textContent();
        if (/won|wins/i.test(said)) break;
        const swap = page.getByRole('button', { name: /^Swap/ });
        const free = board.getByRole('button', { name: /, empty, play / });
        await free.first().waitFor();
        assert.equal(await swap.count(), 0, 'the first player is never offered a swap');
        const name = await free.nth(roll(await free.count())).getAttribute('aria-label');
        const chosen = board.getByRole('button', { name, exact: true });
        await chosen.click();
        await chosen.waitFor({ state: 'detached' }); // the move was taken: the cell has another name
    }
    assert.match(await status.textContent(), /won|wins/i);
    assertQuiet(complaints);
    await close();
});

test('arrows walk the rows of a board', async () => {
    const { page, close } = await openPage(browser, server.address, { choices: quick });
    await begin(page, 'Hex');
    await page.locator('.spot[data-place="2,2"]').focus();
    const here = () => page.evaluate(() => document.activeElement?.getAttribute('data-place'));
    const walk = async (keys) => {
        for (const key of keys) await page.keyboard.press(`Arrow${key}`);
        return here();
    };
    assert.equal(await walk(['Right']), '3,2');
    assert.equal(await walk(['Left', 'Left']), '1,2');
    assert.equal(await walk(['Right', 'Up', 'Down']), '2,2', 'up and down again is where one was');
    assert.equal((await situation(page)).state, 'act');
    await close();
});
