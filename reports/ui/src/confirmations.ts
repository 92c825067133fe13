// What became of counterexamples that were played on real servers.
import {counted, h} from "./dom";
import {GuaranteeResult, Report} from "./data";

const signs: Record<string, string> = {"confirmed": "✔", "differs": "≠", "not confirmable": "–"};

/** "✔ confirmed on real servers: PostgreSQL 15" */
export function on_real_text(result: GuaranteeResult): string {
    const found = result.on_real;
    if (found === undefined) return "";
    const sign = signs[found.outcome] ?? "?";
    return `${sign} ${found.outcome} on real servers${found.text === "" ? "" : `: ${found.text}`}`;
}

export function confirmations(
    report: Report, step_through: (token: string) => void
): HTMLElement | null {
    const counts = new Map<string, number>();
    const rows: HTMLElement[] = [];
    for (const cell of report.cells) {
        for (const result of cell.guarantees) {
            if (result.on_real === undefined) continue;
            const {outcome, text} = result.on_real;
            counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
            rows.push(h("tr", {class: outcome},
                h("th", {scope: "row"}, cell.scenario, h("small", {}, cell.strategy)),
                h("td", {}, result.guarantee),
                h("td", {}, `${signs[outcome] ?? "?"} ${outcome}`),
                h("td", {}, text),
                h("td", {}, report.counterexamples.has(result.token)
                    ? h("button", {type: "button", click: () => step_through(result.token)}, "Step through")
                    : h("code", {}, result.token))));
        }
    }
    const servers = report.run.real_servers;
    if (rows.length === 0 && servers === undefined) return null;
    const told = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
    return h("section", {id: "confirmations", "aria-labelledby": "confirmations-title"},
        h("h2", {id: "confirmations-title"}, "On real servers"),
        h("p", {class: "lead"}, `${counted(rows.length, "counterexample")} played on real servers` +
            `${told === "" ? "" : `: ${told}`}. ${servers?.versions.join(", ") ?? ""}`),
        servers === undefined || servers.trouble === "" ? null : h("p", {class: "trouble"}, servers.trouble),
        rows.length === 0 ? null : h("div", {class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "confirmations-title"},
            h("table", {class: "plain"}, h("thead", {}, h("tr", {},
                ...["Cell", "Guarantee", "Outcome", "What was seen", "Counterexample"].map((text) =>
                    h("th", {scope: "col"}, text)))), h("tbody", {}, ...rows))));
}
