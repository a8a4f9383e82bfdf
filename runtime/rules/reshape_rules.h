// Rules of operators whose elements go to other places: dimension numbers in arrays, and shapes of
// outputs that follow from attributes or from more than one input.
#ifndef OPENACLNN_RUNTIME_RULES_RESHAPE_RULES_H_
#define OPENACLNN_RUNTIME_RULES_RESHAPE_RULES_H_

#include "aclnn/acl_meta.h"
#include "runtime/rules/rules.h"

namespace openaclnn {

// Checks a rule from R.dims to R.half (RuleId). Apart from the others, whose checks are part of
// every call.
aclnnStatus CheckReshape(const Rule& rule, const RuleContext& context);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_RULES_RESHAPE_RULES_H_
