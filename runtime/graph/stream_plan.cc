#include "runtime/graph/stream_plan.h"

#include <algorithm>

#include "runtime/executor/ledger.h"

namespace openaclnn::graph {
namespace {

// Chooses the streams of runs in order.
class Streams {
 public:
  explicit Streams(int most) : most_(static_cast<size_t>(most)) {}

  // For the next run.
  int Choose(const std::vector<int>& needs) {
    const int stream = StreamFor(needs);
    of_runs_.push_back(stream);
    Tail& tail = tails_[static_cast<size_t>(stream)];
    tail.run = static_cast<int>(of_runs_.size()) - 1;
    ++tail.runs;
    return stream;
  }
  int count() const { return static_cast<int>(tails_.size()); }
  // The last run of a stream.
  int tail(int stream) const { return tails_[static_cast<size_t>(stream)].run; }

 private:
  struct Tail {
    int run = -1;
    int runs = 0;
  };

  // Behind what the run needs, if that is the last of its stream; else where there is least.
  int StreamFor(const std::vector<int>& needs) {
    int found = -1;
    for (int run : needs) {
      const int stream = of_runs_[static_cast<size_t>(run)];
      if (tail(stream) == run && (found < 0 || run > tail(found))) found = stream;
    }
    if (found >= 0) return found;
    if (tails_.front().run >= 0 && tails_.size() < most_) tails_.emplace_back();
    const auto least = std::min_element(tails_.begin(), tails_.end(),
                                        [](Tail a, Tail b) { return a.runs < b.runs; });
    return static_cast<int>(least - tails_.begin());
  }

  const size_t most_;
  std::vector<Tail> tails_ = {{}};  // by stream
  std::vector<int> of_runs_;
};

// Adds the waits that order runs, and no wait for what an earlier one has waited for.
class Order {
 public:
  explicit Order(StreamPlan* plan)
      : plan_(*plan),
        known_(static_cast<size_t>(plan->streams), Clock(static_cast<size_t>(plan->streams), -1)),
        at_begin_(known_.front()) {
    at_begin_[0] = 0;
    known_[0] = at_begin_;
  }

  // Stream `stream` goes on when the run has ended.
  void WaitForRun(int stream, int run, std::vector<int>* waits) {
    StreamPlan::Run& other = plan_.runs[static_cast<size_t>(run)];
    if (!Learn(stream, other.stream, run + 1, at_runs_[static_cast<size_t>(run)])) return;
    if (other.event < 0) other.event = plan_.events++;
    waits->push_back(other.event);
  }
  void WaitForBegin(int stream, std::vector<int>* waits) {
    if (Learn(stream, 0, 0, at_begin_)) waits->push_back(0);
  }

  // The next run is queued.
  void Add() {
    const auto run = at_runs_.size();
    const auto stream = static_cast<size_t>(plan_.runs[run].stream);
    known_[stream][stream] = static_cast<int>(run) + 1;
    at_runs_.push_back(known_[stream]);
  }

 private:
  // By stream: the last of its runs that has ended, counted from 1. 0: what stream 0 had before.
  using Clock = std::vector<int>;

  bool Learn(int stream, int other, int until, const Clock& then) {
    Clock& known = known_[static_cast<size_t>(stream)];
    if (stream == other || known[static_cast<size_t>(other)] >= until) return false;
    for (size_t i = 0; i < known.size(); ++i) known[i] = std::max(known[i], then[i]);
    return true;
  }

  StreamPlan& plan_;
  std::vector<Clock> known_;  // by stream, where its next run is
  Clock at_begin_;
  std::vector<Clock> at_runs_;  // behind each run
};

bool Meet(const ArenaBlock& a, const ArenaBlock& b) {
  return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

// Each stream has memory of its own, so that runs of different ones seldom wait for memory.
int64_t PlaceBlocks(const StreamPlan& plan, std::vector<ArenaBlock>* blocks) {
  int64_t bytes = 0;
  for (int stream = 0; stream < plan.streams; ++stream) {
    Ledger ledger;
    std::vector<ArenaBlock*> booked;
    for (ArenaBlock& block : *blocks) {
      if (plan.runs[static_cast<size_t>(block.run)].stream != stream) continue;
      const int last = block.readers.empty() ? block.run : block.readers.back();
      (void)ledger.Book("block", block.bytes, block.run, last);
      booked.push_back(&block);
    }
    ledger.Place();
    const int64_t begin = PlaceOfBlock(bytes);
    for (size_t i = 0; i < booked.size(); ++i)
      booked[i]->offset = begin + ledger.offset(static_cast<int>(i));
    bytes = begin + ledger.total_bytes();
  }
  return bytes;
}

}  // namespace

int64_t PlaceOfBlock(int64_t offset) {
  return (offset + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
}

StreamPlan PlanStreams(const std::vector<std::vector<int>>& needs, int most_streams,
                       std::vector<ArenaBlock>* blocks) {
  StreamPlan plan;
  Streams streams(most_streams);
  for (const std::vector<int>& needed : needs)
    plan.runs.emplace_back().stream = streams.Choose(needed);
  plan.streams = streams.count();
  plan.bytes = PlaceBlocks(plan, blocks);

  std::vector<std::vector<const ArenaBlock*>> written(needs.size());  // by run
  for (const ArenaBlock& block : *blocks) written[static_cast<size_t>(block.run)].push_back(&block);
  // By stream: what lies in its memory.
  std::vector<std::vector<const ArenaBlock*>> lying(static_cast<size_t>(plan.streams));
  Order order(&plan);
  for (size_t run = 0; run < needs.size(); ++run) {
    const int stream = plan.runs[run].stream;
    std::vector<int> waits;
    for (int needed : needs[run]) order.WaitForRun(stream, needed, &waits);
    // What lay where the run writes has been read. What is written over in part is forgotten: who
    // writes the rest is a later run of this stream.
    for (const ArenaBlock* block : written[run]) {
      std::erase_if(lying[static_cast<size_t>(stream)], [&](const ArenaBlock* other) {
        if (!Meet(*block, *other)) return false;
        for (int reader : other->readers) order.WaitForRun(stream, reader, &waits);
        return true;
      });
      lying[static_cast<size_t>(stream)].push_back(block);
    }
    order.WaitForBegin(stream, &waits);
    plan.runs[run].waits = std::move(waits);
    order.Add();
  }
  for (int stream = 1; stream < plan.streams; ++stream)
    order.WaitForRun(0, streams.tail(stream), &plan.last_waits);
  return plan;
}

}  // namespace openaclnn::graph
