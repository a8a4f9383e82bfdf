#include <cstdio>
#include <vector>

#include "kernel_operator.h"
#include "op_host/scaled_add_tiling.h"
#include "runtime/aicore/kernel_call.h"

int main() {
  std::vector<half> x(4096, 2), y(4096, 3), z(4096);
  optiling::ScaledAddTilingData tiling;
  tiling.set_totalLength(4096);
  tiling.set_tileLength(512);
  tiling.set_alpha(0.5f);
  openaclnn::aicore::KernelCall call("scaled_add", "Ascend910B3", "float16");
  call.Input("x", x).Input("y", y).Output("z", z).Tiling(tiling).TilingKey(1).Blocks(8);
  const absl::Status status = call.Run();
  if (!status.ok()) std::puts(status.ToString().c_str());
  return status.ok() && z[4095] == half(3.5f) ? 0 : 1;
}
