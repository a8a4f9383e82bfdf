#include "runtime/products/products.h"

namespace openaclnn {

const Product* FindProduct(std::string_view name) {
  for (const Product& product : AllProducts()) {
    if (product.name == name) return &product;
  }
  return nullptr;
}

const Soc* FindSoc(std::string_view name) {
  for (const Soc& soc : AllSocs()) {
    if (soc.name == name) return &soc;
  }
  return nullptr;
}

}  // namespace openaclnn
