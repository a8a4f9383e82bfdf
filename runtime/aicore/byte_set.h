// A set of addresses of global memory, as ranges.
#ifndef OPENACLNN_RUNTIME_AICORE_BYTE_SET_H_
#define OPENACLNN_RUNTIME_AICORE_BYTE_SET_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace openaclnn::aicore {

class ByteSet {
 public:
  void Add(uint64_t begin, uint64_t end) {
    if (begin >= end) return;
    auto it = ranges_.upper_bound(begin);
    if (it != ranges_.begin() && std::prev(it)->second >= begin) --it;
    while (it != ranges_.end() && it->first <= end) {
      begin = std::min(begin, it->first);
      end = std::max(end, it->second);
      it = ranges_.erase(it);
    }
    ranges_.emplace(begin, end);
  }

  // Of the addresses [begin, end) the first that is not in the set, or end.
  uint64_t FirstMissing(uint64_t begin, uint64_t end) const {
    const auto it = ranges_.upper_bound(begin);
    if (it == ranges_.begin()) return begin;
    return std::clamp(std::prev(it)->second, begin, end);
  }

 private:
  std::map<uint64_t, uint64_t> ranges_;  // begin to end; they do not touch
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_BYTE_SET_H_
