// Plans on the AI Core backend, with operators made up for the purpose: device kernels that add
// one, or that do something wrong.

#include "runtime/executor/device_step.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/executor/elementwise_tiling.h"
#include "runtime/executor/function.h"
#include "runtime/executor/plan.h"
#include "runtime/products/products.h"
#include "runtime/tensor/tensor.h"

namespace openaclnn {
namespace {

using namespace AscendC;

// out = self + 1, one tile for each block. kBeyond elements more are read than there are. With
// kNumbers: out = self + the sum of the call's numbers, the first as float32 and the second as an
// integer.
template <int kBeyond, bool kNumbers = false>
__global__ __aicore__ void add_one(GM_ADDR self, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  const int64_t begin = GetBlockIdx() * data.perBlock;
  const int64_t end = GetBlockIdx() + 1 == GetBlockNum() ? data.total : begin + data.perBlock;
  const int32_t count = static_cast<int32_t>(end - begin);
  GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(self));
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(out));
  TPipe pipe;
  TQue<TPosition::VECIN, 1> in_queue;
  TQue<TPosition::VECOUT, 1> out_queue;
  pipe.InitBuffer(in_queue, 1, data.capacity * sizeof(float));
  pipe.InitBuffer(out_queue, 1, data.capacity * sizeof(float));
  LocalTensor<float> in = in_queue.AllocTensor<float>();
  const DataCopyExtParams bytes = {1, static_cast<uint32_t>((count + kBeyond) * sizeof(float)), 0,
                                   0, 0};
  DataCopyPad(in, from[begin], bytes, DataCopyPadExtParams<float>{false, 0, 0, 0});
  in_queue.EnQue(in);
  in = in_queue.DeQue<float>();
  LocalTensor<float> sum = out_queue.AllocTensor<float>();
  Adds(
      sum, in,
      kNumbers ? data.numbers[0] + static_cast<float>(data.integers[1] - (int64_t{1} << 53)) : 1.0f,
      count);
  in_queue.FreeTensor(in);
  out_queue.EnQue(sum);
  sum = out_queue.DeQue<float>();
  DataCopyPad(to[begin], sum,
              DataCopyExtParams{1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0});
  out_queue.FreeTensor(sum);
}

constexpr DeviceElementwise::Variant kRight[] = {
    {ACL_FLOAT, ACL_FLOAT, OPENACLNN_DEVICE_KERNEL(add_one<0>), 8}};
constexpr DeviceElementwise::Variant kWrong[] = {
    {ACL_FLOAT, ACL_FLOAT, OPENACLNN_DEVICE_KERNEL(add_one<1>), 8}};
constexpr DeviceElementwise::Variant kWithNumbers[] = {
    {ACL_FLOAT, ACL_FLOAT, OPENACLNN_DEVICE_KERNEL(add_one<0, true>), 8}};
constexpr CpuKernel kNoCpuKernel = {"none", nullptr, nullptr};

enum { kSelf, kOut };
const ParamInfo kParams[] = {{"self", ParamKind::kInputTensor, {}},
                             {"out", ParamKind::kOutputTensor, {}}};
constexpr ParamNumber kBoth[] = {kSelf, kOut};
const Rule kRules[] = {{RuleId::kNull, kBoth}, {RuleId::kTensor, kBoth}};
const DTypeSet kAccepted[8] = {};

template <const auto& kVariants>
void PlanAddOne(PlanBuilder& plan) {
  plan.Elementwise({kNoCpuKernel, {kVariants}});
}
const FunctionInfo kAddOne = {"aclnnAddOne", kParams, kRules, kAccepted, PlanAddOne<kRight>};
const FunctionInfo kReadsBeyond = {"aclnnReadsBeyond", kParams, kRules, kAccepted,
                                   PlanAddOne<kWrong>};

// 2^53 + 2.5 would be no float64.
const FunctionInfo kAddNumbers = {
    "aclnnAddNumbers", kParams, kRules, kAccepted, [](PlanBuilder& plan) {
      plan.Elementwise({kNoCpuKernel, {kWithNumbers}},
                       {.numbers = {Number::Real(0.5), Number::Integer((int64_t{1} << 53) + 3)}});
    }};

const FunctionInfo kComputesInt16 = {
    "aclnnComputesInt16", kParams, kRules, kAccepted, [](PlanBuilder& plan) {
      static constexpr ElementwiseFunction kWrite77 = [](const ElementwiseTask& task, int64_t begin,
                                                         int64_t end) {
        EXPECT_EQ(task.compute, ACL_INT16);
        std::fill(static_cast<int32_t*>(task.outputs[0].data) + begin,
                  static_cast<int32_t*>(task.outputs[0].data) + end, 77);
      };
      static constexpr CpuKernel kCpu = {"write_77", kWrite77, kWrite77};
      plan.Elementwise({kCpu, {kRight}}, {.compute = ACL_INT16});
    }};
const FunctionInfo kConverts = {"aclnnConverts", kParams, kRules, kAccepted, [](PlanBuilder& plan) {
                                  plan.Convert(plan.tensor(kSelf), plan.tensor(kOut));
                                }};

class DevicePlan : public testing::Test {
 protected:
  void SetUp() override {
    setenv("OPENACLNN_DEVICES", "Ascend910B3:aicore", 1);
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  }
  void TearDown() override {
    for (aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
    for (void* memory : memory_) EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }

  void* Allocate(size_t bytes) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    std::memset(memory, 0, bytes);
    memory_.push_back(memory);
    return memory;
  }
  // Elements 0, 1, 2 ... of a storage of 1000.
  aclTensor* Tensor(aclDataType dtype, std::vector<int64_t> shape, std::vector<int64_t> strides) {
    const int64_t storage = 1000;
    float* data = static_cast<float*>(Allocate(storage * 4));
    if (dtype == ACL_FLOAT) {
      for (int i = 0; i < storage; ++i) data[i] = static_cast<float>(i);
    }
    tensors_.push_back(aclCreateTensor(shape.data(), shape.size(), dtype, strides.data(), 0,
                                       ACL_FORMAT_ND, &storage, 1, data));
    return tensors_.back();
  }
  aclnnStatus Call(const FunctionInfo& function, const aclTensor* self, const aclTensor* out) {
    Arg args[] = {Arg::Of(self), Arg::Of(out)};
    aclOpExecutor* executor = nullptr;
    if (aclnnStatus status = GetWorkspaceSize(function, args, &size_, &executor); status != 0)
      return status;
    void* workspace = size_ > 0 ? Allocate(size_) : nullptr;
    if (aclnnStatus status = openaclnn::Run(function, workspace, size_, executor, nullptr);
        status != 0)
      return status;
    return aclrtSynchronizeStream(nullptr);
  }
  static float* Data(const aclTensor* tensor) {
    void* data = nullptr;
    EXPECT_EQ(aclGetRawTensorAddr(tensor, &data), 0);
    return static_cast<float*>(data);
  }

  uint64_t size_ = 77;
  std::vector<aclTensor*> tensors_;
  std::vector<void*> memory_;
};

TEST_F(DevicePlan, ContiguousOperandsNeedNoWorkspace) {
  aclTensor* self = Tensor(ACL_FLOAT, {999}, {1});
  aclTensor* out = Tensor(ACL_FLOAT, {999}, {1});
  ASSERT_EQ(Call(kAddOne, self, out), 0);
  EXPECT_EQ(size_, 0u);
  for (int i = 0; i < 999; ++i) ASSERT_EQ(Data(out)[i], static_cast<float>(i + 1)) << i;
  EXPECT_EQ(Data(out)[999], 999.0f);
}

TEST_F(DevicePlan, NumbersReachTheKernel) {
  aclTensor* self = Tensor(ACL_FLOAT, {999}, {1});
  aclTensor* out = Tensor(ACL_FLOAT, {999}, {1});
  ASSERT_EQ(Call(kAddNumbers, self, out), 0);
  for (int i = 0; i < 999; ++i) ASSERT_EQ(Data(out)[i], static_cast<float>(i) + 3.5f) << i;
}

TEST_F(DevicePlan, OtherOperandsGoThroughTheWorkspace) {
  aclTensor* self = Tensor(ACL_FLOAT, {5, 7}, {1, 5});  // transposed
  aclTensor* out = Tensor(ACL_FLOAT, {5, 7}, {100, 2});
  ASSERT_EQ(Call(kAddOne, self, out), 0);
  EXPECT_EQ(size_, 192u + 140u);  // 35 elements each, the first rounded up to 64 bytes
  for (int i = 0; i < 5; ++i) {
    for (int k = 0; k < 7; ++k)
      EXPECT_EQ(Data(out)[100 * i + 2 * k], static_cast<float>(i + 5 * k + 1)) << i << " " << k;
    EXPECT_EQ(Data(out)[100 * i + 1], static_cast<float>(100 * i + 1));
  }
}

TEST_F(DevicePlan, BroadcastsAndConverts) {
  aclTensor* self = Tensor(ACL_FLOAT, {1, 3}, {3, 1});
  aclTensor* out = Tensor(ACL_INT32, {2, 3}, {3, 1});
  ASSERT_EQ(Call(kAddOne, self, out), 0);
  const int32_t* results = reinterpret_cast<const int32_t*>(Data(out));
  EXPECT_EQ(std::vector<int32_t>(results, results + 6), (std::vector<int32_t>{1, 2, 3, 1, 2, 3}));
}

// The device kernel is there for float32 only: other promoted types run the CPU kernel.
TEST_F(DevicePlan, WhatNoDeviceKernelComputesRunsOnTheAiCpu) {
  aclTensor* self = Tensor(ACL_FLOAT, {1, 3}, {3, 1});
  aclTensor* out = Tensor(ACL_INT32, {2, 3}, {3, 1});
  ASSERT_EQ(Call(kComputesInt16, self, out), 0);
  EXPECT_EQ(size_, 0u);
  const int32_t* results = reinterpret_cast<const int32_t*>(Data(out));
  EXPECT_EQ(std::vector<int32_t>(results, results + 6), (std::vector<int32_t>(6, 77)));
  ASSERT_EQ(Call(kConverts, self, out), 0);
  EXPECT_EQ(std::vector<int32_t>(results, results + 6), (std::vector<int32_t>{0, 1, 2, 0, 1, 2}));
}

TEST_F(DevicePlan, FailedLaunchIsReportedAndWorkGoesOn) {
  aclTensor* self = Tensor(ACL_FLOAT, {10}, {1});
  aclTensor* out = Tensor(ACL_FLOAT, {10}, {1});
  ASSERT_EQ(Call(kReadsBeyond, self, out), ACL_ERROR_RT_AICORE_EXCEPTION);
  const char* text = aclGetRecentErrMsg();
  const std::string message = text != nullptr ? text : "";
  EXPECT_NE(message.find("add_one<1>"), std::string::npos) << message;
  EXPECT_NE(message.find("DataCopyPad"), std::string::npos) << message;
  EXPECT_EQ(Data(out)[0], 0.0f);
  EXPECT_EQ(Call(kAddOne, self, out), 0);
  EXPECT_EQ(Data(out)[9], 10.0f);
}

ElementwiseTiling TilingOf(const DeviceStep& step) {
  ElementwiseTiling tiling = {};
  EXPECT_EQ(step.tiling.size(), sizeof(tiling));
  std::memcpy(&tiling, step.tiling.data(), sizeof(tiling));
  return tiling;
}

TEST(DivideElementwise, EveryElementOnceAndNoBlockTooSmall) {
  for (const Soc& soc : AllSocs()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT8}) {
      const DeviceElementwise::Variant variant = {dtype, dtype, kRight[0].kernel, 40};
      const int64_t least = LeastElements(*soc.product, variant);
      EXPECT_EQ(least, soc.product->data_copy_pad ? 1
                                                  : 32 / (dtype == ACL_FLOAT     ? 4
                                                          : dtype == ACL_FLOAT16 ? 2
                                                                                 : 1));
      for (int64_t count = least; count < 100'000; count += 1 + count / 7) {
        const DeviceStep step =
            DivideElementwise(soc, {absl::MakeSpan(&variant, 1)}, variant, count, {});
        const ElementwiseTiling tiling = TilingOf(step);
        EXPECT_EQ(tiling.total, count);
        EXPECT_GE(step.blocks, 1);
        EXPECT_LE(step.blocks, soc.cores());
        EXPECT_GE(count - (step.blocks - 1) * tiling.perBlock, least) << soc.name << " " << count;
        EXPECT_EQ(tiling.perBlock % 64, 0);
        EXPECT_EQ(tiling.tile % 64, 0);
        EXPECT_LE(tiling.capacity * variant.bytes_per_element, soc.unified_buffer_bytes);
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn
