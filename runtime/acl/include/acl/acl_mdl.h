/* The offline-model functions (aclmdlLoadFromFile ...) do not exist in this library. The header
 * exists because acl/acl.h includes it. */
#ifndef ACL_ACL_MDL_H_
#define ACL_ACL_MDL_H_

#include "acl/acl_base.h"
#include "acl/acl_rt.h"

#endif /* ACL_ACL_MDL_H_ */
