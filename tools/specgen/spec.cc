#include "tools/specgen/spec.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "nlohmann/json.hpp"
#include "tools/specgen/accuracy_reader.h"
#include "tools/specgen/example_reader.h"
#include "tools/specgen/ir_reader.h"
#include "tools/specgen/rule_reader.h"
#include "tools/specgen/spec_names.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {
namespace {

bool IsIdentifier(std::string_view name) {
  return !name.empty() && !absl::ascii_isdigit(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

// How many tensors the list has in cases: [2, 1, 3].
void ReadLengths(const Yaml& list, Param* param) {
  param->kind = param->kind == ParamKind::kInput ? ParamKind::kInputList : ParamKind::kOutputList;
  for (const Yaml& length : list.Items()) {
    param->lengths.push_back(static_cast<int>(length.Integer()));
    if (param->lengths.back() < 1) length.Error("a list has at least one tensor in cases");
  }
  if (param->lengths.empty()) list.Error("list names the lengths that cases use, such as [2, 3]");
}

// Appends the tensors that lists have in cases, as parameters of their own.
void AddMembers(std::vector<Param>& params) {
  const std::vector<Param> given = params;
  for (size_t list = 0; list < given.size(); ++list) {
    const std::vector<int>& lengths = given[list].lengths;
    const int most = lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
    for (int i = 0; i < most; ++i) {
      Param member = given[list];
      member.name = absl::StrCat(member.name, "_", i);
      member.kind = member.kind == ParamKind::kInputList ? ParamKind::kInput : ParamKind::kOutput;
      member.list = static_cast<int>(list);
      params.push_back(std::move(member));
    }
  }
}

// Deviations of many operators: a spec gives the id and the cases, and what it says otherwise.
struct SharedDeviation {
  std::string_view id, what, we, why, decides = "acceptance";
};
constexpr SharedDeviation kSharedDeviations[] = {
    {"complex", "The vendor's functions also accept complex types.", "rejected (R.dtype)",
     "complex types are not supported"},
    {"formats", "The vendor's functions do not look at the format of a tensor.",
     "plain formats only (R.format)",
     "the documents say ND, and the elements of a private format would be misread in silence"},
    {"one_rounding",
     "The document computes integers in float32 and rounds to the type of self before it converts "
     "to that of out.",
     "compute every type exactly and round once", "the result is never farther from the true one",
     "values"},
    {"private_formats", "The vendor's functions accept private formats, some with a warning.",
     "rejected (R.format)", "no operator here reads them"},
    {"unsigned", "The vendor's lists have uint16, uint32 and uint64.", "rejected (R.dtype)",
     "no function here computes with them, and no program was seen that does"},
    {"unsupported_types",
     "The vendor's functions also accept complex types, and 8- and 4-bit floating-point types on "
     "some products.",
     "rejected (R.dtype)", "no operator here computes with them"},
};

Deviation ReadDeviation(const Yaml& item) {
  const std::string id = item["id"] ? item["id"].Text() : "";
  const auto shared = absl::c_find_if(
      kSharedDeviations, [&](const SharedDeviation& deviation) { return deviation.id == id; });
  const bool is_shared = shared != std::end(kSharedDeviations);
  if (is_shared) {
    item.Fields({"id", "held_by"}, {"what", "we", "why", "decides"});
  } else {
    item.Fields({"id", "what", "we", "why", "held_by"}, {"decides"});
  }
  const auto text = [&](std::string_view key, std::string_view SharedDeviation::* field) {
    return is_shared && !item[key] ? std::string(shared->*field) : item[key].Text();
  };
  Deviation deviation = {id,
                         text("what", &SharedDeviation::what),
                         text("we", &SharedDeviation::we),
                         text("why", &SharedDeviation::why),
                         false,
                         {},
                         item.line()};
  const std::string decides = is_shared || item["decides"]
                                  ? text("decides", &SharedDeviation::decides)
                                  : std::string(SharedDeviation().decides);
  deviation.decides_values = decides == "values";
  if (decides != "values" && decides != "acceptance")
    item["decides"].Error(absl::StrCat("\"", decides, "\" is none of values, acceptance"));
  for (const Yaml& pattern : item["held_by"].Items()) deviation.held_by.push_back(pattern.Text());
  if (deviation.held_by.empty()) item.Error("a decision needs at least one case that holds it");
  return deviation;
}

class SpecReader {
 public:
  explicit SpecReader(const ProductTable& products) : products_(products) {}

  Spec Read(const Yaml& root, std::string_view file) {
    spec_.file = file;
    root.Fields({"summary", "description", "params", "functions", "products", "rules", "accuracy",
                 "golden"},
                {"structure", "example", "ir", "backward", "deviations", "known_failures"});
    // The folder's name; in tests, the file's.
    const std::filesystem::path path(file);
    spec_.op = path.filename() == "spec.yaml" ? path.parent_path().filename() : path.stem();
    if (!IsIdentifier(spec_.op))
      root.Error("an operator's folder has a name in lower case with underscores");
    spec_.summary = root["summary"].Text();
    spec_.description = root["description"].Text();
    if (root["structure"]) spec_.structure = root["structure"].Text();
    if (spec_.structure != "elementwise" && spec_.structure != "moved" &&
        spec_.structure != "filled")
      root["structure"].Error("structure is one of elementwise, moved, filled");
    ReadParams(root["params"]);
    // Almost everything below names parameters. ReadParams, or Fields above, says that none is
    // there.
    if (spec_.params.empty()) return std::move(spec_);
    common_products_ = names_.ProductDTypes(root["products"]);
    common_rules_ = ReadRules(root["rules"], names_);
    for (const Yaml& function : root["functions"].Items()) ReadFunction(function);
    CheckDefaultOrder(root["params"]);
    if (root["functions"] && spec_.functions.empty())
      root["functions"].Error("an operator has at least one function");
    if (root["example"]) spec_.example = ReadExample(root["example"], spec_, names_);
    if (root["ir"]) spec_.irs = ReadIrs(root["ir"], names_);
    ReadAccuracy(root["accuracy"], &spec_);
    if (root["backward"]) ReadBackward(root["backward"]);
    ReadGolden(root["golden"]);
    ReadDeviations(root["deviations"]);
    ReadKnownFailures(root["known_failures"]);
    return std::move(spec_);
  }

 private:
  // The key of a parameter that has its name: input, output, or the type of an attribute.
  std::string KindOf(const Yaml& item, Param* param) const {
    std::string found;
    for (int i = 0; i <= static_cast<int>(ParamKind::kIntArray); ++i) {
      const std::string word(KindName(static_cast<ParamKind>(i)));
      if (!item[word]) continue;
      if (!found.empty())
        item[word].Error(absl::StrCat("a parameter is not ", found, " and ", word));
      found = word;
      param->kind = static_cast<ParamKind>(i);
    }
    if (found.empty())
      item.Error(
          "a parameter begins with what it is, and its name: input, output, string, enum, "
          "dim, bool, scalar, double, float, int, dtype or int_array");
    return found;
  }

  void ReadParams(const Yaml& list) {
    for (const Yaml& item : list.Items()) {
      item.Fields({"doc"}, {"input", "output", "string", "enum", "dim", "bool", "scalar", "double",
                            "float", "int", "dtype", "int_array", "values", "default", "samples",
                            "dtypes", "optional", "list", "instead_of"});
      Param param = {"", ParamKind::kInput, {}, item["doc"].Text(), std::nullopt};
      const std::string kind = KindOf(item, &param);
      param.name = item[kind].Text();
      if (!kind.empty() && !IsIdentifier(param.name))
        item.Error(absl::StrCat("\"", param.name, "\" is no name for a parameter"));
      if (spec_.FindParam(param.name).has_value())
        item.Error(absl::StrCat("there are two parameters \"", param.name, "\""));
      param.optional = item["optional"].Flag();
      if (param.tensor()) {
        if (item["values"] || item["default"] || item["samples"])
          item.Error("values, samples and default are for attributes");
        if (item["list"]) ReadLengths(item["list"], &param);
      } else {
        ReadAttr(item, &param);
        if (item["list"]) item["list"].Error("list is for inputs and outputs");
      }
      if (param.optional && param.kind != ParamKind::kInput && param.kind != ParamKind::kScalar)
        item["optional"].Error("optional is for inputs that are no lists, and for scalars");
      if (item["dtypes"]) {
        if (!param.tensor() && !param.is_list() && param.kind != ParamKind::kScalar)
          item["dtypes"].Error("dtypes are for tensors and scalars");
        param.dtypes = names_.OwnDTypes(item["dtypes"]);
      }
      if (item["instead_of"]) param.instead_of = names_.ParamNamed(item["instead_of"]);
      spec_.params.push_back(std::move(param));
    }
    AddMembers(spec_.params);
    if (list && (spec_.Inputs().empty() || spec_.Outputs().empty()))
      list.Error("an operator has at least one input and one output");
  }

  // Python's arguments have the order of the parameters, and there an argument without a default
  // must not follow one with a default. None is the default of what may be null, and of what some
  // function lacks.
  void CheckDefaultOrder(const Yaml& list) const {
    const Param* earlier = nullptr;
    int number = -1;
    for (const Yaml& item : list.Items()) {
      const Param& param = spec_.params[++number];
      const bool has_default = param.default_value.has_value() || param.optional;
      const bool is_lacking =
          std::any_of(spec_.functions.begin(), spec_.functions.end(),
                      [&](const Function& function) { return !function.Has(number); });
      if (has_default && earlier == nullptr) earlier = &param;
      if (earlier == nullptr || has_default || is_lacking || param.is_output()) {
        continue;
      }
      item.Error(absl::StrCat(param.name, " has no default, but stands after ", earlier->name,
                              ", which has one"));
    }
  }

  void ReadAttr(const Yaml& item, Param* param) {
    const std::string_view type = KindName(param->kind);
    if (param->listed()) {
      for (const auto& [text, number] : item["values"].Entries()) {
        for (const Value& other : param->values) {
          if (other.number == number.Integer())
            number.Error(absl::StrCat("values \"", other.text, "\" and \"", text,
                                      "\" have the same number"));
        }
        param->values.push_back({text, number.Integer()});
      }
      if (param->values.empty())
        item.Error(absl::StrCat("an attribute of type ", type, " needs values"));
    } else {
      if (param->kind == ParamKind::kBool) param->values = {{"false", 0}, {"true", 1}};
      if (item["values"]) item.Error("values are for attributes of type string or enum");
      for (const Yaml& sample : item["samples"].Items())
        param->values.push_back(SampleOf(sample, param->kind));
      // A number may follow from a rule instead, which rules say.
      const bool may_follow = param->follows() && !param->optional && !item["samples"];
      if (param->is_unlisted() && param->values.empty() && !may_follow)
        item.Error(absl::StrCat("an attribute of type ", type, " needs samples"));
      if (param->optional) param->values.push_back({.text = "null", .null = true});
    }
    if (item["samples"] && !param->is_unlisted())
      item["samples"].Error("samples are for attributes that are numbers or arrays");
    if (item["default"])
      param->default_value = names_.ValueNamed(item["default"], *param, item["default"]);
  }

  // Of a group: the samples it has instead of those of the parameters.
  Samples ReadSamples(const Yaml& yaml) const {
    Samples samples;
    for (const auto& [name, list] : yaml.Entries()) {
      const int param = names_.ParamNamed(list, name);
      if (!spec_.params[param].sampled())
        list.Error("samples are for attributes that are numbers or arrays");
      for (const Yaml& sample : list.Items())
        samples[param].push_back(SampleOf(sample, spec_.params[param].kind));
    }
    return samples;
  }

  void ReadFunction(const Yaml& yaml) {
    yaml.Fields({"name"}, {"header", "doc", "fixed", "with", "without", "rename", "in_place",
                           "twin", "const_outputs", "profile", "products", "dtypes", "rules"});
    Function function;
    function.name = yaml["name"].Text();
    function.header = yaml["header"] ? yaml["header"].Text() : HeaderOf(function.name);
    function.doc = yaml["doc"].Text();
    if (!absl::StartsWith(function.header, "aclnn_") || !absl::EndsWith(function.header, ".h")) {
      yaml["header"].Error("a header's name is aclnn_<name>.h, without a directory");
    }
    for (const Param& param : spec_.params) function.c_names.push_back(param.name);
    for (const auto& [name, value] : yaml["fixed"].Entries()) {
      const int param = names_.ParamNamed(value, name);
      function.fixed[param] = names_.ValueNamed(value, spec_.params[param], yaml["fixed"][name]);
      const ParamKind kind = spec_.params[param].kind;
      if (kind == ParamKind::kScalar || kind == ParamKind::kIntArray) {
        value.Error(absl::StrCat(kind == ParamKind::kScalar ? "a scalar" : "an array",
                                 " cannot be fixed; use `without` and an attribute"));
      }
    }
    for (const Yaml& name : yaml["without"].Items())
      function.absent.insert(names_.ParamNamed(name));
    const std::set<int> chosen = ReadChosen(yaml["with"], &function);
    for (const auto& [name, value] : yaml["in_place"].Entries()) {
      const int output = names_.ParamNamed(value, name),
                input = names_.ParamNamed(value, value.Text());
      if (spec_.params[output].kind != ParamKind::kOutput ||
          spec_.params[input].kind != ParamKind::kInput) {
        value.Error("in_place names an output and the input it is");
      }
      function.in_place[output] = input;
    }
    if (function.doc.empty() && !function.in_place.empty()) function.doc = InPlace(spec_.summary);
    function.products = common_products_;
    if (!yaml["rules"]) {
      function.rules = common_rules_;
      Replace(chosen, &function.rules);
      LeaveOut(yaml, &function);
    }
    AddFunction(yaml, std::move(function));
    if (yaml["twin"]) ReadTwin(yaml["twin"]);
  }

  // The last function in place; `yaml` has what differs.
  void ReadTwin(const Yaml& yaml) {
    yaml.Fields(
        {}, {"name", "doc", "rename", "const_outputs", "profile", "products", "dtypes", "rules"});
    Function twin = spec_.functions.back();
    twin.name = yaml["name"] ? yaml["name"].Text()
                             : absl::StrCat("aclnnInplace", absl::StripPrefix(twin.name, "aclnn"));
    if (yaml["doc"]) {
      twin.doc = yaml["doc"].Text();
    } else {
      twin.doc = twin.doc.empty() ? InPlace(spec_.summary)
                                  : absl::StrCat(absl::StripSuffix(twin.doc, "."), " (in place).");
    }
    const auto has = [&](int param) { return twin.Has(param); };
    const std::vector<int> inputs = spec_.Inputs(), outputs = spec_.Outputs();
    const auto input = absl::c_find_if(inputs, has);
    if (outputs.size() != 1 || input == inputs.end() || !twin.in_place.empty()) {
      yaml.Error("a twin in place is for functions with one output that is none of their inputs");
      return;
    }
    twin.in_place[outputs[0]] = *input;
    AddFunction(yaml, std::move(twin));
  }

  static std::string InPlace(std::string_view doc) {
    return absl::StrCat(absl::StripSuffix(doc, "."), " in place.");
  }

  // aclnnEqTensor and aclnnInplaceEqTensor are in aclnn_eq_tensor.h.
  static std::string HeaderOf(std::string_view name) {
    const std::string_view own = absl::StripPrefix(absl::StripPrefix(name, "aclnn"), "Inplace");
    return absl::StrCat("aclnn_", SnakeCase(own), ".h");
  }

  // The function has the chosen parameters instead of others, by their names in C; it is without
  // those that are not chosen.
  std::set<int> ReadChosen(const Yaml& list, Function* function) const {
    std::set<int> chosen;
    for (const Yaml& name : list.Items()) {
      const int param = names_.ParamNamed(name);
      if (spec_.params[param].instead_of < 0)
        name.Error(absl::StrCat(name.Text(), " is not instead of another parameter"));
      chosen.insert(param);
    }
    for (int param = 0; param < static_cast<int>(spec_.params.size()); ++param) {
      const int other = spec_.params[param].instead_of;
      if (other < 0) continue;
      function->absent.insert(chosen.contains(param) ? other : param);
      if (chosen.contains(param)) function->c_names[param] = spec_.params[other].name;
    }
    return chosen;
  }

  // Rules about types of a parameter are about the one that is chosen instead of it.
  void Replace(const std::set<int>& chosen, std::vector<RuleUse>* rules) const {
    for (RuleUse& rule : *rules) {
      if (InfoOf(rule.id).subject != RuleSubject::kTyped) continue;
      for (int param : chosen) {
        if (!absl::c_linear_search(rule.params, param))
          absl::c_replace(rule.params, spec_.params[param].instead_of, param);
      }
    }
  }

  // A rule for each parameter of its own is the same rule where some are missing; what is left of
  // `broadcast` with one input is `same_shape`.
  static void LeaveOut(const Yaml& yaml, Function* function) {
    for (RuleUse& rule : function->rules) {
      const auto missing = [&](int param) { return function->absent.contains(param); };
      if (absl::c_none_of(rule.params, missing)) continue;
      const RuleForm form = InfoOf(rule.id).form;
      if (form != RuleForm::kEach && form != RuleForm::kRank && rule.id != RuleId::kCastable &&
          rule.id != RuleId::kBroadcast)
        yaml.Error(absl::StrCat("R.", InfoOf(rule.id).name, " names a parameter that ",
                                function->name, " is without"));
      std::erase_if(rule.params, missing);
      if (rule.id == RuleId::kBroadcast && rule.params.size() == 2 && rule.has_output)
        rule.id = RuleId::kSameShape;
    }
    std::erase_if(function->rules, [](const RuleUse& rule) {
      return rule.params.empty() && InfoOf(rule.id).form != RuleForm::kNone;
    });
  }

  // The function with what its entry and that of a twin have alike.
  void AddFunction(const Yaml& yaml, Function function) {
    if (!absl::StartsWith(function.name, "aclnn") || !IsIdentifier(function.name))
      yaml["name"].Error("a function's name begins with aclnn");
    for (const Function& other : spec_.functions) {
      if (other.name == function.name)
        yaml["name"].Error(absl::StrCat("there are two functions ", function.name));
    }
    if (yaml["const_outputs"]) function.const_outputs = yaml["const_outputs"].Flag();
    if (yaml["profile"]) function.profile = yaml["profile"].Text();
    for (const auto& [name, value] : yaml["rename"].Entries()) {
      function.c_names[names_.ParamNamed(value, name)] = value.Text();
      if (!IsIdentifier(value.Text()))
        value.Error(absl::StrCat("\"", value.Text(), "\" is no name for a parameter"));
    }
    for (const auto& [output, input] : function.in_place) {
      if (!yaml["rename"][spec_.params[input].name])
        absl::StrAppend(&function.c_names[input], "Ref");
      function.c_names[output] = function.c_names[input];
    }
    for (size_t i = 0; i < spec_.params.size(); ++i) {
      if (!spec_.params[i].is_list()) continue;
      int number = 0;
      for (int member : spec_.MembersOf(static_cast<int>(i))) {
        function.absent.insert(member);
        function.c_names[static_cast<size_t>(member)] =
            absl::StrCat(function.c_names[i], "[", number++, "]");
      }
    }
    const std::vector<int> c_params = function.CParams();
    for (int param : c_params) {
      const auto same = [&](int other) {
        return other != param && function.c_names[other] == function.c_names[param];
      };
      if (std::any_of(c_params.begin(), c_params.end(), same)) {
        yaml.Error(absl::StrCat("two parameters of ", function.name, " have the name ",
                                function.c_names[param]));
        break;
      }
    }
    if (yaml["products"]) function.products = names_.ProductDTypes(yaml["products"]);
    for (const auto& [name, list] : yaml["dtypes"].Entries()) {
      const int param = names_.ParamNamed(list, name);
      if (!spec_.params[param].tensor() && spec_.params[param].kind != ParamKind::kScalar)
        list.Error("dtypes are for tensors and scalars");
      function.dtypes[param] = names_.OwnDTypes(list);
    }
    if (yaml["rules"]) {
      function.rules = ReadRules(yaml["rules"], names_, function.absent);
      LeaveOut(yaml, &function);
    }
    spec_.functions.push_back(std::move(function));
  }

  // Whether the other operator has these parameters is seen where all specs are read together
  // (emit_python.cc).
  void ReadBackward(const Yaml& yaml) {
    yaml.Fields({"op", "gradient"}, {"args", "fixed"});
    Backward backward;
    backward.op = yaml["op"].Text();
    backward.line = yaml.line();
    for (const auto& [name, output] : yaml["gradient"].Entries()) {
      const int param = names_.ParamNamed(output, output.Text());
      if (spec_.params[param].kind != ParamKind::kOutput)
        output.Error(
            absl::StrCat(output.Text(), " is no output; only outputs have gradients here"));
      backward.gradient[name] = param;
    }
    for (const auto& [name, value] : yaml["args"].Entries())
      backward.args[name] = names_.ParamNamed(value, value.Text());
    for (const auto& [name, value] : yaml["fixed"].Entries()) backward.fixed[name] = value.Text();
    if (spec_.Inputs().size() > 1) yaml.Error("backward is for operators with one input");
    spec_.backward = std::move(backward);
  }

  void ReadGolden(const Yaml& yaml) {
    yaml.Fields({"generators", "expect"}, {"seed", "profile", "groups", "errors", "few_values"});
    Golden& golden = spec_.golden;
    if (yaml["seed"]) golden.seed = yaml["seed"].Integer();
    if (yaml["profile"]) golden.profile = yaml["profile"].Text();
    for (const auto& [name, generator] : yaml["generators"].Entries()) {
      const int param = names_.ParamNamed(generator, name);
      const bool is_input =
          spec_.FindParam(name).has_value() && (spec_.params[param].kind == ParamKind::kInput ||
                                                spec_.params[param].kind == ParamKind::kInputList);
      if (spec_.FindParam(name).has_value() && !is_input)
        generator.Error(absl::StrCat(name, " is no input"));
      golden.generators[param] = generator.Text();
      for (int member : spec_.MembersOf(param)) golden.generators[member] = generator.Text();
    }
    for (int input : spec_.Inputs()) {
      if (yaml["generators"] && !golden.generators.contains(input)) {
        yaml["generators"].Error(absl::StrCat("no generator for ", spec_.params[input].name));
      }
    }
    for (Function& function : spec_.functions) {
      if (function.profile.empty()) function.profile = golden.profile;
    }
    if (yaml["groups"])
      golden.groups =
          ReadGroups(yaml["groups"], [this](const Yaml& samples) { return ReadSamples(samples); });
    for (const Group& group : golden.groups) {
      for (const auto& [name, generator] : group.generators)
        names_.ParamNamed(yaml["groups"], name);
      for (const auto& [name, dtype] : group.own_dtypes) names_.ParamNamed(yaml["groups"], name);
    }
    golden.few_values = yaml["few_values"].Flag();
    for (const Yaml& item : yaml["errors"].Items()) golden.errors.push_back(ReadError(item));
    const Yaml expect = yaml["expect"];
    expect.Fields({"positive", "rejected", "errors"});
    golden.positive = expect["positive"].Integer();
    golden.rejected = expect["rejected"].Integer();
    golden.error = expect["errors"].Integer();
    golden.expect_line = expect.line();
  }

  ExtraError ReadError(const Yaml& yaml) const {
    yaml.Fields({"name", "args", "rule", "message"}, {"function"});
    ExtraError error = {.name = yaml["name"].Text(),
                        .function = yaml["function"].Text(),
                        .args = {},
                        .rule = RuleId::kNull,
                        .message = yaml["message"].Texts(),
                        .line = yaml.line()};
    const auto named = [&](const Function& function) { return function.name == error.function; };
    if (yaml["function"] && std::none_of(spec_.functions.begin(), spec_.functions.end(), named)) {
      yaml["function"].Error(absl::StrCat("there is no function ", error.function));
    }
    for (const auto& [name, value] : yaml["args"].Entries()) {
      const int param = names_.ParamNamed(value, name);
      error.args[param] = yaml["args"][name].Text();
      if (!nlohmann::json::accept(error.args[param]))
        value.Error("an argument is written as JSON, in quotes");
    }
    const RuleInfo* info =
        std::find_if(std::begin(kRules), std::end(kRules),
                     [&](const RuleInfo& rule) { return rule.name == yaml["rule"].Text(); });
    if (info != std::end(kRules)) {
      error.rule = info->id;
    } else if (yaml["rule"]) {
      yaml["rule"].Error(absl::StrCat("there is no rule \"", yaml["rule"].Text(), "\""));
    }
    return error;
  }

  void ReadDeviations(const Yaml& list) {
    std::set<std::string> ids;
    for (const Yaml& item : list.Items()) {
      spec_.deviations.push_back(ReadDeviation(item));
      if (!ids.insert(spec_.deviations.back().id).second)
        item.Error(absl::StrCat("there are two deviations ", spec_.deviations.back().id));
    }
  }

  void ReadKnownFailures(const Yaml& list) {
    for (const Yaml& item : list.Items()) {
      item.Fields({"cases", "backend", "message", "reason"}, {"products"});
      KnownFailure known = {
          item["cases"].Texts(),
          item["backend"].Text(),
          item["products"] ? item["products"].Texts() : std::vector<std::string>(),
          item["message"].Text(),
          item["reason"].Text(),
          item.line()};
      const auto named = [&](const BackendAccuracy& backend) {
        return backend.backend == known.backend;
      };
      if (std::none_of(spec_.accuracy.begin(), spec_.accuracy.end(), named))
        item["backend"].Error(absl::StrCat("accuracy has no backend \"", known.backend, "\""));
      for (const std::string& product : known.products) {
        const auto is = [&](const ProductRow& row) { return row.name == product; };
        if (std::none_of(products_.rows.begin(), products_.rows.end(), is))
          item["products"].Error(absl::StrCat("there is no product \"", product, "\""));
      }
      if (known.cases.empty()) item["cases"].Error("at least one case is needed");
      if (known.message.empty() || known.reason.empty())
        item.Error("a known failure has a message and a reason");
      spec_.known_failures.push_back(std::move(known));
    }
  }

  const ProductTable& products_;
  Spec spec_;
  const SpecNames names_ = {spec_, products_};
  std::vector<DTypes> common_products_;
  std::vector<RuleUse> common_rules_;
};

}  // namespace

std::string_view KindName(ParamKind kind) {
  constexpr std::string_view kNames[] = {"input", "output",    "string",     "enum",       "dim",
                                         "bool",  "scalar",    "double",     "float",      "int",
                                         "dtype", "int_array", "input_list", "output_list"};
  return kNames[static_cast<int>(kind)];
}

std::vector<int> Function::CParams() const {
  std::vector<int> params;
  for (int i = 0; i < static_cast<int>(c_names.size()); ++i) {
    if (!fixed.contains(i) && !in_place.contains(i) && Has(i)) params.push_back(i);
  }
  return params;
}

DTypes Function::AllDTypes() const {
  DTypes all;
  for (const DTypes& accepted : products) {
    for (aclDataType dtype : accepted) {
      if (std::find(all.begin(), all.end(), dtype) == all.end()) all.push_back(dtype);
    }
  }
  return all;
}

const RuleUse* Function::FindRule(RuleId id) const {
  for (const RuleUse& rule : rules) {
    if (rule.id == id) return &rule;
  }
  return nullptr;
}

std::optional<int> Spec::FindParam(std::string_view name) const {
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].name == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

std::vector<int> Spec::OfKind(ParamKind kind) const {
  std::vector<int> result;
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].kind == kind) result.push_back(static_cast<int>(i));
  }
  return result;
}

std::vector<int> Spec::MembersOf(int list) const {
  std::vector<int> result;
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].list == list) result.push_back(static_cast<int>(i));
  }
  return result;
}

namespace {

// Whether R.some allows the form.
bool HasSome(const Spec& spec, const Function& form) {
  const RuleUse* some = form.FindRule(RuleId::kSome);
  return some == nullptr || std::any_of(some->params.begin(), some->params.end(), [&](int param) {
           return !spec.params[param].tensor() || form.Has(param);
         });
}

// The function, and what it is without some of its optional tensors.
std::vector<Function> FormsWithNull(const Spec& spec, const Function& function) {
  std::vector<Function> forms = {function};
  for (int param : spec.Inputs()) {
    if (!spec.params[param].optional || !function.Has(param)) continue;
    for (size_t i = forms.size(); i-- > 0;) {
      Function form = forms[i];
      form.null.insert(param);
      for (RuleUse& rule : form.rules) {
        if (rule.id != RuleId::kSome) std::erase(rule.params, param);
      }
      forms.push_back(std::move(form));
    }
  }
  std::erase_if(forms, [&](const Function& form) { return !HasSome(spec, form); });
  return forms;
}

}  // namespace

std::vector<Function> Spec::FormsOf(const Function& function) const {
  const auto is_list = [&](const Param& param) {
    return param.is_list() && function.Has(static_cast<int>(&param - params.data()));
  };
  const auto list = std::find_if(params.begin(), params.end(), is_list);
  if (list == params.end()) return FormsWithNull(*this, function);
  std::vector<Function> forms;
  for (size_t number = 0; number < list->lengths.size(); ++number) {
    Function& form = forms.emplace_back(function);
    for (size_t i = 0; i < params.size(); ++i) {
      if (!is_list(params[i])) continue;
      std::vector<int> members = MembersOf(static_cast<int>(i));
      members.resize(static_cast<size_t>(params[i].lengths[number]));
      for (int member : members) form.absent.erase(member);
    }
    for (RuleUse& rule : form.rules) {
      std::vector<int> expanded;
      for (int param : rule.params) {
        if (!params[param].is_list() || rule.id == RuleId::kNull) expanded.push_back(param);
        for (int member : MembersOf(param)) {
          if (form.Has(member)) expanded.push_back(member);
        }
      }
      rule.params = expanded;
    }
  }
  return forms;
}

Spec ReadSpec(const std::string& text, std::string_view file, const ProductTable& products,
              Problems* problems) {
  const Yaml root = Yaml::Parse(text, file, problems);
  return SpecReader(products).Read(root, file);
}

std::string NameList(const std::vector<std::string>& c_names, const std::vector<int>& params) {
  std::vector<std::string> names;
  for (int param : params) {
    if (std::find(names.begin(), names.end(), c_names[param]) == names.end())
      names.push_back(c_names[param]);
  }
  return absl::StrJoin(names, ", ");
}

}  // namespace openaclnn::specgen
