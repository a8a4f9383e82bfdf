// gradInput = gradOutput * selu', from the result of selu.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/selu_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/selu/selu-inl.h"
#include "ops/math/selu/selu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::selu_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V grad_output, V result, V& grad_input) {
    grad_input = hn::Mul(grad_output, SeluDerivativeFast<Stored>(d, result));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad_output, V result, V& grad_input) {
    grad_input = hn::Mul(grad_output, SeluDerivativeFromResult(d, result));
  }
};

}  // namespace openaclnn::selu_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::selu_backward {
OPENACLNN_CPU_KERNEL(SeluBackward, 2, 1, Kernel)
}  // namespace openaclnn::selu_backward
