// Checks of arguments that many functions of the C API share.
#ifndef OPENACLNN_RUNTIME_ACL_CHECK_H_
#define OPENACLNN_RUNTIME_ACL_CHECK_H_

#include "acl/acl_base.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"

// Returns `code` from the calling function, with a message naming it and the argument, if the
// argument is null.
#define OPENACLNN_REQUIRE(argument, code)                                                 \
  do {                                                                                    \
    if ((argument) == nullptr) return ::openaclnn::FailNull((code), __func__, #argument); \
  } while (0)

// Ends a C function whose body is a function-try-block, so that nothing thrown reaches the caller.
// Out of memory is 207001 in the acl functions, 561000 in the aclnn functions, and a null result
// elsewhere.
#define OPENACLNN_CATCH_ACL                                                  \
  catch (...) {                                                              \
    return ::openaclnn::FailCaught(__func__, ACL_ERROR_RT_MEMORY_ALLOCATION, \
                                   ACL_ERROR_INTERNAL_ERROR);                \
  }
#define OPENACLNN_CATCH_ACLNN                                                   \
  catch (...) {                                                                 \
    return ::openaclnn::FailCaught(__func__, ACLNN_ERR_INNER, ACLNN_ERR_INNER); \
  }
#define OPENACLNN_CATCH_NULL                                                                \
  catch (...) {                                                                             \
    (void)::openaclnn::FailCaught(__func__, ACL_ERROR_BAD_ALLOC, ACL_ERROR_INTERNAL_ERROR); \
    return {};                                                                              \
  }

#endif  // OPENACLNN_RUNTIME_ACL_CHECK_H_
