#include "runtime/aicore/meetings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/aicore/core.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/meeting.h"
#include "runtime/aicore/order.h"

namespace openaclnn::aicore {

Meetings::Place& Meetings::At(int64_t block, const Meeting& meeting) {
  blocks_.resize(count_);
  std::vector<Place>& places = blocks_[static_cast<size_t>(block)].places;
  const auto place = std::find_if(places.begin(), places.end(),
                                  [&](const Place& p) { return p.meeting == meeting; });
  if (place != places.end()) return *place;
  places.emplace_back().meeting = meeting;
  return places.back();
}

void Meetings::Arrive(int64_t block, const Arrival& arrival) {
  Place& place = At(block, arrival.meeting);
  place.records.push_back({.complete = arrival.complete,
                           .known = blocks_[static_cast<size_t>(block)].known,
                           .awaited = arrival.meeting.blocks});
}

int64_t Meetings::Arrived(int64_t block, const Meeting& meeting) {
  const Place& place = At(block, meeting);
  return place.dropped + static_cast<int64_t>(place.records.size());
}

int64_t Meetings::Passed(int64_t block, const Meeting& meeting) {
  return At(block, meeting).passed;
}

int64_t Meetings::Missing(int64_t block, const Meeting& meeting) {
  const int64_t needed = Passed(block, meeting) + 1;
  for (int64_t b = meeting.first; b < meeting.first + meeting.blocks; ++b) {
    if (Arrived(b, meeting) < needed) return b;
  }
  return -1;
}

Meetings::Wait Meetings::Pass(int64_t block, const Meeting& meeting) {
  Block& self = blocks_[static_cast<size_t>(block)];
  auto table = self.known == nullptr ? std::make_shared<Table>(blocks_.size())
                                     : std::make_shared<Table>(*self.known);
  const auto learn = [&](size_t of, const Complete& complete) {
    for (size_t i = 0; i < complete.size(); ++i)
      (*table)[of][i] = std::max((*table)[of][i], complete[i]);
  };
  const int64_t number = At(block, meeting).passed++;
  Wait wait;
  for (int64_t b = meeting.first; b < meeting.first + meeting.blocks; ++b) {
    Place& place = At(b, meeting);
    Record& record = place.records[static_cast<size_t>(number - place.dropped)];
    const Order::Knowledge& knowledge = record.complete.knowledge;
    wait.until = std::max(wait.until, knowledge.when.cycle);
    if (b == block) wait.own = knowledge;
    Complete complete = {};
    std::copy(knowledge.done.begin(), knowledge.done.end(), complete.begin());
    complete[kScalarReads] = record.complete.scalar_reads;
    learn(static_cast<size_t>(b), complete);
    for (size_t of = 0; record.known != nullptr && of < blocks_.size(); ++of)
      learn(of, (*record.known)[of]);
    --record.awaited;
    while (!place.records.empty() && place.records.front().awaited == 0) {
      place.records.pop_front();
      ++place.dropped;
    }
  }
  self.known = std::move(table);
  return wait;
}

int64_t Meetings::PassAll(const Meeting& meeting) {
  int64_t last = 0;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    Place& place = At(static_cast<int64_t>(b), meeting);
    last = std::max(last, place.records.front().complete.knowledge.when.cycle);
    ++place.passed;
    ++place.dropped;
    place.records.pop_front();
    // Nothing is left that could be asked about.
    blocks_[b].known = nullptr;
  }
  return last;
}

}  // namespace openaclnn::aicore
