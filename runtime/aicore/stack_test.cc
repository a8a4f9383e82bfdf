// Kernels that need more stack than there is, and handlers of the program for the same signal.
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/aicore/include/ascendc/kernel_log.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/kernel_tiling/kernel_tiling.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_wrong.h"
#include "runtime/products/products.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn::aicore {
namespace {

constexpr char kStackOverflow[] =
    "block 0 of 2 (Ascend910B3): stack: the kernel needs more than the 1048576 bytes it has; large "
    "arrays belong into the unified buffer";

// Far beyond the stack in one step.
__global__ __aicore__ void large_array(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  volatile uint8_t array[2 << 20];
  for (size_t i = 0; i < sizeof(array); ++i) array[i] = 1;
}
// A little too far, which only an Ascend C function sees.
__global__ __aicore__ void array_of_the_stack(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                              GM_ADDR tiling) {
  volatile uint8_t array[1 << 20];
  // An index that the compiler does not know: of others it keeps one element.
  array[GetBlockIdx()] = 1;
  ASSERT(array[GetBlockIdx()] == 1);
}
// What a kernel calls again and again until the guard is reached.
ABSL_ATTRIBUTE_NOINLINE int64_t Descend(int64_t depth) {
  volatile int64_t frame[8] = {depth};
  return depth == 0 ? 0 : Descend(depth - 1) + frame[0];
}
__global__ __aicore__ void endless_descent(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  ASSERT(Descend(int64_t{1} << 40) != 0);
}
__global__ __aicore__ void deep_in_calls(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  ASSERT(Descend(5000) != 0);
}
TEST(StackTest, Overflow) {
  for (int i = 0; i < 3; ++i) {  // the block that comes next gets the same stack
    EXPECT_WRONG(large_array, kStackOverflow);
    EXPECT_WRONG(array_of_the_stack, kStackOverflow);
    EXPECT_WRONG(endless_descent, kStackOverflow);
    constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(deep_in_calls);
    EXPECT_EQ(RunWrong(kRight, "Ascend910B3"), absl::OkStatus());
  }
}

// On every thread of the pool, and by blocks that others wait for.
__global__ __aicore__ void overflow_behind_a_barrier(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                     GM_ADDR tiling) {
  SyncAll();
  if (GetBlockIdx() % 2 == 1) ASSERT(Descend(int64_t{1} << 40) != 0);
  SyncAll();
}
TEST(StackTest, OverflowOfManyBlocks) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(overflow_behind_a_barrier);
  Launch launch;
  launch.kernel = &kKernel;
  launch.soc = FindSoc("Ascend910B3");
  launch.blocks = 16;
  const Launch::Tensor tensors[] = {{}, {}};
  launch.tensors = tensors;
  SetThreadCountForTest(4);
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(std::string(aicore::Run(launch).message()),
                testing::StartsWith("kernel overflow_behind_a_barrier, block 1 of 16 "
                                    "(Ascend910B3): stack: the kernel needs more"));
  }
  SetThreadCountForTest(0);
}

// --- handlers of the program ---

sigjmp_buf recovery;
int recovered = 0;

// Memory that nobody may touch, and that no sanitizer knows about.
volatile char* Nowhere() {
  static void* const page = mmap(nullptr, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return static_cast<volatile char*>(page);
}

// The program's own handler goes on with the program, whatever was launched meanwhile.
void FaultsOfTheProgram() {
  struct sigaction action = {};
  action.sa_handler = [](int) { siglongjmp(recovery, 1); };
  sigaction(SIGSEGV, &action, nullptr);
  for (int i = 0; i < 3; ++i) {
    EXPECT_WRONG(endless_descent, kStackOverflow);
    if (sigsetjmp(recovery, 1) == 0) {
      *Nowhere() = 1;
    } else {
      ++recovered;
    }
  }
  std::fprintf(stderr, "recovered %d times\n", recovered);
  std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}
// In processes of their own, because the handler before the first launch counts.
TEST(StackDeathTest, TheProgramsHandlerSeesItsFaults) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(FaultsOfTheProgram(), testing::ExitedWithCode(0), "recovered 3 times");
}
TEST(StackDeathTest, OtherFaultsEndTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto fault = [] {
    EXPECT_WRONG(endless_descent, kStackOverflow);
    *Nowhere() = 1;
  };
  EXPECT_DEATH(fault(), "");
}
__global__ __aicore__ void null_pointer(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  *Nowhere() = 1;
}
TEST(StackDeathTest, OtherFaultsOfAKernelEndTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(null_pointer);
  EXPECT_DEATH((void)RunWrong(kKernel, "Ascend910B3"), "");
}

}  // namespace
}  // namespace openaclnn::aicore
