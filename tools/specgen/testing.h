// The fixtures of testdata/, for tests.
#ifndef OPENACLNN_TOOLS_SPECGEN_TESTING_H_
#define OPENACLNN_TOOLS_SPECGEN_TESTING_H_

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"

namespace openaclnn::specgen {

inline std::string TestData(const std::string& name) {
  const std::string root =
      absl::StrCat(std::getenv("TEST_SRCDIR"), "/", std::getenv("TEST_WORKSPACE"));
  std::ifstream stream(absl::StrCat(root, "/tools/specgen/testdata/", name), std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_TESTING_H_
