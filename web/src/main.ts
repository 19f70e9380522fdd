/* The page begins here: it speaks with the engine and shows the start or the table. */
import '../style/main.css';
import { draw, icons } from './actions';
import { Drawer, helpText, rulesOf } from './drawer';
import { recordsOf } from './records';
import { h, replace } from './dom';
import { Engine } from './engine';
import { recall, remember } from './memory';
import type { Event, Hello, Table } from './protocol';
import { setSound, soundOn } from './sound';
import { StartScreen } from './start';
import { TableScreen } from './table';

type Theme = 'auto' | 'light' | 'dark';

class Page {
    private engine: Engine;
    private hello: Hello | null = null;
    private table: Table | null = null;
    private screen: StartScreen | TableScreen | null = null;
    private drawer = new Drawer();
    private strip = h('div', { class: 'strip', role: 'status', hidden: true }, 'The connection is lost; trying again…');
    private head = h('header', { class: 'head' });
    private place = h('div', { class: 'place' });

    constructor(root: HTMLElement) {
        this.applyTheme();
        root.append(this.strip, this.head, this.place);
        this.drawHead();
        replace(this.place, h('p', { class: 'opening' }, 'Opening the box…'));
        this.engine = new Engine({
            begun: (hello) => this.begun(hello),
            told: (event) => this.told(event),
            connected: (is) => this.connected(is),
        });
        document.addEventListener('keydown', (event) => this.key(event));
        window.addEventListener('popstate', () => this.show());
    }

    private begun(hello: Hello): void {
        this.hello = hello;
        const again = this.screen !== null;
        this.table = hello.table;
        if (again && this.screen instanceof TableScreen && hello.table) this.screen.resume(hello.table);
        else this.show();
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
        if (is) this.strip.hidden = true;
        else this.lateStrip = window.setTimeout(() => (this.strip.hidden = false), 400);
    }

    /* ---- Screens ---- */

    private show(): void {
        if (!this.hello) return;
        this.screen?.leave();
        if (location.hash === '#table' && this.table) {
            this.screen = new TableScreen(this.engine, this.table, {
                leave: () => this.go(''),
                rules: (game) => this.rules(game),
            });
        } else {
            this.screen = new StartScreen(this.engine, this.hello, this.table, {
                open: (table) => this.open(table),
                rules: (game) => this.rules(game),
            });
            document.title = 'Causeway';
        }
        replace(this.place, this.screen.element);
        this.place.parentElement?.classList.toggle('playing', this.screen instanceof TableScreen);
        this.drawHead();
    }

    private open(table: Table): void {
        this.table = table;
        this.go('#table');
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
            playing ? h('h1', {}, title) : h('span', { class: 'motto' }, 'one table, four games'),
            h(
                'div',
                { class: 'tools' },
                playing ? tool(icons.save, 'Save the game', () => void this.save()) : null,
                playing ? tool(icons.rules, `Rules of ${title}`, () => this.rules(playing.game)) : null,
                tool(soundOn() ? icons.sound : icons.quiet, soundOn() ? 'Sounds are on' : 'Sounds are off', () => this.switchSound()),
                tool(icons.theme, `Colours: ${this.theme}`, () => this.nextTheme()),
                tool(icons.help, 'Help (?)', () => this.help()),
            ),
        );
    }

    private switchSound(): void {
        setSound(!soundOn());
        this.drawHead();
    }

    private get theme(): Theme {
        return recall<Theme>('theme', 'auto');
    }

    private nextTheme(): void {
        const order: Theme[] = ['auto', 'light', 'dark'];
        remember('theme', order[(order.indexOf(this.theme) + 1) % order.length]);
        this.applyTheme();
        this.drawHead();
    }

    private applyTheme(): void {
        const theme = this.theme;
        if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
        else document.documentElement.setAttribute('data-theme', theme);
    }

    private rules(name: string): void {
        const game = this.hello?.games.find((one) => one.name === name);
        if (game) this.drawer.open(`The rules of ${game.title}`, ...rulesOf(game, this.engine));
    }

    private async save(): Promise<void> {
        try {
            this.drawer.open('Save the game', ...recordsOf(await this.engine.save()));
        } catch (reason) {
            this.drawer.open('Save the game', h('p', { class: 'trouble' }, reason instanceof Error ? reason.message : String(reason)));
        }
    }

    private help(): void {
        if (this.drawer.isOpen) this.drawer.close();
        else this.drawer.open('Help', ...helpText());
    }

    private key(event: KeyboardEvent): void {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, select, textarea')) return;
        if (event.key === '?') this.help();
        else if (event.key === 'Escape' && this.drawer.isOpen) this.drawer.close();
        else if (event.key === 'm') document.querySelector<HTMLElement>('.moves')?.focus();
        else if (!(this.screen instanceof TableScreen) || !this.screen.key(event)) return;
        event.preventDefault();
    }
}

new Page(document.getElementById('page') as HTMLElement);
