// Checks of arguments that many functions of the C API share.
#ifndef OPENACLNN_RUNTIME_ACL_CHECK_H_
#define OPENACLNN_RUNTIME_ACL_CHECK_H_

#include "acl/acl_base.h"
#include "runtime/rules/errors.h"

// Returns `code` from the calling function, with a message naming it and the argument, if the argument is null.
#define OPENACLNN_REQUIRE(argument, code)                                                 \
  do {                                                                                    \
    if ((argument) == nullptr) return ::openaclnn::FailNull((code), __func__, #argument); \
  } while (0)

#endif  // OPENACLNN_RUNTIME_ACL_CHECK_H_
