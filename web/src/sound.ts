/* Small sounds made on the spot: wood on wood, a chord at the end. Off until asked for. */
import { recall, remember } from './memory';

let context: AudioContext | null = null;

export function soundOn(): boolean {
    return recall('sound', false);
}

export function setSound(on: boolean): void {
    remember('sound', on);
    if (on) knock();
}

function ready(): AudioContext | null {
    if (!soundOn()) return null;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context;
}

function tone(audio: AudioContext, pitch: number, after: number, length: number, loud: number): void {
    const start = audio.currentTime + after;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.setValueAtTime(pitch, start);
    oscillator.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length);
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
}

export function knock(): void {
    const audio = ready();
    if (!audio) return;
    tone(audio, 420, 0, 0.07, 0.25);
    tone(audio, 180, 0, 0.09, 0.3);
}

export function chord(): void {
    const audio = ready();
    if (!audio) return;
    [392, 494, 587].forEach((pitch, index) => tone(audio, pitch, index * 0.09, 0.6, 0.12));
}
