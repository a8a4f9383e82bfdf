// y = what the build told the kernel.
#include "kernel_operator.h"

#if defined(__DAV_C100__)
constexpr int64_t CORE = 100;
#elif defined(__DAV_M200_VEC__) && defined(__DAV_M200__)
constexpr int64_t CORE = 200;
#elif defined(__DAV_C220_VEC__) && defined(__DAV_C220__)
constexpr int64_t CORE = 220;
#elif defined(__DAV_M300_VEC__) && defined(__DAV_M300__)
constexpr int64_t CORE = 300;
#elif defined(__DAV_C310_VEC__) && defined(__DAV_C310__)
constexpr int64_t CORE = 310;
#endif

extern "C" __global__ __aicore__ void report_macros(GM_ADDR y) {
  AscendC::GlobalTensor<int64_t> yGm;
  yGm.SetGlobalBuffer((__gm__ int64_t*)y, 6);
  yGm.SetValue(0, __NPU_ARCH__);
  yGm.SetValue(1, __CCE_AICORE__);
  yGm.SetValue(2, CORE);
  yGm.SetValue(3, ORIG_DTYPE_X);
  yGm.SetValue(4, sizeof(DTYPE_X));
#if FORMAT_X == FORMAT_ND && FORMAT_X != FORMAT_FRACTAL_NZ && ASCENDC_CPU_DEBUG
  // 5 for floating-point types and 4 for integers; then whether the type has a sign.
  yGm.SetValue(5, static_cast<int64_t>(static_cast<DTYPE_X>(2.5f) * static_cast<DTYPE_X>(2)) * 10 +
                      (static_cast<DTYPE_X>(0) > static_cast<DTYPE_X>(-1) ? 1 : 0));
#endif
}
