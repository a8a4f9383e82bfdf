#ifndef DEQUANT_ROWS_TILING_H
#define DEQUANT_ROWS_TILING_H
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(DequantRowsSplit)
TILING_DATA_FIELD_DEF(uint16_t, rowsPerCore);
TILING_DATA_FIELD_DEF(uint32_t, tileLength);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(DequantRowsSplitOp, DequantRowsSplit)

BEGIN_TILING_DATA_DEF(DequantRowsTilingData)
TILING_DATA_FIELD_DEF_ARR(uint32_t, 2, shape);
TILING_DATA_FIELD_DEF(int8_t, offset);
TILING_DATA_FIELD_DEF_STRUCT(DequantRowsSplit, split);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(DequantRows, DequantRowsTilingData)
}  // namespace optiling
#endif  // DEQUANT_ROWS_TILING_H
