// Calls as they stand in cases.json.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_CALL_JSON_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_CALL_JSON_H_

#include <cstdint>
#include <vector>

#include "tools/specgen/cases/call.h"
#include "tools/specgen/cases/function_rules.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

Json TensorJson(const Tensor& tensor);
// A tensor with a view of its own choosing.
Json ViewJson(const Tensor& tensor, const std::vector<int64_t>& strides, int64_t offset,
              const Shape& storage);
// A number as an argument and in records.
Json NumberJson(ParamKind kind, const Value& value);
Json ArgsJson(const FunctionRules& rules, const Call& call);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_CALL_JSON_H_
