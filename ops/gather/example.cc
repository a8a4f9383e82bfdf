// Rows of a table by their numbers, and columns of it, the last one first.
//
//   tools/bazel run //ops/gather:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_gather_v2.h"

using acl_example::Check;
using acl_example::Tensor;

namespace {

// A tensor of indices in device memory.
class Indices {
 public:
  Indices(int64_t first, int64_t second, int64_t third) {
    const int64_t count = 3, numbers[] = {first, second, third};
    Check(aclrtMalloc(&memory_, sizeof(numbers), ACL_MEM_MALLOC_HUGE_FIRST));
    Check(
        aclrtMemcpy(memory_, sizeof(numbers), numbers, sizeof(numbers), ACL_MEMCPY_HOST_TO_DEVICE));
    tensor_ = aclCreateTensor(&count, 1, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, &count, 1, memory_);
  }
  ~Indices() {
    aclDestroyTensor(tensor_);
    aclrtFree(memory_);
  }
  Indices(const Indices&) = delete;
  operator const aclTensor*() const { return tensor_; }

 private:
  void* memory_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

}  // namespace

int main() {
  const acl_example::Session session;
  const Tensor table({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), rows({3, 2}), columns({4, 3});
  const Indices words(3, 0, 3), order(-1, 0, 1);
  session.Run(aclnnEmbeddingGetWorkspaceSize, aclnnEmbedding, table, words, rows);
  session.Run(aclnnGatherV2GetWorkspaceSize, aclnnGatherV2, table, int64_t{1}, order, columns);
  rows.Print("rows");
  columns.Print("columns");
}
