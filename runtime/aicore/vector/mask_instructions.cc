// Instructions on masks: Compare, Select, GatherMask, the vector mask; and TransDataTo5HD.
#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/aicore/arch.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/elements.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

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

// The elements [0, count) of each of two operands whose bits a comparison writes: bit i is
// undefined if one of theirs is.
void MarkCompared(Instruction& instruction, const LocalSpan& dst, int64_t offset,
                  const std::array<Instruction::Elements, 2>& sources, int64_t count) {
  if (!instruction.core().strict()) return;
  const Definedness& defined = instruction.defined();
  const auto all = [&](const Instruction::Elements& source) {
    return source.bytes == 0 ||
           defined.IsDefined(source.begin, source.begin + count * source.bytes);
  };
  if (all(sources[0]) && all(sources[1])) {
    instruction.MarkWritten(dst, offset, count / 8);
    return;
  }
  for (int64_t byte = 0; byte < count / 8; ++byte) {
    uint8_t undefined = 0;
    for (int64_t bit = 0; bit < 8; ++bit) {
      for (const Instruction::Elements& source : sources) {
        const int64_t at = source.begin + (byte * 8 + bit) * source.bytes;
        if (source.bytes != 0 && !defined.IsDefined(at, at + source.bytes))
          undefined |= static_cast<uint8_t>(1 << bit);
      }
    }
    instruction.MarkBits(dst, offset + byte, undefined);
  }
}

// Refuses an operand in the last bytes of the unified buffer, which the instruction overwrites.
void CheckApartFromTail(Instruction& instruction, int64_t tail, const char* operand,
                        const LocalSpan& span, int64_t bytes) {
  const int64_t begin = instruction.soc().unified_buffer_bytes - tail;
  if (span.begin + bytes <= begin) return;
  instruction.Fail(operand, "lies in the last ", tail,
                   " bytes of the unified buffer, which the instruction uses itself in this mode");
}

// Of the elements that Select will have written whether they are defined: if the bit is and the
// chosen element. Before anything is written, for dst may be a source.
void DeferSelected(Instruction& instruction, const Form& form, Element type, const LocalSpan& dst,
                   const LocalSpan& mask, const LocalSpan& src0, const LocalSpan* src1,
                   bool one_mask, const uint8_t* chosen, int64_t bits) {
  if (!instruction.core().strict()) return;
  Definedness& defined = instruction.defined();
  defined.DropLater();
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const int64_t lanes = kRepeatBytes / bytes;
  const auto add = [&](int64_t number, int64_t to, int64_t from0, int64_t from1) {
    const int64_t bit = one_mask ? number % lanes : number;
    const int64_t byte = mask.begin + bit / 8;
    const bool first = (chosen[bit / 8] >> (bit % 8) & 1) != 0;
    const int64_t from = first ? from0 : from1;
    const bool good = (defined.UndefinedBits(byte) >> (bit % 8) & 1) == 0;
    defined.SetLater(
        to, to + bytes,
        good && ((!first && src1 == nullptr) || defined.IsDefined(from, from + bytes)));
  };
  const int64_t begin1 = src1 == nullptr ? 0 : src1->begin;
  if (form.repetition == nullptr) {
    const int64_t size = form.count * bytes;
    // Not yet checked; whatever is wrong is said soon.
    if (src0.begin + size > instruction.soc().unified_buffer_bytes ||
        begin1 + size > instruction.soc().unified_buffer_bytes)
      return;
    if (defined.IsDefined(mask.begin, mask.begin + (bits + 7) / 8) &&
        defined.IsDefined(src0.begin, src0.begin + size) &&
        (src1 == nullptr || defined.IsDefined(begin1, begin1 + size)))
      return;
    for (int64_t i = 0; i < form.count; ++i)
      add(i, dst.begin + i * bytes, src0.begin + i * bytes, begin1 + i * bytes);
    return;
  }
  const Repetition& repetition = *form.repetition;
  const Parts parts = PartsOf(instruction, repetition, lanes);
  for (int p = 0; p < parts.count; ++p) {
    const Part& part = parts.part[static_cast<size_t>(p)];
    const std::array<Operand, 3> operands = {
        Operand{"dst", dst, type, repetition.dst}, Operand{"src0", src0, type, repetition.src0},
        Operand{"src1", src1 == nullptr ? src0 : *src1, type, repetition.src1}};
    std::array<Repeats, 3> repeats;
    for (size_t k = 0; k < operands.size(); ++k) {
      repeats[k] = RepeatsOf(operands[k], part);
      const LocalSpan span = SpanOf(operands[k], part);
      if (span.begin + repeats[k].Extent() > instruction.soc().unified_buffer_bytes) return;
    }
    const auto at = [&](size_t k, int64_t repeat, int64_t lane) {
      return SpanOf(operands[k], part).begin + repeats[k].Offset(repeat, lane);
    };
    for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
      for (int64_t lane = 0; lane < lanes; ++lane) {
        if (!repeats[0].Active(lane)) continue;
        add((part.first + repeat) * lanes + lane, at(0, repeat, lane), at(1, repeat, lane),
            at(2, repeat, lane));
      }
    }
  }
}

// The first `count` bits of an operand, which must be defined; the rest of the last byte need not.
const uint8_t* ReadBits(Instruction& instruction, const LocalSpan& span, int64_t count) {
  const int64_t bytes = (count + 7) / 8;
  const uint8_t* const from = instruction.ReadAny("src1", span, bytes, 1);
  const int64_t last = bytes - 1;
  if (!instruction.core().strict() || bytes == 0) return from;
  instruction.CheckWritten("src1", span, 0, last);
  const uint8_t used = static_cast<uint8_t>(0xFF >> (bytes * 8 - count));
  if ((instruction.defined().UndefinedBits(span.begin + last) & used) != 0)
    instruction.CheckWritten("src1", span, last, 1);
  return from;
}

}  // namespace

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
  instruction.SetWidest(bytes);
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
    uint8_t* const to = instruction.Locate("dst", dst, form.count / 8);
    std::array<Instruction::Elements, 2> elements;
    for (size_t i = 0; i < operands; ++i) {
      from[i] = instruction.ReadAny(sources[i].name, *sources[i].span, form.count * bytes);
      elements[i] = {sources[i].span->begin, bytes};
      instruction.CheckOverlap(dst, form.count / 8, sources[i].name, *sources[i].span,
                               form.count * bytes);
    }
    MarkCompared(instruction, dst, 0, elements, form.count);
    compare(to, from[0], from[1], static_cast<size_t>(form.count));
    instruction.Done(form.count, form.count / 8);
    return;
  }
  // The bits of one repeat follow those of the one before.
  CheckWholeRepeats(instruction, *form.repetition, lanes);
  const Parts parts = PartsOf(instruction, *form.repetition, lanes);
  if (parts.count == 0) return;
  const Part& part = parts.part[0];
  const std::array<Strides, 2> strides = {form.repetition->src0, form.repetition->src1};
  uint8_t* const to = instruction.Locate("dst", dst, parts.elements / 8);
  std::array<Repeats, 2> repeats;
  for (size_t i = 0; i < operands; ++i) {
    CheckStrides(instruction, sources[i].name, strides[i]);
    repeats[i] = RepeatsOf(sources[i].With(strides[i]), part);
    from[i] = instruction.ReadAny(sources[i].name, *sources[i].span, repeats[i]);
    instruction.CheckOverlap(dst, parts.elements / 8, sources[i].name, *sources[i].span,
                             repeats[i].Extent());
  }
  for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
    std::array<RepeatArray, 2> arrays;
    for (size_t i = 0; i < operands; ++i)
      CollectLanes(from[i], repeats[i], repeat, lanes, arrays[i].bytes);
    // Block by block, for blocks need not lie next to each other.
    const int64_t of_block = kBlockBytes / bytes;
    for (int64_t lane = 0; lane < lanes; lane += of_block) {
      std::array<Instruction::Elements, 2> elements;
      for (size_t i = 0; i < operands; ++i)
        elements[i] = {sources[i].span->begin + repeats[i].Offset(repeat, lane), bytes};
      MarkCompared(instruction, dst, (repeat * lanes + lane) / 8, elements, of_block);
    }
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
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  if (!one_mask && arch.select_bytes > 0) {
    const int64_t used = form.repetition == nullptr ? form.count * bytes : bytes;
    CheckApartFromTail(instruction, arch.select_bytes, "dst", dst, used);
    CheckApartFromTail(instruction, arch.select_bytes, "selMask", mask, (bits + 7) / 8);
    CheckApartFromTail(instruction, arch.select_bytes, "src0", src0, used);
    if (src1 != nullptr) CheckApartFromTail(instruction, arch.select_bytes, "src1", *src1, used);
    instruction.ClobberTail(arch.select_bytes);
  }
  const uint8_t* const chosen = instruction.ReadAny("selMask", mask, (bits + 7) / 8);
  DeferSelected(instruction, form, type, dst, mask, src0, src1, one_mask, chosen, bits);
  RunElements(instruction, form, {"dst", &dst, type}, {"src0", &src0, type},
              src1 == nullptr ? Argument() : Argument{"src1", src1, type}, false,
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
  if (instruction.core().strict()) instruction.defined().ApplyLater();
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
        const uint8_t* const from = instruction.ReadAny("src0", src.From(offset), elements);
        std::array<uint8_t, kRepeatBytes / 2 / 8> word;
        if (bits == nullptr) {
          word.fill(kPatterns[static_cast<size_t>(pattern)]);
        } else {
          const int64_t bit_offset = repeat * form.src1_repeat_stride * kBlockBytes + at / 8;
          const auto size = static_cast<size_t>((n + 7) / 8);
          std::memcpy(word.data(), ReadBits(instruction, bits->From(bit_offset), n), size);
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
  uint8_t* const begin = instruction.Locate("dst", dst, kept * bytes);
  uint8_t* to = begin;
  pieces([&](const uint8_t* from, const Repeats& elements, const std::array<uint8_t, 16>& word,
             int64_t n) {
    RepeatArray array;
    CollectLanes(from, elements, 0, n, array.bytes);
    int64_t at = dst.begin + (to - begin);
    const int64_t source = src.begin + (from - instruction.Locate("src0", src, 0));
    for (int64_t i = 0; i < n && instruction.core().strict(); ++i) {
      if ((word[static_cast<size_t>(i / 8)] >> (i % 8) & 1) == 0) continue;
      instruction.MarkComputed(dst, {at, bytes}, {{{source + elements.Offset(0, i), bytes}}}, 1);
      at += bytes;
    }
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
    std::bitset<kRows * kBlockBytes> defined;
    for (int64_t row = 0; row < kRows; ++row) {
      const LocalSpan from =
          src[static_cast<size_t>(row)].From(repeat * form.src_repeat_stride * kBlockBytes);
      std::memcpy(block + row * row_bytes,
                  instruction.Locate("srcList", from, kBlockBytes) + src_half,
                  static_cast<size_t>(row_bytes));
      if (!instruction.core().strict()) continue;
      instruction.ReadAny("srcList", from.From(src_half), row_bytes, row_bytes);
      for (int64_t i = 0; i < columns; ++i) {
        const int64_t at = from.begin + src_half + i * bytes;
        defined[static_cast<size_t>(row * columns + i)] =
            instruction.defined().IsDefined(at, at + bytes);
      }
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
        if (instruction.core().strict() &&
            !defined[static_cast<size_t>(k % kRows * columns + k / kRows)])
          instruction.MarkComputedFromUndefined(to, dst_half + i * bytes, bytes);
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
