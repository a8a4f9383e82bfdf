// The lines of global memory that the scalar unit of a core has in its data cache. Copies do not
// see the cache, nor does it see them: what GetValue and SetValue touch may differ from memory
// until the line is cleaned. Source: the project's facts (pipes.md A6).
#ifndef OPENACLNN_RUNTIME_AICORE_SCALAR_CACHE_H_
#define OPENACLNN_RUNTIME_AICORE_SCALAR_CACHE_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>

namespace openaclnn::aicore {

class ScalarCache {
 public:
  static constexpr uint64_t kLineBytes = 64;
  struct Line {
    uint64_t dirty = 0;           // a bit for every byte that SetValue wrote
    const void* site = nullptr;   // where the kernel did so last
    const char* stale = nullptr;  // what wrote to memory since the line was read
  };

  void Clear() { lines_.clear(); }
  bool empty() const { return lines_.empty(); }
  // The line with that address.
  void Drop(uint64_t address) {
    const auto it = lines_.upper_bound(address);
    if (it != lines_.begin() && std::prev(it)->first + kLineBytes > address)
      lines_.erase(std::prev(it));
  }

  // The scalar unit reads or writes the bytes [begin, end) of an argument that starts at `origin`;
  // arguments start where lines do, as on a device. Returns what has written to one of the lines
  // behind its back, or null.
  const char* Use(uint64_t origin, uint64_t begin, uint64_t end, bool write, const void* site) {
    for (uint64_t line = begin - (begin - origin) % kLineBytes; line < end; line += kLineBytes) {
      Line& entry = lines_[line];
      if (entry.stale != nullptr) return entry.stale;
      if (!write) continue;
      entry.dirty |= Mask(line, begin, end);
      entry.site = site;
    }
    return nullptr;
  }

  // A line with a byte of [begin, end) that SetValue wrote and nobody cleaned, or null. `whole`:
  // any such line that the range touches counts, for lines are written back whole.
  const Line* FindDirty(uint64_t begin, uint64_t end, bool whole) {
    for (auto it = First(begin); it != lines_.end() && it->first < end; ++it) {
      if ((it->second.dirty & (whole ? ~uint64_t{0} : Mask(it->first, begin, end))) != 0)
        return &it->second;
    }
    return nullptr;
  }

  // Something else writes to memory.
  void Overtake(uint64_t begin, uint64_t end, const char* instruction) {
    for (auto it = First(begin); it != lines_.end() && it->first < end; ++it)
      it->second.stale = instruction;
  }

  // Calls range(begin, end, site) for the dirty bytes of every line, from the first to the last.
  template <typename Range>
  void ForDirty(Range range) const {
    for (const auto& [line, entry] : lines_) {
      if (entry.dirty == 0) continue;
      const auto first = static_cast<uint64_t>(std::countr_zero(entry.dirty));
      const auto last = static_cast<uint64_t>(64 - std::countl_zero(entry.dirty));
      range(line + first, line + last, entry.site);
    }
  }

 private:
  using Lines = std::map<uint64_t, Line>;  // by the address of their first byte

  static uint64_t Mask(uint64_t line, uint64_t begin, uint64_t end) {
    const uint64_t first = std::max(begin, line) - line;
    const uint64_t last = std::min(end, line + kLineBytes) - line;
    const uint64_t below = last == kLineBytes ? ~uint64_t{0} : (uint64_t{1} << last) - 1;
    return below & ~((uint64_t{1} << first) - 1);
  }
  // The first line that ends behind that address.
  Lines::iterator First(uint64_t address) {
    return lines_.upper_bound(address < kLineBytes ? 0 : address - kLineBytes);
  }

  Lines lines_;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_SCALAR_CACHE_H_
