// The part of the address behind "#": which counterexample is open, and at which step. The last
// part of it that names no key is a section to scroll to.

export interface Place {
    failure?: string;
    step?: number;
}

export function place(): Place {
    const found: Place = {};
    for (const part of decodeURIComponent(location.hash.slice(1)).split("&")) {
        const [key, value] = part.split("=");
        if (key === "failure" && value !== undefined) found.failure = value;
        if (key === "step" && value !== undefined && /^\d+$/.test(value)) found.step = Number(value);
    }
    return found;
}

export function remember(token: string, step: number): void {
    // Not `location.hash`: that would scroll, and fill the history with every step.
    history.replaceState(null, "", `#failure=${encodeURIComponent(token)}&step=${step}`);
}
