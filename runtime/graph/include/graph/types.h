// Types of elements, formats and placements. The numbers are the vendor's.
#ifndef OPENACLNN_GRAPH_TYPES_H_
#define OPENACLNN_GRAPH_TYPES_H_

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

namespace ge {

// The same numbers as aclDataType, but for DT_UNDEFINED.
enum DataType {
  DT_FLOAT = 0,
  DT_FLOAT16 = 1,
  DT_INT8 = 2,
  DT_INT32 = 3,
  DT_UINT8 = 4,
  DT_INT16 = 6,
  DT_UINT16 = 7,
  DT_UINT32 = 8,
  DT_INT64 = 9,
  DT_UINT64 = 10,
  DT_DOUBLE = 11,
  DT_BOOL = 12,
  DT_STRING = 13,
  DT_DUAL_SUB_INT8 = 14,
  DT_DUAL_SUB_UINT8 = 15,
  DT_COMPLEX64 = 16,
  DT_COMPLEX128 = 17,
  DT_QINT8 = 18,
  DT_QINT16 = 19,
  DT_QINT32 = 20,
  DT_QUINT8 = 21,
  DT_QUINT16 = 22,
  DT_RESOURCE = 23,
  DT_STRING_REF = 24,
  DT_DUAL = 25,
  DT_VARIANT = 26,
  DT_BF16 = 27,
  DT_UNDEFINED = 28,
  DT_INT4 = 29,
  DT_UINT1 = 30,
  DT_INT2 = 31,
  DT_UINT2 = 32,
  DT_COMPLEX32 = 33,
  DT_HIFLOAT8 = 34,
  DT_FLOAT8_E5M2 = 35,
  DT_FLOAT8_E4M3FN = 36,
  DT_FLOAT8_E8M0 = 37,
  DT_FLOAT6_E3M2 = 38,
  DT_FLOAT6_E2M3 = 39,
  DT_FLOAT4_E2M1 = 40,
  DT_FLOAT4_E1M2 = 41,
  DT_HIFLOAT4 = 42,
  DT_MAX = 43
};

// Bytes of an element; -1 if it has no whole number of bytes, or the type is none.
int GetSizeByDataType(DataType data_type);

enum Format {
  FORMAT_NCHW = 0,
  FORMAT_NHWC = 1,
  FORMAT_ND = 2,
  FORMAT_NC1HWC0 = 3,
  FORMAT_FRACTAL_Z = 4,
  FORMAT_HWCN = 16,
  FORMAT_NDHWC = 27,
  FORMAT_FRACTAL_NZ = 29,
  FORMAT_NCDHW = 30,
  FORMAT_NC = 35,
  FORMAT_RESERVED = 40,
  FORMAT_ALL = 41,
  FORMAT_NULL = 42,
  FORMAT_NCL = 47,
  FORMAT_END = 55,
  FORMAT_MAX = 0xff
};

enum Placement { kPlacementHost = 0, kPlacementDevice = 1, kPlacementEnd = 2 };

// An extent that is known when the graph runs only, and the one dimension of a shape whose rank is.
constexpr int64_t UNKNOWN_DIM = -1;
constexpr int64_t UNKNOWN_DIM_NUM = -2;

// What an input or output of an operator type may be, in REG_OP.
class TensorType {
 public:
  TensorType(DataType type) : types_(1, type) {}  // NOLINT: as in REG_OP
  TensorType(std::initializer_list<DataType> types) : types_(types) {}
  static TensorType ALL() { return TensorType({}); }  // NOLINT: the vendor's name
  // None: any.
  const std::vector<DataType>& types() const { return types_; }

 private:
  std::vector<DataType> types_;
};

}  // namespace ge

#endif  // OPENACLNN_GRAPH_TYPES_H_
