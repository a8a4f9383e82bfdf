// Makes everything that follows from an operator's spec. Called by Bazel (ops/operator.bzl,
// runtime/products); by hand:
//
//   specgen op --products=products.yaml --profiles=a.yaml,b.yaml --headers=aclnn_x.h
//     --protos=x_proto.h --out=DIR spec.yaml
//   specgen index --products=products.yaml --out=FILE spec.yaml...
//   specgen python --products=products.yaml --out=FILE spec.yaml...
//   specgen known --known=known_functions.yaml --version=V
//     --products=products.yaml --out=DIR spec.yaml...
//   specgen products --out=FILE products.yaml
//
// `op` writes into DIR: include/aclnnop/<headers>, <op>_spec.h, <op>_api.cc, <op>_invoke.cc,
// cases.json, example.cc, <op>.md, and if there are any include/op_proto/<protos> and <op>_ir.cc;
// `known`: include/aclnnop/<headers>, unimplemented.cc, unimplemented.txt, known_functions.h
// (tools/specgen/known_functions.h). What is wrong with a file is printed as file:line: message,
// nothing is written then, and the exit status is 1.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/strings/str_join.h"
#include "tools/specgen/cases/cases.h"
#include "tools/specgen/emit_cpp.h"
#include "tools/specgen/emit_example.h"
#include "tools/specgen/emit_ir.h"
#include "tools/specgen/emit_page.h"
#include "tools/specgen/emit_python.h"
#include "tools/specgen/known_functions.h"
#include "tools/specgen/problems.h"
#include "tools/specgen/products.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/spec.h"

ABSL_FLAG(std::string, products, "", "products.yaml");
ABSL_FLAG(std::vector<std::string>, profiles, {}, "case profiles");
ABSL_FLAG(std::vector<std::string>, headers, {}, "the public headers the build file expects");
ABSL_FLAG(std::vector<std::string>, protos, {}, "the headers of prototypes the build file expects");
ABSL_FLAG(std::string, accuracy, "",
          "the operator's measured accuracy (golden/ACCURACY.json), if there is any");
ABSL_FLAG(std::string, known, "", "functions of the vendor (tools/install/known_functions.yaml)");
ABSL_FLAG(std::string, version, "", "the release, for messages");
ABSL_FLAG(std::string, out, "", "file or folder to write");

namespace openaclnn::specgen {
namespace {

std::string Read(const std::string& file, Problems* problems) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) problems->Add(file, 0, "cannot be read");
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

void Write(const std::filesystem::path& file, const std::string& text, Problems* problems) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) problems->Add(file.string(), 0, "cannot be written");
}

ProductTable Products(Problems* problems) {
  const std::string file = absl::GetFlag(FLAGS_products);
  return ReadProducts(Read(file, problems), file, problems);
}

// Bazel must know the names of files before it can read YAML, so that build files repeat them.
void CheckNames(const Spec& spec, std::string_view what, std::string_view attribute,
                const std::set<std::string>& in_spec, const std::vector<std::string>& flag,
                Problems* problems) {
  if (in_spec == std::set<std::string>(flag.begin(), flag.end())) return;
  problems->Add(spec.file, 1,
                absl::StrCat("the ", what, " are in ", absl::StrJoin(in_spec, ", "),
                             ", but the build file says ", attribute, " = [",
                             absl::StrJoin(flag, ", "), "]"));
}

void CheckHeaders(const Spec& spec, Problems* problems) {
  std::set<std::string> headers, protos;
  for (const Function& function : spec.functions) headers.insert(function.header);
  for (const Ir& ir : spec.irs) protos.insert(ir.Header());
  CheckNames(spec, "functions", "headers", headers, absl::GetFlag(FLAGS_headers), problems);
  CheckNames(spec, "types", "protos", protos, absl::GetFlag(FLAGS_protos), problems);
}

void MakeOp(const std::string& file, Problems* problems) {
  const ProductTable products = Products(problems);
  const Spec spec = ReadSpec(Read(file, problems), file, products, problems);
  std::vector<Profile> profiles;
  for (const std::string& profile : absl::GetFlag(FLAGS_profiles))
    profiles.push_back(ReadProfile(Read(profile, problems), profile, problems));
  CheckHeaders(spec, problems);
  if (spec.example.empty())
    problems->Add(file, 1, "example: is missing; it has the calls of the program ops/<op>:example");
  if (!problems->empty()) return;
  const nlohmann::ordered_json cases = ExpandCases(spec, products, profiles, problems);
  if (!problems->empty()) return;
  const Counts counts = {cases["counts"]["positive"], cases["counts"]["rejected"],
                         cases["counts"]["errors"], static_cast<int64_t>(cases["values"].size())};
  nlohmann::json measured;
  if (const std::string file_of_accuracy = absl::GetFlag(FLAGS_accuracy);
      !file_of_accuracy.empty()) {
    measured = nlohmann::json::parse(Read(file_of_accuracy, problems), nullptr,
                                     /*allow_exceptions=*/false);
    if (measured.is_discarded()) problems->Add(file_of_accuracy, 1, "is not JSON");
    if (!problems->empty()) return;
  }
  const std::filesystem::path out = absl::GetFlag(FLAGS_out);
  for (const std::string& header : absl::GetFlag(FLAGS_headers)) {
    Write(out / "include" / "aclnnop" / header, PublicHeader(spec, header, products), problems);
  }
  Write(out / (spec.op + "_spec.h"), SpecHeader(spec), problems);
  Write(out / (spec.op + "_api.cc"), ApiSource(spec), problems);
  Write(out / (spec.op + "_invoke.cc"), InvokeSource(spec), problems);
  Write(out / "example.cc", ExampleSource(spec, products), problems);
  for (const Ir& ir : spec.irs)
    Write(out / "include" / "op_proto" / ir.Header(), ProtoHeader(spec, ir), problems);
  if (!spec.irs.empty()) Write(out / (spec.op + "_ir.cc"), IrSource(spec), problems);
  Write(out / "cases.json", cases.dump() + "\n", problems);
  Write(out / (spec.op + ".md"), OpPage(spec, products, counts, measured), problems);
}

std::vector<Spec> ReadSpecs(const std::vector<std::string>& files, const ProductTable& products,
                            Problems* problems) {
  std::vector<Spec> specs;
  for (const std::string& file : files)
    specs.push_back(ReadSpec(Read(file, problems), file, products, problems));
  return specs;
}

void MakeIndex(const std::vector<std::string>& files, Problems* problems) {
  const ProductTable products = Products(problems);
  const std::vector<Spec> specs = ReadSpecs(files, products, problems);
  if (problems->empty()) Write(absl::GetFlag(FLAGS_out), IndexPage(specs, products), problems);
}

void MakePython(const std::vector<std::string>& files, Problems* problems) {
  const ProductTable products = Products(problems);
  const std::vector<Spec> specs = ReadSpecs(files, products, problems);
  if (!problems->empty()) return;
  const std::string module = PythonModule(specs, products, problems);
  if (problems->empty()) Write(absl::GetFlag(FLAGS_out), module, problems);
}

void MakeKnown(const std::vector<std::string>& files, Problems* problems) {
  const ProductTable products = Products(problems);
  const std::vector<Spec> specs = ReadSpecs(files, products, problems);
  const std::string file = absl::GetFlag(FLAGS_known);
  const KnownFunctions known = ReadKnownFunctions(Read(file, problems), file, problems);
  if (!problems->empty()) return;
  const KnownFunctions unimplemented = Unimplemented(known, specs);
  const std::filesystem::path out = absl::GetFlag(FLAGS_out);
  for (const auto& [header, functions] : unimplemented) {
    Write(out / "include" / "aclnnop" / header,
          UnimplementedHeader(header, functions, specs, products), problems);
  }
  Write(out / "unimplemented.cc",
        UnimplementedSource(unimplemented, specs, absl::GetFlag(FLAGS_version)), problems);
  Write(out / "unimplemented.txt", UnimplementedList(unimplemented), problems);
  Write(out / "known_functions.h", KnownFunctionsHeader(known), problems);
}

void MakeProducts(const std::string& file, Problems* problems) {
  const std::string source = ProductsSource(Read(file, problems), file, problems);
  if (problems->empty()) Write(absl::GetFlag(FLAGS_out), source, problems);
}

int Main(int argc, char** argv) {
  const std::vector<char*> words = absl::ParseCommandLine(argc, argv);
  const std::vector<std::string> args(words.begin() + 1, words.end());
  Problems problems;
  if (args.size() == 2 && args[0] == "op") {
    MakeOp(args[1], &problems);
  } else if (args.size() >= 2 && args[0] == "index") {
    MakeIndex({args.begin() + 1, args.end()}, &problems);
  } else if (args.size() >= 2 && args[0] == "python") {
    MakePython({args.begin() + 1, args.end()}, &problems);
  } else if (args.size() >= 2 && args[0] == "known") {
    MakeKnown({args.begin() + 1, args.end()}, &problems);
  } else if (args.size() == 2 && args[0] == "products") {
    MakeProducts(args[1], &problems);
  } else {
    std::cerr
        << "specgen op|index|python|known|products FLAGS FILE...; see tools/specgen/main.cc\n";
    return 2;
  }
  if (problems.empty()) return 0;
  std::cerr << problems.Text() << "\n";
  return 1;
}

}  // namespace
}  // namespace openaclnn::specgen

int main(int argc, char** argv) { return openaclnn::specgen::Main(argc, argv); }
