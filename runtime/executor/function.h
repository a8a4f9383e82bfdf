// What specgen writes down about an aclnn function, and the two calls its C functions consist of.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_FUNCTION_H_
#define OPENACLNN_RUNTIME_EXECUTOR_FUNCTION_H_

#include <cstdint>
#include <span>

#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "runtime/rules/rules.h"

namespace openaclnn {

class PlanBuilder;

struct FunctionInfo {
  const char* name;                   // "aclnnGeluBackwardV2"
  std::span<const ParamInfo> params;  // the operator's parameters, also those this function fixes
  std::span<const Rule> rules;
  std::span<const DTypeSet> accepted;  // by product index
  // ops/<op>/host.cc: says what runs. The arguments keep the rules.
  void (*plan)(PlanBuilder& builder);
  bool has_lists = false;  // whether some parameter is a list of tensors
};

// Phase 1. `args` are the operator's parameters in order; they are completed in place (ParseArgs).
// On failure neither output is touched.
aclnnStatus GetWorkspaceSize(const FunctionInfo& function, std::span<Arg> args,
                             uint64_t* workspace_size, aclOpExecutor** executor);

// Phase 2. Enqueues on the stream (null: the current context's default stream) what phase 1
// planned.
aclnnStatus Run(const FunctionInfo& function, void* workspace, uint64_t workspace_size,
                aclOpExecutor* executor, aclrtStream stream);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_FUNCTION_H_
