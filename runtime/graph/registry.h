// The operator types that graphs may have. specgen makes the tables from `ir:` of the operators'
// specs (ops/<op>/<op>_ir.cc); they are in the program if //ops/<op>:ir is linked.
#ifndef OPENACLNN_RUNTIME_GRAPH_REGISTRY_H_
#define OPENACLNN_RUNTIME_GRAPH_REGISTRY_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "runtime/rules/rules.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::graph {

enum class AttrType : uint8_t {
  kInt,
  kFloat,
  kBool,
  kString,
  kListInt,
  kListFloat,
  kListBool,
  kListString,
  kListType,
  kListListInt,
  kType,
  kTensor
};
// "Int", as prototypes have it.
std::string_view AttrTypeName(AttrType type);

// Places among the arguments of the function of a type; kNone where there is none.
constexpr int kNone = -1;

struct Port {
  const char* name;
  int argument;  // kNone: an input that is not read
};

struct AttrInfo {
  const char* name;
  AttrType type;
  int argument;  // kNone: only the default is accepted
  bool required = false;
  // The default.
  int64_t number = 0;  // of kInt, kBool and kType
  double real = 0;     // of kFloat
  const char* text = "";
  std::span<const int64_t> numbers = {};
};

// A parameter of the C function, in order.
struct Argument {
  const char* name;
  ParamKind kind;
  std::span<const ParamValue> values = {};  // of kString and kEnum
  // What is passed where neither an input nor an attribute is.
  bool null = false;
  aclDataType dtype = ACL_DT_UNDEFINED;  // of scalars
  int64_t number = 0;
  double real = 0;
  const char* text = "";
};

// What the rules say of an output. Numbers are places among the arguments.
struct Inference {
  std::span<const int> shape_of;  // the shape to which these broadcast
  int halved = kNone;             // and half of it along this dimension
  std::span<const int> dtype_of;  // the type that these promote to, or that an attribute names
  ResultKind result = ResultKind::kPromoted;
};

// A rule on shapes that can be checked although some extents are not known.
struct ShapeCheck {
  RuleId rule;                     // kSameShape, kBroadcast, kHalf
  std::span<const int> arguments;  // tensors; of kHalf {dim, whole, halves ...}
};

struct TypeInfo {
  const char* name;      // "Add"
  const char* function;  // "aclnnAdd"
  std::span<const Port> inputs;
  std::span<const Port> outputs;
  std::span<const AttrInfo> attrs;
  std::span<const Argument> arguments;
  std::span<const Inference> inference;  // by output
  std::span<const ShapeCheck> checks;
  // The phases of the function; `args` are its C parameters in order.
  aclnnStatus (*get_workspace_size)(std::span<const Arg> args, uint64_t* workspace_size,
                                    aclOpExecutor** executor);
  aclnnStatus (*run)(void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                     aclrtStream stream);
};

// Null if there is none.
const TypeInfo* FindType(std::string_view name);
// Sorted by name.
std::vector<const TypeInfo*> AllTypes();

// Called by the generated tables before main. Always true.
bool RegisterTypes(std::span<const TypeInfo> types);

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_REGISTRY_H_
