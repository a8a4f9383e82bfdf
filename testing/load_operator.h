// The flag --operator of programs that test operators: testing/program.bzl.
#ifndef OPENACLNN_TESTING_LOAD_OPERATOR_H_
#define OPENACLNN_TESTING_LOAD_OPERATOR_H_

namespace openaclnn::testing {

// Loads the shared object that --operator names, which adds its functions to Invocations()
// (testing/invoke.h). False if that fails; standard error then has the reason. To be called after
// the flags were parsed.
[[nodiscard]] bool LoadOperator();

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_LOAD_OPERATOR_H_
