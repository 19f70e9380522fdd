/* Making elements in one line. No style attributes: the page's security policy forbids them. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

const SVG = 'http://www.w3.org/2000/svg';

export function h<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[Tag] {
    return fill(document.createElement(tag), attributes, children);
}

export function s<Tag extends keyof SVGElementTagNameMap>(
    tag: Tag,
    attributes: Attributes = {},
    ...children: Child[]
): SVGElementTagNameMap[Tag] {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

/* A function is a listener, true an attribute without value, false, null and undefined none at all. */
function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') element.addEventListener(name, value as EventListener);
        else if (value !== null && value !== undefined && value !== false)
            element.setAttribute(name, value === true ? '' : String(value));
    }
    element.append(...children.filter((child): child is Node | string => Boolean(child)));
    return element;
}

export function replace(parent: Element, ...children: Child[]): void {
    parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

/* The same, but what stays is not touched: a button may be pressed while things change round it. */
export function arrange(parent: Element, ...children: (Node | null)[]): void {
    const wanted = children.filter((child): child is Node => child !== null);
    for (const child of [...parent.childNodes]) if (!wanted.includes(child)) child.remove();
    wanted.forEach((child, index) => {
        if (parent.childNodes[index] !== child) parent.insertBefore(child, parent.childNodes[index] ?? null);
    });
}

/* Draws something anew: not while something is pressed, which would lose the press, and with the focus on what is called
 * the same as before. */
export function redraw(parent: Element, draw: () => void): void {
    if (pressed) {
        window.setTimeout(() => redraw(parent, draw), 50);
        return;
    }
    const called = (element: Element | null): string => (element ? `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}` : '');
    const before = parent.contains(document.activeElement) ? called(document.activeElement) : '';
    draw();
    if (!before) return;
    const same = [...parent.querySelectorAll<HTMLElement>('a, button, summary, select, input')].find((one) => called(one) === before);
    same?.focus({ preventScroll: true });
}

let pressed = false;
for (const [name, is] of [['pointerdown', true], ['pointerup', false], ['pointercancel', false]] as const)
    document.addEventListener(name, () => (pressed = is), true);
window.addEventListener('blur', () => (pressed = false));

export function wantsStill(): boolean {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
