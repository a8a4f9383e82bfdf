// y = x + x, one tile for each block.
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void double_kernel(GM_ADDR x, GM_ADDR y, uint32_t length) {
  using namespace AscendC;
  GlobalTensor<DTYPE_X> xGm, yGm;
  xGm.SetGlobalBuffer((__gm__ DTYPE_X*)x + length * GetBlockIdx(), length);
  yGm.SetGlobalBuffer((__gm__ DTYPE_X*)y + length * GetBlockIdx(), length);
  TPipe pipe;
  TQue<TPosition::VECIN, 1> inQueue;
  TQue<TPosition::VECOUT, 1> outQueue;
  pipe.InitBuffer(inQueue, 1, length * sizeof(DTYPE_X));
  pipe.InitBuffer(outQueue, 1, length * sizeof(DTYPE_X));
  LocalTensor<DTYPE_X> in = inQueue.AllocTensor<DTYPE_X>();
  DataCopy(in, xGm, length);
  inQueue.EnQue(in);
  in = inQueue.DeQue<DTYPE_X>();
  LocalTensor<DTYPE_X> out = outQueue.AllocTensor<DTYPE_X>();
  Add(out, in, in, length);
  outQueue.EnQue(out);
  inQueue.FreeTensor(in);
  out = outQueue.DeQue<DTYPE_X>();
  DataCopy(yGm, out, length);
  outQueue.FreeTensor(out);
}
