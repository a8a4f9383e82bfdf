#include "testing/invoke.h"

#include <span>
#include <vector>

#include "absl/base/no_destructor.h"

namespace openaclnn::testing {
namespace {

std::vector<Invocation>& Registered() {
  static absl::NoDestructor<std::vector<Invocation>> functions;
  return *functions;
}

}  // namespace

std::span<const Invocation> Invocations() { return Registered(); }

bool RegisterInvocations(std::span<const Invocation> functions) {
  Registered().insert(Registered().end(), functions.begin(), functions.end());
  return true;
}

}  // namespace openaclnn::testing
