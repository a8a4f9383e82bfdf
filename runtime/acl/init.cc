// Initialisation, version, error text.
#include <optional>
#include <string>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/base/no_destructor.h"
#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnn/openaclnn_unimplemented.h"
#include "opdev/op_errno.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"
#include "runtime/schedule/callback.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/settings.h"

namespace {

using openaclnn::Fail;

absl::Mutex mutex(absl::kConstInit);
uint64_t init_count ABSL_GUARDED_BY(mutex) = 0;

// The configuration of the first aclInit of the process, which later ones must repeat.
std::optional<std::string>& FirstConfig() {
  static absl::NoDestructor<std::optional<std::string>> config;
  return *config;
}

// For the last of all finalizations.
void Finalize() {
  openaclnn::EndAllContexts();
  openaclnn::ForgetSettings();
}

int NotInitialised(const char* function) {
  return Fail(
      ACL_ERROR_REPEAT_FINALIZE,
      absl::StrCat(function, ": not initialised, or finalised already; aclInit initialises"));
}

}  // namespace

aclError aclInit(const char* configPath) try {
  if (openaclnn::InForkedChild())
    return Fail(ACL_ERROR_INTERNAL_ERROR, "aclInit: a forked process cannot initialise");
  absl::MutexLock lock(&mutex);
  if (init_count > 0) {
    ++init_count;
    return Fail(ACL_ERROR_REPEAT_INITIALIZE,
                absl::StrCat("aclInit: initialised already, now ", init_count,
                             " times; this may be ignored"));
  }
  std::string config;
  OPENACLNN_RETURN_IF_ERROR(openaclnn::Configure(configPath, &config));
  std::optional<std::string>& first = FirstConfig();
  if (first.has_value() && config != *first) {
    openaclnn::ForgetSettings();
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat("aclInit: the configuration is ", config,
                             "; after aclFinalize only the first one, ", *first, ", is accepted"));
  }
  first = std::move(config);
  init_count = 1;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclFinalize(void) try {
  if (openaclnn::InForkedChild()) return NotInitialised(__func__);
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckMayWait(__func__));
  absl::MutexLock lock(&mutex);
  if (init_count == 0) return NotInitialised(__func__);
  Finalize();
  init_count = 0;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclFinalizeReference(uint64_t* refCount) try {
  if (openaclnn::InForkedChild()) return NotInitialised(__func__);
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckMayWait(__func__));
  absl::MutexLock lock(&mutex);
  if (init_count == 0) {
    if (refCount != nullptr) *refCount = 0;
    return NotInitialised(__func__);
  }
  if (init_count == 1) Finalize();
  --init_count;
  if (refCount != nullptr) *refCount = init_count;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) try {
  OPENACLNN_REQUIRE(majorVersion, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(minorVersion, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_REQUIRE(patchVersion, ACL_ERROR_INVALID_PARAM);
  *majorVersion = ACL_MAJOR_VERSION;
  *minorVersion = ACL_MINOR_VERSION;
  *patchVersion = ACL_PATCH_VERSION;
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

const char* aclGetRecentErrMsg(void) { return openaclnn::RecentErrorText(); }

aclnnStatus aclnnInit(const char* configPath) { return OK; }

aclnnStatus aclnnFinalize(void) { return OK; }

aclnnStatus openaclnnUnimplemented(const char* message) {
  return Fail(ACLNN_ERR_INNER_FIND_KERNEL_ERROR, message != nullptr ? message : "not implemented");
}
