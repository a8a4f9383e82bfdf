#include "runtime/aicore/vector/sort.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/aicore/core.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/instruction_types.h"
#include "runtime/aicore/vector/operands.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

constexpr int64_t kPairBytes = 8;
constexpr int64_t kGroup = 32;  // pairs that Sort32 sorts together
constexpr int64_t kIndexBytes = 4;

// Of a pair, or of a score alone.
float ScoreOf(Element type, const uint8_t* from) {
  if (type == Element::kHalf) {
    Half score;
    std::memcpy(&score, from, sizeof(score));
    return score;
  }
  float score;
  std::memcpy(&score, from, sizeof(score));
  return score;
}

// Whether a comes before b, wherever they were.
bool Precedes(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && !std::isnan(b);
  return a > b;
}

// Stable, in place, by merging; std::stable_sort may ask for memory.
void SortPairs(Element type, uint8_t* pairs, int64_t count, uint8_t* space) {
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * width) {
      const int64_t middle = std::min(begin + width, count);
      const int64_t end = std::min(begin + 2 * width, count);
      int64_t a = begin, b = middle;
      for (int64_t to = begin; to < end; ++to) {
        const bool second =
            a == middle || (b < end && Precedes(ScoreOf(type, pairs + b * kPairBytes),
                                                ScoreOf(type, pairs + a * kPairBytes)));
        int64_t& from = second ? b : a;
        std::memcpy(space + to * kPairBytes, pairs + from * kPairBytes, kPairBytes);
        ++from;
      }
    }
    std::memcpy(pairs, space, static_cast<size_t>(count * kPairBytes));
  }
}

void MakePairs(Element type, const uint8_t* scores, const uint8_t* indices, int64_t count,
               uint8_t* pairs) {
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  for (int64_t i = 0; i < count; ++i) {
    uint8_t* const pair = pairs + i * kPairBytes;
    std::memset(pair, 0, kPairBytes);
    std::memcpy(pair, scores + i * bytes, static_cast<size_t>(bytes));
    std::memcpy(pair + kIndexBytes, indices + i * kIndexBytes, kIndexBytes);
  }
}

// Marks the pairs at dst that were sorted from those scores and indices: undefined together if a
// score is, for it decides on all places; else where an index is, the pair that has it.
void MarkSorted(Instruction& instruction, Element type, const LocalSpan& dst,
                const LocalSpan& scores, const LocalSpan& indices, int64_t count) {
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  if (!instruction.IsDefined(scores, count * bytes)) {
    instruction.MarkComputedFromUndefined(dst, 0, count * kPairBytes);
    return;
  }
  if (instruction.IsDefined(indices, count * kIndexBytes)) return;
  const auto score = [&](int64_t i) {
    return ScoreOf(type, instruction.AddressOf(scores) + i * bytes);
  };
  for (int64_t i = 0; i < count; ++i) {
    if (instruction.IsDefined(indices.From(i * kIndexBytes), kIndexBytes)) continue;
    int64_t place = 0;
    for (int64_t other = 0; other < count; ++other) {
      const bool before = Precedes(score(other), score(i));
      place += before || (other < i && !Precedes(score(i), score(other))) ? 1 : 0;
    }
    instruction.MarkComputedFromUndefined(dst, place * kPairBytes + kIndexBytes, kIndexBytes);
  }
}

// What Sort32 and Sort have in common, `group` pairs at a time.
void SortGroups(Instruction& instruction, Element type, const LocalSpan& dst,
                const LocalSpan& scores, const LocalSpan& indices, int64_t count, int64_t group,
                const LocalSpan* scratch) {
  const int64_t score_bytes = count * static_cast<int64_t>(ElementBytes(type));
  const int64_t pair_bytes = count * kPairBytes;
  const uint8_t* const from = instruction.ReadAny("src0", scores, score_bytes);
  const uint8_t* const numbers = instruction.ReadAny("src1", indices, count * kIndexBytes);
  CheckApart(instruction, dst, pair_bytes, "src0", scores, score_bytes);
  CheckApart(instruction, dst, pair_bytes, "src1", indices, count * kIndexBytes);
  std::array<uint8_t, kGroup * kPairBytes> small;
  uint8_t* space = small.data();
  if (scratch != nullptr) {
    CheckScratchBytes(instruction, *scratch, pair_bytes);
    CheckApart(instruction, *scratch, pair_bytes, "src0", scores, score_bytes, "sharedTmpBuffer");
    CheckApart(instruction, *scratch, pair_bytes, "src1", indices, count * kIndexBytes,
               "sharedTmpBuffer");
    CheckApart(instruction, *scratch, pair_bytes, "dst", dst, pair_bytes, "sharedTmpBuffer");
    UseScratch(instruction, *scratch, pair_bytes);
    space = instruction.AddressOf(*scratch);
  }
  uint8_t* const to = instruction.Write<uint8_t>("dst", dst, pair_bytes);
  MakePairs(type, from, numbers, count, to);
  for (int64_t at = 0; at < count; at += group) {
    SortPairs(type, to + at * kPairBytes, group, space);
    MarkSorted(instruction, type, dst.From(at * kPairBytes),
               scores.From(at * static_cast<int64_t>(ElementBytes(type))),
               indices.From(at * kIndexBytes), group);
  }
  if (scratch != nullptr) std::memset(space, 0xFF, static_cast<size_t>(pair_bytes));
  instruction.Done(count, pair_bytes);
}

}  // namespace

void RunSort32(Element type, const LocalSpan& dst, const LocalSpan& scores,
               const LocalSpan& indices, int64_t repeats) {
  Instruction instruction(Core::CurrentOfThread(), "Sort32", Pipe::kVector);
  NeedOn(instruction, k950 | kA2 | k310B, "Sort32");
  CheckType(instruction, kFloats, type);
  CheckRepeats(instruction, repeats);
  if (repeats > 0)
    SortGroups(instruction, type, dst, scores, indices, repeats * kGroup, kGroup, nullptr);
}

namespace {

bool AreScoresDefined(Instruction& instruction, Element type, const LocalSpan& list,
                      int64_t count) {
  if (instruction.IsDefined(list, count * kPairBytes)) return true;
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  for (int64_t i = 0; i < count; ++i) {
    if (!instruction.IsDefined(list.From(i * kPairBytes), bytes)) return false;
  }
  return true;
}

// Marks the pair at `to`, which was merged in from `from`. An undefined score anywhere leaves open
// which pair it is.
void MarkPair(Instruction& instruction, Element type, const LocalSpan& to, const LocalSpan& from,
              bool scores_defined) {
  if (!scores_defined) {
    instruction.MarkComputedFromUndefined(to, 0, kPairBytes);
    return;
  }
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  for (int64_t at = bytes; at < kPairBytes; at += bytes)
    MarkCopied(instruction, to, at, from.From(at), bytes);
}

}  // namespace

void RunMrgSort(Element type, const LocalSpan& dst, const std::array<LocalSpan, 4>& lists,
                const MergeForm& form) {
  Core& core = Core::CurrentOfThread();
  Instruction instruction(core, "MrgSort", Pipe::kVector);
  NeedOn(instruction, k950 | kA2 | k310B, "MrgSort");
  CheckType(instruction, kFloats, type);
  constexpr int64_t kMostPairs = 4095;
  constexpr const char* kNames[] = {"src1", "src2", "src3", "src4"};
  if (form.lists != 3 && form.lists != 7 && form.lists != 15)
    instruction.Fail("validBit", form.lists, "; 3, 7 or 15");
  CheckRepeats(instruction, form.repeats);
  size_t used = 0;
  while (used < lists.size() && (form.lists >> used & 1) != 0) ++used;
  int64_t pairs = 0;
  for (size_t i = 0; i < used; ++i) {
    if (form.lengths[i] > kMostPairs)
      instruction.Fail("elementLengths", "of ", kNames[i], " is ", form.lengths[i], "; 0 to ",
                       kMostPairs);
    pairs += form.lengths[i];
  }
  if (form.repeats > 1) {
    bool follow = used == lists.size() && !form.suspends;
    for (size_t i = 1; i < used; ++i) {
      follow = follow && form.lengths[i] == form.lengths[0] &&
               lists[i].begin == lists[i - 1].begin + form.lengths[0] * kPairBytes;
    }
    if (!follow)
      instruction.Fail("repeatTimes", form.repeats,
                       "; more than 1 only for 4 lists that are equally long and follow each "
                       "other, without ifExhaustedSuspension");
  }
  if (form.repeats == 0 || pairs == 0) return;
  const int64_t bytes = pairs * kPairBytes;
  bool scores_defined = true;
  for (size_t i = 0; i < used; ++i) {
    for (int64_t repeat = 0; repeat < form.repeats; ++repeat) {
      const LocalSpan list = lists[i].From(repeat * bytes);
      const int64_t list_bytes = form.lengths[i] * kPairBytes;
      instruction.ReadAny(kNames[i], list, list_bytes, kPairBytes);
      scores_defined = scores_defined && AreScoresDefined(instruction, type, list, form.lengths[i]);
      // How many pairs are taken is what a kernel goes on with.
      if (form.suspends && !scores_defined)
        instruction.Read<uint8_t>(kNames[i], list, list_bytes, kPairBytes);
      CheckApart(instruction, dst, form.repeats * bytes, kNames[i], list, list_bytes);
    }
  }
  MergeCounts taken = {};
  int64_t written = 0;
  for (int64_t repeat = 0; repeat < form.repeats; ++repeat) {
    taken = {};
    while (true) {
      size_t best = used;
      bool exhausted = false;
      for (size_t i = 0; i < used; ++i) {
        if (taken[i] == form.lengths[i]) {
          exhausted = true;
          continue;
        }
        const auto head = [&](size_t list) {
          return instruction.AddressOf(lists[list]) + repeat * bytes + taken[list] * kPairBytes;
        };
        if (best == used || Precedes(ScoreOf(type, head(i)), ScoreOf(type, head(best)))) best = i;
      }
      if (best == used || (exhausted && form.suspends)) break;
      const uint8_t* const from =
          instruction.AddressOf(lists[best]) + repeat * bytes + taken[best] * kPairBytes;
      const LocalSpan to = dst.From(written * kPairBytes);
      std::memcpy(instruction.Write<uint8_t>("dst", to, kPairBytes,
                                             written == 0 ? kBlockBytes : kPairBytes),
                  from, kPairBytes);
      MarkPair(instruction, type, to, lists[best].From(repeat * bytes + taken[best] * kPairBytes),
               scores_defined);
      ++taken[best];
      ++written;
    }
  }
  core.merge_counts() = taken;
  instruction.Done(written, written * kPairBytes);
}

MergeCounts ReadMergeCounts() {
  Instruction instruction(Core::CurrentOfThread(), "GetMrgSortResult", Pipe::kScalar);
  NeedOn(instruction, k950 | kA2 | k310B, "GetMrgSortResult");
  instruction.Done(1, sizeof(MergeCounts));
  return instruction.core().merge_counts();
}

void CheckConcat(Element type, const LocalSpan& src, int64_t repeats) {
  Instruction instruction(Core::CurrentOfThread(), "Concat", Pipe::kVector);
  NeedOn(instruction, k950 | kA2, "Concat");
  CheckType(instruction, kFloats, type);
  CheckRepeats(instruction, repeats);
  constexpr int64_t kScores = 16;  // of a repeat
  instruction.Locate("src", src, repeats * kScores * static_cast<int64_t>(ElementBytes(type)));
}

void RunSort(Element type, bool full, const LocalSpan& dst, const LocalSpan& scores,
             const LocalSpan& indices, const LocalSpan& scratch, int64_t repeats) {
  Instruction instruction(Core::CurrentOfThread(), "Sort", Pipe::kVector);
  NeedOn(instruction, k950 | kA2, "Sort");
  CheckType(instruction, kFloats, type);
  CheckRepeats(instruction, repeats);
  const int64_t count = repeats * kGroup;
  if (count > 0)
    SortGroups(instruction, type, dst, scores, indices, count, full ? count : kGroup,
               full ? &scratch : nullptr);
}

void RunExtract(Element type, const LocalSpan& scores, const LocalSpan& indices,
                const LocalSpan& pairs, int64_t repeats) {
  Instruction instruction(Core::CurrentOfThread(), "Extract", Pipe::kVector);
  NeedOn(instruction, k950 | kA2, "Extract");
  CheckType(instruction, kFloats, type);
  CheckRepeats(instruction, repeats);
  if (repeats == 0) return;
  const auto bytes = static_cast<int64_t>(ElementBytes(type));
  const int64_t count = repeats * kGroup;
  const uint8_t* const from = instruction.ReadAny("sorted", pairs, count * kPairBytes);
  CheckApart(instruction, scores, count * bytes, "sorted", pairs, count * kPairBytes, "dstValue");
  CheckApart(instruction, indices, count * kIndexBytes, "sorted", pairs, count * kPairBytes,
             "dstIndex");
  CheckApart(instruction, indices, count * kIndexBytes, "dstValue", scores, count * bytes,
             "dstIndex");
  uint8_t* const values = instruction.Write<uint8_t>("dstValue", scores, count * bytes);
  uint8_t* const numbers = instruction.Write<uint8_t>("dstIndex", indices, count * kIndexBytes);
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(values + i * bytes, from + i * kPairBytes, static_cast<size_t>(bytes));
    std::memcpy(numbers + i * kIndexBytes, from + i * kPairBytes + kIndexBytes, kIndexBytes);
    const LocalSpan pair = pairs.From(i * kPairBytes);
    MarkCopied(instruction, scores, i * bytes, pair, bytes);
    MarkCopied(instruction, indices, i * kIndexBytes, pair.From(kIndexBytes), kIndexBytes);
  }
  instruction.Done(2 * count, count * (bytes + kIndexBytes));
}

}  // namespace openaclnn::aicore::vector
