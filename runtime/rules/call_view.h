// What checks see of a call, by the numbers of its parameters.
#ifndef OPENACLNN_RUNTIME_RULES_CALL_VIEW_H_
#define OPENACLNN_RUNTIME_RULES_CALL_VIEW_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/handles/handles.h"
#include "runtime/rules/rules.h"
#include "runtime/tensor/shape.h"
#include "runtime/tensor/tensor.h"

namespace openaclnn {

inline aclDataType TypeOf(const ParamInfo& param, const Arg& arg) {
  switch (param.kind) {
    case ParamKind::kScalar:
      return arg.scalar->dtype;
    case ParamKind::kDType:
      return static_cast<aclDataType>(arg.number);
    default:
      return arg.tensor->view.dtype;
  }
}

// Short names for what rules ask. Those who derive from it check them.
class CallView {
 protected:
  explicit CallView(const RuleContext& context) : context_(context) {}

  const char* Name(ParamNumber param) const { return context_.params[param].name; }
  Arg& ArgOf(ParamNumber param) const { return context_.args[param]; }
  const aclTensor& Tensor(ParamNumber param) const { return *context_.args[param].tensor; }
  const Dims& ShapeOf(ParamNumber param) const { return Tensor(param).view.shape; }
  aclDataType DTypeOf(ParamNumber param) const {
    return TypeOf(context_.params[param], ArgOf(param));
  }

  // A dimension number counts from the end if it is negative; a rank-0 tensor counts as having one
  // dimension.
  int64_t RankForDim(ParamNumber tensor) const {
    return ShapeOf(tensor).empty() ? 1 : static_cast<int64_t>(ShapeOf(tensor).size());
  }

  // Joins accept a tensor of shape [0] beside others of any rank, as PyTorch does.
  bool IsNothing(ParamNumber tensor) const {
    return ShapeOf(tensor).size() == 1 && ShapeOf(tensor)[0] == 0;
  }
  // The first of the tensors that says which rank all have.
  ParamNumber FirstWithElements(std::span<const ParamNumber> tensors) const {
    const auto found = std::find_if(tensors.begin(), tensors.end(),
                                    [&](ParamNumber tensor) { return !IsNothing(tensor); });
    return found != tensors.end() ? *found : tensors.front();
  }

  // Out of line, because checks that pass should not save registers for texts.
  template <typename... Parts>
  [[gnu::cold, gnu::noinline]] aclnnStatus Broken(int code, std::string_view rule,
                                                  const Parts&... parts) const {
    return Fail(code, absl::StrCat(context_.function, ": ", parts..., " [R.", rule, "]"));
  }

  const RuleContext& context_;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_RULES_CALL_VIEW_H_
