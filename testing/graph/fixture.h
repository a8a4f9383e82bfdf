// What tests of graphs share: tensors, and a session.
#ifndef OPENACLNN_TESTING_GRAPH_FIXTURE_H_
#define OPENACLNN_TESTING_GRAPH_FIXTURE_H_

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "acl/acl.h"
#include "array_ops.h"
#include "ge_api.h"
#include "graph.h"
#include "gtest/gtest.h"
#include "tensor.h"

namespace openaclnn::graph {

using Dims = std::vector<int64_t>;
using Options = std::map<ge::AscendString, ge::AscendString>;

inline ge::TensorDesc Desc(const Dims& dims, ge::DataType dtype = ge::DT_FLOAT) {
  return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, dtype);
}

inline ge::Tensor HostTensor(const Dims& dims, const std::vector<float>& values) {
  return ge::Tensor(Desc(dims), reinterpret_cast<const uint8_t*>(values.data()),
                    values.size() * sizeof(float));
}

inline std::vector<float> Values(const ge::Tensor& tensor) {
  std::vector<float> values(tensor.GetSize() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), tensor.GetData(), tensor.GetSize());
  return values;
}

inline ge::op::Data Input(const char* name, int64_t index, const Dims& dims,
                          ge::DataType dtype = ge::DT_FLOAT) {
  ge::op::Data data(name);
  data.set_attr_index(index);
  data.update_output_desc_y(Desc(dims, dtype));
  return data;
}

inline std::string ReadFile(const std::string& name) {
  std::ifstream stream(name);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class GraphTest : public testing::Test {
 protected:
  GraphTest() {
    EXPECT_EQ(ge::GEInitialize(Options()), ge::SUCCESS) << ge::GEGetErrorMsg();
    session_ = std::make_unique<ge::Session>(Options());
  }
  ~GraphTest() override {
    session_.reset();
    EXPECT_EQ(ge::GEFinalize(), ge::SUCCESS);
    (void)ge::GEGetErrorMsg();
    (void)ge::GEGetWarningMsg();
  }

  // Adds the graph as number 0; the messages if it is refused.
  std::string Add(ge::Graph& graph) {
    const ge::Status status = session_->AddGraph(0, graph);
    const std::string message = ge::GEGetErrorMsg();
    EXPECT_EQ(status == ge::SUCCESS, message.empty()) << status << message;
    return message;
  }
  // What the graph says of its shapes.
  std::string Compile(ge::Graph& graph) {
    EXPECT_EQ(Add(graph), "");
    (void)session_->CompileGraph(0);
    std::string message = ge::GEGetErrorMsg();
    if (message.empty()) {
      std::vector<ge::Shape> shapes;
      (void)session_->GetCompiledGraphSummary(0)->GetOutputShapes(shapes);
      for (const ge::Shape& shape : shapes) {
        message += "[";
        for (int64_t dim : shape.GetDims()) absl::StrAppend(&message, dim, " ");
        message += "]";
      }
    }
    EXPECT_EQ(session_->RemoveGraph(0), ge::SUCCESS);
    return message;
  }
  std::vector<float> Run(const std::vector<ge::Tensor>& inputs) {
    std::vector<ge::Tensor> outputs;
    EXPECT_EQ(session_->RunGraph(0, inputs, outputs), ge::SUCCESS) << ge::GEGetErrorMsg();
    return outputs.empty() ? std::vector<float>() : Values(outputs[0]);
  }

  std::unique_ptr<ge::Session> session_;
};

#define EXPECT_HAS(text, part)                                           \
  do {                                                                   \
    const std::string text_ = (text);                                    \
    EXPECT_NE(text_.find(part), std::string::npos) << "text: " << text_; \
  } while (false)

// Device memory with these values, in tensors that are parts of it.
class DeviceFloats {
 public:
  explicit DeviceFloats(const std::vector<float>& values) : bytes_(values.size() * sizeof(float)) {
    EXPECT_EQ(aclrtMalloc(&memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    Write(values);
  }
  ~DeviceFloats() { EXPECT_EQ(aclrtFree(memory_), ACL_SUCCESS); }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;

  void Write(const std::vector<float>& values) {
    EXPECT_EQ(aclrtMemcpy(memory_, bytes_, values.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
  }
  std::vector<float> Read() const {
    std::vector<float> values(bytes_ / sizeof(float));
    EXPECT_EQ(aclrtMemcpy(values.data(), bytes_, memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    return values;
  }
  ge::Tensor Part(int64_t begin, int64_t elements) const {
    ge::Tensor tensor(Desc({elements}));
    (void)tensor.SetPlacement(ge::kPlacementDevice);
    (void)tensor.SetData(reinterpret_cast<uint8_t*>(static_cast<float*>(memory_) + begin),
                         static_cast<size_t>(elements) * sizeof(float), nullptr);
    return tensor;
  }

 private:
  const size_t bytes_;
  void* memory_ = nullptr;
};

}  // namespace openaclnn::graph

#endif  // OPENACLNN_TESTING_GRAPH_FIXTURE_H_
