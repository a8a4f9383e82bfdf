// aclInit with any bytes as its JSON file: it succeeds or says why not, and the next call works.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#include "testing/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const int file = memfd_create("acl.json", 0);
  static const std::string path = absl::StrCat("/proc/self/fd/", file);
  FUZZ_CHECK(ftruncate(file, 0) == 0);
  FUZZ_CHECK(pwrite(file, data, size, 0) == static_cast<ssize_t>(size));

  const aclError code = aclInit(path.c_str());
  const char* message = aclGetRecentErrMsg();
  FUZZ_CHECK((message == nullptr) == (code == ACL_SUCCESS));
  if (code == ACL_SUCCESS) {
    FUZZ_CHECK(aclrtSetDevice(0) == ACL_SUCCESS);
    FUZZ_CHECK(aclrtResetDevice(0) == ACL_SUCCESS);
    FUZZ_CHECK(aclFinalize() == ACL_SUCCESS);
    return 0;
  }
  FUZZ_CHECK(code == ACL_ERROR_PARSE_FILE || code == ACL_ERROR_FILE_ATTR_INVALID ||
             code == ACL_ERROR_INVALID_PARAM);
  FUZZ_CHECK(aclInit(nullptr) == ACL_SUCCESS);
  FUZZ_CHECK(aclFinalize() == ACL_SUCCESS);
  return 0;
}
