// Element types: names, sizes, families and promotion. aclDataType is the one enumeration of types;
// nothing else lists them.
#ifndef OPENACLNN_RUNTIME_TENSOR_DTYPE_H_
#define OPENACLNN_RUNTIME_TENSOR_DTYPE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "acl/acl_base_rt.h"

namespace openaclnn {

// The name used in specs and reports: "float32", "bfloat16", "int8" ... "unknown" for a number that
// is no type.
std::string_view DTypeName(aclDataType dtype);

// The name the vendor's messages use: "DT_FLOAT", "DT_BF16" ...
std::string_view DTypeVendorName(aclDataType dtype);

// The type with this name (as DTypeName gives it), or ACL_DT_UNDEFINED.
aclDataType DTypeFromName(std::string_view name);

// Bytes of one element; 0 for types without a whole number of bytes per element (string, sub-byte
// and unknown types).
size_t DTypeBytes(aclDataType dtype);

// True for float16, bfloat16, float32 and float64.
bool IsFloat(aclDataType dtype);

// True for signed and unsigned integers of 8 to 64 bits; not for bool.
bool IsInteger(aclDataType dtype);

// True for complex32, complex64 and complex128.
bool IsComplex(aclDataType dtype);

// The type both operands are converted to before an operation, as in PyTorch: the wider float wins,
// float16 with bfloat16 gives float32, a float wins over an integer or bool. ACL_DT_UNDEFINED where
// no rule is defined (uint16/32/64 with another type, sub-byte and 8-bit floats).
aclDataType PromoteTypes(aclDataType a, aclDataType b);

// The type in which a tensor and a scalar are computed, `scalar` being the dtype that the aclScalar
// was created with. A scalar only decides the kind of number, not its width: a float tensor keeps
// its type, an integer tensor with a float scalar takes float32, a bool tensor takes the scalar's
// type.
aclDataType PromoteWithScalar(aclDataType tensor, aclDataType scalar);

// Whether values of type `from` may be converted to `to` where an operator converts them by itself:
// all but complex to real, floating to integer, and anything other than bool to bool.
bool CanCast(aclDataType from, aclDataType to);

// What an operator makes of the type that its inputs promote to.
enum class ResultKind : uint8_t {
  kPromoted,  // the type itself
  kFloating,  // float32 for integers and bool, else the type itself
  kBool,      // bool, for comparisons
  kAny        // the type itself, which is converted to any other
};

// The type of the operator's result, before it is converted to that of the output; ACL_DT_UNDEFINED
// stays.
aclDataType ResultType(ResultKind kind, aclDataType promoted);

// Whether the operator converts a result of type `result` to an output of type `to`.
inline bool CanCastResult(ResultKind kind, aclDataType result, aclDataType to) {
  return CanCast(result, to) || (kind == ResultKind::kAny && result != ACL_DT_UNDEFINED);
}

// A set of element types, one bit for each enumerator.
class DTypeSet {
 public:
  constexpr DTypeSet() = default;
  template <typename... T>
  static constexpr DTypeSet Of(T... dtypes) {
    DTypeSet set;
    ((set.bits_ |= Bit(dtypes)), ...);
    return set;
  }
  constexpr bool Contains(aclDataType dtype) const {
    const int number = static_cast<int>(dtype);
    return number >= 0 && number < 64 && (bits_ & Bit(dtype)) != 0;
  }
  constexpr bool empty() const { return bits_ == 0; }

 private:
  static constexpr uint64_t Bit(aclDataType dtype) {
    return uint64_t{1} << static_cast<int>(dtype);
  }
  uint64_t bits_ = 0;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_DTYPE_H_
