// Written by ops/math/pow/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_POW_DEVICE_TABLES_H_
#define OPENACLNN_OPS_MATH_POW_DEVICE_TABLES_H_

namespace openaclnn {

// clang-format off

inline constexpr float kPowQuarters[] = {-0.0270996094f, 0.00341796875f, -0.000244140625f}, kPowQuartersLow[] = {-0.000224917327f, 0.000237070635f, -6.24036838e-05f};

// 2 / ln(2) over 1, 3, 5 and 7, and what the first lost.
inline constexpr float kPowSeries[] = {2.88539004f, 0.961796701f, 0.577078044f, 0.412198573f}, kPowSeriesLow = 3.85192607e-08f;

// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_POW_DEVICE_TABLES_H_
