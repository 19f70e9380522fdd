/* A clock that counts down by itself between two messages of the engine. */
import { h } from './dom';

export class Clock {
    readonly element = h('time', { class: 'clock', role: 'timer', 'aria-label': 'time left' });
    private timer = 0;
    private ends = 0;

    set(seconds: number | undefined, running: boolean): void {
        window.clearInterval(this.timer);
        this.element.hidden = seconds === undefined;
        if (seconds === undefined) return;
        this.element.classList.toggle('running', running);
        this.show(seconds);
        if (!running) return;
        this.ends = performance.now() + seconds * 1000;
        this.timer = window.setInterval(() => this.show((this.ends - performance.now()) / 1000), 100);
    }

    stop(): void {
        window.clearInterval(this.timer);
    }

    private show(seconds: number): void {
        const left = Math.max(0, seconds);
        this.element.textContent = clockText(left);
        this.element.classList.toggle('short', left < 20);
    }
}

/* 12:05, 1:02:05, and tenths below twenty seconds. */
export function clockText(seconds: number): string {
    if (seconds < 20) return seconds.toFixed(1);
    const whole = Math.floor(seconds);
    const pad = (value: number): string => String(value).padStart(2, '0');
    const minutes = Math.floor(whole / 60) % 60;
    const hours = Math.floor(whole / 3600);
    return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
