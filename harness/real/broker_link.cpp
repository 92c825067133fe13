#include "harness/real/broker_link.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "impls/backend/rabbitmq_message.hpp"

namespace onceproof::harness {

namespace {

using backend::RabbitmqChannel;

constexpr std::chrono::milliseconds look_period(2);
constexpr int looks_usual = 2'500;
constexpr int drain_looks = 500;
constexpr int empty_looks = 5;  // so often in a row, and nothing is on its way

template <class Outcome>
auto demanded(Outcome outcome, const RabbitmqChannel& channel) {
    if (!outcome.ok()) throw std::runtime_error("RabbitMQ: " + channel.last_message());
    return std::move(*outcome);
}

void demand(const std::optional<Error>& error, const RabbitmqChannel& channel) {
    if (error) throw std::runtime_error("RabbitMQ: " + channel.last_message());
}

}  // namespace

int BrokerLink::looks_max() const {
    return looks_usual * static_cast<int>(options_.patience);
}

std::unique_ptr<RabbitmqChannel> BrokerLink::connect(bool dead_letters) {
    auto channel = std::make_unique<Channel>(backend::RabbitmqOptions{
        .port = options_.port,
        .queue = dead_letters ? backend::dead_letters_of(options_.queue) : options_.queue,
        .deliveries_max = dead_letters ? 0 : options_.deliveries_max});
    demand(channel->open(), *channel);
    return channel;
}

RabbitmqChannel& BrokerLink::channel_of(std::size_t consumer) {
    std::unique_ptr<Channel>& channel = consumers_[consumer];
    if (!channel) channel = connect(false);
    return *channel;
}

RabbitmqChannel& BrokerLink::producer() {
    if (!producer_) producer_ = connect(false);
    return *producer_;
}

BrokerLink::Line& BrokerLink::line(std::size_t number) {
    if (lines_.size() <= number) lines_.resize(number + 1);
    return lines_[number];
}

std::string BrokerLink::version() {
    return "RabbitMQ " + producer().server_version();
}

void BrokerLink::publish(std::size_t number, const fake::Broker::Message& message, bool hears) {
    line(number) = {};
    const std::string id = options_.run + "/" + std::to_string(number) + "/" + message.id;
    if (!demanded(producer().publish(id, backend::to_body(message.request)), producer())) {
        throw std::runtime_error("RabbitMQ: " + producer().last_message());
    }
    if (!hears) producer_.reset();
}

void BrokerLink::copy(std::size_t number, const fake::Broker::Message& message) {
    publish(number, message, true);
    line(number).copied = true;
}

std::optional<BrokerLink::Found> BrokerLink::get(Channel& channel) {
    for (;;) {
        auto taken = demanded(channel.get(), channel);
        if (!taken) return std::nullopt;
        const std::string start = options_.run + "/";
        if (taken->id.starts_with(start)) {
            Found found{.message = std::move(*taken)};
            const std::string_view rest = std::string_view(found.message.id).substr(start.size());
            const char* const end = rest.data() + rest.size();
            const char* const slash = std::from_chars(rest.data(), end, found.number).ptr;
            found.id = std::string(slash + 1, end);
            return found;
        }
        demand(channel.acknowledge(taken->tag), channel);
    }
}

void BrokerLink::put_back(Channel& channel, const std::vector<Found>& strangers) {
    for (const Found& stranger : strangers) {
        demand(channel.reject(stranger.message.tag, true), channel);
        ++line(stranger.number).put_back;
    }
    demanded(channel.flush(), channel);
}

BrokerLink::Fetched BrokerLink::fetch(std::size_t number, std::size_t consumer) {
    Channel& channel = channel_of(consumer);
    std::vector<Found> strangers;
    for (int look = 0; look < looks_max(); ++look) {
        std::optional<Found> found = get(channel);
        if (found && found->number != number) {
            strangers.push_back(std::move(*found));
            continue;
        }
        if (!found) {
            std::this_thread::sleep_for(look_period);
            continue;
        }
        put_back(channel, strangers);
        Line& mine = line(number);
        mine.holder = consumer;
        mine.tag = found->message.tag;
        Fetched fetched{.id = std::move(found->id)};
        if (auto request = backend::request_in(found->message.body)) {
            fetched.request = std::move(*request);
        }
        if (mine.copied) return fetched;
        if (mine.put_back == 0) fetched.redelivered = found->message.redelivered;
        fetched.count = found->message.returned + 1 - mine.put_back;
        return fetched;
    }
    put_back(channel, strangers);
    throw std::runtime_error("RabbitMQ does not hand out message " + std::to_string(number));
}

bool BrokerLink::is_empty(std::size_t consumer) {
    Channel& channel = channel_of(consumer);
    for (int look = 0; look < empty_looks; ++look) {
        if (auto found = get(channel)) {
            put_back(channel, {std::move(*found)});
            return false;
        }
        std::this_thread::sleep_for(look_period);
    }
    return true;
}

void BrokerLink::acknowledge(std::size_t number) {
    Line& mine = line(number);
    Channel& channel = channel_of(mine.holder.value());
    demand(channel.acknowledge(mine.tag), channel);
    demanded(channel.flush(), channel);
    mine.holder.reset();
}

void BrokerLink::give_back(std::size_t number) {
    Line& mine = line(number);
    Channel& channel = channel_of(mine.holder.value());
    demand(channel.reject(mine.tag, true), channel);
    demanded(channel.flush(), channel);
    mine.holder.reset();
}

void BrokerLink::drop_dead(std::size_t number) {
    const std::unique_ptr<Channel> channel = connect(true);
    for (int look = 0; look < looks_max(); ++look) {
        const auto found = get(*channel);
        if (found && found->number == number) {
            demand(channel->acknowledge(found->message.tag), *channel);
            demanded(channel->flush(), *channel);
            return;  // what else was taken comes back with the connection's end
        }
        std::this_thread::sleep_for(look_period);
    }
    throw std::runtime_error("RabbitMQ has no dead letter " + std::to_string(number));
}

bool BrokerLink::is_held(std::size_t number) const {
    return number < lines_.size() && lines_[number].holder.has_value();
}

std::size_t BrokerLink::held_by(std::size_t consumer) const {
    return static_cast<std::size_t>(std::ranges::count(lines_, consumer, &Line::holder));
}

void BrokerLink::cut(std::size_t consumer) {
    consumers_.erase(consumer);
    for (Line& each : lines_) {
        if (each.holder == consumer) each.holder.reset();
    }
}

void BrokerLink::cut_all() {
    consumers_.clear();
    producer_.reset();
    for (Line& each : lines_)
        each.holder.reset();
}

std::vector<std::size_t> BrokerLink::drain(bool dead_letters, std::size_t least) {
    const std::unique_ptr<Channel> channel = connect(dead_letters);
    std::vector<std::size_t> numbers;
    int empty = 0;
    const int most = drain_looks * static_cast<int>(options_.patience);
    for (int look = 0; look < most && empty < empty_looks; ++look) {
        if (const auto found = get(*channel)) {
            demand(channel->acknowledge(found->message.tag), *channel);
            numbers.push_back(found->number);
            empty = 0;
            continue;
        }
        if (numbers.size() >= least) ++empty;
        std::this_thread::sleep_for(look_period);
    }
    demanded(channel->flush(), *channel);
    std::ranges::sort(numbers);
    return numbers;
}

}  // namespace onceproof::harness
