#include "bench/explorer/crew.hpp"

#include "bench/explorer/crew_ports.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::litmus {
namespace {

using Variant = Protocol::Variant;
using world::OpCode;

/// The regions' images and what may come next, or the way to come back to the state.
struct Kept final : explore::SnapshotData {
    using explore::SnapshotData::holds;

    std::vector<world::ImagePtr> images;
    OptionList menu;
    std::vector<std::uint16_t> path;
};

world::Config config_of(const fake::Schema& schema, Variant variant) {
    world::Config config;
    config.schema = &schema;
    config.callers = {
        {.request = {.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"}}};
    config.effect = variant == Variant::transaction ? Effect::in_transaction : Effect::external;
    return config;
}

// Who may take over when is for the crew to say: the code takes over when it can.
Variant code_of(Variant variant) {
    return variant == Variant::detected_takeover ? Variant::takeover : variant;
}

}  // namespace

Crew::Crew(Variant variant, const ProtocolSize& size, Protocol::Symmetry symmetry)
    : variant_(variant),
      size_(size),
      symmetry_(symmetry),
      strategy_(code_of(variant)),
      schema_(fake::compile_schema(row_schema)),
      config_(config_of(*schema_, variant)),
      stores_(config_, size.workers) {
    ENSURE(size_.workers <= Protocol::workers_max);
    {
        const world::Region::Use use(state_region_);
        state_ = new State;
    }
    state_region_.set_first();
    all_regions_ = stores_.regions();
    all_regions_.push_back(&state_region_);
    for (std::size_t worker = 0; worker < size_.workers; ++worker) {
        bodies_[worker] = {this, worker};
        regions_.push_back(std::make_unique<world::Region>());
        fibers_.push_back(std::make_unique<world::Fiber>(*regions_.back()));
        fibers_.back()->start(work, &bodies_[worker]);
        all_regions_.push_back(regions_.back().get());
    }
    Crew::reset(0);
}

Crew::~Crew() {
    fibers_.clear();
    state_region_.clear();
    const world::Region::Use use(state_region_);
    delete state_;
}

void Crew::work(void* context) {
    const auto& body = *static_cast<const Body*>(context);
    CrewPorts ports(*body.crew, body.worker);
    Env env = ports.env();
    RowStrategy::Stage stage{};
    std::optional<Reply> reply;
    while (!(reply = body.crew->strategy_.round(stage, body.crew->request(), env))) {
        body.crew->begin_anew(body.worker, stage);
    }
    world::ReplyOperation operation(*reply);
    body.crew->announce(body.worker, operation);
    // Whoever has answered is dropped, never resumed.
    ENSURE(false);
}

void Crew::announce(std::size_t worker, world::Operation& operation) {
    state_->workers[worker].operation = &operation;
    state_->next[worker] = next_of(operation);
    fibers_[worker]->suspend();
}

void Crew::begin_anew(std::size_t worker, RowStrategy::Stage stage) {
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(stage));
    state_->workers[worker].seen = hasher.finish();
}

void Crew::take(std::size_t option) {
    const std::span<const explore::Option> options = enabled();
    ENSURE(option < options.size());
    const explore::Option chosen = options[option];
    if constexpr (!world::regions_can_be_kept) {
        path_.push_back(static_cast<std::uint16_t>(option));
    }
    menu_is_current_ = false;
    violations_.clear();
    state_region_.touch();
    const std::uint8_t effects_before = state_->effects;
    const bool answered_before = state_->answered;
    state_->last_actor = chosen.actor;
    state_->faults = static_cast<std::uint8_t>(state_->faults + (chosen.outcome != 0 ? 1 : 0));
    if (chosen.actor == 0) {
        ++state_->sent;
        state_->waiting =
            static_cast<std::uint8_t>(state_->waiting + (chosen.outcome == Protocol::ok ? 1 : 0));
    } else {
        step(chosen.actor - std::size_t{1}, chosen);
    }
    judge(effects_before, answered_before);
}

void Crew::step(std::size_t worker, const explore::Option& option) {
    Worker& state = state_->workers[worker];
    if (state.operation == nullptr) {
        --state_->waiting;
        begin_anew(worker, RowStrategy::Stage::claiming);
        fibers_[worker]->resume();
        return;
    }
    if (option.outcome == Protocol::lost || option.outcome == Protocol::crash) {
        drop(worker);
        return;
    }
    world::Operation& operation = *state.operation;
    if (option.operation == static_cast<std::uint8_t>(OpCode::call_reply)) {
        const bool success =
            operation.code == OpCode::call_reply &&
            tells_success(static_cast<const world::ReplyOperation&>(operation).reply->kind);
        state_->answered = state_->answered || success;
        drop(worker);
        return;
    }
    if (option.outcome == Protocol::fails) {
        const world::Region::Use use(region(worker));
        operation.fail({ErrorKind::declined, Certainty::definite});
    } else {
        apply(worker, operation);
    }
    run_on(worker);
}

void Crew::apply(std::size_t worker, world::Operation& operation) {
    if (operation.code == OpCode::gateway_charge) {
        stores_.apply(static_cast<world::GatewayOperation&>(operation), region(worker));
        ++state_->effects;
    } else if (world::target_of(operation.code) == world::Target::database) {
        auto& statement = static_cast<world::SqlOperation&>(operation);
        const bool applied = stores_.apply(statement, region(worker), Instant{});
        ENSURE(applied);  // no transaction is ever left open that it could wait for
        if (operation.code == OpCode::sql_insert && statement.result.ok()) {
            state_->effects =
                static_cast<std::uint8_t>(state_->effects + statement.result->affected);
        }
    } else {
        stores_.apply(static_cast<world::KvOperation&>(operation), region(worker), Instant{});
    }
}

void Crew::run_on(std::size_t worker) {
    if (fingerprints_) {
        Worker& state = state_->workers[worker];
        Hasher hasher;
        hasher.add(state.seen);
        state.operation->hash_result(hasher, nullptr);
        state.seen = hasher.finish();
    }
    fibers_[worker]->resume();
}

void Crew::drop(std::size_t worker) {
    region(worker).clear();
    state_->workers[worker] = {};
    state_->next[worker] = {};
}

void Crew::judge(std::uint8_t effects_before, bool answered_before) {
    if (effects_before <= 1 && state_->effects > 1) {
        violations_.push_back({Protocol::single_effect, "the effect happened twice"});
    }
    const bool was_right = !answered_before || effects_before == 1;
    if (was_right && state_->answered && state_->effects != 1) {
        violations_.push_back(
            {Protocol::right_answer, "success was answered without exactly one effect"}
        );
    }
}

Fingerprint Crew::fingerprint() const {
    ENSURE(fingerprints_);
    Hasher hasher;
    hasher.add(
        std::uint64_t{state_->effects} + (std::uint64_t{state_->sent} << 8U) +
        (std::uint64_t{state_->waiting} << 16U) + (std::uint64_t{state_->faults} << 24U) +
        (std::uint64_t{state_->answered} << 32U)
    );
    add_workers(hasher);
    static_cast<void>(stores_.hash(hasher, Instant{}, {}));
    return hasher.finish();
}

void Crew::add_workers(Hasher& hasher) const {
    const bool alike = symmetry_ == Protocol::Symmetry::on;
    std::uint64_t working = 0;
    Fingerprint sum;
    for (std::size_t worker = 0; worker < size_.workers; ++worker) {
        const Worker& state = state_->workers[worker];
        const bool works = state.operation != nullptr;
        working += works ? 1 : 0;
        if (!alike) {
            hasher.add(works ? 1 : 0);
        }
        if (works && !alike) {
            hasher.add(state.seen);
        } else if (works) {
            sum += state.seen;
        }
    }
    if (alike) {
        hasher.add(working);
        hasher.add(sum);
    }
}

void Crew::reset(std::size_t fault_budget) {
    fault_budget_ = fault_budget;
    path_.clear();
    violations_.clear();
    menu_is_current_ = false;
    for (world::Region* each : all_regions_) {
        each->clear();
    }
}

explore::Snapshot Crew::save() const {
    auto kept = std::make_shared<Kept>();
    if constexpr (!world::regions_can_be_kept) {
        kept->path = path_;
        return kept;
    }
    std::size_t bytes = sizeof(Kept) + all_regions_.size() * sizeof(world::ImagePtr);
    kept->images.reserve(all_regions_.size());
    for (world::Region* each : all_regions_) {
        const bool shared = each->is_kept();
        kept->images.push_back(each->keep());
        bytes += shared ? 0 : kept->images.back()->size() + sizeof(world::Image);
    }
    static_cast<void>(enabled());
    kept->menu = menu_;
    kept->holds(bytes);
    return kept;
}

void Crew::restore(const explore::Snapshot& snapshot) {
    const auto& kept = static_cast<const Kept&>(*snapshot);
    if constexpr (world::regions_can_be_kept) {
        for (std::size_t i = 0; i < all_regions_.size(); ++i) {
            all_regions_[i]->bring_back(kept.images[i]);
        }
        menu_ = kept.menu;
        menu_is_current_ = true;
    } else {
        reset(fault_budget_);
        for (const std::uint16_t option : kept.path) {
            take(option);
        }
        menu_is_current_ = false;
    }
    violations_.clear();
}

}  // namespace onceproof::litmus
