// What an aclTensor is made of.
#ifndef OPENACLNN_RUNTIME_TENSOR_TENSOR_H_
#define OPENACLNN_RUNTIME_TENSOR_TENSOR_H_

#include <cstdint>

#include "aclnn/acl_meta.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {

// A strided view of elements of one type. Strides and offsets are counted in elements.
struct TensorView {
  aclDataType dtype = ACL_DT_UNDEFINED;
  Dims shape;
  Dims strides;
  int64_t offset = 0;  // of the first element, from the start of the storage

  bool empty() const {
    for (int64_t extent : shape) {
      if (extent == 0) return true;
    }
    return false;
  }
};

}  // namespace openaclnn

// A view and the storage it looks into. The storage belongs to whoever allocated it.
struct aclTensor {
  openaclnn::TensorView view;
  aclFormat format = ACL_FORMAT_UNDEFINED;
  openaclnn::Dims storage_shape;
  void* data = nullptr;  // start of the storage; may be null until the tensor is used by a run
};

#endif  // OPENACLNN_RUNTIME_TENSOR_TENSOR_H_
