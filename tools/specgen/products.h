// runtime/products/products.yaml: what specgen needs of it, and the C++ table made from it.
#ifndef OPENACLNN_TOOLS_SPECGEN_PRODUCTS_H_
#define OPENACLNN_TOOLS_SPECGEN_PRODUCTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/specgen/problems.h"

namespace openaclnn::specgen {

struct ProductRow {
  std::string name;   // in specs
  std::string title;  // in documents
  std::string soc;    // the chip that stands for the product in tests
  bool bfloat16;      // its vector unit computes in bfloat16
};

struct ProductTable {
  std::vector<ProductRow> rows;
  std::optional<int> Find(std::string_view name) const;
};

ProductTable ReadProducts(const std::string& text, std::string_view file, Problems* problems);

// The contents of runtime/products/products_data.cc.
std::string ProductsSource(const std::string& text, std::string_view file, Problems* problems);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_PRODUCTS_H_
