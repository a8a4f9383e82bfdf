#include "runtime/aicore/message_part.h"

#include <initializer_list>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"

namespace openaclnn::aicore {

std::string Joined(std::initializer_list<MessagePart> parts) {
  std::string message;
  for (const MessagePart& part : parts)
    std::visit([&](const auto& value) { absl::StrAppend(&message, value); }, part.value_);
  return message;
}

}  // namespace openaclnn::aicore
