// The products (families of chips) and SoCs the library knows. The data come from products.yaml.
#ifndef OPENACLNN_RUNTIME_PRODUCTS_PRODUCTS_H_
#define OPENACLNN_RUNTIME_PRODUCTS_PRODUCTS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace openaclnn {

// A product family. Specs state what an operator accepts for each of these.
struct Product {
  int index;               // position in AllProducts(), also the bit in masks
  std::string_view name;   // as in specs: "atlas_a2"
  std::string_view title;  // as in the vendor's documents
  int npu_arch;            // number of the architecture, such as 2201
  int max_streams;
  bool bfloat16;             // the chip computes in bfloat16
  bool data_copy_pad;        // DataCopyPad exists
  bool compare_scalar;       // Compares/CompareScalar exist
  bool saturates;            // overflow saturates unless chosen otherwise (else infinities and NaN)
  bool overflow_selectable;  // aclrtSetDeviceSatMode has the choice
  std::string_view soc;      // the chip that stands for the product in tests
};

// A chip as aclrtGetSocName names it.
struct Soc {
  std::string_view name;  // "Ascend910B3"
  const Product* product;
  int ai_cores;
  int vector_cores;
  int64_t unified_buffer_bytes;
  int64_t l1_bytes;
  int64_t l0a_bytes;
  int64_t l0b_bytes;
  int64_t l0c_bytes;
  int64_t l2_bytes;
  int64_t hbm_bytes;  // what aclrtGetMemInfo reports in total

  // Those that run vector instructions: where there are no vector cores, AI cores do.
  int cores() const { return vector_cores > 0 ? vector_cores : ai_cores; }
};

// Generated from products.yaml. Socs are grouped by product.
std::span<const Product> AllProducts();
std::span<const Soc> AllSocs();

// nullptr if there is none of that name.
const Product* FindProduct(std::string_view name);
const Soc* FindSoc(std::string_view name);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_PRODUCTS_PRODUCTS_H_
