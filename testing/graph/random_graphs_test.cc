// Random graphs of up to 12 nodes against the same functions called one after the other, bit for
// bit: what a graph adds, which is order, memory and the way through a session, changes nothing.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_neg.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_swi_glu.h"
#include "array_ops.h"
#include "ge_api.h"
#include "graph.h"
#include "gtest/gtest.h"
#include "operator_factory.h"
#include "runtime/cpu/elementwise.h"
#include "tensor.h"

namespace {

using Dims = std::vector<int64_t>;
using Options = std::map<ge::AscendString, ge::AscendString>;

// A tensor in device memory, contiguous.
struct Value {
  Dims dims;
  aclDataType dtype = ACL_FLOAT;
  std::shared_ptr<void> memory = nullptr;

  size_t bytes() const {
    size_t count = dtype == ACL_FLOAT ? 4 : 2;
    for (int64_t dim : dims) count *= static_cast<size_t>(dim);
    return count;
  }
  std::vector<uint8_t> Read() const {
    std::vector<uint8_t> data(bytes());
    EXPECT_EQ(
        aclrtMemcpy(data.data(), data.size(), memory.get(), data.size(), ACL_MEMCPY_DEVICE_TO_HOST),
        ACL_SUCCESS);
    return data;
  }
  aclTensor* Tensor() const {
    return aclCreateTensor(dims.data(), dims.size(), dtype, nullptr, 0, ACL_FORMAT_ND, dims.data(),
                           dims.size(), memory.get());
  }
};

Value NewValue(Dims dims, aclDataType dtype) {
  Value value = {std::move(dims), dtype};
  void* memory = nullptr;
  EXPECT_EQ(aclrtMalloc(&memory, std::max<size_t>(value.bytes(), 1), ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_SUCCESS);
  value.memory = {memory, [](void* address) { (void)aclrtFree(address); }};
  return value;
}

using Tensors = std::vector<aclTensor*>;  // the output is the last
struct Kind {
  const char* type;
  std::vector<const char*> inputs;
  aclnnStatus (*phase1)(const Tensors&, const aclScalar*, uint64_t*, aclOpExecutor**);
  aclnnStatus (*phase2)(void*, uint64_t, aclOpExecutor*, aclrtStream);
  bool halves = false;   // the last dimension
  bool narrows = false;  // to float16
};

#define OPENACLNN_UNARY(type)                                                         \
  {#type,                                                                             \
   {"x"},                                                                             \
   [](const Tensors& t, const aclScalar*, uint64_t* size, aclOpExecutor** executor) { \
     return aclnn##type##GetWorkspaceSize(t[0], t[1], size, executor);                \
   },                                                                                 \
   aclnn##type}
#define OPENACLNN_BINARY(type)                                                        \
  {#type,                                                                             \
   {"x1", "x2"},                                                                      \
   [](const Tensors& t, const aclScalar*, uint64_t* size, aclOpExecutor** executor) { \
     return aclnn##type##GetWorkspaceSize(t[0], t[1], t[2], size, executor);          \
   },                                                                                 \
   aclnn##type}

const std::vector<Kind>& Kinds() {
  static const auto* const kinds = new std::vector<Kind>{
      OPENACLNN_UNARY(Neg),
      OPENACLNN_UNARY(Abs),
      OPENACLNN_UNARY(Relu),
      OPENACLNN_BINARY(Mul),
      OPENACLNN_BINARY(Maximum),
      {"Add",
       {"x1", "x2"},
       [](const Tensors& t, const aclScalar* one, uint64_t* size, aclOpExecutor** executor) {
         return aclnnAddGetWorkspaceSize(t[0], t[1], one, t[2], size, executor);
       },
       aclnnAdd},
      {"SwiGlu",
       {"x"},
       [](const Tensors& t, const aclScalar*, uint64_t* size, aclOpExecutor** executor) {
         return aclnnSwiGluGetWorkspaceSize(t[0], -1, t[1], size, executor);
       },
       aclnnSwiGlu,
       /*halves=*/true},
      {"Cast",
       {"x"},
       [](const Tensors& t, const aclScalar*, uint64_t* size, aclOpExecutor** executor) {
         return aclnnCastGetWorkspaceSize(t[0], ACL_FLOAT16, t[1], size, executor);
       },
       aclnnCast,
       /*halves=*/false,
       /*narrows=*/true},
  };
  return *kinds;
}

std::optional<Dims> Broadcast(const Dims& a, const Dims& b) {
  Dims result(std::max(a.size(), b.size()));
  for (size_t i = 1; i <= result.size(); ++i) {
    const int64_t x = i > a.size() ? 1 : a[a.size() - i], y = i > b.size() ? 1 : b[b.size() - i];
    if (x != y && x != 1 && y != 1) return std::nullopt;
    result[result.size() - i] = x == 1 ? y : x;
  }
  return result;
}

// Calls the function and waits.
void Call(const Kind& kind, const std::vector<const Value*>& operands) {
  Tensors tensors;
  for (const Value* operand : operands) tensors.push_back(operand->Tensor());
  int64_t number = 1;
  aclScalar* const one = aclCreateScalar(&number, ACL_INT64);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(kind.phase1(tensors, one, &size, &executor), 0) << aclGetRecentErrMsg();
  void* workspace = nullptr;
  if (size > 0) {
    ASSERT_EQ(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  }
  ASSERT_EQ(kind.phase2(workspace, size, executor, nullptr), 0) << aclGetRecentErrMsg();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  if (workspace != nullptr) (void)aclrtFree(workspace);
  (void)aclDestroyScalar(one);
  for (aclTensor* tensor : tensors) (void)aclDestroyTensor(tensor);
}

class RandomGraph {
 public:
  explicit RandomGraph(uint32_t seed) : random_(seed) {}

  void Check(ge::Session& session) {
    for (int i = 0; i < 3; ++i) AddInput(i);
    const int nodes = 1 + Draw(12);
    while (made_ < nodes) AddNode();
    std::vector<ge::Operator> results;
    std::vector<size_t> numbers;
    for (size_t i = 3; i < values_.size(); ++i) {
      if (is_used_[i] && Draw(4) > 0) continue;
      results.push_back(nodes_[i]);
      numbers.push_back(i);
    }
    ge::Graph graph("random");
    graph.SetInputs(inputs_).SetOutputs(results);
    ASSERT_EQ(session.AddGraph(0, graph), ge::SUCCESS) << ge::GEGetErrorMsg();
    std::vector<ge::Tensor> outputs;
    ASSERT_EQ(session.RunGraph(0, tensors_, outputs), ge::SUCCESS) << ge::GEGetErrorMsg();
    ASSERT_EQ(session.RemoveGraph(0), ge::SUCCESS);
    ASSERT_EQ(outputs.size(), numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      const Value& value = values_[numbers[i]];
      EXPECT_EQ(outputs[i].GetTensorDesc().GetShape().GetDims(), value.dims);
      EXPECT_EQ(static_cast<int>(outputs[i].GetDataType()), static_cast<int>(value.dtype));
      const std::vector<uint8_t> wanted = value.Read();
      ASSERT_EQ(outputs[i].GetSize(), wanted.size());
      EXPECT_EQ(std::memcmp(outputs[i].GetData(), wanted.data(), wanted.size()), 0)
          << "output " << i << ", a " << text_;
    }
  }

 private:
  int Draw(int below) { return static_cast<int>(random_() % static_cast<uint32_t>(below)); }

  void AddInput(int number) {
    const std::vector<Dims> shapes = {{4, 6}, {1, 6}, {6}, {4, 1}, {3, 4, 6}};
    const Dims dims = shapes[static_cast<size_t>(Draw(5))];
    Value value = NewValue(dims, ACL_FLOAT);
    std::vector<float> data(value.bytes() / sizeof(float));
    for (float& element : data) element = static_cast<float>(Draw(2001) - 1000) / 128;
    ASSERT_EQ(aclrtMemcpy(value.memory.get(), value.bytes(), data.data(), value.bytes(),
                          ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
    ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT);
    tensors_.emplace_back(desc, reinterpret_cast<const uint8_t*>(data.data()), value.bytes());
    ge::op::Data node(absl::StrCat("input_", number));
    node.update_output_desc_y(desc);
    inputs_.push_back(node);
    Keep(node, std::move(value));
  }

  void Keep(const ge::Operator& node, Value value) {
    nodes_.push_back(node);
    values_.push_back(std::move(value));
    is_used_.push_back(false);
  }

  // Draws until something fits.
  void AddNode() {
    const Kind& kind = Kinds()[static_cast<size_t>(Draw(static_cast<int>(Kinds().size())))];
    std::vector<size_t> from;
    std::vector<const Value*> operands;
    for (size_t i = 0; i < kind.inputs.size(); ++i) {
      from.push_back(static_cast<size_t>(Draw(static_cast<int>(values_.size()))));
      operands.push_back(&values_[from.back()]);
    }
    std::optional<Dims> dims = Broadcast(operands.front()->dims, operands.back()->dims);
    if (!dims.has_value() || operands.front()->dtype != operands.back()->dtype) return;
    if (kind.halves && dims->back() % 2 != 0) return;
    if (kind.halves) dims->back() /= 2;
    const aclDataType dtype = kind.narrows ? ACL_FLOAT16 : operands.front()->dtype;
    Value output = NewValue(*dims, dtype);
    operands.push_back(&output);
    Call(kind, operands);
    ge::Operator node =
        ge::OperatorFactory::CreateOperator(absl::StrCat("node_", made_).c_str(), kind.type);
    ASSERT_FALSE(node.IsEmpty()) << kind.type;
    if (kind.narrows) node.SetAttr("dst_type", int64_t{ge::DT_FLOAT16});
    for (size_t i = 0; i < from.size(); ++i) {
      node.SetInput(kind.inputs[i], nodes_[from[i]]);
      is_used_[from[i]] = true;
    }
    absl::StrAppend(&text_, kind.type, " ");
    ++made_;
    Keep(node, std::move(output));
  }

  std::mt19937 random_;
  std::vector<ge::Operator> inputs_, nodes_;
  std::vector<ge::Tensor> tensors_;
  std::vector<Value> values_;
  std::vector<bool> is_used_;
  int made_ = 0;
  std::string text_;
};

void CheckGraphs(const char* fusion) {
  const char* const count = std::getenv("GRAPHS");
  const uint32_t graphs = count == nullptr ? 2000 : static_cast<uint32_t>(std::atoi(count));
  ASSERT_EQ(ge::GEInitialize(Options()), ge::SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  {
    ge::Session session{Options{{ge::OPTION_FUSION, fusion}}};
    for (uint32_t seed = 0; seed < graphs && !testing::Test::HasFailure(); ++seed) {
      SCOPED_TRACE(absl::StrCat("seed ", seed));
      RandomGraph(seed).Check(session);
    }
  }
  EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
}

TEST(RandomGraphs, GiveTheBitsOfSingleCalls) { CheckGraphs("0"); }
TEST(RandomGraphs, GiveThemWithNodesThatRunTogether) { CheckGraphs("1"); }
TEST(RandomGraphs, GiveThemInBlocksOfFewElements) {
  openaclnn::SetElementwiseChunkForTest(5);
  CheckGraphs("1");
  openaclnn::SetElementwiseChunkForTest(0);
}

}  // namespace
