// Tensors, scalars, arrays and lists.
#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "aclnn/acl_meta.h"
#include "opdev/op_errno.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"
#include "runtime/base/format.h"
#include "runtime/handles/handles.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "runtime/tensor/tensor.h"

using openaclnn::BoolArrayPool;
using openaclnn::Dims;
using openaclnn::Fail;
using openaclnn::FailNull;
using openaclnn::FloatArrayPool;
using openaclnn::Format;
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
              Format("%s: %s is %p, which is not a live %s; it was destroyed, or did not "
                     "come from aclCreate...",
                     function, argument, static_cast<const void*>(handle), Name(handle)));
}

template <typename T>
int CheckLive(const char* function, const char* argument, HandlePool<T>& pool, const T* handle) {
  if (handle == nullptr) return FailNull(ACLNN_ERR_PARAM_NULLPTR, function, argument);
  return pool.IsLive(handle) ? ACLNN_SUCCESS : NotLive(function, argument, handle);
}

int FailNoMemory(const char* function) {
  return Fail(ACL_ERROR_BAD_ALLOC, absl::StrCat(function, ": out of memory"));
}

template <typename T, typename... Args>
T* Create(const char* function, HandlePool<T>& pool, Args&&... args) {
  T* object = pool.Create(std::forward<Args>(args)...);
  if (object == nullptr) (void)FailNoMemory(function);
  return object;
}

template <typename T>
aclnnStatus Destroy(const char* function, const char* argument, HandlePool<T>& pool,
                    const T* handle) {
  return handle == nullptr || pool.Destroy(handle) ? ACLNN_SUCCESS
                                                   : NotLive(function, argument, handle);
}

template <typename T>
absl::Span<const T> SpanOf(const T* values, uint64_t size) {
  return values == nullptr ? absl::Span<const T>() : absl::Span<const T>(values, size);
}

// Larger ones are a mistake of the caller: 128 MiB of integers describe no operator.
constexpr uint64_t kMaxElements = uint64_t{1} << 24;

int CheckSize(const char* function, uint64_t size) {
  if (size <= kMaxElements) return ACLNN_SUCCESS;
  return Fail(ACLNN_ERR_PARAM_INVALID,
              absl::StrCat(function, ": size is ", size, "; accepted are 0 to ", kMaxElements));
}

int CheckRank(const char* function, const char* argument, uint64_t rank) {
  if (rank <= kMaxDims) return ACLNN_SUCCESS;
  return Fail(ACLNN_ERR_PARAM_INVALID, absl::StrCat(function, ": ", argument, " is ", rank,
                                                    "; accepted are 0 to ", kMaxDims));
}

int CheckDims(const char* function, const char* dims_name, const int64_t* dims,
              const char* count_name, uint64_t count) {
  if (dims == nullptr && count > 0)
    return FailNull(ACLNN_ERR_PARAM_NULLPTR, function,
                    absl::StrCat(dims_name, ", while ", count_name, " is not 0,"));
  return CheckRank(function, count_name, count);
}

Dims ToDims(absl::Span<const int64_t> values) { return Dims(values.begin(), values.end()); }

// In place, as all dimensions of new tensors: a copy of what was just written would wait until that
// has reached the cache.
void SetDims(Dims& dims, absl::Span<const int64_t> values) {
  std::construct_at(&dims, values.begin(), values.end());
}

// Memory that the program can delete[]: from its own operator new[] where the loader knows that,
// because the libraries contain a C++ runtime of their own. Checkers of allocations compare the
// two.
int64_t* NewArray(size_t elements) {
  using New = void* (*)(size_t bytes, const std::nothrow_t& tag);
  static const New of_program = reinterpret_cast<New>(dlsym(RTLD_DEFAULT, "_ZnamRKSt9nothrow_t"));
  if (of_program == nullptr) return new (std::nothrow) int64_t[elements];
  return static_cast<int64_t*>(of_program(elements * sizeof(int64_t), std::nothrow));
}

// Gives the caller a copy to delete[].
int CopyOut(const char* function, const Dims& dims, int64_t** result, uint64_t* count) {
  int64_t* copy = NewArray(dims.size());
  if (copy == nullptr) return Fail(ACLNN_ERR_INNER, absl::StrCat(function, ": out of memory"));
  std::copy(dims.begin(), dims.end(), copy);
  *result = copy;
  *count = dims.size();
  return ACLNN_SUCCESS;
}

template <typename List, typename T>
List* CreateList(const char* function, HandlePool<List>& lists, HandlePool<T>& pool,
                 const T* const* value, uint64_t size) {
  if (CheckSize(function, size) != ACLNN_SUCCESS) return nullptr;
  const absl::Span<const T* const> elements = SpanOf(value, size);
  for (const T* element : elements) {
    if (element == nullptr || pool.IsLive(element)) continue;
    (void)NotLive(function, "value[...]", element);
    return nullptr;
  }
  return Create(function, lists, List{std::vector<const T*>(elements.begin(), elements.end())});
}

template <typename List, typename T>
aclnnStatus DestroyList(const char* function, HandlePool<List>& lists, HandlePool<T>& pool,
                        const List* list) {
  if (list == nullptr) return ACLNN_SUCCESS;
  const auto claimed = lists.Claim(list);
  if (claimed == nullptr) return NotLive(function, "array", list);
  for (const T* element : claimed->elements) pool.Destroy(element);
  return ACLNN_SUCCESS;
}

}  // namespace

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum,
                           void* tensorData) try {
  if (CheckDims(__func__, "viewDims", viewDims, "viewDimsNum", viewDimsNum) != ACLNN_SUCCESS)
    return nullptr;
  if (CheckDims(__func__, "storageDims", storageDims, "storageDimsNum", storageDimsNum) !=
      ACLNN_SUCCESS)
    return nullptr;
  HandlePool<aclTensor>::Draft tensor = TensorPool().CreateDraft();
  if (tensor == nullptr) {
    (void)FailNoMemory(__func__);
    return nullptr;
  }
  aclTensor& object = *TensorPool().Find(tensor.get());
  object.view.dtype = dataType;
  SetDims(object.view.shape, SpanOf(viewDims, viewDimsNum));
  if (stride != nullptr) {
    SetDims(object.view.strides, SpanOf(stride, viewDimsNum));
  } else {
    new (&object.view.strides) Dims(openaclnn::ContiguousStrides(object.view.shape));
  }
  object.view.offset = offset;
  object.format = format;
  SetDims(object.storage_shape, SpanOf(storageDims, storageDimsNum));
  object.data = tensorData;
  return tensor.release();
}
OPENACLNN_CATCH_NULL

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum,
                          void* tensorDataAddr) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_RETURN_IF_ERROR(CheckRank(__func__, "viewDimsNum", viewDimsNum));
  OPENACLNN_RETURN_IF_ERROR(CheckRank(__func__, "storageDimsNum", storageDimsNum));
  // A copy takes the tensor's place at the end, so that a call that fails changes nothing.
  aclTensor& object = *TensorPool().Find(tensor);
  aclTensor changed = object;
  openaclnn::TensorView& view = changed.view;
  const bool new_shape = viewDims != nullptr && viewDimsNum > 0;
  if (new_shape) view.shape = ToDims(SpanOf(viewDims, viewDimsNum));
  if (stride != nullptr && viewDimsNum == view.shape.size()) {
    view.strides = ToDims(SpanOf(stride, viewDimsNum));
  } else if (new_shape) {
    view.strides = openaclnn::ContiguousStrides(view.shape);
  }
  view.dtype = dataType;
  view.offset = offset;
  changed.format = format;
  if (storageDims != nullptr && storageDimsNum > 0)
    changed.storage_shape = ToDims(SpanOf(storageDims, storageDimsNum));
  if (tensorDataAddr != nullptr) changed.data = tensorDataAddr;
  object = std::move(changed);
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclScalar* aclCreateScalar(void* value, aclDataType dataType) try {
  if (value == nullptr) {
    (void)FailNull(ACLNN_ERR_PARAM_NULLPTR, __func__, "value");
    return nullptr;
  }
  const size_t bytes = openaclnn::DTypeBytes(dataType);
  if (bytes == 0) {
    (void)Fail(ACLNN_ERR_PARAM_INVALID,
               absl::StrCat(__func__, ": dataType is ", static_cast<int>(dataType),
                            "; accepted are the types whose elements are whole bytes"));
    return nullptr;
  }
  aclScalar scalar = {dataType, {}};
  std::memcpy(scalar.bytes, value, bytes);
  return Create(__func__, ScalarPool(), scalar);
}
OPENACLNN_CATCH_NULL

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) try {
  if (CheckSize(__func__, size) != ACLNN_SUCCESS) return nullptr;
  const auto values = SpanOf(value, size);
  return Create(__func__, IntArrayPool(),
                aclIntArray{std::vector<int64_t>(values.begin(), values.end())});
}
OPENACLNN_CATCH_NULL

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) try {
  if (CheckSize(__func__, size) != ACLNN_SUCCESS) return nullptr;
  const auto values = SpanOf(value, size);
  return Create(__func__, FloatArrayPool(),
                aclFloatArray{std::vector<float>(values.begin(), values.end())});
}
OPENACLNN_CATCH_NULL

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) try {
  if (CheckSize(__func__, size) != ACLNN_SUCCESS) return nullptr;
  const auto values = SpanOf(value, size);
  return Create(__func__, BoolArrayPool(),
                aclBoolArray{absl::InlinedVector<bool, 16>(values.begin(), values.end())});
}
OPENACLNN_CATCH_NULL

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) try {
  return CreateList(__func__, TensorListPool(), TensorPool(), value, size);
}
OPENACLNN_CATCH_NULL

aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) try {
  return CreateList(__func__, ScalarListPool(), ScalarPool(), value, size);
}
OPENACLNN_CATCH_NULL

aclnnStatus aclDestroyTensor(const aclTensor* tensor) try {
  return Destroy(__func__, "tensor", TensorPool(), tensor);
}
OPENACLNN_CATCH_ACLNN
aclnnStatus aclDestroyScalar(const aclScalar* scalar) try {
  return Destroy(__func__, "scalar", ScalarPool(), scalar);
}
OPENACLNN_CATCH_ACLNN
aclnnStatus aclDestroyIntArray(const aclIntArray* array) try {
  return Destroy(__func__, "array", IntArrayPool(), array);
}
OPENACLNN_CATCH_ACLNN
aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) try {
  return Destroy(__func__, "array", FloatArrayPool(), array);
}
OPENACLNN_CATCH_ACLNN
aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) try {
  return Destroy(__func__, "array", BoolArrayPool(), array);
}
OPENACLNN_CATCH_ACLNN
aclnnStatus aclDestroyTensorList(const aclTensorList* array) try {
  return DestroyList(__func__, TensorListPool(), TensorPool(), array);
}
OPENACLNN_CATCH_ACLNN
aclnnStatus aclDestroyScalarList(const aclScalarList* array) try {
  return DestroyList(__func__, ScalarListPool(), ScalarPool(), array);
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims,
                            uint64_t* viewDimsNum) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(viewDims, ACLNN_ERR_PARAM_NULLPTR);
  OPENACLNN_REQUIRE(viewDimsNum, ACLNN_ERR_PARAM_NULLPTR);
  return CopyOut(__func__, TensorPool().Find(tensor)->view.shape, viewDims, viewDimsNum);
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(storageDims, ACLNN_ERR_PARAM_NULLPTR);
  OPENACLNN_REQUIRE(storageDimsNum, ACLNN_ERR_PARAM_NULLPTR);
  return CopyOut(__func__, TensorPool().Find(tensor)->storage_shape, storageDims, storageDimsNum);
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(stridesValue, ACLNN_ERR_PARAM_NULLPTR);
  OPENACLNN_REQUIRE(stridesNum, ACLNN_ERR_PARAM_NULLPTR);
  return CopyOut(__func__, TensorPool().Find(tensor)->view.strides, stridesValue, stridesNum);
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(offset, ACLNN_ERR_PARAM_NULLPTR);
  *offset = TensorPool().Find(tensor)->view.offset;
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(format, ACLNN_ERR_PARAM_NULLPTR);
  *format = TensorPool().Find(tensor)->format;
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(dataType, ACLNN_ERR_PARAM_NULLPTR);
  *dataType = TensorPool().Find(tensor)->view.dtype;
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "array", IntArrayPool(), array));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = IntArrayPool().Find(array)->values.size();
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "array", FloatArrayPool(), array));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = FloatArrayPool().Find(array)->values.size();
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "array", BoolArrayPool(), array));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = BoolArrayPool().Find(array)->values.size();
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensorList", TensorListPool(), tensorList));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = TensorListPool().Find(tensorList)->elements.size();
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "scalarList", ScalarListPool(), scalarList));
  OPENACLNN_REQUIRE(size, ACLNN_ERR_PARAM_NULLPTR);
  *size = ScalarListPool().Find(scalarList)->elements.size();
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  TensorPool().Find(tensor)->data = addr;
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) try {
  OPENACLNN_RETURN_IF_ERROR(CheckLive(__func__, "tensor", TensorPool(), tensor));
  OPENACLNN_REQUIRE(addr, ACLNN_ERR_PARAM_NULLPTR);
  *addr = TensorPool().Find(tensor)->data;
  return ACLNN_SUCCESS;
}
OPENACLNN_CATCH_ACLNN
