// Runs a device kernel of this workspace.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "kernel_operator.h"
#include "runtime/aicore/kernel_call.h"

template <typename T>
bool IsRight(const char* dtype) {
  const std::vector<T> x(64, 3);
  std::vector<T> y(64);
  openaclnn::aicore::KernelCall call("double_kernel", "atlas_a2", dtype);
  const absl::Status status =
      call.Input("x", x).Output("y", y).Scalar(uint32_t{16}).Blocks(4).Run();
  if (!status.ok()) std::puts(status.ToString().c_str());
  return status.ok() && y == std::vector<T>(64, 6);
}

int main() {
  const bool right = IsRight<half>("float16") && IsRight<float>("float32");
  std::puts(right ? "the kernel is right" : "the kernel is wrong");
  return right ? 0 : 1;
}
