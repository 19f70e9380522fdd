/* Not a test, but a measure: what a frame of the heat map costs the page, and how a long list of stored games scrolls.
 * `node test/measure.mjs heat` and `node test/measure.mjs list STORE` print figures and never fail. */
import { DEAL, launch, openPage, openPosition, startServer } from './harness.mjs';

const SECONDS = 20;
const [what, store] = process.argv.slice(2);
const number = (value, digits = 1) => value.toFixed(digits);
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/* Processor time of the page's own thread, in seconds, by what it was spent on. */
async function meter(page) {
    const line = await page.context().newCDPSession(page);
    await line.send('Performance.enable', { timeDomain: 'threadTicks' });
    return async () => Object.fromEntries((await line.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
}

/* How often the words about the analysis are others when the page is painted. */
async function watchWords(seconds) {
    const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const until = performance.now() + 1000 * seconds;
    let seen = 0;
    let last = '';
    while (performance.now() < until) {
        await next();
        const words = document.querySelector('.study .value')?.textContent ?? '';
        if (words !== last) seen++;
        last = words;
    }
    return seen;
}

async function heat(browser, server, game, moves) {
    const { page, close } = await openPage(browser, server.address);
    let frames = 0;
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (frames += String(payload).includes('"event":"analysis"') ? 1 : 0)));
    await openPosition(page, { game, seats: ['human', 'human'], moves });
    await page.keyboard.press('a');
    await page.locator('.board .disc').first().waitFor();
    const read = await meter(page);
    const before = await read();
    const begun = performance.now();
    frames = 0;
    const seen = await page.evaluate(watchWords, SECONDS);
    const after = await read();
    const seconds = (performance.now() - begun) / 1000;
    const spent = (name) => number((1000 * (after[name] - before[name])) / frames, 2);
    console.log(`${game}: ${number(frames / seconds)} frames a second come, ${number(seen / seconds)} are seen; a frame costs the page ${spent('TaskDuration')} ms (script ${spent('ScriptDuration')}, style and layout ${spent('RecalcStyleDuration')} and ${spent('LayoutDuration')})`);
    await close();
}

/* Scrolls steadily, a step a frame; then jumps all over the list and waits for the rows that are there. */
async function list(browser, server) {
    const { page, close } = await openPage(browser, server.address);
    await page.goto(`${server.address}#lab/games`);
    await page.locator('.stored .row:not(.waiting)').first().waitFor();
    console.log(await page.locator('.stored .count').textContent());
    const read = await meter(page);
    const before = await read();
    const frames = await page.evaluate(async () => {
        const scroller = document.querySelector('.stored .scroller');
        const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let frame = 0; frame < 300; frame++) {
            scroller.scrollTop += 90;
            await next();
        }
        return 300;
    });
    const after = await read();
    const spent = (name) => number((1000 * (after[name] - before[name])) / frames, 2);
    console.log(`scrolling: a frame costs the page ${spent('TaskDuration')} ms (script ${spent('ScriptDuration')}), of 16.7 that it has`);
    const waits = await page.evaluate(async () => {
        const scroller = document.querySelector('.stored .scroller');
        const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const waits = [];
        for (let jump = 1; jump <= 20; jump++) {
            scroller.scrollTop = ((jump * 7) % 20) * (scroller.scrollHeight / 20);
            const begun = performance.now();
            do await next();
            while (document.querySelector('.stored .row.waiting'));
            waits.push(performance.now() - begun);
        }
        return waits;
    });
    console.log(`jumps: the rows are there after ${number(median(waits), 0)} ms (median of ${waits.map((wait) => number(wait, 0)).join(' ')})`);
    await close();
}

const server = await startServer(what === 'list' ? { db: store } : {});
const browser = await launch();
if (what === 'list') await list(browser, server);
else {
    await heat(browser, server, 'hex:size=11', 'f6;d7;g4');
    await heat(browser, server, 'hive', 'wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-');
    await heat(browser, server, 'six', '0,0;0,1;1,0;1,1;2,0');
    await heat(browser, server, 'tantrix', DEAL);
}
await browser.close();
await server.stop();
