/* The single-operator functions of the older, model-file based interface (aclopExecute ...) do not
 * exist in this library: operators are called through the aclnn functions (aclnnop/). The header
 * exists because acl/acl.h includes it, with the words that programs name. */
#ifndef ACL_ACL_OP_H_
#define ACL_ACL_OP_H_

#include "acl/acl_base.h"
#include "acl/acl_rt.h"

typedef enum aclEngineType {
  ACL_ENGINE_SYS = 0,
  ACL_ENGINE_AICORE = 1,
  ACL_ENGINE_VECTOR = 2,
} aclopEngineType;

#endif /* ACL_ACL_OP_H_ */
