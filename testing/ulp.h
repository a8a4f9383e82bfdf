// How close results are to the truth, in units in the last place of their type.
// docs/golden_format.md states the rules.
#ifndef OPENACLNN_TESTING_ULP_H_
#define OPENACLNN_TESTING_ULP_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "acl/acl_base_rt.h"

namespace openaclnn::testing {

// The types results can be compared in: float32, float16, bfloat16, float64, bool and integers.
bool IsComparable(aclDataType dtype);

// One element as a double, of 64-bit integers the nearest one. `element` need not be aligned.
double ElementValue(aclDataType dtype, const void* element);

// What ElementValue rounded away: of 64-bit integers the element is the sum of both, of all other
// types this is 0.
double ElementRest(aclDataType dtype, const void* element);

// Writes a value that the type holds exactly. `element` need not be aligned.
void StoreElement(aclDataType dtype, double value, void* element);
void StoreElements(aclDataType dtype, absl::Span<const double> values, void* elements);

// The bits of one element, as a hexadecimal number of the type's width: "0x3f800000".
std::string ElementHex(aclDataType dtype, const void* element);

// The truth rounded to the type, as IEEE 754 rounds to nearest (overflow gives infinity); for
// integers to nearest even, then saturated.
double RoundTo(aclDataType dtype, double truth);

// Bits of a value that the type holds exactly, as ElementHex prints them.
std::string ValueHex(aclDataType dtype, double value);

// The unit in the last place at an exact value: that of its binade, and of the least normal binade
// below it. 1 for integers.
double UlpOf(aclDataType dtype, double exact);

// The greatest number of a floating-point type that is not infinite, and the least one above 0 that
// is not subnormal.
double LargestFinite(aclDataType dtype);
double LeastNormal(aclDataType dtype);

struct Tolerance {
  double ulp = 0;        // greatest error accepted; integers must be exact whatever it says
  double truth_ulp = 0;  // how far the truth itself may be off
  std::vector<double> ulps = {};  // in place of `ulp`: one for each element
};

// |got - truth| in ULP; 0 where both are NaN or the same infinity; infinite where one of them is
// NaN or infinite and the other is not what it should be; an integer where the truth is NaN must be
// 0. A truth that rounds to infinity (beyond the largest finite number by half a ULP or more) must
// meet that infinity.
double UlpError(aclDataType dtype, double got, double truth, double truth_ulp);

// The same for an element in memory, whose truth is the sum of two doubles: results of 64 bits are
// too fine for one. `truth_low` is 0 for narrower types.
double UlpErrorOfElement(aclDataType dtype, const void* element, double truth, double truth_low,
                         double truth_ulp);

// That of each element, with truths of one double each.
void UlpErrors(aclDataType dtype, const void* got, absl::Span<const double> truth, double truth_ulp,
               double* errors);

struct Comparison {
  // Upper ends of the histogram's buckets; the last one holds all else.
  static constexpr std::array<double, 5> kBuckets = {0.5, 1, 2, 10, 100};

  int64_t count = 0;    // elements compared
  int64_t failed = 0;   // beyond the tolerance
  int64_t inexact = 0;  // not the nearest number of the type
  double max_ulp = 0;
  int64_t worst = -1;  // element with the greatest error; -1 if none has any
  std::array<int64_t, 6> histogram = {};
  std::vector<int64_t> failures;  // the first elements that failed, at most kMaxFailures

  static constexpr size_t kMaxFailures = 10;

  bool passed() const { return failed == 0; }
  double inexact_share() const {
    return count == 0 ? 0 : static_cast<double>(inexact) / static_cast<double>(count);
  }
};

// Compares truth.size() elements, which stand one after the other at `got`. The dtype must be
// comparable. `truth_low`: what is to be added to the truth, of types of 64 bits; empty: nothing.
Comparison Compare(aclDataType dtype, const void* got, absl::Span<const double> truth,
                   const Tolerance& tolerance, absl::Span<const double> truth_low = {});

// The first element whose bits differ, or -1. NaNs are equal to each other: which of several NaNs
// an operation hands on is left to the processor.
int64_t FirstDifference(aclDataType dtype, absl::Span<const char> a, absl::Span<const char> b);

// A number that is the same for elements without a FirstDifference, and that hardly any others
// have (FNV-1a, 64 bits). Machines compare their results by it.
uint64_t DigestOf(aclDataType dtype, absl::Span<const char> elements);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_ULP_H_
