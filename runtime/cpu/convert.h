// Conversions between all element types, compiled once for every SIMD target: what the loops of
// kernels use where operands are not stored as the kernel computes, and what aclnnCast does.
#ifndef OPENACLNN_RUNTIME_CPU_CONVERT_H_
#define OPENACLNN_RUNTIME_CPU_CONVERT_H_

#include <cstddef>
#include <cstdint>

#include "acl/acl_base_rt.h"
#include "runtime/cpu/elementwise.h"

namespace openaclnn {

// How values become those of a type that does not have them.
//
// - Integers and floating-point numbers to floating-point: rounded once, to nearest even; too large
//   ones become infinite; NaN stays NaN.
// - Floating-point to integers: NaN gives 0; else truncated, saturated to int32 for int8, int16,
//   uint16 and int32 and to int64 for all others, of which narrower types take the low bits. uint64
//   also has the values from 2^63 on and saturates above.
// - Integers to narrower ones or to the other signedness: the low bits.
// - To bool: whether the value is not zero, which NaN is not. From bool: 0 or 1.
enum class Rounding : uint8_t {
  kConvert,
  // But integers from anything else: to nearest even, saturated to the type; NaN gives 0.
  kNearest,
  // But bfloat16 from float32: what lies halfway between two numbers is rounded away from zero, in
  // half as many operations. Only for results that are NaN with zeros in the lower half, or
  // numbers.
  kTiesAway,
};

// True for float32, float16, bfloat16, float64, the integers of 8 to 64 bits and bool. Both types
// of a conversion must be among them.
bool IsConvertible(aclDataType dtype);

// Converts `count` consecutive elements. `to` may be `from` if the types are equally large.
void Convert(aclDataType from_type, const void* from, size_t count, aclDataType to_type, void* to,
             Rounding rounding = Rounding::kConvert);

// Elementwise functions of one input and one output in any types and layouts: with
// Rounding::kConvert, and with Rounding::kNearest.
void ConvertElements(const ElementwiseTask& task, int64_t begin, int64_t end);
void ConvertElementsToNearest(const ElementwiseTask& task, int64_t begin, int64_t end);
// Twice with Rounding::kConvert: to the type that the task computes in, and from that.
void ConvertElementsVia(const ElementwiseTask& task, int64_t begin, int64_t end);

// The types of a kernel's tiles. Operands are converted from their own type to `value`, if it is
// defined, and from that to `lane`; results the other way round, with `rounding`.
struct TileTypes {
  aclDataType lane;
  aclDataType value;
  Rounding rounding;
};

// Computes `count` elements and as many more as fill a block of vectors: rows have room for a
// multiple of kTileElements.
using TileFunction = void (*)(const void* kernel, const void* const* inputs, void* const* outputs,
                              size_t count);

// Elements [begin, end) of operands of any types and strides: a tile of every operand is converted,
// computed and converted back in turn. Only where all operands are of the lane type, and their rows
// long and consecutive, `compute` works on their memory.
void RunTiles(const ElementwiseTask& task, int64_t begin, int64_t end, const TileTypes& types,
              TileFunction compute, const void* kernel);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_CONVERT_H_
