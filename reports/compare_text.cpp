#include "reports/compare_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/markdown.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t indent = 4;
constexpr double nanoseconds_in_ms = 1e6;

/// Latencies in milliseconds, other figures as they are.
std::string figure(const CostDelta& delta, double value) {
    const bool latency = delta.metric.ends_with("_ns");
    return latency ? fmt::format("{:.3g} ms", value / nanoseconds_in_ms)
                   : fmt::format("{:.0f}", value);
}

std::string change_text(const CostDelta& delta) {
    std::string text = fmt::format("{:+.1f} %", delta.change * 100);
    if (!delta.interval.has_value()) return text + " (too few repetitions for an interval)";
    return text + fmt::format(
                      " (95 %: {:+.1f} to {:+.1f} %)",
                      delta.interval->first * 100,
                      delta.interval->second * 100
                  );
}

std::string over_text(const CostDelta& delta, const std::vector<Threshold>& thresholds) {
    std::string text;
    for (const Threshold& threshold : over(delta, thresholds))
        text += ", over " + threshold.text;
    return text;
}

/// "no strategy named in both" and the like: what was not compared.
std::string left_out(const Comparison& verdicts) {
    std::vector<std::string> parts;
    if (verdicts.only_base > 0) {
        parts.push_back(counted(verdicts.only_base, "cell") + " of the base only");
    }
    if (verdicts.only_now > 0) {
        parts.push_back(counted(verdicts.only_now, "cell") + " of the new run only");
    }
    return join(parts, ", ");
}

class CompareText {
public:
    CompareText(const TextStyle& style, const std::string& replay)
        : style_(style), replay_(replay) {}

    void table(const std::vector<StrategyChange>& strategies) {
        std::size_t widest = std::string_view("strategy").size();
        for (const StrategyChange& strategy : strategies)
            widest = std::max(widest, columns_of(visible(strategy.strategy)));
        text_ += padded("strategy", widest) + "  survives    new  fixed  still\n";
        for (const StrategyChange& strategy : strategies) {
            text_ += fmt::format(
                "{}  {:>8}  {:>5}  {:>5}  {:>5}\n",
                padded(visible(strategy.strategy), widest),
                fmt::format("{}/{}", strategy.survived, strategy.scenarios),
                strategy.appeared,
                strategy.fixed,
                strategy.still
            );
        }
    }

    void result(
        std::string_view sign, Colour colour, std::string_view what, const ComparedResult& one
    ) {
        title(
            sign,
            colour,
            cell_name(*one.cell) + ": " + one.result->guarantee + " " + std::string(what)
        );
        if (!one.result->text.empty()) paragraph(one.result->text);
        if (!one.result->token.empty()) {
            // Not wrapped: it is there to be copied.
            text_ +=
                std::string(indent, ' ') + "replay: " + visible(replay_ + one.result->token) + "\n";
        }
    }

    void cost(const CostDelta& delta, const std::vector<Threshold>& thresholds) {
        const std::string over = over_text(delta, thresholds);
        title(
            over.empty()   ? " "
            : style_.ascii ? "X"
                           : "✖",
            Colour::red,
            fmt::format(
                "{}: {} {} {} {}, {}{}",
                delta.run,
                metric_name(delta.metric),
                figure(delta, delta.base),
                style_.ascii ? "->" : "→",
                figure(delta, delta.now),
                change_text(delta),
                over
            )
        );
    }

    void line(const std::string& content) {
        for (const std::string& one : wrapped(content, style_.width))
            text_ += one + "\n";
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    void title(std::string_view sign, Colour colour, const std::string& head) {
        const auto lines = wrapped(head, style_.width > 2 ? style_.width - 2 : 1);
        for (const std::string& one : lines) {
            text_ +=
                (&one == lines.data() ? painted(style_, colour, sign) + " " : "  ") + one + "\n";
        }
    }

    void paragraph(const std::string& content) {
        for (const std::string& one :
             wrapped(content, style_.width > indent ? style_.width - indent : 1))
            text_ += std::string(indent, ' ') + one + "\n";
    }

    const TextStyle& style_;
    const std::string& replay_;
    std::string text_;
};

std::string headline(const Comparison& verdicts) {
    return fmt::format(
        "{}, {} fixed, {} still there",
        counted(verdicts.appeared.size(), "new violation"),
        verdicts.fixed.size(),
        verdicts.still.size()
    );
}

std::string items(
    const std::string& heading,
    const std::vector<ComparedResult>& results,
    const std::string& replay
) {
    if (results.empty()) return "";
    std::string text = "\n### " + heading + "\n\n";
    for (const ComparedResult& one : results) {
        text += "- " + markdown(cell_name(*one.cell)) + ": " + markdown(one.result->guarantee);
        if (!one.result->text.empty()) text += ": " + markdown(one.result->text);
        if (!one.result->token.empty()) text += " (" + code(replay + one.result->token) + ")";
        text += "\n";
    }
    return text;
}

}  // namespace

std::vector<Threshold> over(const CostDelta& delta, const std::vector<Threshold>& thresholds) {
    std::vector<Threshold> result;
    std::ranges::copy_if(thresholds, std::back_inserter(result), [&](const Threshold& threshold) {
        return delta.is_over(threshold);
    });
    return result;
}

std::string compare_text(const Compared& compared, const TextStyle& style) {
    const Comparison& verdicts = compared.verdicts;
    CompareText text(style, compared.replay);
    text.line(headline(verdicts));
    if (const std::string rest = left_out(verdicts); !rest.empty()) {
        text.line("not compared: " + rest);
    }
    text.line("");
    text.table(verdicts.strategies);
    text.line("");
    for (const ComparedResult& one : verdicts.appeared)
        text.result(style.ascii ? "X" : "✖", Colour::red, "violated, and was not before", one);
    for (const ComparedResult& one : verdicts.undecided)
        text.result("?", Colour::yellow, "inconclusive, and was decided before", one);
    for (const ComparedResult& one : verdicts.fixed)
        text.result(style.ascii ? "+" : "✔", Colour::green, "fixed", one);
    for (const CostDelta& delta : compared.costs)
        text.cost(delta, compared.thresholds);
    return text.take();
}

std::string compare_markdown(const Compared& compared) {
    const Comparison& verdicts = compared.verdicts;
    std::string text = "## onceproof compare\n\n" + headline(verdicts) + ".\n";
    if (const std::string rest = left_out(verdicts); !rest.empty()) {
        text += "\nNot compared: " + rest + ".\n";
    }
    text += "\n| strategy | survives | new | fixed | still |\n|---|--:|--:|--:|--:|\n";
    for (const StrategyChange& strategy : verdicts.strategies) {
        text += fmt::format(
            "| {} | {}/{} | {} | {} | {} |\n",
            markdown(strategy.strategy),
            strategy.survived,
            strategy.scenarios,
            strategy.appeared,
            strategy.fixed,
            strategy.still
        );
    }
    text += items("✖ New violations", verdicts.appeared, compared.replay);
    text += items("? No longer decided", verdicts.undecided, compared.replay);
    text += items("✔ Fixed", verdicts.fixed, compared.replay);
    if (compared.costs.empty()) return text;
    text += "\n### Costs\n\n| run | figure | base | new | change |\n|---|---|--:|--:|---|\n";
    for (const CostDelta& delta : compared.costs) {
        text += fmt::format(
            "| {} | {} | {} | {} | {}{} |\n",
            markdown(delta.run),
            markdown(metric_name(delta.metric)),
            figure(delta, delta.base),
            figure(delta, delta.now),
            change_text(delta),
            markdown(over_text(delta, compared.thresholds))
        );
    }
    return text;
}

}  // namespace onceproof::reports
