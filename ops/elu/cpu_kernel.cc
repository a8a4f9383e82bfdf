// out = scale self where self > 0, alpha scale (e^(inputScale self) - 1) elsewhere. Numbers: alpha,
// scale, inputScale.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/elu/elu-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::elu {
OPENACLNN_BEGIN_KERNELS();

template <bool kIsPlain>
struct Kernel {
  explicit Kernel(const Numbers& numbers) : of_float(numbers), of_double(numbers) {}
  template <class Stored>
  HWY_INLINE auto Fast(auto d, auto self, auto& out) const {
    if constexpr (kIsPlain) {
      out = PlainElu<Stored>(d, self, of_float);
    } else {
      return EluFast<Stored>(d, self, of_float, out);
    }
  }
  HWY_INLINE void Exact(auto d, auto self, auto& out) const { out = Elu(d, self, of_double); }
  EluNumbers<float> of_float;
  EluNumbers<double> of_double;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Elu, 1, 1, Kernel<false>)
OPENACLNN_CPU_KERNEL(PlainElu, 1, 1, Kernel<true>)
}  // namespace openaclnn::elu
