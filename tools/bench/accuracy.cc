// The part of accuracy_table.py that must not be Python: the oracle's truth, and errors counted by
// the repository's one definition of a ULP. A shared object with C functions, for ctypes.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "acl/acl.h"
#include "runtime/tensor/dtype.h"
#include "testing/oracle/oracle.h"
#include "testing/ulp.h"
#include "testing/vector_forms/vector_forms.h"

namespace openaclnn::bench {
namespace {

// The truth is rounded to float64: at least 29 more bits than any type measured has.
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

}  // namespace
}  // namespace openaclnn::bench

extern "C" {

// out[i] = function(x[i], numbers...) in float64. False if the oracle has no such function of so
// many numbers.
bool accuracy_truth(const char* function, const double* numbers, size_t number_count,
                    const double* x, size_t count, double* out) {
  const openaclnn::OracleFunction* found = openaclnn::FindOracleFunction(function);
  if (found == nullptr || openaclnn::OperandsOf(*found).size() != number_count + 1) return false;
  std::vector<double> operands = {0};
  operands.insert(operands.end(), numbers, numbers + number_count);
  for (size_t i = 0; i < count; ++i) {
    operands[0] = x[i];
    out[i] = openaclnn::OracleRounded(*found, operands, openaclnn::Format::kFloat64);
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

// Compares results of the dtype ("float32", "float16", "bfloat16") with the truth. False if there
// is no such dtype.
bool accuracy_count(const char* dtype_name, const void* got, const double* truth, size_t count,
                    openaclnn::bench::Counts* counts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    if (openaclnn::DTypeName(dtype) != absl::string_view(dtype_name)) continue;
    *counts = {};
    counts->count = static_cast<int64_t>(count);
    const char* element = static_cast<const char*>(got);
    for (size_t i = 0; i < count; ++i, element += openaclnn::DTypeBytes(dtype)) {
      const double error = openaclnn::testing::UlpErrorOfElement(dtype, element, truth[i], 0,
                                                                 openaclnn::bench::kTruthUlp);
      counts->nearest += error <= 0.5 + openaclnn::bench::kTruthUlp;
      counts->special += std::isinf(error);
      if (std::isinf(error) || error <= counts->max_ulp) continue;
      counts->max_ulp = error;
      counts->worst = static_cast<int64_t>(i);
    }
    return true;
  }
  return false;
}

}  // extern "C"
