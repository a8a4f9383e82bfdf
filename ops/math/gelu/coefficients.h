// Constants of GELU: polynomials (lowest degree first) and the numbers in its definitions.
//
// Some last bits are off the nearest value on purpose: they were chosen so that all 2^32 float32
// results come out correctly rounded. After any change run the sweeps of this directory.
#ifndef OPENACLNN_OPS_MATH_GELU_COEFFICIENTS_H_
#define OPENACLNN_OPS_MATH_GELU_COEFFICIENTS_H_

namespace openaclnn {

inline constexpr double kInvSqrt2Pi = 0x1.9884533d43651p-2;  // 1 / sqrt(2 pi)

// GELU is computed for |x| up to these. Beyond, the derivative at -|x| is so small that even the
// product of the two largest float32 numbers (GeGLU has two factors) gives zero, yet it is still a
// normal double: the tail keeps its sign, and an infinite gradient meets no zero.
inline constexpr double kGeluErfClamp = 24.0;
inline constexpr double kGeluTanhClamp = 15.5;

// Exact GELU. With M the Mills ratio and t0 the root of M(t) - t, W(t) = phi(0) (M(t) - t) / (t0 -
// t) as a polynomial in 1 / (t + 6) for 0 <= t <= 20.5, relative error 2^-50.57.
inline constexpr double kGeluErfW[] = {
    0x1.9884526839a30p-2,   0x1.331f52a87842ep-2,   0x1.a0334d169bdd6p+0,   0x1.134b346468082p+3,
    0x1.59e30e343abaep+5,   0x1.e47e92bea7b02p+7,   0x1.d3a25bab3c9b4p+8,   0x1.dad8e8df6f3e0p+13,
    -0x1.f0ca687719014p+16, 0x1.a0a3295b81e4bp+20,  -0x1.99d6bbb602e03p+23, 0x1.537c8c3b34adcp+26,
    -0x1.83071c6482a5fp+28, 0x1.2e7188e78a7acp+30,  -0x1.d635e2e23dce4p+30, -0x1.3582f480fe6f7p+30,
    0x1.1901653ba729cp+33,  -0x1.26b663b0a0c5cp+33,
};
inline constexpr double kGeluErfWShift = 6.0;
inline constexpr double kGeluErfRootHigh = 0x1.80ead197f00b4p-1;  // t0 = high + low
inline constexpr double kGeluErfRootLow = -0x1.13e74c58cada8p-56;

// GELU by tanh. e^-w = 2^(t (-kGeluTanhLinear - kGeluTanhCubic t^2)) with w = 2 sqrt(2/pi) (t +
// 0.044715 t^3), and the derivative t w' = t (kGeluTanhSlope + kGeluTanhSlope2 t^2).
inline constexpr double kGeluTanhLinear =
    0x1.26aec21bce75ap+1;  // 2 sqrt(2/pi) log2(e), one last bit up
inline constexpr double kGeluTanhCubic = 0x1.a5a7cf7572a98p-4;  // 0.044715 times that
inline constexpr double kGeluTanhSlope = 0x1.9884533d43650p+0;  // 2 sqrt(2/pi), one last bit down
inline constexpr double kGeluTanhSlope2 =
    0x1.b6676bf7450f2p-3;  // 3 * 0.044715 times that, two last bits up
// With t0 = high + low the root of g(-t): g(-t0 + f) / f for |f| <= 1/32, relative error 2^-54.2.
inline constexpr double kGeluTanhNearRoot[] = {
    0x1.b8bacd2c96b91p-2,  0x1.8cd1a2b2fff32p-2,  -0x1.029615edb077bp-6,
    -0x1.d2b773464503fp-4, -0x1.104a83edbd0cep-6, 0x1.427996676b6e5p-6,
    0x1.58c9ec95660aep-8,  -0x1.3d79ef96c0962p-9, -0x1.e61a864b15e45p-11,
};
inline constexpr double kGeluTanhNearRootRadius = 1.0 / 32;
inline constexpr double kGeluTanhRootHigh = 0x1.81429f9e97e4dp-1;
inline constexpr double kGeluTanhRootLow = -0x1.4f523ed77dbdcp-55;

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_GELU_COEFFICIENTS_H_
