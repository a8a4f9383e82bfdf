// What specgen writes down about an aclnn function, and the two calls its C functions consist of.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_FUNCTION_H_
#define OPENACLNN_RUNTIME_EXECUTOR_FUNCTION_H_

#include <cstdint>

#include "absl/types/span.h"
#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "runtime/rules/rules.h"

namespace openaclnn {

class PlanBuilder;

struct FunctionInfo {
  const char* name;                    // "aclnnGeluBackwardV2"
  absl::Span<const ParamInfo> params;  // the operator's parameters, also those this function fixes
  absl::Span<const Rule> rules;
  absl::Span<const DTypeSet> accepted;  // by product index
  // ops/<op>/host.cc: checks the rules and says what runs.
  aclnnStatus (*plan)(PlanBuilder& builder);
  bool has_lists = false;  // whether some parameter is a list of tensors
};

// Phase 1. `args` are the operator's parameters in order; they are completed in place (ParseArgs).
// On failure neither output is touched.
aclnnStatus GetWorkspaceSize(const FunctionInfo& function, absl::Span<Arg> args,
                             uint64_t* workspace_size, aclOpExecutor** executor);

// Phase 2. Enqueues on the stream (null: the current context's default stream) what phase 1
// planned.
aclnnStatus Run(const FunctionInfo& function, void* workspace, uint64_t workspace_size,
                aclOpExecutor* executor, aclrtStream stream);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_FUNCTION_H_
