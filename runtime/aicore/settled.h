// Accesses to the unified buffer that need no second look: their bytes were defined, and nothing
// lacked order. They stay so until something changes. Most instructions use what one shortly before
// has used.
#ifndef OPENACLNN_RUNTIME_AICORE_SETTLED_H_
#define OPENACLNN_RUNTIME_AICORE_SETTLED_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/aicore/launch.h"

namespace openaclnn::aicore {

class Settled {
 public:
  // As a number.
  class Access {
   public:
    Access(Pipe pipe, int64_t begin, int64_t bytes, bool write)
        : key_(((static_cast<uint64_t>(begin) << 32 | static_cast<uint64_t>(bytes)) << 3) +
               (static_cast<uint64_t>(pipe) << 1 | (write ? 1 : 0))) {}

   private:
    friend class Settled;
    static_assert(kPipes <= 4);
    uint64_t key_;
  };

  // `changes` counts whatever may have unsettled an access.
  bool Has(const Access& access, uint64_t changes) const {
    const Entry& entry = entries_[IndexOf(access)];
    return entry.key == access.key_ && entry.changes == changes;
  }
  void Add(const Access& access, uint64_t changes) {
    entries_[IndexOf(access)] = {access.key_, changes};
  }

 private:
  struct Entry {
    uint64_t key = ~uint64_t{0};
    uint64_t changes = 0;
  };
  static constexpr int kIndexBits = 5;
  static size_t IndexOf(const Access& access) {
    return access.key_ * 0x9E3779B97F4A7C15 >> (64 - kIndexBits);  // spread by the golden ratio
  }

  std::array<Entry, size_t{1} << kIndexBits> entries_;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_SETTLED_H_
