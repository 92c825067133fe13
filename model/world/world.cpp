#include "model/world/world.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"
#include "model/world/bodies.hpp"

namespace onceproof::world {
namespace {

/// The regions' images and what may come next, or the way to come back to the state.
struct Kept final : explore::SnapshotData {
    using explore::SnapshotData::holds;

    std::vector<ImagePtr> images;
    std::vector<explore::Option> menu;
    std::vector<std::uint16_t> path;
};

}  // namespace

World::World(const Config& config, RestoreBy restore_by)
    : config_(config),
      rules_(config_.faults),
      cast_(config_),
      alike_(config_, cast_),
      restore_by_(regions_can_be_kept ? restore_by : RestoreBy::replay),
      keys_change_(
          config_.load == Load::requests &&
          (config_.issues || config_.identity == Identity::per_attempt)
      ),
      can_cancel_(std::ranges::any_of(
          config_.faults, [](const FaultRule& rule) { return rule.kind == FaultKind::cancelled; }
      )),
      stores_(config_, cast_.size() * sessions_per_actor) {
    for (std::size_t caller = 0; caller < config_.callers.size(); ++caller) {
        const Request& request = config_.callers[caller].request;
        const auto same_order = [&](std::size_t first) {
            return config_.callers[first].request.order == request.order;
        };
        if (std::ranges::none_of(orders_, same_order)) {
            orders_.push_back(caller);
        }
        key_is_order_ &= std::ranges::all_of(config_.callers, [&](const Caller& other) {
            return (other.request.key == request.key) == (other.request.order == request.order);
        });
    }
    key_is_order_ &= !keys_change_;
    for (std::size_t order = 0; order < orders_.size(); ++order) {
        subjects_.push_back(subject_of(order, ""));
    }
    {
        const Region::Use use(state_region_);
        state_ = new State;
        state_->actors.resize(cast_.size());
        state_->calls.resize(cast_.size());
        state_->sessions.resize(cast_.size() * sessions_per_actor);
        state_->instances.resize(config_.instances);
        state_->books.resize(orders_.size());
        state_->order_keys.resize(orders_.size());
        state_->requests.resize(cast_.size());
        state_->task_starts.resize(cast_.size());
    }
    state_region_.set_first();
    {
        const Region::Use use(network_region_);
        late_ = new std::vector<LateMessage>;
    }
    network_region_.set_first();
    starts_.resize(cast_.size());
    regions_.resize(cast_.size());
    fibers_.resize(cast_.size());
    all_regions_ = stores_.regions();
    all_regions_.push_back(&state_region_);
    all_regions_.push_back(&network_region_);
    for (std::size_t actor = 0; actor < cast_.size(); ++actor) {
        if (!Cast::has_fiber(actor)) {
            continue;
        }
        starts_[actor] = {this, actor};
        regions_[actor] = std::make_unique<Region>();
        fibers_[actor] = std::make_unique<Fiber>(*regions_[actor]);
        fibers_[actor]->start(body_of(cast_[actor].role), &starts_[actor]);
        all_regions_.push_back(regions_[actor].get());
    }
    reset(0);
}

World::~World() {
    fibers_.clear();
    state_region_.clear();
    network_region_.clear();
    {
        const Region::Use use(state_region_);
        delete state_;
    }
    const Region::Use use(network_region_);
    delete late_;
}

void World::reset(std::size_t fault_budget) {
    fault_budget_ = fault_budget;
    path_.clear();
    violations_.clear();
    notes_.clear();
    for (Region* region : all_regions_) {
        region->clear();
    }
    state_region_.touch();
    record(recording_);
    if (stores_.log() != nullptr) {
        stores_.log()->start(state_->now);
    }
    for (std::size_t caller = 0; caller < config_.callers.size(); ++caller) {
        resume(Cast::caller(caller));
    }
    if (cast_.workers() > 0) {
        for (std::size_t instance = 0; instance < config_.instances; ++instance) {
            start_workers(instance);
        }
        run_starting();
    }
    advance();
}

explore::Snapshot World::save() const {
    auto kept = std::make_shared<Kept>();
    if (restore_by_ == RestoreBy::replay) {
        kept->path = path_;
        kept->holds(sizeof(Kept) + path_.size() * sizeof path_[0]);
        return kept;
    }
    std::size_t bytes = sizeof(Kept) + all_regions_.size() * sizeof(ImagePtr);
    kept->images.reserve(all_regions_.size());
    for (Region* region : all_regions_) {
        const bool shared = region->is_kept();
        kept->images.push_back(region->keep());
        bytes += shared ? 0 : kept->images.back()->size() + sizeof(Image);
    }
    const std::span<const explore::Option> menu = enabled();
    kept->menu.assign(menu.begin(), menu.end());
    kept->holds(bytes + menu.size_bytes());
    return kept;
}

void World::restore(const explore::Snapshot& snapshot) {
    const auto& kept = static_cast<const Kept&>(*snapshot);
    if (restore_by_ == RestoreBy::replay) {
        reset(fault_budget_);
        for (const std::uint16_t option : kept.path) {
            take(option);
        }
        menu_is_current_ = false;
    } else {
        for (std::size_t i = 0; i < all_regions_.size(); ++i) {
            all_regions_[i]->bring_back(kept.images[i]);
        }
        menu_ = kept.menu;
        menu_is_current_ = true;
    }
    violations_.clear();
}

Instant World::now(std::size_t actor) {
    state_->time_observed = true;
    const Duration skew = state_->instances[state_->actors[actor].instance].skew;
    if (skew > Duration{0}) {
        mark_hit(actor);
    }
    const Instant shown = state_->now + skew;
    observe(actor, std::to_string(shown.time_since_epoch().count()));
    return shown;
}

void World::announce(std::size_t actor, Operation& operation) {
    ActorState& state = state_->actors[actor];
    state.status = Status::ready;
    state.operation = &operation;
    if (timed_.has_value()) {
        set_arrival(actor);
    }
    fibers_[actor]->suspend();
}

void World::sleep(std::size_t actor, Duration duration) {
    ActorState& state = state_->actors[actor];
    state.status = Status::sleeping;
    state.operation = nullptr;
    state.wake_at = state_->now + duration;
    fibers_[actor]->suspend();
}

std::optional<std::size_t> World::try_open(std::size_t actor) {
    InstanceState& instance = state_->instances[state_->actors[actor].instance];
    ++instance.open_at_most;
    if (instance.open_at_most > config_.pool) {
        alike_.refute();
    }
    if (instance.connections >= config_.pool) {
        return std::nullopt;
    }
    for (std::size_t which = 0; which < sessions_per_actor; ++which) {
        const std::size_t session = session_of(actor, which);
        // A closed connection can still be busy at the server with a commit that is late.
        if (!state_->sessions[session].open && !stores_.database().in_transaction(session)) {
            ++instance.connections;
            state_->sessions[session] = {.open = true};
            return session;
        }
    }
    ENSURE(false);
    return std::nullopt;
}

void World::close(std::size_t actor, std::size_t session) {
    const bool lives = state_->instances[state_->actors[actor].instance].alive;
    stores_.roll_back(session, lives ? SqlEnding::closed : SqlEnding::killed);
    state_->sessions[session] = {};
    --state_->instances[state_->actors[actor].instance].connections;
}

void World::start_task(std::size_t handler, const TaskStart& start) {
    ENSURE(cast_.has_tasks());
    ENSURE(cast_[handler].role != Role::task);
    stop_task(handler);
    const std::size_t task = cast_.task_of(handler);
    {
        const Region::Use use(region(task));
        state_->task_starts[task] = new TaskStart(start);
    }
    ActorState& state = state_->actors[task];
    const std::uint8_t ids = state.ids;  // a uuid is never drawn twice
    state = ActorState{};
    state.ids = ids;
    state.status = Status::starting;
    state.instance = state_->actors[handler].instance;
}

void World::stop_task(std::size_t handler) {
    if (cast_.has_tasks() && is_active(state_->actors[cast_.task_of(handler)].status)) {
        end(cast_.task_of(handler));
    }
}

void World::handler_returned(std::size_t actor) {
    release_sessions(actor);
    stop_task(actor);
}

void World::caller_ended(std::size_t actor, std::optional<ReplyKind> last) {
    state_->actors[actor].status = Status::ended;
    const std::size_t order = order_of(config_.callers[cast_[actor].caller].request);
    if (last == ReplyKind::in_progress) {
        state_->books[order].left_in_progress = static_cast<std::uint8_t>(actor);
    }
    if (state_->order_keys[order].asker == actor) {
        release_held(order);
    }
}

const Request& World::request_of(std::size_t actor) const {
    if (keys_change_ && state_->requests[actor] != nullptr) {
        return *state_->requests[actor];
    }
    const std::size_t caller = cast_[actor].caller;
    if (caller < config_.callers.size()) {
        return config_.callers[caller].request;
    }
    return *static_cast<const CallOperation*>(state_->actors[cast_.settler()].operation)->request;
}

std::size_t World::order_of(const Request& request) const {
    const auto order = std::ranges::find_if(orders_, [&](std::size_t first) {
        return config_.callers[first].request.order == request.order;
    });
    ENSURE(order != orders_.end());
    return static_cast<std::size_t>(order - orders_.begin());
}

std::size_t World::session_of(std::size_t actor, std::size_t which) const {
    return actor * sessions_per_actor + which;
}

}  // namespace onceproof::world
