#include "tools/specgen/text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::specgen {

std::string Declaration(const Spec& spec, const Function& function, int param) {
  const std::string& name = function.c_names[param];
  switch (spec.params[param].kind) {
    case ParamKind::kInput: {
      const bool written = std::any_of(function.in_place.begin(), function.in_place.end(),
                                       [&](const auto& entry) { return entry.second == param; });
      // So the vendor names what a function may write, and some that only their twins write.
      const bool is_reference = name.ends_with("Ref");
      return absl::StrCat((written || is_reference) && !function.const_outputs ? "" : "const ",
                          "aclTensor* ", name);
    }
    case ParamKind::kOutput:
      return absl::StrCat(function.const_outputs ? "const " : "", "aclTensor* ", name);
    case ParamKind::kInputList:
      return absl::StrCat("const aclTensorList* ", name);
    case ParamKind::kOutputList:
      return absl::StrCat("aclTensorList* ", name);
    case ParamKind::kString:
      return absl::StrCat("char* ", name);
    case ParamKind::kEnum:
    case ParamKind::kDim:
    case ParamKind::kInteger:
      return absl::StrCat("int64_t ", name);
    case ParamKind::kBool:
      return absl::StrCat("bool ", name);
    case ParamKind::kScalar:
      return absl::StrCat("const aclScalar* ", name);
    case ParamKind::kDouble:
      return absl::StrCat("double ", name);
    case ParamKind::kFloat:
      return absl::StrCat("float ", name);
    case ParamKind::kDType:
      return absl::StrCat("const aclDataType ", name);
    case ParamKind::kIntArray:
      return absl::StrCat("const aclIntArray* ", name);
  }
  return "";
}

std::string Phase1Signature(const Spec& spec, const Function& function) {
  std::vector<std::string> params;
  for (int param : function.CParams()) params.push_back(Declaration(spec, function, param));
  params.push_back("uint64_t* workspaceSize");
  params.push_back("aclOpExecutor** executor");
  return absl::StrCat("aclnnStatus ", function.name, "GetWorkspaceSize(",
                      absl::StrJoin(params, ", "), ")");
}

std::string Phase2Signature(const Function& function) {
  return absl::StrCat(
      "aclnnStatus ", function.name,
      "(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream)");
}

std::string DTypeList(const DTypes& dtypes) {
  return absl::StrJoin(dtypes, ", ", [](std::string* out, aclDataType dtype) {
    absl::StrAppend(out, DTypeName(dtype));
  });
}

std::string Choices(const Param& param) {
  if (!param.listed()) return "";
  return absl::StrJoin(param.values, " or ", [&](std::string* out, const Value& value) {
    if (param.kind == ParamKind::kString) {
      absl::StrAppend(out, "\"", value.text, "\"");
    } else {
      absl::StrAppend(out, value.number, " (", value.text, ")");
    }
  });
}

std::string CodeText(RuleId id) {
  switch (InfoOf(id).code) {
    case kParamNullptr:
      return "161001 ACLNN_ERR_PARAM_NULLPTR";
    case kFindKernelError:
      return "561003 ACLNN_ERR_INNER_FIND_KERNEL_ERROR";
    case kInnerNullptr:
      return "561103 ACLNN_ERR_INNER_NULLPTR";
    default:
      return id == RuleId::kTensor
                 ? "161002 ACLNN_ERR_PARAM_INVALID or 561103 ACLNN_ERR_INNER_NULLPTR"
                 : "161002 ACLNN_ERR_PARAM_INVALID";
  }
}

std::string BrokenText(const Spec& spec, const Function& function, const RuleUse& rule,
                       const ProductTable& products) {
  const std::vector<std::string>& names = function.c_names;
  const std::vector<int> inputs(rule.params.begin(), rule.params.empty() || !rule.has_output
                                                         ? rule.params.end()
                                                         : rule.params.end() - 1);
  const auto others = [&](size_t first) {
    return NameList(names, std::vector<int>(rule.params.begin() + first, rule.params.end()));
  };
  const RuleForm form = InfoOf(rule.id).form;
  const std::string joined =
      form == RuleForm::kJoins || form == RuleForm::kSplits
          ? NameList(names,
                     std::vector<int>(rule.params.begin() + (form == RuleForm::kJoins ? 1 : 2),
                                      rule.params.end() - 1))
          : "";
  // What is said of a parameter and the one it always is needs no words.
  const bool equal = InfoOf(rule.id).form == RuleForm::kEqual;
  if (equal && others(1) == names[rule.params[0]]) return "";
  switch (rule.id) {
    case RuleId::kSome:
      return absl::StrCat(others(0), rule.params.size() == 1 ? " is null" : " are all null");
    case RuleId::kNull: {
      std::vector<int> passed = rule.params;
      std::erase_if(passed, [&](int param) {
        return function.fixed.contains(param) || spec.params[param].optional;
      });
      const bool any_list = std::any_of(passed.begin(), passed.end(),
                                        [&](int param) { return spec.params[param].is_list(); });
      return absl::StrCat("one of ", NameList(names, passed),
                          " is null (161002 for what was destroyed",
                          any_list ? ", and for a list without tensors)" : ")");
    }
    case RuleId::kProduct:
      return "the product has no such operator";
    case RuleId::kTensor:
      return absl::StrCat("the shape of ", others(0),
                          " has a negative extent or too many elements (161002), or the view is "
                          "not contiguous and leaves its storage (561103)");
    case RuleId::kDType:
      return absl::StrCat("the product does not support the dtype of ", others(0));
    case RuleId::kSameDType:
      return absl::StrCat("the dtype of ", others(1), " is not that of ", names[rule.params[0]]);
    case RuleId::kPromote:
      if (!rule.has_output)
        return absl::StrCat("the dtypes of ", others(0),
                            " do not promote to one the product accepts");
      return absl::StrCat("the dtypes of ", NameList(names, inputs),
                          " do not promote to one the product accepts, or ",
                          names[rule.params.back()], " does not have it");
    case RuleId::kCastable:
      return absl::StrCat("the result of ", NameList(names, inputs),
                          " cannot be converted to the dtype of ", names[rule.params.back()]);
    case RuleId::kScalarType:
      return absl::StrCat("the dtype of ", names[rule.params[0]],
                          " cannot be converted to the one that ", others(1),
                          rule.params.size() > 2 ? " promote to" : " has");
    case RuleId::kNamedDType:
      return absl::StrCat(names[rule.params[1]], " does not have the dtype that ",
                          names[rule.params[0]], " names");
    case RuleId::kAtLeast:
      return absl::StrCat(
          names[rule.params[0]], " is less than ", rule.value,
          rule.has_output ? absl::StrCat(" and ", names[rule.params[1]], " is true") : "");
    case RuleId::kFormat:
      return absl::StrCat(others(0),
                          " has a format other than ND, NCHW, NHWC, HWCN, NDHWC, NCDHW, NC or NCL");
    case RuleId::kMaxRank:
      return absl::StrCat(others(0), " has more than ", rule.value, " dimensions");
    case RuleId::kMinRank:
      return absl::StrCat(others(0), " has fewer than ", rule.value, " dimensions");
    case RuleId::kSameShape:
      return absl::StrCat("the shape of ", others(1), " is not that of ", names[rule.params[0]]);
    case RuleId::kBroadcast:
      if (!rule.has_output) return absl::StrCat("the shapes of ", others(0), " do not broadcast");
      return absl::StrCat("the shapes of ", NameList(names, inputs), " do not broadcast, or ",
                          names[rule.params.back()], " does not have the result");
    case RuleId::kAttr: {
      std::vector<std::string> texts;
      for (int param : rule.params) {
        if (!function.fixed.contains(param))
          texts.push_back(absl::StrCat(names[param], " is not ", Choices(spec.params[param])));
      }
      return absl::StrJoin(texts, ", or ");
    }
    case RuleId::kAttrProduct: {
      if (function.fixed.contains(rule.params[0])) return "";
      std::vector<std::string> titles, values;
      for (int product : rule.products) titles.push_back(products.rows[product].title);
      for (const Value& value : spec.params[rule.params[0]].values) {
        if (value.number == rule.value) values.push_back(value.text);
      }
      return absl::StrCat(names[rule.params[0]], " is not ", absl::StrJoin(values, ""), " on ",
                          absl::StrJoin(titles, ", "));
    }
    case RuleId::kDim:
      if (function.fixed.contains(rule.params[0])) return "";
      return absl::StrCat(names[rule.params[0]],
                          " is not in [-r, r-1], r being the number of dimensions of ",
                          names[rule.params[1]], " (1 for rank 0)");
    case RuleId::kDims:
      return absl::StrCat(
          names[rule.params[0]],
          " has a number that is not in [-r, r-1], r being the number of dimensions of ",
          names[rule.params[1]], " (1 for rank 0), or names a dimension twice");
    case RuleId::kPermuted:
      return absl::StrCat(names[rule.params[0]], " does not name each dimension of ",
                          names[rule.params[1]], " once, or the extents of ", names[rule.params[2]],
                          " are not those of ", names[rule.params[1]], " in this order");
    case RuleId::kSliced:
      return absl::StrCat("the shape of ", names[rule.params[5]], " is not that of ",
                          names[rule.params[4]], ", along dimension ", names[rule.params[0]],
                          " with the elements from ", names[rule.params[1]], " to ",
                          names[rule.params[2]], " in steps of ", names[rule.params[3]]);
    case RuleId::kRepeated:
      return absl::StrCat(names[rule.params[0]], " has fewer numbers than ", names[rule.params[1]],
                          " dimensions, or a negative one; or the extents ", "of ",
                          names[rule.params[2]], " are not those of ", names[rule.params[1]],
                          " times these numbers");
    case RuleId::kPadded:
      return absl::StrCat(
          names[rule.params[0]], " does not have two numbers for each of the last dimensions of ",
          names[rule.params[1]], ", or takes away more elements than there are; ",
          "or the extents of ", names[rule.params[2]], " are not those that follow");
    case RuleId::kInterleaved: {
      const size_t last = rule.params.size() - 1;
      const std::string along =
          last == 4 ? absl::StrCat(" along dimension ", names[rule.params[2]]) : "";
      return absl::StrCat(names[rule.params[1]], " is not ", names[rule.params[0]],
                          " times the number of elements of ", names[rule.params[last - 1]], along,
                          ", or ", names[rule.params[last]], " does not have as many", along);
    }
    case RuleId::kReflected:
      return absl::StrCat(names[rule.params[0]], " does not have two numbers less than the last ",
                          "extent of ", names[rule.params[1]], ", or takes away all of it; or the ",
                          "extents of ", names[rule.params[2]], " are not those that follow");
    case RuleId::kRanged:
      return absl::StrCat(names[rule.params[2]], " is 0 or leads from ", names[rule.params[0]],
                          " away from ", names[rule.params[1]],
                          ", or one of them is not finite; or ", names[rule.params[3]],
                          " does not have an element for each number of the range");
    case RuleId::kRolled:
      return absl::StrCat(
          names[rule.params[2]], " does not have a number for each of ", names[rule.params[0]],
          ", or one if there are none; or one of ", names[rule.params[0]],
          " is not in [-r, r-1], r being the number of dimensions of ", names[rule.params[1]]);
    case RuleId::kJoined:
      return absl::StrCat("one of ", joined, " is not like the first but along dimension ",
                          names[rule.params[0]],
                          " (those of shape [0] have no elements and any rank), or ",
                          names[rule.params.back()], " is not as long there as all of them");
    case RuleId::kStacked:
      return absl::StrCat("one of ", joined, " has another shape than the first, or ",
                          names[rule.params.back()], " has not all of them along its dimension ",
                          names[rule.params[0]], "");
    case RuleId::kSplit:
      return absl::StrCat(names[rule.params[1]], " does not have a number for each of ", joined,
                          "; or one is negative, or they do not add up to the extent of ",
                          names[rule.params.back()], " in dimension ", names[rule.params[0]],
                          "; or a shape does not follow");
    case RuleId::kGathered: {
      const auto fixed = function.fixed.find(rule.params[0]);
      const std::string dimension = absl::StrCat(
          "dimension ", fixed != function.fixed.end() ? fixed->second.text : names[rule.params[0]]);
      return absl::StrCat("the shape of ", names[rule.params[4]], " is not that of ",
                          names[rule.params[2]], " with the extents of ", names[rule.params[3]],
                          " in the place of ", dimension, " (1 for rank 0), or ",
                          names[rule.params[2]], " has rank 0 and ", names[rule.params[3]],
                          " not one element");
    }
    case RuleId::kIndexed:
      return absl::StrCat("the shape of ", names[rule.params[3]], " is not that of ",
                          names[rule.params[1]], " with an element for each of ",
                          names[rule.params[2]], " along dimension ", names[rule.params[0]],
                          " (rank 0 counts as 1)");
    case RuleId::kIndices:
      return absl::StrCat(
          names[rule.params[0]], " has a number that is not in [-n, n-1], n being the extent of ",
          names[rule.params[2]], " along dimension ", names[rule.params[1]], " (1 for rank 0)");
    case RuleId::kHalf:
      return absl::StrCat("along dimension ", names[rule.params[0]], " the extent of ", others(2),
                          " is not half of that of ", names[rule.params[1]],
                          ", or another extent differs");
    case RuleId::kOutput:
      return absl::StrCat("elements of ", others(0), " overlap");
  }
  return "";
}

std::string Snake(const std::string& name) {
  std::string result;
  for (char c : name) {
    if (absl::ascii_isupper(c) && !result.empty()) result.push_back('_');
    result.push_back(absl::ascii_tolower(c));
  }
  return result;
}

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

std::string Wrap(const std::string& text, const std::string& prefix, size_t width) {
  std::string result;
  for (std::string_view paragraph : absl::StrSplit(text, '\n')) {
    std::string line = prefix;
    for (std::string_view word : absl::StrSplit(paragraph, ' ', absl::SkipEmpty())) {
      if (line.size() > prefix.size() && line.size() + 1 + word.size() > width) {
        absl::StrAppend(&result, line, "\n");
        line = prefix;
      }
      absl::StrAppend(&line, line.size() == prefix.size() ? "" : " ", word);
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    absl::StrAppend(&result, line, "\n");
  }
  return result;
}

}  // namespace openaclnn::specgen
