"""Powers with mpmath; PyTorch's are accurate enough."""

import mpmath


def exact_pow(base, exponent):
    """None where C's rules for special values decide."""
    special = base == 0 or exponent == 0 or not mpmath.isfinite(base) or not mpmath.isfinite(
        exponent)
    if special or (base < 0 and exponent != mpmath.floor(exponent)):
        return None
    power = mpmath.power(base, exponent)
    if abs(power) > mpmath.mpf(2)**1024:
        return mpmath.inf * mpmath.sign(power)
    return power if abs(power) > mpmath.mpf(2)**-1100 else mpmath.mpf(0)
