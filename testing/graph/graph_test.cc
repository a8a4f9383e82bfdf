// Graphs from what a program sees of them: results, inference, memory, and everything that can be
// wrong with them.
#include "graph.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#include "add_proto.h"
#include "array_ops.h"
#include "cast_proto.h"
#include "exp_proto.h"
#include "ge_api.h"
#include "ge_ir_build.h"
#include "gtest/gtest.h"
#include "neg_proto.h"
#include "operator_factory.h"
#include "relu_proto.h"
#include "swi_glu_grad_proto.h"
#include "swi_glu_proto.h"
#include "tensor.h"
#include "testing/graph/fixture.h"

// A type that no operator has.
namespace ge {
REG_OP(Ad)
    .INPUT(x1, TensorType::ALL())
    .INPUT(x2, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Ad)
}  // namespace ge

namespace openaclnn::graph {
namespace {

// y = relu(a + b) + a, with a twice among the inputs of nodes.
ge::Graph Diamond(const Dims& dims) {
  ge::op::Data a = Input("a", 0, dims), b = Input("b", 1, dims);
  ge::op::Add sum("sum"), last("last");
  ge::op::Relu relu("relu");
  sum.set_input_x1(a).set_input_x2(b);
  relu.set_input_x(sum);
  last.set_input_x1(relu).set_input_x2(a, "y");
  ge::Graph graph("diamond");
  graph.SetInputs({a, b}).SetOutputs({last});
  return graph;
}

TEST_F(GraphTest, ComputesAndKeepsItsNodesAlive) {
  ge::Graph graph = Diamond({2, 2});
  ASSERT_EQ(Add(graph), "");
  const std::vector<ge::Tensor> inputs = {HostTensor({2, 2}, {1, -2, 3, -4}),
                                          HostTensor({2, 2}, {1, 1, -5, 9})};
  EXPECT_EQ(Run(inputs), (std::vector<float>{3, -2, 3, 1}));
  EXPECT_EQ(Run(inputs), (std::vector<float>{3, -2, 3, 1}));
}

TEST_F(GraphTest, IsACopyOfWhatWasAdded) {
  ge::op::Data a = Input("a", 0, {1});
  ge::op::Cast cast("cast");
  cast.set_input_x(a).set_attr_dst_type(ge::DT_FLOAT);
  ge::Graph graph("changed");
  graph.SetInputs({a}).SetOutputs({cast});
  ASSERT_EQ(Add(graph), "");
  cast.set_attr_dst_type(ge::DT_INT32);
  graph.SetOutputs(std::vector<ge::Operator>());
  EXPECT_EQ(Run({HostTensor({1}, {2.5f})}), std::vector<float>{2.5f});
}

TEST_F(GraphTest, ConstantsResultsAndInputsThatAreResults) {
  ge::op::Data a = Input("a", 0, {2});
  ge::op::Const one("one");
  one.set_attr_value(HostTensor({1}, {1}));
  ge::op::Add sum("sum");
  sum.set_input_x1(a).set_input_x2(one);
  ge::op::NetOutput end("end");
  end.create_dynamic_input_x(3).set_dynamic_input_x(0, sum);
  end.set_dynamic_input_x(1, a).set_dynamic_input_x(2, sum);
  ge::Graph graph("results");
  graph.SetInputs({a}).SetOutputs({end});
  ASSERT_EQ(Add(graph), "");
  std::vector<ge::Tensor> outputs;
  ASSERT_EQ(session_->RunGraph(0, {HostTensor({2}, {1, 2})}, outputs), ge::SUCCESS);
  ASSERT_EQ(outputs.size(), 3u);
  EXPECT_EQ(Values(outputs[0]), (std::vector<float>{2, 3}));
  EXPECT_EQ(Values(outputs[1]), (std::vector<float>{1, 2}));
  EXPECT_EQ(Values(outputs[2]), (std::vector<float>{2, 3}));
}

TEST_F(GraphTest, ShapesThatAreKnownWhenItRunsOnly) {
  ge::Graph graph = Diamond({-1, 2});
  ASSERT_EQ(Add(graph), "");
  EXPECT_EQ(Run({HostTensor({1, 2}, {1, 2}), HostTensor({1, 2}, {1, 1})}),
            (std::vector<float>{3, 5}));
  EXPECT_EQ(Run({HostTensor({0, 2}, {}), HostTensor({0, 2}, {})}), std::vector<float>());
  EXPECT_EQ(Run({HostTensor({2, 2}, {1, 2, 3, 4}), HostTensor({2, 2}, {0, 0, 0, 0})}),
            (std::vector<float>{2, 4, 6, 8}));
  std::vector<ge::Tensor> outputs;
  EXPECT_EQ(
      session_->RunGraph(0, {HostTensor({1, 3}, {1, 2, 3}), HostTensor({1, 2}, {1, 1})}, outputs),
      ge::PARAM_INVALID);
  EXPECT_HAS(ge::GEGetErrorMsg(),
             "input 0 (\"a\"): the tensor is float32[1, 3]; the Data node "
             "says float32[?, 2]");
}

ge::Graph Split(const Dims& dims, int64_t dim) {
  ge::op::Data x = Input("x", 0, dims);
  ge::op::SwiGlu split("split");
  split.set_input_x(x).set_attr_dim(dim);
  ge::Graph graph("split");
  graph.SetInputs({x}).SetOutputs({split});
  return graph;
}

TEST_F(GraphTest, InfersShapesAsFarAsTheyAreKnown) {
  const auto split = [&](const Dims& dims, int64_t dim) {
    ge::Graph graph = Split(dims, dim);
    return Compile(graph);
  };
  EXPECT_EQ(split({3, 4}, -1), "[3 2 ]");
  EXPECT_EQ(split({4, 3}, 0), "[2 3 ]");
  EXPECT_EQ(split({-1, 4}, -1), "[-1 2 ]");
  EXPECT_EQ(split({4, -1}, -1), "[4 -1 ]");
  EXPECT_EQ(split({-2}, -1), "[-2 ]");
  EXPECT_HAS(split({-1, 3}, 1),
             "node \"split\" (SwiGlu): the extent of dimension 1 is odd: x "
             "float32[?, 3]");
  EXPECT_HAS(split({-1, 3}, 2), "dim is 2, which is not in [-2, 1]");
  // All is known: the operator's first phase decides.
  EXPECT_HAS(split({2, 3}, 1), "node \"split\" (SwiGlu): aclnnSwiGlu: ");
  EXPECT_HAS(split({2, 4}, 2), "dim");

  const auto infer = [&](ge::Operator node, const char* name1, const Dims& dims1, const char* name2,
                         const Dims& dims2) {
    ge::op::Data first = Input(name1, 0, dims1), second = Input(name2, 1, dims2);
    node.SetInput(name1, first).SetInput(name2, second);
    ge::Graph graph("two inputs");
    graph.SetInputs({first, second}).SetOutputs({node});
    return Compile(graph);
  };
  const auto gradient = [&](const Dims& y_grad, const Dims& x) {
    return infer(ge::op::SwiGluGrad("node"), "y_grad", y_grad, "x", x);
  };
  EXPECT_EQ(gradient({-1, 2}, {3, 4}), "[3 4 ]");
  EXPECT_EQ(gradient({3, 2}, {-1, -1}), "[-1 -1 ]");
  EXPECT_EQ(gradient({-2}, {3, 4}), "[3 4 ]");
  EXPECT_EQ(gradient({3, 2}, {-2}), "[-2 ]");
  EXPECT_HAS(gradient({-1, 3}, {3, 4}),
             "half of x along dimension -1 has another shape than "
             "y_grad: x float32[3, 4], y_grad float32[?, 3]");
  EXPECT_HAS(gradient({3, 3}, {3, 4}), "yGrad is the input y_grad");

  const auto sum = [&](const Dims& x1, const Dims& x2) {
    return infer(ge::op::Add("node"), "x1", x1, "x2", x2);
  };
  EXPECT_EQ(sum({2, 1}, {3}), "[2 3 ]");
  EXPECT_EQ(sum({-1, 1}, {3}), "[-1 3 ]");
  EXPECT_EQ(sum({-1}, {3}), "[3 ]");
  EXPECT_EQ(sum({-1}, {1}), "[-1 ]");
  EXPECT_EQ(sum({-2}, {3}), "[-2 ]");
  EXPECT_HAS(sum({-1, 2}, {3}), "the shapes do not broadcast: x1 float32[?, 2], x2 float32[3]");
  EXPECT_HAS(sum({2}, {3}), "self is the input x1, other is the input x2");
}

TEST_F(GraphTest, InfersTypes) {
  ge::op::Data x1 = Input("x1", 0, {2}, ge::DT_FLOAT16), x2 = Input("x2", 1, {2});
  ge::op::Add sum("sum");
  sum.set_input_x1(x1).set_input_x2(x2);
  ge::op::Cast cast("cast");
  cast.set_input_x(sum).set_attr_dst_type(ge::DT_INT8);
  ge::Graph graph("types");
  graph.SetInputs({x1, x2}).SetOutputs({sum, cast});
  ASSERT_EQ(Add(graph), "");
  ASSERT_EQ(session_->CompileGraph(0), ge::SUCCESS);
  std::vector<ge::DataType> dtypes;
  (void)session_->GetCompiledGraphSummary(0)->GetOutputDtypes(dtypes);
  EXPECT_EQ(dtypes, (std::vector<ge::DataType>{ge::DT_FLOAT, ge::DT_INT8}));
}

// -...-x, 20 times.
ge::Graph Chain(int64_t elements) {
  ge::op::Data x = Input("x", 0, {elements});
  ge::Operator last = x;
  for (int i = 0; i < 20; ++i) {
    ge::op::Neg node(absl::StrCat("neg_", i));
    node.set_input_x(last);
    last = node;
  }
  ge::Graph graph("chain");
  graph.SetInputs({x}).SetOutputs({last});
  return graph;
}

TEST_F(GraphTest, NodesThatRunTogetherTakeNoMemoryBetween) {
  constexpr int64_t kElements = 100000;
  ge::Graph graph = Chain(kElements);
  ASSERT_EQ(Add(graph), "");
  ASSERT_EQ(session_->CompileGraph(0), ge::SUCCESS);
  size_t bytes = 0;
  ASSERT_EQ(session_->GetCompiledGraphSummary(0)->GetFeatureMemorySize(bytes), ge::SUCCESS);
  // At most 16 nodes run together, so one result is needed by the others.
  EXPECT_EQ(bytes, kElements * sizeof(float));
  std::vector<float> values(kElements);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  EXPECT_EQ(Run({HostTensor({kElements}, values)}), values);
}

// What another element of a node's result needs is there before the node runs.
TEST_F(GraphTest, WhatMovesDoesNotRunWithWhatItMoves) {
  ge::op::Data x = Input("x", 0, {4, 2}), gate = Input("gate", 1, {4, 1});
  ge::op::Neg neg("neg"), last("last");
  ge::op::SwiGlu half("half");
  ge::op::Add sum("sum");
  neg.set_input_x(x);
  half.set_input_x(neg).set_attr_dim(-1);
  sum.set_input_x1(half).set_input_x2(gate);
  last.set_input_x(sum);
  ge::Graph graph("moves");
  graph.SetInputs({x, gate}).SetOutputs({last});
  ASSERT_EQ(Add(graph), "");
  const std::vector<ge::Tensor> inputs = {HostTensor({4, 2}, {0, 1, 0, 2, 0, 3, 0, 4}),
                                          HostTensor({4, 1}, {1, 2, 3, 4})};
  EXPECT_EQ(Run(inputs), (std::vector<float>{-1, -2, -3, -4}));
}

TEST_F(GraphTest, FusionIsAnOptionOfTheSession) {
  session_ = std::make_unique<ge::Session>(Options{{ge::OPTION_FUSION, "yes"}});
  EXPECT_HAS(ge::GEGetErrorMsg(),
             "option openaclnn.fusion is \"yes\"; accepted are 0, 1 and float32");
  ge::Graph graph = Diamond({1});
  EXPECT_HAS(Add(graph), "an option of the session was wrong");
}

TEST_F(GraphTest, IntermediateResultsShareMemory) {
  constexpr int64_t kElements = 1024;
  session_ = std::make_unique<ge::Session>(Options{{ge::OPTION_FUSION, "0"}});
  ge::Graph graph = Chain(kElements);
  ASSERT_EQ(Add(graph), "");
  EXPECT_EQ(session_->GetCompiledGraphSummary(0), nullptr);
  ASSERT_EQ(session_->CompileGraph(0), ge::SUCCESS);
  size_t bytes = 0;
  ASSERT_EQ(session_->GetCompiledGraphSummary(0)->GetFeatureMemorySize(bytes), ge::SUCCESS);
  // Of 19 results that are none of the graph's two are needed at a time.
  EXPECT_EQ(bytes, 2 * kElements * sizeof(float));
  std::vector<float> values(kElements, 3);
  EXPECT_EQ(Run({HostTensor({kElements}, values)}), values);
}

TEST_F(GraphTest, TenThousandNodes) {
  ge::op::Data x = Input("x", 0, {4});
  ge::Operator last = x;
  constexpr int kNodes = 10000;
  for (int i = 0; i < kNodes; ++i) {
    ge::op::Add node(absl::StrCat("add_", i));
    node.set_input_x1(last).set_input_x2(x);
    last = node;
  }
  ge::Graph graph("long");
  graph.SetInputs({x}).SetOutputs({last});
  ASSERT_EQ(Add(graph), "");
  EXPECT_EQ(Run({HostTensor({4}, {1, 2, -1, 0})}),
            (std::vector<float>{kNodes + 1, 2 * (kNodes + 1), -kNodes - 1, 0}));
}

TEST_F(GraphTest, RunsInTheBackground) {
  ge::Graph graph = Diamond({1});
  ASSERT_EQ(Add(graph), "");
  constexpr int kRuns = 20;
  std::vector<float> results(kRuns);
  std::vector<ge::Status> statuses(kRuns + 1, ge::FAILED);
  std::string message;
  for (int i = 0; i < kRuns; ++i) {
    const std::vector<ge::Tensor> inputs = {HostTensor({1}, {static_cast<float>(i)}),
                                            HostTensor({1}, {1})};
    ASSERT_EQ(session_->RunGraphAsync(0, inputs,
                                      [&, i](ge::Status status, std::vector<ge::Tensor>& outputs) {
                                        statuses[i] = status;
                                        if (outputs.size() == 1) results[i] = Values(outputs[0])[0];
                                      }),
              ge::SUCCESS);
  }
  ASSERT_EQ(session_->RunGraphAsync(0, {},
                                    [&](ge::Status status, std::vector<ge::Tensor>& outputs) {
                                      statuses[kRuns] = status;
                                      message = ge::GEGetErrorMsg();
                                    }),
            ge::SUCCESS);
  EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);  // what was begun ends all the same
  EXPECT_EQ(session_->RunGraphAsync(0, {}, [](ge::Status, std::vector<ge::Tensor>&) {}),
            ge::PARAM_INVALID);
  session_.reset();
  for (int i = 0; i < kRuns; ++i) {
    EXPECT_EQ(statuses[i], ge::SUCCESS);
    EXPECT_EQ(results[i], 2.0f * static_cast<float>(i) + 1);
  }
  EXPECT_EQ(statuses[kRuns], ge::PARAM_INVALID);
  EXPECT_HAS(message, "0 inputs were given; it has 2: a, b");
}

TEST_F(GraphTest, IsRemovedWhileOtherThreadsRunIt) {
  const std::vector<ge::Tensor> inputs = {HostTensor({1}, {1}), HostTensor({1}, {2})};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int run = 0; run < 200; ++run) {
        std::vector<ge::Tensor> outputs;
        const ge::Status status = session_->RunGraph(0, inputs, outputs);
        const std::string message = ge::GEGetErrorMsg();
        if (status == ge::SUCCESS) {
          EXPECT_EQ(Values(outputs.at(0)), std::vector<float>{4});  // relu(1 + 2) + 1
        } else {
          EXPECT_EQ(status, ge::PARAM_INVALID);
          EXPECT_HAS(message,
                     "there is no graph 0 in this session: it was not added, or was removed");
        }
      }
    });
  }
  for (int round = 0; round < 100; ++round) {
    ge::Graph graph = Diamond({1});
    EXPECT_EQ(session_->AddGraph(0, graph), ge::SUCCESS);
    std::this_thread::yield();
    EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(GraphTest, RunsAsWorkOfAStream) {
  ge::op::Data a = Input("a", 0, {2});
  ge::op::Neg middle("middle"), neg("neg");
  middle.set_input_x(a);
  neg.set_input_x(middle);
  ge::Graph graph("streams");
  graph.SetInputs({a}).SetOutputs({neg, a, neg});
  ASSERT_EQ(Add(graph), "");
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  DeviceFloats memory({1, -2});
  ge::Tensor input = memory.Part(0, 2);
  (void)input.SetPlacement(ge::kPlacementHost);
  std::vector<ge::Tensor> outputs;
  EXPECT_EQ(session_->RunGraphWithStreamAsync(0, stream, {input}, outputs), ge::PARAM_INVALID);
  EXPECT_HAS(ge::GEGetErrorMsg(), "with a stream it is kPlacementDevice");
  (void)input.SetPlacement(ge::kPlacementDevice);
  for (int run = 0; run < 3; ++run) {  // the first makes the outputs
    ASSERT_EQ(session_->RunGraphWithStreamAsync(0, stream, {input}, outputs), ge::SUCCESS)
        << ge::GEGetErrorMsg();
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    ASSERT_EQ(outputs.size(), 3u);
    for (ge::Tensor& output : outputs) {
      float result[2] = {};
      ASSERT_EQ(aclrtMemcpy(result, 8, output.GetData(), 8, ACL_MEMCPY_DEVICE_TO_HOST),
                ACL_SUCCESS);
      EXPECT_EQ(result[0], 1);
      EXPECT_EQ(result[1], -2);
    }
  }
  outputs.pop_back();
  EXPECT_EQ(session_->RunGraphWithStreamAsync(0, stream, {input}, outputs), ge::PARAM_INVALID);
  EXPECT_HAS(ge::GEGetErrorMsg(), "2 outputs were given; it has 3");
  EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

// A block of one node's result would be elements that another node has not read yet.
TEST_F(GraphTest, ResultsDoNotOverlapInputsOfOtherNodesInPart) {
  ge::op::Data a = Input("a", 0, {4}), b = Input("b", 1, {4});
  ge::op::Neg first("first");
  ge::op::Add second("second");
  first.set_input_x(a);
  second.set_input_x1(a).set_input_x2(b);
  ge::Graph graph("overlaps");
  graph.SetInputs({a, b}).SetOutputs({first, second});
  ASSERT_EQ(Add(graph), "");
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  DeviceFloats memory(std::vector<float>(64, 0));
  const auto at = [&](int place) { return memory.Part(place, 4); };
  const std::vector<ge::Tensor> inputs = {at(0), at(16)};
  for (const auto& [place, fits] : {std::pair{16, true}, {18, false}, {32, true}}) {
    std::vector<ge::Tensor> outputs = {at(place), at(48)};
    EXPECT_EQ(session_->RunGraphWithStreamAsync(0, nullptr, inputs, outputs) == ge::SUCCESS, fits)
        << place;
    const std::string message = ge::GEGetErrorMsg();
    EXPECT_EQ(message.find("overlaps other of aclnnAdd") != std::string::npos, !fits) << message;
  }
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
}

TEST_F(GraphTest, IsDrawn) {
  ge::Graph graph = Diamond({-1, 2});
  const std::string file = absl::StrCat(testing::TempDir(), "/diamond.dot");
  ASSERT_EQ(ge::aclgrphDumpGraph(graph, file.c_str(), file.size()), ge::GRAPH_SUCCESS);
  EXPECT_EQ(ReadFile(file), R"(digraph "diamond" {
  node [shape=box];
  "a" [label="a\nData"];
  "b" [label="b\nData"];
  "sum" [label="sum\nAdd"];
  "a" -> "sum" [label="y -> x1\nfloat32[?, 2]"];
  "b" -> "sum" [label="y -> x2\nfloat32[?, 2]"];
  "relu" [label="relu\nRelu"];
  "sum" -> "relu" [label="y -> x\nfloat32[?, 2]"];
  "last" [label="last\nAdd"];
  "relu" -> "last" [label="y -> x1\nfloat32[?, 2]"];
  "a" -> "last" [label="y -> x2\nfloat32[?, 2]"];
  "result 0" [shape=plain];
  "last" -> "result 0" [label="y -> \nfloat32[?, 2]"];
}
)");
  EXPECT_EQ(ge::aclgrphDumpGraph(graph, "/no/folder/x", 12), ge::GRAPH_FAILED);
  EXPECT_HAS(ge::GEGetErrorMsg(), "/no/folder/x cannot be written");
}

// ---- What is wrong with a graph

TEST_F(GraphTest, Cycles) {
  ge::op::Data x = Input("x", 0, {1});
  ge::op::Add first("first"), second("second");
  first.set_input_x1(x).set_input_x2(second);
  second.set_input_x1(x).set_input_x2(first);
  ge::Graph graph("round");
  graph.SetInputs({x}).SetOutputs({second});
  EXPECT_HAS(Add(graph), "a cycle, in which each node needs the next: \"");

  ge::op::Neg self("self");
  self.set_input_x(self);
  graph.SetInputs({}).SetOutputs({self});
  EXPECT_HAS(Add(graph), "needs the next: \"self\", \"self\"");
}

TEST_F(GraphTest, WrongNodes) {
  const auto refuse = [&](ge::Operator& node, ge::op::Data& x) {
    ge::Graph graph("wrong");
    graph.SetInputs({x}).SetOutputs({node});
    return Add(graph);
  };
  ge::op::Data x = Input("x", 0, {2}), other = Input("other", 1, {2});
  {
    ge::op::Add node("node");
    node.set_input_x1(x);
    EXPECT_HAS(refuse(node, x), "graph \"wrong\": node \"node\" (Add): input x2 is not set");
  }
  {
    ge::op::Neg node("node");
    node.set_input_x(x).set_input_x(other);
    EXPECT_HAS(refuse(node, x),
               "input x was set to output 0 of \"other\"; it has come from output "
               "0 of \"x\"");
  }
  {
    ge::op::Ad node("node");
    node.set_input_x1(x).set_input_x2(x);
    EXPECT_HAS(refuse(node, x), "node \"node\" (Ad): there is no operator type Ad (Add is one)");
  }
  {
    ge::op::Neg node("node");
    node.set_input_x(x, 1);
    EXPECT_HAS(refuse(node, x), "input x was set to output 1 of \"x\" (Data); its outputs are y");
  }
  {
    ge::op::Neg node("node");
    node.SetInput("y", x);
    EXPECT_HAS(refuse(node, x), "there is no input \"y\"; the inputs are x");
  }
  {
    ge::op::Neg node("x");
    node.set_input_x(x);
    EXPECT_HAS(refuse(node, x), "two nodes have the name \"x\"");
  }
  {
    ge::op::Cast node("node");
    node.set_input_x(x);
    EXPECT_HAS(refuse(node, x), "attribute dst_type (Int) is not set and has no default");
    node.SetAttr("dst_type", "float");
    EXPECT_HAS(refuse(node, x),
               "attribute dst_type was set to a value of type String; its type "
               "is Int");
    node.SetAttr("dst_type", int64_t{0}).SetAttr("dst", int64_t{0});
    EXPECT_HAS(refuse(node, x), "there is no attribute dst; the attributes are dst_type");
  }
  {
    ge::op::Exp node("node");
    node.set_input_x(x).set_attr_base(2);
    EXPECT_HAS(refuse(node, x), "attribute base is 2; only -1 is supported");
  }
  {
    ge::op::Cast node("node");
    node.set_input_x(x).set_attr_dst_type(999);
    ge::Graph graph("wrong");
    graph.SetInputs({x}).SetOutputs({node});
    EXPECT_HAS(Compile(graph), "node \"node\" (Cast): aclnnCast: ");
  }
  {
    ge::op::Add node("node");
    node.set_input_x1(x).set_input_x2(other);
    EXPECT_HAS(refuse(node, x), "node \"other\" (Data): SetInputs does not name it");
  }
  ge::Graph empty("empty");
  EXPECT_HAS(Add(empty), "it has no results");
}

TEST_F(GraphTest, InputsByTheirIndex) {
  ge::op::Data a = Input("a", 1, {1}), b = Input("b", 0, {1});
  ge::op::Add sum("sum");
  sum.set_input_x1(a).set_input_x2(b);
  ge::Graph graph("indices");
  graph.AddOp(a);
  graph.SetOutputs({a, b});
  ASSERT_EQ(Add(graph), "");
  EXPECT_EQ(Run({HostTensor({1}, {7}), HostTensor({1}, {8})}), std::vector<float>{8});
  EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
  b.set_attr_index(1);
  EXPECT_HAS(Add(graph), "its index is 1, which \"a\" has");
}

TEST_F(GraphTest, SessionsAndTheirGraphs) {
  ge::Graph graph = Diamond({1});
  ASSERT_EQ(Add(graph), "");
  EXPECT_HAS(Add(graph), "there is a graph 0 in this session");
  std::vector<ge::Tensor> outputs;
  EXPECT_EQ(session_->RunGraph(1, {}, outputs), ge::PARAM_INVALID);
  EXPECT_HAS(ge::GEGetErrorMsg(), "there is no graph 1 in this session");
  EXPECT_EQ(session_->RunGraph(0, {HostTensor({1}, {1}), HostTensor({1}, {1, 2})}, outputs),
            ge::PARAM_INVALID);
  EXPECT_HAS(ge::GEGetErrorMsg(), "the tensor has 8 bytes; float32[1] has 4");
  EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
  EXPECT_EQ(session_->RemoveGraph(0), ge::PARAM_INVALID);
  EXPECT_EQ(session_->RunGraph(0, {}, outputs), ge::PARAM_INVALID);
  EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
  EXPECT_EQ(session_->AddGraph(0, graph), ge::GE_CLI_GE_NOT_INITIALIZED);
  EXPECT_EQ(ge::GEInitialize(Options{{"ge.exec.deviceId", "9"}}), ge::PARAM_INVALID);
  EXPECT_HAS(ge::GEGetErrorMsg(), "option ge.exec.deviceId is \"9\"; accepted are the devices 0 ");
  EXPECT_EQ(ge::GEInitialize(Options{{"ge.unheard", "1"}}), ge::SUCCESS);
  EXPECT_HAS(ge::GEGetWarningMsg(), "option ge.unheard is not used");
}

TEST_F(GraphTest, NodesByTheNameOfTheirType) {
  ge::op::Data x = Input("x", 0, {2});
  ge::Operator cast = ge::OperatorFactory::CreateOperator("cast", "Cast");
  ASSERT_FALSE(cast.IsEmpty());
  cast.SetInput("x", x).SetAttr("dst_type", int64_t{ge::DT_INT32});
  ge::Graph graph("by name");
  graph.SetInputs({x}).SetOutputs({cast});
  ASSERT_EQ(Add(graph), "");
  std::vector<ge::Tensor> outputs;
  ASSERT_EQ(session_->RunGraph(0, {HostTensor({2}, {1.5f, -7})}, outputs), ge::SUCCESS);
  int32_t result[2];
  std::memcpy(result, outputs[0].GetData(), sizeof(result));
  EXPECT_EQ(result[0], 1);
  EXPECT_EQ(result[1], -7);
  EXPECT_TRUE(ge::OperatorFactory::CreateOperator("none", "Nothing").IsEmpty());
}

}  // namespace
}  // namespace openaclnn::graph
