// Written by ops/math/exp/tables.py; do not edit.
#ifndef OPENACLNN_OPS_MATH_EXP_TABLES_H_
#define OPENACLNN_OPS_MATH_EXP_TABLES_H_

namespace openaclnn {

// clang-format off

// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2: relative error of e^r - 1 2^-60.1,
// but for the rounding of arithmetic.
inline constexpr double kExpm1Float64[] = {0x1.0000000000000p-1, 0x1.5555555555557p-3, 0x1.5555555555556p-5, 0x1.11111111100bep-7, 0x1.6c16c16c162c3p-10, 0x1.a01a01abf85abp-13, 0x1.a01a01a6e1e2ap-16, 0x1.71de01fdbf9cap-19, 0x1.27e4db46cddd1p-22, 0x1.af4e554377204p-26, 0x1.1f7340dbc337ep-29};

// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_EXP_TABLES_H_
