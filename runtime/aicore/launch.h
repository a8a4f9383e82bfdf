// How host code runs an Ascend C kernel on the simulated AI Core. A kernel is an ordinary function
//     __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace,
//                                           GM_ADDR tiling)
// (see kernel_operator.h); a DeviceKernel wraps it, Run() executes it for every block.
#ifndef OPENACLNN_RUNTIME_AICORE_LAUNCH_H_
#define OPENACLNN_RUNTIME_AICORE_LAUNCH_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "runtime/base/status_fwd.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {

// What a kernel takes at one place: an address in global memory, or a number or structure by value.
struct Parameter {
  enum class Kind : uint8_t { kAddress, kInteger, kFloatingPoint, kStructure };

  template <typename T>
  static constexpr Parameter Of() {
    static_assert(std::is_pointer_v<T> || std::is_trivially_copyable_v<T>,
                  "a kernel takes addresses, numbers and structures without a constructor to copy");
    if constexpr (std::is_pointer_v<T>) return {Kind::kAddress, sizeof(T)};
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) return {Kind::kInteger, sizeof(T)};
    if constexpr (std::is_floating_point_v<T>) return {Kind::kFloatingPoint, sizeof(T)};
    return {Kind::kStructure, sizeof(T)};
  }
  friend bool operator==(const Parameter&, const Parameter&) = default;

  Kind kind;
  int64_t bytes;
};

// The entry point of a kernel. For each parameter: the address, or where the value lies.
using KernelEntry = void (*)(absl::Span<uint8_t* const> arguments);

struct DeviceKernel {
  const char* name;
  KernelEntry entry;
  absl::Span<const Parameter> parameters;  // inputs, outputs, then workspace and tiling
  int npu_arch = 0;  // the architecture whose macros it was compiled with; 0: for every one
};

namespace internal {

template <typename T>
T ArgumentAs(uint8_t* argument) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<T>(argument);
  } else {
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), argument, sizeof(T));
    return std::bit_cast<T>(bytes);
  }
}

template <auto kFunction, typename = decltype(kFunction)>
struct Signature;
template <auto kFunction, typename... Argument>
struct Signature<kFunction, void (*)(Argument...)> {
  // One more, because there are no arrays without elements.
  static constexpr Parameter kParameters[] = {Parameter::Of<Argument>()..., {}};

  static constexpr absl::Span<const Parameter> Parameters() {
    return {kParameters, sizeof...(Argument)};
  }
  static void Enter(absl::Span<uint8_t* const> arguments) {
    [&]<size_t... kIndex>(std::index_sequence<kIndex...>) {
      kFunction(ArgumentAs<Argument>(arguments[kIndex])...);
    }(std::index_sequence_for<Argument...>());
  }
};

}  // namespace internal

// A DeviceKernel from a function or an instance of a template; an expression, so that instances can
// be put into tables:
//     constexpr DeviceKernel kAdd[] = {OPENACLNN_DEVICE_KERNEL(add_custom<float, true>),
//                                      OPENACLNN_DEVICE_KERNEL(add_custom<half, true>)};
#define OPENACLNN_DEVICE_KERNEL(...)                                              \
  ::openaclnn::aicore::DeviceKernel {                                             \
    #__VA_ARGS__, &::openaclnn::aicore::internal::Signature<&__VA_ARGS__>::Enter, \
        ::openaclnn::aicore::internal::Signature<&__VA_ARGS__>::Parameters()      \
  }

// What becomes of a result too large for its type: what the product does by default, the largest
// finite number (and 0 for NaN), or infinity.
enum class Overflow : uint8_t { kProduct, kSaturate, kInfNan };

// Which checks are made. All of them, or those that cost next to nothing: without the bytes nobody
// wrote and the data races between blocks. docs/ascendc.md has the list and what it costs. kDefault
// is what OPENACLNN_AICORE_CHECKS says ("strict" or "fast"), else strict.
enum class Checks : uint8_t { kDefault, kFast, kStrict };

// What orders instructions of different pipes besides flags, barriers and queues. kAuto: also what
// the vendor's compiler inserts by default (--cce-auto-sync): between the scalar unit and every
// other pipe, and between vector instructions. kManual: nothing, as with that option off. kDefault
// is what OPENACLNN_AICORE_SYNC says ("auto" or "manual"), else auto. Strict checks report what
// nothing orders.
enum class Sync : uint8_t { kDefault, kAuto, kManual };

// The order in which the blocks of a launch are started, as a permutation of 0 ... n-1 for n
// blocks.
using BlockOrder = std::vector<int64_t> (*)(int64_t blocks);

// What one launch asks for.
struct Launch {
  // The memory of one argument: [data, data + bytes) is all the kernel may touch of it. Arguments
  // may share memory.
  struct Tensor {
    void* data = nullptr;
    int64_t bytes = 0;
    bool writable = false;
    const char* name = "";   // for messages
    bool undefined = false;  // nobody has written it: strict checks report who reads it first
  };

  // What the kernel takes by value.
  class Scalar {
   public:
    template <typename T>
    Scalar(const T& value)  // NOLINT(google-explicit-constructor): a list of scalars is of values
        : parameter_(Parameter::Of<T>()), bytes_(sizeof(T)) {
      static_assert(!std::is_pointer_v<T>, "addresses are tensors");
      std::memcpy(bytes_.data(), &value, sizeof(T));
    }
    Scalar(Parameter::Kind kind, absl::Span<const uint8_t> bytes)
        : parameter_{kind, static_cast<int64_t>(bytes.size())},
          bytes_(bytes.begin(), bytes.end()) {}

    const Parameter& parameter() const { return parameter_; }
    const std::vector<uint8_t>& bytes() const { return bytes_; }

   private:
    Parameter parameter_;
    std::vector<uint8_t> bytes_;
  };

  const DeviceKernel* kernel = nullptr;
  const Soc* soc = nullptr;
  int64_t blocks =
      1;  // one block runs on one vector core; more blocks than cores run one after the other
  uint64_t tiling_key = 0;                // for TILING_KEY_IS
  absl::Span<const Tensor> tensors = {};  // in the order of the kernel's addresses
  absl::Span<const Scalar> scalars = {};  // in the order of its other parameters
  // Nothing if the kernel has none. Its system part is 0 bytes: GetUserWorkspace gives its start. A
  // kernel that takes no addresses beside the tensors is called with neither workspace nor tiling.
  Tensor workspace = {};
  absl::Span<const std::byte> tiling = {};
  Overflow overflow = Overflow::kProduct;
  Checks checks = Checks::kDefault;
  Sync sync = Sync::kDefault;
  // Gives the kernel copies of the arguments, placed and padded as a device's allocator would: each
  // starts at a multiple of 512 bytes, and 32 to 63 bytes behind its end can be touched, where the
  // device's memory is the kernel's, too. What is written there is lost.
  bool padded = false;
  bool timed = false;          // counts cycles; checks are strict then
  BlockOrder order = nullptr;  // null: ascending
};

// Runs all blocks on the threads of runtime/schedule/parallel.h and waits for them. Results do not
// depend on the number of threads nor on the order of blocks. Error: what the first wrong block
// (the lowest number) did wrong, as "kernel, block, instruction, operand, offset, what is wrong,
// what would be right"; the blocks after it have run or not. Nothing outside the launch's tensors
// is ever touched.
//     kInvalidArgument   the launch itself is wrong: number of arguments, blocks, ...
//     kFailedPrecondition  the kernel misused the core
absl::Status Run(const Launch& launch);

// --- what ran ---

// The pipes of a vector core: scalar unit, vector unit, copies into and out of the unified buffer.
enum class Pipe : uint8_t { kScalar, kVector, kMte2, kMte3 };
inline constexpr int kPipes = 4;

struct PipeCounters {
  int64_t instructions = 0;
  int64_t elements = 0;  // results
  int64_t bytes = 0;     // of results
  int64_t busy = 0;      // cycles in which it could start nothing else; of timed launches
};

// Sums over all blocks of a launch.
struct Counters {
  std::array<PipeCounters, kPipes> pipes;
  int64_t peak_unified_buffer_bytes = 0;  // the largest of all blocks
  int64_t barriers = 0;                   // SyncAll
  // Of timed launches, an estimate (docs/ascendc.md): clock cycles from the start of the first
  // block to the end of the last, and the sum of those of every block.
  int64_t cycles = 0;
  int64_t block_cycles = 0;

  const PipeCounters& operator[](Pipe pipe) const { return pipes[static_cast<size_t>(pipe)]; }
  PipeCounters& operator[](Pipe pipe) { return pipes[static_cast<size_t>(pipe)]; }
};

// As Run, and adds what ran to *counters.
absl::Status Run(const Launch& launch, Counters* counters);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_LAUNCH_H_
