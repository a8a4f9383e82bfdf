#include "tools/specgen/known_functions.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tools/specgen/emit_cpp.h"
#include "tools/specgen/text.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {
namespace {

constexpr std::string_view kOrigin = "tools/install/known_functions.yaml";

bool IsWord(std::string_view text) {
  return !text.empty() && !absl::ascii_isdigit(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

// "const aclTensor* self", of the types that the vendor's functions have.
bool IsParam(std::string_view param) {
  constexpr std::array<std::string_view, 8> kPointers = {
      "aclTensor*",   "aclTensorList*", "aclScalar*",    "aclScalarList*",
      "aclIntArray*", "aclFloatArray*", "aclBoolArray*", "char*"};
  constexpr std::array<std::string_view, 10> kValues = {
      "bool",     "int",   "int8_t", "int32_t",     "int64_t",
      "uint64_t", "float", "double", "aclDataType", "uint64_t*"};
  absl::ConsumePrefix(&param, "const ");
  const std::pair<std::string_view, std::string_view> words =
      absl::StrSplit(param, absl::MaxSplits(' ', 1));
  return IsWord(words.second) &&
         (std::find(kPointers.begin(), kPointers.end(), words.first) != kPointers.end() ||
          std::find(kValues.begin(), kValues.end(), words.first) != kValues.end());
}

void ReadFunctions(const Yaml& headers, bool has_phases, std::set<std::string>* names,
                   KnownFunctions* known) {
  for (const auto& [header, list] : headers.Entries()) {
    if (!absl::StartsWith(header, "aclnn_") || !absl::EndsWith(header, ".h"))
      list.Error("a header is named aclnn_<name>.h");
    std::vector<KnownFunction>& functions = (*known)[header];
    for (const Yaml& item : list.Items()) {
      const std::string text = item.Text();
      std::string_view rest = text;
      const size_t end = std::min(text.find('('), text.size());
      const std::string_view name = rest.substr(0, end);
      rest.remove_prefix(end);
      if (!IsWord(name) || !absl::ConsumePrefix(&rest, "(") || !absl::ConsumeSuffix(&rest, ")")) {
        item.Error(absl::StrCat("\"", text, "\" is no function; wanted: Name(type name, ...)"));
        continue;
      }
      KnownFunction function = {absl::StrCat("aclnn", name), absl::StrSplit(rest, ", "),
                                has_phases};
      for (const std::string& param : function.params) {
        if (!IsParam(param))
          item.Error(absl::StrCat("\"", param,
                                  "\" is no parameter; wanted: type name, of a type of the C API"));
      }
      if (!names->insert(function.name).second)
        item.Error(absl::StrCat(function.name, " stands here twice"));
      functions.push_back(std::move(function));
    }
  }
}

// What the operator with this header declares there; null if none has it.
const Spec* FindSpec(const std::vector<Spec>& specs, const std::string& header) {
  for (const Spec& spec : specs) {
    for (const Function& function : spec.functions) {
      if (function.header == header) return &spec;
    }
  }
  return nullptr;
}

// The function as text.h's signatures want it.
Function Named(const KnownFunction& known) {
  Function function;
  function.name = known.name;
  return function;
}

// The C functions that it consists of.
std::vector<std::string> Signatures(const KnownFunction& function) {
  const std::string params = absl::StrJoin(function.params, ", ");
  if (!function.has_phases) return {absl::StrCat("aclnnStatus ", function.name, "(", params, ")")};
  return {absl::StrCat("aclnnStatus ", function.name, "GetWorkspaceSize(", params,
                       ", uint64_t* workspaceSize, aclOpExecutor** executor)"),
          Phase2Signature(Named(function))};
}

std::string Prototypes(const std::vector<KnownFunction>& functions) {
  std::string text;
  for (const KnownFunction& function : functions) {
    for (const std::string& signature : Signatures(function))
      absl::StrAppend(&text, Prototype(signature));
  }
  return text;
}

}  // namespace

KnownFunctions ReadKnownFunctions(const std::string& text, std::string_view file,
                                  Problems* problems) {
  KnownFunctions known;
  const Yaml root = Yaml::Parse(text, file, problems);
  root.Fields({"functions", "plain_functions"});
  std::set<std::string> names;
  ReadFunctions(root["functions"], true, &names, &known);
  ReadFunctions(root["plain_functions"], false, &names, &known);
  return known;
}

KnownFunctions Unimplemented(const KnownFunctions& known, const std::vector<Spec>& specs) {
  std::set<std::string> implemented;
  for (const Spec& spec : specs) {
    for (const Function& function : spec.functions) implemented.insert(function.name);
  }
  KnownFunctions result;
  for (const auto& [header, functions] : known) {
    std::vector<KnownFunction> missing;
    std::copy_if(
        functions.begin(), functions.end(), std::back_inserter(missing),
        [&](const KnownFunction& function) { return !implemented.contains(function.name); });
    if (!missing.empty() || FindSpec(specs, header) == nullptr) result[header] = missing;
  }
  return result;
}

std::string UnimplementedHeader(const std::string& header,
                                const std::vector<KnownFunction>& functions,
                                const std::vector<Spec>& specs, const ProductTable& products) {
  const Spec* const spec = FindSpec(specs, header);
  std::string origin(kOrigin);
  std::string declarations;
  if (spec != nullptr) {
    absl::StrAppend(&origin, " and ops/", spec->op, "/spec.yaml");
    declarations = Declarations(*spec, header, products);
  }
  absl::StrAppend(
      &declarations,
      functions.empty()
          ? "\n/* Nothing: the library does not know what the vendor's header declares. */\n"
          : "\n/* Not implemented by openaclnn. libopenaclnn_unimplemented.so has them: they "
            "return 561003 and touch\n"
            " * nothing, and aclGetRecentErrMsg() says that they are not implemented. */\n",
      Prototypes(functions));
  return Header(origin, header, declarations);
}

std::string UnimplementedSource(const KnownFunctions& functions, const std::vector<Spec>& specs,
                                std::string_view version) {
  size_t implemented = 0;
  for (const Spec& spec : specs) implemented += spec.functions.size();
  std::string text = absl::StrCat("// Generated from ", kOrigin, R"( by specgen.
#include "aclnn/openaclnn_unimplemented.h"

#include <cstdio>

namespace {

aclnnStatus Unimplemented(const char* function) {
  char message[512];
  std::snprintf(message, sizeof(message),
                "%s is not implemented by openaclnn )",
                                  version, "; implemented are the ", implemented,
                                  R"( functions of the support matrix, "
                "share/doc/openaclnn/ops/README.md",
                function);
  return openaclnnUnimplemented(message);
}

}  // namespace

extern "C" {
)");
  for (const auto& [header, list] : functions) {
    for (const KnownFunction& function : list) {
      for (const std::string& signature : Signatures(function)) {
        absl::StrAppend(&text, "ACLNN_API ", signature, " { return Unimplemented(\"", function.name,
                        "\"); }\n");
      }
    }
  }
  return absl::StrCat(text, "}  // extern \"C\"\n");
}

std::string UnimplementedList(const KnownFunctions& functions) {
  std::string text;
  for (const auto& [header, list] : functions) {
    for (const KnownFunction& function : list)
      absl::StrAppend(&text, header, " ", function.name, "\n");
  }
  return text;
}

std::string KnownFunctionsHeader(const KnownFunctions& known) {
  std::string prototypes;
  std::string list = "\n#define OPENACLNN_KNOWN_FUNCTIONS(WITH_PHASES, PLAIN)";
  for (const auto& [header, functions] : known) {
    absl::StrAppend(&prototypes, Prototypes(functions));
    for (const KnownFunction& function : functions) {
      const std::vector<std::string_view> zeros(function.params.size(), "0");
      absl::StrAppend(&list, " \\\n  ", function.has_phases ? "WITH_PHASES(" : "PLAIN(",
                      function.name, ", ", absl::StrJoin(zeros, ", "), ")");
    }
  }
  return Header(kOrigin, "known_functions.h", absl::StrCat("\n", prototypes, list, "\n"));
}

}  // namespace openaclnn::specgen
