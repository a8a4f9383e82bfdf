// Descriptions of elements of outputs: for failures, for the results file, for error profiles.
#ifndef OPENACLNN_TESTING_OUTPUT_REPORTS_H_
#define OPENACLNN_TESTING_OUTPUT_REPORTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "nlohmann/json.hpp"
#include "runtime/tensor/dtype.h"
#include "testing/case_result.h"
#include "testing/cases.h"
#include "testing/conformance.h"
#include "testing/golden.h"
#include "testing/operands.h"
#include "testing/safetensors.h"

namespace openaclnn::testing {

class OutputReports {
 public:
  using Json = nlohmann::ordered_json;

  OutputReports(const CaseFile& file, const SafeTensors* golden) : file_(file), golden_(golden) {}

  Json WorstElement(const Case& test, const Output& output, int64_t place, const Truth& truths,
                    double truth_ulp) const;
  // Adds the errors of an output to the profiles of its function, by each operand.
  void AddProfiles(ErrorProfiles& profiles, const Case& test, const std::string& name,
                   aclDataType dtype, absl::Span<const int64_t> shape, const char* got,
                   const Truth& truth, double truth_ulp) const;

  std::string DescribeElement(const Case& test, const Output& output, int64_t place,
                              const Truth& truths, double truth_ulp) const;
  std::string DescribeDifference(const Case& test, const Output& output, const FirstResult& other,
                                 int64_t place) const;

 private:
  // The golden inputs of a case that its output is made of, element by element.
  struct OperandData {
    Operand operand;
    const StoredTensor* tensor;

    const char* At(absl::Span<const int64_t> output_shape, int64_t place) const {
      return tensor->bytes.data() +
             operand.PlaceOf(output_shape, place) * static_cast<int64_t>(DTypeBytes(tensor->dtype));
    }
  };

  std::vector<OperandData> Operands(const Case& test, absl::Span<const int64_t> output_shape) const;
  std::string Inputs(const Case& test, const Output& output, int64_t place) const;

  const CaseFile& file_;
  const SafeTensors* golden_;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_OUTPUT_REPORTS_H_
