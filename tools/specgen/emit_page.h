// The pages people read: docs/ops/<op>.md and the support matrix docs/ops/README.md.
#ifndef OPENACLNN_TOOLS_SPECGEN_EMIT_PAGE_H_
#define OPENACLNN_TOOLS_SPECGEN_EMIT_PAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "tools/specgen/products.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

struct Counts {
  int64_t positive, rejected, errors, records;
};

// `measured` is golden/ACCURACY.json (docs/golden_format.md), or null if there is none yet.
std::string OpPage(const Spec& spec, const ProductTable& products, const Counts& counts,
                   const nlohmann::json& measured);

// One row for each function, one column for each product.
std::string IndexPage(const std::vector<Spec>& specs, const ProductTable& products);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_EMIT_PAGE_H_
