// Profiles: which shapes, types, layouts every operator of a family is tested with.
// testing/profiles/*.yaml, docs/spec_format.md.
#ifndef OPENACLNN_TOOLS_SPECGEN_PROFILE_H_
#define OPENACLNN_TOOLS_SPECGEN_PROFILE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_base.h"
#include "tools/specgen/problems.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {

using Shape = std::vector<int64_t>;

// A value of an attribute.
struct Value {
  std::string text;
  int64_t number = 0;  // of integers, and what stands for a listed word, a bool or a dtype
  double real = 0;     // of kDouble, kFloat, and scalars of a floating-point type
  aclDataType dtype = ACL_DT_UNDEFINED;  // of kScalar
  std::vector<int64_t> numbers = {};     // of kIntArray
  bool null = false;                     // of an optional parameter: nothing is given
};

// Values of attributes, by the numbers of their parameters.
using Samples = std::map<int, std::vector<Value>>;

// Layouts other than contiguous, by the names of cases.json. The last is for inputs only.
inline constexpr std::string_view kLayouts[] = {"transposed", "offset",   "stepped",
                                                "padded",     "reversed", "expanded"};

struct Group {
  enum class DTypes { kEqual, kAll, kEvery };
  enum class Layouts { kContiguous, kEach, kTogether };

  std::string name;
  // One list of shapes for each case: a single one for all inputs, or one for each input of an
  // operator that broadcasts, or one for each tensor of a list.
  std::vector<std::vector<Shape>> shapes;
  bool broadcast = false;
  bool lists = false;
  DTypes dtypes = DTypes::kEqual;
  // Of tensors: their dtype; only for functions that accept it. The others have equal ones.
  std::map<std::string, aclDataType> own_dtypes = {};
  Layouts layouts = Layouts::kContiguous;
  std::string layout = "";  // the only one of them; empty: all
  bool in_place = false;
  bool numbers = false;  // every sample of each number, the others being their first
  Samples samples =
      {};  // instead of those of the parameters; only for functions that have them all
  std::map<std::string, std::string> generators = {};  // of inputs, instead of those of the spec
  bool all_dims = false;
  std::vector<int64_t> dims = {-1};  // for operators that split
  int line = 0;
};

// Groups as they stand in a profile, and under golden.groups of a spec, which knows the parameters
// that have samples.
std::vector<Group> ReadGroups(const Yaml& list,
                              const std::function<Samples(const Yaml&)>& read_samples);

struct Profile {
  std::string file;
  std::string name;
  std::vector<Group> groups;
};

Profile ReadProfile(const std::string& text, std::string_view file, Problems* problems);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_PROFILE_H_
