// What a spec names: parameters, products, dtypes and values. What does not exist is a problem of
// the place where it is named.
#ifndef OPENACLNN_TOOLS_SPECGEN_SPEC_NAMES_H_
#define OPENACLNN_TOOLS_SPECGEN_SPEC_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_base_rt.h"
#include "tools/specgen/products.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/spec.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {

// A number that cases use: "0.5", "inf", "3", "true", of scalars perhaps with a dtype in front:
// "float64 0.1"; or an array: [0, -1]. Its text is part of names.
Value SampleOf(const Yaml& item, ParamKind kind);

aclDataType DTypeNamed(const Yaml& where, const std::string& name);

// "PairFancy" -> "pair_fancy".
std::string SnakeCase(std::string_view name);

// The names of a spec whose parameters have been read.
class SpecNames {
 public:
  SpecNames(const Spec& spec, const ProductTable& products) : spec_(spec), products_(products) {}

  const Spec& spec() const { return spec_; }
  const ProductTable& products() const { return products_; }

  // A parameter named in `name`; 0, and a problem, if there is none.
  int ParamNamed(const Yaml& name) const { return ParamNamed(name, name.Text()); }
  int ParamNamed(const Yaml& where, const std::string& name) const;

  int ProductNamed(const Yaml& where, const std::string& name) const;

  // A value of an attribute, by its name or, of the types that are numbers, as a number.
  Value ValueNamed(const Yaml& where, const Param& param, const Yaml& value) const;

  // By product, the dtypes of a map of products to lists. bfloat16 in the list of several products
  // is for those of them that have it.
  std::vector<DTypes> ProductDTypes(const Yaml& map) const;

  // Dtypes of one parameter: such a map, or a list for all products as it stands.
  std::vector<DTypes> OwnDTypes(const Yaml& yaml) const;

 private:
  const Spec& spec_;
  const ProductTable& products_;
};

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_SPEC_NAMES_H_
