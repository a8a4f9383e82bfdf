// `example:` of a spec: the calls of the program that shows an operator.
#ifndef OPENACLNN_TOOLS_SPECGEN_EXAMPLE_H_
#define OPENACLNN_TOOLS_SPECGEN_EXAMPLE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "acl/acl_base_rt.h"
#include "tools/specgen/profile.h"

namespace openaclnn::specgen {

struct ExampleTensor {
  aclDataType dtype = ACL_FLOAT;
  std::vector<int64_t> shape = {};
  std::vector<std::string> values = {};  // row by row, as written; none of outputs
};

// Parameters are numbered by their place in Spec::params.
struct ExampleCall {
  int function = 0;  // place in Spec::functions
  // One tensor, or those of a list; none: null. Of every tensor parameter of the C function.
  std::map<int, std::vector<ExampleTensor>> tensors = {};
  std::map<int, Value> attributes = {};  // of every other parameter of the C function
};

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_EXAMPLE_H_
