// specgen's reader with any text for one of the files it reads: problems with a place, or a spec.
// The first byte chooses the file; the others are those of specgen's own tests.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "testing/fuzz/bytes.h"
#include "testing/fuzz/check.h"
#include "tools/specgen/problems.h"
#include "tools/specgen/products.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/spec.h"

namespace {

std::string Fixture(const std::string& name) {
  std::ifstream file("tools/specgen/testdata/" + name, std::ios::binary);
  FUZZ_CHECK(file.good());
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace openaclnn::specgen;
  static const std::string products_text = Fixture("products.yaml");
  openaclnn::fuzz::Bytes bytes(data, size);
  const size_t which = bytes.Pick(3);
  const std::string text(bytes.Rest());
  Problems problems;
  if (which == 0) {
    const ProductTable products = ReadProducts(products_text, "products.yaml", &problems);
    FUZZ_CHECK(problems.empty());
    ReadSpec(text, "ops/fuzzed/spec.yaml", products, &problems);
  } else if (which == 1) {
    ReadProfile(text, "profile.yaml", &problems);
  } else {
    ReadProducts(text, "products.yaml", &problems);
  }
  return 0;
}
