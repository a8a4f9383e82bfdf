// The errors that programs meet most, and what the library says about them: docs/faq.md explains
// each.
//
//   tools/bazel run //docs/examples:errors

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu.h"

namespace {

// A float32 or float16 tensor without memory: the first phase looks at descriptions only.
aclTensor* Describe(const std::vector<int64_t>& view, const std::vector<int64_t>& strides,
                    aclDataType type) {
  return aclCreateTensor(view.data(), view.size(), type, strides.data(), 0, ACL_FORMAT_ND,
                         view.data(), view.size(), nullptr);
}

// Prints a code and the library's explanation, without its time and process.
void Print(int code) {
  const char* const message = aclGetRecentErrMsg();
  const char* const text = message != nullptr ? std::strstr(message, "): ") : nullptr;
  std::printf("%d %s", code, text != nullptr ? text + 3 : "\n");
}

void Plan(aclTensor* self, aclTensor* out) {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  Print(aclnnGeluGetWorkspaceSize(self, out, &workspace_size, &executor));
  aclDestroyTensor(self);
  aclDestroyTensor(out);
}

}  // namespace

int main() {
  setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend310B1", 1);
  aclInit(nullptr);
  aclrtSetDevice(0);
  Plan(nullptr, Describe({4}, {1}, ACL_FLOAT));
  Plan(Describe({4}, {1}, ACL_FLOAT), Describe({4}, {1}, ACL_INT32));
  Plan(Describe({4}, {2}, ACL_FLOAT), Describe({4}, {1}, ACL_FLOAT));
  aclrtSetDevice(1);
  Plan(Describe({4}, {1}, ACL_FLOAT), Describe({4}, {1}, ACL_FLOAT));
  aclrtResetDevice(1);
  aclrtResetDevice(0);
  return aclFinalize();
}
