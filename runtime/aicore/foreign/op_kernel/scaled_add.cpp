// z = x + alpha * y, in the way of an operator repository: it knows nothing of this one.
#include "kernel_operator.h"

using namespace AscendC;

constexpr int32_t BUFFER_NUM = 2;

class KernelScaledAdd {
 public:
  __aicore__ inline KernelScaledAdd() {}
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, const ScaledAddTilingData& tiling) {
    const uint32_t unit = ONE_BLK_SIZE / sizeof(DTYPE_X);
    const uint32_t share = AlignUp(DivCeil(tiling.totalLength, GetBlockNum()), unit);
    const uint32_t begin = share * GetBlockIdx();
    length = begin >= tiling.totalLength ? 0 : Std::min(share, tiling.totalLength - begin);
    tileLength = tiling.tileLength;
    alpha = tiling.alpha;
    xGm.SetGlobalBuffer((__gm__ DTYPE_X*)x + begin, length);
    yGm.SetGlobalBuffer((__gm__ DTYPE_Y*)y + begin, length);
    zGm.SetGlobalBuffer((__gm__ DTYPE_Z*)z + begin, length);
    pipe.InitBuffer(inQueueX, BUFFER_NUM, tileLength * sizeof(DTYPE_X));
    pipe.InitBuffer(inQueueY, BUFFER_NUM, tileLength * sizeof(DTYPE_Y));
    pipe.InitBuffer(outQueueZ, BUFFER_NUM, tileLength * sizeof(DTYPE_Z));
#if ORIG_DTYPE_X == DT_BF16
    pipe.InitBuffer(wideX, tileLength * sizeof(float));
    pipe.InitBuffer(wideY, tileLength * sizeof(float));
#endif
  }
  template <bool SCALED>
  __aicore__ inline void Process() {
    for (uint32_t offset = 0; offset < length; offset += tileLength) {
      const uint32_t count = Std::min(tileLength, length - offset);
      CopyIn(offset, count);
      Compute<SCALED>(count);
      CopyOut(offset, count);
    }
  }

 private:
  __aicore__ inline void CopyIn(uint32_t offset, uint32_t count) {
    LocalTensor<DTYPE_X> xLocal = inQueueX.AllocTensor<DTYPE_X>();
    LocalTensor<DTYPE_Y> yLocal = inQueueY.AllocTensor<DTYPE_Y>();
    DataCopy(xLocal, xGm[offset], count);
    DataCopy(yLocal, yGm[offset], count);
    inQueueX.EnQue(xLocal);
    inQueueY.EnQue(yLocal);
  }
  template <bool SCALED>
  __aicore__ inline void Compute(uint32_t count) {
    LocalTensor<DTYPE_X> xLocal = inQueueX.DeQue<DTYPE_X>();
    LocalTensor<DTYPE_Y> yLocal = inQueueY.DeQue<DTYPE_Y>();
    LocalTensor<DTYPE_Z> zLocal = outQueueZ.AllocTensor<DTYPE_Z>();
#if ORIG_DTYPE_X == DT_BF16
    LocalTensor<float> xWide = wideX.Get<float>();
    LocalTensor<float> yWide = wideY.Get<float>();
    Cast(xWide, xLocal, RoundMode::CAST_NONE, count);
    Cast(yWide, yLocal, RoundMode::CAST_NONE, count);
    PipeBarrier<PIPE_V>();
    AddScaled<SCALED, float>(yWide, xWide, yWide, count);
    PipeBarrier<PIPE_V>();
    Cast(zLocal, yWide, RoundMode::CAST_RINT, count);
#else
    AddScaled<SCALED, DTYPE_X>(zLocal, xLocal, yLocal, count);
#endif
    outQueueZ.EnQue(zLocal);
    inQueueX.FreeTensor(xLocal);
    inQueueY.FreeTensor(yLocal);
  }
  template <bool SCALED, typename T>
  __aicore__ inline void AddScaled(const LocalTensor<T>& z, const LocalTensor<T>& x,
                                   const LocalTensor<T>& y, uint32_t count) {
    if constexpr (SCALED) {
      Muls(z, y, static_cast<T>(alpha), count);
      PipeBarrier<PIPE_V>();
      Add(z, x, z, count);
    } else {
      Add(z, x, y, count);
    }
  }
  __aicore__ inline void CopyOut(uint32_t offset, uint32_t count) {
    LocalTensor<DTYPE_Z> zLocal = outQueueZ.DeQue<DTYPE_Z>();
    DataCopy(zGm[offset], zLocal, count);
    outQueueZ.FreeTensor(zLocal);
  }

  TPipe pipe;
  TQue<QuePosition::VECIN, BUFFER_NUM> inQueueX, inQueueY;
  TQue<QuePosition::VECOUT, BUFFER_NUM> outQueueZ;
#if ORIG_DTYPE_X == DT_BF16
  TBuf<QuePosition::VECCALC> wideX, wideY;
#endif
  GlobalTensor<DTYPE_X> xGm;
  GlobalTensor<DTYPE_Y> yGm;
  GlobalTensor<DTYPE_Z> zGm;
  uint32_t length;
  uint32_t tileLength;
  float alpha;
};

extern "C" __global__ __aicore__ void scaled_add(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
  GET_TILING_DATA(tilingData, tiling);
  if (workspace == nullptr || GetUserWorkspace(workspace) == nullptr) {
    return;
  }
  KernelScaledAdd op;
  op.Init(x, y, z, tilingData);
  if (TILING_KEY_IS(1)) {
    op.Process<true>();
  } else if (TILING_KEY_IS(2)) {
    op.Process<false>();
  }
}
