// Calls whose memory is watched: guard zones around tensors and workspace show what was written
// where it must not be.
#ifndef OPENACLNN_TESTING_GUARDED_CALL_H_
#define OPENACLNN_TESTING_GUARDED_CALL_H_

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "acl/acl.h"
#include "runtime/tensor/shape.h"
#include "testing/arguments.h"
#include "testing/cases.h"
#include "testing/conformance.h"
#include "testing/invoke.h"
#include "testing/safetensors.h"

namespace openaclnn::testing {

// Device memory between guard zones, remembered byte by byte.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(size_t bytes);
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  ~GuardedBuffer() {
    if (memory_ != nullptr) aclrtFree(memory_);
  }

  bool ok() const { return memory_ != nullptr; }
  size_t bytes() const { return bytes_; }
  void* data() const { return static_cast<char*>(memory_) + kGuardBytes; }

  // What the storage holds before the run; to be filled in before Upload().
  char* expected() { return expected_.data() + kGuardBytes; }
  void Upload() { std::memcpy(memory_, expected_.data(), expected_.size()); }
  // Fills the memory otherwise: large numbers that were negative become positive, and positive ones
  // negative.
  void Negate();

  // Takes `bytes` at `offset` as they are now, because the run was meant to write them.
  void Accept(size_t offset, size_t bytes);

  // Bytes at the end of the memory that are as they were before the run.
  size_t UntouchedTail() const;

  // Where memory differs from what is expected: "byte 12 before the storage" ...; empty if nowhere.
  std::string Damage() const;

 private:
  size_t bytes_;
  std::vector<char> expected_;
  void* memory_ = nullptr;
};

// The tensors of a call, their memory, and the arguments in the order of the C function.
class GuardedCall {
 public:
  explicit GuardedCall(const Case& test)
      : test_(test), tensors_(test.args.size(), nullptr), buffers_(test.args.size()) {}
  GuardedCall(const GuardedCall&) = delete;
  GuardedCall& operator=(const GuardedCall&) = delete;
  ~GuardedCall() {
    for (const aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
  }

  // `record` is where golden inputs come from; null: storages hold the fill pattern.
  absl::Status Build(const SafeTensors* record);

  std::span<const Arg> args() const { return args_.args(); }

  // The memory as it is to be before a run; with zeros for inputs, if these are not the values that
  // count.
  void Upload(bool zeros);

  // Elements of an argument's view, one after the other; they are then no damage any more.
  Output TakeOutput(size_t arg);

  // Bytes that changed and should not have; empty if there are none.
  std::string Damage() const;

 private:
  absl::Status BuildTensor(size_t i, const SafeTensors* record);

  absl::Status Fill(const SafeTensors& record, const std::string& input, const TensorView& view,
                    GuardedBuffer& buffer);

  const Case& test_;
  std::vector<aclTensor*> tensors_;
  std::vector<std::unique_ptr<GuardedBuffer>> buffers_;
  Arguments args_;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_GUARDED_CALL_H_
