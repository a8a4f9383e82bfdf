#include "runtime/handles/handles.h"

#include "absl/base/no_destructor.h"

namespace openaclnn {
namespace {

// Enough for any program that does not leak; only addresses are reserved for it.
constexpr uint32_t kCapacity = 1 << 20;

template <typename T>
HandlePool<T>& Pool() {
  static absl::NoDestructor<HandlePool<T>> pool(kCapacity);
  return *pool;
}

}  // namespace

HandlePool<aclTensor>& TensorPool() { return Pool<aclTensor>(); }
HandlePool<aclScalar>& ScalarPool() { return Pool<aclScalar>(); }
HandlePool<aclIntArray>& IntArrayPool() { return Pool<aclIntArray>(); }
HandlePool<aclFloatArray>& FloatArrayPool() { return Pool<aclFloatArray>(); }
HandlePool<aclBoolArray>& BoolArrayPool() { return Pool<aclBoolArray>(); }
HandlePool<aclTensorList>& TensorListPool() { return Pool<aclTensorList>(); }
HandlePool<aclScalarList>& ScalarListPool() { return Pool<aclScalarList>(); }
HandlePool<aclDataBuffer>& DataBufferPool() { return Pool<aclDataBuffer>(); }
HandlePool<aclTensorDesc>& TensorDescPool() { return Pool<aclTensorDesc>(); }

}  // namespace openaclnn
