// Files that come from elsewhere: safetensors, MANIFEST.json, the bundle of a failed case, returned
// results. The first byte says which; the others of the run are those of testing/testdata.
#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "runtime/tensor/dtype.h"
#include "testing/cases.h"
#include "testing/conformance.h"
#include "testing/fuzz/bytes.h"
#include "testing/fuzz/check.h"
#include "testing/safetensors.h"

namespace {

using openaclnn::DTypeBytes;
using openaclnn::testing::ArgCase;
using openaclnn::testing::Case;
using openaclnn::testing::ConformanceOptions;
using openaclnn::testing::ConformanceSuite;
using openaclnn::testing::Implementation;
using openaclnn::testing::SafeTensors;
using openaclnn::testing::StoredTensor;
using openaclnn::testing::WriteSafeTensors;

// What is read can be written and read again.
void RoundTrip(std::string_view file) {
  const absl::StatusOr<SafeTensors> read = SafeTensors::Parse(file);
  if (!read.ok()) {
    FUZZ_CHECK(read.status().code() == absl::StatusCode::kInvalidArgument);
    return;
  }
  const absl::StatusOr<std::string> written = WriteSafeTensors(read->tensors(), read->metadata());
  FUZZ_CHECK(written.ok());
  const absl::StatusOr<SafeTensors> again = SafeTensors::Parse(*written);
  FUZZ_CHECK(again.ok() && again->metadata() == read->metadata());
  FUZZ_CHECK(again->tensors().size() == read->tensors().size());
  for (const auto& [name, tensor] : read->tensors()) {
    const StoredTensor* same = again->Find(name);
    FUZZ_CHECK(same != nullptr && same->dtype == tensor.dtype && same->shape == tensor.shape &&
               same->bytes == tensor.bytes);
  }
}

const std::filesystem::path& Folder() {
  static const std::filesystem::path folder = [] {
    const char* parent = std::getenv("TEST_TMPDIR");
    std::string name = std::string(parent != nullptr ? parent : "/tmp") + "/files_fuzz.XXXXXX";
    FUZZ_CHECK(mkdtemp(name.data()) != nullptr);
    std::filesystem::copy("testing/testdata/golden", name);
    return std::filesystem::path(name);
  }();
  return folder;
}

ConformanceOptions Options() {
  ConformanceOptions options;
  options.cases = "testing/testdata/cases.json";
  options.golden = Folder() / "scaled.safetensors";
  options.selection.glob = "*4x9*";
  return options;
}

std::string Written(const char* name, std::string_view text) {
  const std::filesystem::path path = Folder() / name;
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  return path;
}

// A file of results, all zero, for all cases that have results.
std::string ZeroResults(const ConformanceSuite& suite) {
  static const std::string zeros(4096, '\0');
  std::map<std::string, StoredTensor, std::less<>> tensors;
  std::map<std::string, std::string> metadata = {{"product", "atlas_a2"}};
  for (const Case& test : suite.file().cases) {
    if (test.kind != Case::Kind::kPositive) continue;
    metadata[absl::StrCat("case ", test.id)] = "done";
    for (const ArgCase& arg : test.args) {
      if (arg.outputs.empty()) continue;
      StoredTensor tensor = {
          arg.tensor.view.dtype, {arg.tensor.view.shape.begin(), arg.tensor.view.shape.end()}, {}};
      tensor.bytes = std::string_view(zeros).substr(
          0, static_cast<size_t>(tensor.count()) * DTypeBytes(tensor.dtype));
      tensors[absl::StrCat(test.id, "/", arg.outputs[0])] = tensor;
    }
  }
  const absl::StatusOr<std::string> file = WriteSafeTensors(tensors, metadata);
  FUZZ_CHECK(file.ok());
  return *file;
}

// Compares results; there is no implementation that could run.
void CompareReturned(const ConformanceSuite& suite, std::string returned) {
  ConformanceOptions options = Options();
  options.returned = std::move(returned);
  (void)suite.Run(options, Implementation(), [](absl::string_view) {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  openaclnn::fuzz::Bytes bytes(data, size);
  const size_t which = bytes.Pick(4);
  const std::string_view text = bytes.Rest();
  if (which == 0) {
    RoundTrip(text);
  } else if (which == 1) {
    (void)ConformanceSuite::OpenBundle(std::string(text), "bundle");
  } else if (which == 2) {
    (void)Written("MANIFEST.json", text);
    const absl::StatusOr<ConformanceSuite> suite = ConformanceSuite::Open(Options());
    if (suite.ok()) CompareReturned(*suite, Written("zeros", ZeroResults(*suite)));
  } else {
    static const absl::StatusOr<ConformanceSuite> suite = [] {
      std::filesystem::copy_file("testing/testdata/golden/MANIFEST.json",
                                 Folder() / "MANIFEST.json",
                                 std::filesystem::copy_options::overwrite_existing);
      return ConformanceSuite::Open(Options());
    }();
    FUZZ_CHECK(suite.ok());
    CompareReturned(*suite, Written("returned.safetensors", text));
  }
  return 0;
}
