// With OPENACLNN_AICORE_BACKTRACE=1, which BUILD sets, messages say how the kernel came to the
// place.
#include <cstdint>
#include <string>

#include "absl/base/attributes.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_wrong.h"

namespace openaclnn::aicore {
namespace {

struct Kernel {
  ABSL_ATTRIBUTE_NOINLINE void Compute(const LocalTensor<float>& tensor) {
    Exp(tensor, tensor[4], 8);  // no multiple of 32 bytes
  }
  ABSL_ATTRIBUTE_NOINLINE void Process() {
    TPipe pipe;
    TBuf<> buffer;
    pipe.InitBuffer(buffer, 256);
    Compute(buffer.Get<float>());
  }
};

__global__ __aicore__ void unaligned(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Kernel kernel;
  kernel.Process();
}

TEST(BacktraceTest, NamesTheCallsDownToThePlace) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(unaligned);
  const std::string message(RunWrong(kKernel, "Ascend910B3").message());
  // From the innermost call outwards.
  size_t at = message.find("]\n");
  ASSERT_NE(at, std::string::npos) << message;
  for (const char* function : {"Compute", "Process", "unaligned"}) {
    const size_t line = message.find(std::string("\n  at ") + __FILE__ + ":", at);
    ASSERT_NE(line, std::string::npos) << function << " in " << message;
    const size_t end = message.find('\n', line + 1);
    EXPECT_NE(message.substr(line, end - line).find(function), std::string::npos) << message;
    at = line + 1;
  }
}

}  // namespace
}  // namespace openaclnn::aicore
