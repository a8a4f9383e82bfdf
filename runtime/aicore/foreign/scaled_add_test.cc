#include <cstdio>
#include <vector>

#include "kernel_operator.h"
#include "runtime/aicore/host/operator_call.h"

int main() {
  std::vector<half> x(4096, 2), y(4096, 3), z(4096);
  openaclnn::aicore::OperatorCall call("ScaledAdd", "Ascend910B3");
  call.Input("x", x, {64, 64}).Input("y", y, {64, 64}).Attr("alpha", 0.5f);
  const absl::Status status = call.Output("z", z, {64, 64}).Run();
  if (!status.ok()) std::puts(status.ToString().c_str());
  return status.ok() && z[4095] == half(3.5f) ? 0 : 1;
}
