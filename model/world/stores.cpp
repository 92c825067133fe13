#include "model/world/stores.hpp"

#include <algorithm>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::world {
namespace {

/// Makes an object inside a region, and that its first content.
template <class T, class... Arguments>
T* make_in(Region& region, const Arguments&... arguments) {
    T* object = nullptr;
    {
        const Region::Use use(region);
        object = new T(arguments...);
    }
    region.set_first();
    return object;
}

template <class T>
void destroy_in(Region& region, const T* object) {
    region.clear();
    const Region::Use use(region);
    delete object;
}

bool may_strike(const Config& config, FaultKind kind) {
    return std::ranges::find(config.faults, kind, &FaultRule::kind) != config.faults.end();
}

fake::Redis::Config redis_config(const Config& config) {
    fake::Redis::Config redis = config.redis;
    redis.evicts |= may_strike(config, FaultKind::redis_eviction);
    return redis;
}

std::size_t commits_to_keep(const Config& config) {
    std::size_t most = 0;
    for (const FaultRule& rule : config.faults) {
        if (rule.kind == FaultKind::database_failover) {
            most = std::max(most, rule.lose);
        }
    }
    return most;
}

Result<KvOperation::Answer> run(fake::Redis& redis, const KvOperation& call, Instant now) {
    using Answer = KvOperation::Answer;
    switch (call.code) {
        using enum OpCode;
        case kv_get:
            return Answer{.flag = false, .text = redis.get(call.key, now), .left = {}};
        case kv_set: {
            const Result<bool> written =
                redis.set(call.key, call.value, call.options, now, call.session);
            if (!written.ok()) {
                return written.error();
            }
            return Answer{.flag = *written, .text = {}, .left = {}};
        }
        case kv_ttl:
            return Answer{.flag = false, .text = {}, .left = redis.ttl(call.key, now)};
        case kv_del:
            return Answer{.flag = redis.del(call.key, now), .text = {}, .left = {}};
        case kv_expire:
            return Answer{.flag = redis.expire(call.key, call.ttl, now), .text = {}, .left = {}};
        case kv_compare_and_delete:
            return Answer{
                .flag = redis.compare_and_delete(call.key, call.expected, now),
                .text = {},
                .left = {}};
        case kv_compare_and_expire:
            return Answer{
                .flag = redis.compare_and_expire(call.key, call.expected, call.ttl, now),
                .text = {},
                .left = {}};
        default:
            ENSURE(call.code == kv_compare_and_set);
            return Answer{
                .flag = redis.compare_and_set(call.key, call.expected, call.value, call.ttl, now),
                .text = {},
                .left = {}};
    }
}

BrokerOperation::Answer run(
    fake::Broker& broker, const BrokerOperation& call, const Stores::Party& party, Instant now
) {
    BrokerOperation::Answer answer;
    switch (call.code) {
        using enum OpCode;
        case broker_publish:
            answer.message_id = broker.publish(*call.request, call.message_id, party.producer);
            break;
        case broker_next:
            answer.batch = broker.next(party.consumer, call.most, now);
            break;
        case broker_acknowledge:
            broker.acknowledge(party.consumer, call.deliveries, now);
            break;
        default:
            ENSURE(call.code == broker_reject);
            broker.reject(party.consumer, call.deliveries, now);
    }
    return answer;
}

}  // namespace

Stores::Stores(const Config& config, std::size_t sessions)
    : schema_(*config.schema),
      redis_(make_in<fake::Redis>(redis_region_, redis_config(config))),
      database_(make_in<fake::Database>(
          database_region_,
          schema_,
          sessions,
          fake::DatabaseConfig{.dialect = config.dialect, .history = commits_to_keep(config)}
      )),
      gateway_(make_in<fake::Gateway>(gateway_region_, config.effect == Effect::external_idempotent)
      ) {
    if (config.has_broker()) {
        broker_region_ = std::make_unique<Region>();
        broker_ = make_in<fake::Broker>(*broker_region_, config.broker);
    }
}

Stores::~Stores() {
    destroy_in(redis_region_, redis_);
    destroy_in(database_region_, database_);
    destroy_in(gateway_region_, gateway_);
    if (broker_ != nullptr) {
        destroy_in(*broker_region_, broker_);
    }
}

void Stores::apply(KvOperation& operation, Region& actor, Instant now) {
    // What only reads leaves the store's region as it is. The others answer without a text.
    const bool reads = operation.code == OpCode::kv_get || operation.code == OpCode::kv_ttl;
    const Region::Use use(reads ? actor : redis_region_);
    Result<KvOperation::Answer> answer = run(*redis_, operation, now);
    const Region::Use writing(actor);
    operation.result = std::move(answer);
    if (log_ != nullptr) {
        log_->add(operation, Passage{});
    }
}

bool Stores::apply(SqlOperation& operation, Region& actor, Instant now) {
    const fake::Plan* plan = operation.text.empty() ? nullptr : &plan_of(operation.text);
    const Region::Use use(database_region_);
    fake::Execution execution;
    if (plan != nullptr) {
        execution = database_->execute(operation.session, *plan, operation.parameters, now);
    } else if (operation.code == OpCode::sql_commit) {
        execution = database_->commit(operation.session, now);
    } else {
        database_->rollback(operation.session);
        execution = Result<Rows>(Rows{});
    }
    if (!execution.has_value()) {
        if (log_ != nullptr) {
            log_->add(operation, Passage{.reach = Reach::waits});
        }
        return false;
    }
    const Region::Use writing(actor);
    operation.result = *execution;
    if (log_ != nullptr) {
        log_->add(operation, Passage{});
    }
    return true;
}

void Stores::apply(GatewayOperation& operation, Region& actor) {
    const Region::Use use(gateway_region_);
    std::optional<std::string> receipt;
    if (operation.code == OpCode::gateway_charge) {
        receipt = gateway_->charge(*operation.request, operation.downstream_key);
    } else {
        receipt = gateway_->find(*operation.downstream_key);
    }
    const Region::Use writing(actor);
    operation.result = receipt;
    if (log_ != nullptr) {
        log_->add(operation, Passage{});
    }
}

void Stores::apply(BrokerOperation& operation, const Party& party, Region& actor, Instant now) {
    const Region::Use use(*broker_region_);
    const BrokerOperation::Answer answer = run(*broker_, operation, party, now);
    const Region::Use writing(actor);
    operation.result = answer;
    if (log_ != nullptr) {
        log_->add(operation, party.consumer, party.producer, Passage{});
    }
}

std::vector<StoreEntry> Stores::describe(Instant now) const {
    std::vector<StoreEntry> entries;
    for (const auto& line : redis_->describe(now)) {
        entries.push_back({"redis", line.name, line.content, line.ends});
    }
    for (const auto& line : database_->describe()) {
        entries.push_back({"db", line.name, line.content, {}});
    }
    if (broker_ != nullptr) {
        for (const auto& line : broker_->describe()) {
            entries.push_back({"queue", line.name, line.content, {}});
        }
    }
    for (std::size_t i = 0; i < gateway_->ledger().size(); ++i) {
        const Request& request = gateway_->ledger()[i].request;
        entries.push_back(
            {"effects", request.key + " #" + std::to_string(i + 1), receipt_for(request), {}}
        );
    }
    return entries;
}

std::vector<Region*> Stores::regions() {
    std::vector<Region*> regions{&redis_region_, &database_region_, &gateway_region_};
    if (broker_ != nullptr) {
        regions.push_back(broker_region_.get());
    }
    return regions;
}

const fake::Plan& Stores::plan_of(std::string_view text) {
    // Plans belong to no run, so they are made outside all regions.
    const Region::Outside outside;
    for (const Statement& statement : statements_) {
        if (statement.text == text) {
            return *statement.plan;
        }
    }
    statements_.push_back({std::string(text), fake::compile(schema_, text)});
    return *statements_.back().plan;
}

}  // namespace onceproof::world
