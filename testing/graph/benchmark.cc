// benchmark TYPE: a chain Mul, TYPE, Add of float32, out of the caches and within them. It runs as
// three calls, as a graph whose nodes run by themselves, and as one whose nodes run together. Then
// two chains of TYPE on one stream, and on two. Prints the least of several times, of the clock and
// of all threads on processors, and what intermediate results take.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "add_proto.h"
#include "ge_api.h"
#include "graph.h"
#include "graph/tensor.h"
#include "mul_proto.h"
#include "op_proto/array_ops.h"
#include "operator_factory.h"
#include "runtime/graph/registry.h"

namespace {

using openaclnn::Arg;

constexpr int kRounds = 7;
using Options = std::map<ge::AscendString, ge::AscendString>;

void Check(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "%s failed: %s %s\n", what, aclGetRecentErrMsg(),
               ge::GEGetErrorMsg().c_str());
  std::exit(1);
}

struct Tensor {
  int64_t elements;
  void* memory = nullptr;
  aclTensor* handle = nullptr;

  explicit Tensor(int64_t count) : elements(count) {
    const auto bytes = static_cast<size_t>(count) * sizeof(float);
    Check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0, "aclrtMalloc");
    float* const values = static_cast<float*>(memory);
    for (int64_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 1000) / 250 - 2;
    handle = aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &count, 1, memory);
  }
  ge::TensorDesc Desc() const {
    ge::TensorDesc desc(ge::Shape({elements}));
    desc.SetPlacement(ge::kPlacementDevice);
    return desc;
  }
  ge::Tensor Lent() const {
    ge::Tensor tensor(Desc());
    (void)tensor.SetData(static_cast<uint8_t*>(memory),
                         static_cast<size_t>(elements) * sizeof(float), nullptr);
    return tensor;
  }
};

// The least so far, in milliseconds. Short work is queued `times` times before it is waited for.
struct Least {
  double clock = 1e9, processors = 1e9;

  void Add(aclrtStream stream, const std::function<void()>& work, int64_t times = 1) {
    const absl::Time begin = absl::Now();
    const std::clock_t used = std::clock();
    for (int64_t i = 0; i < times; ++i) work();
    Check(aclrtSynchronizeStream(stream) == 0, "aclrtSynchronizeStream");
    const auto each = static_cast<double>(times);
    clock = std::min(clock, absl::ToDoubleMilliseconds(absl::Now() - begin) / each);
    processors = std::min(processors,
                          1e3 * static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC / each);
  }
};

// y = f(a * b) + c in a session of its own.
struct Chain {
  ge::Session session;

  Chain(const char* type, const char* fusion, const Tensor& a, const Tensor& b, const Tensor& c)
      : session(Options{{ge::OPTION_FUSION, fusion}}) {
    ge::op::Data inputs[] = {ge::op::Data("a"), ge::op::Data("b"), ge::op::Data("c")};
    const Tensor* const tensors[] = {&a, &b, &c};
    for (int i = 0; i < 3; ++i) inputs[i].update_output_desc_y(tensors[i]->Desc());
    ge::op::Mul mul("mul");
    mul.set_input_x1(inputs[0]).set_input_x2(inputs[1]);
    ge::Operator middle = ge::OperatorFactory::CreateOperator("middle", type);
    middle.SetInput("x", mul);
    ge::op::Add add("add");
    add.set_input_x1(middle).set_input_x2(inputs[2]);
    ge::Graph graph("chain");
    graph.SetInputs({inputs[0], inputs[1], inputs[2]}).SetOutputs({add});
    Check(session.AddGraph(0, graph) == ge::SUCCESS, "AddGraph");
    Check(session.CompileGraph(0) == ge::SUCCESS, "CompileGraph");
  }
  size_t Bytes() {
    size_t bytes = 0;
    (void)session.GetCompiledGraphSummary(0)->GetFeatureMemorySize(bytes);
    return bytes;
  }
  void Run(aclrtStream stream, const std::vector<ge::Tensor>& inputs,
           std::vector<ge::Tensor>& outputs) {
    Check(session.RunGraphWithStreamAsync(0, stream, inputs, outputs) == ge::SUCCESS, "the graph");
  }
};

void Measure(const openaclnn::graph::TypeInfo& type, const char* name, int64_t elements,
             int64_t scales, aclrtStream stream) {
  const Tensor a(elements), b(scales), c(scales), product(elements), middle(elements), y(elements);
  int64_t number = 1;
  aclScalar* const one = aclCreateScalar(&number, ACL_INT64);
  const auto calls = [&] {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    Check(aclnnMulGetWorkspaceSize(a.handle, b.handle, product.handle, &size, &executor) == 0 &&
              aclnnMul(nullptr, size, executor, stream) == 0 &&
              type.get_workspace_size({Arg::Of(product.handle), Arg::Of(middle.handle)}, &size,
                                      &executor) == 0 &&
              type.run(nullptr, size, executor, stream) == 0 &&
              aclnnAddGetWorkspaceSize(middle.handle, c.handle, one, y.handle, &size, &executor) ==
                  0 &&
              aclnnAdd(nullptr, size, executor, stream) == 0,
          "a call");
  };
  Chain alone(type.name, "0", a, b, c), fused(type.name, "1", a, b, c);
  const std::vector<ge::Tensor> inputs = {a.Lent(), b.Lent(), c.Lent()};
  std::vector<ge::Tensor> outputs = {y.Lent()};
  const int64_t times = std::max<int64_t>((int64_t{4} << 20) / elements, 1);
  Least by_calls, by_nodes, by_blocks;
  for (int round = 0; round < kRounds; ++round) {
    by_calls.Add(stream, calls, times);
    by_nodes.Add(stream, [&] { alone.Run(stream, inputs, outputs); }, times);
    by_blocks.Add(stream, [&] { fused.Run(stream, inputs, outputs); }, times);
  }
  const auto print = [&](const char* what, const Least& least, size_t bytes) {
    std::printf(
        "%9lld elements, %-14s %-12s %9.4f ms, %9.4f ms of processors (%.2f times as fast), "
        "%zu bytes\n",
        static_cast<long long>(elements), name, what, least.clock, least.processors,
        by_calls.clock / least.clock, bytes);
  };
  print("three calls", by_calls, 2 * static_cast<size_t>(elements) * sizeof(float));
  print("graph", by_nodes, alone.Bytes());
  print("fused", by_blocks, fused.Bytes());
  (void)aclDestroyScalar(one);
  for (const Tensor* tensor : {&a, &b, &c, &product, &middle, &y}) {
    (void)aclDestroyTensor(tensor->handle);
    (void)aclrtFree(tensor->memory);
  }
}

// Two chains of eight nodes that do not run together.
void MeasureStreams(const char* type, int64_t elements, aclrtStream stream) {
  const Tensor a(elements), b(elements), y(elements), z(elements);
  std::vector<ge::Tensor> outputs = {y.Lent(), z.Lent()};
  double on_one = 0;
  for (const char* streams : {"1", "2"}) {
    ge::Session session(Options{{ge::OPTION_STREAMS, streams}, {ge::OPTION_FUSION, "0"}});
    std::vector<ge::Operator> inputs, ends;
    for (const Tensor* tensor : {&a, &b}) {
      ge::op::Data data(absl::StrCat("input", inputs.size()));
      data.update_output_desc_y(tensor->Desc());
      inputs.push_back(data);
      ends.push_back(data);
      for (int i = 0; i < 8; ++i) {
        ge::Operator node = ge::OperatorFactory::CreateOperator(
            absl::StrCat("chain", inputs.size(), "_", i).c_str(), type);
        node.SetInput("x", ends.back());
        ends.back() = node;
      }
    }
    ge::Graph graph("chains");
    graph.SetInputs(inputs).SetOutputs(ends);
    Check(session.AddGraph(0, graph) == ge::SUCCESS, "AddGraph");
    Least least;
    for (int round = 0; round < 50; ++round) {
      least.Add(stream, [&] {
        Check(session.RunGraphWithStreamAsync(0, stream, {a.Lent(), b.Lent()}, outputs) ==
                  ge::SUCCESS,
              "the graph");
      });
    }
    if (on_one == 0) on_one = least.clock;
    std::printf("%9lld elements, two chains of 8, streams: %s  %8.3f ms (%.2f times as fast)\n",
                static_cast<long long>(elements), streams, least.clock, on_one / least.clock);
  }
  for (const Tensor* tensor : {&a, &b, &y, &z}) {
    (void)aclDestroyTensor(tensor->handle);
    (void)aclrtFree(tensor->memory);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const auto* const type = openaclnn::graph::FindType(count == 2 ? arguments[1] : "");
  Check(type != nullptr && type->arguments.size() == 2, "benchmark TYPE, such as Tanh,");
  Check(ge::GEInitialize(Options()) == ge::SUCCESS, "GEInitialize");
  Check(aclrtSetDevice(0) == 0, "aclrtSetDevice");
  aclrtStream stream = nullptr;
  Check(aclrtCreateStream(&stream) == 0, "aclrtCreateStream");
  for (int64_t elements : {int64_t{64} << 20, int64_t{64} << 10, int64_t{4} << 10, int64_t{64}}) {
    Measure(*type, "by one number", elements, 1, stream);
    Measure(*type, "by tensors", elements, elements, stream);
  }
  for (int64_t elements = 1024; elements <= 1 << 20; elements *= 4)
    MeasureStreams(type->name, elements, stream);
  (void)aclrtDestroyStream(stream);
  return ge::GEFinalize() == ge::SUCCESS ? 0 : 1;
}
