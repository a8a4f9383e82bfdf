// gradInput = gradOutput scale where x > 0; elsewhere gradOutput alpha scale inputScale
// e^(inputScale x), or of the result y gradOutput inputScale (y + alpha scale). Numbers: alpha,
// scale, inputScale.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/elu/elu-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::elu_backward {
OPENACLNN_BEGIN_KERNELS();

enum class From { kInput, kPlain, kResult };

template <From kFrom>
struct Kernel {
  explicit Kernel(const Numbers& numbers) : of_float(numbers), of_double(numbers) {}
  template <class Stored>
  HWY_INLINE auto Fast(auto d, auto gradient, auto self, auto& out) const {
    if constexpr (kFrom == From::kResult)
      return EluBackwardFromResultFast<Stored>(d, gradient, self, of_float, out);
    if constexpr (kFrom == From::kPlain)
      return PlainEluBackward<Stored>(d, gradient, self, of_float, out);
    return EluBackwardFast<Stored>(d, gradient, self, of_float, out);
  }
  HWY_INLINE void Exact(auto d, auto gradient, auto self, auto& out) const {
    out = kFrom == From::kResult ? EluBackwardFromResult(d, gradient, self, of_double)
                                 : EluBackward(d, gradient, self, of_double);
  }
  EluNumbers<float> of_float;
  EluNumbers<double> of_double;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(EluBackward, 2, 1, Kernel<From::kInput>)
OPENACLNN_CPU_KERNEL(PlainEluBackward, 2, 1, Kernel<From::kPlain>)
OPENACLNN_CPU_KERNEL(EluBackwardFromResult, 2, 1, Kernel<From::kResult>)
}  // namespace openaclnn::elu_backward
