// A part of a message about a kernel: text or a number, as absl::AlphaNum is for absl::StrCat.
// Kernels include this header. With that of StrCat, each took a sixth longer to compile.
#ifndef OPENACLNN_RUNTIME_AICORE_MESSAGE_PART_H_
#define OPENACLNN_RUNTIME_AICORE_MESSAGE_PART_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace openaclnn::aicore {

class MessagePart {
 public:
  // The text must outlive the part. Parts are made where a message is, so nothing says explicit.
  MessagePart(std::string_view text) : value_(text) {}
  MessagePart(const std::string& text) : value_(std::string_view(text)) {}
  MessagePart(const char* text) : value_(std::string_view(text)) {}
  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  MessagePart(Number number) : value_(Widened<Number>(number)) {}

  friend std::string Joined(std::initializer_list<MessagePart> parts);

 private:
  template <typename Number>
  using Widened =
      std::conditional_t<std::is_floating_point_v<Number>, double,
                         std::conditional_t<std::is_signed_v<Number>, int64_t, uint64_t>>;

  std::variant<std::string_view, int64_t, uint64_t, double> value_;
};

// Numbers are written as absl::StrCat does.
std::string Joined(std::initializer_list<MessagePart> parts);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_MESSAGE_PART_H_
