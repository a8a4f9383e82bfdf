// Constants that several functions share: polynomials, lowest degree first.
//
// Some last bits are off the nearest value on purpose: they were chosen so that all 2^32 float32
// results come out correctly rounded. After any change run the sweeps of the functions in ops/math.
#ifndef OPENACLNN_OPS_MATH_COEFFICIENTS_H_
#define OPENACLNN_OPS_MATH_COEFFICIENTS_H_

namespace openaclnn {

inline constexpr double kLog2E = 0x1.71547652b82fep+0;
inline constexpr double kLn2 = 0x1.62e42fefa39efp-1;

// 2^f on [-1/2, 1/2]: degree 10 (relative error 2^-52.07), and degree 11 (2^-58.18 before its first
// coefficient was lowered by 2^-52).
inline constexpr double kExp2Degree10[] = {
    0x1.0000000000000p+0,  0x1.62e42fefa3a17p-1,  0x1.ebfbdff82c3b9p-3,  0x1.c6b08d703d487p-5,
    0x1.3b2ab6fbde0e5p-7,  0x1.5d87fe9cc6495p-10, 0x1.430912605c22ap-13, 0x1.ffcb55e6e8326p-17,
    0x1.62c157dd44e47p-20, 0x1.b67410f0bc572p-24, 0x1.e3993ed029688p-28,
};
inline constexpr double kExp2Degree11[] = {
    0x1.ffffffffffffep-1,  0x1.62e42fefa39efp-1,  0x1.ebfbdff82c5adp-3,  0x1.c6b08d7049fd1p-5,
    0x1.3b2ab6fb9f412p-7,  0x1.5d87fe78cf20dp-10, 0x1.43091310bf9c3p-13, 0x1.ffcbfba7ceaa7p-17,
    0x1.62bfc3c166327p-20, 0x1.b526786725b70p-24, 0x1.e620fc03c341ap-28, 0x1.e7aa3aa31d21cp-32,
};

// (e^f - 1) / f for |f| <= 0.347, relative error 2^-55.6.
inline constexpr double kExpm1OverX[] = {
    0x1.0000000000000p+0,  0x1.0000000000005p-1,  0x1.5555555555530p-3,  0x1.555555555209ap-5,
    0x1.111111111a3e7p-7,  0x1.6c16c17f4de61p-10, 0x1.a01a01709f50ep-13, 0x1.a019a63f6968dp-16,
    0x1.71de8eec92cc0p-19, 0x1.28a2f5e7d8f15p-22, 0x1.ae641bd76d1c2p-26,
};

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_COEFFICIENTS_H_
