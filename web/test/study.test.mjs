/* Study: what an analysis shows on the board and beside it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEAL, assertQuiet, inspect, launch, openPage, openPosition, startServer } from './harness.mjs';

const people = ['human', 'human'];
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

/* With an analyst of a fixed effort, what is shown does not depend on the machine. */
async function study(fields, context = {}, analyst = null) {
    const opened = await openPage(browser, server.address, { context: { reducedMotion: 'reduce', ...context } });
    const [game] = fields.game.split(':');
    if (analyst) await opened.page.evaluate(([name, text]) => localStorage.setItem(name, text), [`causeway.analysts.${game}`, JSON.stringify({ player: analyst })]);
    await openPosition(opened.page, { seats: people, ...fields });
    await opened.page.keyboard.press('a');
    await opened.page.locator('section.study').waitFor();
    return opened;
}

test('the best line is numbered ghosts, and can be switched off', async () => {
    const { page, complaints, close } = await study({ game: 'hex:size=5,swap=off', moves: 'c3' }, {}, 'mcts:sims=1000');
    await page.locator('.board .expected .piece.white').first().waitFor();
    await page.locator('.board .badge', { hasText: '2' }).waitFor();
    await page.getByRole('button', { name: 'Best line' }).click();
    assert.equal(await page.locator('.board .badge').count(), 0);
    assert.ok((await page.locator('.board .disc').count()) > 0, 'the heat stays');
    await page.getByRole('button', { name: 'Best line' }).click();
    await page.locator('.board .badge').first().waitFor();
    await inspect(page, 'study of Hex');
    assertQuiet(complaints);
    await close();
});

test('the thought is told with its speed and its depth', async () => {
    const { page, complaints, close } = await study({ game: 'hex:size=9', moves: 'e5' }, phone);
    await page.waitForFunction(() =>
        /playouts, [\d,]+ a second, depth [1-9]/.test(document.querySelector('section.study .value')?.textContent ?? ''),
    );
    assertQuiet(complaints);
    await close();
});

/* Wherever a search is in the middle of something long, what it knows goes on being shown. */
for (const [game, moves] of [
    ['hex:size=11', 'f6;d7;g4'],
    ['hive', 'wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-'],
    ['six', '0,0;0,1;1,0;1,1;2,0'],
    ['tantrix', DEAL],
])
    test(`${game}: the heat map follows the search`, async () => {
        const { page, complaints, close } = await study({ game, moves });
        await page.locator('.board .disc').first().waitFor();
        const seen = await page.evaluate(async () => {
            const told = new Set();
            while (told.size < 30) {
                told.add(document.querySelector('section.study .value')?.textContent);
                await new Promise(requestAnimationFrame);
            }
            return told.size;
        });
        assert.equal(seen, 30);
        assertQuiet(complaints);
        await close();
    });

/* Late in a game, when nobody has a piece left to lay: whatever is best, it moves. */
const lateHive =
    'wP;bS1 wP\\;wQ -wP;bQ /bS1;wA1 \\wQ;bQ /wP;wP bS1/;bG1 bS1\\;wA1 bG1\\;bS2 /bQ;wM wA1-;bS2 \\wQ;wM \\bS2;' +
    'bP /bQ;wA2 \\wP;bA1 /bP;wA2 -bA1;bL bA1-;wA3 -wM;bA2 /bL;wA3 bA2\\;bM /bS1;wL \\wP;bM /wA1;wL /bS1;bP /wQ;' +
    'wS1 wP-;bP /bS2;wB1 wS1\\;bA3 /bP;wM -bA3;bM -wP;bS1 \\wS1;bS2 \\wM;wA1 bS1/;bS2 /bA3;wA2 /bA1;bA1 \\wA2;' +
    'wA2 /bA1;bG2 -bL;wQ bP/;bG3 \\bG2;wA1 bG1\\;wQ -bM;wA1 bS1/;wQ -bQ;wM -bP;bB1 bP/;bA3 \\wM;bS2 /wA2;wA1 bB1/;' +
    'bA3 wA1/;wM /bP;bL /bG2;wM bA3/;bB2 -bB1;wS2 wB1/;bS1 wA1-;wS2 /wB1;wP -bM;wS1 bM-;bB2 /bP;bP /bS1;bS1 wM/;' +
    'wB2 wS2\\;wS1 bM/;wG1 wB2/;bM wS1\\;bB1 /wS1;bM \\wB1;wS1 \\bG1;bB1 wS1;wG2 -wA1;bM wB1;wG2 bP/;wA1 -bP;' +
    'wB2 wS2;bB2 wQ;wB2 bG1;wA1 bP-;wG1 /bQ;bA1 wA1-;wG3 /wS2';

test('a piece that moves has an arrow from where it stood', async () => {
    const { page, complaints, close } = await study({ game: 'hive:type=Base+MLP', moves: lateHive });
    assert.equal(await page.locator('.hand .item').count(), 0);
    await page.locator('.board .badge').first().waitFor();
    await page.locator('.board .arrow').first().waitFor();
    assertQuiet(complaints);
    await close();
});

/* Switches a layer on, and waits for what it draws. */
async function layer(page, title, drawing) {
    await page.getByRole('button', { name: title, exact: true }).click();
    await page.locator(`.board .study ${drawing}`).first().waitFor({ state: 'attached' }); // a straight line has no area
}

test('Hex: connections, dead cells and the winning moves are laid over the board', async () => {
    const { page, complaints, close } = await study({ game: 'hex:size=5', moves: 'c2;a5;b4;e1' });
    await layer(page, 'Connections', '.link.of-black');
    await layer(page, 'Winning moves', '.sign.win');
    await page.getByText('Solved: Black wins').waitFor();
    await page.getByRole('button', { name: 'Dead cells' }).click();
    await page.getByText('cannot matter to anybody').waitFor();
    await inspect(page, 'layers of Hex');
    assertQuiet(complaints);
    await close();
});

test('Hive: pinned pieces and the rings of the queens', async () => {
    const moves = 'wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-';
    const { page, complaints, close } = await study({ game: 'hive', moves }, { colorScheme: 'dark' });
    await layer(page, 'Pinned pieces', '.sign.held');
    assert.equal(await page.locator('.board .sign.held').count(), 4, 'all but the two ends of the chain');
    await layer(page, "Queens' rings", '.sign.danger');
    await page.getByText("White's queen: 2 of 6 sides taken.").waitFor();
    await inspect(page, 'layers of Hive');
    assertQuiet(complaints);
    await close();
});

test('Six: threats and open windows', async () => {
    const moves = '0,0;0,1;1,0;1,1;2,0;2,1;3,0;3,1;4,0;0,2';
    const { page, complaints, close } = await study({ game: 'six', moves });
    await layer(page, 'Threats', '.sign.win');
    await layer(page, 'Open windows', '.link');
    assertQuiet(complaints);
    await close();
});

test('Tantrix: the tiles of the hand tell what they would bring', async () => {
    // Hands of one's own making, and tiles on the table: what chance deals may hold nothing that helps, and a first tile helps nobody.
    const moves = `${DEAL};1@0,0/0;+13;7@1,0/0;+14;2@-1,1/0;+15;3@0,1/2;+16;8@-2,2/0`;
    const { page, complaints, close } = await study({ game: 'tantrix', moves }, phone);
    await page.getByRole('button', { name: 'What tiles bring' }).click();
    await page.locator('.seat.deciding .item[data-brings]:not([data-brings$="0.0"])').first().waitFor();
    await layer(page, 'Forecast', '.sign.choice');
    await page.getByText('Length of the best line: ').waitFor();
    assertQuiet(complaints);
    await close();
});

test('any player is the analyst, and two stand side by side', async () => {
    const { page, complaints, close } = await study({ game: 'hex:size=5', moves: 'c3' });
    await page.locator('.analysts summary').click();
    await page.getByLabel('Analyst').fill('mcts:sims=300');
    await page.getByLabel('Compare with').fill('mcts:sims=500');
    await page.getByLabel('Compare with').press('Enter');
    await page.locator('.analyst', { hasText: 'mcts:sims=300' }).waitFor();
    await page.locator('.analyst', { hasText: 'mcts:sims=500' }).click();
    await page.locator('.analyst[aria-pressed="true"]', { hasText: 'mcts:sims=500' }).waitFor();
    await inspect(page, 'two analysts');
    await page.getByLabel('Compare with').fill('nobody:at=all');
    await page.getByLabel('Compare with').press('Enter');
    await page.locator('.analysts .trouble', { hasText: 'nobody' }).waitFor();
    assertQuiet(complaints);
    await close();
});

/* A finger or a button of the mouse stays down for longer than a tenth of a second. */
async function press(page, locator) {
    const { x, y, width, height } = await locator.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.waitForTimeout(400);
    await page.mouse.up();
}

test('a slow press is heard while the search tells: a review begins and stops', async () => {
    const { page, complaints, close } = await study({ game: 'hive:type=Base+MLP', moves: lateHive });
    await page.locator('.board .disc').first().waitFor();
    await press(page, page.getByRole('button', { name: 'Review the whole game' }));
    await page.locator('.under-way progress').waitFor();
    await press(page, page.locator('.under-way').getByRole('button', { name: 'Stop' }));
    await page.getByRole('button', { name: 'Review the whole game' }).waitFor();
    await page.locator('.board .disc').first().waitFor();
    assertQuiet(complaints);
    await close();
});

test('a review marks what was lost, and shows what was better', async () => {
    const { page, complaints, close } = await study({ game: 'hex:size=5,swap=off', moves: 'a1;c3;a2;b4;a3;d3;a4' });
    await page.getByRole('button', { name: 'Review the whole game' }).click();
    await page.locator('.under-way').waitFor({ state: 'detached', timeout: 120000 });
    await page.locator('.moves .move[data-ply="1"][data-slip]').waitFor();
    assert.match(await page.locator('.moves .move[data-ply="1"]').getAttribute('title'), /^Lost [\d.]+ %; better was /);
    await inspect(page, 'a review');
    await press(page, page.locator('.mistake', { hasText: 'Black a1' }));
    await page.getByText('Looking at move 0 of 7.').waitFor();
    await page.locator('.graph').scrollIntoViewIfNeeded();
    const { x, y, width, height } = await page.locator('.graph').boundingBox();
    await page.mouse.move(x + 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 8 });
    await page.mouse.move(x + (width * 5) / 7, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await page.getByText('Looking at move 5 of 7.').waitFor();
    assertQuiet(complaints);
    await close();
});

test('a move in the past makes a variation with comments, walked with keys, kept and deleted', async () => {
    const { page, complaints, close } = await study({ game: 'hex:size=5', moves: 'c3;b2;d4' });
    await page.locator('.moves .move[data-ply="1"]').click();
    await page.getByText('Looking at move 1 of 3.').waitFor();
    await page.locator('.spot[data-place="3,1"]').click();
    await page.locator('.moves .aside .move[aria-current]', { hasText: 'd2' }).waitFor();
    assert.equal(await page.locator('.moves .move[data-ply]').count(), 3, 'the game stays as it is');
    await page.locator('.spot.can[data-place="2,3"]').click();
    await page.locator('.moves .aside .move[aria-current]', { hasText: 'c4' }).waitFor();
    await page.getByLabel('comment on this position').fill('a ladder escape');
    await page.getByLabel('comment on this position').blur();
    await page.locator('.moves .aside .comment', { hasText: 'a ladder escape' }).waitFor();
    await page.locator('.moves').focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.moves .aside .move[aria-current]', { hasText: 'd2' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.moves .move[data-ply="1"][aria-current]').waitFor();
    await inspect(page, 'variations');
    await page.reload();
    await page.locator('.moves .aside .comment', { hasText: 'a ladder escape' }).waitFor();
    await page.getByText('Looking at move 1 of 3.').waitFor();
    await page.locator('section.study').waitFor();
    await page.locator('.moves .aside .move', { hasText: 'd2' }).click();
    await page.getByRole('button', { name: 'Delete the variation from here' }).click();
    await page.locator('.moves .aside').first().waitFor({ state: 'detached' });
    assertQuiet(complaints);
    await close();
});

test('Six: in a variation a tile is lifted, taken back, lifted again, and the group kept that is touched', async () => {
    const moves = '0,0;1,0;2,0;0,-1;0,-2;-1,1;-2,2;x0,0;k1,0';
    const { page, complaints, close } = await study({ game: 'six:tiles=3:4', moves });
    await page.locator('.moves .move[data-ply="7"]').click();
    await page.getByText('Looking at move').waitFor();
    await page.locator('.spot.can[data-place="0,0"]').click();
    await page.getByText('Choose the group that stays').waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('.moves .move[data-ply="7"][aria-current]').waitFor();
    await page.locator('.spot.can[data-place="0,0"]').click();
    await page.waitForFunction(() => document.querySelectorAll('.spot.can').length === 6);
    await page.locator('.spot[data-place="0,-2"]').click();
    await page.locator('.moves .aside .move[aria-current]', { hasText: 'k0,-2' }).waitFor();
    assert.equal(await page.locator('.board .pieces .piece').count(), 2, 'two tiles stay');
    assert.equal(await page.locator('.moves .move[data-ply]').count(), 9, 'the game stays as it is');
    assertQuiet(complaints);
    await close();
});

test('two tabs at one table: whoever studies another position is told of by the other, and can take it back', async () => {
    const { page, complaints, close } = await study({ game: 'hex:size=9', moves: 'e5;c4;d6;f3' });
    await page.locator('.board .disc').first().waitFor();
    const second = await page.context().newPage();
    await second.goto(`${server.address}#table`);
    await second.locator('main.table').waitFor();
    await second.keyboard.press('a');
    await second.locator('.moves .move[data-ply="2"]').click();
    await page.getByText('Another tab studies another position of this game.').waitFor();
    await page.getByRole('button', { name: 'Study this one' }).click();
    await page.locator('.board .disc').first().waitFor();
    await second.getByText('Another tab studies another position of this game.').waitFor();
    assertQuiet(complaints);
    await close();
});

test('on a phone on its side study has room, and the board stays in sight', async () => {
    const { page, complaints, close } = await study({ game: 'hive', moves: 'wS1;bS1 wS1-;wQ -wS1;bQ bS1-' }, { viewport: { width: 780, height: 360 }, hasTouch: true, isMobile: true });
    const height = await page.locator('section.study').evaluate((panel) => panel.clientHeight);
    assert.ok(height >= 150, `study is ${height} pixels high`);
    await page.getByRole('button', { name: 'Flip' }).scrollIntoViewIfNeeded();
    const { y, height: tall } = await page.locator('.stage').boundingBox();
    assert.ok(y >= 0 && y + tall <= 361, 'the whole board is seen');
    assertQuiet(complaints);
    await close();
});
