// Names that kernels take for granted, under the headers by which they ask for them, and the host's
// tiling structures.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "register/tilingdata_base.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/library_headers.h"
#include "runtime/products/products.h"
#include "utils/std/algorithm.h"
#include "utils/std/tuple.h"
#include "utils/std/type_traits.h"
#include "utils/std/utility.h"

namespace optiling {

BEGIN_TILING_DATA_DEF(PartData)
TILING_DATA_FIELD_DEF(uint16_t, rows);
TILING_DATA_FIELD_DEF(float, scale);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(PartOp, PartData)

BEGIN_TILING_DATA_DEF(WholeData)
TILING_DATA_FIELD_DEF(uint8_t, flag);
TILING_DATA_FIELD_DEF_STRUCT(PartData, part);
TILING_DATA_FIELD_DEF_ARR(int64_t, 3, shape);
TILING_DATA_FIELD_DEF(uint32_t, last);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Whole, WholeData)

}  // namespace optiling

namespace openaclnn::aicore {
namespace {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

TEST(TilingData, LiesAsTheKernelReadsIt) {
  using optiling::WholeData;
  WholeData data;
  EXPECT_EQ(data.get_flag(), 0);
  data.set_flag(1);
  data.part.set_rows(2);
  data.part.set_scale(0.5f);
  const int64_t shape[] = {3, 4, 5};
  data.set_shape(shape);
  data.set_last(6);
  EXPECT_EQ(data.get_shape()[2], 5);
  EXPECT_EQ(data.part.get_scale(), 0.5f);

  EXPECT_EQ(offsetof(WholeData, part), 8u);
  EXPECT_EQ(offsetof(WholeData, shape), 16u);
  EXPECT_EQ(offsetof(WholeData, last), 40u);
  EXPECT_EQ(data.GetDataSize(), 48u);
  alignas(8) uint8_t buffer[64] = {};
  data.SaveToBuffer(buffer, sizeof(buffer));
  optiling::OpenaclnnTilingOfWhole read;
  std::memcpy(&read, buffer, sizeof(read));
  EXPECT_EQ(read.flag, 1);
  EXPECT_EQ(read.part.rows, 2);
  EXPECT_EQ(read.shape[0], 3);
  EXPECT_EQ(read.last, 6u);

  uint8_t small[47] = {};
  ::testing::internal::CaptureStderr();
  data.SaveToBuffer(small, sizeof(small));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "SaveToBuffer: 47 bytes; the tiling data have 48\n");
  EXPECT_EQ(small[0], 0);
}

static_assert(CeilDivision(7, 2) == 4 && CeilDivision(8, 2) == 4 && CeilDivision(8, 0) == 0);
static_assert(DivCeil(4294967295u, 1) == 4294967295u && DivCeil(5, 0) == 0);
static_assert(AlignUp(33, 32) == 64 && AlignUp(64, 32) == 64 && AlignUp(64, 0) == 0);
static_assert(ONE_BLK_SIZE == 32 && ONE_REPEAT_BYTE_SIZE == 256 && MAX_REPEAT_TIMES == 255);
static_assert(DEFAULT_BLK_NUM == 8 && DEFAULT_BLK_STRIDE == 1 && DEFAULT_REPEAT_STRIDE == 8);
static_assert(IsSameType<half, half>::value && !IsSameType<half, float>::value);
static_assert(Std::max(1, 2.5) == 2.5 && Std::min(uint16_t{3}, 2) == 2 && Std::abs(-2.5f) == 2.5f);
static_assert(Std::is_same_v<Std::conditional_t<true, half, float>, half>);
static_assert(Std::get<1>(Std::make_tuple(1, 2)) == 2);

// Writes what it learns about its core.
__global__ __vector__ __aicore__ void report(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<int64_t> out;
  out.SetGlobalBuffer(reinterpret_cast<__gm__ int64_t*>(y), 8);
  out.SetL2CacheHint(0);
  const int64_t before = GetSystemCycle();
  if ASCEND_IS_AIV {
    out.SetValue(0, 1);
  }
  if ASCEND_IS_AIC {
    out.SetValue(0, 2);
  }
  if ASCEND_IS_NOT_AIC {
    out.SetValue(1, GetTaskRation() + GetTaskRatio());
  }
  out.SetValue(2, GetDataBlockSizeInBytes());
  out.SetValue(3, GetUBSizeInBytes());
  out.SetValue(4, GetSystemCycle() - before);
  out.SetValue(5, GetSysWorkSpacePtr() == workspace);
  SetSysWorkspace(y);
  out.SetValue(6, GetSysWorkSpacePtr() == y);
  SetSysWorkspaceForce(workspace);
  out.SetValue(7,
               GetSysWorkSpacePtr() == workspace && GetSubBlockIdx() == 0 && GetSubBlockNum() == 1);
}

Launch::Tensor TensorOf(std::vector<int64_t>& values) {
  return {.data = values.data(),
          .bytes = static_cast<int64_t>(values.size() * sizeof(int64_t)),
          .writable = true,
          .name = "y"};
}

TEST(KernelNames, TellAboutTheCore) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(report);
  std::vector<int64_t> y(8), workspace(8);
  const Launch::Tensor tensors[] = {TensorOf(y)};
  const Launch launch = {.kernel = &kKernel,
                         .soc = FindSoc("Ascend310P3"),
                         .tensors = tensors,
                         .workspace = TensorOf(workspace)};
  // The next launch of a core does not see what the last one set.
  for (int run = 0; run < 2; ++run) {
    y.assign(8, 0);
    ASSERT_EQ(aicore::Run(launch), absl::OkStatus());
    EXPECT_EQ(y, std::vector<int64_t>({1, 2, 32, 262144, 4, 1, 1, 1}));
  }
}

__global__ __aicore__ void trap(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  if (GetBlockIdx() == 1) Trap();
}

TEST(KernelNames, TrapFailsTheLaunch) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(trap);
  std::vector<int64_t> y(8);
  const Launch::Tensor tensors[] = {TensorOf(y)};
  Launch launch = {.kernel = &kKernel, .soc = FindSoc("Ascend910B3"), .tensors = tensors};
  EXPECT_EQ(aicore::Run(launch), absl::OkStatus());
  launch.blocks = 2;
  EXPECT_EQ(aicore::Run(launch),
            absl::FailedPreconditionError(
                "kernel trap, block 1 of 2 (Ascend910B3): Trap: the kernel gave up"));
}

// Kernels written once for many instructions take the instruction's address.
template <typename T>
using Unary = void (*)(const LocalTensor<T>&, const LocalTensor<T>&, const int32_t&);
template <typename T>
using Binary = void (*)(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&,
                        const int32_t&);
template <typename T>
using WithScalar = void (*)(const LocalTensor<T>&, const LocalTensor<T>&, const T&, const int32_t&);
template <typename T>
using WithScratch = void (*)(const LocalTensor<T>&, const LocalTensor<T>&,
                             const LocalTensor<uint8_t>&, const uint32_t);

// That these compile is the test.
constexpr Unary<float> kUnary[] = {Exp<float>,   Ln<float>,         Abs<float>, Sqrt<float>,
                                   Rsqrt<float>, Reciprocal<float>, Relu<float>};
[[maybe_unused]] constexpr Binary<float> kBinary[] = {Add<float>, Sub<float>, Mul<float>,
                                                      Div<float>, Max<float>, Min<float>};
[[maybe_unused]] constexpr Binary<int16_t> kBits[] = {And<int16_t>, Or<int16_t>};
constexpr WithScalar<float> kWithScalar[] = {Adds<float>, Muls<float>, Maxs<float>, Mins<float>};
[[maybe_unused]] constexpr WithScratch<float> kWithScratch[] = {
    Sin<float>,  Cos<float>,  Tan<float>,  Asin<float>,  Acos<float>,   Atan<float>,
    Sinh<float>, Cosh<float>, Tanh<float>, Asinh<float>, Acosh<float>,  Atanh<float>,
    Log<float>,  Sign<float>, Erf<float>,  Erfc<float>,  Sigmoid<float>};

// y = op(2 in every element).
template <auto op, typename... Scalar>
void OpOfTwos(GM_ADDR y, Scalar... scalar) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 64);
  const LocalTensor<float> local = buffer.Get<float>();
  GlobalTensor<float> out;
  out.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), 8);
  Duplicate<float>(local, 2, 8);
  op(local, local, scalar..., 8);
  TQueSync<PIPE_V, PIPE_MTE3> sync;
  sync.SetFlag(0);
  sync.WaitFlag(0);
  DataCopy(out, local, 8);
}
__global__ __aicore__ void root_of_two(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  OpOfTwos<kUnary[3]>(y);
}
__global__ __aicore__ void two_and_three(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  OpOfTwos<kWithScalar[0]>(y, 3.0f);
}

TEST(KernelNames, InstructionsHaveAddresses) {
  for (const auto& [kernel, want] : {std::pair(OPENACLNN_DEVICE_KERNEL(root_of_two), 1.41421356f),
                                     std::pair(OPENACLNN_DEVICE_KERNEL(two_and_three), 5.0f)}) {
    std::vector<float> y(8);
    const Launch::Tensor tensors[] = {
        {.data = y.data(), .bytes = 32, .writable = true, .name = "y"}};
    ASSERT_EQ(aicore::Run({.kernel = &kernel, .soc = FindSoc("Ascend910B3"), .tensors = tensors}),
              absl::OkStatus());
    EXPECT_EQ(y, std::vector<float>(8, want));
  }
}

}  // namespace
}  // namespace openaclnn::aicore
