"""oneDNN, as tools/bench/compare.py calls it."""

import compare

from accuracy.compared import Contestant


class OneDnn(Contestant):
    """Also what it has and the comparison of speed does not ask it for."""

    name, package, contestant = "oneDNN", "libdnnl-dev", "onednn"
    MORE = {"softplus": ("soft_relu", 1, 0), "softplus_backward": ("soft_relu", 1, 0),
            "hardsigmoid": ("hardsigmoid", 1 / 6, 0.5),
            "hardsigmoid_backward": ("hardsigmoid", 1 / 6, 0.5), "elu_backward": ("elu", 1, 0),
            "pow, y = 2.5": ("pow", 1, 2.5), "pow, y = -0.75": ("pow", 1, -0.75)}

    def __init__(self, benchmarks):
        super().__init__(benchmarks)
        if benchmarks.onednn_problem is not None:
            raise OSError(benchmarks.onednn_problem)
        self.key = self.made = None

    def version(self):
        return compare.OneDnn.version()

    def found(self, function, dtype):
        benchmark = self.benchmarks.of(function, dtype)
        if benchmark and benchmark.onednn_computes is not None:
            return None  # something that takes as long
        if function.name not in self.MORE:
            return super().found(function, dtype)
        if self.key != (function, dtype):
            self.key, self.made = (function, dtype), self.make(function, benchmark)
        return self.made

    def make(self, function, benchmark):
        algorithm, alpha, beta = self.MORE[function.name]
        source, (result,) = self.benchmarks.source(benchmark, function), benchmark.outputs
        wanted = {"algorithm": algorithm, "alpha": alpha, "beta": beta, "source": source,
                  "result": result}
        if "gradOutput" in benchmark.inputs:
            wanted["gradient"] = "gradOutput"
        try:
            return compare.OneDnn(self.benchmarks.library, wanted,
                                  benchmark.inputs | benchmark.outputs)
        except NotImplementedError:
            return None
