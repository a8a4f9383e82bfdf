// ASSERT, printf and DumpTensor.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_LOG_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_LOG_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <type_traits>

#include "absl/strings/string_view.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/vector/half.h"

#define OPENACLNN_STRINGIFY_LINE(line) #line
#define OPENACLNN_STRINGIFY(line) OPENACLNN_STRINGIFY_LINE(line)

// Fails the kernel if the condition is false.
#define ASSERT(...) ascendc_assert((__VA_ARGS__))
#define ascendc_assert(condition, ...)                                                 \
  do {                                                                                 \
    if (!(condition))                                                                  \
      ::AscendC::internal::AssertionFailed(__FILE__ ":" OPENACLNN_STRINGIFY(__LINE__), \
                                           #condition);                                \
  } while (false)

namespace AscendC {
namespace internal {

[[noreturn]] inline void AssertionFailed(const char* place, const char* condition) {
  openaclnn::aicore::Core& core = openaclnn::aicore::Core::Current();
  core.ForgetSite();
  core.Fail("ASSERT", "", condition, " is false at ", place);
}

// A value as printf takes it.
template <typename T>
auto Printable(const T& value) {
  if constexpr (std::is_same_v<T, openaclnn::aicore::Half> ||
                std::is_same_v<T, openaclnn::aicore::BFloat16>) {
    return static_cast<double>(static_cast<float>(value));
  } else {
    return value;
  }
}

// What a line of printf may have; the rest is cut off.
inline constexpr size_t kLineBytes = 1024;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
template <typename... Argument>
OPENACLNN_ASCENDC_FUNCTION void Print(const char* format, Argument... arguments) {
  char line[kLineBytes];
  const int length = std::snprintf(line, sizeof(line), format, arguments...);
  if (length < 0) return;
  openaclnn::aicore::Core::Current().Print(
      absl::string_view(line, std::min(static_cast<size_t>(length), sizeof(line) - 1)));
}
#pragma GCC diagnostic pop

// `element(i)` for each of `elements`, eight to a line.
template <typename T, typename Element>
OPENACLNN_ASCENDC_FUNCTION void Dump(const char* memory, uint64_t address, uint32_t description,
                                     uint32_t elements, Element element) {
  Print("DumpTensor: block=%d, desc=%u, %s address=0x%llx, elements=%u\n",
        static_cast<int>(openaclnn::aicore::Core::Current().block()), description, memory,
        static_cast<unsigned long long>(address), elements);
  for (uint32_t i = 0; i < elements; ++i) {
    const char* const end = i % 8 == 7 || i + 1 == elements ? "\n" : ", ";
    if constexpr (std::is_integral_v<T>) {
      Print("%lld%s", static_cast<long long>(element(i)), end);
    } else {
      Print("%.9g%s", static_cast<double>(static_cast<float>(element(i))), end);
    }
  }
}

}  // namespace internal

template <typename... Argument>
OPENACLNN_ASCENDC_FUNCTION void printf(const char* format, Argument... arguments) {
  internal::Print(format, internal::Printable(arguments)...);
}
template <typename... Argument>
OPENACLNN_ASCENDC_FUNCTION void PRINTF(const char* format, Argument... arguments) {
  internal::Print(format, internal::Printable(arguments)...);
}

// Prints the first `elements` elements; `description` is a number of the author's own.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DumpTensor(const LocalTensor<T>& tensor, uint32_t description,
                                           uint32_t elements) {
  internal::Dump<T>("unified buffer", tensor.GetPhyAddr(), description, elements,
                    [&](uint32_t i) { return tensor.GetValue(i); });
}
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DumpTensor(const GlobalTensor<T>& tensor, uint32_t description,
                                           uint32_t elements) {
  internal::Dump<T>("global memory", reinterpret_cast<uintptr_t>(tensor.GetPhyAddr()), description,
                    elements, [&](uint32_t i) { return tensor.GetValue(i); });
}

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_LOG_H_
