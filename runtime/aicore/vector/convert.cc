#include "runtime/aicore/vector/convert.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/scalars.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

// A number that rounds to a half as a + b does. Of halves and int16 their sum itself; of floats
// double may have to round it, which towards an odd last digit leaves on the right side of a tie.
double Sum(double a, double b) {
  const double sum = a + b;
  const double b_of_sum = sum - a;
  const double lost = (a - (sum - b_of_sum)) + (b - b_of_sum);
  if (!std::isfinite(sum) || lost == 0 || (std::bit_cast<uint64_t>(sum) & 1) != 0) return sum;
  return std::nextafter(sum, lost > 0 ? HUGE_VAL : -HUGE_VAL);
}

template <typename To, typename From, bool kSubtracts>
void AddReluCast(void* dst, const void* src0, const void* src1, size_t count, bool saturate) {
  for (size_t i = 0; i < count; ++i) {
    const double a = Wide(Load<From>(src0, i)), b = Wide(Load<From>(src1, i));
    Put(dst, i, Rounded<To>(Rectified(Sum(a, kSubtracts ? -b : b)), saturate));
  }
}

template <typename To>
void MulCast(void* dst, const void* src0, const void* src1, size_t count, bool saturate) {
  for (size_t i = 0; i < count; ++i)
    Put(dst, i, Rounded<To>(Wide(Load<Half>(src0, i)) * Wide(Load<Half>(src1, i)), saturate));
}

template <typename To>
void DequantizeTo(void* dst, const void* src, double scale, int16_t offset, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const double scaled = std::nearbyint(Wide(Load<int16_t>(src, i)) * scale);
    Put(dst, i, Rounded<To>(scaled + offset, true));
  }
}

}  // namespace

ArrayFunction FindAddReluCast(bool subtracts, Element dst_type, Element src_type) {
  const auto of = [subtracts]<typename To, typename From>(To, From) -> ArrayFunction {
    return subtracts ? &AddReluCast<To, From, true> : &AddReluCast<To, From, false>;
  };
  if (dst_type == Element::kHalf && src_type == Element::kFloat) return of(Half(), float());
  if (dst_type != Element::kInt8) return nullptr;
  if (src_type == Element::kHalf) return of(int8_t(), Half());
  return src_type == Element::kInt16 ? of(int8_t(), int16_t()) : nullptr;
}

ArrayFunction FindMulCast(Element dst_type, Element src_type) {
  if (src_type != Element::kHalf) return nullptr;
  if (dst_type == Element::kInt8) return &MulCast<int8_t>;
  return dst_type == Element::kUint8 ? &MulCast<uint8_t> : nullptr;
}

void AddDeqRelu(void* dst, const void* src0, const void* src1, float scale, size_t count,
                bool saturate) {
  for (size_t i = 0; i < count; ++i) {
    const int64_t sum = int64_t{Load<int32_t>(src0, i)} + Load<int32_t>(src1, i);
    Put(dst, i, Rounded<Half>(Rectified(static_cast<double>(sum) * scale), saturate));
  }
}

void Dequantize(bool to_signed, void* dst, const void* src, float scale, int16_t offset,
                size_t count) {
  (to_signed ? DequantizeTo<int8_t> : DequantizeTo<uint8_t>)(dst, src, scale, offset, count);
}

}  // namespace openaclnn::aicore::vector
