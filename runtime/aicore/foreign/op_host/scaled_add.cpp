#include "register/op_def_registry.h"
#include "scaled_add_tiling.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
constexpr uint32_t BUFFERS = 8;  // two for each queue, and two of twice the size
constexpr uint32_t UNIT = 128;

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
  platform_ascendc::PlatformAscendC platform(context->GetPlatformInfo());
  uint64_t ubSize = 0;
  platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);
  const gert::StorageShape* xShape = context->GetInputShape(0);
  const float* alpha = context->GetAttrs()->GetFloat(0);
  if (xShape == nullptr || alpha == nullptr) {
    return ge::GRAPH_FAILED;
  }
  const uint32_t elementBytes = context->GetInputDesc(0)->GetDataType() == ge::DT_FLOAT ? 4 : 2;

  ScaledAddTilingData tiling;
  tiling.set_totalLength(xShape->GetStorageShape().GetShapeSize());
  tiling.set_tileLength(ubSize / (BUFFERS + 2) / elementBytes / UNIT * UNIT);
  tiling.set_alpha(*alpha);
  context->SetBlockDim(platform.GetCoreNumAiv());
  context->SetTilingKey(*alpha == 1.0f ? 2 : 1);
  tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                      context->GetRawTilingData()->GetCapacity());
  context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
  size_t* workspaces = context->GetWorkspaceSizes(1);
  workspaces[0] = 0;
  return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ge {
static graphStatus InferShape(gert::InferShapeContext* context) {
  *context->GetOutputShape(0) = *context->GetInputShape(0);
  return GRAPH_SUCCESS;
}
static graphStatus InferDataType(gert::InferDataTypeContext* context) {
  return context->SetOutputDataType(0, context->GetInputDataType(0));
}
}  // namespace ge

namespace ops {
class ScaledAdd : public OpDef {
 public:
  explicit ScaledAdd(const char* name) : OpDef(name) {
    for (const char* input : {"x", "y"}) {
      this->Input(input)
          .ParamType(REQUIRED)
          .DataType({ge::DT_FLOAT16, ge::DT_FLOAT, ge::DT_BF16})
          .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
          .UnknownShapeFormat({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
    }
    this->Output("z")
        .ParamType(REQUIRED)
        .DataType({ge::DT_FLOAT16, ge::DT_FLOAT, ge::DT_BF16})
        .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
        .UnknownShapeFormat({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
    this->Attr("alpha").AttrType(OPTIONAL).Float(1.0);
    this->SetInferShape(ge::InferShape);
    this->SetInferDataType(ge::InferDataType);
    this->AICore().SetTiling(optiling::TilingFunc);
    this->AICore().AddConfig("ascend910b");
    this->AICore().AddConfig("ascend910_93");
    this->AICore().AddConfig("ascend910_95");
    OpAICoreConfig config;
    config.DynamicCompileStaticFlag(true).ExtendCfgInfo("opFile.value", "scaled_add");
    this->AICore().AddConfig("ascend310p", config);
  }
};
OP_ADD(ScaledAdd);
}  // namespace ops
