// Graphs of any nodes, inputs, attributes, shapes and types: each call of a session succeeds, or
// returns a documented code with a message, and results fit what they say they are.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ge_api.h"
#include "graph.h"
#include "graph/tensor.h"
#include "op_proto/array_ops.h"
#include "operator_factory.h"
#include "testing/fuzz/bytes.h"
#include "testing/fuzz/check.h"

namespace {

using openaclnn::fuzz::Bytes;
using Options = std::map<ge::AscendString, ge::AscendString>;

constexpr const char* kTypes[] = {"Add", "Cast", "Mul", "Neg", "SwiGlu", "Data", "Nothing"};
constexpr const char* kPorts[] = {"x", "x1", "x2", "y", "none"};
constexpr const char* kAttrs[] = {"dim", "dst_type", "index", "value", "none"};
constexpr ge::DataType kDTypes[] = {ge::DT_FLOAT, ge::DT_FLOAT16,   ge::DT_INT32, ge::DT_BOOL,
                                    ge::DT_INT4,  ge::DT_UNDEFINED, ge::DT_MAX};
// More elements than this are described, but no tensor has them.
constexpr int64_t kMostElements = 4096;

// A session succeeds without a message, or says what is wrong.
bool Succeeds(ge::Status status) {
  const std::string message = ge::GEGetErrorMsg();
  FUZZ_CHECK(message.empty() == (status == ge::SUCCESS));
  FUZZ_CHECK(status == ge::SUCCESS || status == ge::PARAM_INVALID ||
             status == ge::MEMALLOC_FAILED || status == ge::INTERNAL_ERROR);
  return status == ge::SUCCESS;
}

ge::TensorDesc DrawDesc(Bytes& bytes) {
  std::vector<int64_t> dims(bytes.Pick(10));
  for (int64_t& dim : dims) dim = bytes.Number();
  return ge::TensorDesc(ge::Shape(dims), bytes.Pick(8) == 0 ? ge::FORMAT_NCHW : ge::FORMAT_ND,
                        bytes.PickOf(kDTypes));
}

// Mostly as many bytes as the description asks for.
ge::Tensor DrawTensor(Bytes& bytes, const ge::TensorDesc& desc) {
  int64_t elements = 1;
  for (int64_t dim : desc.GetShape().GetDims()) {
    if (__builtin_mul_overflow(elements, dim, &elements)) elements = -1;
  }
  if (elements < 0 || elements > kMostElements) elements = 1;
  const int64_t size = elements * (desc.GetDataType() == ge::DT_FLOAT     ? 4
                                   : desc.GetDataType() == ge::DT_INT32   ? 4
                                   : desc.GetDataType() == ge::DT_FLOAT16 ? 2
                                                                          : 1);
  const std::vector<uint8_t> data(static_cast<size_t>(size) + (bytes.Pick(16) == 0 ? 1 : 0),
                                  bytes.Byte());
  return ge::Tensor(desc, data);
}

struct Nodes {
  std::vector<ge::Operator> all = {ge::Operator()};  // the first is empty
  std::vector<ge::Operator> inputs;
  std::vector<ge::TensorDesc> descs;  // of the inputs

  const ge::Operator& Draw(Bytes& bytes) const { return all[bytes.Pick(all.size())]; }

  void Make(Bytes& bytes) {
    const std::string name = "node_" + std::to_string(bytes.Pick(8) == 0 ? 0 : all.size());
    if (bytes.Pick(3) == 0) {
      ge::op::Data data(name);
      descs.push_back(DrawDesc(bytes));
      data.update_output_desc_y(descs.back());
      inputs.push_back(data);
      all.push_back(data);
    } else if (bytes.Pick(6) == 0) {
      ge::op::Const constant(name);
      constant.set_attr_value(DrawTensor(bytes, DrawDesc(bytes)));
      all.push_back(constant);
    } else {
      const char* const type = bytes.PickOf(kTypes);
      ge::Operator node = ge::OperatorFactory::CreateOperator(name.c_str(), type);
      all.push_back(node.IsEmpty() ? ge::Operator(name.c_str(), type) : node);
      for (const char* port : {"x", "x1", "x2"}) {
        if (bytes.Pick(8) != 0 && node.GetInputsSize() == (port[1] == 0 ? 1u : 2u))
          node.SetInput(port, all[bytes.Pick(all.size())]);
      }
    }
  }

  void SetAttr(Bytes& bytes) {
    ge::Operator node = Draw(bytes);
    const char* const name = bytes.PickOf(kAttrs);
    switch (bytes.Pick(6)) {
      case 0:
        node.SetAttr(name, "word");
        break;
      case 1:
        node.SetAttr(name, 0.5f);
        break;
      case 2:
        node.SetAttr(name, std::vector<int64_t>{bytes.Number()});
        break;
      case 3:
        node.SetAttr(name, DrawTensor(bytes, DrawDesc(bytes)));
        break;
      default:
        node.SetAttr(name, bytes.Number());
    }
  }

  void Link(Bytes& bytes) {
    ge::Operator node = Draw(bytes);
    const ge::Operator& source = Draw(bytes);
    if (bytes.Pick(2) == 0) {
      node.SetInput(bytes.PickOf(kPorts), source, static_cast<uint32_t>(bytes.Number()));
    } else {
      node.SetInput(bytes.PickOf(kPorts), source, bytes.PickOf(kPorts));
    }
  }
};

void RunGraph(Bytes& bytes, ge::Session& session, const Nodes& nodes, uint32_t id) {
  std::vector<ge::Tensor> tensors, outputs;
  for (const ge::TensorDesc& desc : nodes.descs) {
    ge::TensorDesc given = desc;
    std::vector<int64_t> dims = desc.GetShape().GetDims();
    for (int64_t& dim : dims) {
      if (dim < 0) dim = static_cast<int64_t>(bytes.Pick(4));
    }
    given.SetShape(ge::Shape(dims));
    tensors.push_back(DrawTensor(bytes, given));
  }
  if (bytes.Pick(8) == 0 && !tensors.empty()) tensors.pop_back();
  if (!Succeeds(session.RunGraph(id, tensors, outputs))) return;
  for (const ge::Tensor& output : outputs) FUZZ_CHECK(output.IsValid() == ge::GRAPH_SUCCESS);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const bool initialized = [] {
    setenv("OPENACLNN_DEVICES", "Ascend910B3:cpu", 1);
    setenv("OPENACLNN_NUM_THREADS", "1", 1);
    return ge::GEInitialize(Options()) == ge::SUCCESS;
  }();
  FUZZ_CHECK(initialized);
  Bytes bytes(data, size);
  ge::Session session{Options()};
  Nodes nodes;
  ge::Graph graph("fuzzed");
  // What the graph looks like is decided first, what is done with it then.
  for (size_t steps = bytes.Byte(); steps > 0 && !bytes.empty(); --steps) {
    switch (bytes.Pick(8)) {
      case 0:
        nodes.Link(bytes);
        break;
      case 1:
        nodes.SetAttr(bytes);
        break;
      case 2:
        (void)graph.AddOp(nodes.Draw(bytes));
        break;
      default:
        nodes.Make(bytes);
    }
  }
  if (bytes.Pick(8) != 0) graph.SetInputs(nodes.inputs);
  std::vector<ge::Operator> results;
  for (size_t count = bytes.Pick(4); count > 0; --count) results.push_back(nodes.Draw(bytes));
  if (bytes.Pick(4) != 0 || results.empty()) results.push_back(nodes.all.back());
  if (bytes.Pick(4) != 0) {
    graph.SetOutputs(results);
  } else {
    using Numbers = std::vector<size_t>;
    graph.SetOutputs({std::pair(results[0], Numbers{bytes.Pick(3)})});
  }
  if (!Succeeds(session.AddGraph(0, graph))) FUZZ_CHECK(!Succeeds(session.CompileGraph(0)));
  while (!bytes.empty()) {
    const auto id = static_cast<uint32_t>(bytes.Pick(8) == 0);
    switch (bytes.Pick(5)) {
      case 0:
        if (Succeeds(session.CompileGraph(id))) {
          const ge::CompiledGraphSummaryPtr summary = session.GetCompiledGraphSummary(id);
          FUZZ_CHECK(summary != nullptr);
          size_t memory = 0;
          FUZZ_CHECK((summary->GetFeatureMemorySize(memory) == ge::SUCCESS) == summary->IsStatic());
          (void)ge::GEGetErrorMsg();
        }
        break;
      case 1:
        (void)Succeeds(session.RemoveGraph(id));
        break;
      case 2:
        (void)Succeeds(session.AddGraph(id, graph));
        break;
      default:
        RunGraph(bytes, session, nodes, id);
    }
  }
  (void)ge::GEGetWarningMsg();
  return 0;
}
