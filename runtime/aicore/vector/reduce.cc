#include "runtime/aicore/vector/reduce.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/operands.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

using AscendC::ReduceOrder;
using enum AscendC::ReduceOrder;

constexpr Types kSummed = {Set(Element::kHalf, Element::kFloat),
                           Set(Element::kInt32, Element::kUint32),
                           "half, float (Ascend 950: int32_t, uint32_t)"};
constexpr Types kSummedByCount = {kSummed.all,
                                  kSummed.wide | Set(Element::kInt64, Element::kUint64),
                                  "half, float (Ascend 950: int32_t, uint32_t, int64_t, uint64_t)"};
constexpr Types kCompared950 = {
    Set(Element::kHalf, Element::kFloat),
    Set(Element::kInt16, Element::kUint16, Element::kInt32, Element::kUint32),
    "half, float (Ascend 950: int16_t, uint16_t, int32_t, uint32_t)"};
constexpr Types kComparedByCount = {kCompared950.all,
                                    kCompared950.wide | Set(Element::kInt64, Element::kUint64),
                                    "half, float (Ascend 950: all integers of 2, 4 and 8 bytes)"};

void CheckReduceType(Instruction& instruction, const Types& types, Element type) {
  CheckType(instruction, IsOn(instruction, k910) ? kHalfOnly : types, type);
}

// --- arithmetic ---

template <typename T, Reduction kReduction>
void OfIntegers(void* dst, const void* src0, const void* src1, size_t count, bool) {
  for (size_t i = 0; i < count; ++i) {
    T a, b;
    std::memcpy(&a, static_cast<const uint8_t*>(src0) + i * sizeof(T), sizeof(T));
    std::memcpy(&b, static_cast<const uint8_t*>(src1) + i * sizeof(T), sizeof(T));
    if constexpr (kReduction == Reduction::SUM) {
      // Wraps around; unsigned, it may.
      a = static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    } else {
      a = kReduction == Reduction::MAX ? std::max(a, b) : std::min(a, b);
    }
    std::memcpy(static_cast<uint8_t*>(dst) + i * sizeof(T), &a, sizeof(T));
  }
}

template <typename T>
ArrayFunction OfIntegers(Reduction reduction) {
  constexpr ArrayFunction kOps[] = {&OfIntegers<T, Reduction::SUM>, &OfIntegers<T, Reduction::MAX>,
                                    &OfIntegers<T, Reduction::MIN>};
  return kOps[static_cast<size_t>(reduction)];
}

// How two elements become one.
struct Operation {
  Operation(Core& core, Reduction reduction, Element type)
      : bytes(static_cast<int64_t>(ElementBytes(type))),
        // An extremum is one of the elements, infinity included.
        saturate(core.saturates() && reduction == Reduction::SUM) {
    constexpr BinaryOp kOps[] = {BinaryOp::kAdd, BinaryOp::kMax, BinaryOp::kMin};
    switch (type) {
      case Element::kInt16:
        function = OfIntegers<int16_t>(reduction);
        break;
      case Element::kUint16:
        function = OfIntegers<uint16_t>(reduction);
        break;
      case Element::kInt32:
        function = OfIntegers<int32_t>(reduction);
        break;
      case Element::kUint32:
        function = OfIntegers<uint32_t>(reduction);
        break;
      case Element::kInt64:
        function = OfIntegers<int64_t>(reduction);
        break;
      case Element::kUint64:
        function = OfIntegers<uint64_t>(reduction);
        break;
      default:
        function = FindBinary(core.functions(), kOps[static_cast<size_t>(reduction)], type);
    }
  }

  void operator()(uint8_t* to, const uint8_t* a, const uint8_t* b, size_t count) const {
    function(to, a, b, count, saturate);
  }

  ArrayFunction function = nullptr;
  int64_t bytes;
  bool saturate;
};

// Whole repeats that are reduced at once.
constexpr int64_t kChunk = 16;

template <typename T>
void SplitPairs(const uint8_t* from, size_t pairs, uint8_t* even, uint8_t* odd) {
  for (size_t i = 0; i < pairs; ++i) {
    std::memcpy(even + i * sizeof(T), from + 2 * i * sizeof(T), sizeof(T));
    std::memcpy(odd + i * sizeof(T), from + (2 * i + 1) * sizeof(T), sizeof(T));
  }
}

// One level of the tree, in place; an odd element at the end stays as it is.
void AddPairs(const Operation& op, uint8_t* data, size_t count) {
  alignas(64) uint8_t even[kChunk * kRepeatBytes / 2];
  alignas(64) uint8_t odd[kChunk * kRepeatBytes / 2];
  const size_t pairs = count / 2;
  const auto bytes = static_cast<size_t>(op.bytes);
  if (bytes == 2) {
    SplitPairs<uint16_t>(data, pairs, even, odd);
  } else if (bytes == 4) {
    SplitPairs<uint32_t>(data, pairs, even, odd);
  } else {
    SplitPairs<uint64_t>(data, pairs, even, odd);
  }
  if (count % 2 != 0) {
    uint8_t last[sizeof(uint64_t)];
    std::memcpy(last, data + (count - 1) * bytes, bytes);
    op(data, even, odd, pairs);
    std::memcpy(data + pairs * bytes, last, bytes);
  } else {
    op(data, even, odd, pairs);
  }
}

// Each of `groups` groups of `length` elements to one, in place. More than one group: the length
// is a power of two.
void ReduceGroups(const Operation& op, uint8_t* data, size_t length, size_t groups) {
  for (; length > 1; length = (length + 1) / 2) AddPairs(op, data, length * groups);
}

// Pairs of lanes, of which some take no part, in place; returns those of the halves that have a
// result.
uint64_t ReduceLanePairs(const Operation& op, uint8_t* data, std::array<uint64_t, 2> mask,
                         int64_t lanes) {
  const auto bytes = static_cast<size_t>(op.bytes);
  uint64_t active = 0;
  for (int64_t i = 0; i < lanes / 2; ++i) {
    const uint64_t pair = mask[static_cast<size_t>(i / 32)] >> (2 * i % 64) & 3;
    uint8_t* const a = data + 2 * i * op.bytes;
    uint8_t* const to = data + i * op.bytes;
    if (pair == 3) {
      uint8_t sum[sizeof(uint64_t)];
      op(sum, a, a + op.bytes, 1);
      std::memcpy(to, sum, bytes);
    } else if (pair != 0) {
      std::memmove(to, pair == 1 ? a : a + op.bytes, bytes);
    }
    active |= static_cast<uint64_t>(pair != 0) << i;
  }
  return active;
}

// The lanes that take part, in place. At least one does.
void ReduceLanes(const Operation& op, uint8_t* data, const Part& part, int64_t lanes) {
  if (part.prefix >= 0) {
    ReduceGroups(op, data, static_cast<size_t>(part.prefix), 1);
    return;
  }
  std::array<uint64_t, 2> mask = part.mask;
  for (; lanes > 1; lanes /= 2) mask = {ReduceLanePairs(op, data, mask, lanes), 0};
}

// --- the elements ---

// What a reduction reads, in repeats. A result is undefined if one of its elements is.
class Source {
 public:
  // Checks it.
  Source(Instruction& instruction, const LocalSpan& span, Element type, const Strides& strides,
         const Parts& parts)
      : parts_(parts),
        span_(span),
        lanes_(kRepeatBytes / static_cast<int64_t>(ElementBytes(type))) {
    CheckStrides(instruction, "src", strides);
    const Operand operand = {"src", span, type, strides};
    for (size_t i = 0; i < size(); ++i) {
      repeats_[i] = RepeatsOf(operand, parts.part[i]);
      from_[i] = instruction.ReadAny("src", SpanOf(operand, parts.part[i]), repeats_[i]);
    }
    all_defined_ = instruction.IsDefined(span, RangeOf(repeats() - 1).end);
    if (all_defined_) return;  // what lies between the elements included
    bool defined = true;
    for (int64_t repeat = 0; repeat < repeats() && defined; ++repeat)
      defined = IsDefined(instruction, repeat, 0, lanes_);
    all_defined_ = defined;
  }

  bool all_defined() const { return all_defined_; }
  // Whether those of the lanes [begin, end) of a repeat are defined that take part; as long as
  // nothing has been written there.
  bool IsDefined(Instruction& instruction, int64_t repeat, int64_t begin, int64_t end) const {
    if (all_defined_) return true;
    const size_t i = PartOf(repeat);
    for (int64_t lane = begin; lane < end; ++lane) {
      if (!repeats_[i].Active(lane)) continue;
      const int64_t at = parts_.part[i].first * repeats_[i].repeat_stride * kBlockBytes +
                         repeats_[i].Offset(repeat - parts_.part[i].first, lane);
      if (!instruction.IsDefined(span_.From(at), repeats_[i].element_bytes)) return false;
    }
    return true;
  }

  size_t size() const { return static_cast<size_t>(parts_.count); }
  int64_t lanes() const { return lanes_; }
  int64_t repeats() const {
    int64_t sum = 0;
    for (size_t i = 0; i < size(); ++i) sum += parts_.part[i].repeats;
    return sum;
  }

  // The bytes of a repeat, from src's start.
  struct Range {
    int64_t begin;
    int64_t end;
  };
  Range RangeOf(int64_t repeat) const {
    Repeats one = repeats_[PartOf(repeat)];
    one.count = 1;
    const int64_t begin = repeat * one.repeat_stride * kBlockBytes;
    return {begin, begin + one.Extent()};
  }

  // Calls use(number, lanes, part) for each repeat, with its lanes in an array that `use` may
  // change.
  template <class Use>
  void ForEach(const Use& use) const {
    for (size_t i = 0; i < size(); ++i) {
      const Part& part = parts_.part[i];
      for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
        RepeatArray array;
        Load(i, repeat, array.bytes);
        use(part.first + repeat, array.bytes, part);
      }
    }
  }

  // Each repeat to one element, all together at `results`.
  void Reduce(const Operation& op, uint8_t* results) const {
    for (size_t i = 0; i < size(); ++i) {
      const Part& part = parts_.part[i];
      const bool adjoin = repeats_[i].block_stride == 1 && part.prefix == lanes_;
      for (int64_t repeat = 0; repeat < part.repeats;) {
        alignas(64) uint8_t data[kChunk * kRepeatBytes];
        const int64_t chunk = adjoin ? std::min(kChunk, part.repeats - repeat) : 1;
        for (int64_t k = 0; k < chunk; ++k) Load(i, repeat + k, data + k * kRepeatBytes);
        if (adjoin) {
          ReduceGroups(op, data, static_cast<size_t>(lanes_), static_cast<size_t>(chunk));
        } else {
          ReduceLanes(op, data, part, lanes_);
        }
        std::memcpy(results + (part.first + repeat) * op.bytes, data,
                    static_cast<size_t>(chunk * op.bytes));
        repeat += chunk;
      }
    }
  }

 private:
  size_t PartOf(int64_t repeat) const {
    size_t i = 0;
    while (repeat >= parts_.part[i].first + parts_.part[i].repeats) ++i;
    return i;
  }
  void Load(size_t i, int64_t repeat, uint8_t* array) const {
    const Part& part = parts_.part[i];
    if (part.prefix >= 0 && repeats_[i].block_stride == 1) {
      std::memcpy(array, from_[i] + repeat * repeats_[i].repeat_stride * kBlockBytes,
                  static_cast<size_t>(part.prefix * repeats_[i].element_bytes));
    } else {
      CollectLanes(from_[i], repeats_[i], repeat, lanes_, array);
    }
  }

  Parts parts_;
  LocalSpan span_;
  int64_t lanes_;
  std::array<Repeats, 2> repeats_;
  std::array<const uint8_t*, 2> from_ = {};
  bool all_defined_ = false;
};

// --- indices ---

uint64_t Bits(const uint8_t* from, int64_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, static_cast<size_t>(bytes));
  return bits;
}

bool IsNaN(Element type, uint64_t bits) {
  if (type == Element::kHalf) return (bits & 0x7FFF) > 0x7C00;
  return type == Element::kFloat && (bits & 0x7FFFFFFF) > 0x7F800000;
}

// The first lane of a repeat that holds `extremum`; -1: none does. Extrema have the one NaN for
// all.
int64_t FindLane(Element type, const uint8_t* array, const Part& part, int64_t lanes,
                 uint64_t extremum) {
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const bool is_nan = IsNaN(type, extremum);
  const Repeats repeats = {.element_bytes = bytes, .mask = part.mask};
  for (int64_t lane = 0; lane < lanes; ++lane) {
    if (!repeats.Active(lane)) continue;
    const uint64_t bits = Bits(array + lane * bytes, bytes);
    if (bits == extremum || (is_nan && IsNaN(type, bits))) return lane;
  }
  return -1;
}

// --- whole tensors ---

int64_t RoundUp(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

// Elements of scratch space, of which a block of 32 bytes has `block`, a repeat `lanes`. The
// vendor divides the count by the lanes without rounding up, and so leaves out an incomplete
// repeat.
int64_t ScratchElements(Instruction& instruction, Reduction reduction, bool with_index,
                        const Form& form, int64_t lanes, int64_t block) {
  const int64_t repeats = form.repetition != nullptr ? form.repetition->repeats
                                                     : std::max<int64_t>(1, form.count / lanes);
  if (reduction == Reduction::SUM) {
    if (IsOn(instruction, kA2) && form.repetition == nullptr) return 0;
    return RoundUp(repeats, block);
  }
  if (IsOn(instruction, k950)) return 0;
  int64_t elements = RoundUp(2 * repeats, block);
  if (!with_index) return elements;
  const auto level = [&](int64_t results) { return 2 * ((results + lanes - 1) / lanes); };
  const int64_t second = level(2 * repeats);
  elements += RoundUp(second, block);
  if (second > 2) elements += RoundUp(level(second), block);
  return elements;
}

// The results of repeats, to one. Owns memory, so it calls nothing that may fail.
uint64_t Combine(const Operation& op, const Source& source, bool in_sequence, bool lanes_first) {
  const int64_t lanes = source.lanes();
  int64_t count = source.repeats();
  std::vector<uint8_t> values(static_cast<size_t>(std::max(count, lanes) * op.bytes));
  if (lanes_first) {
    // Lane by lane over all repeats, then one tree.
    source.ForEach([&](int64_t number, const uint8_t* array, const Part& part) {
      if (number == 0) {
        count = part.prefix;
        std::memcpy(values.data(), array, static_cast<size_t>(count * op.bytes));
      } else {
        op(values.data(), values.data(), array, static_cast<size_t>(part.prefix));
      }
    });
    ReduceGroups(op, values.data(), static_cast<size_t>(count), 1);
    return Bits(values.data(), op.bytes);
  }
  source.Reduce(op, values.data());
  if (in_sequence) {
    for (int64_t i = 1; i < count; ++i)
      op(values.data(), values.data(), values.data() + i * op.bytes, 1);
  } else {
    // Trees of one repeat each, level by level.
    while (count > 1) {
      const int64_t trees = (count + lanes - 1) / lanes;
      for (int64_t i = 0; i < trees; ++i) {
        uint8_t* const tree = values.data() + i * kRepeatBytes;
        ReduceGroups(op, tree, static_cast<size_t>(std::min(lanes, count - i * lanes)), 1);
        std::memmove(values.data() + i * op.bytes, tree, static_cast<size_t>(op.bytes));
      }
      count = trees;
    }
  }
  return Bits(values.data(), op.bytes);
}

// Where the extremum is: elements from src's start, as far as repeats follow each other.
int64_t IndexOf(Element type, const Source& source, int64_t repeat_elements, uint64_t extremum) {
  int64_t index = -1;
  source.ForEach([&](int64_t number, const uint8_t* array, const Part& part) {
    if (index >= 0) return;
    const int64_t lane = FindLane(type, array, part, source.lanes(), extremum);
    if (lane >= 0) index = number * repeat_elements + lane;
  });
  return index;
}

bool HasRegisters(Instruction& instruction) { return IsOn(instruction, k950 | kA2); }
void SetRegisters(ReduceRegisters& registers, bool sums, uint64_t value, int64_t index,
                  bool defined) {
  if (sums) {
    registers.sum = value;
    registers.sum_defined = defined;
  } else {
    registers.extremum = value;
    registers.index = static_cast<uint64_t>(index);
    registers.extremum_defined = defined;
  }
}

}  // namespace

void RunReduce(const char* name, Reduction reduction, Element type, const LocalSpan& dst,
               const LocalSpan& src, const LocalSpan& scratch, bool with_index, const Form& form) {
  Core& core = Core::CurrentOfThread();
  Instruction instruction(core, name, Pipe::kVector);
  const bool counted = form.repetition == nullptr;
  const bool sums = reduction == Reduction::SUM;
  CheckReduceType(
      instruction,
      counted ? (sums ? kSummedByCount : kComparedByCount) : (sums ? kSummed : kCompared950), type);
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const int64_t lanes = kRepeatBytes / bytes;
  Strides strides;
  Parts parts;
  if (counted) {
    if (form.count < 0) instruction.Fail("count", form.count, " elements; 0 or more");
    core.mask() = {};  // as all count forms
    parts = PartsOfCount(form.count, lanes);
  } else {
    strides = form.repetition->src0;
    // More repeats than an instruction has; the vendor's code takes several.
    parts = PartsOf(instruction, *form.repetition, lanes, std::numeric_limits<int32_t>::max());
  }
  if (parts.count == 0) return;
  const Source source(instruction, src, type, strides, parts);
  const int64_t repeat_elements = strides.repeat * kBlockBytes / bytes;
  constexpr int64_t kMostHalf = 65536;
  if (with_index && bytes == 2 && source.RangeOf(source.repeats() - 1).end > kMostHalf * bytes)
    instruction.Fail("calIndex", "an index of 2 bytes counts ", kMostHalf,
                     " elements; src has more");
  const int64_t scratch_bytes =
      ScratchElements(instruction, reduction, with_index, form, lanes, kBlockBytes / bytes) * bytes;
  CheckScratchBytes(instruction, scratch, scratch_bytes);
  // Maxima and minima may use src itself.
  if (scratch_bytes > 0 && (sums || scratch.begin != src.begin))
    CheckApart(instruction, scratch, scratch_bytes, "src", src,
               source.RangeOf(source.repeats() - 1).end, "sharedTmpBuffer");
  const Operation op(core, reduction, type);
  CheckKnown(instruction, op.function != nullptr);
  const bool lanes_first = sums && counted && IsOn(instruction, k950) &&
                           (bytes == 8 || form.count * bytes <= 4 * kRepeatBytes);
  const bool in_sequence = sums && counted && IsOn(instruction, kA2);
  const uint64_t value = Combine(op, source, in_sequence, lanes_first);
  const int64_t index = sums ? 0 : IndexOf(type, source, repeat_elements, value);
  UseScratch(instruction, scratch, scratch_bytes);
  const int64_t results = with_index ? 2 : 1;
  uint8_t* const to = instruction.Write<uint8_t>("dst", dst, results * bytes, bytes);
  std::memcpy(to, &value, static_cast<size_t>(bytes));
  if (with_index) std::memcpy(to + bytes, &index, static_cast<size_t>(bytes));
  if (!source.all_defined()) instruction.MarkComputedFromUndefined(dst, 0, results * bytes);
  if (counted && HasRegisters(instruction))
    SetRegisters(core.reduce_registers(), sums, value, index, source.all_defined());
  instruction.Done(results, parts.elements * bytes);
}

void RunWholeReduce(const char* name, Reduction reduction, ReduceOrder order, Element type,
                    const LocalSpan& dst, const LocalSpan& src, int64_t dst_stride,
                    const Repetition& form) {
  Core& core = Core::CurrentOfThread();
  Instruction instruction(core, name, Pipe::kVector);
  const bool sums = reduction == Reduction::SUM;
  CheckReduceType(instruction, sums ? kSummed : kCompared950, type);
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  constexpr int64_t kMostStride = 65535;
  if (dst_stride < 0 || dst_stride > kMostStride)
    instruction.Fail("dstRepStride", dst_stride, "; 0 to ", kMostStride);
  if (form.src0.block > kMostStride || form.src0.repeat > kMostStride)
    instruction.Fail("src", "strides of ", form.src0.block, " and ", form.src0.repeat,
                     " blocks; 0 to ", kMostStride);
  // An index that stands alone has 4 bytes, but on Ascend 950 no more than the element.
  const int64_t index_bytes = order != ORDER_ONLY_INDEX ? bytes
                              : IsOn(instruction, k950) ? bytes
                                                        : int64_t{4};
  int64_t unit = bytes;
  if (!sums) {
    constexpr uint32_t kHaveOrder[] = {kEveryArch, k950 | kA2 | k310P, k950 | kA2 | k310B,
                                       k950 | kA2};
    constexpr const char* kOrderNames[] = {
        "ReduceOrder::ORDER_VALUE_INDEX", "ReduceOrder::ORDER_INDEX_VALUE",
        "ReduceOrder::ORDER_ONLY_VALUE", "ReduceOrder::ORDER_ONLY_INDEX"};
    if (order > ORDER_ONLY_INDEX)
      instruction.Fail("order", static_cast<int>(order), "; 0 to ",
                       static_cast<int>(ORDER_ONLY_INDEX));
    const auto i = static_cast<size_t>(order);
    NeedOn(instruction, kHaveOrder[i], kOrderNames[i]);
    if (order == ORDER_VALUE_INDEX || order == ORDER_INDEX_VALUE) unit = 2 * bytes;
    if (order == ORDER_ONLY_INDEX) unit = index_bytes;
  }
  const int64_t lanes = kRepeatBytes / bytes;
  const bool counter = core.mask().counter;
  const Parts parts = PartsOf(instruction, form, lanes);
  if (parts.count == 0) return;
  const Source source(instruction, src, type, form.src0, parts);
  const int64_t repeats = source.repeats();
  // A result may take the place of elements that have been read, not of those still to be read.
  const int64_t step = dst_stride * unit;
  const int64_t dst_end = dst.begin + (repeats - 1) * step + unit;
  const int64_t src_end = src.begin + source.RangeOf(repeats - 1).end;
  const bool meet = dst.begin < src_end && src.begin < dst_end;
  for (int64_t i = 0; meet && i + 1 < repeats; ++i) {
    const int64_t at = dst.begin + i * step - src.begin;
    for (int64_t k = i + 1; k < repeats; ++k) {
      const Source::Range later = source.RangeOf(k);
      if (at >= later.end || later.begin >= at + unit) continue;
      instruction.Fail("src", "overlaps dst in part: the result of repeat ", i, " at byte ",
                       src.begin + at, " of the unified buffer lies in repeat ", k,
                       ", which is read later");
    }
  }
  const Operation op(core, reduction, type);
  CheckKnown(instruction, op.function != nullptr);
  std::array<uint64_t, kMaxRepeats> values;
  std::array<uint64_t, kMaxRepeats> indices = {};
  std::array<uint8_t, kMaxRepeats * sizeof(uint64_t)> reduced;
  source.Reduce(op, reduced.data());
  for (int64_t i = 0; i < repeats; ++i)
    values[static_cast<size_t>(i)] = Bits(reduced.data() + i * bytes, bytes);
  if (!sums && order != ORDER_ONLY_VALUE) {
    source.ForEach([&](int64_t number, const uint8_t* array, const Part& part) {
      const auto i = static_cast<size_t>(number);
      indices[i] = static_cast<uint64_t>(FindLane(type, array, part, lanes, values[i]));
    });
  }
  for (int64_t number = 0; number < repeats; ++number) {
    const auto i = static_cast<size_t>(number);
    const bool defined = source.IsDefined(instruction, number, 0, lanes);
    uint8_t* const to = instruction.Write<uint8_t>("dst", dst.From(number * step), unit, unit);
    if (!defined) instruction.MarkComputedFromUndefined(dst, number * step, unit);
    const auto size = static_cast<size_t>(bytes);
    if (sums || order == ORDER_ONLY_VALUE) {
      std::memcpy(to, &values[i], size);
    } else if (order == ORDER_ONLY_INDEX) {
      std::memcpy(to, &indices[i], static_cast<size_t>(index_bytes));
    } else {
      const bool value_first = order == ORDER_VALUE_INDEX;
      std::memcpy(to, value_first ? &values[i] : &indices[i], size);
      std::memcpy(to + bytes, value_first ? &indices[i] : &values[i], size);
    }
  }
  if (counter && HasRegisters(instruction)) {
    const uint64_t value = Combine(op, source, true, false);
    SetRegisters(core.reduce_registers(), sums, value,
                 sums ? 0 : IndexOf(type, source, lanes, value), source.all_defined());
  }
  instruction.Done(repeats, parts.elements * bytes);
}

namespace {

// What is written of elements of which none takes part, where anything is.
uint64_t NeutralElement(Instruction& instruction, Reduction reduction, Element type) {
  if (reduction == Reduction::SUM) return 0;
  const bool most_negative = reduction == Reduction::MAX;
  if (type == Element::kFloat) return most_negative ? 0xFF800000 : 0x7F800000;
  const uint64_t largest = IsOn(instruction, k310B) ? 0x7BFF : 0x7C00;
  return most_negative ? largest | 0x8000 : largest;
}

}  // namespace

void RunPartReduce(const char* name, Reduction reduction, bool pairs, Element type,
                   const LocalSpan& dst, const LocalSpan& src, int64_t dst_stride,
                   const Repetition& form) {
  Core& core = Core::CurrentOfThread();
  Instruction instruction(core, name, Pipe::kVector);
  CheckReduceType(instruction, kFloats, type);
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const int64_t least_stride = IsOn(instruction, k910) ? 1 : 0;
  if (dst_stride < least_stride)
    instruction.Fail("dstRepStride", dst_stride, "; ", least_stride, " or more");
  const int64_t lanes = kRepeatBytes / bytes;
  const Parts parts = PartsOf(instruction, form, lanes);
  if (parts.count == 0) return;
  const Source source(instruction, src, type, form.src0, parts);
  const int64_t results = pairs ? lanes / 2 : kBlocksPerRepeat;  // of a repeat
  const int64_t size = results * bytes;
  const int64_t alignment = std::min(size, kBlockBytes);
  const int64_t last = source.repeats() - 1;
  instruction.CheckOverlap(dst, last * dst_stride * size + size, "src", src,
                           source.RangeOf(last).end, true);
  const Operation op(core, reduction, type);
  const bool fills = IsOn(instruction, k950 | k310B);
  const uint64_t neutral = NeutralElement(instruction, reduction, type);
  const uint64_t all = FirstLanes(results)[0];
  source.ForEach([&](int64_t number, uint8_t* array, const Part& part) {
    std::array<uint64_t, 2> mask = part.mask;
    for (int64_t width = lanes; width > results; width /= 2)
      mask = {ReduceLanePairs(op, array, mask, width), 0};
    const LocalSpan to = dst.From(number * dst_stride * size);
    instruction.Locate("dst", to, size, alignment);
    uint64_t undefined = 0;
    const int64_t lanes_of_each = lanes / results;
    for (int64_t i = 0; i < results; ++i) {
      const bool defined =
          source.IsDefined(instruction, number, i * lanes_of_each, (i + 1) * lanes_of_each);
      undefined |= static_cast<uint64_t>(!defined) << i;
    }
    const auto mark = [&] {
      for (int64_t i = 0; i < results; ++i) {
        if ((undefined >> i & 1) != 0) instruction.MarkComputedFromUndefined(to, i * bytes, bytes);
      }
    };
    if (mask[0] == all || fills) {
      for (int64_t i = 0; i < results; ++i) {
        if ((mask[0] >> i & 1) == 0)
          std::memcpy(array + i * bytes, &neutral, static_cast<size_t>(bytes));
      }
      std::memcpy(instruction.Write<uint8_t>("dst", to, size, alignment), array,
                  static_cast<size_t>(size));
      mark();
      return;
    }
    for (int64_t i = 0; i < results; ++i) {
      if ((mask[0] >> i & 1) == 0) continue;
      std::memcpy(instruction.Write<uint8_t>("dst", to.From(i * bytes), bytes, bytes),
                  array + i * bytes, static_cast<size_t>(bytes));
    }
    mark();
  });
  instruction.Done(source.repeats() * results, parts.elements * bytes);
}

namespace {

const ReduceRegisters& ReadRegisters(Instruction& instruction, bool ReduceRegisters::* defined,
                                     const char* what) {
  NeedOn(instruction, k950 | kA2, instruction.name());
  const ReduceRegisters& registers = instruction.core().reduce_registers();
  if (!(registers.*defined))
    instruction.Fail("", "reads ", what,
                     " that was computed from bytes of the unified buffer that were never written");
  instruction.Done(1, 4);
  return registers;
}

}  // namespace

uint64_t ReadSumRegister(const char* name) {
  Instruction instruction(Core::CurrentOfThread(), name, Pipe::kScalar);
  return ReadRegisters(instruction, &ReduceRegisters::sum_defined, "a sum").sum;
}

std::pair<uint64_t, uint64_t> ReadExtremumRegisters(const char* name) {
  Instruction instruction(Core::CurrentOfThread(), name, Pipe::kScalar);
  const ReduceRegisters& registers =
      ReadRegisters(instruction, &ReduceRegisters::extremum_defined, "an extremum");
  return {registers.extremum, registers.index};
}

}  // namespace openaclnn::aicore::vector
