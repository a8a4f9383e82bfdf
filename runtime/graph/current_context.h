#ifndef OPENACLNN_RUNTIME_GRAPH_CURRENT_CONTEXT_H_
#define OPENACLNN_RUNTIME_GRAPH_CURRENT_CONTEXT_H_

#include "acl/acl_rt.h"

namespace openaclnn::graph {

// Makes a context current, and what was current again at the end.
class CurrentContext {
 public:
  explicit CurrentContext(aclrtContext context) {
    if (aclrtGetCurrentContext(&before_) != ACL_SUCCESS) before_ = nullptr;
    code_ = aclrtSetCurrentContext(context);
  }
  ~CurrentContext() {
    if (before_ != nullptr) (void)aclrtSetCurrentContext(before_);
  }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
  aclError code() const { return code_; }

 private:
  aclrtContext before_ = nullptr;
  aclError code_ = ACL_SUCCESS;
};

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_CURRENT_CONTEXT_H_
