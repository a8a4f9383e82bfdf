// The C++ made from `ir:` of a spec.
#ifndef OPENACLNN_TOOLS_SPECGEN_EMIT_IR_H_
#define OPENACLNN_TOOLS_SPECGEN_EMIT_IR_H_

#include <string>

#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// op_proto/<type>_proto.h: the prototype, for programs that build graphs.
std::string ProtoHeader(const Spec& spec, const Ir& ir);

// <op>_ir.cc: the tables by which graphs run (runtime/graph/registry.h).
std::string IrSource(const Spec& spec);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_EMIT_IR_H_
