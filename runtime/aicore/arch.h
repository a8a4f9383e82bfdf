// What the vector core of an architecture (aclplatformNpuArch) has, as far as only the simulator
// needs it; what operators and the runtime need to know, too, is in runtime/products/products.yaml.
// Source: the vendor's API documents, as summarised in the project's facts (ascendc.md 3 to 6).
#ifndef OPENACLNN_RUNTIME_AICORE_ARCH_H_
#define OPENACLNN_RUNTIME_AICORE_ARCH_H_

#include <cstdint>

#include "runtime/products/products.h"

namespace openaclnn::aicore {

struct Arch {
  int npu_arch;
  bool hardware_barrier;  // SyncAll() without arguments
  bool flags;             // SetFlag and WaitFlag
  int event_ids;          // of each kind of event
  bool vector_in_order;   // the hardware orders dependent vector instructions by itself
  int queue_buffers;      // buffers of one position that may be allocated at once
  bool cast_rounds;       // Cast from float32 to float16 with every RoundMode; false: CAST_NONE and
                          // CAST_ODD only
  bool cast_bfloat16;     // Cast from and to bfloat16
  bool cast_half_int8_rint;  // Cast from float16 to int8 and uint8 with CAST_RINT
  bool maxs_mins;
  bool gather_mask;
  bool gather_mask_all;      // GatherMask with pattern 7
  bool select_tensor_modes;  // Select in the modes VSEL_TENSOR_SCALAR_MODE and
                             // VSEL_TENSOR_TENSOR_MODE
  int64_t select_bytes;      // unified buffer that Select in these modes needs for itself
  bool wide_types;           // vector arithmetic on bfloat16, int8, uint8, int64, uint64
  bool ai_cores_join;        // AI cores and vector cores share the blocks of a kernel
};

// The architecture of a product known to runtime/products.
const Arch& ArchOf(const Product& product);

// Cores that run blocks of a vector kernel at the same time.
int64_t Cores(const Soc& soc);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_ARCH_H_
