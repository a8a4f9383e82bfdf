// Whether two numbers are related so: true or false.
#ifndef OPENACLNN_OPS_COMPARE_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_COMPARE_DEVICE_KERNEL_H_

#include "ops/compare/compare_spec.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/masks.h"

namespace openaclnn::compare {

using namespace openaclnn::device;
using Integers = LocalTensor<int32_t>;

// Operands of type int32_t are compared as integers, others (In) as numbers of float32. With
// kNumber the second one is the call's.
template <class In, Relation kRelation, bool kNumber>
struct Compare {
  static constexpr int kInputs = kNumber ? 1 : 2, kOutputs = 1, kBuffers = kNumber ? 3 : 2;
  static constexpr bool kIntegers = std::is_same_v<In, int32_t>;

  static __aicore__ inline void Compute(const Tile<Compare>& tile) {
    const int32_t n = tile.n;
    const Floats &a = tile.in[0], &b = kNumber ? tile.buffer[kBuffers - 1] : tile.in[kInputs - 1];
    const Floats &scratch = tile.buffer[0], &unordered = tile.buffer[1], &result = a;
    const Integers self = a.template ReinterpretCast<int32_t>(),
                   other = b.template ReinterpretCast<int32_t>();
    const Integers difference = self, negative = scratch.template ReinterpretCast<int32_t>();
    if constexpr (kNumber && kIntegers) Duplicate(other, static_cast<int32_t>(tile.integers[0]), n);
    if constexpr (kNumber && !kIntegers) Duplicate(b, tile.numbers[0], n);
    if constexpr (!kIntegers) {
      NaNMask(unordered, a, n);
      NaNMask(scratch, b, n);
      OrBits(unordered, unordered, scratch, n);
      OrderedBits(a, scratch, n);
      OrderedBits(b, scratch, n);
    }
    // 0 where they are equal, self >= other or self <= other. Wrapping around makes no other
    // difference 0.
    if constexpr (kRelation == kRelationGe || kRelation == kRelationLt) Max(other, self, other, n);
    if constexpr (kRelation == kRelationGt || kRelation == kRelationLe) Min(other, self, other, n);
    Sub(difference, self, other, n);
    Muls(negative, difference, -1, n);
    OrBits(result, result, scratch, n);
    NegativeMask(result, result, n);
    if constexpr (kRelation == kRelationEq || kRelation == kRelationGe || kRelation == kRelationLe)
      NotBits(result, result, n);
    if constexpr (!kIntegers && kRelation == kRelationNe) OrBits(result, result, unordered, n);
    if constexpr (!kIntegers && kRelation != kRelationNe) {
      NotBits(unordered, unordered, n);
      AndBits(result, result, unordered, n);
    }
    Cast(tile.out[0], difference, RoundMode::CAST_RINT, n);  // -1 or 0
    Muls(tile.out[0], tile.out[0], -1.0f, n);
  }
};

}  // namespace openaclnn::compare

#endif  // OPENACLNN_OPS_COMPARE_DEVICE_KERNEL_H_
