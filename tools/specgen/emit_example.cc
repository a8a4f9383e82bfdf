#include "tools/specgen/emit_example.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "runtime/products/default_soc.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/text.h"

namespace openaclnn::specgen {
namespace {

constexpr size_t kWidth = 100;

// "ACL_FLOAT"
std::string Enumerator(aclDataType dtype) {
  return absl::StrCat("ACL_", absl::StripPrefix(DTypeVendorName(dtype), "DT_"));
}

// `head`, the words with commas, and `tail`, broken before kWidth; what does not fit goes below the
// first word.
std::string Broken(const std::string& head, const std::vector<std::string>& words,
                   std::string_view tail) {
  std::string text = head;
  size_t column = head.size();
  for (size_t i = 0; i < words.size(); ++i) {
    const bool last = i + 1 == words.size();
    const size_t size = words[i].size() + (last ? tail.size() : 1);
    if (i > 0 && column + 1 + size > kWidth) {
      absl::StrAppend(&text, "\n", std::string(head.size(), ' '));
      column = head.size();
    } else if (i > 0) {
      text.push_back(' ');
      ++column;
    }
    absl::StrAppend(&text, words[i], last ? tail : ",");
    column += size;
  }
  if (words.empty()) absl::StrAppend(&text, tail);
  return text + "\n";
}

// "{4}, {1, 2, 3, 4}, ACL_INT32", in words.
std::vector<std::string> TensorWords(const ExampleTensor& tensor) {
  std::vector<std::string> words = {absl::StrCat("{", absl::StrJoin(tensor.shape, ", "), "}")};
  const bool is_float = tensor.dtype == ACL_FLOAT;
  for (size_t i = 0; i < tensor.values.size(); ++i) {
    words.push_back(absl::StrCat(i == 0 ? "{" : "", tensor.values[i],
                                 i + 1 == tensor.values.size() ? "}" : ""));
  }
  if (!is_float && tensor.values.empty()) words.emplace_back("{}");
  if (!is_float) words.push_back(Enumerator(tensor.dtype));
  return words;
}

class CallText {
 public:
  CallText(const Spec& spec, const ExampleCall& call, std::string indent)
      : spec_(spec),
        call_(call),
        function_(spec.functions[call.function]),
        indent_(std::move(indent)) {}

  std::string Text() {
    for (int param : function_.CParams()) AddArgument(param);
    std::string text = absl::StrCat(
        declarations_, Broken(absl::StrCat(indent_, "session.Run("), arguments_, ");"));
    for (const auto& [variable, name] : written_)
      absl::StrAppend(&text, indent_, variable, ".Print(", Quoted(name), ");\n");
    return text;
  }

 private:
  void AddArgument(int number) {
    const Param& param = spec_.params[number];
    const std::string& name = function_.c_names[number];
    const std::string variable = Snake(name);
    const auto tensors = call_.tensors.find(number);
    if (tensors == call_.tensors.end()) {
      AddAttribute(param, name, variable, call_.attributes.at(number));
      return;
    }
    if (tensors->second.empty()) {
      arguments_.push_back(absl::StrCat("/*", name, "=*/nullptr"));
      return;
    }
    const bool is_written =
        param.is_output() || std::any_of(function_.in_place.begin(), function_.in_place.end(),
                                         [&](const auto& entry) { return entry.second == number; });
    if (param.is_list()) {
      std::vector<std::string> members;
      for (size_t i = 0; i < tensors->second.size(); ++i) {
        const std::string member = absl::StrCat(variable, "_", i);
        AddTensor("Tensor", member, tensors->second[i]);
        members.push_back("&" + member);
        if (is_written) written_.emplace_back(member, absl::StrCat(name, "[", i, "]"));
      }
      absl::StrAppend(&declarations_, indent_, "const acl_example::TensorList ", variable, "({",
                      absl::StrJoin(members, ", "), "});\n");
    } else {
      AddTensor("const Tensor", variable, tensors->second[0]);
      if (is_written) written_.emplace_back(variable, name);
    }
    arguments_.push_back(variable);
  }

  void AddTensor(std::string_view type, const std::string& variable, const ExampleTensor& tensor) {
    absl::StrAppend(&declarations_, Broken(absl::StrCat(indent_, type, " ", variable, "("),
                                           TensorWords(tensor), ");"));
  }

  void AddAttribute(const Param& param, const std::string& name, const std::string& variable,
                    const Value& value) {
    const auto number = [&] {
      return param.kind == ParamKind::kEnum || param.kind == ParamKind::kDim
                 ? absl::StrCat(value.number)
                 : value.text;
    };
    if (value.null) {
      arguments_.push_back(absl::StrCat("/*", name, "=*/nullptr"));
    } else if (param.kind == ParamKind::kScalar) {
      const size_t space = value.text.find(' ');
      const std::string digits =
          space == std::string::npos ? value.text : value.text.substr(space + 1);
      absl::StrAppend(&declarations_, indent_, "const acl_example::Scalar ", variable, "(", digits,
                      ");\n");
      arguments_.push_back(variable);
    } else if (param.kind == ParamKind::kIntArray) {
      absl::StrAppend(&declarations_, indent_, "const acl_example::IntArray ", variable, "({",
                      absl::StrJoin(value.numbers, ", "), "});\n");
      arguments_.push_back(variable);
    } else if (param.kind == ParamKind::kString) {
      absl::StrAppend(&declarations_, indent_, "char ", variable, "[] = ", Quoted(value.text),
                      ";\n");
      arguments_.push_back(variable);
    } else if (param.kind == ParamKind::kDType) {
      arguments_.push_back(Enumerator(static_cast<aclDataType>(value.number)));
    } else {
      arguments_.push_back(absl::StrCat("/*", name, "=*/", number()));
    }
  }

  const Spec& spec_;
  const ExampleCall& call_;
  const Function& function_;
  const std::string indent_;
  std::string declarations_;
  std::vector<std::string> arguments_ = {function_.name + "GetWorkspaceSize", function_.name};
  std::vector<std::pair<std::string, std::string>> written_;  // variable, name
};

// The chip of the first product that has all functions; empty if the default chip is of such a one.
std::string SocFor(const Spec& spec, const ProductTable& products) {
  std::string soc;
  for (size_t i = products.rows.size(); i-- > 0;) {
    const bool has_all =
        std::all_of(spec.example.begin(), spec.example.end(), [&](const ExampleCall& call) {
          return spec.functions[call.function].Supports(static_cast<int>(i));
        });
    if (has_all && products.rows[i].soc == kDefaultSoc) return "";
    if (has_all) soc = products.rows[i].soc;
  }
  return soc;
}

}  // namespace

std::string ExampleSource(const Spec& spec, const ProductTable& products) {
  const std::string soc = SocFor(spec, products);
  std::set<std::string> headers;
  for (const ExampleCall& call : spec.example) headers.insert(spec.functions[call.function].header);
  std::string text = absl::StrCat(
      Wrap(spec.summary, "// ", kWidth), "//\n//   tools/bazel run //ops/", spec.op, ":example\n\n",
      soc.empty() ? "" : "#include <cstdlib>\n\n", "#include \"acl_example.h\"\n");
  for (const std::string& header : headers)
    absl::StrAppend(&text, "#include \"aclnnop/", header, "\"\n");
  absl::StrAppend(&text, "\nusing acl_example::Tensor;\n\nint main() {\n",
                  soc.empty() ? ""
                              : absl::StrCat("  // The default chip lacks it.\n"
                                             "  setenv(\"OPENACLNN_DEVICES\", ",
                                             Quoted(soc), ", 1);\n"),
                  "  const acl_example::Session session;\n");
  const bool is_one = spec.example.size() == 1;
  for (const ExampleCall& call : spec.example) {
    const std::string body = CallText(spec, call, is_one ? "  " : "    ").Text();
    absl::StrAppend(&text, is_one ? "" : "  {\n", body, is_one ? "" : "  }\n");
  }
  return text + "}\n";
}

}  // namespace openaclnn::specgen
