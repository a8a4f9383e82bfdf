// In a shared library with kernels that ascendc_kernel compiled: one function by which a program in
// another language runs them (compare_kernel.py).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "absl/status/status.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tiling_context.h"
#include "runtime/aicore/host/operator_call.h"
#include "runtime/aicore/kernel_call.h"
#include "runtime/aicore/launch.h"

struct OpenaclnnKernelTensor {
  const char* name;
  void* data;
  int64_t bytes;
  int64_t writable;
  const char* dtype;
  const int64_t* shape;
  int64_t rank;
};

struct OpenaclnnKernelScalar {
  const uint8_t* data;
  int64_t bytes;
  int64_t kind;  // Parameter::Kind
};

struct OpenaclnnKernelAttr {
  const char* name;
  int64_t kind;  // as gert::RuntimeAttrs::Value
  int64_t integer;
  double number;
  const char* text;
  const int64_t* list;
  int64_t list_size;
};

// With `op` the operator's host side decides what follows `attr_count`.
struct OpenaclnnKernelCall {
  const char* op;
  const char* soc;
  const OpenaclnnKernelAttr* attrs;
  int64_t attr_count;
  const char* kernel;
  const char* dtypes;
  const OpenaclnnKernelTensor* tensors;
  int64_t tensor_count;
  const OpenaclnnKernelScalar* scalars;
  int64_t scalar_count;
  const void* tiling;
  int64_t tiling_bytes;
  uint64_t tiling_key;
  int64_t workspace_bytes;
  int64_t blocks;
  int64_t fast;
};

namespace openaclnn::aicore {
namespace {

absl::Status RunKernel(const OpenaclnnKernelCall& call, Counters* counters) {
  KernelCall launch(call.kernel, call.soc, call.dtypes);
  for (int64_t i = 0; i < call.tensor_count; ++i) {
    const OpenaclnnKernelTensor& tensor = call.tensors[i];
    launch.Add(tensor.name, tensor.data, static_cast<size_t>(tensor.bytes), tensor.writable != 0);
  }
  for (int64_t i = 0; i < call.scalar_count; ++i) {
    const OpenaclnnKernelScalar& scalar = call.scalars[i];
    launch.ScalarBytes(static_cast<Parameter::Kind>(scalar.kind),
                       {scalar.data, static_cast<size_t>(scalar.bytes)});
  }
  return launch.TilingBytes(call.tiling, static_cast<size_t>(call.tiling_bytes))
      .TilingKey(call.tiling_key)
      .Workspace(call.workspace_bytes)
      .Blocks(call.blocks)
      .CheckWith(call.fast != 0 ? Checks::kFast : Checks::kStrict)
      .Timed(call.fast == 0)
      .Run(counters);
}

gert::RuntimeAttrs::Value ValueOf(const OpenaclnnKernelAttr& attr) {
  switch (attr.kind) {
    case 0:
      return attr.integer != 0;
    case 1:
      return attr.integer;
    case 2:
      return static_cast<float>(attr.number);
    case 3:
      return std::string(attr.text);
    default:
      return gert::TypedContinuousVector<int64_t>({attr.list, attr.list + attr.list_size});
  }
}

absl::Status RunOperator(const OpenaclnnKernelCall& call, Counters* counters) {
  OperatorCall run(call.op, call.soc);
  for (int64_t i = 0; i < call.tensor_count; ++i) {
    const OpenaclnnKernelTensor& tensor = call.tensors[i];
    gert::Shape shape;
    for (int64_t d = 0; d < tensor.rank; ++d) shape.AppendDim(tensor.shape[d]);
    const auto elements = static_cast<size_t>(shape.GetShapeSize());
    run.Add(tensor.name, tensor.data, elements, shape, DataTypeFromName(tensor.dtype),
            tensor.writable != 0);
  }
  for (int64_t i = 0; i < call.attr_count; ++i)
    run.Attr(call.attrs[i].name, ValueOf(call.attrs[i]));
  return run.CheckWith(call.fast != 0 ? Checks::kFast : Checks::kStrict)
      .Timed(call.fast == 0)
      .Run(counters);
}

}  // namespace
}  // namespace openaclnn::aicore

extern "C" {

// For each pipe instructions, elements, bytes and busy cycles are written to `counters`, then the
// cycles of the launch, and what is wrong to `message`: nothing if the call is right.
__attribute__((visibility("default"))) void OpenaclnnRunKernel(const OpenaclnnKernelCall* call,
                                                               int64_t* counters, char* message,
                                                               size_t message_bytes) {
  using namespace openaclnn::aicore;  // NOLINT(build/namespaces)
  Counters counted;
  const absl::Status status =
      call->op == nullptr ? RunKernel(*call, &counted) : RunOperator(*call, &counted);
  for (const PipeCounters& pipe : counted.pipes) {
    for (const int64_t number : {pipe.instructions, pipe.elements, pipe.bytes, pipe.busy})
      *counters++ = number;
  }
  *counters++ = counted.cycles;
  const std::string text(status.message());
  const size_t length = std::min(text.size(), message_bytes - 1);
  std::memcpy(message, text.data(), length);
  message[length] = '\0';
}

}  // extern "C"
