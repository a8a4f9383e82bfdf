// What tests of the order within a core have in common.
#ifndef OPENACLNN_RUNTIME_AICORE_RUN_ORDER_H_
#define OPENACLNN_RUNTIME_AICORE_RUN_ORDER_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_wrong.h"
#include "runtime/aicore/without_place.h"

namespace openaclnn::aicore {

inline constexpr char kPlace[] = "block 0 of 1 (Ascend910B3): ";
inline constexpr char kQueue[] = " do, or the EnQue, DeQue, FreeTensor and AllocTensor of a queue";

// The wrong kernel gives the message in that mode, the right one none in any.
#define EXPECT_ORDER(kernel, mode, message_text)                                              \
  do {                                                                                        \
    constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(kernel<false>);                   \
    constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(kernel<true>);                    \
    const absl::Status status = RunWrong(kWrong, "Ascend910B3", Checks::kStrict, 1, mode);    \
    EXPECT_EQ(WithoutPlace(status, __FILE__),                                                 \
              std::string("kernel " #kernel "<false>, ") + kPlace + (message_text));          \
    EXPECT_EQ(RunWrong(kWrong, "Ascend910B3", Checks::kFast, 1, mode), absl::OkStatus());     \
    for (const Sync sync : {Sync::kAuto, Sync::kManual})                                      \
      EXPECT_EQ(RunWrong(kRight, "Ascend910B3", Checks::kStrict, 1, sync), absl::OkStatus()); \
  } while (false)
// In both modes.
#define EXPECT_ORDER_ALWAYS(kernel, message_text)      \
  do {                                                 \
    EXPECT_ORDER(kernel, Sync::kAuto, message_text);   \
    EXPECT_ORDER(kernel, Sync::kManual, message_text); \
  } while (false)
// In manual mode only, since the compiler orders it in the other.
#define EXPECT_ORDER_MANUAL(kernel, message_text)                                                  \
  do {                                                                                             \
    EXPECT_ORDER(kernel, Sync::kManual, message_text);                                             \
    constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(kernel<false>);                        \
    EXPECT_EQ(RunWrong(kWrong, "Ascend910B3", Checks::kStrict, 1, Sync::kAuto), absl::OkStatus()); \
  } while (false)

// Flags of one event, one after the other.
template <HardEvent event>
void InOrder(int32_t id = 0) {
  SetFlag<event>(id);
  WaitFlag<event>(id);
}

// What the kernels below work on: x and y, and a buffer without a queue.
struct Bench : Tensors {
  Bench(GM_ADDR x_address, GM_ADDR y_address) : Tensors(x_address, y_address) {
    pipe.InitBuffer(buffer, 1024);
    a = buffer.Get<float>();
    b = a[64];
  }
  TPipe pipe;
  TBuf<> buffer;
  LocalTensor<float> a, b;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_RUN_ORDER_H_
