// Elements are made here and only here; texts never become markup.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

const svg_space = "http://www.w3.org/2000/svg";

function filled<T extends Element>(element: T, attributes: Attributes, children: Child[]): T {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === "function") {
            element.addEventListener(name, value);
        } else {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
    for (const child of children) {
        if (child === null || child === undefined || child === false) continue;
        element.append(typeof child === "number" ? String(child) : child);
    }
    return element;
}

/** An HTML element; functions among the attributes are listeners of the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
    return filled(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
    return filled(document.createElementNS(svg_space, tag) as SVGElement, attributes, children);
}

/** "1 fault", "2 faults". */
export function counted(count: number, thing: string): string {
    return `${number_text(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/** 1234567 as "1 234 567", with blanks that do not break. */
export function number_text(value: number): string {
    return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** A probability in per cent, with the digits that it needs. */
export function percent(value: number): string {
    const hundred = value * 100;
    if (hundred === 0 || hundred === 100) return `${hundred} %`;
    return `${hundred >= 10 ? hundred.toFixed(1) : hundred.toPrecision(2)} %`;
}

/** A button that copies a text, which may be made when it is wanted, and says that it did. */
export function copy_button(text: string | (() => string), label = "Copy"): HTMLButtonElement {
    const name = typeof text === "string" ? `${label}: ${text}` : label;
    const button = h("button", {type: "button", class: "copy", "aria-label": name}, label);
    button.addEventListener("click", (event) => {
        event.stopPropagation();
        void copy(typeof text === "string" ? text : text()).then((done) => {
            button.textContent = done ? "Copied" : "Press Ctrl-C";
            window.setTimeout(() => (button.textContent = label), 1500);
        });
    });
    return button;
}

/** Copies; where the clipboard is closed to files, by a selection. */
export async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const area = h("textarea", {"aria-hidden": "true", class: "off"});
        area.value = text;
        document.body.append(area);
        area.select();
        const done = document.execCommand("copy");
        area.remove();
        return done;
    }
}

/** A command line to be copied. */
export function command(text: string): HTMLElement {
    return h("div", {class: "command"}, h("code", {}, text), copy_button(text));
}

/** The words as one line for a shell. */
export function shell_line(words: string[]): string {
    return words.map((word) =>
        /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}
