// What nodes that run together hand to each other, by the option openaclnn.fusion: "1", as it would
// be in memory; "float32", in high_performance, what float32 nodes would hand on.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "array_ops.h"
#include "ge_api.h"
#include "graph.h"
#include "gtest/gtest.h"
#include "operator_factory.h"
#include "tensor.h"

namespace {

using Options = std::map<ge::AscendString, ge::AscendString>;
using Bytes = std::vector<uint8_t>;

constexpr int64_t kElements = 5000;

// Numbers of 1/32 to 4, of a type of 16 bits.
Bytes Numbers(ge::DataType dtype, uint32_t seed) {
  std::mt19937 random(seed);
  Bytes bytes(kElements * sizeof(uint16_t));
  for (size_t i = 0; i < bytes.size(); i += sizeof(uint16_t)) {
    const auto drawn = static_cast<uint16_t>(random());
    const auto exponent = static_cast<uint16_t>(random() % 7);
    const auto number =
        static_cast<uint16_t>(dtype == ge::DT_FLOAT16 ? (drawn & 0x83FF) | (10 + exponent) << 10
                                                      : (drawn & 0x807F) | (122 + exponent) << 7);
    std::memcpy(&bytes[i], &number, sizeof(number));
  }
  return bytes;
}

// A graph that computes with tensors of a type of 16 bits.
class Builder {
 public:
  explicit Builder(ge::DataType dtype) : dtype_(dtype) {}

  ge::Operator Input() {
    const auto number = static_cast<uint32_t>(inputs_.size());
    const ge::TensorDesc desc(ge::Shape({kElements}), ge::FORMAT_ND, dtype_);
    const Bytes numbers = Numbers(dtype_, number);
    tensors_.emplace_back(desc, numbers.data(), numbers.size());
    ge::op::Data node("input_" + std::to_string(number));
    node.update_output_desc_y(desc);
    inputs_.push_back(node);
    return node;
  }
  ge::Operator Node(const char* type, const std::vector<ge::Operator>& operands) {
    ge::Operator node =
        ge::OperatorFactory::CreateOperator(("node_" + std::to_string(++nodes_)).c_str(), type);
    EXPECT_FALSE(node.IsEmpty()) << type;
    for (size_t i = 0; i < operands.size(); ++i) {
      const std::string name = operands.size() == 1 ? "x" : "x" + std::to_string(i + 1);
      node.SetInput(name.c_str(), operands[i]);
    }
    return node;
  }
  ge::Operator Cast(const ge::Operator& from, ge::DataType to) {
    ge::Operator node = Node("Cast", {from});
    node.SetAttr("dst_type", int64_t{to});
    return node;
  }

  // The bytes of the result.
  Bytes Run(const ge::Operator& result, const char* fusion) {
    ge::Graph graph("chain");
    graph.SetInputs(inputs_).SetOutputs({result});
    ge::Session session{Options{{ge::OPTION_FUSION, fusion}}};
    EXPECT_EQ(session.AddGraph(0, graph), ge::SUCCESS) << ge::GEGetErrorMsg();
    std::vector<ge::Tensor> outputs;
    EXPECT_EQ(session.RunGraph(0, tensors_, outputs), ge::SUCCESS) << ge::GEGetErrorMsg();
    if (outputs.size() != 1) return {};
    EXPECT_EQ(outputs[0].GetDataType(), dtype_);
    return Bytes(outputs[0].GetData(), outputs[0].GetData() + outputs[0].GetSize());
  }

 private:
  const ge::DataType dtype_;
  std::vector<ge::Operator> inputs_;
  std::vector<ge::Tensor> tensors_;
  int nodes_ = 0;
};

// How the chain computes.
enum class Form { kPlain, kFloat32 };

// x * y * z + x; as kFloat32 with nodes of float32, between casts.
Bytes Chain(ge::DataType dtype, Form form, const char* fusion) {
  Builder builder(dtype);
  const auto input = [&] {
    const ge::Operator given = builder.Input();
    return form == Form::kFloat32 ? builder.Cast(given, ge::DT_FLOAT) : given;
  };
  const ge::Operator x = input(), y = input(), z = input();
  const ge::Operator product = builder.Node("Mul", {builder.Node("Mul", {x, y}), z});
  const ge::Operator sum = builder.Node("Add", {product, x});
  return builder.Run(form == Form::kFloat32 ? builder.Cast(sum, dtype) : sum, fusion);
}

// -rounded(x * y) * z + z, where the first product is of float32 and rounded by a cast.
Bytes ChainWithCast(ge::DataType dtype, Form form, const char* fusion) {
  Builder builder(dtype);
  const ge::Operator x = builder.Cast(builder.Input(), ge::DT_FLOAT);
  const ge::Operator y = builder.Cast(builder.Input(), ge::DT_FLOAT);
  ge::Operator z = builder.Input();
  ge::Operator rounded = builder.Cast(builder.Node("Mul", {x, y}), dtype);
  if (form == Form::kFloat32) {
    z = builder.Cast(z, ge::DT_FLOAT);
    rounded = builder.Cast(rounded, ge::DT_FLOAT);
  }
  const ge::Operator product = builder.Node("Mul", {builder.Node("Neg", {rounded}), z});
  const ge::Operator sum = builder.Node("Add", {product, z});
  return builder.Run(form == Form::kFloat32 ? builder.Cast(sum, dtype) : sum, fusion);
}

class FusionTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(ge::GEInitialize(Options()), ge::SUCCESS); }
  void TearDown() override { EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS); }
};

// In high_precision every node rounds.
bool IsPrecise() {
  const char* const mode = std::getenv("OPENACLNN_IMPL_MODE");
  return mode != nullptr && std::string(mode) == "high_precision";
}

TEST_F(FusionTest, KeepsFloat32BetweenNodes) {
  for (const ge::DataType dtype : {ge::DT_FLOAT16, ge::DT_BF16}) {
    SCOPED_TRACE(dtype);
    const Bytes rounded = Chain(dtype, Form::kPlain, "1");
    const Bytes kept = Chain(dtype, Form::kPlain, "float32");
    if (IsPrecise()) {
      EXPECT_EQ(kept, rounded);
      continue;
    }
    EXPECT_EQ(kept, Chain(dtype, Form::kFloat32, "1"));
    EXPECT_NE(kept, rounded);
  }
}

TEST_F(FusionTest, CastsRoundAlways) {
  for (const ge::DataType dtype : {ge::DT_FLOAT16, ge::DT_BF16}) {
    SCOPED_TRACE(dtype);
    const Bytes kept = ChainWithCast(dtype, Form::kPlain, "float32");
    EXPECT_EQ(kept, IsPrecise() ? ChainWithCast(dtype, Form::kPlain, "1")
                                : ChainWithCast(dtype, Form::kFloat32, "1"));
  }
}

}  // namespace
