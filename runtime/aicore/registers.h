// What an instruction of a core leaves for later ones beside the unified buffer.
#ifndef OPENACLNN_RUNTIME_AICORE_REGISTERS_H_
#define OPENACLNN_RUNTIME_AICORE_REGISTERS_H_

#include <array>
#include <cstdint>

namespace openaclnn::aicore {

// How the mask of vector instructions without a mask argument is set (SetMaskCount, SetMaskNorm,
// SetVectorMask, ResetMask).
struct VectorMask {
  bool counter = false;  // the mask is a number of elements over all repeats
  std::array<uint64_t, 2> bits = {~uint64_t{0}, ~uint64_t{0}};
};

// What the last reductions left (GetAccVal, GetReduceMaxMinCount), as bits.
struct ReduceRegisters {
  uint64_t sum = 0;
  uint64_t extremum = 0;
  uint64_t index = 0;
  bool sum_defined = true, extremum_defined = true;  // as what they were computed from
};

// What SetDeqScale set: a number alone, or with what CastDequant needs besides.
struct DeqScale {
  enum class Form : uint8_t { kNone, kNumber, kWithOffset };
  Form form = Form::kNone;
  float scale = 0;
  int16_t offset = 0;
  bool is_signed = false;  // the results are int8_t, else uint8_t
};

// How often the block has set each flag of CrossCoreSetFlag for which it has not waited, by mode.
inline constexpr int kCrossCoreFlags = 16;
inline constexpr int kCrossCoreModes = 2;
using CrossCoreFlags = std::array<std::array<uint8_t, kCrossCoreFlags>, kCrossCoreModes>;

// How many elements the last MrgSort took from each of its lists.
using MergeCounts = std::array<uint16_t, 4>;

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_REGISTERS_H_
