/* For libopenaclnn_unimplemented.so, which has the vendor's functions that openaclnn does not
 * implement. Programs have no use for it. */
#ifndef OPENACLNN_ACLNN_OPENACLNN_UNIMPLEMENTED_H_
#define OPENACLNN_ACLNN_OPENACLNN_UNIMPLEMENTED_H_

#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Records the message, for aclGetRecentErrMsg(). Returns 561003. */
ACLNN_API aclnnStatus openaclnnUnimplemented(const char* message);

#ifdef __cplusplus
}
#endif

#endif /* OPENACLNN_ACLNN_OPENACLNN_UNIMPLEMENTED_H_ */
