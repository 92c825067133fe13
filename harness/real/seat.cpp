#include "harness/real/seat.hpp"

#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::harness {

Seat::Seat(Place place) : place_(std::move(place)), sql_(place_.pool) {
    connect();
    thread_ = std::jthread([this] { run(); });
}

Seat::~Seat() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
}

/// Connections of their own, and the ports on them: as a process has them that has just started.
void Seat::connect() {
    struck_.reset();
    tasks_.reset();
    kv_ = std::make_unique<backend::RedisKv>(place_.redis, place_.redis_timeout);
    task_kv_ = std::make_unique<backend::RedisKv>(place_.redis, place_.redis_timeout);
    tasks_ = std::make_unique<backend::ThreadTasks>(backend::ThreadTasks::Ports{
        .sql = place_.pool,
        .kv = *task_kv_,
        .gateway = place_.gateway,
        .clock = clock_,
        .ids = ids_});
    struck_ = std::make_unique<StruckEnv>(
        StruckEnv::Behind{
            .sql = sql_,
            .kv = *kv_,
            .gateway = place_.gateway,
            .ids = ids_,
            .tasks = *tasks_,
            .broker = broker_},
        place_.setting
    );
}

void Seat::begin(Task task) {
    {
        const std::lock_guard lock(mutex_);
        ENSURE(!task_.has_value());
        cancelled_ = false;
        task.job.cancelled = &cancelled_;
        reply_.reset();
        task_ = std::move(task);
    }
    changed_.notify_all();
}

std::optional<Reply> Seat::wait(Duration patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return reply_.has_value(); });
    return reply_;
}

void Seat::wait_for_end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !task_.has_value(); });
}

std::optional<Reply> Seat::handle(const Task& task) {
    if (task.delay > Duration{0}) {
        clock_.sleep(task.delay);
    }
    std::optional<Reply> reply;
    bool died = false;
    try {
        Env env = struck_->begin(task.job);
        if (task.issues) {
            const Result<std::string> key = place_.strategy.issue(task.request, env);
            reply = key.ok() ? Reply{ReplyKind::done, *key}
                             : Reply{ReplyKind::error, std::string(name_of(key.error().kind))};
        } else {
            reply = place_.strategy.handle(task.request, env);
        }
        if (struck_->at(world::OpCode::call_reply).has_value()) {
            reply.reset();
        }
    } catch (const ProcessDied&) {
        died = true;
    }
    tasks_->stop();
    sql_.end_handler();
    if (died) {
        connect();
        return std::nullopt;
    }
    return reply;
}

void Seat::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return task_.has_value() || closing_; });
        if (!task_.has_value()) {
            return;
        }
        const Task task = *task_;
        lock.unlock();
        std::optional<Reply> reply = handle(task);
        lock.lock();
        reply_ = std::move(reply);
        task_.reset();
        changed_.notify_all();
    }
}

}  // namespace onceproof::harness
