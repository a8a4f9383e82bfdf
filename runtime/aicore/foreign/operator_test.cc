// An operator of another repository with its host side: definition, shapes and tiling.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "platform/platform_ascendc.h"
#include "register/op_impl_registry.h"
#include "runtime/aicore/host/operator_call.h"
#include "runtime/aicore/kernel_call.h"
#include "runtime/aicore/kernel_registry.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

struct CopyTiling {
  uint32_t length;
};

namespace openaclnn::aicore {
namespace {

class Operator : public ::testing::Test {
 protected:
  // A call that is right, with one thing to be changed.
  OperatorCall Call(const char* soc = "Ascend910B3") {
    OperatorCall call("ScaledAdd", soc);
    call.Input("x", x, {4, 4000}).Input("y", y, {4, 4000}).Output("z", z, {4, 4000});
    return call;
  }
  static void ExpectWrong(const OperatorCall& call, const char* message) {
    EXPECT_EQ(call.Run(),
              absl::InvalidArgumentError(std::string("operator ScaledAdd: ") + message));
  }

  std::vector<float> x = std::vector<float>(16000, 2), y = std::vector<float>(16000, 3),
                     z = std::vector<float>(16000);
  std::vector<half> halves = std::vector<half>(16000);
};

TEST_F(Operator, RunsOnEveryProductOfItsDefinition) {
  for (const Product& product : AllProducts()) {
    SCOPED_TRACE(product.name);
    OperatorCall call = Call(std::string(product.name).c_str());
    if (product.name == "atlas_training") {
      ExpectWrong(call,
                  "Ascend910A is ascend910; it is defined for ascend310p, ascend910_93, "
                  "ascend910_95, ascend910b");
      continue;
    }
    if (product.name == "atlas_200i_500_a2") continue;
    Counters counters;
    ASSERT_EQ(call.Run(&counters), absl::OkStatus());
    EXPECT_EQ(z, std::vector<float>(16000, 5));  // the attribute's default
    const int64_t plain = counters[Pipe::kVector].instructions;
    counters = {};
    ASSERT_EQ(call.Attr("alpha", 0.5f).Run(&counters), absl::OkStatus());
    EXPECT_EQ(z, std::vector<float>(16000, 3.5f));
    EXPECT_EQ(counters[Pipe::kVector].instructions, 2 * plain);  // by another tiling key
  }
}

TEST_F(Operator, SaysWhatDoesNotFitTheDefinition) {
  EXPECT_EQ(OperatorCall("ScaledSub", "Ascend910B3").Run(),
            absl::NotFoundError(
                "operator ScaledSub is not linked; these are: AttributeIsOpen, CopyByWorkspace, "
                "KernelIsMissing, OptionalCopy, ParseFails, ScaledAdd, ShapeFails, TilingFails, "
                "TilingIsLong, "
                "TilingIsMissing, TypeDiffers, TypeFails"));
  EXPECT_EQ(OperatorCall("ScaledAdd", "Ascend1").Run(),
            absl::NotFoundError("Ascend1 is no chip or product of products.yaml"));
  OperatorCall less("ScaledAdd", "Ascend910B3");
  ExpectWrong(less.Input("x", x), "input y is missing");
  ExpectWrong(less.Input("y", y).Input("z", z), "output z is missing");
  ExpectWrong(Call().Input("w", x), "it has no operand w");
  ExpectWrong(Call().Input("y", y, {4, 400}), "y has 16000 elements; the shape [4,400] has 1600");
  ExpectWrong(Call().Input("y", halves),
              "dtypes float32,float16,float32; accepted are float16,float16,float16; "
              "float32,float32,float32; bfloat16,bfloat16,bfloat16");
  ExpectWrong(Call().Attr("beta", 1.0f), "it has no attribute beta");
  ExpectWrong(Call().Attr("alpha", int64_t{1}),
              "attribute alpha has another type in the definition");
  ExpectWrong(Call().Output("z", z, {16000}),
              "z has shape [16000]; its function of shapes says [4,4000]");
}

// --- definitions and host functions that are wrong, and an operator with a workspace ---

}  // namespace
}  // namespace openaclnn::aicore

namespace ops {

ge::graphStatus FailingTiling(gert::TilingContext*) { return ge::GRAPH_FAILED; }
ge::graphStatus LongTiling(gert::TilingContext* context) {
  context->GetRawTilingData()->SetDataSize(20000);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus FailingShape(gert::InferShapeContext*) { return 7; }
ge::graphStatus OtherType(gert::InferDataTypeContext* context) {
  return context->SetOutputDataType(0, ge::DT_INT8);
}
ge::graphStatus NoType(gert::InferDataTypeContext* context) {
  return context->SetOutputDataType(1, ge::DT_FLOAT);
}

// Copies x to y by way of the workspace, and tells what the context says.
ge::graphStatus TileCopy(gert::TilingContext* context) {
  if (context->GetInputShape(1) != nullptr || context->GetOutputShape(1) != nullptr ||
      context->GetInputDesc(1) != nullptr || context->GetAttrs()->GetInt(3) != nullptr) {
    return 2;
  }
  const gert::RuntimeAttrs& attrs = *context->GetAttrs();
  const auto* list = attrs.GetListInt(2);
  if (attrs.GetAttrNum() != 3 || !*attrs.GetBool(0) || std::string(attrs.GetStr(1)) != "some" ||
      list->GetSize() != 2 || list->GetData()[1] != 5 || attrs.GetFloat(0) != nullptr) {
    return 3;
  }
  context->GetTilingData<CopyTiling>()->length =
      static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetDim(1));
  context->GetWorkspaceSizes(1)[0] = 64;
  context->SetBlockDim(1);
  return ge::GRAPH_SUCCESS;
}

class CopyByWorkspace : public OpDef {
 public:
  explicit CopyByWorkspace(const char* name) : OpDef(name) {
    Input("x").DataType({ge::DT_FLOAT});
    Output("y").DataType({ge::DT_FLOAT});
    Attr("flag").AttrType(REQUIRED).Bool();
    Attr("text").AttrType(OPTIONAL).String("some");
    Attr("list").AttrType(OPTIONAL).ListInt({4, 5});
    AICore().SetTiling(TileCopy).AddConfig("ascend910b");
  }
};
OP_ADD(CopyByWorkspace);

// Functions apart from the definition, and an input that may be left out.
struct CopyCompileInfo {
  uint32_t length = 0;
};
ge::graphStatus ParseCopy(gert::TilingParseContext* context) {
  if (context->GetPlatformInfo()->soc == nullptr) return 1;
  context->GetCompiledInfo<CopyCompileInfo>()->length = 16;
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus TileOptional(gert::TilingContext* context) {
  const bool has_bias = context->GetOptionalInputShape(0) != nullptr;
  if (has_bias != (context->GetOptionalInputDesc(0) != nullptr) ||
      context->GetOptionalInputShape(1) != context->GetInputShape(has_bias ? 1 : 0) ||
      context->GetOptionalInputShape(2) != nullptr) {
    return 4;
  }
  context->GetTilingData<CopyTiling>()->length = context->GetCompileInfo<CopyCompileInfo>()->length;
  context->SetTilingKey(has_bias ? 2 : 1);
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus ShapeOfX(gert::InferShapeContext* context) {
  *context->GetOutputShape(0) = gert::Shape({16});
  return ge::GRAPH_SUCCESS;
}

class OptionalCopy : public OpDef {
 public:
  explicit OptionalCopy(const char* name) : OpDef(name) {
    Input("bias").ParamType(OPTIONAL).DataType({ge::DT_INT8, ge::DT_FLOAT});
    Input("x").DataType({ge::DT_FLOAT16, ge::DT_FLOAT});
    Output("y").DataType({ge::DT_FLOAT16, ge::DT_FLOAT});
    AICore().AddConfig("ascend910b");
  }
};
OP_ADD(OptionalCopy);
IMPL_OP_OPTILING(OptionalCopy).Tiling(TileOptional).TilingParse<CopyCompileInfo>(ParseCopy);
IMPL_OP_INFERSHAPE(OptionalCopy).InferShape(ShapeOfX);

class ParseFails : public OptionalCopy {
 public:
  explicit ParseFails(const char* name) : OptionalCopy(name) {}
};
OP_ADD(ParseFails);
ge::graphStatus FailingParse(gert::TilingParseContext*) { return 9; }
IMPL_OP(ParseFails).Tiling(TileOptional).TilingParse<CopyCompileInfo>(FailingParse);

#define OP_WRONG(type, what)                                          \
  class type : public CopyByWorkspace {                               \
   public:                                                            \
    explicit type(const char* name) : CopyByWorkspace(name) { what; } \
  };                                                                  \
  OP_ADD(type)
OP_WRONG(TilingFails, AICore().SetTiling(FailingTiling));
OP_WRONG(TilingIsLong, AICore().SetTiling(LongTiling));
OP_WRONG(TilingIsMissing, AICore().SetTiling(nullptr));
OP_WRONG(ShapeFails, SetInferShape(FailingShape));
OP_WRONG(TypeDiffers, SetInferDataType(OtherType));
OP_WRONG(TypeFails, SetInferDataType(NoType));
OP_WRONG(AttributeIsOpen, Attr("open").AttrType(OPTIONAL));
OP_WRONG(KernelIsMissing, AICore().AddConfig("ascend910b"));

}  // namespace ops

namespace openaclnn::aicore {
namespace {

__global__ __aicore__ void copy_by_workspace(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(CopyTiling, data, tiling);
  AscendC::GlobalTensor<float> from, through, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x), data.length);
  through.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(AscendC::GetUserWorkspace(workspace)),
                          data.length);
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), data.length);
  for (uint32_t i = 0; i < data.length; ++i) through.SetValue(i, from.GetValue(i));
  for (uint32_t i = 0; i < data.length; ++i) to.SetValue(i, through.GetValue(i));
}

constinit KernelVariant variant = {
    .kernel = {.name = "copy_by_workspace",
               .entry = &internal::Signature<&copy_by_workspace>::Enter,
               .parameters = internal::Signature<&copy_by_workspace>::Parameters(),
               .npu_arch = 2201},
    .dtypes = "float32,float32"};
const KernelRegistrar registrar(&variant);

__global__ __aicore__ void optional_copy(GM_ADDR bias, GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                         GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(CopyTiling, data, tiling);
  AscendC::GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(bias == nullptr ? x : bias), data.length);
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), data.length);
  for (uint32_t i = 0; i < data.length; ++i)
    to.SetValue(i, from.GetValue(i) + (TILING_KEY_IS(2) ? 1.0f : 0.0f));
}

constinit KernelVariant optional_variant = {
    .kernel = {.name = "optional_copy",
               .entry = &internal::Signature<&optional_copy>::Enter,
               .parameters = internal::Signature<&optional_copy>::Parameters(),
               .npu_arch = 2201},
    .dtypes = "float32,float32,float32"};
const KernelRegistrar optional_registrar(&optional_variant);

TEST(HostFunctions, MayStandApartAndLeaveInputsOut) {
  std::vector<float> x(16, 3), y(16), bias(16, 5);
  OperatorCall call("OptionalCopy", "Ascend910B3");
  call.Input("x", x).Output("y", y);
  EXPECT_EQ(call.Run(), absl::OkStatus());
  EXPECT_EQ(y, x);
  EXPECT_EQ(call.Input("bias", bias).Run(), absl::OkStatus());
  EXPECT_EQ(y, std::vector<float>(16, 6));
  call.Output("y", y, {4, 4});
  EXPECT_EQ(call.Run(), absl::InvalidArgumentError("operator OptionalCopy: y has shape [4,4]; its "
                                                   "function of shapes says [16]"));
  const std::vector<int8_t> other(16);
  EXPECT_EQ(call.Input("bias", other).Run(),
            absl::InvalidArgumentError("operator OptionalCopy: dtypes int8,float32,float32; "
                                       "accepted are int8,float16,float16; "
                                       "float32,float32,float32"));
  OperatorCall failing("ParseFails", "Ascend910B3");
  EXPECT_EQ(
      failing.Input("x", x).Output("y", y).Run(),
      absl::InvalidArgumentError("operator ParseFails: its function of TilingParse failed with 9"));
}

// The kernel copies 16 elements of an x that has fewer, as kernels do that copy whole blocks.
TEST(PaddedMemory, OfOperators) {
  const std::vector<float> x(12, 3);
  std::vector<float> y(16);
  OperatorCall call("OptionalCopy", "Ascend910B3");
  call.Input("x", x).Output("y", y);
  EXPECT_EQ(call.Run().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(call.Padded(true).Run(), absl::OkStatus());
  EXPECT_EQ(std::vector<float>(y.begin(), y.begin() + 12), x);
  EXPECT_EQ(call.Padded(false).Run().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(PaddedMemory, OfKernels) {
  const std::vector<float> x(12, 3);
  std::vector<float> y(16);
  KernelCall call("optional_copy", "Ascend910B3", "float32,float32,float32");
  call.Add("bias", nullptr, 0, false).Input("x", x).Output("y", y).Tiling(CopyTiling{16});
  call.TilingKey(1);
  EXPECT_EQ(call.Run().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(call.Padded(true).Run(), absl::OkStatus());
  EXPECT_EQ(std::vector<float>(y.begin(), y.begin() + 12), x);
  EXPECT_EQ(call.Padded(false).Run().code(), absl::StatusCode::kFailedPrecondition);
}

absl::Status RunCopy(const char* type, bool with_flag = true) {
  std::vector<float> x(16, 3), y(16);
  OperatorCall call(type, "Ascend910B3");
  call.Input("x", x, {1, 16}).Output("y", y, {1, 16});
  if (with_flag) call.Attr("flag", true);
  absl::Status status = call.Run();
  EXPECT_EQ(y, std::vector<float>(16, status.ok() ? 3 : 0));
  return status;
}

TEST(HostFunctions, GetAttributesAndWorkspace) {
  EXPECT_EQ(RunCopy("CopyByWorkspace"), absl::OkStatus());
  EXPECT_EQ(RunCopy("CopyByWorkspace", false),
            absl::InvalidArgumentError("operator CopyByWorkspace: attribute flag is missing"));
}

TEST(HostFunctions, SayWhatFailed) {
  const auto expect_wrong = [](const char* type, const char* message) {
    EXPECT_EQ(RunCopy(type),
              absl::InvalidArgumentError("operator " + std::string(type) + ": " + message));
  };
  expect_wrong("TilingFails", "its tiling function failed with 4294967295");
  expect_wrong("TilingIsLong",
               "its tiling function gives 20000 bytes of tiling data; there is room for 16384");
  expect_wrong("TilingIsMissing", "it has no tiling function");
  expect_wrong("ShapeFails", "its function of shapes failed with 7");
  expect_wrong("TypeDiffers", "y is float32; its function of dtypes says int8");
  expect_wrong("TypeFails", "its function of dtypes failed with 4294967295");
  expect_wrong("AttributeIsOpen", "attribute open has no type");
  EXPECT_EQ(RunCopy("KernelIsMissing"),
            absl::NotFoundError("kernel kernel_is_missing is not linked; these are: "
                                "copy_by_workspace; optional_copy; scaled_add"));
}

TEST(Platform, KnowsTheChips) {
  using platform_ascendc::CoreMemType;
  using platform_ascendc::PlatformAscendCManager;
  const auto* a2 = PlatformAscendCManager::GetInstance("Ascend910B3");
  ASSERT_NE(a2, nullptr);
  EXPECT_EQ(a2->GetCoreNumAic(), 20u);
  EXPECT_EQ(a2->GetCoreNumAiv(), 40u);
  EXPECT_EQ(a2->GetCoreNum(), 40u);
  EXPECT_EQ(a2->GetSocVersion(), platform_ascendc::SocVersion::ASCEND910B);
  const auto size = [&](CoreMemType type) {
    uint64_t bytes = 1;
    a2->GetCoreMemSize(type, bytes);
    return bytes;
  };
  EXPECT_EQ(size(CoreMemType::UB), 196608u);
  EXPECT_EQ(size(CoreMemType::L0_C), 131072u);
  EXPECT_EQ(size(CoreMemType::RESERVED), 0u);
  EXPECT_EQ(PlatformAscendCManager::GetInstance("Ascend310P3")->GetCoreNum(), 15u);
  EXPECT_EQ(PlatformAscendCManager::GetInstance("Ascend910A")->GetCoreNumAiv(), 32u);
  EXPECT_EQ(PlatformAscendCManager::GetInstance("Ascend1"), nullptr);
}

}  // namespace
}  // namespace openaclnn::aicore
