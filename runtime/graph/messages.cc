#include "runtime/graph/messages.h"

#include <exception>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "acl/acl_rt.h"
#include "ge/ge_api.h"
#include "ge/ge_api_error_codes.h"
#include "opdev/op_errno.h"
#include "runtime/base/thread_object.h"

namespace openaclnn::graph {
namespace {

struct Messages {
  std::string errors, warnings;
};

Messages& ThreadMessages() { return ThreadObject<Messages>::Get(); }

// A program that never asks must not collect messages for ever.
constexpr size_t kMaxBytes = size_t{1} << 16;

void Append(std::string_view message, std::string* all) {
  if (all->size() > kMaxBytes) all->clear();
  absl::StrAppend(all, all->empty() ? "" : "\n", message);
}

}  // namespace

uint32_t Fail(uint32_t status, std::string_view message) noexcept try {
  Append(message, &ThreadMessages().errors);
  return status;
} catch (...) {
  return status;
}

void Warn(std::string_view message) { Append(message, &ThreadMessages().warnings); }

std::string TakeErrors() { return std::exchange(ThreadMessages().errors, {}); }

std::string TakeWarnings() { return std::exchange(ThreadMessages().warnings, {}); }

std::string AclMessage() {
  const char* const text = aclGetRecentErrMsg();
  std::string_view message = text == nullptr ? "no reason was given" : text;
  // "[PID: 1] <time> <title>(<identifier>): <message>\n", and perhaps a trace.
  if (const size_t frame = message.find("): "); frame != std::string_view::npos)
    message.remove_prefix(frame + 3);
  return std::string(message.substr(0, message.find('\n')));
}

uint32_t StatusOf(int code, uint32_t otherwise) {
  switch (code) {
    case ACL_ERROR_BAD_ALLOC:
    case ACL_ERROR_RT_MEMORY_ALLOCATION:
    case ACL_ERROR_RT_RESOURCE_ALLOC_FAIL:
    case ACL_ERROR_RT_NO_STREAM_RESOURCE:
    case ACLNN_ERR_INNER_CREATE_EXECUTOR:
      return ge::MEMALLOC_FAILED;
    default:
      return otherwise;
  }
}

uint32_t FailAcl(int code, std::string_view title) {
  return Fail(StatusOf(code, ge::INTERNAL_ERROR), absl::StrCat(title, ": ", AclMessage()));
}

uint32_t FailCaught(std::string_view function) noexcept try {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return Fail(ge::MEMALLOC_FAILED, absl::StrCat(function, ": out of memory"));
  } catch (const std::exception& exception) {
    return Fail(ge::INTERNAL_ERROR, absl::StrCat(function, ": ", exception.what()));
  } catch (...) {
    return Fail(ge::INTERNAL_ERROR, absl::StrCat(function, ": an unknown exception"));
  }
} catch (...) {
  return ge::MEMALLOC_FAILED;  // not even for the message
}

}  // namespace openaclnn::graph

namespace ge {

std::string GEGetErrorMsg() { return openaclnn::graph::TakeErrors(); }
std::string GEGetWarningMsg() { return openaclnn::graph::TakeWarnings(); }
AscendString GEGetErrorMsgV2() { return openaclnn::graph::TakeErrors().c_str(); }
AscendString GEGetWarningMsgV2() { return openaclnn::graph::TakeWarnings().c_str(); }

}  // namespace ge
