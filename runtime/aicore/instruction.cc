// What instructions check, and what they note of the memory they use.
#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/cost.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/location.h"
#include "runtime/aicore/trace.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

template <typename T>
void AddValues(uint8_t* to, const uint8_t* values, int64_t bytes, Core::AtomicOp op) {
  for (int64_t i = 0; i + static_cast<int64_t>(sizeof(T)) <= bytes;
       i += static_cast<int64_t>(sizeof(T))) {
    T sum, value;
    std::memcpy(&sum, to + i, sizeof(T));
    std::memcpy(&value, values + i, sizeof(T));
    if (op != Core::AtomicOp::kAdd) {
      if (op == Core::AtomicOp::kMax ? sum < value : value < sum) sum = value;
    } else if constexpr (std::is_integral_v<T>) {
      using Unsigned = std::make_unsigned_t<T>;
      sum = static_cast<T>(static_cast<Unsigned>(static_cast<Unsigned>(sum) +
                                                 static_cast<Unsigned>(value)));  // wraps around
    } else {
      sum = sum + value;
    }
    std::memcpy(to + i, &sum, sizeof(T));
  }
}

uint64_t Address(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

}  // namespace

bool Core::CheckSpan(const LocalSpan& span, int64_t bytes, int64_t alignment) {
  if (span.buffer < 0 || span.buffer >= static_cast<int32_t>(buffers_.size())) return false;
  const Buffer& buffer = buffers_[static_cast<size_t>(span.buffer)];
  const int64_t room = buffer.begin + buffer.bytes - span.begin;
  const bool usable =
      buffer.lease == span.lease &&
      (buffer.state == BufferState::kAllocated || buffer.state == BufferState::kTaken) &&
      span.begin >= buffer.begin;
  if (!usable || bytes < 0 || bytes > room || bytes > span.bytes || span.begin % alignment != 0)
    return false;
  if (span.bytes <= room && span.begin % kBlockBytes == 0) span.checked = epoch_;
  return true;
}

void Core::RefuseLocal(const char* instruction, const char* operand, const LocalSpan& span,
                       int64_t bytes, int64_t alignment) {
  if (span.buffer < 0)
    Fail(instruction, operand,
         "the tensor has no memory; AllocTensor, DeQue and TBuf::Get give it");
  if (span.buffer >= static_cast<int32_t>(buffers_.size()))
    Fail(instruction, operand, "the tensor's TPipe has ended or was reset");
  const Buffer& buffer = buffers_[static_cast<size_t>(span.buffer)];
  if (buffer.lease != span.lease || buffer.state == BufferState::kFree)
    Fail(instruction, operand, "the tensor has been freed by FreeTensor");
  if (buffer.state == BufferState::kQueued)
    Fail(instruction, operand, "the tensor is in its queue; DeQue takes it out");
  if (bytes < 0) Fail(instruction, operand, bytes, " bytes; 0 or more");
  const int64_t offset = span.begin - buffer.begin;
  if (offset < 0 || bytes > buffer.bytes - offset) {
    Fail(instruction, operand, "bytes ", offset, " to ", offset + bytes, " of a buffer of ",
         buffer.bytes, " bytes");
  }
  if (bytes > span.bytes) {
    Fail(instruction, operand, "bytes ", offset, " to ", offset + bytes,
         " of its buffer; the tensor ends at ", offset + span.bytes);
  }
  Fail(instruction, operand, "starts at byte ", offset, " of its buffer; a multiple of ", alignment,
       " is needed");
}

void Core::Touch(const char* instruction, const char* operand, Pipe pipe, const LocalSpan& span,
                 int64_t offset, int64_t bytes, bool write) {
  if (bytes <= 0) return;
  const auto begin = static_cast<uint64_t>(span.begin + offset);
  const Order::Access access = {.begin = begin,
                                .end = begin + static_cast<uint64_t>(bytes),
                                .count = 0,
                                .number = static_cast<uint32_t>(counters_[pipe].instructions),
                                .pipe = pipe,
                                .write = write,
                                .instruction = instruction,
                                .site = site_};
  const Order::Access* const earlier = order_.TouchLocal(span.buffer, access);
  if (earlier == nullptr) return;
  RefuseOrder(operand, access, *earlier, "its buffer",
              static_cast<uint64_t>(buffers_[static_cast<size_t>(span.buffer)].begin));
}

bool Core::ReadNew(const char* instruction, const char* operand, Pipe pipe, const LocalSpan& span,
                   int64_t offset, int64_t bytes, Undefined undefined) {
  const int64_t begin = span.begin + offset;
  const bool defined = defined_.IsDefined(begin, begin + bytes);
  if (!defined && undefined == Undefined::kRefused)
    RefuseUndefined(instruction, operand, span, offset, bytes);
  Touch(instruction, operand, pipe, span, offset, bytes, false);
  if (defined && order_.InOrder(pipe, pipe))
    settled_.Add(Settled::Access(pipe, begin, bytes, false), Changes());
  return defined;
}

void Core::WriteNew(const char* instruction, Pipe pipe, const LocalSpan& span, int64_t offset,
                    int64_t bytes) {
  Touch(instruction, "dst", pipe, span, offset, bytes, true);
  const int64_t begin = span.begin + offset;
  defined_.Set(begin, begin + bytes, true);
  if (order_.InOrder(pipe, pipe))
    settled_.Add(Settled::Access(pipe, begin, bytes, true), Changes());
}

void Core::RefuseUndefined(const char* instruction, const char* operand, const LocalSpan& span,
                           int64_t offset, int64_t bytes) {
  const int64_t begin = span.begin + offset;
  const int64_t unset = defined_.FirstUndefined(begin, begin + bytes);
  const int64_t origin = buffers_[static_cast<size_t>(span.buffer)].begin;
  const auto fail = [&](const auto&... why) {
    Fail(instruction, operand, "reads bytes ", begin - origin, " to ", begin + bytes - origin,
         " of its buffer, of which byte ", unset - origin, " ", why...);
  };
  if (unset >= clobbered_.begin && unset < clobbered_.end) {
    fail("was overwritten by ", clobbered_.instruction, ", which uses the last ",
         soc().unified_buffer_bytes - clobbered_.begin, " bytes of the unified buffer itself");
  }
  if (computed_from_undefined_) fail("was never written, or computed from bytes that never were");
  fail("was never written");
}

// What owns memory must be gone when the block is left.
void Core::RefuseOrder(const char* operand, const Order::Access& access,
                       const Order::Access& earlier, const char* where, uint64_t origin) {
  RecordOrder(operand, access, earlier, where, origin);
  Leave();
}

void Core::RecordOrder(const char* operand, const Order::Access& access,
                       const Order::Access& earlier, const char* where, uint64_t origin) {
  const uint64_t begin = std::max(access.begin, earlier.begin);
  const uint64_t end = std::min(access.end, earlier.end);
  const auto verb = [](const Order::Access& a) { return a.write ? "writes" : "reads"; };
  const char* const from = PipeName(earlier.pipe);
  const char* const to = PipeName(access.pipe);
  const std::string place = LocationOf(earlier.site);
  const std::string remedy =
      access.pipe == earlier.pipe
          ? absl::StrCat("PipeBarrier<PIPE_", to, "> does")
          : absl::StrCat("SetFlag and WaitFlag of HardEvent::", from, "_", to, " do",
                         access.pipe == Pipe::kScalar || earlier.pipe == Pipe::kScalar
                             ? ""
                             : ", or the EnQue, DeQue, FreeTensor and AllocTensor of a queue");
  RecordFailure(access.instruction, operand,
                {to,
                 " ",
                 verb(access),
                 " bytes ",
                 begin - origin,
                 " to ",
                 end - origin,
                 " of ",
                 where,
                 ", which ",
                 earlier.instruction,
                 " ",
                 verb(earlier),
                 " on ",
                 from,
                 place.empty() ? "" : " at ",
                 place,
                 ", and nothing orders the two (",
                 access.write ? earlier.write ? "WAW" : "WAR" : "RAW",
                 "); ",
                 remedy});
}

uint8_t* Core::Global(const char* instruction, const char* operand, const GlobalSpan& span,
                      int64_t offset, int64_t bytes, Access::Kind kind, Pipe pipe) {
  const Located located = LocateGlobal(instruction, operand, span, offset, bytes, kind);
  uint8_t* const address = located.address;
  const uint64_t begin = Address(address);
  const uint64_t end = begin + static_cast<uint64_t>(bytes);
  if (kind != Access::kAtomic) {
    for (const PendingAdd& add : pending_adds_) {
      if (add.address < end && begin < add.address + add.values.size()) {
        FlushAtomics();
        break;
      }
    }
  }
  if (!strict() || bytes == 0) return address;
  TouchGlobal(instruction, operand, pipe, *located.argument, begin, end, kind);
  const uint32_t count = order_.count(pipe);
  if (!accesses_.empty() && accesses_.back().kind == kind && accesses_.back().end == begin &&
      accesses_.back().pipe == pipe && !(signals_others_ && accesses_.back().count != count)) {
    accesses_.back().end = end;
    accesses_.back().count = count;
    return address;
  }
  accesses_.push_back({.begin = begin,
                       .end = end,
                       .kind = kind,
                       .instruction = instruction,
                       .site = site_,
                       .pipe = pipe,
                       .count = count});
  if (accesses_.size() >= next_compaction_) {
    Compact(accesses_, signals_others_);
    next_compaction_ = std::max(kFirstCompaction, 2 * accesses_.size());
  }
  return address;
}

void Core::TouchGlobal(const char* instruction, const char* operand, Pipe pipe,
                       const Argument& argument, uint64_t begin, uint64_t end, Access::Kind kind) {
  const uint64_t origin = Address(argument.memory.data);
  if (argument.memory.undefined && kind != Access::kWrite) {
    const uint64_t missing = FirstUnwritten(begin, end);
    if (missing < end) {
      Fail(instruction, operand, kind == Access::kRead ? "reads" : "adds to", " bytes ",
           begin - origin, " to ", end - origin, " of ", argument.memory.name, ", of which byte ",
           missing - origin, " was never written");
    }
  }
  if (!argument.shared) return;
  CheckCache(instruction, operand, pipe, argument, begin, end, kind);
  const Order::Access access = {.begin = begin,
                                .end = end,
                                .count = 0,
                                .number = static_cast<uint32_t>(counters_[pipe].instructions),
                                .pipe = pipe,
                                .write = kind != Access::kRead,
                                .atomic = kind == Access::kAtomic,
                                .instruction = instruction,
                                .site = site_};
  if (const Order::Access* const earlier = order_.TouchGlobal(access))
    RefuseOrder(operand, access, *earlier, argument.memory.name, origin);
}

void Core::CheckCache(const char* instruction, const char* operand, Pipe pipe,
                      const Argument& argument, uint64_t begin, uint64_t end, Access::Kind kind) {
  const uint64_t origin = Address(argument.memory.data);
  const auto record = [&](const auto&... parts) {
    RecordFailure(instruction, operand,
                  {kind == Access::kRead ? "reads" : "writes", " bytes ", begin - origin, " to ",
                   end - origin, " of ", argument.memory.name, parts...});
  };
  if (pipe == Pipe::kScalar) {
    const char* const writer = cache_.Use(origin, begin, end, kind != Access::kRead, site_);
    if (writer == nullptr) return;
    record(" in a line of ", ScalarCache::kLineBytes,
           " bytes that the data cache holds since before ", writer,
           " wrote to it; DataCacheCleanAndInvalid drops the line");
    Leave();
  }
  if (cache_.empty()) return;
  const bool write = kind != Access::kRead;
  if (const ScalarCache::Line* const line = cache_.FindDirty(begin, end, write)) {
    {
      const std::string place = LocationOf(line->site);
      record(write ? absl::StrCat(" in a line of ", ScalarCache::kLineBytes, " bytes") : ",",
             " which GlobalTensor.SetValue wrote", place.empty() ? "" : " at ", place,
             " and which is in the data cache only; DataCacheCleanAndInvalid brings it to memory");
    }
    Leave();
  }
  if (write) cache_.Overtake(begin, end, instruction);
}

uint64_t Core::FirstUnwritten(uint64_t begin, uint64_t end) const {
  // What other blocks wrote before the last barrier, and what this one has since.
  uint64_t missing = mode_.written->FirstMissing(begin, end);
  for (bool found = true; found && missing < end;) {
    found = false;
    for (const Access& access : accesses_) {
      if (access.kind == Access::kRead || access.begin > missing || access.end <= missing) continue;
      missing = mode_.written->FirstMissing(std::min(access.end, end), end);
      found = true;
    }
  }
  return missing;
}

Core::Located Core::LocateGlobal(const char* instruction, const char* operand,
                                 const GlobalSpan& span, int64_t offset, int64_t bytes,
                                 Access::Kind kind) {
  const uint64_t begin = span.begin + static_cast<uint64_t>(offset);
  const uint64_t from_base = begin - span.base;  // huge if negative
  const auto size = static_cast<uint64_t>(bytes);
  if (span.base == 0)
    Fail(instruction, operand, "the tensor has no memory; SetGlobalBuffer gives it");
  const auto inside = [&](uint64_t start, uint64_t limit) {
    return begin >= start && begin - start <= limit && size <= limit - (begin - start);
  };
  // Several arguments may contain the address: the same memory given twice, or one that begins
  // where another ends.
  const Argument* found = nullptr;
  bool reachable = false;
  for (const Argument& candidate : memory_) {
    const Launch::Tensor& tensor = candidate.memory;
    const uint64_t start = Address(tensor.data);
    const auto limit = static_cast<uint64_t>(tensor.bytes);
    if (tensor.data == nullptr || span.base < start || span.base - start > limit) continue;
    const bool fits = inside(start, limit);
    if (found == nullptr || (fits && !reachable) || (fits && tensor.writable)) found = &candidate;
    reachable |= fits;
  }
  if (found == nullptr)
    Fail(instruction, operand, "the tensor's address lies in none of the kernel's arguments");
  const Launch::Tensor* const argument = &found->memory;
  const auto first = static_cast<int64_t>(begin - Address(argument->data));
  if (!reachable) {
    Fail(instruction, operand, "bytes ", first, " to ", first + bytes, " of ", argument->name,
         ", which has ", argument->bytes, " bytes");
  }
  if (span.bounded && !inside(span.base, span.bytes)) {
    Fail(instruction, operand, "bytes ", static_cast<int64_t>(from_base), " to ",
         static_cast<int64_t>(from_base) + bytes,
         " from the address that SetGlobalBuffer was given with ", span.bytes, " bytes (in ",
         argument->name, ")");
  }
  if (kind != Access::kRead && !argument->writable) {
    Fail(instruction, operand, "writes bytes ", first, " to ", first + bytes, " of ",
         argument->name, ", which is read only");
  }
  return {reinterpret_cast<uint8_t*>(static_cast<uintptr_t>(begin)), found};
}

void Core::Compact(std::vector<Access>& accesses, bool counts_matter) {
  const auto group = [&](const Access& a) {
    return std::tuple(a.kind, a.pipe, counts_matter ? a.count : 0);
  };
  std::sort(accesses.begin(), accesses.end(), [&](const Access& a, const Access& b) {
    return std::tuple(group(a), a.begin, a.end) < std::tuple(group(b), b.begin, b.end);
  });
  size_t kept = 0;
  for (const Access& access : accesses) {
    if (kept > 0 && group(accesses[kept - 1]) == group(access) &&
        access.begin <= accesses[kept - 1].end) {
      accesses[kept - 1].end = std::max(accesses[kept - 1].end, access.end);
      accesses[kept - 1].count = std::max(accesses[kept - 1].count, access.count);
    } else {
      accesses[kept++] = access;
    }
  }
  accesses.resize(kept);
}

void Core::AddLater(uint8_t* to, const uint8_t* values, int64_t bytes) {
  pending_adds_.push_back({.address = Address(to),
                           .type = atomic_,
                           .op = atomic_op_,
                           .values = std::vector<uint8_t>(values, values + bytes)});
}

void Core::Time(const char* name, Pipe pipe, int64_t elements, int64_t bytes, int64_t widest) {
  Cost cost;
  if (pipe == Pipe::kScalar) {
    cost = ScalarCost(absl::StartsWith(name, "Global"));
  } else if (pipe == Pipe::kVector) {
    if (widest == 0 && elements > 0) widest = (bytes + elements - 1) / elements;
    cost = VectorCost(name, elements, widest);
  } else {
    cost = CopyCost(soc(), pipe, bytes, mode_.cores);
  }
  const Order::Span time = order_.Execute(pipe, cost, events_timed_++);
  counters_[pipe].busy += time.free - time.start;
  if (mode_.traced) {
    trace_.push_back({.name = name,
                      .pipe = pipe,
                      .time = time,
                      .elements = elements,
                      .bytes = bytes,
                      .site = site_});
  }
}

void Core::FlushAtomics() {
  Apply(pending_adds_);
  pending_adds_.clear();
}

void Core::Apply(const std::vector<PendingAdd>& adds) {
  for (const PendingAdd& add : adds) {
    auto* to = reinterpret_cast<uint8_t*>(static_cast<uintptr_t>(add.address));
    const auto bytes = static_cast<int64_t>(add.values.size());
    switch (add.type) {
      case Atomic::kNone:
        break;
      case Atomic::kFloat:
        AddValues<float>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kHalf:
        AddValues<Half>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kBfloat16:
        AddValues<BFloat16>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kInt32:
        AddValues<int32_t>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kInt16:
        AddValues<int16_t>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kInt8:
        AddValues<int8_t>(to, add.values.data(), bytes, add.op);
        break;
    }
  }
}

// --- instructions ---

const uint8_t* Instruction::ReadLanes(const char* operand, const LocalSpan& span,
                                      const Repeats& repeats) {
  uint8_t* const address = Locate(operand, span, repeats.Extent());
  if (core_.strict()) {
    ForLanes(repeats,
             [&](int64_t offset, int64_t bytes) { CheckWritten(operand, span, offset, bytes); });
  }
  return address;
}

uint8_t* Instruction::WriteLanes(const char* operand, const LocalSpan& span,
                                 const Repeats& repeats) {
  uint8_t* const address = Locate(operand, span, repeats.Extent());
  if (core_.strict())
    ForLanes(repeats, [&](int64_t offset, int64_t bytes) { MarkWritten(span, offset, bytes); });
  return address;
}

const uint8_t* Instruction::ReadAny(const char* operand, const LocalSpan& span,
                                    const Repeats& repeats) {
  const uint8_t* const address = Locate(operand, span, repeats.Extent());
  if (core_.strict()) {
    ForLanes(repeats, [&](int64_t offset, int64_t bytes) {
      core_.Read(name_, operand, pipe_, span, offset, bytes, Core::Undefined::kAllowed);
    });
  }
  return address;
}

void Instruction::MarkUndefined(const LocalSpan& span, int64_t offset, int64_t bytes) {
  if (!core_.strict()) return;
  core_.Touch(name_, "dst", pipe_, span, offset, bytes, true);
  core_.defined_.Set(span.begin + offset, span.begin + offset + bytes, false);
}

void Instruction::MarkComputed(const LocalSpan& dst, const Elements& to,
                               const std::array<Elements, 3>& sources, int64_t count) {
  if (!core_.strict()) return;
  Definedness& defined = core_.defined_;
  const auto all = [&](const Elements& source) {
    return source.bytes == 0 ||
           defined.IsDefined(source.begin, source.begin + count * source.bytes);
  };
  if (std::all_of(sources.begin(), sources.end(), all)) {
    MarkWritten(dst, to.begin - dst.begin, count * to.bytes);
    return;
  }
  core_.computed_from_undefined_ = true;
  core_.Touch(name_, "dst", pipe_, dst, to.begin - dst.begin, count * to.bytes, true);
  // Repeat by repeat, for dst may overlap a source as the instruction allows.
  int64_t widest = to.bytes;
  for (const Elements& source : sources) widest = std::max(widest, source.bytes);
  const int64_t each = elements_of_each_;
  const int64_t lanes = kRepeatBytes / widest * each;
  count *= each;
  // Of each pair one half: of a byte that are 4 bits.
  const auto half_of_byte = [](int64_t i) {
    return static_cast<uint8_t>(i % 2 == 0 ? 0x0F : 0xF0);
  };
  const auto is_good = [&](const Elements& source, int64_t i) {
    if (source.bytes < each)
      return (defined.UndefinedBits(source.begin + i / 2) & half_of_byte(i)) == 0;
    const int64_t bytes = source.bytes / each;
    return defined.IsDefined(source.begin + i * bytes, source.begin + (i + 1) * bytes);
  };
  for (int64_t first = 0; first < count; first += lanes) {
    std::bitset<kRepeatBytes> good;
    const int64_t last = std::min(count, first + lanes);
    for (int64_t i = first; i < last; ++i) {
      good[static_cast<size_t>(i - first)] = std::all_of(
          sources.begin(), sources.end(),
          [&](const Elements& source) { return source.bytes == 0 || is_good(source, i); });
    }
    for (int64_t i = first; i < last; ++i) {
      const bool is_defined = good[static_cast<size_t>(i - first)];
      if (to.bytes < each) {
        const int64_t at = to.begin + i / 2;
        const auto others = static_cast<uint8_t>(defined.UndefinedBits(at) & ~half_of_byte(i));
        defined.SetUndefinedBits(
            at, is_defined ? others : static_cast<uint8_t>(others | half_of_byte(i)));
      } else {
        const int64_t bytes = to.bytes / each;
        defined.Set(to.begin + i * bytes, to.begin + (i + 1) * bytes, is_defined);
      }
    }
  }
}

void Instruction::MarkComputedFromUndefined(const LocalSpan& span, int64_t offset, int64_t bytes) {
  core_.computed_from_undefined_ = true;
  MarkUndefined(span, offset, bytes);
}

void Instruction::MarkBits(const LocalSpan& dst, int64_t offset, uint8_t undefined) {
  if (!core_.strict()) return;
  core_.Touch(name_, "dst", pipe_, dst, offset, 1, true);
  core_.defined_.SetUndefinedBits(dst.begin + offset, undefined);
  if (undefined != 0) core_.computed_from_undefined_ = true;
}

void Instruction::ClobberTail(int64_t bytes) {
  const int64_t begin = soc().unified_buffer_bytes - bytes;
  if (core_.used_ <= begin) return;
  // Something that no kernel can take for its own data.
  constexpr int kOverwritten = 0xA5;
  std::memset(core_.unified_buffer_ + begin, kOverwritten,
              static_cast<size_t>(core_.used_ - begin));
  core_.clobbered_ = {.begin = begin, .end = core_.used_, .instruction = name_};
  for (size_t i = 0; i < core_.buffers_.size() && core_.strict(); ++i) {
    const LocalSpan buffer = core_.Whole(static_cast<int32_t>(i));
    const int64_t offset = std::max<int64_t>(0, begin - buffer.begin);
    if (offset < buffer.bytes) MarkUndefined(buffer, offset, buffer.bytes - offset);
  }
}

const uint8_t* Instruction::ReadGlobal(const char* operand, const GlobalSpan& span, int64_t offset,
                                       int64_t bytes) {
  return core_.Global(name_, operand, span, offset, bytes, Core::Access::kRead, pipe_);
}

void Instruction::RangeGlobal(const char* operand, const GlobalSpan& span, int64_t bytes) {
  core_.LocateGlobal(name_, operand, span, 0, bytes, Core::Access::kWrite);
}

uint8_t* Instruction::WriteGlobal(const char* operand, const GlobalSpan& span, int64_t offset,
                                  int64_t bytes) {
  return core_.Global(name_, operand, span, offset, bytes, Core::Access::kWrite, pipe_);
}

void Instruction::StoreGlobal(const char* operand, const GlobalSpan& span, int64_t offset,
                              const uint8_t* values, int64_t bytes) {
  const bool atomic = core_.atomic_ != Core::Atomic::kNone;
  uint8_t* to = core_.Global(name_, operand, span, offset, bytes,
                             atomic ? Core::Access::kAtomic : Core::Access::kWrite, pipe_);
  if (atomic) {
    core_.AddLater(to, values, bytes);
  } else {
    std::memcpy(to, values, static_cast<size_t>(bytes));
    Expect(to + bytes, bytes);
  }
}

void Instruction::Need(bool has, const char* what) {
  if (!has) Fail("", what, " does not exist on ", soc().product->title, " (", soc().name, ")");
}

int64_t BytesOfInt4(const char* function, const char* operand, int64_t elements) {
  if (elements % 2 != 0) {
    Core::CurrentOfThread().Fail(function, operand, elements,
                                 " elements of int4b_t end within a byte; an even number");
  }
  return elements / 2;
}

void GetLocalValue(const LocalSpan& span, void* value, int64_t bytes) {
  Instruction get("LocalTensor.GetValue", Pipe::kScalar);
  std::memcpy(value, get.Read<uint8_t>("tensor", span, bytes, bytes), static_cast<size_t>(bytes));
  get.Done(1, bytes);
}

void SetLocalValue(const LocalSpan& span, const void* value, int64_t bytes) {
  Instruction set("LocalTensor.SetValue", Pipe::kScalar);
  std::memcpy(set.Write<uint8_t>("tensor", span, bytes, bytes), value, static_cast<size_t>(bytes));
  set.Done(1, bytes);
}

void GetGlobalValue(const GlobalSpan& span, void* value, int64_t bytes) {
  Instruction get("GlobalTensor.GetValue", Pipe::kScalar);
  std::memcpy(value, get.ReadGlobal("tensor", span, 0, bytes), static_cast<size_t>(bytes));
  get.Done(1, bytes);
}

void SetGlobalValue(const GlobalSpan& span, const void* value, int64_t bytes) {
  Instruction set("GlobalTensor.SetValue", Pipe::kScalar);
  std::memcpy(set.WriteGlobal("tensor", span, 0, bytes), value, static_cast<size_t>(bytes));
  set.Done(1, bytes);
}

}  // namespace openaclnn::aicore
