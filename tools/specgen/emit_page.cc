#include "tools/specgen/emit_page.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/emit_example.h"
#include "tools/specgen/text.h"

namespace openaclnn::specgen {
namespace {

std::string Row(const std::vector<std::string>& cells) {
  std::vector<std::string> safe;
  for (const std::string& cell : cells) {
    safe.push_back(absl::StrReplaceAll(std::string(absl::StripAsciiWhitespace(cell)),
                                       {{"|", "\\|"}, {"\n", " "}}));
  }
  return absl::StrCat("| ", absl::StrJoin(safe, " | "), " |\n");
}

std::string Heading(const std::vector<std::string>& cells) {
  return absl::StrCat(Row(cells), "|",
                      absl::StrJoin(std::vector<std::string>(cells.size(), "---"), "|"), "|\n");
}

// Functions that say the same in `describe` share a section, headed by their names unless it is for
// all.
template <typename Describe>
std::string Shared(const Spec& spec, Describe describe) {
  std::vector<std::pair<std::string, std::vector<std::string>>> sections;
  for (const Function& function : spec.functions) {
    const std::string text = describe(function);
    const auto same = std::find_if(sections.begin(), sections.end(),
                                   [&](const auto& section) { return section.first == text; });
    if (same == sections.end()) {
      sections.push_back({text, {function.name}});
    } else {
      same->second.push_back(function.name);
    }
  }
  std::string result;
  for (const auto& [text, names] : sections) {
    if (sections.size() > 1) absl::StrAppend(&result, "### ", absl::StrJoin(names, ", "), "\n\n");
    absl::StrAppend(&result, text, "\n");
  }
  return result;
}

// " of float32 or int8", if the parameter has dtypes of its own.
std::string OwnDTypes(const std::vector<DTypes>& products) {
  std::set<std::string> names;
  for (const DTypes& dtypes : products) {
    for (aclDataType dtype : dtypes) names.insert(std::string(DTypeName(dtype)));
  }
  return names.empty() ? "" : absl::StrCat(" of ", absl::StrJoin(names, ", "));
}

std::string Parameters(const Spec& spec, const Function& function) {
  std::string text = Heading({"parameter", "", "values"});
  for (int param : function.CParams()) {
    const Param& info = spec.params[param];
    const std::string own_dtypes = OwnDTypes(spec.OwnDTypes(function, param));
    const bool in_place = std::any_of(function.in_place.begin(), function.in_place.end(),
                                      [&](const auto& entry) { return entry.second == param; });
    const std::string choices = Choices(info);
    std::string values = choices;
    if (info.tensor()) values = "tensor, any strides";
    if (info.is_list()) values = "list of tensors, any strides";
    if (info.kind == ParamKind::kBool) values = "true or false";
    if (info.kind == ParamKind::kDim) values = "dimension number";
    if (info.kind == ParamKind::kInteger) values = "integer";
    if (info.kind == ParamKind::kIntArray) values = "integers";
    if (info.kind == ParamKind::kDouble || info.kind == ParamKind::kFloat) values = "number";
    if (info.kind == ParamKind::kScalar) values = absl::StrCat("scalar", own_dtypes);
    if (info.kind == ParamKind::kDType) values = "dtype";
    if (info.tensor()) absl::StrAppend(&values, own_dtypes);
    if (info.optional) {
      const RuleUse* some = function.FindRule(RuleId::kSome);
      const bool is_some =
          some != nullptr && std::count(some->params.begin(), some->params.end(), param) > 0;
      absl::StrAppend(&values, ", may be null", is_some ? " (R.some)" : "");
    }
    absl::StrAppend(
        &text, Row({absl::StrCat("`", function.c_names[param], "`"),
                    absl::StrCat(info.doc, in_place ? "; the result replaces it" : ""), values}));
  }
  return text;
}

std::string DTypeTable(const Function& function, const ProductTable& products) {
  std::string text = Heading({"product", "dtypes"});
  for (size_t i = 0; i < products.rows.size(); ++i) {
    const bool has = function.Supports(static_cast<int>(i));
    absl::StrAppend(&text,
                    Row({absl::StrCat(products.rows[i].title, " (`", products.rows[i].name, "`)"),
                         has ? DTypeList(function.products[i]) : "not supported"}));
  }
  return text;
}

std::string Errors(const Spec& spec, const Function& function, const ProductTable& products) {
  std::string text = Heading({"rule", "code", "returned when"});
  absl::StrAppend(
      &text, Row({"", "161001 ACLNN_ERR_PARAM_NULLPTR", "`workspaceSize` or `executor` is null"}));
  for (const RuleUse& rule : function.rules) {
    const std::string broken = BrokenText(spec, function, rule, products);
    if (!broken.empty())
      absl::StrAppend(&text,
                      Row({absl::StrCat("R.", InfoOf(rule.id).name), CodeText(rule.id), broken}));
  }
  return text;
}

std::string Accuracy(const Spec& spec) {
  std::vector<std::string> dtypes;
  for (const auto& [dtype, bound] : spec.accuracy[0].modes[0].second) dtypes.push_back(dtype);
  std::vector<std::string> heading = {"backend", "mode"};
  heading.insert(heading.end(), dtypes.begin(), dtypes.end());
  std::string text = Heading(heading);
  for (const BackendAccuracy& backend : spec.accuracy) {
    for (const auto& [mode, bounds] : backend.modes) {
      std::vector<std::string> cells = {backend.backend, mode};
      for (const std::string& dtype : dtypes) {
        const auto found = std::find_if(bounds.begin(), bounds.end(),
                                        [&](const auto& bound) { return bound.first == dtype; });
        cells.push_back(found == bounds.end() ? "" : found->second);
      }
      absl::StrAppend(&text, Row(cells));
    }
  }
  return text;
}

// What testing/exhaustive measured, a row for each sweep, type and mode; modes that measured alike
// share one.
std::string Measured(const nlohmann::json& measured) {
  if (!measured.is_object() || !measured.contains("measurements")) return "";
  struct Line {
    std::string sweep, dtype, modes, count, inexact, max_ulp;
  };
  std::vector<Line> lines;
  for (const auto& entry : measured["measurements"]) {
    const int64_t count = entry.value("count", int64_t{0}),
                  inexact = entry.value("inexact", int64_t{0});
    const std::string share =
        inexact == 0 ? "none"
                     : absl::StrFormat("%.4f %%", 100.0 * static_cast<double>(inexact) /
                                                      static_cast<double>(count));
    Line line = {entry.value("sweep", ""),
                 entry.value("dtype", ""),
                 entry.value("mode", ""),
                 absl::StrCat(count),
                 share,
                 entry.value("max_ulp", "")};
    const bool again = !lines.empty() && lines.back().sweep == line.sweep &&
                       lines.back().dtype == line.dtype && lines.back().count == line.count &&
                       lines.back().inexact == line.inexact && lines.back().max_ulp == line.max_ulp;
    if (again) {
      absl::StrAppend(&lines.back().modes, ", ", line.modes);
    } else {
      lines.push_back(std::move(line));
    }
  }
  std::string text =
      Heading({"measured", "dtype", "mode", "results", "not the nearest number", "greatest error"});
  for (const Line& line : lines)
    absl::StrAppend(
        &text, Row({line.sweep, line.dtype, line.modes, line.count, line.inexact, line.max_ulp}));
  return absl::StrCat(
      "Measured on the CPU backend against the exact result, which `tools/bazel run //ops/",
      measured.value("op", ""),
      ":accuracy` repeats: all float16 and bfloat16 inputs, a sample of 2^20 float32 inputs, all "
      "int8 inputs, int32 near 0, ties "
      "and powers of two; gradients 1, -0.3 and a huge one, or all of an integer type.\n\n",
      text, "\n");
}

// The operator types that graphs know the operator by.
std::string GraphTypes(const Spec& spec) {
  if (spec.irs.empty()) return "";
  std::string text = absl::StrCat(
      "## In graphs\n\nOperator types of [graph mode](../graph.md); names in parentheses are those "
      "of the function's parameters.\n\n",
      Heading({"type", "header", "inputs", "attributes", "outputs", "computed by"}));
  for (const Ir& ir : spec.irs) {
    const Function& function = spec.functions[ir.function];
    const auto named = [&](const std::string& name, int param) {
      return param == kNoParam ? absl::StrCat("`", name, "` (not read)")
                               : absl::StrCat("`", name, "` (", function.c_names[param], ")");
    };
    const auto list = [&](const std::vector<std::pair<std::string, int>>& tensors) {
      return absl::StrJoin(tensors, ", ", [&](std::string* out, const auto& tensor) {
        out->append(named(tensor.first, tensor.second));
      });
    };
    const auto attr = [&](std::string* out, const IrAttr& each) {
      absl::StrAppend(
          out,
          each.param == kNoParam ? absl::StrCat("`", each.name, "`") : named(each.name, each.param),
          " ", each.type,
          each.default_value.has_value() ? absl::StrCat(" = ", each.default_value->text)
                                         : ", to be set",
          each.param == kNoParam ? ", no other value" : "");
    };
    absl::StrAppend(&text,
                    Row({absl::StrCat("`", ir.type, "`"), absl::StrCat("`", ir.Header(), "`"),
                         list(ir.inputs), absl::StrJoin(ir.attrs, "; ", attr), list(ir.outputs),
                         absl::StrCat("`", function.name, "`")}));
  }
  return absl::StrCat(text, "\n");
}

}  // namespace

std::string OpPage(const Spec& spec, const ProductTable& products, const Counts& counts,
                   const nlohmann::json& measured) {
  std::string page = absl::StrCat(
      "<!-- Generated from ops/", spec.op, "/spec.yaml: tools/bazel run //ops:update_docs -->\n# ",
      spec.op, "\n\n", spec.summary, "\n\n```text\n", absl::StripAsciiWhitespace(spec.description),
      "\n```\n\n## Functions\n\n```c\n");
  std::set<std::string> headers;
  for (const Function& function : spec.functions) headers.insert(function.header);
  for (const std::string& header : headers)
    absl::StrAppend(&page, "#include \"aclnnop/", header, "\"\n");
  for (const Function& function : spec.functions) {
    absl::StrAppend(&page, "\n");
    if (!function.doc.empty()) absl::StrAppend(&page, Wrap(function.doc, "// ", 100));
    absl::StrAppend(&page, Phase1Signature(spec, function), ";\n", Phase2Signature(function),
                    ";\n");
  }
  absl::StrAppend(&page,
                  "```\n\nThe first function of a pair checks the arguments and plans the work, "
                  "the second enqueues it on a stream.\n\n## Example\n\n```cpp\n",
                  ExampleSource(spec, products), "```\n\n## Parameters\n\n");
  absl::StrAppend(
      &page, Shared(spec, [&](const Function& function) { return Parameters(spec, function); }));
  absl::StrAppend(&page, GraphTypes(spec));
  absl::StrAppend(&page, "## Products and dtypes\n\n", Shared(spec, [&](const Function& function) {
    return DTypeTable(function, products);
  }));
  absl::StrAppend(
      &page,
      "## Errors\n\nIn this order; the first that applies is returned, and `aclGetRecentErrMsg()` "
      "says what was wrong.\n\n",
      Shared(spec, [&](const Function& function) { return Errors(spec, function, products); }));
  absl::StrAppend(&page,
                  "## Accuracy\n\nLargest error of any element, in units in the last place of the "
                  "output's dtype, against the exact result.\n\n",
                  Accuracy(spec), "\n", absl::StripAsciiWhitespace(spec.accuracy_reason), "\n\n",
                  Measured(measured));
  if (!spec.deviations.empty()) {
    absl::StrAppend(&page, "## Where sources disagree\n\n",
                    Heading({"", "what differs", "here", "why", "held by the cases"}));
    for (const Deviation& deviation : spec.deviations) {
      const std::string held_by = absl::StrCat("`", absl::StrJoin(deviation.held_by, "`, `"), "`");
      absl::StrAppend(&page,
                      Row({deviation.id, deviation.what, deviation.we, deviation.why, held_by}));
    }
    absl::StrAppend(&page, "\n");
  }
  if (!spec.known_failures.empty()) {
    absl::StrAppend(&page, "## Known failures\n\n",
                    Heading({"cases", "backend", "products", "why"}));
    for (const KnownFailure& known : spec.known_failures) {
      const std::string products_of =
          known.products.empty() ? "all" : absl::StrJoin(known.products, ", ");
      absl::StrAppend(&page, Row({absl::StrCat("`", absl::StrJoin(known.cases, "`, `"), "`"),
                                  known.backend, products_of, known.reason}));
    }
    absl::StrAppend(&page, "\n");
  }
  return absl::StrCat(
      page, "## Tests\n\n", counts.positive, " calls that must be right, ", counts.rejected,
      " with a product or dtype that must be refused and ", counts.errors,
      " with a broken argument, each on every product it applies to; ", counts.records,
      " records of golden data ([golden](../../ops/", spec.op, "/golden/MANIFEST.json)).\n");
}

std::string IndexPage(const std::vector<Spec>& specs, const ProductTable& products) {
  std::string page =
      "<!-- Generated from ops/*/spec.yaml: tools/bazel run //ops:update_docs -->\n# "
      "Operators\n\nWhich "
      "dtypes each function accepts on each "
      "product; empty: the "
      "product has no such operator.\n\n";
  std::vector<std::string> heading = {"function", "operator"};
  for (const ProductRow& row : products.rows) heading.push_back(row.title);
  absl::StrAppend(&page, Heading(heading));
  // Sorted by name, whatever the order of the specs.
  std::map<std::string, std::string> rows;
  for (const Spec& spec : specs) {
    for (const Function& function : spec.functions) {
      std::vector<std::string> cells = {absl::StrCat("`", function.name, "`"),
                                        absl::StrCat("[", spec.op, "](", spec.op, ".md)")};
      for (const DTypes& accepted : function.products) cells.push_back(DTypeList(accepted));
      rows[function.name] = Row(cells);
    }
  }
  for (const auto& [name, row] : rows) absl::StrAppend(&page, row);
  return page;
}

}  // namespace openaclnn::specgen
