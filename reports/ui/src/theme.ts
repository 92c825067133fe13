// Light and dark: as the system says, until the reader says otherwise.

const key = "onceproof-theme";

function stored(): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null; // closed to files in some browsers; the switch then lasts as long as the page
    }
}

function is_dark(): boolean {
    const chosen = document.documentElement.dataset["theme"];
    return chosen === undefined
        ? window.matchMedia("(prefers-color-scheme: dark)").matches
        : chosen === "dark";
}

const listeners: (() => void)[] = [];

export function on_theme(listener: () => void): void {
    listeners.push(listener);
}

export function switch_theme(): void {
    const theme = is_dark() ? "light" : "dark";
    document.documentElement.dataset["theme"] = theme;
    try {
        localStorage.setItem(key, theme);
    } catch {
        // As in `stored`.
    }
    for (const listener of listeners) listener();
}

export function start_theme(): void {
    const theme = stored();
    if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
}
