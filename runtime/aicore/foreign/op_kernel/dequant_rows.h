#ifndef DEQUANT_ROWS_H
#define DEQUANT_ROWS_H
#include "kernel_operator.h"

#if __CCE_AICORE__ < 220
#error "rows that are no multiple of 32 bytes need DataCopyPad"
#endif

namespace AscendC {
template <typename T_OUT>
class DequantRows {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR scale, GM_ADDR y,
                              const DequantRowsTilingData* __restrict tiling, TPipe* pipeIn) {
    pipe = pipeIn;
    rows = tiling->shape[0];
    columns = tiling->shape[1];
    offset = tiling->offset;
    rowsPerCore = tiling->split.rowsPerCore;
    tileLength = tiling->split.tileLength;
    xGm.SetGlobalBuffer((__gm__ int8_t*)x);
    scaleGm.SetGlobalBuffer((__gm__ float*)scale, rows);
    yGm.SetGlobalBuffer((__gm__ T_OUT*)y);
    pipe->InitBuffer(inQueue, 1, tileLength * sizeof(int8_t));
    pipe->InitBuffer(outQueue, 1, tileLength * sizeof(T_OUT));
    pipe->InitBuffer(halfBuf, tileLength * sizeof(half));
    if constexpr (!IsSameType<T_OUT, float>::value) {
      pipe->InitBuffer(floatBuf, tileLength * sizeof(float));
    }
  }
  __aicore__ inline void Process() {
    const uint32_t begin = rowsPerCore * GetBlockIdx();
    for (uint32_t row = begin; row < rows && row < begin + rowsPerCore; row++) {
      const float scale = scaleGm.GetValue(row);
      for (uint32_t column = 0; column < columns; column += tileLength) {
        const uint32_t count = Std::min(tileLength, columns - column);
        ProcessTile(static_cast<uint64_t>(row) * columns + column, count, scale);
      }
    }
  }

 private:
  __aicore__ inline void ProcessTile(uint64_t at, uint32_t count, float scale) {
    LocalTensor<int8_t> in = inQueue.AllocTensor<int8_t>();
    DataCopyExtParams inParams{1, count, 0, 0, 0};
    DataCopyPadExtParams<int8_t> padParams{false, 0, 0, 0};
    DataCopyPad(in, xGm[at], inParams, padParams);
    inQueue.EnQue(in);
    in = inQueue.DeQue<int8_t>();
    LocalTensor<T_OUT> out = outQueue.AllocTensor<T_OUT>();
    LocalTensor<half> halves = halfBuf.Get<half>();
    Cast(halves, in, RoundMode::CAST_NONE, count);
    PipeBarrier<PIPE_V>();
    Adds(halves, halves, static_cast<half>(offset), count);
    PipeBarrier<PIPE_V>();
    if constexpr (IsSameType<T_OUT, float>::value) {
      Cast(out, halves, RoundMode::CAST_NONE, count);
      PipeBarrier<PIPE_V>();
      Muls(out, out, scale, count);
    } else {
      LocalTensor<float> floats = floatBuf.Get<float>();
      Cast(floats, halves, RoundMode::CAST_NONE, count);
      PipeBarrier<PIPE_V>();
      Muls(floats, floats, scale, count);
      PipeBarrier<PIPE_V>();
      Cast(out, floats, RoundMode::CAST_RINT, count);
    }
    inQueue.FreeTensor(in);
    outQueue.EnQue(out);
    out = outQueue.DeQue<T_OUT>();
    DataCopyExtParams outParams{1, static_cast<uint32_t>(count * sizeof(T_OUT)), 0, 0, 0};
    DataCopyPad(yGm[at], out, outParams);
    outQueue.FreeTensor(out);
  }

  TPipe* pipe;
  TQue<QuePosition::VECIN, 1> inQueue;
  TQue<QuePosition::VECOUT, 1> outQueue;
  TBuf<QuePosition::VECCALC> halfBuf, floatBuf;
  GlobalTensor<int8_t> xGm;
  GlobalTensor<float> scaleGm;
  GlobalTensor<T_OUT> yGm;
  uint32_t rows, columns, rowsPerCore, tileLength;
  int8_t offset;
};
}  // namespace AscendC
#endif  // DEQUANT_ROWS_H
