#include "runtime/aicore/kernel_registry.h"

namespace openaclnn::aicore {
namespace {

constinit const KernelVariant* first_variant = nullptr;

}  // namespace

const KernelVariant* FirstVariant() { return first_variant; }

KernelRegistrar::KernelRegistrar(KernelVariant* variant) {
  variant->next = first_variant;
  first_variant = variant;
}

}  // namespace openaclnn::aicore
