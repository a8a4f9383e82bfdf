#include "testing/vector_forms/vector_forms.h"

#include <algorithm>
#include <utility>

namespace openaclnn {
namespace {

std::vector<VectorForm>& Forms() {
  static auto& forms = *new std::vector<VectorForm>;
  return forms;
}

}  // namespace

std::vector<double> VectorForm::Operands(double x) const {
  std::vector<double> operands = {x};
  if (second != nullptr) operands.push_back(*second);
  operands.insert(operands.end(), numbers.begin(), numbers.end());
  return operands;
}

double VectorForm::Exact(double grad, double x, Format format) const {
  return OracleRounded(oracle(), Operands(x), format, has_gradient ? grad : 1);
}

const std::vector<VectorForm>& VectorForms() { return Forms(); }

const VectorForm* FindVectorForm(absl::string_view name) {
  const auto found = std::find_if(Forms().begin(), Forms().end(),
                                  [&](const VectorForm& form) { return form.name == name; });
  return found == Forms().end() ? nullptr : &*found;
}

VectorFormRegistration::VectorFormRegistration(VectorForm form) {
  // In order of their names, whatever the order in which files are linked.
  const auto place = std::find_if(Forms().begin(), Forms().end(),
                                  [&](const VectorForm& other) { return other.name > form.name; });
  Forms().insert(place, std::move(form));
}

}  // namespace openaclnn
