// What the rules of a function say of its outputs.
#ifndef OPENACLNN_TOOLS_SPECGEN_INFERENCE_H_
#define OPENACLNN_TOOLS_SPECGEN_INFERENCE_H_

#include <optional>
#include <vector>

#include "runtime/tensor/dtype.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// Those of the parameters that are input tensors, or lists of them.
std::vector<int> InputsIn(const Spec& spec, const std::vector<int>& params);

// What a new output has to be, as the rules say: the shape that these inputs broadcast to, half of
// it along a dimension, and the dtype that those inputs and scalars promote to, or that an
// attribute names.
struct Inference {
  std::vector<int> shape_of, dtype_of;
  ResultKind result = ResultKind::kPromoted;
  std::optional<int> halved;
  const RuleUse* reshaped = nullptr;
};

Inference InferOutput(const Spec& spec, const Function& function, int output);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_INFERENCE_H_
