/* Everything a host program needs of acl. */
#ifndef ACL_ACL_H_
#define ACL_ACL_H_

#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"

#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

#endif /* ACL_ACL_H_ */
