// y[r][c] = scale[r] * (x[r][c] + offset), in the way of an operator repository.
#include "dequant_rows.h"

extern "C" __global__ __aicore__ void dequant_rows(GM_ADDR x, GM_ADDR scale, GM_ADDR y,
                                                   GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA(tilingData, tiling);
  AscendC::TPipe pipe;
  AscendC::DequantRows<DTYPE_Y> op;
  op.Init(x, scale, y, &tilingData, &pipe);
  op.Process();
}
