// Kernels of other repositories, found by name, product and element types, and run on every product
// that has what they use.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/foreign/op_host/dequant_rows_tiling.h"
#include "runtime/aicore/foreign/op_host/scaled_add_tiling.h"
#include "runtime/aicore/foreign/op_kernel/scale_template_data.h"
#include "runtime/aicore/kernel_call.h"
#include "runtime/aicore/without_place.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

template <typename T>
constexpr const char* kDtype = std::is_same_v<T, half>         ? "float16"
                               : std::is_same_v<T, bfloat16_t> ? "bfloat16"
                                                               : "float32";

template <typename T>
class ScaledAdd : public ::testing::Test {};
using Types = ::testing::Types<half, float, bfloat16_t>;
TYPED_TEST_SUITE(ScaledAdd, Types);

TYPED_TEST(ScaledAdd, IsRightOnEveryProduct) {
  using T = TypeParam;
  std::vector<T> x(5008), y(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = T(static_cast<int>(i % 97) - 40);
    y[i] = T(static_cast<int>(i % 11) - 5);
  }
  optiling::ScaledAddTilingData tiling;
  tiling.set_totalLength(static_cast<uint32_t>(x.size()));
  tiling.set_tileLength(256);
  tiling.set_alpha(3.0f);
  for (const Product& product : AllProducts()) {
    if (std::is_same_v<T, bfloat16_t> && !product.bfloat16) continue;
    for (const uint64_t key : {1, 2}) {
      SCOPED_TRACE(std::string(product.name) + ", key " + std::to_string(key));
      std::vector<T> z(x.size());
      Counters counters;
      EXPECT_EQ(KernelCall("scaled_add", std::string(product.name), kDtype<T>)
                    .Input("x", x)
                    .Input("y", y)
                    .Output("z", z)
                    .Tiling(tiling)
                    .TilingKey(key)
                    .Blocks(7)
                    .Run(&counters),
                absl::OkStatus());
      // The variant is the one of the dtype: bfloat16 is computed in float32.
      EXPECT_EQ(counters[Pipe::kVector].instructions / 21,
                (key == 1 ? 2 : 1) + (std::is_same_v<T, bfloat16_t> ? 3 : 0));
      const float alpha = key == 1 ? 3.0f : 1.0f;
      for (size_t i = 0; i < x.size(); ++i)
        ASSERT_EQ(static_cast<float>(z[i]), static_cast<float>(x[i]) + alpha * y[i]) << i;
    }
  }
}

template <typename T>
void TestDequantRows() {
  constexpr uint32_t kRows = 5, kColumns = 77;
  std::vector<int8_t> x(kRows * kColumns);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<int8_t>(i * 37);
  const std::vector<float> scale = {1.0f, 0.25f, -2.0f, 3.0f, 0.5f};
  optiling::DequantRowsTilingData tiling;
  const uint32_t shape[] = {kRows, kColumns};
  tiling.set_shape(shape);
  tiling.set_offset(-7);
  tiling.split.set_rowsPerCore(2);
  tiling.split.set_tileLength(64);
  for (const Product& product : AllProducts()) {
    SCOPED_TRACE(product.name);
    std::vector<T> y(x.size());
    const absl::Status status = KernelCall("dequant_rows", std::string(product.name),
                                           std::string("int8,float32,") + kDtype<T>)
                                    .Input("x", x)
                                    .Input("scale", scale)
                                    .Output("y", y)
                                    .Tiling(tiling)
                                    .Blocks(3)
                                    .Run();
    if (!product.data_copy_pad) {
      EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << status;
      continue;
    }
    EXPECT_EQ(status, absl::OkStatus());
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(static_cast<float>(y[i]), scale[i / kColumns] * static_cast<float>(x[i] - 7)) << i;
  }
}

TEST(DequantRows, IsRightInFloat16) { TestDequantRows<half>(); }
TEST(DequantRows, IsRightInFloat32) { TestDequantRows<float>(); }

TEST(AddOffset, TakesNumbersByValue) {
  const std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8};
  for (const Product& product : AllProducts()) {
    std::vector<float> y(8);
    EXPECT_EQ(KernelCall("add_offset", std::string(product.name))
                  .Input("x", x)
                  .Output("y", y)
                  .Scalar(uint32_t{8})
                  .Scalar(0.5f)
                  .Run(),
              absl::OkStatus());
    EXPECT_EQ(y, std::vector<float>({1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f, 8.5f}));
  }
}

template <typename T>
void TestScale(const char* kernel, float scale) {
  const std::vector<T> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  std::vector<T> y(x.size());
  EXPECT_EQ(KernelCall(kernel, "Ascend910B3", kDtype<T>)
                .Input("x", x)
                .Output("y", y)
                .Tiling(ScaleTemplateData{.length = 16, .factor = 3.0f})
                .Run(),
            absl::OkStatus());
  for (size_t i = 0; i < x.size(); ++i) EXPECT_EQ(static_cast<float>(y[i]), scale * x[i]) << i;
}

TEST(ScaleTemplate, HasInstancesByNamesOfTheirOwn) {
  TestScale<half>("scale_2", 3.0f);
  TestScale<float>("scale_2", 3.0f);
  TestScale<half>("scale_8", 12.0f);
  TestScale<float>("scale_8", 12.0f);
}

std::vector<int64_t> Report(const char* kernel, std::string_view product, const char* dtype) {
  std::vector<int64_t> y(6);
  EXPECT_EQ(KernelCall(kernel, std::string(product), dtype).Output("y", y).Run(), absl::OkStatus());
  return y;
}

TEST(ReportMacros, TellsTheArchitecture) {
  const std::map<int, int64_t> cores = {
      {1001, 100}, {2002, 200}, {2201, 220}, {3002, 300}, {3510, 310}};
  for (const Product& product : AllProducts()) {
    const int64_t core = cores.at(product.npu_arch);
    EXPECT_EQ(Report("report_archs", product.name, "float16"),
              std::vector<int64_t>({product.npu_arch, core, core, 1, 2, 51}));
  }
}

TEST(ReportMacros, TellsTheDtype) {
  // Number, size, and what the kernel finds out about the type.
  const std::map<const char*, std::vector<int64_t>> dtypes = {
      {"bfloat16", {27, 2, 51}}, {"bool", {12, 1, 10}},   {"float16", {1, 2, 51}},
      {"float32", {0, 4, 51}},   {"int16", {6, 2, 41}},   {"int32", {3, 4, 41}},
      {"int64", {9, 8, 41}},     {"int8", {2, 1, 41}},    {"uint16", {7, 2, 40}},
      {"uint32", {8, 4, 40}},    {"uint64", {10, 8, 40}}, {"uint8", {4, 1, 40}}};
  for (const auto& [dtype, wanted] : dtypes) {
    const std::vector<int64_t> got = Report("report_dtypes", "atlas_a2", dtype);
    EXPECT_EQ(std::vector<int64_t>(got.begin() + 3, got.end()), wanted) << dtype;
  }
}

// --- what cannot be found, and what is wrong ---

std::string MessageOf(const char* kernel, const char* soc, const char* dtypes) {
  const absl::Status status = KernelCall(kernel, soc, dtypes).Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << status;
  return std::string(status.message());
}

TEST(KernelCall, SaysWhatThereIs) {
  EXPECT_EQ(MessageOf("scaled_sub", "Ascend910B3", ""),
            "kernel scaled_sub is not linked; these are: add_offset; dequant_rows; "
            "report_archs; report_dtypes; scale_2; scale_8; scaled_add");
  EXPECT_EQ(MessageOf("scaled_add", "Ascend910B5", ""),
            "Ascend910B5 is no chip or product of products.yaml");
  EXPECT_EQ(MessageOf("dequant_rows", "Ascend310P1", "int8"),
            "kernel dequant_rows: not compiled for architecture 2002 of Ascend310P1, but for "
            "2201; 3002; 3510");
  EXPECT_EQ(MessageOf("scaled_add", "Ascend910B3", "int8"),
            "kernel scaled_add: dtypes int8 stand for 0 variants of bfloat16,bfloat16,bfloat16; "
            "float16,float16,float16; float32,float32,float32");
  EXPECT_EQ(MessageOf("dequant_rows", "Ascend910B3", "int8,float32"),
            "kernel dequant_rows: dtypes int8,float32 stand for 2 variants of "
            "int8,float32,float16; int8,float32,float32");
  // Not all that begins with it.
  EXPECT_EQ(MessageOf("scaled_add", "Ascend910B3", "float1"),
            "kernel scaled_add: dtypes float1 stand for 0 variants of bfloat16,bfloat16,bfloat16; "
            "float16,float16,float16; float32,float32,float32");
}

TEST(KernelCall, ChecksKernelsOfOthersAsOurs) {
  std::vector<float> x(16), y(x.size()), z(x.size());
  optiling::ScaledAddTilingData tiling;
  tiling.set_totalLength(12);
  tiling.set_tileLength(16);
  KernelCall call("scaled_add", "Ascend910B3", "float32");
  call.Input("x", x).Input("y", y).Output("z", z).Tiling(tiling).TilingKey(2);
  // With the line of the kernel's file.
  EXPECT_EQ(
      WithoutPlace(call.Run(), "./runtime/aicore/foreign/op_kernel/scaled_add.cpp"),
      "kernel scaled_add, block 0 of 1 (Ascend910B3): DataCopy: count: 48 bytes; DataCopy "
      "moves whole blocks of 32 bytes and would leave out the last 16; DataCopyPad moves all");
  tiling.set_totalLength(16);
  EXPECT_EQ(call.Tiling(tiling).Run(), absl::OkStatus());
}

}  // namespace
}  // namespace openaclnn::aicore
