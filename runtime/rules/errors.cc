#include "runtime/rules/errors.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace openaclnn {
namespace {

constexpr size_t kMaxMessageBytes = 1024;
// What one thread keeps for a program that never asks, or asks and fails for ever.
constexpr size_t kMaxMessages = 64;
constexpr size_t kMaxTextBytes = size_t{64} << 10;

// The vendor's identifier of a kind of error, with its title. Inner kinds are the library's own fault.
struct Kind {
  const char* id;
  const char* title;
  bool inner;
};
constexpr Kind kNullPointer = {"EH0008", "Invalid_Argument_Null_Pointer", false};

Kind KindOf(int code) {
  switch (code / 1000) {
    case 161:
      return {"EZ1001", "AclNN_Parameter_Error", false};
    case 361:
      return {"EZ9903", "AclNN_Runtime_Error", false};
    case 561:
      return {"EZ9999", "AclNN_Inner_Error", true};
    case 100:
    case 148:
      return {"EH0007", "Invalid_Argument", false};
    case 107:
      return {"EE1001", "Invalid_Argument", false};
    case 500:
      return {"EH9999", "Inner_Error", true};
    case 207:
    case 507:
      return {"EE1001", "Runtime_Error", false};
    default:
      return {"EH0009", "Invalid_Argument_Reason", false};
  }
}

struct Item {
  Kind kind;
  std::string message;
  absl::Time time;

  bool operator==(const Item& other) const { return std::string_view(kind.id) == other.kind.id && message == other.message; }
};

struct ThreadErrors {
  std::vector<Item> items;
  std::string text;  // what RecentErrorText returned last
};

ThreadErrors& Errors() {
  thread_local ThreadErrors errors;
  return errors;
}

// Cuts between characters, not inside one of UTF-8.
std::string_view Cut(std::string_view text, size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

void Record(const Kind& kind, std::string_view message) {
  Item item = {kind, std::string(Cut(message, kMaxMessageBytes)), absl::Now()};
  std::vector<Item>& items = Errors().items;
  if (std::find(items.begin(), items.end(), item) != items.end()) return;
  if (items.size() == kMaxMessages) items.erase(items.begin());
  items.push_back(std::move(item));
}

std::string Frame(const std::vector<Item>& items) {
  auto first = std::find_if(items.begin(), items.end(), [](const Item& item) { return !item.kind.inner; });
  std::string text;
  if (first == items.end()) {
    first = items.begin();
    absl::StrAppend(&text, first->kind.id, ": Internal error!\n");
  }
  const int64_t microseconds = absl::ToUnixMicros(first->time) % 1000000;
  absl::StrAppendFormat(&text, "[PID: %d] %s.%03d.%03d %s(%s): %s\n", getpid(),
                        absl::FormatTime("%Y-%m-%d-%H:%M:%S", first->time, absl::LocalTimeZone()), microseconds / 1000, microseconds % 1000,
                        first->kind.title, first->kind.id, first->message);
  if (items.size() > 1) absl::StrAppend(&text, "TraceBack (most recent call last):\n");
  for (auto item = items.begin(); item != items.end(); ++item) {
    if (item != first) absl::StrAppend(&text, "        ", item->message, "\n");
  }
  return text;
}

}  // namespace

int Fail(int code, std::string_view message) {
  Record(KindOf(code), message);
  return code;
}

int FailNull(int code, std::string_view function, std::string_view argument) {
  // aclnn has one identifier for all mistakes of the caller, acl one of its own for null pointers.
  Record(code / 1000 == 100 ? kNullPointer : KindOf(code), absl::StrCat(function, ": ", argument, " is a null pointer"));
  return code;
}

const char* RecentErrorText() {
  ThreadErrors& errors = Errors();
  if (!errors.items.empty()) {
    errors.text = Cut(absl::StrCat(Frame(errors.items), errors.text), kMaxTextBytes);
    errors.items.clear();
  }
  return errors.text.empty() ? nullptr : errors.text.c_str();
}

}  // namespace openaclnn
