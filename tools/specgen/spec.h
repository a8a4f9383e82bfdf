// An operator's spec.yaml in memory, checked. docs/spec_format.md describes the file.
#ifndef OPENACLNN_TOOLS_SPECGEN_SPEC_H_
#define OPENACLNN_TOOLS_SPECGEN_SPEC_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_base_rt.h"
#include "tools/specgen/example.h"
#include "tools/specgen/ir.h"
#include "tools/specgen/problems.h"
#include "tools/specgen/products.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/rules.h"

namespace openaclnn::specgen {

enum class ParamKind : uint8_t {
  kInput,
  kOutput,
  kString,
  kEnum,
  kDim,
  kBool,
  kScalar,
  kDouble,
  kFloat,
  kInteger,
  kDType,
  kIntArray,
  kInputList,
  kOutputList
};

// The kind's name in cases.json and in Python.
std::string_view KindName(ParamKind kind);

struct Param {
  std::string name;
  ParamKind kind;
  std::vector<Value> values;  // of kString, kEnum and kBool all there are; of numbers and arrays
                              // those that cases use
  std::string doc;
  std::optional<Value> default_value;  // of attributes: what Python takes if nothing is given
  bool optional = false;               // of scalars and inputs: may be null

  // By product: the dtypes accepted of this parameter where they are not those of the function;
  // else empty.
  std::vector<std::vector<aclDataType>> dtypes = {};

  std::vector<int> lengths = {};  // of lists: how many tensors they have in cases
  int list = -1;                  // of a member of a list: the list's parameter

  // The parameter in whose place this one is in functions that are `with` it; others are without.
  int instead_of = -1;

  bool is_list() const { return kind == ParamKind::kInputList || kind == ParamKind::kOutputList; }
  bool is_member() const { return list >= 0; }
  bool tensor() const { return kind == ParamKind::kInput || kind == ParamKind::kOutput; }
  bool is_optional_tensor() const { return tensor() && optional; }
  // What a function writes, as callers give it.
  bool is_output() const {
    return (kind == ParamKind::kOutput && !is_member()) || kind == ParamKind::kOutputList;
  }
  // One of listed words or numbers, as against any number.
  bool listed() const { return kind == ParamKind::kString || kind == ParamKind::kEnum; }
  bool is_number() const {
    return kind == ParamKind::kScalar || kind == ParamKind::kDouble || kind == ParamKind::kFloat ||
           kind == ParamKind::kInteger;
  }
  // A number or array that may have any value.
  bool is_unlisted() const { return is_number() || kind == ParamKind::kIntArray; }
  // It follows from others by a rule; of the rest cases use samples.
  bool follows() const {
    return (kind == ParamKind::kInteger || kind == ParamKind::kIntArray ||
            kind == ParamKind::kScalar) &&
           values.empty();
  }
  bool sampled() const { return is_unlisted() && !follows(); }
};

// Parameters are numbered by their place in Spec::params.
struct RuleUse {
  RuleId id;
  std::vector<int> params;  // in the order of openaclnn::Rule::params
  int64_t value = 0;  // max_rank: the rank; attr_product: the accepted value; at_least: the limit
  std::vector<int> products;
  bool has_output = true;
};

using DTypes = std::vector<aclDataType>;

struct Function {
  std::string name;
  std::string header;
  std::string doc;
  std::map<int, Value> fixed;        // attributes the function has no parameter for
  std::set<int> absent;              // parameters the function has nothing for; of lists in cases,
                                     // members that are not there
  std::set<int> null;                // in cases: optional tensors that are null
  std::map<int, int> in_place;       // output -> the input it always is
  std::vector<std::string> c_names;  // by parameter; an in-place output has the name of its input
  bool const_outputs = false;
  std::string profile;           // of its cases
  std::vector<DTypes> products;  // by product; empty: the product lacks it
  // Param::dtypes where they hold for this function alone.
  std::map<int, std::vector<DTypes>> dtypes = {};
  std::vector<RuleUse> rules;

  // The parameters of the C function, in order.
  std::vector<int> CParams() const;
  bool Supports(int product) const { return !products[product].empty(); }
  // Every type that some product accepts, in the order of their first mention.
  DTypes AllDTypes() const;
  bool Has(int param) const { return !absent.contains(param) && !null.contains(param); }
  const RuleUse* FindRule(RuleId id) const;
};

// A place where the sources disagree, and the cases that would fail if it were decided otherwise.
struct Deviation {
  std::string id, what, we, why;
  bool decides_values;  // or what is accepted
  std::vector<std::string>
      held_by;  // patterns of case names; "PATTERN@PRODUCT" means cases on that product
  int line;
};

// Cases that fail, and are known to.
struct KnownFailure {
  std::vector<std::string> cases;  // patterns of case names
  std::string backend;
  std::vector<std::string> products;  // empty: all
  std::string message;                // words of the failure's message
  std::string reason;
  int line;
};

// Declared bounds in ULP, as written (a number, or a formula where the arithmetic makes it one).
using Bounds = std::vector<std::pair<std::string, std::string>>;  // dtype -> bound
struct BackendAccuracy {
  std::string backend;
  std::vector<std::pair<std::string, Bounds>>
      modes;  // one unnamed mode for a backend without modes
};

struct ExtraError {
  std::string name;
  std::string function;             // empty: all
  std::map<int, std::string> args;  // parameter -> JSON
  RuleId rule;
  std::vector<std::string> message;
  int line;
};

// The operator that computes the gradient of this one, and where each of its parameters comes from.
// The names on the left are that operator's.
struct Backward {
  std::string op;
  std::map<std::string, int> gradient;  // parameter <- the gradient of this output
  std::map<std::string, int> args;      // parameter <- this parameter
  std::map<std::string, std::string> fixed;
  int line = 0;
};

struct Golden {
  int64_t seed = 1;
  std::string profile = "elementwise";
  std::map<int, std::string> generators;  // by input
  std::vector<Group> groups;
  std::vector<ExtraError> errors;
  bool few_values = false;  // there are two or three results, as of signs
  int64_t positive = 0, rejected = 0, error = 0;
  int expect_line = 0;
};

struct Spec {
  std::string file;
  std::string op;
  std::string summary;
  std::string description;
  // As in C; behind them the tensors that lists have in cases, as parameters of their own.
  std::vector<Param> params;
  std::string structure = "elementwise";  // or moved: elements go to other places; or filled: all
                                          // results are one number
  std::vector<Function> functions;
  std::vector<ExampleCall> example;
  std::vector<Ir> irs;
  std::vector<BackendAccuracy> accuracy;
  std::string accuracy_reason;
  std::optional<Backward> backward;
  Golden golden;
  std::vector<Deviation> deviations;
  std::vector<KnownFailure> known_failures;

  std::optional<int> FindParam(std::string_view name) const;
  std::vector<int> Inputs() const { return OfKind(ParamKind::kInput); }
  std::vector<int> Outputs() const { return OfKind(ParamKind::kOutput); }
  std::vector<int> OfKind(ParamKind kind) const;
  std::vector<int> MembersOf(int list) const;
  // The function as cases call it: for each length of its lists, where rules name the members, and
  // with each of its optional tensors or null, where rules name those that are there.
  std::vector<Function> FormsOf(const Function& function) const;
  // By product: the dtypes that the function accepts of the parameter where they are not its own;
  // else empty.
  const std::vector<DTypes>& OwnDTypes(const Function& function, int param) const {
    const auto own = function.dtypes.find(param);
    return own != function.dtypes.end() ? own->second : params[param].dtypes;
  }
  // The dtypes that the function accepts of the parameter on the product.
  const DTypes& Accepted(const Function& function, int param, int product) const {
    const std::vector<DTypes>& own = OwnDTypes(function, param);
    return own.empty() ? function.products[product] : own[product];
  }
};

// Reads a spec. What is wrong is in `problems`; the result is only meaningful if there are none.
Spec ReadSpec(const std::string& text, std::string_view file, const ProductTable& products,
              Problems* problems);

// For rule text and messages: "gradOutput, self".
std::string NameList(const std::vector<std::string>& c_names, const std::vector<int>& params);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_SPEC_H_
