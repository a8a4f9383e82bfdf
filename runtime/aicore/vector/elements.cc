#include "runtime/aicore/vector/elements.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

void Add(Parts& parts, int64_t first, int64_t repeats, const std::array<uint64_t, 2>& mask) {
  const int64_t active = std::popcount(mask[0]) + std::popcount(mask[1]);
  if (repeats == 0 || active == 0) return;
  parts.part[static_cast<size_t>(parts.count++)] = {first, repeats, mask,
                                                    mask == FirstLanes(active) ? active : -1};
  parts.elements += repeats * active;
}

// The pairs of elements that a mask of elements chooses.
std::array<uint64_t, 2> Pairs(Instruction& instruction, const std::array<uint64_t, 2>& mask) {
  constexpr uint64_t kFirst = 0x5555555555555555;
  std::array<uint64_t, 2> pairs = {};
  for (size_t word = 0; word < 2; ++word) {
    if ((mask[word] & kFirst) != (mask[word] >> 1 & kFirst))
      instruction.Fail("mask", "chooses one element of two that lie in a byte");
    for (size_t i = 0; i < 32; ++i) pairs[0] |= (mask[word] >> 2 * i & 1) << (32 * word + i);
  }
  return pairs;
}

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

// Of elements by their numbers over all repeats, as in Touched: whether dst's must not lie where
// src's does. An instruction reads a whole repeat before it writes it. So what later repeats read
// must stay; and of operands of one size, a repeat has all in common or nothing, as documented.
bool Disturbs(const Touched& written, const Touched& read, bool same_size) {
  constexpr int64_t kLanes = kRepeatBytes / 2;
  if (written.order / kLanes != read.order / kLanes) return written.order < read.order;
  return same_size && (written.order != read.order || written.address != read.address);
}

// An address of src that dst overwrites too early, or -1.
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
      if (Disturbs(*it, element, dst.bytes() == src.bytes())) return element.address;
    }
  }
  return -1;
}

}  // namespace

std::array<uint64_t, 2> FirstLanes(int64_t count) {
  const auto word = [](int64_t bits) {
    return bits <= 0 ? 0 : bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  };
  return {word(count), word(count - 64)};
}

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

Parts PartsOf(Instruction& instruction, const Repetition& form, int64_t units,
              int64_t max_repeats) {
  const int64_t each = instruction.elements_of_each();
  const int64_t lanes = units * each;
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
    if (count % each != 0)
      instruction.Fail("mask", count, " elements; an even number, for two lie in a byte");
    return PartsOfCount(count / each, units);
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
  if (each == 2) mask = Pairs(instruction, mask);
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

bool CheckRepeatOverlap(Instruction& instruction, const Operand& dst, const Operand& src,
                        const Parts& parts) {
  const auto end = [&](const Operand& operand) {
    int64_t last = operand.span.begin;
    for (int i = 0; i < parts.count; ++i) {
      const Part& part = parts.part[static_cast<size_t>(i)];
      last = std::max(last, SpanOf(operand, part).begin + RepeatsOf(operand, part).Extent());
    }
    return last;
  };
  if (end(dst) <= src.span.begin || end(src) <= dst.span.begin) return false;
  // Element by element the same place. With a repeat stride of 0, repeats accumulate.
  if (dst.span.begin == src.span.begin && dst.bytes() == src.bytes() &&
      dst.strides.block == src.strides.block && dst.strides.repeat == src.strides.repeat) {
    return false;
  }
  const int64_t address = Conflict(dst, src, parts);
  if (address >= 0) {
    instruction.Fail(
        src.name, "overlaps dst in part: dst writes byte ", address,
        " of the unified buffer for another element; the operands must be apart or the same");
  }
  return true;
}

bool CheckCountOverlap(Instruction& instruction, const LocalSpan& dst, int64_t dst_bytes,
                       const char* name, const LocalSpan& src, int64_t src_bytes, int64_t count) {
  // From front to back, smaller results never reach what is still to be read.
  if (dst_bytes < src_bytes && dst.begin <= src.begin &&
      dst.begin + count * dst_bytes <= src.begin + count * src_bytes)
    return false;
  const int64_t lanes = kRepeatBytes / std::max(dst_bytes, src_bytes);
  const int64_t src_end = src.begin + count * src_bytes;
  for (int64_t first = 0; first < count; first += lanes) {
    const int64_t last = std::min(count, first + lanes);
    const int64_t written_begin = dst.begin + first * dst_bytes;
    const int64_t written_end = dst.begin + last * dst_bytes;
    const int64_t later = src.begin + last * src_bytes;  // what later repeats read
    bool wrong = written_begin < src_end && later < written_end && later < src_end;
    if (dst_bytes == src_bytes)
      wrong |= written_begin < later && src.begin + first * src_bytes < written_end;
    if (wrong) {
      // Says what is not right.
      instruction.CheckOverlap(dst, count * dst_bytes, name, src, count * src_bytes);
    }
  }
  return true;
}

void CollectLanes(const uint8_t* from, const Repeats& repeats, int64_t repeat, int64_t lanes,
                  uint8_t* array) {
  const auto bytes = static_cast<size_t>(repeats.element_bytes);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    if (repeats.Active(lane))
      std::memcpy(array + lane * repeats.element_bytes, from + repeats.Offset(repeat, lane), bytes);
  }
}

void SpreadLanes(const uint8_t* array, const Repeats& repeats, int64_t repeat, int64_t lanes,
                 uint8_t* to) {
  const auto bytes = static_cast<size_t>(repeats.element_bytes);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    if (repeats.Active(lane))
      std::memcpy(to + repeats.Offset(repeat, lane), array + lane * repeats.element_bytes, bytes);
  }
}

void MarkLanes(Instruction& instruction, const Operand& dst,
               const std::array<const Operand*, 2>& sources, const Part& part, bool reads_dst) {
  const LocalSpan to = SpanOf(dst, part);
  const Repeats to_repeats = RepeatsOf(dst, part);
  for (int64_t repeat = 0; repeat < part.repeats; ++repeat) {
    // Runs of lanes that lie next to each other in every operand: at most a block.
    for (int64_t lane = 0; lane < kRepeatBytes / 2;) {
      if (!to_repeats.Active(lane)) {
        ++lane;
        continue;
      }
      int64_t widest = dst.bytes();
      for (const Operand* source : sources)
        if (source != nullptr) widest = std::max(widest, source->bytes());
      int64_t end = lane + 1;
      while (end % (kBlockBytes / widest) != 0 && to_repeats.Active(end)) ++end;
      const auto elements = [&](const Operand& operand) -> Instruction::Elements {
        const int64_t at = RepeatsOf(operand, part).Offset(repeat, lane);
        return {SpanOf(operand, part).begin + at, operand.bytes()};
      };
      std::array<Instruction::Elements, 3> from;
      for (size_t k = 0; k < 2; ++k)
        if (sources[k] != nullptr) from[k] = elements(*sources[k]);
      if (reads_dst) from[2] = elements(dst);
      instruction.MarkComputed(to, elements(dst), from, end - lane);
      lane = end;
    }
  }
}

}  // namespace openaclnn::aicore::vector
