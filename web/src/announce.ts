/* Says what happens to those who do not see the board. */

export function announce(text: string): void {
    const live = document.getElementById('live');
    if (live && live.textContent !== text) live.textContent = text;
}
