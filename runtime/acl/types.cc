// Sizes of types, binary16, data buffers, descriptions of tensors.
#include <bit>
#include <cstdint>
#include <vector>

#include "acl/acl_base_rt.h"
#include "runtime/acl/check.h"
#include "runtime/base/errors.h"
#include "runtime/base/format.h"
#include "runtime/handles/handles.h"

using openaclnn::DataBufferPool;
using openaclnn::Fail;
using openaclnn::Format;
using openaclnn::TensorDescPool;

namespace {

int CheckBuffer(const char* function, const aclDataBuffer* buffer) {
  if (DataBufferPool().IsLive(buffer)) return ACL_SUCCESS;
  return Fail(ACL_ERROR_INVALID_PARAM,
              Format("%s: dataBuffer is %p, which is not a live data buffer", function, buffer));
}

// Null, with the message recorded, if it is none.
const aclTensorDesc* FindDesc(const char* function, const aclTensorDesc* desc) {
  if (TensorDescPool().IsLive(desc)) return TensorDescPool().Find(desc);
  (void)Fail(ACL_ERROR_INVALID_PARAM,
             Format("%s: desc is %p, which is not a live description of a tensor", function, desc));
  return nullptr;
}

// 0 where it is not known.
size_t ElementCount(const aclTensorDesc& desc) {
  size_t count = 1;
  for (const int64_t dim : desc.dims) {
    if (dim < 0 || __builtin_mul_overflow(count, static_cast<size_t>(dim), &count)) return 0;
  }
  return count;
}

}  // namespace

size_t aclDataTypeSize(aclDataType dataType) {
  switch (dataType) {
    case ACL_DT_UNDEFINED:
    case ACL_STRING:
      return 0;
    case ACL_UINT1:
    case ACL_INT4:
    case ACL_BOOL:
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0:
      return 1;
    case ACL_FLOAT16:
    case ACL_INT16:
    case ACL_UINT16:
    case ACL_BF16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
      return 4;
    case ACL_COMPLEX128:
      return 16;
    default:
      return 8;
  }
}

float aclFloat16ToFloat(aclFloat16 value) {
  const int exponent = (value >> 10) & 31;
  const int fraction = value & 1023;
  // Exponent 31 is no exception here; 0 is the subnormals'.
  const int scaled = exponent == 0 ? fraction : fraction + 1024;
  const float scale =
      std::bit_cast<float>(static_cast<uint32_t>((exponent == 0 ? 1 : exponent) - 25 + 127) << 23);
  const float magnitude = static_cast<float>(scaled) * scale;
  return (value & 0x8000) != 0 ? -magnitude : magnitude;
}

aclFloat16 aclFloatToFloat16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000;
  const uint32_t magnitude = bits & 0x7FFFFFFF;
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  uint32_t half;
  if (exponent >= 16) {  // infinity and NaN, too
    half = 0x7BFF;
  } else if (exponent < -25) {
    half = 0;
  } else {
    // 24 significant bits, of which the last `drop` go; at exponents below -14 the result is
    // subnormal.
    const uint32_t significand = (magnitude & 0x7FFFFF) | 0x800000;
    const int drop = exponent >= -14 ? 13 : 13 + (-14 - exponent);
    const uint32_t kept = significand >> drop;
    const uint32_t rest = significand & ((1u << drop) - 1);
    const uint32_t tie = 1u << (drop - 1);
    const uint32_t rounded = kept + (rest > tie || (rest == tie && (kept & 1) != 0) ? 1 : 0);
    // The leading bit of a normal number adds one to the exponent field; a carry from rounding does
    // so once more.
    half = rounded + (exponent >= -14 ? static_cast<uint32_t>(exponent + 14) << 10 : 0);
    if (half > 0x7BFF) half = 0x7BFF;
  }
  return static_cast<aclFloat16>(sign | half);
}

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) try {
  aclDataBuffer* buffer = DataBufferPool().Create(aclDataBuffer{data, size});
  if (buffer == nullptr) (void)Fail(ACL_ERROR_BAD_ALLOC, "aclCreateDataBuffer: out of memory");
  return buffer;
}
OPENACLNN_CATCH_NULL

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) try {
  if (dataBuffer == nullptr || DataBufferPool().Destroy(dataBuffer)) return ACL_SUCCESS;
  return CheckBuffer(__func__, dataBuffer);
}
OPENACLNN_CATCH_ACL

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) try {
  OPENACLNN_REQUIRE(dataBuffer, ACL_ERROR_INVALID_PARAM);
  OPENACLNN_RETURN_IF_ERROR(CheckBuffer(__func__, dataBuffer));
  *DataBufferPool().Find(dataBuffer) = {data, size};
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) try {
  return CheckBuffer(__func__, dataBuffer) == ACL_SUCCESS ? DataBufferPool().Find(dataBuffer)->data
                                                          : nullptr;
}
OPENACLNN_CATCH_NULL

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) try {
  return CheckBuffer(__func__, dataBuffer) == ACL_SUCCESS
             ? static_cast<uint32_t>(DataBufferPool().Find(dataBuffer)->size)
             : 0;
}
OPENACLNN_CATCH_NULL

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) try {
  return CheckBuffer(__func__, dataBuffer) == ACL_SUCCESS ? DataBufferPool().Find(dataBuffer)->size
                                                          : 0;
}
OPENACLNN_CATCH_NULL

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims,
                                   aclFormat format) try {
  if (numDims < 0 || (numDims > 0 && dims == nullptr)) {
    (void)Fail(ACL_ERROR_INVALID_PARAM,
               Format("aclCreateTensorDesc: numDims is %d and dims %p", numDims, dims));
    return nullptr;
  }
  aclTensorDesc* desc = TensorDescPool().Create(
      aclTensorDesc{dataType, format, std::vector<int64_t>(dims, dims + numDims)});
  if (desc == nullptr) (void)Fail(ACL_ERROR_BAD_ALLOC, "aclCreateTensorDesc: out of memory");
  return desc;
}
OPENACLNN_CATCH_NULL

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
  if (desc != nullptr && !TensorDescPool().Destroy(desc)) (void)FindDesc(__func__, desc);
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
  const aclTensorDesc* const live = FindDesc(__func__, desc);
  return live != nullptr ? live->dtype : ACL_DT_UNDEFINED;
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
  const aclTensorDesc* const live = FindDesc(__func__, desc);
  return live != nullptr ? live->format : ACL_FORMAT_UNDEFINED;
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
  const aclTensorDesc* const live = FindDesc(__func__, desc);
  return live != nullptr ? live->dims.size() : 0;
}

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
  const aclTensorDesc* const live = FindDesc(__func__, desc);
  return live != nullptr ? ElementCount(*live) : 0;
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
  const aclTensorDesc* const live = FindDesc(__func__, desc);
  size_t bytes = 0;
  if (live == nullptr ||
      __builtin_mul_overflow(ElementCount(*live), aclDataTypeSize(live->dtype), &bytes))
    return 0;
  return bytes;
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) try {
  OPENACLNN_REQUIRE(dimSize, ACL_ERROR_INVALID_PARAM);
  const aclTensorDesc* const live = FindDesc(__func__, desc);
  if (live == nullptr) return ACL_ERROR_INVALID_PARAM;
  if (index >= live->dims.size()) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                Format("aclGetTensorDescDimV2: index is %u, but there are %u dimensions", index,
                       live->dims.size()));
  }
  *dimSize = live->dims[index];
  return ACL_SUCCESS;
}
OPENACLNN_CATCH_ACL

int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index) {
  int64_t size = -1;
  return aclGetTensorDescDimV2(desc, index, &size) == ACL_SUCCESS ? size : -1;
}
