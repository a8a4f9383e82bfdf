#include "runtime/aicore/order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/aicore/launch.h"

namespace openaclnn::aicore {
namespace {

constexpr size_t Index(Pipe pipe) { return static_cast<size_t>(pipe); }

bool Overlap(const Order::Access& a, const Order::Access& b) {
  return a.begin < b.end && b.begin < a.end;
}

}  // namespace

void Order::Begin(bool manual, bool vector_in_order, bool timed) {
  timed_ = timed;
  next_.fill({});
  complete_.fill({});
  started_.fill(0);
  manual_ = manual;
  vector_in_order_ = vector_in_order;
  counts_.fill(1);
  knowledge_.fill({});
  logs_.clear();
  before_reset_.clear();
  for (auto& kinds : global_) {
    for (auto& ranges : kinds) ranges.Clear();
  }
}

Order::Knowledge Order::Release(Pipe from) {
  Knowledge knowledge = knowledge_[Index(from)];
  knowledge.done[Index(from)] = counts_[Index(from)]++;
  ++changes_;
  knowledge.when = complete_[Index(from)];
  if (timed_) ++next_[Index(Pipe::kScalar)].cycle;  // to issue it
  return knowledge;
}

void Order::Acquire(Pipe to, const Knowledge& knowledge) {
  next_[Index(to)].Join(knowledge.when);
  if (timed_) ++next_[Index(Pipe::kScalar)].cycle;
  if (to != Pipe::kScalar) {
    knowledge_[Index(to)].Join(knowledge);
    return;
  }
  for (Knowledge& all : knowledge_) all.Join(knowledge);
}

void Order::Barrier(Pipe pipe) {
  knowledge_[Index(pipe)].done[Index(pipe)] = counts_[Index(pipe)]++;
  next_[Index(pipe)].Join(complete_[Index(pipe)]);
  if (timed_) ++next_[Index(Pipe::kScalar)].cycle;
}

void Order::BarrierAll() {
  Knowledge all;
  for (size_t p = 0; p < kPipes; ++p) all.done[p] = counts_[p]++;
  ++changes_;
  knowledge_.fill(all);
  const Moment end = End();
  for (Moment& next : next_) next.Join(end);
}

Order::Signalled Order::Signal(Pipe from) {
  const uint32_t scalar_reads = counts_[Index(Pipe::kScalar)]++;
  Knowledge knowledge = Release(from);
  knowledge.when.Join(next_[Index(Pipe::kScalar)]);
  return {knowledge, scalar_reads};
}

Order::Moment Order::End() const {
  Moment end;
  for (const Moment& complete : complete_) end.Join(complete);
  end.Join(next_[Index(Pipe::kScalar)]);
  return end;
}

void Order::AdvanceTo(int64_t cycle) {
  const int32_t last = End().event;
  for (Moment& next : next_) next.Join({.cycle = cycle, .event = last});
}

Order::Span Order::Execute(Pipe pipe, const Cost& cost, int32_t event) {
  Moment& issue = next_[Index(Pipe::kScalar)];
  Moment& next = next_[Index(pipe)];
  Moment& complete = complete_[Index(pipe)];
  if (pipe == Pipe::kScalar) {
    const int64_t end = issue.cycle + cost.busy;
    const Span span = {issue.cycle, issue.cycle, end, end, issue.event};
    issue = complete = {.cycle = span.end, .event = event};
    return span;
  }
  // A full queue holds up the scalar unit.
  size_t& started = started_[Index(pipe)];
  int64_t& oldest = starts_[Index(pipe)][started % kQueueDepth];
  if (started >= kQueueDepth) issue.cycle = std::max(issue.cycle, oldest);
  const int64_t issued = issue.cycle++;
  const bool waits = next.cycle >= issued;
  const int64_t start = std::max(next.cycle, issued);
  const int64_t busy_until = start + (waits && next.cycle > 0 ? 0 : cost.head) + cost.busy;
  oldest = start;
  ++started;
  const Span span = {issued, start, busy_until, busy_until + cost.tail,
                     waits ? next.event : issue.event};
  next = {.cycle = busy_until, .event = event};
  complete.Join({.cycle = span.end, .event = event});
  return span;
}

bool Order::Concurrent(const Access& access, const Access& earlier) const {
  if (!(access.write || earlier.write) || (access.atomic && earlier.atomic)) return false;
  if (access.pipe == earlier.pipe && access.number == earlier.number) return false;
  return !InOrder(access.pipe, earlier.pipe) && !Knows(access.pipe, earlier);
}

bool Order::CompilerOrders(const Access& access, const Access& earlier) {
  if (access.pipe == Pipe::kVector && earlier.pipe == Pipe::kVector && OrdersVector()) {
    Barrier(Pipe::kVector);
    return true;
  }
  if (manual_ || (access.pipe != Pipe::kScalar && earlier.pipe != Pipe::kScalar)) return false;
  Acquire(access.pipe, Release(earlier.pipe));
  return true;
}

const Order::Access* Order::TouchLocal(int32_t buffer, Access access) {
  Log& log = logs_[static_cast<size_t>(buffer)];
  access.count = counts_[Index(access.pipe)];
  const Knowledge& known = knowledge_[Index(access.pipe)];
  bool suspicious = false;
  for (size_t p = 0; p < kPipes; ++p) {
    const uint32_t newest = access.write ? std::max(log.read[p], log.written[p]) : log.written[p];
    suspicious |= newest > known.done[p] && !InOrder(access.pipe, static_cast<Pipe>(p));
  }
  const Access* conflict = nullptr;
  if (suspicious) {
    for (size_t i = log.accesses.size(); i-- > 0 && conflict == nullptr;) {
      const Access& earlier = log.accesses[i];
      if (!Overlap(access, earlier) || !Concurrent(access, earlier)) continue;
      if (!CompilerOrders(access, earlier)) conflict = &earlier;
    }
    // The compiler's flag may have come between.
    access.count = counts_[Index(access.pipe)];
  }
  if (conflict != nullptr) {
    found_ = *conflict;
    return &found_;
  }
  (access.write ? log.written : log.read)[Index(access.pipe)] = access.count;
  // Blocks that one instruction copies next to each other are one access.
  if (!log.accesses.empty()) {
    Access& last = log.accesses.back();
    if (last.end == access.begin && last.pipe == access.pipe && last.write == access.write &&
        last.number == access.number && last.count == access.count) {
      last.end = access.end;
      return nullptr;
    }
  }
  if (log.accesses.size() >= log.limit) Shorten(log);
  log.accesses.push_back(access);
  return nullptr;
}

// Leaves out what every pipe knows to be complete, and all but the newest of several accesses of
// one pipe to the same bytes: whoever knows that one knows all.
void Order::Shorten(Log& log) {
  std::vector<Access>& all = log.accesses;
  std::erase_if(all, [this](const Access& access) {
    for (size_t p = 0; p < kPipes; ++p) {
      const auto pipe = static_cast<Pipe>(p);
      const bool by_compiler = pipe == Pipe::kScalar && !manual_;
      if (!by_compiler && !InOrder(pipe, access.pipe) && !Knows(pipe, access)) return false;
    }
    return true;
  });
  std::stable_sort(all.begin(), all.end(), [](const Access& a, const Access& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    if (a.end != b.end) return a.end < b.end;
    if (a.pipe != b.pipe) return a.pipe < b.pipe;
    if (a.write != b.write) return a.write < b.write;
    return a.count > b.count;
  });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const Access& a, const Access& b) {
                          return a.begin == b.begin && a.end == b.end && a.pipe == b.pipe &&
                                 a.write == b.write;
                        }),
            all.end());
  log.limit = std::max(kLeastLimit, 2 * all.size());
}

const Order::Access* Order::TouchGlobal(const Access& given) {
  Access access = given;
  for (size_t p = 0; p < kPipes; ++p) {
    for (size_t write = access.write ? 0 : 1; write < 2; ++write) {
      const Access* const earlier =
          global_[p][write].Find(access.begin, access.end, [&](const Access& found) {
            return Concurrent(access, found) && !CompilerOrders(access, found);
          });
      if (earlier == nullptr) continue;
      found_ = *earlier;
      return &found_;
    }
  }
  access.count = counts_[Index(access.pipe)];
  global_[Index(access.pipe)][access.write ? 1 : 0].Insert(access);
  return nullptr;
}

void Order::AddBuffer(uint64_t begin, uint64_t end) {
  Log& log = logs_.emplace_back();
  for (const Access& access : before_reset_) {
    if (access.begin >= end || begin >= access.end) continue;
    log.accesses.push_back(access);
    uint32_t& newest = (access.write ? log.written : log.read)[Index(access.pipe)];
    newest = std::max(newest, access.count);
  }
}

void Order::DropBuffers() {
  for (Log& log : logs_) {
    Shorten(log);
    before_reset_.insert(before_reset_.end(), log.accesses.begin(), log.accesses.end());
  }
  logs_.clear();
}

}  // namespace openaclnn::aicore
