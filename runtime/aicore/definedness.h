// Which bytes of the unified buffer somebody has written, and computed from bytes that were
// written. Instructions pass it on element by element; an error is reported where an undefined byte
// matters.
#ifndef OPENACLNN_RUNTIME_AICORE_DEFINEDNESS_H_
#define OPENACLNN_RUNTIME_AICORE_DEFINEDNESS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "runtime/aicore/shadow_bits.h"

namespace openaclnn::aicore {

class Definedness {
 public:
  Definedness() : bytes_(kMaxUnifiedBuffer / 64) {}

  void Set(int64_t begin, int64_t end, bool defined) {
    SetBits(bytes_, begin, end, defined);
    if (!defined) ++losses_;
    if (!parts_.empty()) parts_.erase(parts_.lower_bound(begin), parts_.lower_bound(end));
  }

  // Of the bytes [begin, end) the first that is not wholly defined, or end.
  int64_t FirstUndefined(int64_t begin, int64_t end) const {
    int64_t first = FirstUnset(bytes_, begin, end);
    const auto part = parts_.lower_bound(begin);
    return part == parts_.end() ? first : std::min(first, part->first);
  }
  bool IsDefined(int64_t begin, int64_t end) const { return FirstUndefined(begin, end) == end; }

  // What an instruction finds out before it writes its results, and that holds afterwards. Kept
  // here, because a block that fails in between leaves what its stack owns.
  void SetLater(int64_t begin, int64_t end, bool defined) {
    later_.push_back({begin, end, defined});
  }
  void DropLater() { later_.clear(); }
  void ApplyLater() {
    for (const Later& later : later_) Set(later.begin, later.end, later.defined);
    later_.clear();
  }

  // The bits of a byte that are undefined: results of comparisons lie there as single bits.
  uint8_t UndefinedBits(int64_t byte) const {
    if (FirstUnset(bytes_, byte, byte + 1) == byte) return 0xFF;
    const auto it = parts_.find(byte);
    return it == parts_.end() ? 0 : it->second;
  }
  void SetUndefinedBits(int64_t byte, uint8_t bits) {
    Set(byte, byte + 1, bits != 0xFF);
    if (bits == 0 || bits == 0xFF) return;
    parts_[byte] = bits;
    ++losses_;
  }

  // How often something may have become undefined.
  uint64_t losses() const { return losses_; }

 private:
  struct Later {
    int64_t begin;
    int64_t end;
    bool defined;
  };

  std::vector<uint64_t> bytes_;  // one bit for every byte
  uint64_t losses_ = 0;
  std::vector<Later> later_;
  // Bytes of which only some bits are undefined; few at any time. (No container of Abseil: its
  // headers include those of NEON, which have a bfloat16_t of their own.)
  std::map<int64_t, uint8_t> parts_;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_DEFINEDNESS_H_
