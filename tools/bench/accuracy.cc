// The part of accuracy_table.py that must not be Python: the oracle's truth, and errors counted by
// the repository's one definition of a ULP. A shared object with C functions, for ctypes.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "acl/acl.h"
#include "runtime/tensor/dtype.h"
#include "testing/oracle/format_of.h"
#include "testing/oracle/oracle.h"
#include "testing/ulp.h"
#include "testing/vector_forms/vector_forms.h"

namespace openaclnn::bench {
namespace {

// Where it decides which result is nearest, the truth is rounded to float64: at least 29 more bits
// than any type measured has.
constexpr double kTruthUlp = 0x1p-29;
// Neighbours of a root or point that are looked at on each side, and numbers of a range.
constexpr int kNeighbours = 64;
constexpr int kOfRange = 1024;

struct Counts {
  int64_t count = 0;    // elements compared
  int64_t nearest = 0;  // correctly rounded; at a tie either way
  int64_t special = 0;  // NaN or infinity where the truth has none, or the other way round
  double max_ulp = 0;   // of all others
  int64_t worst = -1;   // element with that error; -1: none has any
};

void AppendNeighbours(float point, std::vector<float>& to) {
  float below = point, above = point;
  to.push_back(point);
  for (int i = 0; i < kNeighbours; ++i) {
    to.push_back(below = std::nextafter(below, -HUGE_VALF));
    to.push_back(above = std::nextafter(above, HUGE_VALF));
  }
}

// ACL_DT_UNDEFINED if there is none that is measured.
aclDataType DTypeNamed(absl::string_view name) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    if (openaclnn::DTypeName(dtype) == name) return dtype;
  }
  return ACL_DT_UNDEFINED;
}

// float32 in one instruction.
double RoundTo(aclDataType dtype, double value) {
  return dtype == ACL_FLOAT ? static_cast<float>(value) : testing::RoundTo(dtype, value);
}

}  // namespace
}  // namespace openaclnn::bench

extern "C" {

// out[i] = function(x[i], numbers...), to compare results of the dtype with. False if there is no
// such dtype, or the oracle has no such function of so many numbers.
bool accuracy_truth(const char* dtype_name, const char* function, const double* numbers,
                    size_t number_count, const double* x, size_t count, double* out) {
  const aclDataType dtype = openaclnn::bench::DTypeNamed(dtype_name);
  const openaclnn::OracleFunction* found = openaclnn::FindOracleFunction(function);
  if (dtype == ACL_DT_UNDEFINED || found == nullptr ||
      openaclnn::OperandsOf(*found).size() != number_count + 1)
    return false;
  std::vector<double> operands = {0};
  operands.insert(operands.end(), numbers, numbers + number_count);
  for (size_t i = 0; i < count; ++i) {
    operands[0] = x[i];
    out[i] = openaclnn::OracleToCompare(*found, operands, openaclnn::FormatOf(dtype));
  }
  return true;
}

// Where the room of the function in ops/math says to look closely. Writes at most `capacity` inputs
// and returns how many there are; 0 if the function has no vector form.
size_t accuracy_points(const char* function, float* out, size_t capacity) {
  const openaclnn::VectorForm* form = openaclnn::FindVectorForm(function);
  if (form == nullptr) return 0;
  std::vector<float> all;
  for (const float root : form->roots) openaclnn::bench::AppendNeighbours(root, all);
  for (const float point : form->points) openaclnn::bench::AppendNeighbours(point, all);
  for (const auto& [low, high] : form->ranges) {
    for (int i = 0; i < openaclnn::bench::kOfRange; ++i)
      all.push_back(std::lerp(low, high, static_cast<float>(i) / openaclnn::bench::kOfRange));
  }
  for (size_t i = 0; i < all.size() && i < capacity; ++i) out[i] = all[i];
  return all.size();
}

// The number of the dtype that is nearest to each truth, and what it is off in ULP. False if there
// is no such dtype.
bool accuracy_nearest(const char* dtype_name, const double* truth, size_t count, void* nearest,
                      double* errors) {
  const aclDataType dtype = openaclnn::bench::DTypeNamed(dtype_name);
  if (dtype == ACL_DT_UNDEFINED) return false;
  char* element = static_cast<char*>(nearest);
  for (size_t i = 0; i < count; ++i, element += openaclnn::DTypeBytes(dtype)) {
    const double rounded = openaclnn::bench::RoundTo(dtype, truth[i]);
    if (dtype == ACL_FLOAT) {
      reinterpret_cast<float*>(nearest)[i] = static_cast<float>(rounded);
    } else {
      openaclnn::testing::StoreElement(dtype, rounded, element);
    }
  }
  openaclnn::testing::UlpErrors(dtype, nearest, {truth, count}, openaclnn::bench::kTruthUlp,
                                errors);
  return true;
}

// Compares results of the dtype ("float32", "float16", "bfloat16") with the truth. False if there
// is no such dtype.
bool accuracy_count(const char* dtype_name, const void* got, const double* truth, size_t count,
                    openaclnn::bench::Counts* counts) {
  const aclDataType dtype = openaclnn::bench::DTypeNamed(dtype_name);
  if (dtype == ACL_DT_UNDEFINED) return false;
  *counts = {};
  counts->count = static_cast<int64_t>(count);
  std::vector<double> errors(count);
  openaclnn::testing::UlpErrors(dtype, got, {truth, count}, openaclnn::bench::kTruthUlp,
                                errors.data());
  for (size_t i = 0; i < count; ++i) {
    counts->nearest += errors[i] <= 0.5 + openaclnn::bench::kTruthUlp;
    counts->special += std::isinf(errors[i]);
    if (std::isinf(errors[i]) || errors[i] <= counts->max_ulp) continue;
    counts->max_ulp = errors[i];
    counts->worst = static_cast<int64_t>(i);
  }
  return true;
}

}  // extern "C"
