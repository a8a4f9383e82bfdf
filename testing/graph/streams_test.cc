// Nodes on several streams, what shows them, and what keeps them in order.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#include "array_ops.h"
#include "exp_proto.h"
#include "ge_api.h"
#include "ge_ir_build.h"
#include "graph.h"
#include "gtest/gtest.h"
#include "neg_proto.h"
#include "tensor.h"
#include "testing/graph/fixture.h"

namespace openaclnn::graph {
namespace {

// -(-(-a)), -(-(-b)) and so on.
ge::Graph Chains(int count, int64_t elements) {
  std::vector<ge::Operator> inputs, ends;
  for (int chain = 0; chain < count; ++chain) {
    const std::string name(1, static_cast<char>('a' + chain));
    inputs.push_back(Input(name.c_str(), static_cast<int64_t>(inputs.size()), {elements}));
    ends.push_back(inputs.back());
    for (int i = 0; i < 3; ++i) {
      ge::op::Neg neg(absl::StrCat(name, i));
      neg.set_input_x(ends.back());
      ends.back() = neg;
    }
  }
  ge::Graph graph("chains");
  graph.SetInputs(inputs).SetOutputs(ends);
  return graph;
}

TEST_F(GraphTest, NodesThatDoNotNeedEachOtherRunOnSeveralStreams) {
  constexpr int64_t kElements = 1024;
  const std::string file = absl::StrCat(testing::TempDir(), "/chains.json");
  ge::Graph graph = Chains(2, kElements);
  for (const bool several : {false, true}) {
    Options options = {{ge::OPTION_FUSION, "0"}, {ge::OPTION_TRACE, file.c_str()}};
    if (!several) options[ge::OPTION_STREAMS] = "1";
    session_ = std::make_unique<ge::Session>(options);
    ASSERT_EQ(Add(graph), "");
    ASSERT_EQ(session_->CompileGraph(0), ge::SUCCESS);
    // Each stream has memory of its own, where a chain needs two results at a time.
    size_t bytes = 0;
    ASSERT_EQ(session_->GetCompiledGraphSummary(0)->GetFeatureMemorySize(bytes), ge::SUCCESS);
    EXPECT_EQ(bytes, (several ? 4 : 2) * kElements * sizeof(float));
    const std::vector<ge::Tensor> inputs = {
        HostTensor({kElements}, std::vector<float>(kElements, 1)),
        HostTensor({kElements}, std::vector<float>(kElements, 2))};
    for (int run = 0; run < 20; ++run) {
      std::vector<ge::Tensor> outputs;
      ASSERT_EQ(session_->RunGraph(0, inputs, outputs), ge::SUCCESS) << ge::GEGetErrorMsg();
      EXPECT_EQ(Values(outputs[0]), std::vector<float>(kElements, -1));
      EXPECT_EQ(Values(outputs[1]), std::vector<float>(kElements, -2));
    }
    const std::string trace = ReadFile(file);
    EXPECT_EQ(trace.find("\"tid\":1") != std::string::npos, several) << trace;
    EXPECT_EQ(std::count(trace.begin(), trace.end(), '\n'), 8) << "a line for each node: " << trace;
    EXPECT_HAS(trace, R"({"name":"b1","cat":"node","ph":"X","pid":0,)");
    EXPECT_HAS(trace, R"("args":{"types":"Neg","results":"float32[1024], 4096 bytes at )");
    EXPECT_HAS(trace, R"("args":{"types":"Neg","results":"float32[1024], 4096 bytes"}})");
  }
}

TEST_F(GraphTest, StreamsAndTraceAreOptionsOfTheSession) {
  for (const char* wrong : {"0", "17", "many"}) {
    session_ = std::make_unique<ge::Session>(Options{{ge::OPTION_STREAMS, wrong}});
    EXPECT_HAS(ge::GEGetErrorMsg(),
               absl::StrCat("option openaclnn.streams is \"", wrong, "\"; accepted are 1 to 16"));
  }
  session_ = std::make_unique<ge::Session>(Options{{ge::OPTION_TRACE, "/no/folder/x"}});
  ge::Graph graph = Chains(2, 1);
  ASSERT_EQ(Add(graph), "");
  std::vector<ge::Tensor> outputs;
  EXPECT_EQ(session_->RunGraph(0, {HostTensor({1}, {1}), HostTensor({1}, {1})}, outputs),
            ge::PARAM_INVALID);
  EXPECT_HAS(ge::GEGetErrorMsg(),
             "option openaclnn.trace: /no/folder/x cannot be written: No such");
  EXPECT_TRUE(outputs.empty());
}

// What a node writes over an input is found by later nodes only, and the last result remains.
TEST_F(GraphTest, NodesRunInOrderIfResultsLieOverInputs) {
  constexpr int64_t kElements = 1 << 20;  // `slow` takes longer than a stream takes to begin
  ge::op::Data a = Input("a", 0, {kElements}), b = Input("b", 1, {kElements});
  ge::op::Exp slow("slow");
  ge::op::Neg over("over"), last("last");
  slow.set_input_x(b);
  over.set_input_x(slow);
  last.set_input_x(a);
  ge::Graph graph("over");
  graph.SetInputs({a, b}).SetOutputs({last, over}).AddOp(slow);
  graph.AddOp(over);  // both before what is found behind them
  session_ = std::make_unique<ge::Session>(Options{{ge::OPTION_FUSION, "0"}});
  ASSERT_EQ(Add(graph), "");
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  DeviceFloats memory(std::vector<float>(3 * kElements, 0));
  const std::vector<ge::Tensor> inputs = {memory.Part(0, kElements),
                                          memory.Part(kElements, kElements)};
  // Over an input, over a part of it, and over the other result.
  for (const int64_t begin : {int64_t{0}, int64_t{0}, int64_t{0}, int64_t{1000}, 2 * kElements}) {
    memory.Write(std::vector<float>(3 * kElements, 0));
    std::vector<ge::Tensor> outputs = {memory.Part(2 * kElements, kElements),
                                       memory.Part(begin, kElements)};
    ASSERT_EQ(session_->RunGraphWithStreamAsync(0, nullptr, inputs, outputs), ge::SUCCESS)
        << ge::GEGetErrorMsg();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    std::vector<float> wanted(kElements, 1);
    std::fill_n(wanted.begin(), std::min(begin, kElements), 0);
    const std::vector<float> values = memory.Read();
    EXPECT_EQ(std::vector<float>(values.end() - kElements, values.end()), wanted);
  }
  EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
}

TEST_F(GraphTest, BranchesAreCaptured) {
  ge::Graph graph = Chains(2, 2);
  session_ = std::make_unique<ge::Session>(Options{{ge::OPTION_FUSION, "0"}});
  ASSERT_EQ(Add(graph), "");
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  DeviceFloats memory(std::vector<float>(8, 1));
  std::vector<ge::Tensor> outputs = {memory.Part(4, 2), memory.Part(6, 2)};
  const std::vector<ge::Tensor> inputs = {memory.Part(0, 2), memory.Part(2, 2)};
  // What makes memory and streams cannot be captured.
  ASSERT_EQ(session_->RunGraphWithStreamAsync(0, stream, inputs, outputs), ge::SUCCESS);
  ASSERT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_SUCCESS);
  EXPECT_EQ(session_->RunGraphWithStreamAsync(0, stream, inputs, outputs), ge::SUCCESS)
      << ge::GEGetErrorMsg();
  aclmdlRI model = nullptr;
  ASSERT_EQ(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS) << aclGetRecentErrMsg();
  memory.Write({1, 2, 3, 4, 0, 0, 0, 0});
  EXPECT_EQ(aclmdlRIExecute(model, -1), ACL_SUCCESS);
  EXPECT_EQ(memory.Read(), (std::vector<float>{1, 2, 3, 4, -1, -2, -3, -4}));
  EXPECT_EQ(aclmdlRIDestroy(model), ACL_SUCCESS);
  EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(GraphTest, NamesInTracesAreQuoted) {
  const std::string file = absl::StrCat(testing::TempDir(), "/names.json");
  session_ = std::make_unique<ge::Session>(Options{{ge::OPTION_TRACE, file.c_str()}});
  ge::op::Data a = Input("a", 0, {1});
  ge::op::Neg neg("a \"name\" \\ \n\t");
  neg.set_input_x(a);
  ge::Graph graph("names");
  graph.SetInputs({a}).SetOutputs({neg});
  ASSERT_EQ(Add(graph), "");
  EXPECT_EQ(Run({HostTensor({1}, {1})}), std::vector<float>{-1});
  EXPECT_HAS(ReadFile(file), R"({"name":"a \"name\" \\ \n\u0009","cat")");
}

// A stream of one context cannot wait for an event of another.
TEST_F(GraphTest, ContextsHaveStreamsOfTheirOwn) {
  ge::Graph graph = Chains(2, 2);
  session_ = std::make_unique<ge::Session>(Options{{ge::OPTION_FUSION, "0"}});
  ASSERT_EQ(Add(graph), "");
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  DeviceFloats memory({1, 2, 3, 4, 0, 0, 0, 0});
  std::vector<ge::Tensor> outputs = {memory.Part(4, 2), memory.Part(6, 2)};
  const std::vector<ge::Tensor> inputs = {memory.Part(0, 2), memory.Part(2, 2)};
  aclrtContext contexts[2] = {};
  for (aclrtContext& context : contexts) {
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    memory.Write({1, 2, 3, 4, 0, 0, 0, 0});
    // The default stream, which has the same name in each context.
    ASSERT_EQ(session_->RunGraphWithStreamAsync(0, nullptr, inputs, outputs), ge::SUCCESS)
        << ge::GEGetErrorMsg();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(memory.Read(), (std::vector<float>{1, 2, 3, 4, -1, -2, -3, -4}));
  }
  // One context ends before the graph, one after it.
  EXPECT_EQ(aclrtDestroyContext(contexts[0]), ACL_SUCCESS);
  EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(contexts[1]), ACL_SUCCESS);
}

// With a context the picture has streams and memory as well.
TEST_F(GraphTest, StreamsAndMemoryAreDrawn) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ge::Graph graph = Chains(5, 4);
  const std::string file = absl::StrCat(testing::TempDir(), "/chains.dot");
  ASSERT_EQ(ge::aclgrphDumpGraph(graph, file.c_str(), file.size()), ge::GRAPH_SUCCESS);
  const std::string text = ReadFile(file);
  EXPECT_HAS(text, R"("e0" [label="e0\nNeg\nstream 0, pass 0"];)");
  EXPECT_HAS(text, R"("b2" [label="b2\nNeg\nstream 3, pass 3"];)");
  EXPECT_EQ(text.find("stream 4"), std::string::npos) << "four streams by default: " << text;
  EXPECT_HAS(text, R"("b0" -> "b1" [label="y -> x\nfloat32[4]\nblock by block"];)");
  EXPECT_HAS(text, R"("a2" -> "result 0" [label="y -> \nfloat32[4]\n16 bytes"];)");
}

}  // namespace
}  // namespace openaclnn::graph
