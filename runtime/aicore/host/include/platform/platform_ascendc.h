// What a tiling function asks about the chip.
#ifndef OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_PLATFORM_PLATFORM_ASCENDC_H_
#define OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_PLATFORM_PLATFORM_ASCENDC_H_

#include <cstdint>

#include "exe_graph/runtime/tiling_context.h"

namespace platform_ascendc {

enum class CoreMemType { L0_A, L0_B, L0_C, L1, L2, UB, HBM, RESERVED };

// As opdev's SocVersion (?).
enum class SocVersion {
  ASCEND910 = 0,
  ASCEND910B = 1,
  ASCEND910_93 = 2,
  ASCEND950 = 3,
  ASCEND910_95 = ASCEND950,
  ASCEND310P = 6,
  ASCEND310B = 7,
  RESERVED_VERSION = 99999
};

class PlatformAscendC {
 public:
  explicit PlatformAscendC(fe::PlatFormInfos* platform);

  // Cube cores, vector cores, and those that run the blocks of a vector kernel.
  uint32_t GetCoreNumAic() const;
  uint32_t GetCoreNumAiv() const;
  uint32_t GetCoreNum() const;
  SocVersion GetSocVersion() const;
  // Bytes; 0 for RESERVED.
  void GetCoreMemSize(const CoreMemType& type, uint64_t& size) const;
  // The system's part of a workspace; here it takes none.
  uint32_t GetLibApiWorkSpaceSize() const { return 0; }

 private:
  const openaclnn::Soc* soc_;
};

// For programs without a context.
class PlatformAscendCManager {
 public:
  // Null: there is no such chip.
  static PlatformAscendC* GetInstance(const char* soc);
};

}  // namespace platform_ascendc

#endif  // OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_PLATFORM_PLATFORM_ASCENDC_H_
