#include "testing/load_operator.h"

#include <dlfcn.h>

#include <cstdio>
#include <string>

#include "absl/flags/flag.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "testing/invoke.h"

ABSL_FLAG(std::string, operator, "", "shared object of the operator (set by the build)");

namespace openaclnn::testing {

bool LoadOperator() {
  std::string path = absl::GetFlag(FLAGS_operator);
  // The loader would look for a name without a slash in the system's folders.
  if (!absl::StrContains(path, '/')) path = absl::StrCat("./", path);
  // Never closed: the functions are used until the program ends. All symbols now, so that calls do
  // not differ in cost.
  if (dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) {
    std::fprintf(stderr,
                 "--operator=%s: %s\nPrograms have the libraries that operators in ops/ops.bzl "
                 "use; is the operator there?\n",
                 absl::GetFlag(FLAGS_operator).c_str(), dlerror());
    return false;
  }
  if (!Invocations().empty()) return true;
  std::fprintf(stderr, "--operator=%s: has no functions\n", absl::GetFlag(FLAGS_operator).c_str());
  return false;
}

}  // namespace openaclnn::testing
