/* How small and how quick the page is: the bundle, the first board, the answer to a click. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { begin, launch, openPage, startServer } from './harness.mjs';
import { judge } from './pace.mjs';

const BUNDLE_BYTES = 300_000;
const FIRST_BOARD_MS = 1000;
const CLICK_MS = 50;
const choices = { hex: { mode: 'people', options: { size: '7', swap: 'off' } } };

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

test('the bundle is small', async (t) => {
    const get = async (name) => Buffer.from(await (await fetch(new URL(name, server.address))).arrayBuffer());
    const size = gzipSync(await get('main.js')).length + gzipSync(await get('main.css')).length;
    t.diagnostic(`${size} bytes gzipped`);
    assert.ok(size < BUNDLE_BYTES, `${size} bytes`);
});

test('the first board is there at once', async (t) => {
    const { page, close } = await openPage(browser, server.address, { choices });
    await judge(t, 'first board', FIRST_BOARD_MS, async () => {
        const times = [];
        for (let visit = 0; visit < 7; visit++) {
            await page.goto(server.address);
            times.push(await page.evaluate(firstPiece));
        }
        return times;
    });
    await close();
});

/* From the request for the page to the first frame with a piece on a board. */
function firstPiece() {
    return new Promise((resolve) => {
        const look = () => {
            if (document.querySelector('.card .piece')) resolve(performance.now());
            else requestAnimationFrame(look);
        };
        look();
    });
}

test('a click is answered at once', async (t) => {
    const places = ['0,0', '1,1', '2,2', '3,3', '0,1', '1,2', '2,3', '3,4', '4,5', '5,6', '6,0', '5,1', '4,2'];
    await judge(t, 'click', CLICK_MS, async () => {
        const { page, close } = await openPage(browser, server.address, { choices });
        await begin(page, 'Hex');
        const times = [];
        for (const place of places) times.push(await answer(page, place));
        await close();
        return times;
    });
});

/* From the browser's own time of a real click to the stone on the board. */
async function answer(page, place) {
    await page.evaluate(() => {
        window.answered = new Promise((resolve) => {
            let clicked = 0;
            document.addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true });
            const watch = new MutationObserver(() => {
                watch.disconnect();
                resolve(performance.now() - clicked);
            });
            watch.observe(document.querySelector('main.table .pieces'), { childList: true });
        });
    });
    await page.locator(`.spot[data-place="${place}"]`).click();
    const time = await page.evaluate(() => window.answered);
    await page.locator('main.table .board:not([data-moving])').waitFor();
    return time;
}
