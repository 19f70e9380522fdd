/* The page begins here: it speaks with the engine and shows the start or the table. */
import '../style/main.css';
import { draw, icons } from './actions';
import { Drawer, helpText, rulesOf } from './drawer';
import { linked } from './link';
import { gamesOf, recordsOf, sharesOf } from './records';
import { h, replace } from './dom';
import { Engine } from './engine';
import type { Event, Game, Hello, Setup, Table } from './protocol';
import { recall } from './memory';
import { LabScreen } from './lab';
import { PuzzleScreen } from './puzzles';
import { applyTheme, settingsOf } from './settings';
import { SetupScreen } from './setup';
import { StartScreen } from './start';
import { TableScreen } from './table';
import { titled } from './words';

class Page {
    private engine: Engine;
    private hello: Hello | null = null;
    private table: Table | null = null;
    private screen: StartScreen | TableScreen | PuzzleScreen | LabScreen | SetupScreen | null = null;
    private drawer = new Drawer();
    private strip = h('div', { class: 'strip', role: 'status', hidden: true });
    private trouble = '';
    private head = h('header', { class: 'head' });
    private place = h('div', { class: 'place' });

    constructor(root: HTMLElement) {
        applyTheme();
        root.append(this.strip, this.head, this.place);
        this.drawHead();
        replace(this.place, h('p', { class: 'opening' }, 'Opening the box…'));
        this.engine = new Engine({
            begun: (hello) => this.begun(hello),
            told: (event) => this.told(event),
            connected: (is) => this.connected(is),
            refused: (why) => (this.trouble = titled(why)),
        });
        document.addEventListener('keydown', (event) => this.key(event));
        window.addEventListener('popstate', () => this.show());
        window.addEventListener('hashchange', () => void this.openLink());
        this.takeFiles();
    }

    private begun(hello: Hello): void {
        this.hello = hello;
        const again = this.screen !== null;
        this.table = hello.table;
        if (again && this.screen instanceof TableScreen && hello.table) this.screen.resume(hello.table);
        else this.show();
        if (!again && this.screen instanceof TableScreen) this.screen.restore();
        void this.openLink();
    }

    private told(event: Event): void {
        if (event.event === 'table') this.table = event.table;
        if (this.screen instanceof TableScreen) this.screen.told(event);
    }

    private lateStrip = 0;

    /* A connection that is back within a moment is not worth a word. */
    private connected(is: boolean): void {
        window.clearTimeout(this.lateStrip);
        document.documentElement.toggleAttribute('data-connected', is);
        if (is) {
            this.strip.hidden = true;
            this.trouble = '';
        } else this.lateStrip = window.setTimeout(() => this.tellLost(), 400);
    }

    private tellLost(): void {
        const lost = this.hello ? 'The connection is lost; trying again…' : 'There is no connection to the engine; trying again…';
        this.strip.textContent = this.trouble ? `${this.trouble}; trying again…` : lost;
        this.strip.hidden = false;
    }

    /* ---- Screens ---- */

    private show(): void {
        if (!this.hello) return;
        const [where, game, number] = location.hash.slice(1).split('/');
        if (where === 'puzzles' && this.screen instanceof PuzzleScreen && this.screen.game === game && number) {
            void this.screen.show(Number(number));
            return;
        }
        this.screen?.leave();
        if (location.hash === '#table' && this.table) {
            this.screen = new TableScreen(this.engine, this.table, {
                leave: () => this.go(''),
                rules: (game) => this.rules(game),
                canSetUp: this.setupOf(this.table.name) !== undefined,
                setUp: (spec) => this.go(setupAddress(spec)),
            });
        } else if (where === 'lab') {
            this.screen = new LabScreen(this.engine, this.hello.games, game ?? '', decodeURIComponent(number ?? ''), (hash) => this.go(hash), (table) => this.open(table));
        } else if (where === 'puzzles') {
            this.screen = new PuzzleScreen(this.engine, this.hello.games, game ?? recall('chosen', 'hex'), Number(number ?? 0), (hash) => this.go(hash));
        } else if (where === 'setup' && this.setupOf(game ?? '')) {
            this.screen = this.makeSetup(decodeURIComponent(game ?? ''));
        } else {
            this.screen = new StartScreen(this.engine, this.hello, this.table, {
                open: (table) => this.open(table),
                rules: (game) => this.rules(game),
                setUp: (spec) => this.go(setupAddress(spec)),
                openText: (text) => this.openText(text),
            });
            document.title = 'Causeway';
        }
        replace(this.place, this.screen.element);
        this.place.parentElement?.classList.toggle('playing', !(this.screen instanceof StartScreen));
        this.drawHead();
    }

    private open(table: Table): void {
        this.table = table;
        this.go('#table');
    }

    /* The game that a spec names, where its positions can be set up. */
    private setupOf(spec: string): (Game & { setup: Setup }) | undefined {
        const name = decodeURIComponent(spec).split(':')[0];
        return this.hello?.games.find((one): one is Game & { setup: Setup } => one.name === name && one.setup !== undefined);
    }

    private makeSetup(spec: string): SetupScreen {
        const game = this.setupOf(spec) as Game & { setup: Setup };
        return new SetupScreen(this.engine, game, game.setup, spec, {
            open: (table, studied) => {
                this.open(table);
                if (studied && this.screen instanceof TableScreen) this.screen.toggleStudy();
            },
            moved: (next) => history.replaceState(null, '', setupAddress(next)),
        });
    }

    /* A record that was pasted, chosen or dropped. */
    private async openText(text: string, number = 1): Promise<void> {
        const { table, left_out, games } = await this.engine.load(text, number);
        this.open(table);
        if (games) this.drawer.open('The record', ...gamesOf(games, number, (other) => void this.openText(text, other)));
        if (left_out && this.screen instanceof TableScreen)
            this.screen.say(`${left_out === 1 ? 'A variation' : `${left_out} variations`} of this record cannot be played here and ${left_out === 1 ? 'was' : 'were'} left out.`, true);
    }

    /* A file may be dropped anywhere. */
    private takeFiles(): void {
        document.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
        document.addEventListener('drop', (event) => {
            const file = event.dataTransfer?.files[0];
            if (!file) return;
            event.preventDefault();
            void file
                .text()
                .then((text) => this.openText(text))
                .catch((reason: unknown) =>
                    this.drawer.open(file.name, h('p', { class: 'trouble' }, titled(reason instanceof Error ? reason.message : String(reason)))),
                );
        });
    }

    /* An address that holds a game opens it. */
    private async openLink(): Promise<void> {
        try {
            const game = await linked(location.hash);
            if (!game) return;
            this.table = (await this.engine.load(game.record)).table;
            history.replaceState(null, '', '#table');
            this.show();
            if (game.ply !== null && this.screen instanceof TableScreen) await this.screen.lookAt(game.ply);
        } catch {
            this.drawer.open('The link', h('p', { class: 'trouble' }, 'This link holds no game that can be opened; it may have been cut short.'));
        }
    }

    private go(hash: string): void {
        history.pushState(null, '', hash || location.pathname);
        this.drawer.close();
        this.show();
    }

    /* ---- Head ---- */

    private drawHead(): void {
        const playing = this.screen instanceof TableScreen ? this.screen : null;
        const tool = (icon: string, label: string, act: () => void): HTMLElement =>
            h('button', { type: 'button', class: 'plain', title: label, 'aria-label': label, click: act }, draw(icon));
        const title = playing ? (this.hello?.games.find((game) => game.name === playing.game)?.title ?? '') : '';
        replace(
            this.head,
            h(
                'a',
                {
                    class: 'mark',
                    href: location.pathname,
                    title: 'To the start',
                    click: (event: MouseEvent) => {
                        event.preventDefault();
                        this.go('');
                    },
                },
                h('img', { src: 'icon.svg', alt: '', width: 22, height: 24 }),
                h('span', {}, 'Causeway'),
            ),
            playing ? h('h1', {}, title) : this.places(),
            h(
                'div',
                { class: 'tools' },
                playing ? tool(icons.save, 'Save the game', () => void this.save()) : null,
                playing ? tool(icons.rules, `Rules of ${title}`, () => this.rules(playing.game)) : null,
                tool(icons.settings, 'Settings', () => this.settings()),
                tool(icons.help, 'Help (?)', () => this.help()),
            ),
        );
    }

    /* The rooms of the page. */
    private places(): HTMLElement {
        const here = location.hash.slice(1).split('/')[0] ?? '';
        const room = (hash: string, name: string): HTMLElement =>
            h('a', { href: `#${hash}`, 'aria-current': hash === here ? 'page' : null }, name);
        return h('nav', { class: 'rooms', 'aria-label': 'rooms' }, room('', 'Play'), room('puzzles', 'Puzzles'), room('lab', 'Laboratory'));
    }

    private settings(): void {
        this.drawer.toggle('Settings', () =>
            settingsOf(() => this.screen instanceof TableScreen && this.screen.redraw()),
        );
    }

    private rules(name: string): void {
        const game = this.hello?.games.find((one) => one.name === name);
        if (game) this.drawer.open(`The rules of ${game.title}`, ...rulesOf(game, this.engine));
    }

    private async save(): Promise<void> {
        try {
            const saved = await this.engine.save();
            const pictures = this.screen instanceof TableScreen ? sharesOf(saved.record, this.screen.pictures) : [];
            this.drawer.open('Save the game', ...pictures, ...recordsOf(saved));
        } catch (reason) {
            this.drawer.open('Save the game', h('p', { class: 'trouble' }, reason instanceof Error ? reason.message : String(reason)));
        }
    }

    private help(): void {
        this.drawer.toggle('Help', helpText);
    }

    private key(event: KeyboardEvent): void {
        const target = event.target as HTMLElement;
        const closes = event.key === 'Escape' && this.drawer.isOpen;
        if (event.ctrlKey || event.metaKey || event.altKey || (!closes && target.matches('input, select, textarea'))) return;
        if (closes) this.drawer.close();
        else if (event.key === '?') this.help();
        else if (event.key === 'm') document.querySelector<HTMLElement>('.moves')?.focus();
        else if (!this.screen || this.screen instanceof StartScreen || this.screen instanceof LabScreen || !this.screen.key(event)) return;
        event.preventDefault();
    }
}

function setupAddress(spec: string): string {
    return `#setup/${encodeURIComponent(spec)}`;
}

new Page(document.getElementById('page') as HTMLElement);
