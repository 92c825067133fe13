#include <cstdint>
#include <onceproof/strategy.hpp>
#include <string>
#include <string_view>

namespace {

using namespace onceproof;

// The strategy's own tables, in PostgreSQL's words; the simulated database and a real one get this
// text. Beside them there is the table `payment`, where the effect is a row of the same database.
constexpr std::string_view schema = R"sql(
CREATE TABLE own_strategy_request (
    request_key varchar(64) PRIMARY KEY,
    receipt varchar(64) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
)sql";

/// Looks whether the request is known, makes the effect if it is not, and then notes the receipt.
///
/// This one has a mistake: two attempts at the same time both look before either has noted
/// anything. The primary key would let one of them in, if the note came first and in the effect's
/// transaction: begin(Isolation::read_committed), INSERT … ON CONFLICT DO NOTHING, perform_effect,
/// UPDATE of the receipt, commit.
///
/// Whatever a strategy needs is in `env`: stores, the gateway, a clock, ids. Its code has no clock,
/// random number, thread or static of its own, and one object serves all instances: what must be
/// remembered is in the stores. Errors are values; whether a call may have taken effect all the
/// same is in `error().certainty`.
class OwnStrategy final : public Strategy {
public:
    /// `effect`: whether the gateway makes the effect, or a row of this database is the effect.
    explicit OwnStrategy(Effect effect) : effect_(effect) {}

    Reply handle(const Request& request, Env& env) const override {
        const Result<SqlSession*> opened = env.sql.open();
        if (!opened.ok()) {
            return strategy::internal_error(opened.error());
        }
        SqlSession& session = **opened;
        const Result<Rows> known = session.execute(
            "SELECT receipt FROM own_strategy_request WHERE request_key = $1", request.key
        );
        if (!known.ok()) {
            return strategy::internal_error(known.error());
        }
        if (!known->rows.empty()) {
            return {ReplyKind::duplicate, std::get<std::string>(known->rows[0][0])};
        }
        const Result<std::string> receipt =
            strategy::perform_effect(effect_, request, env, session);
        if (!receipt.ok()) {
            return strategy::internal_error(receipt.error());
        }
        const Result<Rows> noted = session.execute(
            "INSERT INTO own_strategy_request (request_key, receipt) VALUES ($1, $2)",
            request.key,
            *receipt
        );
        if (!noted.ok()) {
            return strategy::internal_error(noted.error());
        }
        return {ReplyKind::done, *receipt};
    }

    /// The clean-up job: what a strategy writes has to have an end.
    void sweep(Env& env) const override {
        const Result<SqlSession*> session = env.sql.open();
        if (session.ok()) {
            static_cast<void>((*session)->execute(
                "DELETE FROM own_strategy_request WHERE created_at < now() - interval '30 days'"
            ));
            (*session)->close();
        }
    }

private:
    Effect effect_;
};

// From here on the program knows it: `list strategies`, `use = ["own-strategy"]` in scenario files.
const Registered<OwnStrategy> own_strategy(StrategyInfo{
    .name = "own-strategy",
    .summary = "looks for the request, makes the effect, notes the receipt",
    .source = "this file",
    .claim = "an effect is made once, whatever is repeated",
    .needs_sql = true,
    .schema = schema,
    .tables = {"own_strategy_request"}});

}  // namespace
