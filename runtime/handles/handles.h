// The objects behind the handles of aclnn/acl_meta.h and the pools they come from. The pools live
// as long as the process.
#ifndef OPENACLNN_RUNTIME_HANDLES_HANDLES_H_
#define OPENACLNN_RUNTIME_HANDLES_HANDLES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "aclnn/acl_meta.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/tensor/tensor.h"

struct aclScalar {
  aclDataType dtype;
  alignas(16) unsigned char bytes[16];  // the value, in its own type
};
struct aclIntArray {
  std::vector<int64_t> values;
};
struct aclFloatArray {
  std::vector<float> values;
};
struct aclBoolArray {
  absl::InlinedVector<bool, 16> values;
};
struct aclTensorList {
  std::vector<const aclTensor*> elements;
};
struct aclScalarList {
  std::vector<const aclScalar*> elements;
};
struct aclDataBuffer {
  void* data;
  size_t size;
};
struct aclTensorDesc {
  aclDataType dtype;
  aclFormat format;
  std::vector<int64_t> dims;
};

namespace openaclnn {

HandlePool<aclTensor>& TensorPool();
HandlePool<aclScalar>& ScalarPool();
HandlePool<aclIntArray>& IntArrayPool();
HandlePool<aclFloatArray>& FloatArrayPool();
HandlePool<aclBoolArray>& BoolArrayPool();
HandlePool<aclTensorList>& TensorListPool();
HandlePool<aclScalarList>& ScalarListPool();
HandlePool<aclDataBuffer>& DataBufferPool();
HandlePool<aclTensorDesc>& TensorDescPool();

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_HANDLES_HANDLES_H_
