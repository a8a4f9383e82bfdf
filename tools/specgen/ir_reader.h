// `ir:` of a spec whose functions have been read.
#ifndef OPENACLNN_TOOLS_SPECGEN_IR_READER_H_
#define OPENACLNN_TOOLS_SPECGEN_IR_READER_H_

#include <vector>

#include "tools/specgen/ir.h"
#include "tools/specgen/spec_names.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {

std::vector<Ir> ReadIrs(const Yaml& list, const SpecNames& names);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_IR_READER_H_
