// A graph of three operators and a constant, and what is said of a tensor that does not fit:
// docs/graph.md explains it.
//
//   tools/bazel run //docs/examples:graph [-- FILE]
//
// FILE: where a picture of the graph goes, in the language DOT.

#include "graph.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <vector>

#include "add_proto.h"
#include "array_ops.h"
#include "ge_api.h"
#include "ge_ir_build.h"
#include "mul_proto.h"
#include "relu_proto.h"

using Options = std::map<ge::AscendString, ge::AscendString>;

ge::Tensor HostTensor(const std::vector<int64_t>& dims, const std::vector<float>& values) {
  ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()),
                    values.size() * sizeof(float));
}

ge::op::Data Input(const char* name, int64_t index, const std::vector<int64_t>& dims) {
  ge::op::Data data(name);
  data.set_attr_index(index);
  data.update_output_desc_y(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT));
  return data;
}

int main(int argc, char** argv) {
  ge::GEInitialize(Options{{"ge.exec.deviceId", "0"}});
  {
    ge::op::Data x = Input("x", 0, {-1, 3}), scale = Input("scale", 1, {3});
    ge::op::Const one("one");
    one.set_attr_value(HostTensor({1}, {1}));
    ge::op::Mul product("product");
    product.set_input_x1(x).set_input_x2(scale);
    ge::op::Add sum("sum");
    sum.set_input_x1(product).set_input_x2(one);
    ge::op::Relu relu("relu");
    relu.set_input_x(sum);
    ge::Graph graph("example");
    graph.SetInputs({x, scale}).SetOutputs({relu});
    if (argc > 1) ge::aclgrphDumpGraph(graph, argv[1], std::strlen(argv[1]));

    ge::Session session{Options()};
    std::vector<ge::Tensor> outputs;
    ge::Status status = session.AddGraph(0, graph);
    if (status == ge::SUCCESS)
      status = session.RunGraph(
          0, {HostTensor({2, 3}, {1, 2, 3, -1, -2, -3}), HostTensor({3}, {1, 0.5f, 10})}, outputs);
    if (status != ge::SUCCESS) {
      std::printf("%s\n", ge::GEGetErrorMsgV2().GetString());
      return 1;
    }
    std::vector<float> values(outputs[0].GetSize() / sizeof(float));
    std::memcpy(values.data(), outputs[0].GetData(), outputs[0].GetSize());
    std::printf("result:");
    for (float value : values) std::printf(" %g", value);
    std::printf("\n");

    // A tensor that does not fit.
    session.RunGraph(0, {HostTensor({3}, {1, 2, 3}), HostTensor({3}, {1, 1, 1})}, outputs);
    std::printf("%s\n", ge::GEGetErrorMsgV2().GetString());
  }
  ge::GEFinalize();
}
