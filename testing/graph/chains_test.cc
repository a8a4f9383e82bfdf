// Nodes of float32 whose values stay in registers from one to the next (runtime/executor/chains.h)
// have the bits that they have one by one.
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#include "array_ops.h"
#include "ge_api.h"
#include "graph.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"
#include "operator_factory.h"
#include "runtime/cpu/elementwise.h"
#include "tensor.h"
#include "testing/graph/fixture.h"

namespace openaclnn::graph {
namespace {

// Of all sizes, and now and then what is no number of usual size.
std::vector<float> Drawn(int64_t elements, uint32_t seed) {
  constexpr float kSpecial[] = {0.0F,
                                -0.0F,
                                std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN(),
                                std::numeric_limits<float>::denorm_min(),
                                std::numeric_limits<float>::max(),
                                -40.0F,
                                40.0F};
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 2);
  std::vector<float> values(static_cast<size_t>(elements));
  for (float& value : values)
    value = random() % 16 == 0 ? kSpecial[random() % std::size(kSpecial)] : normal(random);
  return values;
}

// A graph of the nodes below, and the tensors for its inputs.
class Builder {
 public:
  explicit Builder(int64_t elements) : elements_(elements) {}

  ge::Operator Tensor() { return Input(elements_); }
  ge::Operator Number() { return Input(1); }
  ge::Operator Node(const char* type, const ge::Operator& x) {
    ge::Operator node = Made(type);
    node.SetInput("x", x);
    return node;
  }
  ge::Operator Node(const char* type, const ge::Operator& x1, const ge::Operator& x2) {
    ge::Operator node = Made(type);
    node.SetInput("x1", x1);
    node.SetInput("x2", x2);
    return node;
  }

  // The bits of all results. Which NaN it is, does not matter: of two, a sum may be either.
  std::vector<uint32_t> Run(const std::vector<ge::Operator>& results, const char* fusion,
                            int64_t offset) {
    ge::Graph graph("chain");
    graph.SetInputs(inputs_).SetOutputs(results);
    ge::Session session{Options{{ge::OPTION_FUSION, fusion}}};
    EXPECT_EQ(session.AddGraph(0, graph), ge::SUCCESS) << ge::GEGetErrorMsg();
    std::vector<std::unique_ptr<DeviceFloats>> memory;
    std::vector<ge::Tensor> inputs, outputs;
    for (const std::vector<float>& values : values_) {
      memory.push_back(std::make_unique<DeviceFloats>(values));
      inputs.push_back(memory.back()->Part(0, static_cast<int64_t>(values.size())));
    }
    const size_t first_result = memory.size();
    for (size_t i = 0; i < results.size(); ++i) {
      const std::vector<float> before(static_cast<size_t>(elements_ + offset + 1), 77);
      memory.push_back(std::make_unique<DeviceFloats>(before));
      outputs.push_back(memory.back()->Part(offset, elements_));
    }
    EXPECT_EQ(session.RunGraphWithStreamAsync(0, nullptr, inputs, outputs), ge::SUCCESS)
        << ge::GEGetErrorMsg();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    std::vector<uint32_t> bits;
    for (size_t i = first_result; i < memory.size(); ++i) {
      for (float value : memory[i]->Read())
        bits.push_back(std::isnan(value) ? ~uint32_t{0} : std::bit_cast<uint32_t>(value));
    }
    return bits;
  }

 private:
  ge::Operator Input(int64_t elements) {
    const auto number = static_cast<uint32_t>(inputs_.size());
    values_.push_back(Drawn(elements, number));
    inputs_.push_back(graph::Input(absl::StrCat("input", number).c_str(), number, {elements}));
    return inputs_.back();
  }
  ge::Operator Made(const char* type) {
    const ge::Operator node =
        ge::OperatorFactory::CreateOperator(absl::StrCat("node", ++nodes_).c_str(), type);
    EXPECT_FALSE(node.IsEmpty()) << type;
    return node;
  }

  const int64_t elements_;
  std::vector<ge::Operator> inputs_;
  std::vector<std::vector<float>> values_;
  int nodes_ = 0;
};

using Graph = std::function<std::vector<ge::Operator>(Builder&)>;

const std::map<std::string, Graph>& Graphs() {
  static const auto* const graphs = new std::map<std::string, Graph>{
      {"f(a * b) + c",
       [](Builder& b) {
         const ge::Operator product = b.Node("Mul", b.Tensor(), b.Tensor());
         return std::vector{b.Node("Add", b.Node("Cos", product), b.Tensor())};
       }},
      {"c + f(1 * b), by numbers",
       [](Builder& b) {
         const ge::Operator product = b.Node("Mul", b.Number(), b.Tensor());
         return std::vector{b.Node("Add", b.Number(), b.Node("Cos", product))};
       }},
      {"differences, both ways",
       [](Builder& b) {
         const ge::Operator first = b.Node("Sub", b.Tensor(), b.Tensor());
         const ge::Operator second = b.Node("Sub", b.Tensor(), first);
         const ge::Operator middle = b.Node("LeakyRelu", b.Node("Sub", second, b.Number()));
         return std::vector{b.Node("Sub", b.Number(), b.Node("Sub", middle, b.Tensor()))};
       }},
      {"two kernels",
       [](Builder& b) {
         const ge::Operator first = b.Node("Cos", b.Node("Add", b.Tensor(), b.Tensor()));
         return std::vector{b.Node("Relu", b.Node("Mul", first, b.Number()))};
       }},
      {"more operations than a chain has",
       [](Builder& b) {
         ge::Operator value = b.Tensor();
         for (int i = 0; i < 4; ++i) value = b.Node("Add", value, b.Tensor());
         value = b.Node("Relu", value);
         for (int i = 0; i < 4; ++i) value = b.Node("Mul", value, b.Number());
         return std::vector{value};
       }},
      {"values that others need",
       [](Builder& b) {
         const ge::Operator sum = b.Node("Add", b.Tensor(), b.Tensor());
         const ge::Operator middle = b.Node("Cos", sum);
         return std::vector{b.Node("Mul", middle, sum), middle};
       }},
      {"values side by side",
       [](Builder& b) {
         const ge::Operator sum = b.Node("Add", b.Tensor(), b.Tensor());
         const ge::Operator difference = b.Node("Sub", b.Tensor(), b.Number());
         const ge::Operator product = b.Node("Mul", sum, difference);
         return std::vector{b.Node("Add", b.Node("Relu", product), b.Node("Sub", sum, difference))};
       }},
      {"a value twice",
       [](Builder& b) {
         const ge::Operator middle = b.Node("Relu", b.Node("Mul", b.Tensor(), b.Tensor()));
         return std::vector{b.Node("Mul", middle, middle)};
       }},
  };
  return *graphs;
}

class ChainsTest : public GraphTest, public testing::WithParamInterface<int64_t> {
 protected:
  ChainsTest() {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    hwy::SetSupportedTargetsForTest(GetParam());
    hwy::GetChosenTarget().Update(GetParam());
  }
  ~ChainsTest() override {
    SetElementwiseChunkForTest(0);
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }

  // `offset`: elements of the results' memory before the results.
  static void Compare(int64_t elements, int64_t offset) {
    for (const auto& [name, graph] : Graphs()) {
      SCOPED_TRACE(absl::StrCat(name, ", ", elements, " elements from ", offset, " on"));
      Builder builder(elements);
      const std::vector<ge::Operator> results = graph(builder);
      EXPECT_TRUE(builder.Run(results, "0", offset) == builder.Run(results, "1", offset));
    }
  }
};

TEST_P(ChainsTest, SameBits) {
  for (int64_t elements : {1, 3, 15, 16, 17, 63, 64, 65, 127, 1000, 70001}) Compare(elements, 0);
  EXPECT_STREQ(LastElementwiseTarget(), hwy::TargetName(GetParam()));
}

TEST_P(ChainsTest, SameBitsBeyondCaches) {
  SetElementwiseChunkForTest(256);
  for (int64_t elements : {256, 1000, 3333}) {
    for (int64_t offset : {0, 1, 16, 33}) Compare(elements, offset);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ChainsTest,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace openaclnn::graph
