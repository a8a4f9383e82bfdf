// cases.json as specgen writes it (docs/golden_format.md), and the tensors its cases describe.
#ifndef OPENACLNN_TESTING_CASES_H_
#define OPENACLNN_TESTING_CASES_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "acl/acl_base_rt.h"
#include "runtime/tensor/tensor.h"

namespace openaclnn::testing {

// A tensor argument with its layout resolved into strides.
struct TensorCase {
  TensorView view;
  aclFormat format = ACL_FORMAT_ND;
  std::vector<int64_t> storage_shape;
  // Of a tensor of indices: the least and the greatest that there is an element for.
  std::optional<std::pair<int64_t, int64_t>> indices = std::nullopt;
};

struct ArgCase {
  enum class Kind {
    kTensor,
    kList,  // the next `number` arguments are its tensors
    kString,
    kInteger,
    kBool,
    kReal,
    kScalar,
    kDType,
    kIntArray
  };
  std::string name;
  Kind kind = Kind::kTensor;
  bool is_output = false;
  bool is_null = false;
  TensorCase tensor;
  std::string text;
  int64_t number = 0;
  double real = 0;
  std::vector<int64_t> numbers = {};                     // of kIntArray
  aclDataType dtype = ACL_DT_UNDEFINED;                  // of kScalar and kDType
  alignas(16) std::array<unsigned char, 16> bytes = {};  // of kScalar: the value, in its type
  int same_as =
      -1;  // in place: this output is the tensor of that argument; -1: a tensor of its own
  // Names of the record's tensors that are read from and written to this argument's tensor: usually
  // its own name, in one of them.
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;

  bool has_tensor() const { return kind == Kind::kTensor && !is_null; }
};

struct Case {
  enum class Kind { kPositive, kRejected, kError, kBenchmark };
  std::string id;
  Kind kind = Kind::kPositive;
  std::string function;
  std::vector<std::string> products;
  std::string label;          // of the test target: LabelOf(dtype)
  std::string values;         // key of the golden record; positive cases only
  std::vector<ArgCase> args;  // in the order of the C function
  // What phase 1 must answer; rejected and error cases only.
  int32_t code = 0;
  std::string rule;
  std::vector<std::string> words;
  // Benchmarks only.
  std::string layout;
  int64_t elements = 0;  // of the output; where a tensor is split, of a half
};

// "fp32", "fp16", "bf16", "int32", "int8", and "other" for any other type.
std::string_view LabelOf(std::string_view dtype);

// Strides, offset and storage of a view of this shape in the layout of this name; nullopt for an
// unknown name. Where a layout says nothing (rank 0, empty tensors) the view is contiguous.
std::optional<TensorCase> Layout(std::string_view layout, aclDataType dtype,
                                 const std::vector<int64_t>& shape);

// Cases that are known to fail (known_failures of spec.yaml).
struct KnownFailure {
  std::vector<std::string> cases;  // patterns of names
  std::string backend;
  std::vector<std::string> products;  // empty: all
  std::string message;                // words that the failure's message has
  std::string reason;
};

struct Selection {
  std::string product = "";  // empty: all
  std::string label = "";    // empty: all
  std::string glob = "*";
  int shard = 0;
  int shards = 1;
  bool benchmarks = false;  // these instead of the tests
};

// '*' and '?' as in a shell.
bool GlobMatch(std::string_view glob, std::string_view text);

class CaseFile {
 public:
  // Reads the file, and the cases that are selected. InvalidArgumentError names file, case and
  // fault.
  static absl::StatusOr<CaseFile> Open(const std::string& path, const Selection& selection);

  // The same from memory; `name` stands for the path in messages.
  static absl::StatusOr<CaseFile> Parse(std::string text, const std::string& name,
                                        const Selection& selection);

  std::string text;  // all of it

  std::string op;
  bool is_moved = false;   // elements go to other places
  bool is_filled = false;  // all results of a case are one number
  std::string spec_sha256;
  std::map<std::string, std::string> socs;  // product -> SoC
  // backend -> mode ("" for a backend without modes) -> dtype -> greatest error in ULP; those that
  // are formulas (testing/formula.h) are in `formulas`.
  std::map<std::string, std::map<std::string, std::map<std::string, double>>> accuracy;
  std::map<std::string, std::map<std::string, std::map<std::string, std::string>>> formulas;
  bool few_values = false;  // there are two or three results, as of signs
  std::vector<KnownFailure> known_failures;
  std::vector<Case> cases;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_CASES_H_
