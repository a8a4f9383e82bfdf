#include "platform/platform_ascendc.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

#include "absl/base/no_destructor.h"
#include "absl/log/absl_check.h"
#include "absl/log/absl_log.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/host/families.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {

const Family& FamilyOf(const Product& product) {
  using platform_ascendc::SocVersion;
  static constexpr Family kFamilies[] = {
      {"ascend_950", "ascend950", "ascend910_95", SocVersion::ASCEND950},
      {"atlas_a3", "ascend910_93", "ascend910_93", SocVersion::ASCEND910_93},
      {"atlas_a2", "ascend910b", "ascend910b", SocVersion::ASCEND910B},
      {"atlas_200i_500_a2", "ascend310b", "ascend310b", SocVersion::ASCEND310B},
      {"atlas_inference", "ascend310p", "ascend310p", SocVersion::ASCEND310P},
      {"atlas_training", "ascend910", "ascend910", SocVersion::ASCEND910},
  };
  for (const Family& family : kFamilies) {
    if (family.product == product.name) return family;
  }
  ABSL_LOG(FATAL) << product.name << ": no name for the host side of operators is known";
}

}  // namespace openaclnn::aicore

namespace platform_ascendc {

PlatformAscendC::PlatformAscendC(fe::PlatFormInfos* platform) : soc_(platform->soc) {
  ABSL_CHECK(soc_ != nullptr);
}

uint32_t PlatformAscendC::GetCoreNumAic() const { return static_cast<uint32_t>(soc_->ai_cores); }

uint32_t PlatformAscendC::GetCoreNumAiv() const { return static_cast<uint32_t>(soc_->cores()); }

uint32_t PlatformAscendC::GetCoreNum() const {
  return static_cast<uint32_t>(openaclnn::aicore::Cores(*soc_));
}

SocVersion PlatformAscendC::GetSocVersion() const {
  return openaclnn::aicore::FamilyOf(*soc_->product).version;
}

void PlatformAscendC::GetCoreMemSize(const CoreMemType& type, uint64_t& size) const {
  const int64_t sizes[] = {soc_->l0a_bytes, soc_->l0b_bytes,
                           soc_->l0c_bytes, soc_->l1_bytes,
                           soc_->l2_bytes,  soc_->unified_buffer_bytes,
                           soc_->hbm_bytes, 0};
  size = static_cast<uint64_t>(sizes[static_cast<size_t>(type)]);
}

PlatformAscendC* PlatformAscendCManager::GetInstance(const char* soc) {
  static absl::NoDestructor<std::map<std::string_view, PlatformAscendC>> instances([] {
    std::map<std::string_view, PlatformAscendC> all;
    for (const openaclnn::Soc& known : openaclnn::AllSocs()) {
      fe::PlatFormInfos platform = {&known};
      all.emplace(known.name, PlatformAscendC(&platform));
    }
    return all;
  }());
  const auto found = instances->find(soc);
  return found == instances->end() ? nullptr : &found->second;
}

}  // namespace platform_ascendc
