// Three kernels in the style of the vendor's introductory samples, with their host code. They say
// nothing about a simulator: what is between the lines "the kernel" and "the host" compiles with
// the vendor's compiler, too.
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_samples.h"
#include "runtime/products/products.h"

// --- the kernel: adds two vectors, with queues and double buffering ---
#include "kernel_operator.h"

namespace add_sample {

constexpr int32_t BUFFER_NUM = 2;

struct AddTiling {
  uint32_t totalLength;
  uint32_t tileNum;
};

class KernelAdd {
 public:
  __aicore__ inline KernelAdd() {}
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint32_t totalLength,
                              uint32_t tileNum) {
    this->blockLength = totalLength / AscendC::GetBlockNum();
    this->tileNum = tileNum;
    this->tileLength = this->blockLength / tileNum / BUFFER_NUM;
    xGm.SetGlobalBuffer((__gm__ half*)x + this->blockLength * AscendC::GetBlockIdx(),
                        this->blockLength);
    yGm.SetGlobalBuffer((__gm__ half*)y + this->blockLength * AscendC::GetBlockIdx(),
                        this->blockLength);
    zGm.SetGlobalBuffer((__gm__ half*)z + this->blockLength * AscendC::GetBlockIdx(),
                        this->blockLength);
    pipe.InitBuffer(inQueueX, BUFFER_NUM, this->tileLength * sizeof(half));
    pipe.InitBuffer(inQueueY, BUFFER_NUM, this->tileLength * sizeof(half));
    pipe.InitBuffer(outQueueZ, BUFFER_NUM, this->tileLength * sizeof(half));
  }
  __aicore__ inline void Process() {
    int32_t loopCount = this->tileNum * BUFFER_NUM;
    for (int32_t i = 0; i < loopCount; i++) {
      CopyIn(i);
      Compute(i);
      CopyOut(i);
    }
  }

 private:
  __aicore__ inline void CopyIn(int32_t progress) {
    AscendC::LocalTensor<half> xLocal = inQueueX.AllocTensor<half>();
    AscendC::LocalTensor<half> yLocal = inQueueY.AllocTensor<half>();
    AscendC::DataCopy(xLocal, xGm[progress * this->tileLength], this->tileLength);
    AscendC::DataCopy(yLocal, yGm[progress * this->tileLength], this->tileLength);
    inQueueX.EnQue(xLocal);
    inQueueY.EnQue(yLocal);
  }
  __aicore__ inline void Compute(int32_t progress) {
    AscendC::LocalTensor<half> xLocal = inQueueX.DeQue<half>();
    AscendC::LocalTensor<half> yLocal = inQueueY.DeQue<half>();
    AscendC::LocalTensor<half> zLocal = outQueueZ.AllocTensor<half>();
    AscendC::Add(zLocal, xLocal, yLocal, this->tileLength);
    outQueueZ.EnQue<half>(zLocal);
    inQueueX.FreeTensor(xLocal);
    inQueueY.FreeTensor(yLocal);
  }
  __aicore__ inline void CopyOut(int32_t progress) {
    AscendC::LocalTensor<half> zLocal = outQueueZ.DeQue<half>();
    AscendC::DataCopy(zGm[progress * this->tileLength], zLocal, this->tileLength);
    outQueueZ.FreeTensor(zLocal);
  }

  AscendC::TPipe pipe;
  AscendC::TQue<AscendC::QuePosition::VECIN, BUFFER_NUM> inQueueX, inQueueY;
  AscendC::TQue<AscendC::QuePosition::VECOUT, BUFFER_NUM> outQueueZ;
  AscendC::GlobalTensor<half> xGm;
  AscendC::GlobalTensor<half> yGm;
  AscendC::GlobalTensor<half> zGm;
  uint32_t blockLength;
  uint32_t tileNum;
  uint32_t tileLength;
};

extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(AddTiling);
  GET_TILING_DATA(tilingData, tiling);
  KernelAdd op;
  op.Init(x, y, z, tilingData.totalLength, tilingData.tileNum);
  op.Process();
}

}  // namespace add_sample

// --- the kernel: a template, its instances chosen by a tiling key ---
#include "ascendc/host_api/tiling/template_argument.h"

namespace scale_sample {

ASCENDC_TPL_ARGS_DECL(Scale,
                      ASCENDC_TPL_DATATYPE_DECL(D_T_X, C_DT_FLOAT, C_DT_FLOAT16,
                                                ASCENDC_TPL_INPUT(0)),
                      ASCENDC_TPL_UINT_DECL(TILE_NUM, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_MIX, 2, 0, 2,
                                            3, 5, 10, 12, 13, 9, 8),
                      ASCENDC_TPL_BOOL_DECL(NEGATE, 0, 1), );

ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_AIV_ONLY),
                                     ASCENDC_TPL_DATATYPE_SEL(D_T_X, C_DT_FLOAT16),
                                     ASCENDC_TPL_UINT_SEL(TILE_NUM, ASCENDC_TPL_UI_LIST, 1, 8),
                                     ASCENDC_TPL_BOOL_SEL(NEGATE, 0, 1)),
                ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DATATYPE_SEL(D_T_X, C_DT_FLOAT),
                                     ASCENDC_TPL_UINT_SEL(TILE_NUM, ASCENDC_TPL_UI_RANGE, 1, 2, 4),
                                     ASCENDC_TPL_BOOL_SEL(NEGATE, 0)), );

struct ScaleTiling {
  uint32_t length;  // of each block
  float factor;
};

template <typename D_T_X, int TILE_NUM, bool NEGATE>
__global__ __aicore__ void scale(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ScaleTiling, tilingData, tiling);
  AscendC::TPipe pipe;
  AscendC::TQue<AscendC::TPosition::VECIN, 1> inQueue;
  AscendC::TQue<AscendC::TPosition::VECOUT, 1> outQueue;
  const uint32_t tileLength = tilingData.length / TILE_NUM;
  pipe.InitBuffer(inQueue, 2, tileLength * sizeof(D_T_X));
  pipe.InitBuffer(outQueue, 2, tileLength * sizeof(D_T_X));
  AscendC::GlobalTensor<D_T_X> xGm, yGm;
  xGm.SetGlobalBuffer((__gm__ D_T_X*)x + tilingData.length * AscendC::GetBlockIdx(),
                      tilingData.length);
  yGm.SetGlobalBuffer((__gm__ D_T_X*)y + tilingData.length * AscendC::GetBlockIdx(),
                      tilingData.length);
  for (int32_t i = 0; i < TILE_NUM; i++) {
    AscendC::LocalTensor<D_T_X> xLocal = inQueue.AllocTensor<D_T_X>();
    AscendC::DataCopy(xLocal, xGm[i * tileLength], tileLength);
    inQueue.EnQue(xLocal);
    xLocal = inQueue.DeQue<D_T_X>();
    AscendC::LocalTensor<D_T_X> yLocal = outQueue.AllocTensor<D_T_X>();
    AscendC::Muls(yLocal, xLocal, static_cast<D_T_X>(tilingData.factor), tileLength);
    if constexpr (NEGATE) {
      AscendC::Muls(yLocal, yLocal, static_cast<D_T_X>(-1), tileLength);
    }
    outQueue.EnQue(yLocal);
    inQueue.FreeTensor(xLocal);
    yLocal = outQueue.DeQue<D_T_X>();
    AscendC::DataCopy(yGm[i * tileLength], yLocal, tileLength);
    outQueue.FreeTensor(yLocal);
  }
}

}  // namespace scale_sample

// --- the kernel: the sum of a vector; each block leaves its part in the workspace, and after a
// barrier the first adds the parts ---------------

namespace sum_sample {

struct SumTiling {
  uint32_t length;  // of each block, a power of two times 8
};

__global__ __aicore__ void sum(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  using namespace AscendC;
  GET_TILING_DATA_WITH_STRUCT(SumTiling, tilingData, tiling);
  const uint32_t length = tilingData.length;
  const uint32_t blocks = static_cast<uint32_t>(GetBlockNum());
  GlobalTensor<float> xGm, partGm, yGm;
  xGm.SetGlobalBuffer((__gm__ float*)x + length * GetBlockIdx(), length);
  partGm.SetGlobalBuffer((__gm__ float*)GetUserWorkspace(workspace), blocks * 8);
  yGm.SetGlobalBuffer((__gm__ float*)y, 1);
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, length * sizeof(float));
  LocalTensor<float> part = buffer.Get<float>();

  DataCopy(part, xGm, length);
  TEventID loaded = GetTPipePtr()->FetchEventID(HardEvent::MTE2_V);
  SetFlag<HardEvent::MTE2_V>(loaded);
  WaitFlag<HardEvent::MTE2_V>(loaded);
  for (uint32_t half_length = length / 2; half_length >= 8; half_length /= 2) {
    Add(part, part, part[half_length], half_length);
    PipeBarrier<PIPE_V>();
  }
  TEventID computed = GetTPipePtr()->FetchEventID(HardEvent::V_MTE3);
  SetFlag<HardEvent::V_MTE3>(computed);
  WaitFlag<HardEvent::V_MTE3>(computed);
  DataCopy(partGm[GetBlockIdx() * 8], part, 8);
  SyncAll();

  if (GetBlockIdx() == 0) {
    float total = 0.0f;
    for (uint32_t i = 0; i < blocks * 8; i++) {
      total += partGm.GetValue(i);
    }
    yGm.SetValue(0, total);
  }
}

}  // namespace sum_sample

// --- the host ---

namespace openaclnn::aicore {
namespace {

TEST_F(SamplesTest, Add) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(add_sample::add_custom);
  std::vector<half> x = Numbers<half>(8 * 2048), y(x.rbegin(), x.rend()), z(x.size());
  const add_sample::AddTiling tiling = {.totalLength = 8 * 2048, .tileNum = 8};
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, false, "y"),
                                    TensorOf(z, true, "z")};
  for (const char* soc : {"Ascend910B3", "Ascend950PR_9599", "Ascend310P3", "Ascend910A"}) {
    SCOPED_TRACE(soc);
    RunEverywhere({.kernel = &kKernel,
                   .soc = FindSoc(soc),
                   .blocks = 8,
                   .tensors = tensors,
                   .tiling = BytesOf(tiling)},
                  z);
    for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(z[i], x[i] + y[i]) << i;
  }
}

template <typename T>
constexpr int kDType = std::is_same_v<T, float> ? C_DT_FLOAT : C_DT_FLOAT16;

TEST_F(SamplesTest, TemplateTilingKey) {
  using namespace scale_sample;  // NOLINT(build/namespaces): the declaration of the keys
  // The host chooses an instance by its key.
  struct Instance {
    uint64_t key;
    DeviceKernel kernel;
    float sign;
    bool is_half;
  };
  constexpr Instance kInstances[] = {
      {GET_TPL_TILING_KEY(C_DT_FLOAT16, 1, 0), OPENACLNN_DEVICE_KERNEL(scale<half, 1, false>), 1.0f,
       true},
      {GET_TPL_TILING_KEY(C_DT_FLOAT16, 8, 0), OPENACLNN_DEVICE_KERNEL(scale<half, 8, false>), 1.0f,
       true},
      {GET_TPL_TILING_KEY(C_DT_FLOAT16, 8, 1), OPENACLNN_DEVICE_KERNEL(scale<half, 8, true>), -1.0f,
       true},
      {GET_TPL_TILING_KEY(C_DT_FLOAT, 2, 0), OPENACLNN_DEVICE_KERNEL(scale<float, 2, false>), 1.0f,
       false},
      {GET_TPL_TILING_KEY(C_DT_FLOAT, 4, 0), OPENACLNN_DEVICE_KERNEL(scale<float, 4, false>), 1.0f,
       false},
  };
  static_assert(GET_TPL_TILING_KEY(C_DT_FLOAT16, 8, 1) ==
                (1 | 10 << 8 | 1 << 16));  // positions of the values in the declaration
  static_assert(GET_TPL_TILING_KEY(C_DT_FLOAT16, 2, 0) == AscendC::tpl::kInvalidKey,
                "declared but not selected");
  static_assert(GET_TPL_TILING_KEY(C_DT_FLOAT, 2, 1) == AscendC::tpl::kInvalidKey,
                "declared but not selected");
  static_assert(GET_TPL_TILING_KEY(C_DT_BF16, 2, 1) == AscendC::tpl::kInvalidKey, "not declared");
  static_assert(GET_TPL_TILING_KEY(C_DT_FLOAT, 2) == AscendC::tpl::kInvalidKey,
                "one value too few");

  const ScaleTiling tiling = {.length = 1024, .factor = 3.0f};
  const auto test = [&]<typename T>(const Instance& instance, T) {
    std::vector<T> x = Numbers<T>(4 * 1024), y(x.size());
    const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
    RunEverywhere({.kernel = &instance.kernel,
                   .soc = FindSoc("Ascend910B3"),
                   .blocks = 4,
                   .tiling_key = instance.key,
                   .tensors = tensors,
                   .tiling = BytesOf(tiling)},
                  y);
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(static_cast<float>(y[i]), instance.sign * 3.0f * static_cast<float>(x[i])) << i;
  };
  for (const Instance& instance : kInstances) {
    SCOPED_TRACE(instance.kernel.name);
    EXPECT_NE(instance.key, AscendC::tpl::kInvalidKey);
    if (instance.is_half) {
      test(instance, half());
    } else {
      test(instance, float());
    }
  }
}

TEST_F(SamplesTest, SumWithBarrier) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(sum_sample::sum);
  constexpr int64_t kBlocks = 40;
  const sum_sample::SumTiling tiling = {.length = 1024};
  std::vector<float> x(kBlocks * 1024), y(1), workspace(kBlocks * 8);
  std::mt19937 random(5);
  for (float& value : x) value = std::uniform_real_distribution<float>(0.0f, 1.0f)(random);
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  RunEverywhere({.kernel = &kKernel,
                 .soc = FindSoc("Ascend910B3"),
                 .blocks = kBlocks,
                 .tensors = tensors,
                 .workspace = TensorOf(workspace, true, "workspace"),
                 .tiling = BytesOf(tiling)},
                y);
  const double exact = std::accumulate(x.begin(), x.end(), 0.0);
  // 7 levels of additions in each block and 320 in a row, each with an error of at most 2^-24 of
  // the sum so far.
  EXPECT_NEAR(y[0], exact, exact * 327 * 0x1p-24);
}

}  // namespace
}  // namespace openaclnn::aicore
