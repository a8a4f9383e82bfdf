// Tensors, scalars, arrays and lists.
#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "aclnn/acl_meta.h"
#include "opdev/op_errno.h"
#include "runtime/acl/check.h"
#include "runtime/handles/handles.h"
#include "runtime/rules/errors.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "runtime/tensor/tensor.h"

using openaclnn::BoolArrayPool;
using openaclnn::Dims;
using openaclnn::Fail;
using openaclnn::FailNull;
using openaclnn::FloatArrayPool;
using openaclnn::HandlePool;
using openaclnn::IntArrayPool;
using openaclnn::kMaxDims;
using openaclnn::ScalarListPool;
using openaclnn::ScalarPool;
using openaclnn::TensorListPool;
using openaclnn::TensorPool;

namespace {

// What a handle of this type is called in messages.
constexpr const char* Name(const aclTensor*) { return "tensor"; }
constexpr const char* Name(const aclScalar*) { return "scalar"; }
constexpr const char* Name(const aclIntArray*) { return "int array"; }
constexpr const char* Name(const aclFloatArray*) { return "float array"; }
constexpr const char* Name(const aclBoolArray*) { return "bool array"; }
constexpr const char* Name(const aclTensorList*) { return "tensor list"; }
constexpr const char* Name(const aclScalarList*) { return "scalar list"; }

template <typename T>
int NotLive(const char* function, const char* argument, const T* handle) {
  return Fail(ACLNN_ERR_PARAM_INVALID,
              absl::StrFormat("%s: %s is %p, which is not a live %s; it was destroyed, or did not come from aclCreate...", function,
                              argument, static_cast<const void*>(handle), Name(handle)));
}

template <typename T>
int CheckLive(const char* function, const char* argument, HandlePool<T>& pool, const T* handle) {
  if (handle == nullptr) return FailNull(ACLNN_ERR_PARAM_NULLPTR, function, argument);
  return pool.IsLive(handle) ? ACLNN_SUCCESS : NotLive(function, argument, handle);
}

template <typename T, typename... Args>
T* Create(const char* function, HandlePool<T>& pool, Args&&... args) {
  T* object = pool.Create(std::forward<Args>(args)...);
  if (object == nullptr) (void)Fail(ACL_ERROR_BAD_ALLOC, absl::StrCat(function, ": out of memory"));
  return object;
}

template <typename T>
aclnnStatus Destroy(const char* function, const char* argument, HandlePool<T>& pool, const T* handle) {
  return handle == nullptr || pool.Destroy(handle) ? ACLNN_SUCCESS : NotLive(function, argument, handle);
}

template <typename T>
absl::Span<const T> SpanOf(const T* values, uint64_t size) {
  return values == nullptr ? absl::Span<const T>() : absl::Span<const T>(values, size);
}

int CheckRank(const char* function, const char* argument, uint64_t rank) {
  if (rank <= kMaxDims) return ACLNN_SUCCESS;
  return Fail(ACLNN_ERR_PARAM_INVALID, absl::StrCat(function, ": ", argument, " is ", rank, "; accepted are 0 to ", kMaxDims));
}

int CheckDims(const char* function, const char* dims_name, const int64_t* dims, const char* count_name, uint64_t count) {
  if (dims == nullptr && count > 0)
    return FailNull(ACLNN_ERR_PARAM_NULLPTR, function, absl::StrCat(dims_name, ", while ", count_name, " is not 0,"));
  return CheckRank(function, count_name, count);
}

Dims ToDims(absl::Span<const int64_t> values) { return Dims(values.begin(), values.end()); }

// Gives the caller a copy to delete[].
int CopyOut(const char* function, const Dims& dims, int64_t** result, uint64_t* count) {
  int64_t* copy = new (std::nothrow) int64_t[dims.size()];
  if (copy == nullptr) return Fail(ACLNN_ERR_INNER, absl::StrCat(function, ": out of memory"));
  std::copy(dims.begin(), dims.end(), copy);
  *result = copy;
  *count = dims.size();
  return ACLNN_SUCCESS;
}

template <typename List, typename T>
List* CreateList(const char* function, HandlePool<List>& lists, HandlePool<T>& pool, const T* const* value, uint64_t size) {
  const absl::Span<const T* const> elements = SpanOf(value, size);
  for (const T* element : elements) {
    if (element == nullptr || pool.IsLive(element)) continue;
    (void)NotLive(function, "value[...]", element);
    return nullptr;
  }
  return Create(function, lists, List{std::vector<const T*>(elements.begin(), elements.end())});
}

template <typename List, typename T>
aclnnStatus DestroyList(const char* function, HandlePool<List>& lists, HandlePool<T>& pool, const List* list) {
  if (list == nullptr) return ACLNN_SUCCESS;
  if (!lists.IsLive(list)) return NotLive(function, "array", list);
  for (const T* element : list->elements) pool.Destroy(element);
  return Destroy(function, "array", lists, list);
}

}  // namespace

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t* stride, int64_t offset,
                           aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
  if (CheckDims(__func__, "viewDims", viewDims, "viewDimsNum", viewDimsNum) != ACLNN_SUCCESS) return nullptr;
  if (CheckDims(__func__, "storageDims", storageDims, "storageDimsNum", storageDimsNum) != ACLNN_SUCCESS) return nullptr;
  aclTensor* tensor = Create(__func__, TensorPool());
  if (tensor == nullptr) return nullptr;
  tensor->view.dtype = dataType;
  tensor->view.shape = ToDims(SpanOf(viewDims, viewDimsNum));
  tensor->view.strides = stride != nullptr ? ToDims(SpanOf(stride, viewDimsNum)) : openaclnn::ContiguousStrides(tensor->view.shape);
  tensor->view.offset = offset;
  tensor->format = format;
  tensor->storage_shape = ToDims(SpanOf(storageDims, storageDimsNum));
  tensor->data = tensorData;
  return tensor;
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t* stride,
                          int64_t offset, aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum, void* tensorDataAddr) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_RETURN_IF_ERROR(CheckRank(__func__, "viewDimsNum", viewDimsNum));
  OPENACLNN_RETURN_IF_ERROR(CheckRank(__func__, "storageDimsNum", storageDimsNum));
  openaclnn::TensorView& view = tensor->view;
  const bool new_shape = viewDims != nullptr && viewDimsNum > 0;
  if (new_shape) view.shape = ToDims(SpanOf(viewDims, viewDimsNum));
  if (stride != nullptr && viewDimsNum == view.shape.size()) {
    view.strides = ToDims(SpanOf(stride, viewDimsNum));
  } else if (new_shape) {
    view.strides = openaclnn::ContiguousStrides(view.shape);
  }
  view.dtype = dataType;
  view.offset = offset;
  tensor->format = format;
  if (storageDims != nullptr && storageDimsNum > 0) tensor->storage_shape = ToDims(SpanOf(storageDims, storageDimsNum));
  if (tensorDataAddr != nullptr) tensor->data = tensorDataAddr;
  return ACLNN_SUCCESS;
}

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  if (value == nullptr) {
    (void)FailNull(ACLNN_ERR_PARAM_NULLPTR, __func__, "value");
    return nullptr;
  }
  const size_t bytes = openaclnn::DTypeBytes(dataType);
  if (bytes == 0) {
    (void)Fail(ACLNN_ERR_PARAM_INVALID, absl::StrCat(__func__, ": dataType is ", static_cast<int>(dataType),
                                                     "; accepted are the types whose elements are whole bytes"));
    return nullptr;
  }
  aclScalar* scalar = Create(__func__, ScalarPool(), aclScalar{dataType, {}});
  if (scalar != nullptr) std::memcpy(scalar->bytes, value, bytes);
  return scalar;
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
  const auto values = SpanOf(value, size);
  return Create(__func__, IntArrayPool(), aclIntArray{std::vector<int64_t>(values.begin(), values.end())});
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
  const auto values = SpanOf(value, size);
  return Create(__func__, FloatArrayPool(), aclFloatArray{std::vector<float>(values.begin(), values.end())});
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
  const auto values = SpanOf(value, size);
  return Create(__func__, BoolArrayPool(), aclBoolArray{absl::InlinedVector<bool, 16>(values.begin(), values.end())});
}

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
  return CreateList(__func__, TensorListPool(), TensorPool(), value, size);
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
  return CreateList(__func__, ScalarListPool(), ScalarPool(), value, size);
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) { return Destroy(__func__, "tensor", TensorPool(), tensor); }
aclnnStatus aclDestroyScalar(const aclScalar* scalar) { return Destroy(__func__, "scalar", ScalarPool(), scalar); }
aclnnStatus aclDestroyIntArray(const aclIntArray* array) { return Destroy(__func__, "array", IntArrayPool(), array); }
aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) { return Destroy(__func__, "array", FloatArrayPool(), array); }
aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) { return Destroy(__func__, "array", BoolArrayPool(), array); }
aclnnStatus aclDestroyTensorList(const aclTensorList* array) { return DestroyList(__func__, TensorListPool(), TensorPool(), array); }
aclnnStatus aclDestroyScalarList(const aclScalarList* array) { return DestroyList(__func__, ScalarListPool(), ScalarPool(), array); }

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(viewDims, ACLNN_ERR_PARAM_NULLPTR);
  OPENACLNN_REQUIRE(viewDimsNum, ACLNN_ERR_PARAM_NULLPTR);
  return CopyOut(__func__, tensor->view.shape, viewDims, viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims, uint64_t* storageDimsNum) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(storageDims, ACLNN_ERR_PARAM_NULLPTR);
  OPENACLNN_REQUIRE(storageDimsNum, ACLNN_ERR_PARAM_NULLPTR);
  return CopyOut(__func__, tensor->storage_shape, storageDims, storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue, uint64_t* stridesNum) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(stridesValue, ACLNN_ERR_PARAM_NULLPTR);
  OPENACLNN_REQUIRE(stridesNum, ACLNN_ERR_PARAM_NULLPTR);
  return CopyOut(__func__, tensor->view.strides, stridesValue, stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(offset, ACLNN_ERR_PARAM_NULLPTR);
  *offset = tensor->view.offset;
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(format, ACLNN_ERR_PARAM_NULLPTR);
  *format = tensor->format;
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(dataType, ACLNN_ERR_PARAM_NULLPTR);
  *dataType = tensor->view.dtype;
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "array", IntArrayPool(), array));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = array->values.size();
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "array", FloatArrayPool(), array));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = array->values.size();
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "array", BoolArrayPool(), array));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = array->values.size();
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensorList", TensorListPool(), tensorList));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = tensorList->elements.size();
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "scalarList", ScalarListPool(), scalarList));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = scalarList->elements.size();
  return ACLNN_SUCCESS;
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  tensor->data = addr;
  return ACLNN_SUCCESS;
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(addr, ACLNN_ERR_PARAM_NULLPTR);
  *addr = tensor->data;
  return ACLNN_SUCCESS;
}
