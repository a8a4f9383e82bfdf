#include "runtime/aicore/vector/gather.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/operands.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

constexpr uint32_t kOneByte = Set(Element::kInt8, Element::kUint8);
constexpr uint32_t kEightBytes = Set(Element::kInt64, Element::kUint64);
constexpr Types kMoved = {
    kTwoAndFourBytes.all, kOneByte | kEightBytes,
    "half, bfloat16_t, int16_t, uint16_t, float, int32_t, uint32_t (Ascend 950: types of 1 and 8 "
    "bytes)"};
constexpr Types kGathered = {
    kTwoAndFourBytes.all, kOneByte,
    "half, bfloat16_t, int16_t, uint16_t, float, int32_t, uint32_t (Ascend 950: types of 1 byte)"};
constexpr Types kBlocks = {Set(Element::kUint16, Element::kUint32), 0, "uint16_t, uint32_t"};
constexpr Types kCounted = {Set(Element::kHalf, Element::kFloat, Element::kInt16, Element::kInt32),
                            0, "half, float, int16_t, int32_t"};
constexpr Types kBroadcast = {Set(Element::kInt8, Element::kUint8, Element::kHalf, Element::kFloat),
                              0, "int8_t, uint8_t, half, float"};

void CheckMoved(Instruction& instruction, uint32_t archs, const Types& types, Element type) {
  NeedOn(instruction, archs, instruction.name());
  CheckType(instruction, types, type);
  if (type == Element::kBFloat16) NeedOn(instruction, k950 | kA2 | k310B, "bfloat16_t");
}

// Bytes from the start of the first of `count` blocks in each repeat to the end of the last.
int64_t Extent(const Strides& strides, int64_t repeats, int64_t count) {
  return ((repeats - 1) * strides.repeat + (count - 1) * strides.block + 1) * kBlockBytes;
}

// --- elements that an offset chooses ---

// The lanes that Gather and Scatter work on, and the offset of each.
class OffsetLanes {
 public:
  OffsetLanes(Instruction& instruction, Element type, const LocalSpan& offsets, const Form& form)
      : bytes_(static_cast<int64_t>(ElementBytes(type))),
        // Of 1-byte types a repeat has half as many bytes.
        lanes_(std::min<int64_t>(kRepeatBytes / bytes_, kRepeatBytes / 2)) {
    if (form.repetition == nullptr) {
      if (form.count < 0) instruction.Fail("count", form.count, " elements; 0 or more");
      instruction.core().mask() = {};  // as all count forms
      parts_ = PartsOfCount(form.count, lanes_);
    } else {
      parts_ = PartsOf(instruction, *form.repetition, lanes_);
    }
    from_ = instruction.AddressOf(offsets);
    const auto read = [&](int64_t lane, int64_t count) {
      end_ = std::max(end_, lane + count);
      instruction.Read<uint8_t>("offset", offsets.From(lane * kOffsetBytes), count * kOffsetBytes,
                                lane == 0 ? kBlockBytes : kOffsetBytes);
    };
    for (int p = 0; p < parts_.count; ++p) {
      const Part& part = parts_.part[static_cast<size_t>(p)];
      const Repeats repeats = {.element_bytes = bytes_, .mask = part.mask};
      if (part.prefix == lanes_) read(part.first * lanes_, part.repeats * lanes_);
      for (int64_t i = 0; part.prefix != lanes_ && i < part.repeats; ++i) {
        const int64_t first = (part.first + i) * lanes_;
        if (part.prefix >= 0) read(first, part.prefix);
        for (int64_t lane = 0; part.prefix < 0 && lane < lanes_; ++lane) {
          if (repeats.Active(lane)) read(first + lane, 1);
        }
      }
    }
  }

  const Parts& parts() const { return parts_; }
  int64_t lanes() const { return lanes_; }
  // Bytes of the offsets, as far as they are read.
  int64_t bytes_of_offsets() const { return end_ * kOffsetBytes; }

  // Calls use(repeat, lane, offset) for each lane that takes part.
  template <class Use>
  void ForEach(const Use& use) const {
    for (int p = 0; p < parts_.count; ++p) {
      const Part& part = parts_.part[static_cast<size_t>(p)];
      const Repeats repeats = {.element_bytes = bytes_, .mask = part.mask};
      for (int64_t repeat = part.first; repeat < part.first + part.repeats; ++repeat) {
        for (int64_t lane = 0; lane < lanes_; ++lane) {
          if (!repeats.Active(lane)) continue;
          uint32_t offset;
          std::memcpy(&offset, from_ + (repeat * lanes_ + lane) * kOffsetBytes, sizeof(offset));
          use(repeat, lane, int64_t{offset});
        }
      }
    }
  }

 private:
  static constexpr int64_t kOffsetBytes = 4;
  int64_t bytes_;
  int64_t lanes_;
  Parts parts_;
  const uint8_t* from_ = nullptr;
  int64_t end_ = 0;
};

// The bytes of an operand that offsets choose.
struct Chosen {
  int64_t begin = std::numeric_limits<int64_t>::max();
  int64_t end = 0;
};

Chosen CheckOffsets(Instruction& instruction, const OffsetLanes& lanes, int64_t bytes,
                    int64_t base) {
  // Ascend 950 has 16 bits for the number of an element of a short type.
  const int64_t limit =
      IsOn(instruction, k950) && bytes <= 2 ? 65536 * bytes : std::numeric_limits<int64_t>::max();
  Chosen chosen;
  lanes.ForEach([&](int64_t repeat, int64_t lane, int64_t offset) {
    const int64_t number = repeat * lanes.lanes() + lane;
    if (offset % bytes != 0)
      instruction.Fail("offset", "number ", number, " is ", offset, " bytes; a multiple of ", bytes,
                       ", the size of the element, is needed");
    if (offset >= limit)
      instruction.Fail("offset", "number ", number, " is ", offset, " bytes; less than ", limit);
    chosen.begin = std::min(chosen.begin, base + offset);
    chosen.end = std::max(chosen.end, base + offset + bytes);
  });
  return chosen;
}

Strides LaneStrides(const Form& form, Strides Repetition::* operand, int64_t lanes, int64_t bytes) {
  if (form.repetition == nullptr) return {1, lanes * bytes / kBlockBytes};
  return form.repetition->*operand;
}

// Where the lanes of the operand with strides lie.
int64_t LaneExtent(const Operand& operand, const Parts& parts) {
  int64_t end = 0;
  for (int p = 0; p < parts.count; ++p) {
    const Part& part = parts.part[static_cast<size_t>(p)];
    end = std::max(
        end, part.first * operand.strides.repeat * kBlockBytes + RepeatsOf(operand, part).Extent());
  }
  return end;
}

}  // namespace

void RunBrcb(Element type, const LocalSpan& dst, const LocalSpan& src, int64_t repeats,
             const Strides& dst_strides) {
  Instruction instruction(Core::CurrentOfThread(), "Brcb", Pipe::kVector);
  CheckMoved(instruction, k950 | kA2 | k310P, kMoved, type);
  if (IsOn(instruction, k310P)) CheckScratch(instruction, nullptr, 8192);
  CheckRepeats(instruction, repeats);
  if (dst_strides.block == 0)
    instruction.Fail("dstBlkStride", "0; 1 or more, since the blocks of a repeat would be one");
  if (repeats == 0) return;
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const int64_t src_bytes = repeats * kBlocksPerRepeat * bytes;
  const uint8_t* from = instruction.ReadAny("src", src, src_bytes);
  const bool all_defined = instruction.IsDefined(src, src_bytes);
  CheckApart(instruction, dst, Extent(dst_strides, repeats, kBlocksPerRepeat), "src", src,
             src_bytes);
  for (int64_t repeat = 0; repeat < repeats; ++repeat) {
    for (int64_t i = 0; i < kBlocksPerRepeat; ++i, from += bytes) {
      const int64_t at = (repeat * dst_strides.repeat + i * dst_strides.block) * kBlockBytes;
      uint8_t* const to = instruction.Write<uint8_t>("dst", dst.From(at), kBlockBytes);
      if (!all_defined &&
          !instruction.IsDefined(src.From((repeat * kBlocksPerRepeat + i) * bytes), bytes))
        instruction.MarkComputedFromUndefined(dst, at, kBlockBytes);
      for (int64_t k = 0; k < kBlockBytes; k += bytes)
        std::memcpy(to + k, from, static_cast<size_t>(bytes));
    }
  }
  instruction.Done(repeats * kRepeatBytes / bytes, repeats * kRepeatBytes);
}

void RunCopy(Element type, const LocalSpan& dst, const LocalSpan& src, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "Copy", Pipe::kVector);
  CheckMoved(instruction, k950 | kA2 | k310B, kMoved, type);
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  VectorMask& set = instruction.core().mask();
  constexpr int64_t kMostRepeatSize = 4095;
  if (form.repetition != nullptr) {
    const int64_t farthest = std::max(form.repetition->dst.repeat, form.repetition->src0.repeat);
    if (farthest > kMostRepeatSize)
      instruction.Fail("repeatParams", "repeats ", farthest, " blocks apart; 0 to ",
                       kMostRepeatSize);
  }
  if (form.repetition == nullptr || !set.counter) {
    if (form.repetition == nullptr) NeedOn(instruction, k950, "Copy with a count");
    RunEach(instruction, form, {"dst", &dst, type}, {"src", &src, type}, {}, false,
            [bytes](void* to, const void* from, const void*, size_t count, int64_t) {
              std::memmove(to, from, count * static_cast<size_t>(bytes));
            });
    return;
  }
  // After SetMaskCount, the mask is the number of elements of each repeat, not of all together.
  const Repetition& repetition = *form.repetition;
  if (repetition.mask == Repetition::Mask::kBits)
    instruction.Fail("mask", "is a set of bits, but after SetMaskCount it is a number of elements");
  CheckRepeats(instruction, repetition.repeats);
  if (repetition.mask == Repetition::Mask::kLength)
    set.bits = {static_cast<uint64_t>(repetition.count), 0};
  const auto count = static_cast<int64_t>(set.bits[0]);
  if (count < 0) instruction.Fail("mask", count, " elements; 0 or more");
  const int64_t blocks = (count * bytes + kBlockBytes - 1) / kBlockBytes;
  if (blocks == 0 || repetition.repeats == 0) return;
  const auto for_blocks = [&](const auto& use) {
    for (int64_t repeat = 0; repeat < repetition.repeats; ++repeat) {
      for (int64_t block = 0; block < blocks; ++block) {
        const auto at = [&](const Strides& strides) {
          return (repeat * strides.repeat + block * strides.block) * kBlockBytes;
        };
        use(dst.From(at(repetition.dst)), src.From(at(repetition.src0)),
            std::min(kBlockBytes, count * bytes - block * kBlockBytes));
      }
    }
  };
  for_blocks([&](const LocalSpan&, const LocalSpan& from, int64_t size) {
    instruction.ReadAny("src", from, size);
  });
  const bool same = dst.begin == src.begin && repetition.dst.block == repetition.src0.block &&
                    repetition.dst.repeat == repetition.src0.repeat;
  if (!same)
    CheckApart(instruction, dst, Extent(repetition.dst, repetition.repeats, blocks), "src", src,
               Extent(repetition.src0, repetition.repeats, blocks));
  for_blocks([&](const LocalSpan& to, const LocalSpan& from, int64_t size) {
    std::memmove(instruction.Locate("dst", to, size), instruction.AddressOf(from),
                 static_cast<size_t>(size));
    const auto elements = [bytes](const LocalSpan& operand) -> Instruction::Elements {
      return {operand.begin, bytes};
    };
    instruction.MarkComputed(to, elements(to), {elements(from)}, size / bytes);
  });
  instruction.Done(repetition.repeats * count, repetition.repeats * count * bytes);
}

void RunGather(Element type, const LocalSpan& dst, const LocalSpan& src, const LocalSpan& offsets,
               int64_t base, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "Gather", Pipe::kVector);
  CheckMoved(instruction, kEveryArch & ~k910, kGathered, type);
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const OffsetLanes lanes(instruction, type, offsets, form);
  const Parts& parts = lanes.parts();
  if (parts.count == 0) return;
  const Operand to = {"dst", dst, type, LaneStrides(form, &Repetition::dst, lanes.lanes(), bytes)};
  const Chosen chosen = CheckOffsets(instruction, lanes, bytes, base);
  const uint8_t* const from =
      instruction.Locate("src", src.From(chosen.begin), chosen.end - chosen.begin, bytes) -
      chosen.begin;
  lanes.ForEach([&](int64_t, int64_t, int64_t offset) {
    instruction.ReadAny("src", src.From(base + offset), bytes, bytes);
  });
  const bool all_defined = instruction.IsDefined(src.From(chosen.begin), chosen.end - chosen.begin);
  const int64_t extent = LaneExtent(to, parts);
  CheckApart(instruction, dst, extent, "src", src.From(chosen.begin), chosen.end - chosen.begin);
  instruction.CheckOverlap(dst, extent, "offset", offsets, lanes.bytes_of_offsets());
  for (int p = 0; p < parts.count; ++p) {
    const Part& part = parts.part[static_cast<size_t>(p)];
    instruction.Write<uint8_t>("dst", SpanOf(to, part), RepeatsOf(to, part));
  }
  uint8_t* const out = instruction.AddressOf(dst);
  const Repeats places = RepeatsOf(to, parts.part[0]);
  lanes.ForEach([&](int64_t repeat, int64_t lane, int64_t offset) {
    std::memcpy(out + places.Offset(repeat, lane), from + base + offset,
                static_cast<size_t>(bytes));
    if (!all_defined)
      MarkCopied(instruction, dst, places.Offset(repeat, lane), src.From(base + offset), bytes);
  });
  instruction.Done(parts.elements, parts.elements * bytes);
}

void RunGatherBlocks(Element type, const LocalSpan& dst, const LocalSpan& src,
                     const LocalSpan& offsets, int64_t repeats, const Strides& dst_strides) {
  Instruction instruction(Core::CurrentOfThread(), "Gatherb", Pipe::kVector);
  CheckMoved(instruction, k950 | kA2 | k310B, kBlocks, type);
  CheckRepeats(instruction, repeats);
  if (repeats == 0) return;
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const Strides strides = {dst_strides.block == 0 ? 1 : dst_strides.block, dst_strides.repeat};
  const int64_t blocks = repeats * kBlocksPerRepeat;
  const auto* const offset = instruction.Read<uint32_t>(
      "offset", offsets, blocks * static_cast<int64_t>(sizeof(uint32_t)));
  const int64_t extent = Extent(strides, repeats, kBlocksPerRepeat);
  CheckApart(instruction, dst, extent, "offset", offsets,
             blocks * static_cast<int64_t>(sizeof(uint32_t)));
  for (int64_t i = 0; i < blocks; ++i) {
    const int64_t at = offset[i];
    if (at % kBlockBytes != 0)
      instruction.Fail("offset", "number ", i, " is ", at, " bytes; a multiple of ", kBlockBytes,
                       " is needed");
    instruction.ReadAny("src", src.From(at), kBlockBytes);
    CheckApart(instruction, dst, extent, "src", src.From(at), kBlockBytes);
  }
  for (int64_t i = 0; i < blocks; ++i) {
    const int64_t to = i / kBlocksPerRepeat * strides.repeat + i % kBlocksPerRepeat * strides.block;
    std::memcpy(instruction.Write<uint8_t>("dst", dst.From(to * kBlockBytes), kBlockBytes),
                instruction.AddressOf(src) + offset[i], static_cast<size_t>(kBlockBytes));
    const LocalSpan from = src.From(offset[i]);
    if (instruction.IsDefined(from, kBlockBytes)) continue;
    for (int64_t at = 0; at < kBlockBytes; at += bytes)
      MarkCopied(instruction, dst, to * kBlockBytes + at, from.From(at), bytes);
  }
  instruction.Done(blocks, blocks * kBlockBytes);
}

void RunScatter(Element type, const LocalSpan& dst, const LocalSpan& src, const LocalSpan& offsets,
                int64_t base, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "Scatter", Pipe::kVector);
  CheckMoved(instruction, k950 | k310P | k310B, kGathered, type);
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const OffsetLanes lanes(instruction, type, offsets, form);
  const Parts& parts = lanes.parts();
  if (parts.count == 0) return;
  const Operand from = {"src", src, type,
                        LaneStrides(form, &Repetition::src0, lanes.lanes(), bytes)};
  const Chosen chosen = CheckOffsets(instruction, lanes, bytes, base);
  for (int p = 0; p < parts.count; ++p) {
    const Part& part = parts.part[static_cast<size_t>(p)];
    instruction.ReadAny("src", SpanOf(from, part), RepeatsOf(from, part));
  }
  const LocalSpan target = dst.From(chosen.begin);
  const int64_t target_bytes = chosen.end - chosen.begin;
  CheckApart(instruction, target, target_bytes, "src", src, LaneExtent(from, parts));
  CheckApart(instruction, target, target_bytes, "offset", offsets, lanes.bytes_of_offsets());
  const uint8_t* const in = instruction.AddressOf(src);
  const Repeats places = RepeatsOf(from, parts.part[0]);
  lanes.ForEach([&](int64_t repeat, int64_t lane, int64_t offset) {
    std::memcpy(instruction.Write<uint8_t>("dst", dst.From(base + offset), bytes, bytes),
                in + places.Offset(repeat, lane), static_cast<size_t>(bytes));
    MarkCopied(instruction, dst, base + offset, src.From(places.Offset(repeat, lane)), bytes);
  });
  instruction.Done(parts.elements, parts.elements * bytes);
}

namespace {

// Calls use(T()) with the type of a counted number.
template <class Use>
void WithCounted(Element type, const Use& use) {
  switch (type) {
    case Element::kHalf:
      return use(Half());
    case Element::kFloat:
      return use(float());
    case Element::kInt16:
      return use(int16_t());
    default:
      return use(int32_t());
  }
}

template <typename T>
T Load(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

// first + step * count, in the arithmetic of T: integers wrap around.
template <typename T>
T Advance(T first, T step, int64_t count) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(first) +
                          static_cast<uint64_t>(step) * static_cast<uint64_t>(count));
  } else {
    return first + step * static_cast<T>(count);
  }
}

}  // namespace

void RunCreateVecIndex(Element type, const LocalSpan& dst, const void* first, const Form& form) {
  Instruction instruction(Core::CurrentOfThread(), "CreateVecIndex", Pipe::kVector);
  NeedOn(instruction, kEveryArch & ~k910, "CreateVecIndex");
  CheckType(instruction, kCounted, type);
  const bool saturates = instruction.saturates();
  WithCounted(type, [&]<typename T>(T) {
    const T start = Load<T>(first);
    RunEach(instruction, form, {"dst", &dst, type}, {}, {}, false,
            [=](void* to, const void*, const void*, size_t count, int64_t index) {
              for (size_t i = 0; i < count; ++i) {
                const int64_t at = index + static_cast<int64_t>(i);
                T value;
                if constexpr (std::is_integral_v<T>) {
                  value = Advance<T>(start, 1, at);
                } else {
                  // Exact in double.
                  const double sum =
                      static_cast<double>(static_cast<float>(start)) + static_cast<double>(at);
                  value = static_cast<T>(sum);
                  if (std::is_same_v<T, Half> && saturates && std::isfinite(sum))
                    value = static_cast<T>(std::clamp(sum, -65504.0, 65504.0));
                }
                std::memcpy(static_cast<uint8_t*>(to) + i * sizeof(T), &value, sizeof(T));
              }
            });
  });
}

void RunArithProgression(Element type, const LocalSpan& dst, const void* first, const void* diff,
                         int64_t count) {
  Core& core = Core::CurrentOfThread();
  Instruction instruction(core, "ArithProgression", Pipe::kVector);
  NeedOn(instruction, k950 | kA2 | k310P, "ArithProgression");
  CheckType(instruction, kCounted, type);
  if (count < 0) instruction.Fail("count", count, " elements; 0 or more");
  core.mask() = {};  // as all count forms
  if (count == 0) return;
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  uint8_t* const to = instruction.Write<uint8_t>("dst", dst, count * bytes);
  const ArrayFunction add = FindBinaryScalar(core.functions(), BinaryOp::kAdd, type);
  // The first block in scalar arithmetic. Each block up to 256 bytes is made of the one before it,
  // and so is each 256 bytes from then on: errors of float and half add up, as on the chip.
  WithCounted(type, [&]<typename T>(T) {
    const T start = Load<T>(first);
    const T step = Load<T>(diff);
    const auto append = [&](int64_t at, int64_t unit) {
      const T distance = Advance<T>(T(0), step, unit / bytes);
      add(to + at, to + at - unit, &distance,
          static_cast<size_t>(std::min(unit, count * bytes - at) / bytes), core.saturates());
    };
    for (int64_t i = 0; i < std::min(count, kBlockBytes / bytes); ++i) {
      const T value = Advance(start, step, i);
      std::memcpy(to + i * bytes, &value, sizeof(T));
    }
    for (int64_t at = kBlockBytes; at < std::min(count * bytes, kRepeatBytes); at += kBlockBytes)
      append(at, kBlockBytes);
    for (int64_t at = kRepeatBytes; at < count * bytes; at += kRepeatBytes)
      append(at, kRepeatBytes);
  });
  instruction.Done(count, count * bytes);
}

void RunBroadcast(Element type, const LocalSpan& dst, const LocalSpan& src,
                  const BroadcastShape& shape, const LocalSpan* scratch) {
  Core& core = Core::CurrentOfThread();
  Instruction instruction(core, "Broadcast", Pipe::kVector);
  NeedOn(instruction, k950 | kA2 | k310P, "Broadcast");
  CheckType(instruction, kBroadcast, type);
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  int64_t dst_bytes = bytes;
  int64_t src_bytes = bytes;
  for (int i = 0; i < shape.dim; ++i) {
    const int64_t wanted = i == shape.axis ? 1 : int64_t{shape.dst[i]};
    if (int64_t{shape.src[i]} != wanted)
      instruction.Fail("srcShape", "has ", shape.src[i], " in dimension ", i, "; ", wanted,
                       " is needed, to repeat dimension ", shape.axis, " of dstShape");
    dst_bytes *= shape.dst[i];
    src_bytes *= shape.src[i];
  }
  const bool rows = shape.dim == 2 && shape.axis == 0;  // src is a row
  const bool columns = shape.dim == 2 && shape.axis == 1;
  if ((rows || (columns && IsOn(instruction, k310P))) && src_bytes % kBlockBytes != 0)
    instruction.Fail("srcShape", src_bytes, " bytes; a multiple of ", kBlockBytes, " is needed");
  core.mask() = {};  // as all count forms
  if (dst_bytes == 0) return;
  if (columns) {
    // What a square of blocks takes; of 1-byte types, as 2-byte ones and with both operands
    // widened. Rows that are no whole blocks take more, which is not known.
    const int64_t wide = std::max<int64_t>(bytes, 2);
    const int64_t side = kBlockBytes / wide;
    const auto aligned = [](int64_t size) {
      return (size + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    };
    CheckScratch(
        instruction, scratch,
        side * side * wide + (bytes == 1 ? 2 * (aligned(src_bytes) + aligned(dst_bytes)) : 0));
  }
  const uint8_t* const from = instruction.ReadAny("src", src, src_bytes);
  const bool all_defined = instruction.IsDefined(src, src_bytes);
  CheckApart(instruction, dst, dst_bytes, "src", src, src_bytes);
  uint8_t* to = instruction.Write<uint8_t>("dst", dst, dst_bytes);
  // `piece` bytes of src at a time, each `times` times.
  const int64_t piece = columns ? bytes : src_bytes;
  for (int64_t at = 0; at < src_bytes; at += piece) {
    for (uint32_t i = 0; i < shape.dst[shape.axis]; ++i, to += piece) {
      std::memcpy(to, from + at, static_cast<size_t>(piece));
      for (int64_t k = 0; k < piece && !all_defined; k += bytes)
        MarkCopied(instruction, dst, to - instruction.AddressOf(dst) + k, src.From(at + k), bytes);
    }
  }
  instruction.Done(dst_bytes / bytes, dst_bytes);
}

}  // namespace openaclnn::aicore::vector
