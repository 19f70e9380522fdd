/* Takes the pictures of the page for the README: scripts/page-pictures. */
import { join } from 'node:path';
import { launch, openPage, openPosition, startServer } from './harness.mjs';

const folder = new URL('../../docs/pictures', import.meta.url).pathname;

async function take(browser, address, name, context, show) {
    const { page, close } = await openPage(browser, address, { context: { reducedMotion: 'reduce', ...context } });
    await page.locator('.card .piece').nth(40).waitFor();
    if (show) await show(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await close();
}

const hive =
    'wP;bS1 wP\\;wQ -wP;bQ /bS1;wA1 \\wQ;bQ /wP;wP bS1/;bG1 bS1\\;wA1 bG1\\;bS2 /bQ;wM wA1-;bS2 \\wQ;wM \\bS2;bP /bQ;wA2 \\wP;' +
    'bA1 /bP;wA2 -bA1;bL bA1-;wA3 -wM;bA2 /bL';
const people = ['human', 'human'];

const server = await startServer();
const browser = await launch();
await take(browser, server.address, 'page-start', { viewport: { width: 1440, height: 900 } });
await take(browser, server.address, 'page-hive', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }, async (page) => {
    await openPosition(page, { game: 'hive:type=Base+MLP', seats: people, moves: hive });
    await page.locator('.spot.can[aria-label*="ant"]').first().click();
});
await take(
    browser,
    server.address,
    'page-phone',
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    (page) => openPosition(page, { game: 'hex', seats: people, moves: 'h4;g6;f5;e7;c9;d6;i5;h7;d7;e6;c7;c6;b6;b7;f7;f6;i7' }),
);
await take(browser, server.address, 'page-puzzle', { viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(`${server.address}#puzzles/six/40`);
    await page.locator('main.puzzle .spot.can').first().waitFor();
});
await take(browser, server.address, 'page-setup', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }, async (page) => {
    await page.goto(`${server.address}#setup/${encodeURIComponent('hex:black=f6e5g4,white=d7c8,turn=white')}`);
    await page.locator('main.arranging .board .piece').first().waitFor();
});
await take(browser, server.address, 'page-lab', { viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(`${server.address}#lab/experiments/six-4.16`);
    await page.locator('.figure .interval').first().waitFor({ timeout: 60000 });
    await page.locator('.ruled.verdict').waitFor({ timeout: 60000 });
});
await take(browser, server.address, 'page-study', { viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.evaluate(() => localStorage.setItem('causeway.layers', '{"heat":true,"line":true,"connections":true}'));
    await openPosition(page, { game: 'hex', seats: people, moves: 'h4;g6;f5;e7;c9;d6;i5;h7;d7;e6;c7;c6;b6;b7;f7;f6;i7' });
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Review the whole game' }).click();
    await page.locator('.under-way').waitFor({ state: 'detached', timeout: 120000 });
    await page.waitForFunction(() => /\d{3} playouts/.test(document.querySelector('section.study .value')?.textContent ?? ''), null, { timeout: 120000 });
    await page.locator('.board .study .link').first().waitFor({ state: 'attached' });
    await page.locator('.board .badge', { hasText: '3' }).waitFor();
});
await browser.close();
await server.stop();
