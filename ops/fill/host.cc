// aclnnInplaceFillScalar, aclnnInplaceZero, aclnnInplaceOne: what is checked stands in spec.yaml
// (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/fill/device_kernel.h"
#include "ops/fill/fill_spec.h"
#include "runtime/base/errors.h"
#include "runtime/cpu/convert.h"
#include "runtime/executor/plan.h"

namespace openaclnn::fill {

extern const CpuKernel kFilled;  // cpu_kernel.cc

using device::VariantOf;
constexpr DeviceElementwise::Variant kDevice[] = {
    VariantOf<Fill<int16_t>, int16_t>(OPENACLNN_DEVICE_KERNEL(fill<int16_t>)),
    VariantOf<Fill<int32_t>, int32_t>(OPENACLNN_DEVICE_KERNEL(fill<int32_t>)),
};

// An element of this type that is the number: false below 2^-23 for bool, else converted as cast
// does it.
int64_t BitsOf(const Number& number, aclDataType dtype) {
  const double real = number.AsDouble();
  const int64_t whole = dtype == ACL_BOOL ? number.AsBool() : number.AsInt64();
  const bool is_real = number.is_real() && dtype != ACL_BOOL;
  int64_t bits = 0;
  Convert(is_real ? ACL_DOUBLE : ACL_INT64, is_real ? static_cast<const void*>(&real) : &whole, 1,
          dtype, &bits);
  return bits;
}

// Elements of all types are filled as integers of their size.
aclDataType IntegerOf(size_t bytes) {
  return bytes == 1 ? ACL_INT8 : bytes == 2 ? ACL_INT16 : bytes == 4 ? ACL_INT32 : ACL_INT64;
}

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  Operand out = plan.tensor(kOut);
  const Number number =
      plan.has(kValue) ? plan.number(kValue) : Number::Integer(plan.attr(kConstant));
  const int64_t bits = BitsOf(number, out.view.dtype);
  out.view.dtype = IntegerOf(DTypeBytes(out.view.dtype));
  plan.Elementwise(kFilled, {kDevice}, {}, {out},
                   {.numbers = {Number::Integer(bits)}, .compute = out.view.dtype});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::fill
