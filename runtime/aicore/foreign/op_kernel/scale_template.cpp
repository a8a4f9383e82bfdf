// y = factor * 2^SHIFT * x, as newer operators are written: a template, and plain tiling data that
// host and kernel share.
#include "kernel_operator.h"
#include "kernel_tiling/kernel_tiling.h"
#include "scale_template_data.h"
#include "utils/std/type_traits.h"

static_assert(AscendC::Std::is_same_v<__bf16, bfloat16_t>, "one type by two names");

template <typename D_T_X, int32_t SHIFT>
__global__ __aicore__ void scale_template(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ScaleTemplateData);
  REGISTER_TILING_FOR_TILINGKEY("TILING_KEY_VAR == 9", ScaleTemplateData);
  GET_TILING_DATA(data, tiling);
  AscendC::TPipe pipe;
  AscendC::TQueBind<AscendC::TPosition::VECIN, AscendC::TPosition::VECOUT, 1> outQueue;
  AscendC::TQue<AscendC::TPosition::VECIN, 1> inQueue;
  pipe.InitBuffer(inQueue, 1, data.length * sizeof(D_T_X));
  pipe.InitBuffer(outQueue, 1, data.length * sizeof(D_T_X));
  AscendC::GlobalTensor<D_T_X> xGm, yGm;
  xGm.SetGlobalBuffer((__gm__ D_T_X*)x, data.length);
  yGm.SetGlobalBuffer((__gm__ D_T_X*)y, data.length);
  auto in = inQueue.template AllocTensor<D_T_X>();
  AscendC::DataCopy(in, xGm, data.length);
  inQueue.EnQue(in);
  in = inQueue.template DeQue<D_T_X>();
  auto out = outQueue.template AllocTensor<D_T_X>();
  AscendC::Muls(out, in, static_cast<D_T_X>(data.factor * (1 << SHIFT) * SCALE_UNIT), data.length);
  outQueue.template EnQue<AscendC::TPosition::VECOUT, AscendC::TPosition::GM>(out);
  inQueue.FreeTensor(in);
  out = outQueue.template DeQue<AscendC::TPosition::VECOUT, AscendC::TPosition::GM, D_T_X>();
  AscendC::DataCopy(yGm, out, data.length);
  outQueue.FreeTensor(out);
}
