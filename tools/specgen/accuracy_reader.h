// The bounds of a spec: accuracy.
#ifndef OPENACLNN_TOOLS_SPECGEN_ACCURACY_READER_H_
#define OPENACLNN_TOOLS_SPECGEN_ACCURACY_READER_H_

#include "tools/specgen/spec.h"
#include "tools/specgen/spec_names.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {

// Reads the section into the spec, whose parameters and functions have been read.
void ReadAccuracy(const Yaml& yaml, Spec* spec);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_ACCURACY_READER_H_
