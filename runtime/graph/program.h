// A graph planned for inputs whose shapes are known: where its values lie, and what runs.
#ifndef OPENACLNN_RUNTIME_GRAPH_PROGRAM_H_
#define OPENACLNN_RUNTIME_GRAPH_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/graph/infer.h"
#include "runtime/graph/model.h"
#include "runtime/graph/stream_plan.h"

namespace openaclnn::graph {

class Trace;  // trace.h

// Which nodes run together, and what they hand to each other.
enum class Fusion : uint8_t { kOff, kExact, kFloat32 };

// What options say of it.
struct Planning {
  Fusion fusion = Fusion::kExact;
  int most_streams = 4;
};

struct Program {
  Planning planning;
  std::vector<ValueInfo> inputs;
  std::vector<ValueInfo> values;
  // Nodes that run together, in order. Of several each block of elements goes through all of them
  // while it is in the cache (runtime/executor/fused.h).
  std::vector<std::vector<size_t>> runs;
  std::vector<int> blocks;                 // by value: its number among those of its run that exist
                                           // block by block only, or -1
  std::vector<int64_t> offsets;            // by value: of intermediate results in the arena, or -1
  std::vector<uint64_t> workspace_bytes;   // by node
  std::vector<int64_t> workspace_offsets;  // by node, in the arena
  StreamPlan streams;                      // of the runs
  int64_t arena_bytes() const { return streams.bytes; }

  // Where a value is, for people.
  std::string PlaceText(size_t value) const;
};

// Where a program runs: streams and events of one context, as many as it has.
struct ProgramStreams {
  std::vector<aclrtStream> streams;
  std::vector<aclrtEvent> events;
};

// PARAM_INVALID, with what the first phase of a node's function says, if the graph cannot be
// computed with these inputs. Needs a current context.
uint32_t MakeProgram(const Model& model, const std::vector<ValueInfo>& inputs,
                     const Planning& planning, Program* program);

// Queues the nodes in order. `addresses` has those of all values that do not lie in the arena.
// Who waits for stream 0 then waits for all, also if it failed. Nodes run on stream 0 alone if a
// result lies where an input or another result does. `trace` may be null.
uint32_t EnqueueProgram(const Model& model, const Program& program, std::vector<void*> addresses,
                        void* arena, const ProgramStreams& on, Trace* trace);

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_PROGRAM_H_
