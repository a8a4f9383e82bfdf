// The chip that devices simulate if nothing else is set, and that examples need not choose.
#ifndef OPENACLNN_RUNTIME_PRODUCTS_DEFAULT_SOC_H_
#define OPENACLNN_RUNTIME_PRODUCTS_DEFAULT_SOC_H_

namespace openaclnn {

inline constexpr char kDefaultSoc[] = "Ascend910B3";

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_PRODUCTS_DEFAULT_SOC_H_
