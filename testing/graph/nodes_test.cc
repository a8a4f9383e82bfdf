// Every positive golden case that a graph can express, as a graph of one node. Its results must
// have the bits of the single call with the same arguments: //ops/<op>:conformance_* holds that
// call to the golden truth, and equal bits are the strictest bound there is.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "ge_api.h"
#include "graph.h"
#include "graph/tensor.h"
#include "gtest/gtest.h"
#include "op_proto/array_ops.h"
#include "operator_factory.h"
#include "runtime/graph/registry.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/number.h"
#include "runtime/tensor/shape.h"
#include "testing/arguments.h"
#include "testing/cases.h"
#include "testing/safetensors.h"
#include "testing/session.h"

namespace openaclnn::testing {
namespace {

using graph::Argument;
using graph::AttrInfo;
using graph::AttrType;
using graph::kNone;
using graph::TypeInfo;
using Options = std::map<ge::AscendString, ge::AscendString>;

// Why a case is no graph of one node.
constexpr std::string_view kNoType = "its function computes no operator type",
                           kInPlace = "an output is an input", kNull = "a tensor is null",
                           kView = "a tensor is a view", kFormat = "a tensor has a format",
                           kNoAttribute = "a parameter is no attribute and not its default",
                           kScalarType = "the number is none of float32",
                           kResultType = "an output has another type than inference gives it";

// Device memory for a tensor, contiguous.
std::shared_ptr<void> NewMemory(size_t bytes) {
  void* memory = nullptr;
  EXPECT_EQ(aclrtMalloc(&memory, std::max<size_t>(bytes, 1), ACL_MEM_MALLOC_HUGE_FIRST), 0);
  return {memory, [](void* address) { (void)aclrtFree(address); }};
}

std::vector<int64_t> DimsOf(const ArgCase& arg) {
  return {arg.tensor.view.shape.begin(), arg.tensor.view.shape.end()};
}

size_t BytesOf(const ArgCase& arg) {
  const TensorView& view = arg.tensor.view;
  return static_cast<size_t>(ElementCount(view.shape).value_or(0)) * DTypeBytes(view.dtype);
}

// The golden values of an input.
std::string_view ValuesOf(const Case& test, const ArgCase& arg, const SafeTensors& golden) {
  const StoredTensor* const stored =
      golden.Find(absl::StrCat(test.values, "/in/", arg.inputs.empty() ? "" : arg.inputs[0]));
  return stored == nullptr ? std::string_view() : stored->bytes;
}

double NumberOf(const ArgCase& arg) {
  if (arg.kind == ArgCase::Kind::kScalar) {
    const std::optional<Number> number = Number::Read(arg.dtype, arg.bytes.data());
    return number.has_value() ? number->AsDouble() : 0;
  }
  return arg.kind == ArgCase::Kind::kReal ? arg.real : static_cast<double>(arg.number);
}

// Whether a node whose type has no attribute for this parameter passes this value.
bool IsDefault(const ArgCase& arg, const Argument& argument) {
  switch (arg.kind) {
    case ArgCase::Kind::kString:
      return !arg.is_null && arg.text == argument.text;
    case ArgCase::Kind::kDType:
      return arg.dtype == static_cast<aclDataType>(argument.number);
    case ArgCase::Kind::kScalar:
      if (argument.null || arg.is_null) return argument.null && arg.is_null;
      return NumberOf(arg) ==
             (IsFloat(argument.dtype) ? argument.real : static_cast<double>(argument.number));
    case ArgCase::Kind::kReal:
      return arg.real == argument.real;
    case ArgCase::Kind::kIntArray:
      return false;
    default:
      return arg.number == argument.number;
  }
}

// Sets an attribute as the case has the parameter; false if the attribute cannot say that.
bool SetAttr(const ArgCase& arg, const Argument& argument, const AttrInfo& attr,
             ge::Operator& node) {
  switch (attr.type) {
    case AttrType::kInt:
      node.SetAttr(attr.name, arg.kind == ArgCase::Kind::kDType ? int64_t{arg.dtype} : arg.number);
      return true;
    case AttrType::kBool:
      node.SetAttr(attr.name, arg.number != 0);
      return true;
    case AttrType::kFloat: {
      const auto number = static_cast<float>(NumberOf(arg));
      node.SetAttr(attr.name, number);
      if (arg.kind == ArgCase::Kind::kScalar) return !arg.is_null && arg.dtype == ACL_FLOAT;
      return std::isnan(arg.real) || static_cast<double>(number) == arg.real;
    }
    case AttrType::kString:
      for (const ParamValue& listed : argument.values) {
        const bool is_it = arg.kind == ArgCase::Kind::kString ? listed.text == arg.text
                                                              : listed.number == arg.number;
        if (is_it) node.SetAttr(attr.name, std::string(listed.text));
      }
      return true;
    case AttrType::kType:
      node.SetAttr(attr.name, static_cast<ge::DataType>(arg.dtype));
      return true;
    case AttrType::kListInt:
      node.SetAttr(attr.name, arg.numbers);
      return true;
    default:
      ADD_FAILURE() << "no case has an attribute of type " << graph::AttrTypeName(attr.type);
      return false;
  }
}

// A case as a node of one of the types that its function computes.
class NodeOfCase {
 public:
  NodeOfCase(const Case& test, const TypeInfo& type, const SafeTensors& golden)
      : test_(test), type_(type), golden_(golden) {}

  // Why it is none; empty if it is one.
  std::string_view Build() {
    for (const ArgCase& arg : test_.args) {
      if (arg.same_as >= 0) return kInPlace;
      if (arg.kind != ArgCase::Kind::kTensor) continue;
      if (arg.is_null) return kNull;
      const TensorView& view = arg.tensor.view;
      if (!IsContiguous(view.shape, view.strides) || view.offset != 0) return kView;
      if (arg.tensor.format != ACL_FORMAT_ND) return kFormat;
    }
    node_ = ge::OperatorFactory::CreateOperator("node", type_.name);
    for (const graph::Port& port : type_.inputs) {
      // What is not read may be any tensor.
      AddInput(port.name, test_.args[port.argument == kNone ? FirstInput() : Place(port.argument)]);
    }
    for (size_t i = 0; i < type_.arguments.size(); ++i) {
      const ArgCase& arg = test_.args[i];
      if (arg.kind == ArgCase::Kind::kTensor) continue;
      const auto attr =
          std::find_if(type_.attrs.begin(), type_.attrs.end(),
                       [&](const AttrInfo& each) { return each.argument == static_cast<int>(i); });
      if (attr == type_.attrs.end()) {
        if (!IsDefault(arg, type_.arguments[i])) return kNoAttribute;
      } else if (!SetAttr(arg, type_.arguments[i], *attr, node_)) {
        return kScalarType;
      }
    }
    return "";
  }

  // The results of the graph, or why they are none.
  std::string_view Run(ge::Session& session, std::vector<ge::Tensor>* outputs) {
    ge::Graph graph("case");
    std::vector<std::pair<ge::Operator, std::vector<size_t>>> results;
    for (size_t i = 0; i < type_.outputs.size(); ++i) results.push_back({node_, {i}});
    graph.SetInputs(nodes_).SetOutputs(results);
    EXPECT_EQ(session.AddGraph(0, graph), ge::SUCCESS) << ge::GEGetErrorMsg();
    EXPECT_EQ(session.CompileGraph(0), ge::SUCCESS) << ge::GEGetErrorMsg();
    const ge::CompiledGraphSummaryPtr summary = session.GetCompiledGraphSummary(0);
    if (summary == nullptr) return "";
    std::vector<ge::DataType> dtypes;
    std::vector<ge::Shape> shapes;
    (void)summary->GetOutputDtypes(dtypes);
    (void)summary->GetOutputShapes(shapes);
    std::string_view why;
    for (size_t i = 0; i < type_.outputs.size(); ++i) {
      const ArgCase& arg = test_.args[Place(type_.outputs[i].argument)];
      EXPECT_EQ(shapes[i].GetDims(), DimsOf(arg));
      if (static_cast<aclDataType>(dtypes[i]) != arg.tensor.view.dtype) why = kResultType;
    }
    if (why.empty()) {
      EXPECT_EQ(session.RunGraph(0, tensors_, *outputs), ge::SUCCESS) << ge::GEGetErrorMsg();
    }
    EXPECT_EQ(session.RemoveGraph(0), ge::SUCCESS);
    return why;
  }

  // What the function itself writes to the outputs of the type.
  std::vector<std::vector<char>> Call(aclrtStream stream) {
    Arguments arguments;
    std::vector<std::shared_ptr<void>> memory;
    std::vector<aclTensor*> tensors;
    for (const ArgCase& arg : test_.args) {
      aclTensor* tensor = nullptr;
      if (arg.kind == ArgCase::Kind::kTensor) {
        const std::vector<int64_t> dims = DimsOf(arg);
        const std::string_view values = ValuesOf(test_, arg, golden_);
        memory.push_back(NewMemory(BytesOf(arg)));
        if (!arg.is_output && !values.empty())
          std::memcpy(memory.back().get(), values.data(), values.size());
        tensor = aclCreateTensor(dims.data(), dims.size(), arg.tensor.view.dtype, nullptr, 0,
                                 ACL_FORMAT_ND, dims.data(), dims.size(), memory.back().get());
      } else {
        memory.push_back(nullptr);
      }
      tensors.push_back(tensor);
      arguments.Add(arg, tensor);
    }
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(type_.get_workspace_size(arguments.args(), &size, &executor), 0) << RecentMessage();
    const std::shared_ptr<void> workspace = NewMemory(size);
    EXPECT_EQ(type_.run(size == 0 ? nullptr : workspace.get(), size, executor, stream), 0)
        << RecentMessage();
    EXPECT_EQ(aclrtSynchronizeStream(stream), 0) << RecentMessage();
    std::vector<std::vector<char>> outputs;
    for (const graph::Port& port : type_.outputs) {
      const size_t place = Place(port.argument);
      const char* const data = static_cast<const char*>(memory[place].get());
      outputs.emplace_back(data, data + BytesOf(test_.args[place]));
    }
    for (aclTensor* tensor : tensors) (void)aclDestroyTensor(tensor);
    return outputs;
  }

 private:
  static size_t Place(int argument) { return static_cast<size_t>(argument); }

  size_t FirstInput() const {
    return static_cast<size_t>(std::find_if(test_.args.begin(), test_.args.end(),
                                            [](const ArgCase& arg) {
                                              return arg.kind == ArgCase::Kind::kTensor &&
                                                     !arg.is_output;
                                            }) -
                               test_.args.begin());
  }

  void AddInput(const char* name, const ArgCase& arg) {
    const ge::TensorDesc desc(ge::Shape(DimsOf(arg)), ge::FORMAT_ND,
                              static_cast<ge::DataType>(arg.tensor.view.dtype));
    const std::string_view values = ValuesOf(test_, arg, golden_);
    EXPECT_EQ(values.size(), BytesOf(arg)) << "golden values of " << arg.name;
    tensors_.emplace_back(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size());
    ge::op::Data data(absl::StrCat("data_", name));
    data.update_output_desc_y(desc);
    node_.SetInput(name, data);
    nodes_.push_back(data);
  }

  const Case& test_;
  const TypeInfo& type_;
  const SafeTensors& golden_;
  ge::Operator node_;
  std::vector<ge::Operator> nodes_;  // the inputs
  std::vector<ge::Tensor> tensors_;
};

// One operator, whose cases are read and run.
class Nodes : public ::testing::TestWithParam<std::string> {
 protected:
  void Run(const Case& test, const TypeInfo& type, aclrtStream stream) {
    SCOPED_TRACE(absl::StrCat(test.id, " as ", type.name));
    NodeOfCase node(test, type, *golden_);
    std::vector<ge::Tensor> outputs;
    std::string_view why = node.Build();
    if (why.empty()) why = node.Run(*session_, &outputs);
    if (!why.empty()) {
      ++left_out_[why];
      return;
    }
    ASSERT_EQ(outputs.size(), type.outputs.size());
    const std::vector<std::vector<char>> wanted = node.Call(stream);
    for (size_t i = 0; i < outputs.size(); ++i) {
      ASSERT_EQ(outputs[i].GetSize(), wanted[i].size());
      if (wanted[i].empty()) continue;
      EXPECT_EQ(std::memcmp(outputs[i].GetData(), wanted[i].data(), wanted[i].size()), 0)
          << "output " << type.outputs[i].name;
    }
    ++ran_[type.name];
  }

  std::optional<SafeTensors> golden_;
  std::unique_ptr<ge::Session> session_;
  std::map<std::string_view, int> left_out_;
  std::map<std::string_view, int> ran_;
};

TEST_P(Nodes, GiveTheBitsOfTheSingleCall) {
  const std::string folder = absl::StrCat("ops/", GetParam(), "/");
  const absl::StatusOr<CaseFile> file = CaseFile::Open(folder + "cases.json", {});
  ASSERT_TRUE(file.ok()) << file.status();
  std::map<std::string_view, std::vector<const TypeInfo*>> types;
  for (const TypeInfo* type : graph::AllTypes()) types[type->function].push_back(type);

  // Each once: a product says which calls are accepted, not what they compute.
  std::map<std::string, std::vector<const Case*>> cases;
  std::set<std::string_view> computed;
  for (const Case& test : file->cases) {
    if (test.kind != Case::Kind::kPositive) continue;
    if (!types.contains(test.function)) {
      ++left_out_[kNoType];
      continue;
    }
    cases[test.products.front()].push_back(&test);
    for (const TypeInfo* type : types[test.function]) computed.insert(type->name);
  }
  for (const auto& [product, tests] : cases) {
    if (!golden_.has_value()) {
      absl::StatusOr<SafeTensors> golden =
          SafeTensors::Open(absl::StrCat(folder, "golden/", GetParam(), ".safetensors"));
      ASSERT_TRUE(golden.ok()) << golden.status();
      golden_.emplace(*std::move(golden));
    }
    absl::StatusOr<Session> device =
        Session::Start({file->socs.at(product), std::getenv("BACKEND")});
    ASSERT_TRUE(device.ok()) << device.status();
    ASSERT_EQ(ge::GEInitialize(Options()), ge::SUCCESS) << ge::GEGetErrorMsg();
    session_ = std::make_unique<ge::Session>(Options());
    for (const Case* test : tests) {
      for (const TypeInfo* type : types[test->function]) Run(*test, *type, device->stream());
      if (HasFailure()) break;
    }
    session_.reset();
    EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
    ASSERT_TRUE(device->Stop().ok());
    if (HasFailure()) break;
  }
  for (std::string_view type : computed)
    EXPECT_TRUE(ran_.contains(type)) << "no case ran as a node of type " << type;
  for (const auto& [type, count] : ran_)
    std::printf("%s: %d cases as nodes of type %s\n", GetParam().c_str(), count,
                std::string(type).c_str());
  for (const auto& [why, count] : left_out_)
    std::printf("%s: %d left out: %s\n", GetParam().c_str(), count, std::string(why).c_str());
}

INSTANTIATE_TEST_SUITE_P(
    Golden, Nodes,
    ::testing::ValuesIn(std::vector<std::string>(absl::StrSplit(std::getenv("OPERATORS"), ','))),
    [](const auto& each) { return each.param; });

}  // namespace
}  // namespace openaclnn::testing
