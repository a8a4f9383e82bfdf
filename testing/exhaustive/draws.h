// Operands at which functions are hard to compute, drawn at random.
#ifndef OPENACLNN_TESTING_EXHAUSTIVE_DRAWS_H_
#define OPENACLNN_TESTING_EXHAUSTIVE_DRAWS_H_

#include <cstdint>
#include <random>

#include "acl/acl_base_rt.h"

namespace openaclnn::testing {

// Pairs of every kind that is hard for a quotient, a power or a difference, in turn: of all
// magnitudes; whose result lies at either end of the range; near each other; of few digits, whose
// result can lie halfway between two numbers; special values.
class Draws {
 public:
  // `dtype`: ACL_FLOAT, ACL_FLOAT16, ACL_BF16 or ACL_DOUBLE, whose numbers they are.
  Draws(aclDataType dtype, uint64_t seed);

  void Pair(double& x, double& y);

 private:
  double Uniform(double low, double high);
  double Sign() { return random_() % 2 == 0 ? 1 : -1; }
  bool Coin() { return random_() % 2 == 0; }
  double AnyMagnitude();
  // The exponent of a result next to the greatest number, or next to the least.
  double ExponentAtAnEnd();
  double FewDigits();
  double Special();

  aclDataType dtype_;
  double digits_, least_, greatest_;  // exponents of the dtype's numbers, subnormal ones included
  std::mt19937_64 random_;
  int64_t next_ = 0;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_EXHAUSTIVE_DRAWS_H_
