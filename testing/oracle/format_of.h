// The oracle's name of a type.
#ifndef OPENACLNN_TESTING_ORACLE_FORMAT_OF_H_
#define OPENACLNN_TESTING_ORACLE_FORMAT_OF_H_

#include "acl/acl_base_rt.h"
#include "testing/oracle/oracle.h"

namespace openaclnn {

// Of ACL_FLOAT, ACL_FLOAT16, ACL_BF16 or ACL_DOUBLE.
inline Format FormatOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
      return Format::kFloat32;
    case ACL_FLOAT16:
      return Format::kFloat16;
    case ACL_BF16:
      return Format::kBFloat16;
    default:
      return Format::kFloat64;
  }
}

}  // namespace openaclnn

#endif  // OPENACLNN_TESTING_ORACLE_FORMAT_OF_H_
