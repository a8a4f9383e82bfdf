#include "tools/specgen/rule_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/specgen/rules.h"

namespace openaclnn::specgen {
namespace {

// Of max_rank, if a spec does not say another number.
constexpr int64_t kUsualMaxRank = 8;

class RuleReader {
 public:
  explicit RuleReader(const SpecNames& names) : names_(names) {}

  std::vector<RuleUse> Read(const Yaml& list, const std::set<int>& absent) const {
    return ReadRules(list, absent);
  }

 private:
  const Spec& spec() const { return names_.spec(); }

  // Rules name lists, not their members.
  bool Applies(RuleSubject subject, const Param& param) const {
    if (param.is_member()) return false;
    const bool has_tensors = param.tensor() || param.is_list();
    switch (subject) {
      case RuleSubject::kNothing:
        return false;
      case RuleSubject::kPointers:
        return has_tensors || param.kind == ParamKind::kString ||
               param.kind == ParamKind::kIntArray || param.kind == ParamKind::kScalar;
      case RuleSubject::kOptional:
        return param.optional;
      case RuleSubject::kTensors:
        return has_tensors;
      case RuleSubject::kTyped:
        return has_tensors || param.kind == ParamKind::kScalar || param.kind == ParamKind::kDType;
      case RuleSubject::kOutputs:
        return param.kind == ParamKind::kOutput || param.kind == ParamKind::kOutputList;
      case RuleSubject::kChoices:
        return param.listed();
      case RuleSubject::kNumbers:
        return param.is_number();
    }
    return false;
  }

  int SubjectNamed(const Yaml& name, const RuleInfo& info, RuleSubject subject) const {
    const int param = names_.ParamNamed(name);
    if (spec().FindParam(name.Text()).has_value() && !Applies(subject, spec().params[param])) {
      name.Error(absl::StrCat("R.", info.name, " cannot be applied to ", name.Text()));
    }
    return param;
  }

  std::vector<int> SubjectList(const Yaml& list, const RuleInfo& info, size_t at_least) const {
    std::vector<int> params;
    for (const Yaml& item : list.Items()) {
      params.push_back(SubjectNamed(item, info, info.subject));
      if (std::count(params.begin(), params.end(), params.back()) > 1)
        item.Error(absl::StrCat(item.Text(), " stands here twice"));
    }
    const auto is_list = [&](int param) { return spec().params[param].is_list(); };
    if (list && params.size() < at_least && std::none_of(params.begin(), params.end(), is_list))
      list.Error(absl::StrCat("R.", info.name, " takes at least ", at_least, " parameters"));
    return params;
  }

  // An attribute of the kind, which specs call `type`.
  int AttrNamed(const Yaml& name, const RuleInfo& info, ParamKind kind,
                std::string_view type) const {
    const int param = names_.ParamNamed(name);
    if (spec().FindParam(name.Text()).has_value() && spec().params[param].kind != kind) {
      name.Error(absl::StrCat("R.", info.name, " needs an attribute of type ", type, ", which ",
                              name.Text(), " is not"));
    }
    return param;
  }
  int DimNamed(const Yaml& name, const RuleInfo& info) const {
    return AttrNamed(name, info, ParamKind::kDim, "dim");
  }
  int DimsNamed(const Yaml& name, const RuleInfo& info) const {
    return AttrNamed(name, info, ParamKind::kIntArray, "int_array");
  }

  std::vector<RuleUse> ReadRules(const Yaml& list, const std::set<int>& absent = {}) const {
    std::vector<RuleUse> rules;
    for (const Yaml& item : list.Items()) {
      // The rule "null" is a word YAML reads as nothing.
      const bool bare = item.IsScalar() || item.IsNull();
      const auto entries =
          bare ? std::vector<std::pair<std::string, Yaml>>{{item.IsNull() ? "null" : item.Text(),
                                                            item}}
               : item.Entries();
      if (entries.size() != 1) {
        item.Error("a rule is a name, or a name with its arguments");
        continue;
      }
      const std::string& name = entries[0].first;
      const RuleInfo* info = std::find_if(std::begin(kRules), std::end(kRules),
                                          [&](const RuleInfo& rule) { return rule.name == name; });
      if (info == std::end(kRules)) {
        item.Error(
            absl::StrCat("there is no rule \"", name, "\"; known are ",
                         absl::StrJoin(kRules, ", ", [](std::string* out, const RuleInfo& rule) {
                           absl::StrAppend(out, rule.name);
                         })));
        continue;
      }
      rules.push_back(ReadRule(*info, item, entries[0].second, bare));
    }
    AddObvious(&rules);
    CheckComplete(list, rules, absent);
    CheckCovered(list, rules, absent);
    return rules;
  }

  // What every function checks: first that pointers, product and tensors are good, at the end
  // values and outputs. Lists name these rules only where they stand elsewhere.
  void AddObvious(std::vector<RuleUse>* rules) const {
    const auto is_missing = [&](RuleId id) {
      return absl::c_none_of(*rules, [&](const RuleUse& rule) { return rule.id == id; });
    };
    std::vector<RuleUse> first, last;
    for (RuleId id : {RuleId::kNull, RuleId::kProduct, RuleId::kTensor}) {
      if (is_missing(id)) first.push_back(RuleForAll(InfoOf(id)));
    }
    for (RuleId id : {RuleId::kAttr, RuleId::kOutput}) {
      if (!is_missing(id)) continue;
      RuleUse rule = RuleForAll(InfoOf(id));
      if (!rule.params.empty()) last.push_back(std::move(rule));
    }
    rules->insert(rules->begin(), first.begin(), first.end());
    rules->insert(rules->end(), last.begin(), last.end());
  }

  // The rule, about every parameter it can be applied to.
  RuleUse RuleForAll(const RuleInfo& info) const {
    RuleUse rule;
    rule.id = info.id;
    for (size_t i = 0; i < spec().params.size(); ++i) {
      if (Applies(info.subject, spec().params[i])) rule.params.push_back(static_cast<int>(i));
    }
    return rule;
  }

  RuleUse ReadRule(const RuleInfo& info, const Yaml& item, const Yaml& arguments, bool bare) const {
    RuleUse rule;
    rule.id = info.id;
    if (bare && info.form != RuleForm::kNone && info.form != RuleForm::kEach) {
      item.Error(absl::StrCat("R.", info.name, " needs arguments"));
      return rule;
    }
    switch (info.form) {
      case RuleForm::kNone:
        if (!bare) item.Error(absl::StrCat("R.", info.name, " takes no arguments"));
        break;
      case RuleForm::kEach:
        if (!bare) {
          rule.params = SubjectList(arguments, info, 1);
        } else {
          rule = RuleForAll(info);
          if (rule.params.empty())
            item.Error(absl::StrCat("there is no parameter R.", info.name, " can be applied to"));
        }
        break;
      case RuleForm::kEqual:
        rule.params = SubjectList(arguments, info, 2);
        break;
      case RuleForm::kCombine:
        if (info.id == RuleId::kCastable) {
          arguments.Fields({"inputs", "output"}, {"result"});
          rule.value = ResultNamed(arguments["result"]);
        } else {
          arguments.Fields({"inputs"}, {"output"});
        }
        rule.params = SubjectList(arguments["inputs"], info, info.id == RuleId::kCastable ? 1 : 2);
        rule.has_output = static_cast<bool>(arguments["output"]);
        if (rule.has_output)
          rule.params.push_back(SubjectNamed(arguments["output"], info, RuleSubject::kOutputs));
        break;
      case RuleForm::kRank:
        if (info.id == RuleId::kMaxRank && arguments.IsSequence()) {
          rule.params = SubjectList(arguments, info, 1);
          rule.value = kUsualMaxRank;
          break;
        }
        arguments.Fields({"params", "rank"});
        rule.params = SubjectList(arguments["params"], info, 1);
        rule.value = arguments["rank"].Integer();
        break;
      case RuleForm::kProducts: {
        arguments.Fields({"param", "products", "value"});
        rule.params = {SubjectNamed(arguments["param"], info, info.subject)};
        for (const Yaml& name : arguments["products"].Items())
          rule.products.push_back(names_.ProductNamed(name, name.Text()));
        if (arguments["products"] && rule.products.empty())
          arguments["products"].Error("at least one product is needed");
        if (arguments["value"]) {
          rule.value =
              names_
                  .ValueNamed(arguments["value"], spec().params[rule.params[0]], arguments["value"])
                  .number;
        }
        break;
      }
      case RuleForm::kDimension:
        arguments.Fields({std::string(info.name), "tensor"});
        rule.params = {info.id == RuleId::kDim ? DimNamed(arguments["dim"], info)
                                               : DimsNamed(arguments["dims"], info),
                       SubjectNamed(arguments["tensor"], info, info.subject)};
        break;
      case RuleForm::kReshaped:
        if (info.id == RuleId::kSliced) {
          arguments.Fields({"dim", "start", "end", "step", "input", "output"});
          rule.params = {DimNamed(arguments["dim"], info)};
          for (const char* name : {"start", "end", "step"})
            rule.params.push_back(AttrNamed(arguments[name], info, ParamKind::kInteger, "int"));
        } else if (info.id == RuleId::kInterleaved) {
          arguments.Fields({"repeats", "size", "input", "output"}, {"dim"});
          for (const char* name : {"repeats", "size"})
            rule.params.push_back(AttrNamed(arguments[name], info, ParamKind::kInteger, "int"));
          if (arguments["dim"]) rule.params.push_back(DimNamed(arguments["dim"], info));
        } else {
          const std::string_view array = info.id == RuleId::kRepeated   ? "repeats"
                                         : info.id == RuleId::kPermuted ? "dims"
                                                                        : "pads";
          arguments.Fields({array, "input", "output"});
          rule.params = {DimsNamed(arguments[array], info)};
        }
        rule.params.push_back(SubjectNamed(arguments["input"], info, info.subject));
        rule.params.push_back(SubjectNamed(arguments["output"], info, RuleSubject::kOutputs));
        break;
      case RuleForm::kRanges:
        arguments.Fields({"start", "end", "step", "tensor"});
        for (const char* name : {"start", "end", "step"})
          rule.params.push_back(AttrNamed(arguments[name], info, ParamKind::kScalar, "scalar"));
        rule.params.push_back(SubjectNamed(arguments["tensor"], info, info.subject));
        break;
      case RuleForm::kShifts:
        arguments.Fields({"dims", "tensor", "shifts"});
        rule.params = {DimsNamed(arguments["dims"], info),
                       SubjectNamed(arguments["tensor"], info, info.subject),
                       DimsNamed(arguments["shifts"], info)};
        break;
      case RuleForm::kJoins:
        arguments.Fields({"dim", "inputs", "output"});
        rule.params = {DimNamed(arguments["dim"], info)};
        for (int input : SubjectList(arguments["inputs"], info, 2)) rule.params.push_back(input);
        rule.params.push_back(SubjectNamed(arguments["output"], info, RuleSubject::kOutputs));
        break;
      case RuleForm::kSplits:
        arguments.Fields({"dim", "sizes", "input", "outputs"});
        rule.params = {DimNamed(arguments["dim"], info), DimsNamed(arguments["sizes"], info)};
        for (const Yaml& output : arguments["outputs"].Items())
          rule.params.push_back(SubjectNamed(output, info, RuleSubject::kOutputs));
        rule.params.push_back(SubjectNamed(arguments["input"], info, info.subject));
        break;
      case RuleForm::kGathers:
        arguments.Fields({"dim", "wraps", "input", "index", "output"});
        rule.params = {DimNamed(arguments["dim"], info),
                       AttrNamed(arguments["wraps"], info, ParamKind::kBool, "bool"),
                       SubjectNamed(arguments["input"], info, info.subject),
                       SubjectNamed(arguments["index"], info, info.subject),
                       SubjectNamed(arguments["output"], info, RuleSubject::kOutputs)};
        break;
      case RuleForm::kIndexes:
        arguments.Fields({"dim", "tensor", "index", "source"});
        rule.params = {DimNamed(arguments["dim"], info)};
        for (const char* name : {"tensor", "index", "source"})
          rule.params.push_back(SubjectNamed(arguments[name], info, info.subject));
        break;
      case RuleForm::kIndices:
        arguments.Fields({"indices", "dim", "tensor"});
        rule.params = {DimsNamed(arguments["indices"], info), DimNamed(arguments["dim"], info),
                       SubjectNamed(arguments["tensor"], info, info.subject)};
        break;
      case RuleForm::kHalves:
        arguments.Fields({"dim", "whole", "halves"});
        rule.params = {DimNamed(arguments["dim"], info),
                       SubjectNamed(arguments["whole"], info, info.subject)};
        for (int half : SubjectList(arguments["halves"], info, 1)) rule.params.push_back(half);
        break;
      case RuleForm::kScalar:
        arguments.Fields({"scalar", "inputs"});
        rule.params = {AttrNamed(arguments["scalar"], info, ParamKind::kScalar, "scalar")};
        for (int input : SubjectList(arguments["inputs"], info, 1)) rule.params.push_back(input);
        break;
      case RuleForm::kNamed:
        arguments.Fields({"dtype", "tensor"});
        rule.params = {AttrNamed(arguments["dtype"], info, ParamKind::kDType, "dtype"),
                       SubjectNamed(arguments["tensor"], info, info.subject)};
        break;
      case RuleForm::kLimit:
        arguments.Fields({"param", "value"}, {"when"});
        rule.params = {SubjectNamed(arguments["param"], info, info.subject)};
        rule.value = arguments["value"].Integer();
        rule.has_output = static_cast<bool>(arguments["when"]);
        if (rule.has_output)
          rule.params.push_back(AttrNamed(arguments["when"], info, ParamKind::kBool, "bool"));
        break;
    }
    CheckOptional(info, item, rule);
    return rule;
  }

  // Rules that name parameters by their places cannot leave one out.
  void CheckOptional(const RuleInfo& info, const Yaml& item, const RuleUse& rule) const {
    if (info.form == RuleForm::kEach || info.form == RuleForm::kEqual ||
        info.form == RuleForm::kCombine || info.form == RuleForm::kRank)
      return;
    for (int param : rule.params) {
      if (spec().params[param].is_optional_tensor())
        item.Error(absl::StrCat("R.", info.name, " cannot be applied to ",
                                spec().params[param].name, ", which may be null"));
    }
  }

  // A ResultKind; promoted if nothing is said.
  static int64_t ResultNamed(const Yaml& yaml) {
    static constexpr std::string_view kNames[] = {"promoted", "floating", "bool", "any"};
    if (!yaml) return 0;
    const auto* known = std::find(std::begin(kNames), std::end(kNames), yaml.Text());
    if (known != std::end(kNames)) return known - std::begin(kNames);
    yaml.Error(
        absl::StrCat("result \"", yaml.Text(), "\" is none of ", absl::StrJoin(kNames, ", ")));
    return 0;
  }

  // Checks that protect the kernels must not be forgotten.
  void CheckComplete(const Yaml& list, const std::vector<RuleUse>& rules,
                     const std::set<int>& absent) const {
    if (!list) return;
    for (const RuleInfo& info : kRules) {
      std::set<int> named;
      int uses = 0;
      for (const RuleUse& rule : rules) {
        if (rule.id != info.id) continue;
        ++uses;
        named.insert(rule.params.begin(), rule.params.end());
      }
      if (info.complete && uses > 1)
        list.Error(absl::StrCat("the rule ", info.name, " stands here twice"));
      for (size_t i = 0; info.complete && i < spec().params.size(); ++i) {
        if (Applies(info.subject, spec().params[i]) && !named.contains(static_cast<int>(i)) &&
            !absent.contains(static_cast<int>(i))) {
          list.Error(absl::StrCat("R.", info.name, " must also name ", spec().params[i].name));
        }
      }
    }
    for (size_t i = 0; i < spec().params.size(); ++i) {
      const auto is_dim = [&](const RuleUse& rule) {
        return rule.id == RuleId::kDim && rule.params[0] == static_cast<int>(i);
      };
      if (spec().params[i].kind == ParamKind::kDim && !absent.contains(static_cast<int>(i)) &&
          std::none_of(rules.begin(), rules.end(), is_dim)) {
        list.Error(
            absl::StrCat("no rule says which values ", spec().params[i].name, " may have (R.dim)"));
      }
      const auto follows = [&](const RuleUse& rule) {
        return (rule.id == RuleId::kInterleaved || rule.id == RuleId::kSplit ||
                rule.id == RuleId::kRanged) &&
               rule.params[1] == static_cast<int>(i);
      };
      const bool has_rule = std::any_of(rules.begin(), rules.end(), follows);
      if (spec().params[i].follows() && !absent.contains(static_cast<int>(i)) && !has_rule) {
        list.Error(absl::StrCat(
            spec().params[i].name,
            " needs samples, or a rule from which it follows (R.interleaved, R.split, R.ranged)"));
      }
      if (!spec().params[i].follows() && has_rule)
        list.Error(absl::StrCat(spec().params[i].name, " follows from a rule and has no samples"));
    }
  }

  // Each tensor's dtypes and shape must follow from the rules: they are all that cases and kernels
  // rely on.
  void CheckCovered(const Yaml& list, const std::vector<RuleUse>& rules,
                    const std::set<int>& absent) const {
    if (!list) return;
    std::set<int> dtype, shape;
    bool dtype_grows = true;
    while (dtype_grows) {
      const size_t before = dtype.size();
      for (const RuleUse& rule : rules) {
        if (rule.id == RuleId::kDType || (rule.id == RuleId::kPromote && rule.has_output) ||
            rule.id == RuleId::kCastable || rule.id == RuleId::kNamedDType)
          dtype.insert(rule.params.begin(), rule.params.end());
        if (rule.id == RuleId::kSameDType &&
            std::any_of(rule.params.begin(), rule.params.end(),
                        [&](int p) { return dtype.contains(p); })) {
          dtype.insert(rule.params.begin(), rule.params.end());
        }
      }
      dtype_grows = dtype.size() != before;
    }
    for (const RuleUse& rule : rules) {
      if (rule.id == RuleId::kSameShape || rule.id == RuleId::kBroadcast ||
          rule.id == RuleId::kHalf || InfoOf(rule.id).form == RuleForm::kReshaped ||
          InfoOf(rule.id).form == RuleForm::kJoins || InfoOf(rule.id).form == RuleForm::kSplits ||
          rule.id == RuleId::kGathered || rule.id == RuleId::kIndexed)
        shape.insert(rule.params.begin(), rule.params.end());
    }
    for (size_t i = 0; i < spec().params.size(); ++i) {
      if (!Applies(RuleSubject::kTensors, spec().params[i]) || absent.contains(static_cast<int>(i)))
        continue;
      if (!dtype.contains(static_cast<int>(i)))
        list.Error(absl::StrCat("no rule says which dtypes ", spec().params[i].name, " may have"));
      if (!shape.contains(static_cast<int>(i)))
        list.Error(absl::StrCat("no rule says which shape ", spec().params[i].name, " must have"));
    }
  }

  const SpecNames& names_;
};

}  // namespace

std::vector<RuleUse> ReadRules(const Yaml& list, const SpecNames& names,
                               const std::set<int>& absent) {
  return RuleReader(names).Read(list, absent);
}

}  // namespace openaclnn::specgen
