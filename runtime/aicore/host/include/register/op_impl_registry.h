// The functions of an operator apart from its definition:
//
//     IMPL_OP_OPTILING(AddCustom).Tiling(TilingFunc).TilingParse<CompileInfo>(TilingPrepare);
//     IMPL_OP_INFERSHAPE(AddCustom).InferShape(InferShape);
#ifndef OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_REGISTER_OP_IMPL_REGISTRY_H_
#define OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_REGISTER_OP_IMPL_REGISTRY_H_

#include <memory>

#include "exe_graph/runtime/tiling_context.h"
#include "graph/ge_error_codes.h"
#include "register/op_def_registry.h"

namespace ops {

using TilingParseFunction = ge::graphStatus (*)(gert::TilingParseContext*);

struct OpImplFunctions {
  TilingFunction tiling = nullptr;
  TilingParseFunction tiling_parse = nullptr;
  std::shared_ptr<void> (*make_compile_info)() = nullptr;
  InferShapeFunction infer_shape = nullptr;
  InferDataTypeFunction infer_data_type = nullptr;
};

// Adds functions to those of a type, before main() and for good.
class OpImplRegistrar {
 public:
  explicit OpImplRegistrar(const char* type);

  OpImplRegistrar& Tiling(TilingFunction function) {
    functions_->tiling = function;
    return *this;
  }
  template <typename CompileInfo>
  OpImplRegistrar& TilingParse(TilingParseFunction function) {
    functions_->tiling_parse = function;
    functions_->make_compile_info = []() -> std::shared_ptr<void> {
      return std::make_shared<CompileInfo>();
    };
    return *this;
  }
  OpImplRegistrar& InferShape(InferShapeFunction function) {
    functions_->infer_shape = function;
    return *this;
  }
  OpImplRegistrar& InferDataType(InferDataTypeFunction function) {
    functions_->infer_data_type = function;
    return *this;
  }

 private:
  OpImplFunctions* functions_;
};

}  // namespace ops

#define OPENACLNN_OP_IMPL(part, type) \
  [[maybe_unused]] static const ::ops::OpImplRegistrar part##type = ::ops::OpImplRegistrar(#type)
#define IMPL_OP(type) OPENACLNN_OP_IMPL(openaclnn_impl_, type)
#define IMPL_OP_OPTILING(type) OPENACLNN_OP_IMPL(openaclnn_tiling_, type)
#define IMPL_OP_INFERSHAPE(type) OPENACLNN_OP_IMPL(openaclnn_shape_, type)

#endif  // OPENACLNN_RUNTIME_AICORE_HOST_INCLUDE_REGISTER_OP_IMPL_REGISTRY_H_
