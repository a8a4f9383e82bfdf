#include "runtime/cpu/copy.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/cpu/copy.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

void Copy(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<1, 1>(task, begin, end, [](auto, auto in, auto& out) HWY_ATTR { out = in; });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
HWY_EXPORT(Copy);
void CopyElements(const ElementwiseTask& task, int64_t begin, int64_t end) { HWY_DYNAMIC_DISPATCH(Copy)(task, begin, end); }
}  // namespace openaclnn
#endif
