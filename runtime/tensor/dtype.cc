#include "runtime/tensor/dtype.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace openaclnn {
namespace {

struct DTypeInfo {
  aclDataType dtype;
  std::string_view name;
  std::string_view vendor_name;
  uint8_t bytes;
};

constexpr DTypeInfo kTypes[] = {
    {ACL_FLOAT, "float32", "DT_FLOAT", 4},
    {ACL_FLOAT16, "float16", "DT_FLOAT16", 2},
    {ACL_INT8, "int8", "DT_INT8", 1},
    {ACL_INT32, "int32", "DT_INT32", 4},
    {ACL_UINT8, "uint8", "DT_UINT8", 1},
    {ACL_INT16, "int16", "DT_INT16", 2},
    {ACL_UINT16, "uint16", "DT_UINT16", 2},
    {ACL_UINT32, "uint32", "DT_UINT32", 4},
    {ACL_INT64, "int64", "DT_INT64", 8},
    {ACL_UINT64, "uint64", "DT_UINT64", 8},
    {ACL_DOUBLE, "float64", "DT_DOUBLE", 8},
    {ACL_BOOL, "bool", "DT_BOOL", 1},
    {ACL_STRING, "string", "DT_STRING", 0},
    {ACL_COMPLEX64, "complex64", "DT_COMPLEX64", 8},
    {ACL_COMPLEX128, "complex128", "DT_COMPLEX128", 16},
    {ACL_BF16, "bfloat16", "DT_BF16", 2},
    {ACL_INT4, "int4", "DT_INT4", 0},
    {ACL_UINT1, "uint1", "DT_UINT1", 0},
    {ACL_COMPLEX32, "complex32", "DT_COMPLEX32", 4},
    {ACL_HIFLOAT8, "hifloat8", "DT_HIFLOAT8", 1},
    {ACL_FLOAT8_E5M2, "float8_e5m2", "DT_FLOAT8_E5M2", 1},
    {ACL_FLOAT8_E4M3FN, "float8_e4m3fn", "DT_FLOAT8_E4M3FN", 1},
    {ACL_FLOAT8_E8M0, "float8_e8m0", "DT_FLOAT8_E8M0", 1},
    {ACL_FLOAT6_E3M2, "float6_e3m2", "DT_FLOAT6_E3M2", 0},
    {ACL_FLOAT6_E2M3, "float6_e2m3", "DT_FLOAT6_E2M3", 0},
    {ACL_FLOAT4_E2M1, "float4_e2m1", "DT_FLOAT4_E2M1", 0},
    {ACL_FLOAT4_E1M2, "float4_e1m2", "DT_FLOAT4_E1M2", 0},
};

// Where each type stands in kTypes, by its number; calls ask for their types a dozen times.
constexpr auto kPlaces = [] {
  std::array<int8_t, 64> places;
  places.fill(-1);
  for (size_t i = 0; i < std::size(kTypes); ++i)
    places[static_cast<size_t>(kTypes[i].dtype)] = static_cast<int8_t>(i);
  return places;
}();

const DTypeInfo* Find(aclDataType dtype) {
  const auto number = static_cast<size_t>(dtype);
  if (number >= kPlaces.size() || kPlaces[number] < 0) return nullptr;
  return &kTypes[kPlaces[number]];
}

// Order of the integer types that promote; -1 for those that do not (unsigned types above 8 bits,
// as in PyTorch).
int IntegerRank(aclDataType dtype) {
  switch (dtype) {
    case ACL_BOOL:
      return 0;
    case ACL_UINT8:
      return 1;
    case ACL_INT8:
      return 1;
    case ACL_INT16:
      return 2;
    case ACL_INT32:
      return 3;
    case ACL_INT64:
      return 4;
    default:
      return -1;
  }
}

int FloatRank(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return 0;
    case ACL_BF16:
      return 0;
    case ACL_FLOAT:
      return 1;
    case ACL_DOUBLE:
      return 2;
    default:
      return -1;
  }
}

}  // namespace

std::string_view DTypeName(aclDataType dtype) {
  const DTypeInfo* info = Find(dtype);
  return info != nullptr ? info->name : dtype == ACL_DT_UNDEFINED ? "undefined" : "unknown";
}

std::string_view DTypeVendorName(aclDataType dtype) {
  const DTypeInfo* info = Find(dtype);
  return info != nullptr ? info->vendor_name : "DT_UNDEFINED";
}

aclDataType DTypeFromName(std::string_view name) {
  for (const DTypeInfo& info : kTypes) {
    if (info.name == name) return info.dtype;
  }
  return ACL_DT_UNDEFINED;
}

size_t DTypeBytes(aclDataType dtype) {
  const DTypeInfo* info = Find(dtype);
  return info != nullptr ? info->bytes : 0;
}

bool IsFloat(aclDataType dtype) { return FloatRank(dtype) >= 0; }

bool IsInteger(aclDataType dtype) {
  switch (dtype) {
    case ACL_INT8:
    case ACL_INT16:
    case ACL_INT32:
    case ACL_INT64:
    case ACL_UINT8:
    case ACL_UINT16:
    case ACL_UINT32:
    case ACL_UINT64:
      return true;
    default:
      return false;
  }
}

bool IsComplex(aclDataType dtype) {
  return dtype == ACL_COMPLEX32 || dtype == ACL_COMPLEX64 || dtype == ACL_COMPLEX128;
}

aclDataType PromoteWithScalar(aclDataType tensor, aclDataType scalar) {
  if (IsFloat(tensor) || IsComplex(tensor)) return tensor;
  const aclDataType kind = IsFloat(scalar) ? ACL_FLOAT : scalar;
  return tensor == ACL_BOOL || IsFloat(kind) ? PromoteTypes(tensor, kind) : tensor;
}

bool CanCast(aclDataType from, aclDataType to) {
  if (Find(from) == nullptr || Find(to) == nullptr) return false;
  if (from == to) return true;
  if (IsComplex(from) && !IsComplex(to)) return false;
  if (IsFloat(from) && IsInteger(to)) return false;
  return to != ACL_BOOL;
}

aclDataType ResultType(ResultKind kind, aclDataType promoted) {
  if (promoted == ACL_DT_UNDEFINED || kind == ResultKind::kPromoted || kind == ResultKind::kAny)
    return promoted;
  if (kind == ResultKind::kBool) return ACL_BOOL;
  return IsInteger(promoted) || promoted == ACL_BOOL ? ACL_FLOAT : promoted;
}

aclDataType PromoteTypes(aclDataType a, aclDataType b) {
  if (Find(a) == nullptr || Find(b) == nullptr) return ACL_DT_UNDEFINED;
  if (a == b) return a;
  const int fa = FloatRank(a), fb = FloatRank(b);
  const int ia = IntegerRank(a), ib = IntegerRank(b);
  if (fa >= 0 && fb >= 0) {
    if (fa == fb) return ACL_FLOAT;  // float16 with bfloat16: neither holds the other
    return fa > fb ? a : b;
  }
  if (fa >= 0 && ib >= 0) return a;
  if (fb >= 0 && ia >= 0) return b;
  if (ia >= 0 && ib >= 0) {
    if (ia == ib) return ACL_INT16;  // int8 with uint8
    return ia > ib ? a : b;
  }
  return ACL_DT_UNDEFINED;
}

}  // namespace openaclnn
