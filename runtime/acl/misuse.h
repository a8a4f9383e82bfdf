// Tables of wrong calls: the code of each and what its message must say. None may crash, and none
// may change anything.
#ifndef OPENACLNN_RUNTIME_ACL_MISUSE_H_
#define OPENACLNN_RUNTIME_ACL_MISUSE_H_

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/handles/handles.h"
#include "runtime/schedule/capture.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/event.h"
#include "runtime/schedule/memory.h"

namespace openaclnn {

struct Row {
  const char* call;
  std::function<int()> run;
  int code;
  std::vector<std::string> words;
};

#define CALL(...) #__VA_ARGS__, [&]() -> int { return __VA_ARGS__; }

// On a thread of its own, so that no older text is in front.
inline void Check(const Row& row, aclrtContext context) {
  std::thread([&] {
    if (context != nullptr) {
      ASSERT_EQ(aclrtSetCurrentContext(context), 0);
    }
    EXPECT_EQ(row.run(), row.code) << row.call;
    const char* text = aclGetRecentErrMsg();
    ASSERT_NE(text, nullptr) << row.call;
    // Every message begins with the function's name.
    const std::string call = row.call;
    EXPECT_THAT(text, ::testing::HasSubstr("): " + call.substr(0, call.find('(')) + ": "))
        << row.call;
    for (const std::string& word : row.words)
      EXPECT_THAT(text, ::testing::HasSubstr(word)) << row.call;
  }).join();
}

class MisuseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    ASSERT_EQ(aclrtGetCurrentContext(&context_), 0);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtResetDeviceForce(0), 0);
    EXPECT_EQ(StreamPool().LiveCount(), 0u);
    EXPECT_EQ(EventPool().LiveCount(), 0u);
    EXPECT_EQ(GraphPool().LiveCount(), 0u);
    EXPECT_EQ(TaskGroupPool().LiveCount(), 0u);
    EXPECT_EQ(ContextPool().LiveCount(), 0u);
    EXPECT_EQ(TensorPool().LiveCount(), 0u);
    EXPECT_EQ(LiveAllocations(), 0u);
  }
  void CheckAll(const std::vector<Row>& rows, bool with_context = true) {
    for (const Row& row : rows) Check(row, with_context ? context_ : nullptr);
  }
  aclrtContext context_ = nullptr;
};

inline constexpr int kNull = 100000;
inline constexpr int kParam = 107000;
inline constexpr int kHandle = 107017;

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_ACL_MISUSE_H_
