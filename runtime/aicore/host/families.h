// Families of chips, by the names that the host side of operators has for them.
#ifndef OPENACLNN_RUNTIME_AICORE_HOST_FAMILIES_H_
#define OPENACLNN_RUNTIME_AICORE_HOST_FAMILIES_H_

#include <string_view>

#include "platform/platform_ascendc.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {

struct Family {
  std::string_view product;
  std::string_view config;        // as in OpAICoreDef::AddConfig
  std::string_view other_config;  // an older name of the same
  platform_ascendc::SocVersion version;
};

const Family& FamilyOf(const Product& product);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_HOST_FAMILIES_H_
