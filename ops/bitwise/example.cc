// Which bits of integers are set in a number, too.
//
//   tools/bazel run //ops/bitwise:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_bitwise_and_tensor.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const int64_t shape[] = {4};
  const int32_t numbers[] = {12, 7, -1, 8}, mask[] = {10, 10, 10, 10};
  void* memory[2];
  aclTensor* tensors[2];
  for (int i = 0; i < 2; ++i) {
    Check(aclrtMalloc(&memory[i], sizeof(numbers), ACL_MEM_MALLOC_HUGE_FIRST));
    Check(aclrtMemcpy(memory[i], sizeof(numbers), i == 0 ? numbers : mask, sizeof(numbers),
                      ACL_MEMCPY_HOST_TO_DEVICE));
    tensors[i] =
        aclCreateTensor(shape, 1, ACL_INT32, nullptr, 0, ACL_FORMAT_ND, shape, 1, memory[i]);
  }
  const Tensor out({4});
  session.Run(aclnnBitwiseAndTensorGetWorkspaceSize, aclnnBitwiseAndTensor, tensors[0], tensors[1],
              out);
  out.Print("and 10");
  for (int i = 0; i < 2; ++i) {
    aclDestroyTensor(tensors[i]);
    aclrtFree(memory[i]);
  }
}
