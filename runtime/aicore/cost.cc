#include "runtime/aicore/cost.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

constexpr int64_t kRepeat = 256;  // bytes

// Vector instructions. cycles of r repeats: max(least, slope * r + fixed), by the width of the
// element in bytes; measured on Ascend910B1 for 2 and 4. head and tail: fitted on Ascend910B3 for
// float32, where they are given.
struct VectorTime {
  std::string_view name;
  double slope4;
  double slope2;
  int64_t fixed;
  int64_t least;
  int64_t head;
  int64_t tail;
};
// An instruction of which nothing is published costs as much as Add.
constexpr VectorTime kUnknown = {"", 2, 2, 0, 3, 10, 14};
constexpr VectorTime kVectorTimes[] = {
    {"Add", 2, 2, 0, 3, 10, 14},
    {"Sub", 2, 2, 0, 3, 10, 14},
    {"Max", 2, 2, 0, 3, 10, 14},
    {"Min", 2, 2, 0, 3, 10, 14},
    {"Mul", 2, 2, 0, 3, 10, 15},
    {"Div", 4, 4, 0, 4, 11, 19},
    {"And", 2, 2, 0, 3, 8, 12},
    {"Or", 2, 2, 0, 3, 8, 12},
    {"Not", 1, 1, 0, 3, 8, 12},
    {"Adds", 1, 1, 0, 3, 13, 18},
    {"Muls", 1, 1, 0, 4, 11, 15},
    {"Maxs", 1, 1, 0, 3, 10, 13},
    {"Mins", 1, 1, 0, 3, 14, 16},
    {"Abs", 1, 1, 0, 3, 13, 16},
    {"Relu", 1, 1, 0, 3, 10, 13},
    {"LeakyRelu", 1, 1, 0, 3, 11, 15},
    {"Exp", 2, 3.9, 0, 3, 13, 18},
    {"Ln", 2, 3.9, 0, 3, 13, 20},
    {"Sqrt", 2, 4, 0, 3, 14, 25},
    {"Rsqrt", 1, 1, 0, 3, 10, 14},
    {"Reciprocal", 1, 1, 0, 3, 10, 14},
    {"ShiftLeft", 1, 1, 0, 4, 6, 13},
    {"ShiftRight", 1, 1, 0, 4, 6, 13},
    {"Axpy", 2, 2, 0, 3, 10, 14},
    {"Duplicate", 1, 1, 0, 4, 11, 13},
    {"Copy", 1, 1, 0, 3, 11, 13},
    {"DataCopy", 1, 1, 0, 4, 11, 13},
    {"Cast", 1, 1, 0, 3, 14, 18},
    {"CastDequant", 1, 1, 0, 3, 14, 18},
    {"CastDeq", 1, 1, 0, 3, 14, 18},
    {"AddReluCast", 2, 2, 0, 3, 10, 14},
    {"SubReluCast", 2, 2, 0, 3, 10, 14},
    {"MulCast", 2, 2, 0, 3, 10, 15},
    {"AddDeqRelu", 2, 2, 0, 3, 10, 14},
    {"Compare", 2, 2, 5, 7, 14, 22},
    {"Compares", 1, 1, 7, 7, 14, 22},
    {"CompareScalar", 1, 1, 7, 7, 14, 22},
    {"Select", 2, 2, 0, 3, 13, 14},
    {"GatherMask", 14, 14, 0, 14, 14, 20},
    {"TransDataTo5HD", 21, 21, 0, 21, 0, 0},
    {"Brcb", 1, 1, 0, 3, 0, 18},
    {"Gather", 12, 24, 3, 14, 24, 0},
    {"Gatherb", 2, 2, 10, 11, 24, 0},
    {"BlockReduceSum", 1, 7, 0, 3, 14, 24},
    {"BlockReduceMax", 1, 7, 0, 3, 14, 17},
    {"BlockReduceMin", 1, 7, 0, 3, 14, 17},
    {"PairReduceSum", 1, 1, 0, 3, 14, 24},
    {"WholeReduceSum", 3, 7, 0, 3, 14, 32},
    {"RepeatReduceSum", 3, 7, 0, 3, 14, 32},
    {"ReduceSum", 3, 7, 0, 3, 14, 32},
    {"WholeReduceMax", 7, 6.8, 0, 7, 14, 32},
    {"WholeReduceMin", 7, 7, 0, 7, 14, 32},
    {"ReduceMax", 7, 6.8, 0, 7, 14, 32},
    {"ReduceMin", 7, 7, 0, 7, 14, 32},
    {"MulAddDst", 6, 6, 0, 6, 10, 14},
    {"FusedMulAdd", 6, 6, 0, 6, 10, 14},
    {"AddRelu", 2, 2, 0, 3, 10, 14},
    {"SubRelu", 2, 2, 0, 3, 10, 14},
    {"Sort32", 16, 16, 0, 16, 20, 0},
    {"MrgSort", 16, 16, 6, 22, 20, 0},
    // Of several instructions, the sums of which are assumed.
    {"Erf", 60, 60, 0, 60, 13, 18},
    {"Tanh", 16, 16, 0, 16, 13, 18},
    {"Sigmoid", 8, 10, 0, 8, 13, 19},
};

// Copies of one core, alone: KiB and the cycles they took.
struct CopyTime {
  double kib;
  double cycles;
};
constexpr CopyTime kIn910B3[] = {{1, 216},  {2, 216},  {4, 238},    {8, 239},   {12, 269},
                                 {16, 300}, {20, 359}, {24, 358},   {32, 485},  {48, 595},
                                 {64, 747}, {96, 971}, {128, 1229}, {192, 1765}};
constexpr CopyTime kOut910B1[] = {{1, 151},  {2, 155},  {3, 170},  {4, 181},  {6, 201},
                                  {8, 237},  {12, 272}, {16, 316}, {20, 361}, {24, 385},
                                  {32, 507}, {48, 750}, {64, 993}};
constexpr CopyTime kIn950[] = {{1, 217},  {2, 217},  {4, 218},  {6, 218},  {8, 219},
                               {12, 221}, {16, 269}, {20, 430}, {24, 430}, {32, 538}};
constexpr CopyTime kOut950[] = {{1, 278},  {2, 279},  {4, 298},  {6, 310},  {8, 319},
                                {12, 329}, {16, 346}, {20, 648}, {24, 647}, {32, 691}};
// Shorter copies take as long as 1 KiB.

template <size_t kSize>
double Interpolate(const CopyTime (&table)[kSize], double kib) {
  if (kib <= table[0].kib) return table[0].cycles;
  for (size_t i = 1; i < kSize; ++i) {
    if (kib > table[i].kib) continue;
    const double share = (kib - table[i - 1].kib) / (table[i].kib - table[i - 1].kib);
    return table[i - 1].cycles + share * (table[i].cycles - table[i - 1].cycles);
  }
  return table[kSize - 1].cycles * kib / table[kSize - 1].kib;
}

// Of a chip: clock in MHz, global memory for all cores and for one (in, out) in GB/s. From the
// vendor's profiler for 910B and 950; the others are assumed.
struct Chip {
  std::string_view prefix;
  double megahertz;
  double memory;
};
constexpr Chip kChips[] = {
    {"Ascend910B1", 1850, 1800},  {"Ascend910B4", 1650, 800}, {"Ascend910B", 1800, 1750},
    {"Ascend910_93", 1850, 1600}, {"Ascend950", 1650, 1600},  {"Ascend310P5", 800, 200},
    {"Ascend310P7", 550, 200},    {"Ascend310P", 1060, 200},  {"Ascend310B4", 500, 50},
    {"Ascend310B", 1224, 50},     {"Ascend910", 1000, 1200},
};

const Chip& ChipOf(const Soc& soc) {
  const std::string_view name = soc.name;
  for (const Chip& chip : kChips) {
    if (name.starts_with(chip.prefix)) return chip;
  }
  return kChips[2];
}

}  // namespace

double MegahertzOf(const Soc& soc) { return ChipOf(soc).megahertz; }

const char* SourceOfNumbers(const Soc& soc) {
  switch (soc.product->npu_arch) {
    case 2201:
      return soc.product->name == "atlas_a2"
                 ? "from measured tables"
                 : "from Atlas A2's measured tables, clock and bandwidth assumed";
    case 3510:
      return "copies measured, the rest assumed from Atlas A2";
    default:
      return "assumed from Atlas A2's tables";
  }
}

Cost VectorCost(const char* instruction, int64_t elements, int64_t element_bytes) {
  const std::string_view name = instruction;
  const auto* time = std::find_if(std::begin(kVectorTimes), std::end(kVectorTimes),
                                  [&](const VectorTime& entry) { return entry.name == name; });
  const VectorTime& entry = time == std::end(kVectorTimes) ? kUnknown : *time;
  const int64_t repeats = (elements * element_bytes + kRepeat - 1) / kRepeat;
  const double slope = element_bytes <= 2 ? entry.slope2 : entry.slope4;
  const auto busy = static_cast<int64_t>(
      std::ceil(slope * static_cast<double>(repeats) + static_cast<double>(entry.fixed)));
  return {.head = entry.head, .busy = std::max(entry.least, busy), .tail = entry.tail};
}

Cost CopyCost(const Soc& soc, Pipe pipe, int64_t bytes, int64_t cores) {
  const double kib = static_cast<double>(bytes) / 1024;
  const bool in = pipe == Pipe::kMte2;
  double cycles;
  if (soc.product->npu_arch == 3510) {
    cycles = in ? Interpolate(kIn950, kib) : Interpolate(kOut950, kib);
  } else {
    cycles = in ? Interpolate(kIn910B3, kib) : Interpolate(kOut910B1, kib);
  }
  // From 16 KiB on a copy keeps its pipe busy all the time; below, most of it is the way there and
  // back, which the next copy does not wait for. Assumed: all but a quarter of that.
  constexpr double kLongKib = 16;
  const double alone = cycles * std::clamp(kib / kLongKib, 0.25, 1.0);
  // All cores share global memory: each has its part of it.
  const double share = ChipOf(soc).memory * 1e3 / MegahertzOf(soc) / static_cast<double>(cores);
  const double busy = std::max(alone, static_cast<double>(bytes) / share);
  const double whole = std::max(cycles, busy);
  const auto occupied = static_cast<int64_t>(std::ceil(busy));
  return {.busy = std::max<int64_t>(1, occupied),
          .tail = static_cast<int64_t>(std::ceil(whole)) - occupied};
}

// Assumed: nothing is published.
Cost ScalarCost(bool global) {
  constexpr int64_t kUnifiedBuffer = 8;
  constexpr int64_t kCache = 30;
  return {.busy = global ? kCache : kUnifiedBuffer};
}

}  // namespace openaclnn::aicore
