/* Types of the offline-model functions. This library runs operators, not models: nothing is defined
 * here; the header exists because programs include it. */
#ifndef ACL_ACL_BASE_MDL_H_
#define ACL_ACL_BASE_MDL_H_

#include "acl/acl_base_rt.h"

#endif /* ACL_ACL_BASE_MDL_H_ */
