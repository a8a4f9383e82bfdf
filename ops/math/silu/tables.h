// Written by ops/math/silu/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_SILU_TABLES_H_
#define OPENACLNN_OPS_MATH_SILU_TABLES_H_

namespace openaclnn {

// clang-format off

// The root of the derivative, as high + low.
inline constexpr float kSiluRootHigh = -0x1.4749740000000p+0f, kSiluRootLow = 0x1.bdf6fa0000000p-27f;
inline constexpr double kSiluRootHighDouble = -0x1.474973c84120bp+0, kSiluRootLowDouble = -0x1.f8d74bc9ac154p-54;

// The derivative at root + u, |u| <= 0.125, divided by u: relative error 2^-30.4,
// but for the rounding of arithmetic.
inline constexpr float kSiluNearRootRadius = 0x1.0000000000000p-3f;
inline constexpr float kSiluNearRoot0 = 0x1.be14100000000p-3f, kSiluNearRoot0Low = 0x1.1814a00000000p-29f;
inline constexpr float kSiluNearRoot[] = {0.146648794f, 0.0188747477f, -0.0152222365f, -0.00659049489f, 0.000112882488f};  // c1 and up

// The same for |u| <= 0.03125: relative error 2^-55.5.
inline constexpr double kSiluNearRootRadiusDouble = 0x1.0000000000000p-5;
inline constexpr double kSiluNearRootDouble[] = {0x1.be1410460527fp-3, 0x1.2c563458cc0adp-3, 0x1.353eb573ca457p-6, -0x1.f2d0e32bc46cdp-7, -0x1.b0f82c49902f7p-8, 0x1.098e994c49f6cp-13, 0x1.a2a7cb1a9031cp-11, 0x1.8551bf05dc582p-13, -0x1.57316ed920754p-15};
// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_SILU_TABLES_H_
