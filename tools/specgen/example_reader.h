// `example:` of a spec whose functions have been read.
#ifndef OPENACLNN_TOOLS_SPECGEN_EXAMPLE_READER_H_
#define OPENACLNN_TOOLS_SPECGEN_EXAMPLE_READER_H_

#include <vector>

#include "tools/specgen/example.h"
#include "tools/specgen/spec.h"
#include "tools/specgen/spec_names.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {

std::vector<ExampleCall> ReadExample(const Yaml& list, const Spec& spec, const SpecNames& names);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_EXAMPLE_READER_H_
