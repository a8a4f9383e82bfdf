// Calls an implementation as a case says, and watches what it writes.
#ifndef OPENACLNN_TESTING_CASE_CALLER_H_
#define OPENACLNN_TESTING_CASE_CALLER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "testing/cases.h"
#include "testing/conformance.h"
#include "testing/invoke.h"
#include "testing/safetensors.h"
#include "testing/session.h"

namespace openaclnn::testing {

class CaseCaller {
 public:
  // Whether the case's memory held other values in a run before, of the same executor, with another
  // call planned in between: results that are remembered by addresses, or made by the latest plan,
  // are then wrong ones.
  enum class Memory { kFresh, kReused };

  // `golden` may be null if no positive case is called.
  CaseCaller(const Implementation& implementation, const SafeTensors* golden)
      : implementation_(implementation), golden_(golden) {}

  // Calls run in this session from now on. Its product may lack the functions of earlier calls.
  void Start(const Session& session) {
    session_ = &session;
    other_ = {};
  }

  // The outputs of a case that must succeed.
  absl::StatusOr<std::vector<Output>> Execute(const Case& test, const Invocation& invocation,
                                              Memory memory);

  // Phase 1 must reject the call with the code and the words that the spec states, and touch
  // nothing: what it did instead, or "".
  std::string CallRejected(const Case& test, const Invocation& invocation);

  int64_t runs() const { return runs_; }

 private:
  // Plans the call of the case before, and does not run it: an executor that is run again must not
  // take anything from a later plan.
  absl::Status PlanOther();

  const Implementation& implementation_;
  const SafeTensors* golden_;
  const Session* session_ = nullptr;
  // The last case that ran by a repeatable executor.
  struct {
    const Case* test = nullptr;
    const Invocation* invocation = nullptr;
  } other_;
  int64_t runs_ = 0;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_CASE_CALLER_H_
