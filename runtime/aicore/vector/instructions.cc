#include "runtime/aicore/vector/instructions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/operands.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
// --- which elements ---

std::array<uint64_t, 2> FirstLanes(int64_t count) {
  const auto word = [](int64_t bits) {
    return bits <= 0 ? 0 : bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  };
  return {word(count), word(count - 64)};
}

namespace {
void Add(Parts& parts, int64_t first, int64_t repeats, const std::array<uint64_t, 2>& mask) {
  const int64_t active = std::popcount(mask[0]) + std::popcount(mask[1]);
  if (repeats == 0 || active == 0) return;
  parts.part[static_cast<size_t>(parts.count++)] = {first, repeats, mask,
                                                    mask == FirstLanes(active) ? active : -1};
  parts.elements += repeats * active;
}
}  // namespace

void CheckStrides(Instruction& instruction, const char* operand, const Strides& strides) {
  if (strides.block < 0 || strides.repeat < 0) {
    instruction.Fail(operand, "strides of ", strides.block, " and ", strides.repeat,
                     " blocks; 0 or more");
  }
}

Parts PartsOfCount(int64_t count, int64_t lanes) {
  Parts parts;
  Add(parts, 0, count / lanes, FirstLanes(lanes));
  Add(parts, count / lanes, 1, FirstLanes(count % lanes));
  return parts;
}

Parts PartsOf(Instruction& instruction, const Repetition& form, int64_t lanes,
              int64_t max_repeats) {
  VectorMask& set = instruction.core().mask();
  Parts parts;
  if (form.repeats < 0 || form.repeats > max_repeats) {
    instruction.Fail("repeatTime", form.repeats, " repeats; 0 to ", max_repeats);
  }
  if (set.counter) {
    if (form.mask == Repetition::Mask::kBits)
      instruction.Fail("mask",
                       "is a set of bits, but after SetMaskCount it is a number of elements");
    if (form.mask == Repetition::Mask::kLength) set.bits = {static_cast<uint64_t>(form.count), 0};
    const auto count = static_cast<int64_t>(set.bits[0]);
    if (count < 0 || count > max_repeats * lanes)
      instruction.Fail("mask", count, " elements; 0 to ", max_repeats * lanes);
    return PartsOfCount(count, lanes);
  }
  std::array<uint64_t, 2> mask = form.mask == Repetition::Mask::kSet ? set.bits : form.bits;
  if (form.mask == Repetition::Mask::kLength) {
    if (form.count < 0 || form.count > lanes)
      instruction.Fail("mask", form.count, " elements of each repeat; a repeat has ", lanes);
    mask = FirstLanes(form.count);
  } else {
    const std::array<uint64_t, 2> whole = FirstLanes(lanes);
    // SetVectorMask serves all types.
    if (form.mask == Repetition::Mask::kBits &&
        ((mask[0] & ~whole[0]) != 0 || (mask[1] & ~whole[1]) != 0)) {
      instruction.Fail("mask", "has bits beyond the ", lanes, " elements of a repeat");
    }
    mask = {mask[0] & whole[0], mask[1] & whole[1]};
  }
  // The mask of an instruction stays set for later ones that bring none.
  if (form.mask != Repetition::Mask::kSet) set.bits = mask;
  Add(parts, 0, form.repeats, mask);
  return parts;
}

Repeats RepeatsOf(const Operand& operand, const Part& part) {
  return {.count = part.repeats,
          .block_stride = operand.strides.block,
          .repeat_stride = operand.strides.repeat,
          .element_bytes = operand.bytes(),
          .mask = part.mask};
}

LocalSpan SpanOf(const Operand& operand, const Part& part) {
  return operand.span.From(part.first * operand.strides.repeat * kBlockBytes);
}

namespace {

// --- overlap of mask/repeat forms ---

struct Touched {
  int64_t address;
  int64_t order;  // when it is touched: the lane's number over all repeats
  bool operator<(const Touched& other) const { return address < other.address; }
};

// Every byte range of a lane that takes part, as the address of its first byte.
void Touch(const Operand& operand, const Parts& parts, std::vector<Touched>& touched) {
  for (int i = 0; i < parts.count; ++i) {
    const Part& part = parts.part[static_cast<size_t>(i)];
    const Repeats repeats = RepeatsOf(operand, part);
    for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
      for (int64_t lane = 0; lane < kRepeatBytes / 2; ++lane) {
        if (!repeats.Active(lane)) continue;
        touched.push_back({SpanOf(operand, part).begin + repeats.Offset(repeat, lane),
                           (part.first + repeat) * (kRepeatBytes / 2) + lane});
      }
    }
  }
}

// An address of src that dst writes for another element, or -1.
int64_t Conflict(const Operand& dst, const Operand& src, const Parts& parts) {
  std::vector<Touched> written;
  std::vector<Touched> read;
  Touch(dst, parts, written);
  Touch(src, parts, read);
  std::sort(written.begin(), written.end());
  for (const Touched& element : read) {
    // Elements of dst that begin less than one element before src's and end behind its begin.
    const int64_t first = element.address - dst.bytes() + 1;
    auto it = std::lower_bound(written.begin(), written.end(), Touched{first, 0});
    for (; it != written.end() && it->address < element.address + src.bytes(); ++it) {
      if (it->order != element.order || it->address != element.address) return element.address;
    }
  }
  return -1;
}

void CheckRepeatOverlap(Instruction& instruction, const Operand& dst, const Operand& src,
                        const Parts& parts) {
  const auto end = [&](const Operand& operand) {
    int64_t last = operand.span.begin;
    for (int i = 0; i < parts.count; ++i) {
      const Part& part = parts.part[static_cast<size_t>(i)];
      last = std::max(last, SpanOf(operand, part).begin + RepeatsOf(operand, part).Extent());
    }
    return last;
  };
  if (end(dst) <= src.span.begin || end(src) <= dst.span.begin) return;
  // Element by element the same place. With a repeat stride of 0, repeats accumulate.
  if (dst.span.begin == src.span.begin && dst.bytes() == src.bytes() &&
      dst.strides.block == src.strides.block && dst.strides.repeat == src.strides.repeat) {
    return;
  }
  const int64_t address = Conflict(dst, src, parts);
  if (address >= 0) {
    instruction.Fail(
        src.name, "overlaps dst in part: dst writes byte ", address,
        " of the unified buffer for another element; the operands must be apart or the same");
  }
}

// --- running ---

// The inverse of CollectLanes.
void SpreadLanes(const uint8_t* array, const Repeats& repeats, int64_t repeat, int64_t lanes,
                 uint8_t* to) {
  const auto bytes = static_cast<size_t>(repeats.element_bytes);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    if (repeats.Active(lane))
      std::memcpy(to + repeats.Offset(repeat, lane), array + lane * repeats.element_bytes, bytes);
  }
}

// Runs compute(dst, src0, src1, count, index) on arrays of consecutive elements: all that the
// instruction is about, in as few calls as its form allows. src0 and src1 are null if there are
// fewer sources; index is the number of the array's first element, counting every lane of every
// repeat. `reads_dst`: compute reads dst as well. `in_order`: dst may begin where src0 does
// although its elements are smaller.
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
  for (const Operand* source : sources) {
    if (source == nullptr) continue;
    for (int i = 0; i < parts.count; ++i) {
      const Part& part = parts.part[static_cast<size_t>(i)];
      instruction.Read<uint8_t>(source->name, SpanOf(*source, part), RepeatsOf(*source, part));
    }
    CheckRepeatOverlap(instruction, dst, *source, parts);
  }
  for (int i = 0; i < parts.count && reads_dst; ++i) {
    const Part& part = parts.part[static_cast<size_t>(i)];
    instruction.Read<uint8_t>(dst.name, SpanOf(dst, part), RepeatsOf(dst, part));
  }
  for (int i = 0; i < parts.count; ++i) {
    const Part& part = parts.part[static_cast<size_t>(i)];
    const Repeats to_repeats = RepeatsOf(dst, part);
    uint8_t* const to = instruction.Write<uint8_t>(dst.name, SpanOf(dst, part), to_repeats);
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
    const int64_t index = part.first * lanes;
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

// As RunRepetition, for either form. The count form is what kernels consist of, so what it needs is
// computed in registers: arguments are given by value, lest those of the rare forms be kept in
// memory.
template <class Compute>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void RunElements(Instruction& instruction, const Form& form,
                                                     Argument dst, Argument src0, Argument src1,
                                                     bool reads_dst, bool in_order,
                                                     Compute compute) {
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
  const auto read = [&](const Argument& source) __attribute__((always_inline)) -> const uint8_t* {
    if (!source) return nullptr;
    const int64_t bytes = count * source.bytes();
    const auto* const from = instruction.Read<uint8_t>(source.name, *source.span, bytes);
    instruction.CheckOverlap(*dst.span, dst_bytes, source.name, *source.span, bytes, in_order);
    return from;
  };
  const uint8_t* const from0 = read(src0);
  const uint8_t* const from1 = read(src1);
  if (reads_dst) instruction.Read<uint8_t>(dst.name, *dst.span, dst_bytes);
  instruction.MarkWritten(*dst.span, 0, dst_bytes);
  compute(to, from0, from1, static_cast<size_t>(count), int64_t{0});
  instruction.Done(count, dst_bytes);
}

// RunAnyFunction, quick for what kernels consist of: the count form, on right operands of one type
// that every product has, where bytes are not marked as written. Whatever else it is, or is wrong
// with it, is left to RunAnyFunction; so the instruction here stays in registers.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void RunFunction(Core& core, const char* name,
                                                     const Types& types, ArrayFunction function,
                                                     const Form& form, const Argument& dst,
                                                     const Argument& src0, const Argument& src1,
                                                     const void* scalar = nullptr,
                                                     bool reads_dst = false) {
  Instruction instruction(core, name, Pipe::kVector);
  const int64_t bytes = form.count * dst.bytes();
  const auto is_plain = [&](const Argument& source) __attribute__((always_inline)) {
    return !source || (source.type == dst.type && instruction.IsRight(*source.span, bytes) &&
                       !OverlapInPart(*dst.span, bytes, *source.span, bytes));
  };
  const bool plain = (types.all & Set(dst.type)) != 0 && form.count > 0 && function != nullptr &&
                     !core.strict() && instruction.IsRight(*dst.span, bytes) && is_plain(src0) &&
                     is_plain(src1);
  if (ABSL_PREDICT_FALSE(!plain)) {
    RunAnyFunction(core, name, types, function, form, Argument(dst), Argument(src0), Argument(src1),
                   scalar, reads_dst);
    return;
  }
  core.mask() = {};
  function(instruction.AddressOf(*dst.span), instruction.AddressOf(*src0.span),
           src1 ? instruction.AddressOf(*src1.span) : scalar, static_cast<size_t>(form.count),
           core.saturates());
  instruction.Done(form.count, bytes);
}

// The whole 256 bytes of every repeat take part.
void CheckWholeRepeats(Instruction& instruction, const Repetition& form, int64_t lanes) {
  const Parts parts = PartsOf(instruction, form, lanes);
  for (int i = 0; i < parts.count; ++i) {
    if (parts.part[static_cast<size_t>(i)].prefix != lanes) {
      instruction.Fail("mask",
                       "leaves elements out, whose bits in dst would be undefined; a repeat has ",
                       lanes, " elements");
    }
  }
}

}  // namespace

ABSL_ATTRIBUTE_NOINLINE void RunAnyFunction(Core& core, const char* name, const Types& types,
                                            ArrayFunction function, const Form& form,
                                            const Argument& dst, const Argument& src0,
                                            const Argument& src1, const void* scalar,
                                            bool reads_dst) {
  Instruction instruction(core, name, Pipe::kVector);
  CheckType(instruction, types, dst.type);
  CheckType(instruction, types, src0.type);
  CheckKnown(instruction, function != nullptr);
  RunElements(instruction, form, dst, src0, src1, reads_dst, false,
              [function, scalar, saturates = instruction.saturates()](
                  void* to, const void* a, const void* b, size_t count, int64_t) {
                function(to, a, scalar != nullptr ? scalar : b, count, saturates);
              });
}

void RunEach(Instruction& instruction, const Form& form, const Argument& dst, const Argument& src0,
             const Argument& src1, bool reads_dst, ComputeArray compute) {
  RunElements(instruction, form, Argument(dst), Argument(src0), Argument(src1), reads_dst, false,
              compute);
}

void RunBinary(const char* name, BinaryOp op, Element type, const LocalSpan& dst,
               const LocalSpan& src0, const LocalSpan& src1, const Form& form) {
  Core& core = Core::CurrentOfThread();
  RunFunction(core, name, TypesOf(op), FindBinary(core.functions(), op, type), form,
              {"dst", &dst, type}, {"src0", &src0, type}, {"src1", &src1, type});
}

void RunScalar(const char* name, BinaryOp op, Element type, const LocalSpan& dst,
               const LocalSpan& src, const void* scalar, const Form& form) {
  Core& core = Core::CurrentOfThread();
  if (op == BinaryOp::kMax || op == BinaryOp::kMin)
    Instruction(core, name, Pipe::kVector).Need(core.arch().maxs_mins, name);
  RunFunction(core, name, kArithmetic, FindBinaryScalar(core.functions(), op, type), form,
              {"dst", &dst, type}, {"src", &src, type}, {}, scalar);
}

void RunShift(const char* name, bool left, Element type, const LocalSpan& dst, const LocalSpan& src,
              int64_t bits, const Form& form) {
  Core& core = Core::CurrentOfThread();
  const auto width = static_cast<int64_t>(ElementBytes(type)) * 8;
  if (bits < 0 || bits > width) core.Fail(name, "scalar", bits, " bits; 0 to ", width);
  const auto distance = static_cast<uint64_t>(bits);
  RunFunction(core, name, kShifted, left ? FindShiftLeft(type) : FindShiftRight(type), form,
              {"dst", &dst, type}, {"src", &src, type}, {}, &distance);
}

void RunUnary(const char* name, UnaryOp op, Element type, const LocalSpan& dst,
              const LocalSpan& src, const Form& form) {
  Core& core = Core::CurrentOfThread();
  // Library functions of several instructions.
  if ((op == UnaryOp::kErf || op == UnaryOp::kTanh) && form.count > 0) {
    const int64_t bytes = form.count * static_cast<int64_t>(ElementBytes(type));
    Instruction instruction(core, name, Pipe::kVector);
    CheckApart(instruction, dst, bytes, "src", src, bytes);
  }
  RunFunction(core, name, TypesOf(op), FindUnary(op, type), form, {"dst", &dst, type},
              {"src", &src, type}, {});
}

void RunAxpy(Element dst_type, Element src_type, const LocalSpan& dst, const LocalSpan& src,
             const void* scalar, const Form& form) {
  Core& core = Core::CurrentOfThread();
  if (dst_type == Element::kHalf && src_type == Element::kFloat) {
    core.Fail("Axpy", "",
              "does not add float to half; to half is added half, to float float or half");
  }
  RunFunction(core, "Axpy", kFloats, FindAxpy(dst_type, src_type), form, {"dst", &dst, dst_type},
              {"src", &src, src_type}, {}, scalar, true);
}

void RunDuplicate(Element type, const LocalSpan& dst, const void* scalar, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "Duplicate", Pipe::kVector);
  CheckType(instruction, kTwoAndFourBytes, type);
  if (type == Element::kBFloat16) instruction.Need(instruction.arch().cast_bfloat16, "bfloat16_t");
  const ArrayFunction function = FindDuplicate(type);
  RunElements(instruction, form, {"dst", &dst, type}, {}, {}, false, false,
              [function, scalar](void* to, const void*, const void*, size_t count, int64_t) {
                function(to, scalar, nullptr, count, false);
              });
}

void RunCast(Element dst_type, Element src_type, AscendC::RoundMode mode, const LocalSpan& dst,
             const LocalSpan& src, const Form& form) {
  Core& core = Core::CurrentOfThread();
  Instruction instruction(core, "Cast", Pipe::kVector);
  CheckConversion(instruction, dst_type, src_type, mode);
  const bool narrows = ElementBytes(dst_type) < ElementBytes(src_type);
  // Atlas 200I/500 A2 has a conversion from int32 to half by itself.
  const bool scaled = dst_type == Element::kHalf && src_type == Element::kInt32 &&
                      !(IsOn(instruction, k310B) && mode == CAST_NONE);
  if (scaled && !core.deq_scale().set)
    instruction.Fail("",
                     "from int32_t to half multiplies by the number of SetDeqScale, which the "
                     "kernel has not called");
  RunElements(instruction, form, {"dst", &dst, dst_type}, {"src", &src, src_type}, {}, false,
              narrows, [&](void* to, const void* from, const void*, size_t count, int64_t) {
                if (scaled) {
                  CastScaled(to, from, core.deq_scale().scale, count, core.saturates());
                } else {
                  CheckKnown(instruction, Cast(dst_type, src_type, static_cast<Rounding>(mode), to,
                                               from, count, core.saturates()));
                }
              });
}

void RunCompare(const char* name, AscendC::CMPMODE mode, Element type, const LocalSpan& dst,
                const LocalSpan& src0, const LocalSpan* src1, const void* scalar,
                const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), name, Pipe::kVector);
  if (scalar != nullptr) instruction.Need(instruction.soc().product->compare_scalar, name);
  CheckType(instruction, kCompared, type);
  if (type == Element::kInt32 && mode != AscendC::CMPMODE::EQ && !instruction.arch().wide_types) {
    instruction.Fail("cmpMode", "int32_t is compared with EQ only on ", instruction.soc().name);
  }
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const int64_t lanes = kRepeatBytes / bytes;
  const auto comparison = static_cast<Comparison>(mode);
  const auto compare = [&](uint8_t* to, const void* a, const void* b, size_t count) {
    CheckKnown(instruction, scalar != nullptr
                                ? CompareScalar(comparison, type, to, a, scalar, count)
                                : Compare(comparison, type, to, a, b, count));
  };
  const std::array<Argument, 2> sources = {
      Argument{scalar != nullptr ? "src" : "src0", &src0, type}, Argument{"src1", src1, type}};
  const size_t operands = src1 == nullptr ? 1 : 2;
  std::array<const uint8_t*, 2> from = {};
  if (form.repetition == nullptr) {
    if (form.count < 0) instruction.Fail("count", form.count, " elements; 0 or more");
    if (form.count % lanes != 0) {
      instruction.Fail("count", form.count, " elements of ", bytes,
                       " bytes; the bits of an incomplete last repeat of ", kRepeatBytes,
                       " bytes are not computed, so a multiple of ", lanes);
    }
    instruction.core().mask() = {};  // as in RunElements
    if (form.count == 0) return;
    instruction.Locate("dst", dst, form.count / 8);
    for (size_t i = 0; i < operands; ++i) {
      from[i] = instruction.Read<uint8_t>(sources[i].name, *sources[i].span, form.count * bytes);
      instruction.CheckOverlap(dst, form.count / 8, sources[i].name, *sources[i].span,
                               form.count * bytes);
    }
    compare(instruction.Write<uint8_t>("dst", dst, form.count / 8), from[0], from[1],
            static_cast<size_t>(form.count));
    instruction.Done(form.count, form.count / 8);
    return;
  }
  // The bits of one repeat follow those of the one before.
  CheckWholeRepeats(instruction, *form.repetition, lanes);
  const Parts parts = PartsOf(instruction, *form.repetition, lanes);
  if (parts.count == 0) return;
  const Part& part = parts.part[0];
  const std::array<Strides, 2> strides = {form.repetition->src0, form.repetition->src1};
  instruction.Locate("dst", dst, parts.elements / 8);
  std::array<Repeats, 2> repeats;
  for (size_t i = 0; i < operands; ++i) {
    CheckStrides(instruction, sources[i].name, strides[i]);
    repeats[i] = RepeatsOf(sources[i].With(strides[i]), part);
    from[i] = instruction.Read<uint8_t>(sources[i].name, *sources[i].span, repeats[i]);
    instruction.CheckOverlap(dst, parts.elements / 8, sources[i].name, *sources[i].span,
                             repeats[i].Extent());
  }
  uint8_t* const to = instruction.Write<uint8_t>("dst", dst, parts.elements / 8);
  for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
    std::array<RepeatArray, 2> arrays;
    for (size_t i = 0; i < operands; ++i)
      CollectLanes(from[i], repeats[i], repeat, lanes, arrays[i].bytes);
    compare(to + repeat * lanes / 8, arrays[0].bytes, arrays[1].bytes, static_cast<size_t>(lanes));
  }
  instruction.Done(parts.elements, parts.elements / 8);
}

void RunSelect(AscendC::SELMODE mode, Element type, const LocalSpan& dst, const LocalSpan& mask,
               const LocalSpan& src0, const LocalSpan* src1, const void* scalar, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "Select", Pipe::kVector);
  CheckType(instruction, kFloats, type);
  const Arch& arch = instruction.arch();
  const bool one_mask = mode == AscendC::SELMODE::VSEL_CMPMASK_SPR;
  if (!one_mask) {
    instruction.Need(arch.select_tensor_modes,
                     "Select with VSEL_TENSOR_SCALAR_MODE or VSEL_TENSOR_TENSOR_MODE");
    const int64_t left = instruction.core().FreeUnifiedBuffer();
    if (left < arch.select_bytes) {
      instruction.Fail(
          "", "needs ", arch.select_bytes,
          " bytes of the unified buffer for itself in this mode; the kernel's buffers leave ",
          left);
    }
  }
  if ((mode == AscendC::SELMODE::VSEL_TENSOR_SCALAR_MODE) != (scalar != nullptr)) {
    instruction.Fail("selMode",
                     "VSEL_TENSOR_SCALAR_MODE is for a scalar src1, the other modes for a tensor");
  }
  const int64_t lanes = kRepeatBytes / static_cast<int64_t>(ElementBytes(type));
  // Bits are needed up to the last element.
  int64_t bits = form.count;
  if (form.repetition != nullptr) {
    const Parts parts = PartsOf(instruction, *form.repetition, lanes);
    if (parts.count == 0) return;
    const Part& last = parts.part[static_cast<size_t>(parts.count - 1)];
    const int lanes_used = last.mask[1] != 0 ? 128 - std::countl_zero(last.mask[1])
                                             : 64 - std::countl_zero(last.mask[0]);
    bits = (last.first + last.repeats - 1) * lanes + lanes_used;
  }
  if (bits == 0) return;
  if (bits < 0) instruction.Fail("count", bits, " elements; 0 or more");
  if (one_mask) bits = std::min(bits, lanes);
  const uint8_t* const chosen = instruction.Read<uint8_t>("selMask", mask, (bits + 7) / 8);
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  RunElements(instruction, form, {"dst", &dst, type}, {"src0", &src0, type},
              src1 == nullptr ? Argument() : Argument{"src1", src1, type}, false, false,
              [&](void* to, const void* a, const void* b, size_t count, int64_t index) {
                // The bits of whole repeats; lanes beyond the last bit take no part, so that bits
                // are read no further than checked.
                const int64_t all = static_cast<int64_t>(count);
                for (int64_t at = 0; at < all; at += lanes) {
                  const int64_t n = std::min(lanes, all - at);
                  std::array<uint8_t, kRepeatBytes / 2 / 8> word = {};
                  const int64_t begin = one_mask ? 0 : (index + at) / 8;
                  std::memcpy(word.data(), chosen + begin,
                              static_cast<size_t>(std::min((n + 7) / 8, (bits + 7) / 8 - begin)));
                  uint8_t* const out = static_cast<uint8_t*>(to) + at * bytes;
                  const uint8_t* const in0 = static_cast<const uint8_t*>(a) + at * bytes;
                  const auto elements = static_cast<size_t>(n);
                  CheckKnown(instruction,
                             scalar != nullptr
                                 ? SelectScalar(type, out, word.data(), in0, scalar, elements)
                                 : Select(type, out, word.data(), in0,
                                          static_cast<const uint8_t*>(b) + at * bytes, elements));
                }
              });
}

uint64_t RunGatherMask(Element type, const LocalSpan& dst, const LocalSpan& src, int pattern,
                       const LocalSpan* bits, const GatherForm& form) {
  Instruction instruction(Core::CurrentOfThread(), "GatherMask", Pipe::kVector);
  const Arch& arch = instruction.arch();
  instruction.Need(arch.gather_mask, "GatherMask");
  CheckType(instruction, kTwoAndFourBytes, type);
  constexpr std::array<uint8_t, 8> kPatterns = {0, 0x55, 0xAA, 0x11, 0x22, 0x44, 0x88, 0xFF};
  if (bits == nullptr) {
    if (pattern < 1 || pattern > 7) instruction.Fail("src1Pattern", "is ", pattern, "; 1 to 7");
    if (pattern == 7) instruction.Need(arch.gather_mask_all, "GatherMask with pattern 7");
  }
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const int64_t lanes = kRepeatBytes / bytes;
  const int64_t count = form.counted ? form.mask : lanes;  // of a repeat
  if (form.repeats < 0 || form.repeats > kMaxRepeats)
    instruction.Fail("repeatTimes", form.repeats, " repeats; 0 to ", kMaxRepeats);
  if (count < 0) instruction.Fail("mask", count, " elements; 0 or more");
  CheckStrides(instruction, "src0", {form.block_stride, form.src0_repeat_stride});
  CheckStrides(instruction, "src1", {1, form.src1_repeat_stride});
  if (count == 0 || form.repeats == 0) return 0;
  // A repeat in pieces of 256 bytes; the last of a counted repeat may be shorter.
  const auto pieces = [&](const auto& piece) {
    for (int64_t repeat = 0; repeat < form.repeats; ++repeat) {
      for (int64_t at = 0; at < count; at += lanes) {
        const int64_t n = std::min(lanes, count - at);
        Part part = {.repeats = 1, .mask = FirstLanes(n)};
        const Operand source = {"src0", src, type, {form.block_stride, 8}};
        const int64_t offset =
            (repeat * form.src0_repeat_stride + at / lanes * kBlocksPerRepeat * form.block_stride) *
            kBlockBytes;
        const Repeats elements = RepeatsOf(source, part);
        const uint8_t* const from = instruction.Read<uint8_t>("src0", src.From(offset), elements);
        std::array<uint8_t, kRepeatBytes / 2 / 8> word;
        if (bits == nullptr) {
          word.fill(kPatterns[static_cast<size_t>(pattern)]);
        } else {
          const int64_t bit_offset = repeat * form.src1_repeat_stride * kBlockBytes + at / 8;
          const auto size = static_cast<size_t>((n + 7) / 8);
          std::memcpy(word.data(),
                      instruction.Read<uint8_t>("src1", bits->From(bit_offset),
                                                static_cast<int64_t>(size), 1),
                      size);
        }
        piece(from, elements, word, n);
      }
    }
  };
  int64_t kept = 0;
  int64_t src_end = 0;
  pieces([&](const uint8_t* from, const Repeats& elements, const std::array<uint8_t, 16>& word,
             int64_t n) {
    for (int64_t i = 0; i < n; ++i) kept += word[static_cast<size_t>(i / 8)] >> (i % 8) & 1;
    const uint8_t* const begin = instruction.Locate("src0", src, 0);
    src_end = std::max(src_end, from - begin + elements.Extent());
  });
  instruction.CheckOverlap(dst, kept * bytes, "src0", src, src_end, true);
  uint8_t* to = instruction.Write<uint8_t>("dst", dst, kept * bytes);
  pieces([&](const uint8_t* from, const Repeats& elements, const std::array<uint8_t, 16>& word,
             int64_t n) {
    RepeatArray array;
    CollectLanes(from, elements, 0, n, array.bytes);
    to += static_cast<int64_t>(Gather(type, to, word.data(), array.bytes, static_cast<size_t>(n))) *
          bytes;
  });
  instruction.Done(kept, kept * bytes);
  return static_cast<uint64_t>(kept);
}

void RunTransDataTo5HD(Element type, const std::array<LocalSpan, 16>& dst,
                       const std::array<LocalSpan, 16>& src, const TransposeForm& form) {
  Instruction instruction(Core::CurrentOfThread(), "TransDataTo5HD", Pipe::kVector);
  CheckType(instruction, kTransposed, type);
  if (form.repeats < 0 || form.repeats > kMaxRepeats)
    instruction.Fail("repeatTimes", form.repeats, " repeats; 0 to ", kMaxRepeats);
  CheckStrides(instruction, "dst", {0, form.dst_repeat_stride});
  CheckStrides(instruction, "src", {0, form.src_repeat_stride});
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  constexpr int64_t kRows = 16;
  // Bytes of one row that take part; of 8-bit elements it is one half of the block.
  const int64_t row_bytes = bytes == 1 ? kRows : kBlockBytes;
  const int64_t dst_half = bytes == 1 && form.dst_high_half ? kRows : 0;
  const int64_t src_half = bytes == 1 && form.src_high_half ? kRows : 0;
  const int64_t columns = row_bytes / bytes;
  for (int64_t repeat = 0; repeat < form.repeats; ++repeat) {
    alignas(64) uint8_t block[kRows * kBlockBytes];
    for (int64_t row = 0; row < kRows; ++row) {
      const LocalSpan from =
          src[static_cast<size_t>(row)].From(repeat * form.src_repeat_stride * kBlockBytes);
      instruction.Locate("srcList", from, kBlockBytes);
      instruction.CheckWritten("srcList", from, src_half, row_bytes);
      std::memcpy(block + row * row_bytes,
                  instruction.Locate("srcList", from, kBlockBytes) + src_half,
                  static_cast<size_t>(row_bytes));
    }
    // Element k of the transposed block, which has 16 elements for every column, is element k % 16
    // of that column.
    for (int64_t row = 0; row < kRows; ++row) {
      const LocalSpan to =
          dst[static_cast<size_t>(row)].From(repeat * form.dst_repeat_stride * kBlockBytes);
      uint8_t* const out = instruction.Locate("dstList", to, kBlockBytes) + dst_half;
      instruction.MarkWritten(to, dst_half, row_bytes);
      for (int64_t i = 0; i < columns; ++i) {
        const int64_t k = row * columns + i;
        std::memcpy(out + i * bytes, block + (k % kRows) * row_bytes + k / kRows * bytes,
                    static_cast<size_t>(bytes));
      }
    }
  }
  if (form.repeats > 0)
    instruction.Done(form.repeats * kRows * columns, form.repeats * kRows * row_bytes);
}

void SetMaskBits(uint64_t high, uint64_t low) { Core::Current().mask().bits = {low, high}; }

void SetMaskLength(Element type, int64_t length, bool counter) {
  Instruction instruction(Core::CurrentOfThread(), "SetVectorMask", Pipe::kVector);
  const int64_t lanes = kRepeatBytes / static_cast<int64_t>(ElementBytes(type));
  if (counter) {
    if (length < 0) instruction.Fail("len", length, " elements; 0 or more");
    instruction.core().mask().bits = {static_cast<uint64_t>(length), 0};
    return;
  }
  if (length < 0 || length > lanes)
    instruction.Fail("len", length, " elements of each repeat; a repeat has ", lanes);
  instruction.core().mask().bits = FirstLanes(length);
}

void SetMaskMode(bool counter) { Core::Current().mask().counter = counter; }

// The bits only: SetMaskCount stays in force until SetMaskNorm.
void ResetMask() { Core::Current().mask().bits = FirstLanes(kRepeatBytes / 2); }

}  // namespace openaclnn::aicore::vector
