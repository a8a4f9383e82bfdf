#include "testing/case_caller.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "acl/acl.h"
#include "testing/guarded_call.h"

namespace openaclnn::testing {
namespace {

// No result happens to end in so many bytes of the pattern that memory is filled with.
constexpr size_t kUnlikelyTail = 16;

}  // namespace

absl::StatusOr<std::vector<Output>> CaseCaller::Execute(const Case& test,
                                                        const Invocation& invocation,
                                                        Memory memory) {
  GuardedCall call(test);
  if (absl::Status status = call.Build(golden_); !status.ok()) return status;
  uint64_t workspace_size = 0;
  std::optional<GuardedBuffer> workspace;
  aclOpExecutor* executor = nullptr;
  const auto plan = [&]() -> absl::Status {
    const aclnnStatus planned =
        invocation.get_workspace_size(call.args(), &workspace_size, &executor);
    return CheckCall("phase 1", planned);
  };
  const auto run_once = [&](bool zeros) -> absl::Status {
    call.Upload(zeros);
    ++runs_;
    if (workspace_size > 0) {
      // What was not written must not be right by chance in all runs, though results be only true
      // or false.
      bool negate = true;
      if (!workspace.has_value() || workspace->bytes() != workspace_size) {
        workspace.emplace(workspace_size);
        negate = runs_ % 2 == 0;
      }
      if (negate) workspace->Negate();
      if (!workspace->ok())
        return absl::InternalError(
            absl::StrCat("aclrtMalloc of ", workspace_size, " bytes of workspace failed"));
      workspace->Upload();
    }
    const aclnnStatus run = invocation.run(workspace.has_value() ? workspace->data() : nullptr,
                                           workspace_size, executor, session_->stream());
    if (absl::Status status = CheckCall("phase 2", run); !status.ok()) return status;
    return CheckCall("aclrtSynchronizeStream", aclrtSynchronizeStream(session_->stream()));
  };
  if (absl::Status status = plan(); !status.ok()) return status;
  if (memory == Memory::kReused) {
    if (absl::Status status =
            CheckCall("aclSetAclOpExecutorRepeatable", implementation_.set_repeatable(executor));
        !status.ok())
      return status;
    if (absl::Status status = run_once(/*zeros=*/true); !status.ok()) return status;
    if (absl::Status status = PlanOther(); !status.ok()) return status;
  }
  if (absl::Status status = run_once(/*zeros=*/false); !status.ok()) return status;
  if (memory == Memory::kReused) {
    if (absl::Status status =
            CheckCall("aclDestroyAclOpExecutor", implementation_.destroy_executor(executor));
        !status.ok())
      return status;
    other_ = {&test, &invocation};
  }
  std::vector<Output> outputs;
  for (size_t i = 0; i < test.args.size(); ++i) {
    if (!test.args[i].outputs.empty()) outputs.push_back(call.TakeOutput(i));
  }
  if (workspace.has_value()) {
    if (const size_t untouched = workspace->UntouchedTail(); untouched >= kUnlikelyTail) {
      return absl::InternalError(
          absl::StrCat("phase 1 asks for more workspace than is used: the last ", untouched, " of ",
                       workspace_size, " bytes are untouched"));
    }
    workspace->Accept(0, workspace_size);
    if (const std::string damage = workspace->Damage(); !damage.empty()) {
      return absl::InternalError(
          absl::StrCat("the workspace of ", workspace_size, " bytes was overrun: ", damage));
    }
  }
  if (const std::string damage = call.Damage(); !damage.empty()) return absl::InternalError(damage);
  return outputs;
}

absl::Status CaseCaller::PlanOther() {
  if (other_.test == nullptr) return absl::OkStatus();
  GuardedCall call(*other_.test);
  if (absl::Status status = call.Build(golden_); !status.ok()) return status;
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus planned =
      other_.invocation->get_workspace_size(call.args(), &workspace_size, &executor);
  if (absl::Status status = CheckCall("phase 1 of another call", planned); !status.ok())
    return status;
  return CheckCall("aclDestroyAclOpExecutor", implementation_.destroy_executor(executor));
}

std::string CaseCaller::CallRejected(const Case& test, const Invocation& invocation) {
  GuardedCall call(test);
  if (absl::Status status = call.Build(nullptr); !status.ok()) return std::string(status.message());
  constexpr uint64_t kUntouchedSize = 0x5a5a5a5a5a5a5a5a;
  uint64_t workspace_size = kUntouchedSize;
  aclOpExecutor* const untouched_executor = reinterpret_cast<aclOpExecutor*>(&workspace_size);
  aclOpExecutor* executor = untouched_executor;
  const std::string before = RecentMessage();
  ++runs_;
  const aclnnStatus status = invocation.get_workspace_size(call.args(), &workspace_size, &executor);
  // A text that was fetched before stays in the buffer, behind what is new.
  std::string message = RecentMessage();
  if (!before.empty() && absl::EndsWith(message, before))
    message.resize(message.size() - before.size());

  std::vector<std::string> faults;
  if (status != test.code)
    faults.push_back(
        absl::StrCat("returned ", status, ", must return ", test.code, " [", test.rule, "]"));
  for (const std::string& word : test.words) {
    if (!absl::StrContains(message, word))
      faults.push_back(absl::StrCat("the message does not name '", word, "'"));
  }
  if (!test.rule.empty() && status == test.code && !absl::StrContains(message, test.rule))
    faults.push_back(absl::StrCat("the message does not name the rule ", test.rule));
  if (workspace_size != kUntouchedSize) faults.push_back("*workspaceSize was written");
  if (executor != untouched_executor) faults.push_back("*executor was written");
  if (std::string damage = call.Damage(); !damage.empty()) faults.push_back(std::move(damage));
  if (status == ACL_SUCCESS && executor != untouched_executor) aclDestroyAclOpExecutor(executor);
  if (faults.empty()) return "";
  return absl::StrCat(absl::StrJoin(faults, "; "),
                      "\n  message: ", message.empty() ? "(none)" : message);
}

}  // namespace openaclnn::testing
