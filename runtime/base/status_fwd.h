// absl::Status for headers that only name it. Its own header includes <chrono> and much else: more
// than half of what a file that plans an operator's work had to compile.
#ifndef OPENACLNN_RUNTIME_BASE_STATUS_FWD_H_
#define OPENACLNN_RUNTIME_BASE_STATUS_FWD_H_

#include "absl/base/attributes.h"
#include "absl/base/config.h"

namespace absl {
ABSL_NAMESPACE_BEGIN
class ABSL_ATTRIBUTE_TRIVIAL_ABI Status;
ABSL_NAMESPACE_END
}  // namespace absl

#endif  // OPENACLNN_RUNTIME_BASE_STATUS_FWD_H_
