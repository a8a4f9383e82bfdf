/* The functions that compile single operators (aclopCompileAndExecute ...) do not exist in this
 * library: operators are called through the aclnn functions (aclnnop/). The header exists because
 * programs include it, with the words that they name. */
#ifndef ACL_ACL_OP_COMPILER_H_
#define ACL_ACL_OP_COMPILER_H_

#include "acl/acl_op.h"

typedef enum aclCompileType {
  ACL_COMPILE_SYS = 0,
  ACL_COMPILE_UNREGISTERED = 1,
} aclopCompileType;

#endif /* ACL_ACL_OP_COMPILER_H_ */
