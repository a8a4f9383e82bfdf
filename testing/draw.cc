#include "testing/draw.h"

#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include "runtime/tensor/dtype.h"
#include "testing/ulp.h"

namespace openaclnn::testing {

double DrawValue(Random& random, aclDataType dtype) {
  if (!IsFloat(dtype)) {
    const double wide =
        dtype == ACL_BOOL ? 1 : std::ldexp(1, static_cast<int>(DTypeBytes(dtype) * 8) - 1);
    return RoundTo(dtype, random.OneIn(3) ? random.Uniform(-wide, wide) : random.Uniform(-20, 20));
  }
  const int64_t kind = random.Below(20);
  if (kind < 9) return RoundTo(dtype, random.Uniform(-6, 6));
  if (kind < 13) return RoundTo(dtype, random.Uniform(-20, 20));
  if (kind < 18) {
    const uint64_t bits = random.Next();
    return ElementValue(dtype, &bits);
  }
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kSpecial[] = {0,
                                        -0.0,
                                        1,
                                        -1,
                                        3,
                                        -3,
                                        0.5,
                                        -0.5,
                                        kInfinity,
                                        -kInfinity,
                                        std::numeric_limits<double>::quiet_NaN()};
  const int64_t special = random.Below(static_cast<int64_t>(std::size(kSpecial)) + 2);
  if (special < static_cast<int64_t>(std::size(kSpecial))) return kSpecial[special];
  const double least = UlpOf(dtype, 0);  // the least number above 0
  return random.OneIn(2) ? least : -least;
}

double DrawIndex(Random& random, aclDataType dtype, const std::pair<int64_t, int64_t>& indices) {
  const auto [least, greatest] = indices;
  if (least > greatest || random.OneIn(16)) return DrawValue(random, dtype);
  return static_cast<double>(least + random.Below(greatest - least + 1));
}

}  // namespace openaclnn::testing
