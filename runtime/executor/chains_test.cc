#include "runtime/executor/chains.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

void Nothing(const ElementwiseTask&, int64_t, int64_t) {}

constexpr CpuKernel kMultiply = {"mul", Nothing, Nothing, LightOp::kMultiply, false};
constexpr CpuKernel kAdd = {"add", Nothing, Nothing, LightOp::kAdd, false};
constexpr CpuKernel kSubtract = {"sub", Nothing, Nothing, LightOp::kSubtract, false};
constexpr CpuKernel kFunction = {"f", Nothing, Nothing, LightOp::kNone, true};
constexpr CpuKernel kOther = {"other", Nothing, Nothing, LightOp::kNone, false};

constexpr int kMemory = -1;
char tensors[] = "abcdefgh";  // the memory of each begins with its name

struct In {
  int number = kMemory;
  char* tensor = nullptr;
  int64_t stride = 1;
};
In Tensor(char name) { return {kMemory, &tensors[name - 'a']}; }
In OneElement(char name) { return {kMemory, &tensors[name - 'a'], 0}; }
In Value(int number) { return {number}; }

FusedPart Part(const CpuKernel& kernel, const std::vector<In>& inputs, int output) {
  FusedPart part{CpuStep(kernel.high_performance), {}};
  part.step.kernel = &kernel;
  ElementwiseTask& task = part.step.task;
  task.shape = {100};
  task.count = 100;
  for (const In& input : inputs) {
    task.inputs.push_back({input.tensor, ACL_FLOAT, {input.stride}});
    part.numbers.push_back(input.number);
  }
  task.outputs.push_back({nullptr, ACL_FLOAT, {1}});
  part.numbers.push_back(output);
  return part;
}

// "2 = mul f add(a, 1)": the operations before the kernel, the kernel, those behind it, the
// operands, of which numbers have no memory.
std::string Text(const FusedPart& part) {
  static constexpr const char* kNames[] = {"?", "mul", "add", "sub", "sub from"};
  std::string text = part.numbers.back() < 0 ? "memory =" : absl::StrCat(part.numbers.back(), " =");
  for (size_t i = 0; i <= part.chain.count; ++i) {
    if (i == part.chain.before) absl::StrAppend(&text, " ", part.step.kernel->name);
    if (i < part.chain.count)
      absl::StrAppend(&text, " ", kNames[static_cast<int>(part.chain.ops[i])]);
  }
  for (size_t i = 0; i < part.step.inputs(); ++i) {
    const ElementwiseOperand& operand = part.step.task.inputs[i];
    const std::string name = part.numbers[i] >= 0
                                 ? absl::StrCat(part.numbers[i])
                                 : std::string(1, *static_cast<const char*>(operand.data));
    absl::StrAppend(&text, i == 0 ? "(" : ", ", name, operand.strides[0] == 0 ? "[0]" : "");
  }
  return text + ")";
}

std::vector<std::string> Joined(std::vector<FusedPart> parts) {
  JoinChains(parts);
  std::vector<std::string> texts;
  for (const FusedPart& part : parts) texts.push_back(Text(part));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(JoinChains, JoinsAKernelWithWhatIsNextToIt) {
  EXPECT_EQ(Joined({Part(kMultiply, {Tensor('a'), Tensor('b')}, 0),
                    Part(kAdd, {Tensor('c'), Value(0)}, 1), Part(kFunction, {Value(1)}, 2),
                    Part(kSubtract, {Value(2), OneElement('d')}, 3),
                    Part(kSubtract, {Tensor('e'), Value(3)}, kMemory)}),
            Texts{"memory = mul add f sub sub from(a, b, c, d[0], e)"});
  EXPECT_EQ(
      Joined({Part(kFunction, {Tensor('a')}, 0), Part(kAdd, {Value(0), Tensor('b')}, kMemory)}),
      Texts{"memory = f add(a, b)"});
}

TEST(JoinChains, BeginsWithATensorRatherThanANumber) {
  EXPECT_EQ(Joined({Part(kSubtract, {OneElement('a'), Tensor('b')}, 0),
                    Part(kFunction, {Value(0)}, kMemory)}),
            Texts{"memory = sub from f(b, a[0])"});
}

TEST(JoinChains, JoinsOneKernelOnly) {
  EXPECT_EQ(Joined({Part(kMultiply, {Tensor('a'), Tensor('b')}, 0), Part(kFunction, {Value(0)}, 1),
                    Part(kFunction, {Value(1)}, 2), Part(kAdd, {Value(2), Tensor('c')}, kMemory)}),
            (Texts{"1 = mul f(a, b)", "memory = f add(1, c)"}));
  EXPECT_EQ(Joined({Part(kMultiply, {Tensor('a'), Tensor('b')}, 0),
                    Part(kAdd, {Value(0), Tensor('c')}, kMemory)}),
            (Texts{"0 = mul(a, b)", "memory = add(0, c)"}));
}

TEST(JoinChains, LeavesValuesThatOthersNeed) {
  // The product is read again.
  EXPECT_EQ(Joined({Part(kMultiply, {Tensor('a'), Tensor('b')}, 0), Part(kFunction, {Value(0)}, 1),
                    Part(kAdd, {Value(1), Value(0)}, kMemory)}),
            (Texts{"0 = mul(a, b)", "memory = f add(0, 0)"}));
  // It is read twice by the same step.
  EXPECT_EQ(
      Joined({Part(kFunction, {Tensor('a')}, 0), Part(kMultiply, {Value(0), Value(0)}, kMemory)})
          .size(),
      2U);
  // It lies in memory.
  EXPECT_EQ(Joined({Part(kMultiply, {Tensor('a'), Tensor('b')}, kMemory),
                    Part(kFunction, {Tensor('c')}, kMemory)})
                .size(),
            2U);
  // Another step is between.
  EXPECT_EQ(Joined({Part(kMultiply, {Tensor('a'), Tensor('b')}, 0), Part(kOther, {Tensor('c')}, 1),
                    Part(kFunction, {Value(0)}, kMemory)})
                .size(),
            3U);
}

TEST(JoinChains, HasRoomForSoManyOperations) {
  std::vector<FusedPart> parts = {Part(kFunction, {Tensor('a')}, 0)};
  for (int i = 0; i < static_cast<int>(Chain::kMostOps) + 1; ++i)
    parts.push_back(Part(kAdd, {Value(i), Tensor('b')}, i + 1));
  EXPECT_EQ(Joined(parts).size(), 2U);
  parts.pop_back();
  EXPECT_EQ(Joined(parts).size(), 1U);
}

TEST(JoinChains, JoinsOnlyWhatIsComputedInFloat32) {
  const std::vector<FusedPart> good = {Part(kMultiply, {Tensor('a'), Tensor('b')}, 0),
                                       Part(kFunction, {Value(0)}, kMemory)};
  const auto count_with = [&](auto change) {
    std::vector<FusedPart> parts = good;
    change(parts[0]);
    JoinChains(parts);
    return parts.size();
  };
  EXPECT_EQ(count_with([](FusedPart&) {}), 1U);
  EXPECT_EQ(count_with([](FusedPart& part) { part.step.task.compute = ACL_FLOAT; }), 1U);
  EXPECT_EQ(count_with([](FusedPart& part) { part.step.task.compute = ACL_DOUBLE; }), 2U);
  EXPECT_EQ(count_with([](FusedPart& part) { part.step.task.inputs[1].dtype = ACL_FLOAT16; }), 2U);
  EXPECT_EQ(count_with([](FusedPart& part) { part.step.task.outputs[0].dtype = ACL_BF16; }), 2U);
  // Of high_precision, or no kernel at all.
  EXPECT_EQ(count_with([](FusedPart& part) { part.step.kernel = nullptr; }), 2U);
  // A sum whose second operand is multiplied.
  EXPECT_EQ(count_with([](FusedPart& part) { part.step.task.numbers = {Number::Integer(1)}; }), 1U);
  EXPECT_EQ(count_with([](FusedPart& part) { part.step.task.numbers = {Number::Real(1.5)}; }), 2U);
}

}  // namespace
}  // namespace openaclnn
