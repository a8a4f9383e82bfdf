// What instructions have in common: which elements of their operands take part, whether operands
// overlap as they may, and running a function over them, in either form.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_ELEMENTS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_ELEMENTS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

struct Operand {
  const char* name;
  LocalSpan span;
  Element type;
  Strides strides;

  int64_t bytes() const { return static_cast<int64_t>(ElementBytes(type)); }
};

// An operand as instructions are given it, without strides; without a name: there is none.
struct Argument {
  const char* name = nullptr;
  const LocalSpan* span = nullptr;
  Element type = Element::kFloat;

  explicit operator bool() const { return name != nullptr; }
  int64_t bytes() const { return static_cast<int64_t>(ElementBytes(type)); }
  Operand With(const Strides& strides) const { return {name, *span, type, strides}; }
};

// Some repeats with the same mask.
struct Part {
  int64_t first = 0;
  int64_t repeats = 0;
  std::array<uint64_t, 2> mask = {};
  // Elements before the first that does not take part, if none after it does; else -1.
  int64_t prefix = 0;
};

// At most two: after SetMaskCount, the whole repeats and the rest.
struct Parts {
  std::array<Part, 2> part;
  int count = 0;
  int64_t elements = 0;
};

// The first `count` lanes.
std::array<uint64_t, 2> FirstLanes(int64_t count);

void CheckStrides(Instruction& instruction, const char* operand, const Strides& strides);

// The elements of a mask/repeat form whose repeats have `units` elements, or pairs of them
// (Instruction::SetPairs), which then are the lanes of the parts.
Parts PartsOf(Instruction& instruction, const Repetition& form, int64_t units,
              int64_t max_repeats = kMaxRepeats);
// The first `count` elements, in repeats of `lanes` elements.
Parts PartsOfCount(int64_t count, int64_t lanes);

Repeats RepeatsOf(const Operand& operand, const Part& part);
LocalSpan SpanOf(const Operand& operand, const Part& part);

// Fails if dst and src overlap in a way that no instruction allows. Returns whether they overlap in
// an allowed way that must be computed repeat by repeat.
bool CheckRepeatOverlap(Instruction& instruction, const Operand& dst, const Operand& src,
                        const Parts& parts);
// The same for the count form, whose repeats follow each other, of operands that overlap in part.
bool CheckCountOverlap(Instruction& instruction, const LocalSpan& dst, int64_t dst_bytes,
                       const char* name, const LocalSpan& src, int64_t src_bytes, int64_t count);

// The active lanes of one repeat, between their places and an array.
void CollectLanes(const uint8_t* from, const Repeats& repeats, int64_t repeat, int64_t lanes,
                  uint8_t* array);
void SpreadLanes(const uint8_t* array, const Repeats& repeats, int64_t repeat, int64_t lanes,
                 uint8_t* to);

// Marks the lanes of dst that take part as computed from those of the sources.
void MarkLanes(Instruction& instruction, const Operand& dst,
               const std::array<const Operand*, 2>& sources, const Part& part, bool reads_dst);

// An array of one repeat; the elements that take no part stay 0.
struct alignas(64) RepeatArray {
  uint8_t bytes[kRepeatBytes] = {};
};

// Runs compute(dst, src0, src1, count, index) on arrays of consecutive elements: all that the
// instruction is about, in as few calls as its form allows. src0 and src1 are null if there are
// fewer sources; index is the number of the array's first element, counting every lane of every
// repeat. `reads_dst`: compute reads dst as well.
template <class Compute>
ABSL_ATTRIBUTE_NOINLINE void RunRepetition(Instruction& instruction, const Repetition& form,
                                           const Argument& dst_argument, const Argument& src0,
                                           const Argument& src1, bool reads_dst,
                                           const Compute& compute) {
  const Operand dst = dst_argument.With(form.dst);
  std::array<Operand, 2> operands;
  std::array<const Operand*, 2> sources = {};
  if (src0) sources[0] = &(operands[0] = src0.With(form.src0));
  if (src1) sources[1] = &(operands[1] = src1.With(form.src1));
  std::array<const uint8_t*, 2> from = {};
  int64_t widest = dst.bytes();
  for (const Operand* source : sources) {
    if (source != nullptr) widest = std::max(widest, source->bytes());
  }
  const int64_t lanes = kRepeatBytes / widest;
  CheckStrides(instruction, dst.name, dst.strides);
  for (const Operand* source : sources) {
    if (source != nullptr) CheckStrides(instruction, source->name, source->strides);
  }
  const Parts parts = PartsOf(instruction, form, lanes);
  if (parts.count == 0) return;
  // Every operand is checked before dst counts as written.
  for (int i = 0; i < parts.count; ++i) {
    const Part& part = parts.part[static_cast<size_t>(i)];
    instruction.Locate(dst.name, SpanOf(dst, part), RepeatsOf(dst, part).Extent());
  }
  bool overlap = false;
  for (const Operand* source : sources) {
    if (source == nullptr) continue;
    for (int i = 0; i < parts.count; ++i) {
      const Part& part = parts.part[static_cast<size_t>(i)];
      instruction.ReadAny(source->name, SpanOf(*source, part), RepeatsOf(*source, part));
    }
    overlap |= CheckRepeatOverlap(instruction, dst, *source, parts);
  }
  for (int i = 0; i < parts.count && reads_dst; ++i) {
    const Part& part = parts.part[static_cast<size_t>(i)];
    instruction.ReadAny(dst.name, SpanOf(dst, part), RepeatsOf(dst, part));
  }
  for (int i = 0; i < parts.count; ++i) {
    const Part& part = parts.part[static_cast<size_t>(i)];
    const Repeats to_repeats = RepeatsOf(dst, part);
    uint8_t* const to = instruction.Locate(dst.name, SpanOf(dst, part), to_repeats.Extent());
    std::array<Repeats, 2> repeats;
    bool blocks_adjoin = dst.strides.block == 1;
    bool repeats_adjoin = dst.strides.repeat * kBlockBytes == lanes * dst.bytes();
    for (size_t k = 0; k < 2; ++k) {
      if (sources[k] == nullptr) continue;
      repeats[k] = RepeatsOf(*sources[k], part);
      from[k] = instruction.Locate(sources[k]->name, SpanOf(*sources[k], part), 0);
      blocks_adjoin = blocks_adjoin && sources[k]->strides.block == 1;
      repeats_adjoin =
          repeats_adjoin && sources[k]->strides.repeat * kBlockBytes == lanes * sources[k]->bytes();
    }
    if (instruction.core().strict()) {
      MarkLanes(instruction, dst, sources, part, reads_dst);
    }
    const int64_t index = part.first * lanes;
    if (overlap) blocks_adjoin = false;
    if (blocks_adjoin && repeats_adjoin && part.prefix == lanes) {
      compute(to, from[0], from[1], static_cast<size_t>(part.repeats * lanes), index);
    } else if (blocks_adjoin && part.prefix >= 0) {
      for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
        const auto at = [&](size_t k) {
          return from[k] == nullptr ? nullptr
                                    : from[k] + repeat * sources[k]->strides.repeat * kBlockBytes;
        };
        compute(to + repeat * dst.strides.repeat * kBlockBytes, at(0), at(1),
                static_cast<size_t>(part.prefix), index + repeat * lanes);
      }
    } else {
      for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
        RepeatArray result;
        std::array<RepeatArray, 2> arrays;
        if (reads_dst) CollectLanes(to, to_repeats, repeat, lanes, result.bytes);
        for (size_t k = 0; k < 2; ++k) {
          if (from[k] != nullptr) CollectLanes(from[k], repeats[k], repeat, lanes, arrays[k].bytes);
        }
        compute(result.bytes, from[0] == nullptr ? nullptr : arrays[0].bytes,
                from[1] == nullptr ? nullptr : arrays[1].bytes, static_cast<size_t>(lanes),
                index + repeat * lanes);
        SpreadLanes(result.bytes, to_repeats, repeat, lanes, to);
      }
    }
  }
  instruction.Done(parts.elements, parts.elements * dst.bytes());
}

// compute() on `count` consecutive elements, a repeat at a time, as the hardware does it: all of a
// repeat is read before any of it is written.
template <class Compute>
ABSL_ATTRIBUTE_NOINLINE void ComputeByRepeats(const Compute& compute, uint8_t* to, int64_t to_bytes,
                                              const uint8_t* from0, int64_t from0_bytes,
                                              const uint8_t* from1, int64_t from1_bytes,
                                              int64_t count, bool reads_dst) {
  int64_t widest = to_bytes;
  if (from0 != nullptr) widest = std::max(widest, from0_bytes);
  if (from1 != nullptr) widest = std::max(widest, from1_bytes);
  const int64_t lanes = kRepeatBytes / widest;
  for (int64_t first = 0; first < count; first += lanes) {
    const int64_t n = std::min(lanes, count - first);
    RepeatArray result, array0, array1;
    const auto collect = [&](RepeatArray& array, const uint8_t* from, int64_t bytes) {
      std::memcpy(array.bytes, from + first * bytes, static_cast<size_t>(n * bytes));
    };
    if (reads_dst) collect(result, to, to_bytes);
    if (from0 != nullptr) collect(array0, from0, from0_bytes);
    if (from1 != nullptr) collect(array1, from1, from1_bytes);
    compute(result.bytes, from0 == nullptr ? nullptr : array0.bytes,
            from1 == nullptr ? nullptr : array1.bytes, static_cast<size_t>(n), first);
    std::memcpy(to + first * to_bytes, result.bytes, static_cast<size_t>(n * to_bytes));
  }
}

// As RunRepetition, for either form. The count form is what kernels consist of, so what it needs is
// computed in registers: arguments are given by value, lest those of the rare forms be kept in
// memory.
template <class Compute>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void RunElements(Instruction& instruction, const Form& form,
                                                     Argument dst, Argument src0, Argument src1,
                                                     bool reads_dst, Compute compute) {
  if (ABSL_PREDICT_FALSE(form.repetition != nullptr)) {
    RunRepetition(instruction, *form.repetition, Argument(dst), Argument(src0), Argument(src1),
                  reads_dst, Compute(compute));
    return;
  }
  const int64_t count = form.count;
  if (ABSL_PREDICT_FALSE(count < 0)) instruction.Fail("count", count, " elements; 0 or more");
  instruction.core()
      .mask() = {};  // as the vendor's count forms, which leave SetMaskNorm and ResetMask behind
  if (count == 0) return;
  const int64_t dst_bytes = count * dst.bytes();
  uint8_t* const to = instruction.Locate(dst.name, *dst.span, dst_bytes);
  bool overlap = false;
  bool defined = true;
  const auto read = [&](const Argument& source) __attribute__((always_inline)) -> const uint8_t* {
    if (!source) return nullptr;
    const int64_t bytes = count * source.bytes();
    const auto* const from = instruction.ReadAny(source.name, *source.span, bytes, &defined);
    if (OverlapInPart(*dst.span, dst_bytes, *source.span, bytes))
      overlap |= CheckCountOverlap(instruction, *dst.span, dst.bytes(), source.name, *source.span,
                                   source.bytes(), count);
    return from;
  };
  const uint8_t* const from0 = read(src0);
  const uint8_t* const from1 = read(src1);
  if (reads_dst) instruction.ReadAny(dst.name, *dst.span, dst_bytes, &defined);
  if (ABSL_PREDICT_TRUE(defined)) {
    instruction.MarkWritten(*dst.span, 0, dst_bytes);
  } else {
    const auto elements = [](const Argument& operand) -> Instruction::Elements {
      return {operand ? operand.span->begin : 0, operand ? operand.bytes() : 0};
    };
    instruction.MarkComputed(
        *dst.span, elements(dst),
        {elements(src0), elements(src1), reads_dst ? elements(dst) : Instruction::Elements{}},
        count);
  }
  if (ABSL_PREDICT_FALSE(overlap)) {
    ComputeByRepeats(compute, to, dst.bytes(), from0, src0.bytes(), from1, src1.bytes(), count,
                     reads_dst);
  } else {
    compute(to, from0, from1, static_cast<size_t>(count), int64_t{0});
  }
  instruction.Done(count, dst_bytes);
}

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_ELEMENTS_H_
