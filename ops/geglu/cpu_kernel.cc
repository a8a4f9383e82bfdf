// out = other * gelu(activated), outGelu = gelu(activated): the product is taken before gelu is rounded.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/geglu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu/gelu_fast-inl.h"
#include "runtime/cpu/fast-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::geglu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <class Form>
struct Kernel {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V activated, V other, V& out, V& out_gelu) {
    const V factor = Piecewise(d, Form::template Factor<Stored>(), activated);
    out_gelu = hn::Mul(activated, factor);
    hn::Mask<D> right;
    out = TimesProduct<Stored>(d, activated, other, factor, right);
    return hn::And(right, InTable(d, activated));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V activated, V other, V& out, V& out_gelu) {
    out_gelu = Form::Exact(d, activated);
    out = hn::Mul(other, out_gelu);
  }
};

void ErfFast(const ElementwiseTask& task, int64_t begin, int64_t end) { FastLoop<2, 2, Kernel<GeluErfForm>>(task, begin, end); }
void ErfExact(const ElementwiseTask& task, int64_t begin, int64_t end) { ExactLoop<2, 2, Kernel<ByTable<GeluErfForm>>>(task, begin, end); }
void TanhFast(const ElementwiseTask& task, int64_t begin, int64_t end) { FastLoop<2, 2, Kernel<GeluTanhForm>>(task, begin, end); }
void TanhExact(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ExactLoop<2, 2, Kernel<ByTable<GeluTanhForm>>>(task, begin, end);
}

}  // namespace openaclnn::geglu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::geglu {
OPENACLNN_FAST_CPU_KERNEL(Erf)
OPENACLNN_FAST_CPU_KERNEL(Tanh)
}  // namespace openaclnn::geglu
#endif
