#include "graph/operator.h"

#include <algorithm>
#include <unordered_set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "graph/operator_factory.h"
#include "runtime/graph/operator_impl.h"
#include "runtime/graph/registry.h"

namespace openaclnn::graph {

OperatorImpl::~OperatorImpl() {
  // A list through the nodes themselves, because a destructor cannot be without memory.
  std::shared_ptr<OperatorImpl> first;
  const auto take = [&](OperatorImpl& node) {
    for (Input& input : node.inputs) {
      const std::shared_ptr<OperatorImpl> source = std::move(input.source);
      if (source.use_count() != 1) continue;
      source->next_to_destroy = std::move(first);
      first = source;
    }
  };
  take(*this);
  while (first != nullptr) {
    const std::shared_ptr<OperatorImpl> source = std::move(first);
    first = std::move(source->next_to_destroy);
    take(*source);
  }
}

OperatorImpl::Input* OperatorImpl::FindInput(std::string_view input) {
  const auto found = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const Input& each) { return each.name == input; });
  return found == inputs.end() ? nullptr : &*found;
}

OperatorImpl::Output* OperatorImpl::FindOutput(std::string_view output) {
  const auto found = std::find_if(outputs.begin(), outputs.end(),
                                  [&](const Output& each) { return each.name == output; });
  return found == outputs.end() ? nullptr : &*found;
}

namespace {

// Whether `node` is `wanted` or gets something from it.
bool DependsOn(const OperatorImpl* node, const OperatorImpl* wanted) {
  std::vector<const OperatorImpl*> open = {node};
  std::unordered_set<const OperatorImpl*> seen = {node};
  while (!open.empty()) {
    const OperatorImpl* const current = open.back();
    open.pop_back();
    if (current == wanted) return true;
    for (const OperatorImpl::Input& input : current->inputs) {
      const OperatorImpl* const source = input.source.get();
      if (source != nullptr && seen.insert(source).second) open.push_back(source);
    }
  }
  return false;
}

template <typename Named>
std::string NamesOf(const std::vector<Named>& list) {
  if (list.empty()) return "none";
  return absl::StrJoin(list, ", ",
                       [](std::string* out, const Named& each) { out->append(each.name); });
}

// The class of attributes that a C++ type is kept as.
AttrValue Kept(int64_t value) { return value; }
AttrValue Kept(int32_t value) { return int64_t{value}; }
AttrValue Kept(uint32_t value) { return int64_t{value}; }
AttrValue Kept(const char* value) { return std::string(value == nullptr ? "" : value); }
AttrValue Kept(const ge::AscendString& value) {
  return std::string(value.GetString(), value.GetLength());
}
template <typename Value>
AttrValue Kept(const Value& value) {
  return AttrValue(std::in_place_type<Value>, value);
}

template <typename Value>
ge::graphStatus Get(const OperatorImpl* impl, const char* name, Value& value) {
  if (impl == nullptr || name == nullptr) return ge::GRAPH_FAILED;
  const auto found = impl->attrs.find(std::string_view(name));
  if (found == impl->attrs.end()) return ge::GRAPH_FAILED;
  const Value* const kept = std::get_if<Value>(&found->second);
  if (kept == nullptr) return ge::GRAPH_FAILED;
  value = *kept;
  return ge::GRAPH_SUCCESS;
}

}  // namespace

void OperatorImpl::Link(Input& input, const std::shared_ptr<OperatorImpl>& self,
                        const std::shared_ptr<OperatorImpl>& from, uint32_t output) {
  if (const std::shared_ptr<OperatorImpl> before = input.Source(); before != nullptr) {
    if (before == from && input.output == output) return;
    mistakes.push_back(absl::StrCat("input ", input.name, " was set to output ", output, " of \"",
                                    from->name, "\"; it has come from output ", input.output,
                                    " of \"", before->name, "\", and an input has one source"));
    return;
  }
  if (output >= from->outputs.size()) {
    mistakes.push_back(absl::StrCat("input ", input.name, " was set to output ", output, " of \"",
                                    from->name, "\" (", from->type, "); its outputs are ",
                                    NamesOf(from->outputs)));
    return;
  }
  input.output = output;
  // Only what feeds others can be among the things that it comes from.
  const bool cyclic = from == self || (self->feeds_others && DependsOn(from.get(), self.get()));
  if (cyclic) {
    input.cyclic_source = from;
  } else {
    input.source = from;
  }
  from->feeds_others = true;
}

}  // namespace openaclnn::graph

namespace ge {

using openaclnn::graph::AttrValue;
using openaclnn::graph::Get;
using openaclnn::graph::Kept;
using openaclnn::graph::NamesOf;
using openaclnn::graph::OperatorImpl;

Operator::Operator() = default;
Operator::Operator(const char* type) : Operator("", type) {}
Operator::Operator(const char* name, const char* type)
    : impl_(std::make_shared<OperatorImpl>(name == nullptr ? "" : name,
                                           type == nullptr ? "" : type)) {}
Operator::Operator(const std::string& name, const std::string& type)
    : Operator(name.c_str(), type.c_str()) {}
Operator::Operator(const AscendString& name, const AscendString& type)
    : Operator(name.GetString(), type.GetString()) {}

bool Operator::IsEmpty() const { return impl_ == nullptr; }

graphStatus Operator::GetName(AscendString& name) const {
  if (impl_ == nullptr) return GRAPH_FAILED;
  name = impl_->name.c_str();
  return GRAPH_SUCCESS;
}
graphStatus Operator::GetOpType(AscendString& type) const {
  if (impl_ == nullptr) return GRAPH_FAILED;
  type = impl_->type.c_str();
  return GRAPH_SUCCESS;
}

namespace {

// The input of that name, or null with the mistake recorded.
OperatorImpl::Input* InputNamed(OperatorImpl* impl, const char* name, const OperatorImpl* source) {
  const char* const wanted = name == nullptr ? "" : name;
  OperatorImpl::Input* const input = impl->FindInput(wanted);
  if (input == nullptr) {
    impl->mistakes.push_back(
        absl::StrCat("there is no input \"", wanted, "\"; the inputs are ", NamesOf(impl->inputs)));
  } else if (source == nullptr) {
    impl->mistakes.push_back(absl::StrCat("input ", wanted, " was set to an empty operator"));
    return nullptr;
  }
  return input;
}

}  // namespace

Operator& Operator::SetInput(const char* dst_name, const Operator& source, uint32_t index) {
  if (impl_ == nullptr) return *this;
  OperatorImpl::Input* const input = InputNamed(impl_.get(), dst_name, source.impl_.get());
  if (input != nullptr) impl_->Link(*input, impl_, source.impl_, index);
  return *this;
}
Operator& Operator::SetInput(const char* dst_name, const Operator& source) {
  return SetInput(dst_name, source, uint32_t{0});
}
Operator& Operator::SetInput(const char* dst_name, const Operator& source,
                             const char* source_name) {
  if (impl_ == nullptr) return *this;
  OperatorImpl::Input* const input = InputNamed(impl_.get(), dst_name, source.impl_.get());
  if (input == nullptr) return *this;
  OperatorImpl& from = *source.impl_;
  const char* const wanted = source_name == nullptr ? "" : source_name;
  const OperatorImpl::Output* const output = from.FindOutput(wanted);
  if (output == nullptr) {
    impl_->mistakes.push_back(absl::StrCat("input ", input->name, " was set to output \"", wanted,
                                           "\" of \"", from.name, "\" (", from.type,
                                           "); its outputs are ", NamesOf(from.outputs)));
    return *this;
  }
  impl_->Link(*input, impl_, source.impl_, static_cast<uint32_t>(output - from.outputs.data()));
  return *this;
}
Operator& Operator::SetInput(const std::string& dst_name, const Operator& source) {
  return SetInput(dst_name.c_str(), source, uint32_t{0});
}
Operator& Operator::SetInput(const std::string& dst_name, const Operator& source, uint32_t index) {
  return SetInput(dst_name.c_str(), source, index);
}
Operator& Operator::SetInput(const std::string& dst_name, const Operator& source,
                             const std::string& source_name) {
  return SetInput(dst_name.c_str(), source, source_name.c_str());
}
Operator& Operator::SetInput(uint32_t dst_index, const Operator& source, uint32_t source_index) {
  if (impl_ == nullptr) return *this;
  if (dst_index >= impl_->inputs.size()) {
    impl_->mistakes.push_back(
        absl::StrCat("there is no input ", dst_index, "; the inputs are ", NamesOf(impl_->inputs)));
    return *this;
  }
  return SetInput(impl_->inputs[dst_index].name.c_str(), source, source_index);
}

size_t Operator::GetInputsSize() const { return impl_ == nullptr ? 0 : impl_->inputs.size(); }
size_t Operator::GetOutputsSize() const { return impl_ == nullptr ? 0 : impl_->outputs.size(); }

TensorDesc Operator::GetInputDesc(uint32_t index) const {
  return index < GetInputsSize() ? impl_->inputs[index].desc : TensorDesc();
}
TensorDesc Operator::GetOutputDesc(uint32_t index) const {
  return index < GetOutputsSize() ? impl_->outputs[index].desc : TensorDesc();
}
TensorDesc Operator::GetInputDescByName(const char* name) const {
  const auto* const input = impl_ == nullptr || name == nullptr ? nullptr : impl_->FindInput(name);
  return input == nullptr ? TensorDesc() : input->desc;
}
TensorDesc Operator::GetOutputDescByName(const char* name) const {
  const auto* const output =
      impl_ == nullptr || name == nullptr ? nullptr : impl_->FindOutput(name);
  return output == nullptr ? TensorDesc() : output->desc;
}
graphStatus Operator::UpdateInputDesc(uint32_t index, const TensorDesc& desc) {
  if (index >= GetInputsSize()) return GRAPH_PARAM_INVALID;
  impl_->inputs[index].desc = desc;
  return GRAPH_SUCCESS;
}
graphStatus Operator::UpdateOutputDesc(uint32_t index, const TensorDesc& desc) {
  if (index >= GetOutputsSize()) return GRAPH_PARAM_INVALID;
  impl_->outputs[index].desc = desc;
  impl_->outputs[index].described = true;
  return GRAPH_SUCCESS;
}
graphStatus Operator::UpdateInputDesc(const char* name, const TensorDesc& desc) {
  const auto* const input = impl_ == nullptr || name == nullptr ? nullptr : impl_->FindInput(name);
  if (input == nullptr) return GRAPH_PARAM_INVALID;
  return UpdateInputDesc(static_cast<uint32_t>(input - impl_->inputs.data()), desc);
}
graphStatus Operator::UpdateOutputDesc(const char* name, const TensorDesc& desc) {
  const auto* const output =
      impl_ == nullptr || name == nullptr ? nullptr : impl_->FindOutput(name);
  if (output == nullptr) return GRAPH_PARAM_INVALID;
  return UpdateOutputDesc(static_cast<uint32_t>(output - impl_->outputs.data()), desc);
}

#define OPENACLNN_SET_ATTR(Value)                                    \
  Operator& Operator::SetAttr(const char* name, Value value) {       \
    if (impl_ != nullptr && name != nullptr)                         \
      impl_->attrs.insert_or_assign(std::string(name), Kept(value)); \
    return *this;                                                    \
  }
OPENACLNN_SET_ATTR(int64_t)
OPENACLNN_SET_ATTR(int32_t)
OPENACLNN_SET_ATTR(uint32_t)
OPENACLNN_SET_ATTR(float)
OPENACLNN_SET_ATTR(bool)
OPENACLNN_SET_ATTR(const char*)
OPENACLNN_SET_ATTR(const std::string&)
OPENACLNN_SET_ATTR(const AscendString&)
OPENACLNN_SET_ATTR(DataType)
OPENACLNN_SET_ATTR(const Tensor&)
OPENACLNN_SET_ATTR(const std::vector<int64_t>&)
OPENACLNN_SET_ATTR(const std::vector<float>&)
OPENACLNN_SET_ATTR(const std::vector<bool>&)
OPENACLNN_SET_ATTR(const std::vector<std::string>&)
OPENACLNN_SET_ATTR(const std::vector<DataType>&)
OPENACLNN_SET_ATTR(const std::vector<std::vector<int64_t>>&)

#define OPENACLNN_GET_ATTR(Value)                                       \
  graphStatus Operator::GetAttr(const char* name, Value& value) const { \
    return Get(impl_.get(), name, value);                               \
  }
OPENACLNN_GET_ATTR(int64_t)
OPENACLNN_GET_ATTR(float)
OPENACLNN_GET_ATTR(bool)
OPENACLNN_GET_ATTR(std::string)
OPENACLNN_GET_ATTR(DataType)
OPENACLNN_GET_ATTR(Tensor)
OPENACLNN_GET_ATTR(std::vector<int64_t>)
OPENACLNN_GET_ATTR(std::vector<float>)
OPENACLNN_GET_ATTR(std::vector<bool>)
OPENACLNN_GET_ATTR(std::vector<std::string>)
OPENACLNN_GET_ATTR(std::vector<DataType>)
OPENACLNN_GET_ATTR(std::vector<std::vector<int64_t>>)

graphStatus Operator::GetAttr(const char* name, int32_t& value) const {
  int64_t wide = 0;
  if (GetAttr(name, wide) != GRAPH_SUCCESS || wide != static_cast<int32_t>(wide))
    return GRAPH_FAILED;
  value = static_cast<int32_t>(wide);
  return GRAPH_SUCCESS;
}
graphStatus Operator::GetAttr(const char* name, AscendString& value) const {
  std::string text;
  if (GetAttr(name, text) != GRAPH_SUCCESS) return GRAPH_FAILED;
  value = AscendString(text.data(), text.size());
  return GRAPH_SUCCESS;
}

void Operator::InputRegister(const char* name) {
  impl_->inputs.emplace_back();
  impl_->inputs.back().name = name;
}
void Operator::OptionalInputRegister(const char* name) {
  InputRegister(name);
  impl_->inputs.back().optional = true;
}
void Operator::OutputRegister(const char* name) {
  impl_->outputs.emplace_back();
  impl_->outputs.back().name = name;
}
void Operator::DynamicInputRegister(const char* name, uint32_t count, bool at_end) {
  DynamicInputRegisterByIndex(name, count, at_end ? GetInputsSize() : 0);
}
void Operator::DynamicInputRegisterByIndex(const char* name, uint32_t count, size_t index) {
  std::vector<OperatorImpl::Input>& inputs = impl_->inputs;
  for (uint32_t i = 0; i < count; ++i) {
    const size_t place = std::min(index + i, inputs.size());
    inputs.emplace(inputs.begin() + static_cast<std::ptrdiff_t>(place))->name =
        absl::StrCat(name, i);
  }
}
void Operator::DynamicOutputRegister(const char* name, uint32_t count, bool at_end) {
  std::vector<OperatorImpl::Output>& outputs = impl_->outputs;
  for (uint32_t i = 0; i < count; ++i) {
    const size_t place = at_end ? outputs.size() : i;
    outputs.emplace(outputs.begin() + static_cast<std::ptrdiff_t>(place))->name =
        absl::StrCat(name, i);
  }
}

namespace {

// Makes what REG_OP makes in the program, from the tables of the library.
class KnownOperator : public Operator {
 public:
  KnownOperator(const char* name, const openaclnn::graph::TypeInfo& type)
      : Operator(name, type.name) {
    using openaclnn::graph::AttrType;
    for (const auto& input : type.inputs) InputRegister(input.name);
    for (const auto& output : type.outputs) OutputRegister(output.name);
    for (const auto& attr : type.attrs) {
      if (attr.required) continue;
      if (attr.type == AttrType::kInt) SetAttr(attr.name, attr.number);
      if (attr.type == AttrType::kBool) SetAttr(attr.name, attr.number != 0);
      if (attr.type == AttrType::kFloat) SetAttr(attr.name, static_cast<float>(attr.real));
      if (attr.type == AttrType::kString) SetAttr(attr.name, attr.text);
      if (attr.type == AttrType::kType) SetAttr(attr.name, static_cast<DataType>(attr.number));
      if (attr.type == AttrType::kListInt)
        SetAttr(attr.name, std::vector<int64_t>(attr.numbers.begin(), attr.numbers.end()));
    }
  }
};

}  // namespace

Operator OperatorFactory::CreateOperator(const char* name, const char* type) {
  const auto* const info = openaclnn::graph::FindType(type == nullptr ? "" : type);
  return info == nullptr ? Operator() : Operator(KnownOperator(name, *info));
}
graphStatus OperatorFactory::GetOpsTypeList(std::vector<AscendString>& types) {
  types.clear();
  for (const auto* type : openaclnn::graph::AllTypes()) types.emplace_back(type->name);
  return GRAPH_SUCCESS;
}
bool OperatorFactory::IsExistOp(const char* type) {
  return openaclnn::graph::FindType(type == nullptr ? "" : type) != nullptr;
}

}  // namespace ge
