// In a shared library with kernels that ascendc_kernel compiled: one function by which a program in
// another language runs them (compare_kernel.py).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "absl/status/status.h"
#include "runtime/aicore/kernel_call.h"
#include "runtime/aicore/launch.h"

extern "C" {

struct OpenaclnnKernelTensor {
  const char* name;
  void* data;
  int64_t bytes;
  int64_t writable;
};

struct OpenaclnnKernelScalar {
  const uint8_t* data;
  int64_t bytes;
  int64_t kind;  // Parameter::Kind
};

struct OpenaclnnKernelCall {
  const char* kernel;
  const char* soc;
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

// For each pipe instructions, elements, bytes and units are written to `counters`, and what is
// wrong to `message`: nothing if the call is right.
__attribute__((visibility("default"))) void OpenaclnnRunKernel(const OpenaclnnKernelCall* call,
                                                               int64_t* counters, char* message,
                                                               size_t message_bytes) {
  using namespace openaclnn::aicore;  // NOLINT(build/namespaces)
  KernelCall launch(call->kernel, call->soc, call->dtypes);
  for (int64_t i = 0; i < call->tensor_count; ++i) {
    const OpenaclnnKernelTensor& tensor = call->tensors[i];
    launch.Add(tensor.name, tensor.data, static_cast<size_t>(tensor.bytes), tensor.writable != 0);
  }
  for (int64_t i = 0; i < call->scalar_count; ++i) {
    const OpenaclnnKernelScalar& scalar = call->scalars[i];
    launch.ScalarBytes(static_cast<Parameter::Kind>(scalar.kind),
                       {scalar.data, static_cast<size_t>(scalar.bytes)});
  }
  launch.TilingBytes(call->tiling, static_cast<size_t>(call->tiling_bytes))
      .TilingKey(call->tiling_key)
      .Workspace(call->workspace_bytes)
      .Blocks(call->blocks)
      .CheckWith(call->fast != 0 ? Checks::kFast : Checks::kStrict);
  Counters counted;
  const absl::Status status = launch.Run(&counted);
  for (const PipeCounters& pipe : counted.pipes) {
    for (const int64_t number : {pipe.instructions, pipe.elements, pipe.bytes, pipe.units})
      *counters++ = number;
  }
  const std::string text(status.message());
  const size_t length = std::min(text.size(), message_bytes - 1);
  std::memcpy(message, text.data(), length);
  message[length] = '\0';
}

}  // extern "C"
