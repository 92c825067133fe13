// The part of the address behind "#": which counterexample is open, at which step, and what stands
// beside it.

export interface Place {
    failure?: string;
    step?: number;
    beside?: string;
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // typed by hand
    }
}

export function place(): Place {
    const found: Place = {};
    for (const part of location.hash.slice(1).split("&")) {
        const [key, rest] = part.split("=");
        const value = decoded(rest ?? "");
        if (key === "failure" && value !== "") found.failure = value;
        if (key === "step" && /^\d+$/.test(value)) found.step = Number(value);
        if (key === "beside" && value !== "") found.beside = value;
    }
    return found;
}

export function remember(token: string, step: number, beside: string): void {
    // Not `location.hash`: that would scroll, and fill the history with every step.
    const second = beside === "" ? "" : `&beside=${encodeURIComponent(beside)}`;
    history.replaceState(null, "", `#failure=${encodeURIComponent(token)}&step=${step}${second}`);
}
