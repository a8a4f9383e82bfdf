// Where in the kernel's source something is, for messages. The program needs debug information
// (-g1 is enough) and libbacktrace; without either there is no place to name.
#ifndef OPENACLNN_RUNTIME_AICORE_LOCATION_H_
#define OPENACLNN_RUNTIME_AICORE_LOCATION_H_

#include <string>

namespace openaclnn::aicore {

// "kernel.cpp:12" for the call that returns to `site`; of calls that were inlined, the innermost in
// a file that is none of Ascend C's. Empty if it is not known.
std::string LocationOf(const void* site);

// The calls on the calling stack from that one outwards, one line "  at kernel.cpp:12 Function"
// each, functions inlined into others included.
std::string CallStack(const void* site);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_LOCATION_H_
