// How tests call an operator's C functions. specgen writes the table into ops/<op>/<op>_invoke.cc.
#ifndef OPENACLNN_TESTING_INVOKE_H_
#define OPENACLNN_TESTING_INVOKE_H_

#include <cstdint>
#include <span>

#include "aclnn/acl_meta.h"
#include "runtime/rules/rules.h"

namespace openaclnn::testing {

struct Invocation {
  const char* function;  // "aclnnGeluBackwardV2"
  // Phase 1: `args` are the function's own C parameters, in order.
  aclnnStatus (*get_workspace_size)(std::span<const Arg> args, uint64_t* workspace_size,
                                    aclOpExecutor** executor);
  // Phase 2.
  aclnnStatus (*run)(void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                     aclrtStream stream);
};

// All functions of the operators whose :invoke is linked into the program.
std::span<const Invocation> Invocations();

// Called by the generated tables before main. Always true.
bool RegisterInvocations(std::span<const Invocation> functions);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_INVOKE_H_
