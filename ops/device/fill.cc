#include "ops/device/fill.h"

#include "ops/device/fill_kernel.h"
#include "ops/device/variants.h"
#include "runtime/cpu/convert.h"
#include "runtime/cpu/fill.h"

namespace openaclnn::device {
namespace {

constexpr DeviceElementwise::Variant kDevice[] = {
    VariantOf<Filling<int16_t>, int16_t>("fill<int16_t>"),
    VariantOf<Filling<int32_t>, int32_t>("fill<int32_t>"),
};

// An element of this type that is the number.
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

}  // namespace

void Fill(PlanBuilder& plan, Operand output, const Number& number) {
  const int64_t bits = BitsOf(number, output.view.dtype);
  output.view.dtype = IntegerOf(DTypeBytes(output.view.dtype));
  plan.Elementwise({kFilledOnCpu, {kDevice}}, {}, {output},
                   {.numbers = {Number::Integer(bits)}, .compute = output.view.dtype});
}

}  // namespace openaclnn::device
