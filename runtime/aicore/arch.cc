#include "runtime/aicore/arch.h"

#include <cstdint>

#include "absl/log/absl_log.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

constexpr Arch kArchs[] = {
    {.npu_arch = 3510,
     .hardware_barrier = true,
     .flags = true,
     .event_ids = 8,
     .vector_in_order = true,
     .queue_buffers = 8,
     .cast_rounds = true,
     .cast_bfloat16 = true,
     .cast_half_int8_rint = true,
     .maxs_mins = true,
     .gather_mask = true,
     .gather_mask_all = true,
     .select_tensor_modes = true,
     .select_bytes = 0,
     .wide_types = true,
     .ai_cores_join = false},
    {.npu_arch = 2201,
     .hardware_barrier = true,
     .flags = true,
     .event_ids = 8,
     .vector_in_order = false,
     .queue_buffers = 8,
     .cast_rounds = true,
     .cast_bfloat16 = true,
     .cast_half_int8_rint = true,
     .maxs_mins = true,
     .gather_mask = true,
     .gather_mask_all = true,
     .select_tensor_modes = true,
     .select_bytes = 8192,
     .wide_types = false,
     .ai_cores_join = false},
    {.npu_arch = 3002,
     .hardware_barrier = false,
     .flags = false,
     .event_ids = 8,
     .vector_in_order = false,
     .queue_buffers = 8,
     .cast_rounds = true,
     .cast_bfloat16 = true,
     .cast_half_int8_rint = true,
     .maxs_mins = true,
     .gather_mask = true,
     .gather_mask_all = true,
     .select_tensor_modes = true,
     .select_bytes = 8192,
     .wide_types = false,
     .ai_cores_join = false},
    {.npu_arch = 2002,
     .hardware_barrier = false,
     .flags = true,
     .event_ids = 8,
     .vector_in_order = false,
     .queue_buffers = 8,
     .cast_rounds = false,
     .cast_bfloat16 = false,
     .cast_half_int8_rint = false,
     .maxs_mins = true,
     .gather_mask = true,
     .gather_mask_all = false,
     .select_tensor_modes = true,
     .select_bytes = 8192,
     .wide_types = false,
     .ai_cores_join = true},
    {.npu_arch = 1001,
     .hardware_barrier = false,
     .flags = true,
     .event_ids = 4,
     .vector_in_order = false,
     .queue_buffers = 4,
     .cast_rounds = false,
     .cast_bfloat16 = false,
     .cast_half_int8_rint = false,
     .maxs_mins = false,
     .gather_mask = false,
     .gather_mask_all = false,
     .select_tensor_modes = false,
     .select_bytes = 0,
     .wide_types = false,
     .ai_cores_join = false},
};

}  // namespace

const Arch& ArchOf(const Product& product) {
  for (const Arch& arch : kArchs) {
    if (arch.npu_arch == product.npu_arch) return arch;
  }
  ABSL_LOG(FATAL) << product.name << ": the simulator does not know architecture "
                  << product.npu_arch;
}

int64_t Cores(const Soc& soc) {
  if (ArchOf(*soc.product).ai_cores_join) return soc.ai_cores + soc.vector_cores;
  return soc.cores();
}

}  // namespace openaclnn::aicore
