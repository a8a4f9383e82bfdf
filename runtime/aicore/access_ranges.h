// Disjoint ranges of memory, each with the newest access to it.
#ifndef OPENACLNN_RUNTIME_AICORE_ACCESS_RANGES_H_
#define OPENACLNN_RUNTIME_AICORE_ACCESS_RANGES_H_

#include <cstdint>
#include <iterator>
#include <map>

namespace openaclnn::aicore {

// `Access` has begin and end.
template <typename Access>
class AccessRanges {
 public:
  // Replaces what older accesses left of these bytes.
  void Insert(const Access& access) {
    if (ranges_.empty() || std::prev(ranges_.end())->second.end <= access.begin) {
      ranges_.emplace_hint(ranges_.end(), access.begin, access);
      return;
    }
    auto it = FirstOverlapping(access.begin);
    while (it != ranges_.end() && it->second.begin < access.end) {
      const Access old = it->second;
      it = ranges_.erase(it);
      if (old.end > access.end) {
        Access rest = old;
        rest.begin = access.end;
        ranges_.emplace(rest.begin, rest);
      }
      if (old.begin < access.begin) {
        Access rest = old;
        rest.end = access.begin;
        ranges_.emplace(rest.begin, rest);
      }
      it = ranges_.lower_bound(access.begin);
    }
    ranges_.emplace(access.begin, access);
  }

  // The first of those with bytes of [begin, end) for which the function is true, or null.
  template <typename Function>
  const Access* Find(uint64_t begin, uint64_t end, Function function) const {
    if (ranges_.empty() || std::prev(ranges_.end())->second.end <= begin) return nullptr;
    for (auto it = FirstOverlapping(begin); it != ranges_.end() && it->second.begin < end; ++it) {
      if (function(it->second)) return &it->second;
    }
    return nullptr;
  }

  void Clear() { ranges_.clear(); }

 private:
  auto FirstOverlapping(uint64_t begin) const {
    auto it = ranges_.upper_bound(begin);
    if (it != ranges_.begin() && std::prev(it)->second.end > begin) --it;
    return it;
  }

  std::map<uint64_t, Access> ranges_;  // by their first byte
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_ACCESS_RANGES_H_
