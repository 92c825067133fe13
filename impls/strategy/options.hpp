#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/claim.hpp"

// What the entries of the catalog share: titles, tables of options, their reading, their rules.
namespace onceproof::strategy {

/// "<title of the article>, <section>".
std::string article_a(std::string_view section);
std::string article_b(std::string_view section);

/// An option's value of the type that the catalog gives it.
bool flag_of(const Options& options, std::string_view name);
Duration duration_of(const Options& options, std::string_view name);
std::string_view word_of(const Options& options, std::string_view name);
/// True if the option is that word.
bool is_word(const Options& options, std::string_view name, std::string_view word);

/// A word; the first one is the default.
OptionInfo word_option(
    std::string_view name, std::vector<std::string_view> words, std::string_view help
);
/// A duration of at least 1 ms.
OptionInfo time_option(std::string_view name, Duration value, std::string_view help);
/// A switch, off by default.
OptionInfo switch_option(std::string_view name, std::string_view help);

/// The isolation level; the server's own is the default, as for code that names none.
OptionInfo isolation_option();
Isolation isolation_of(const Options& options);

/// "failed": what becomes of a claim whose work has failed; `first` is the default.
OptionInfo failed_option(std::string_view first);
OnFailure on_failure_of(const Options& options);

/// The lease of a hardened claim.
OptionInfo lease_option();
/// How long a row of the hardened form is kept: option "retention", 30 days.
OptionInfo row_retention_option();

/// Two lists of options as one.
std::vector<OptionInfo> joined(std::vector<OptionInfo> first, std::vector<OptionInfo> second);

/// How options "isolation" and "lease" make a strategy claim in `table`; rows live for 30 days.
ClaimOptions claim_options(const Options& options, Effect effect, const GuardTable& table);

/// Value of `uses_tasks` for a strategy without tasks, and for one with option "renew".
bool never(const Options& options);
bool renews(const Options& options);

/// Rule: a time to live, a lease, a retention or a timeout is at least 1 ms; stores take none of 0.
std::optional<Breach> times_are_positive(const Options& options, const Setting& setting);
/// Rule: what is renewed at a third of its "ttl" lives for at least 3 ms.
std::optional<Breach> renewal_fits(const Options& options, const Setting& setting);
/// A breach if "retention" ends before the last retry can come.
std::optional<Breach> retention_too_short(const Options& options, const Setting& setting);

}  // namespace onceproof::strategy
