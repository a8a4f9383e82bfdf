// A graph planned for inputs whose shapes are known: where its values lie, and what runs.
#ifndef OPENACLNN_RUNTIME_GRAPH_PROGRAM_H_
#define OPENACLNN_RUNTIME_GRAPH_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/graph/infer.h"
#include "runtime/graph/model.h"

namespace openaclnn::graph {

// Which nodes run together, and what they hand to each other.
enum class Fusion : uint8_t { kOff, kExact, kFloat32 };

struct Program {
  Fusion fusion = Fusion::kExact;
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
  // What intermediate results and workspace take together: those that are not needed at the same
  // time share memory.
  int64_t arena_bytes = 0;
};

// PARAM_INVALID, with what the first phase of a node's function says, if the graph cannot be
// computed with these inputs. Needs a current context.
uint32_t MakeProgram(const Model& model, const std::vector<ValueInfo>& inputs, Fusion fusion,
                     Program* program);

// Queues the nodes in order. `addresses` has those of all values that do not lie in the arena.
uint32_t EnqueueProgram(const Model& model, const Program& program, std::vector<void*> addresses,
                        void* arena, aclrtStream stream);

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_PROGRAM_H_
