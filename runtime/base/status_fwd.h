// absl::Status for headers that only name it. Its own header includes <chrono> and much else, which
// was a quarter of the time that an operator's host.cc took to compile.
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
