// What a fuzz target demands.
#ifndef OPENACLNN_TESTING_FUZZ_CHECK_H_
#define OPENACLNN_TESTING_FUZZ_CHECK_H_

#include <cstdio>
#include <cstdlib>

// Ends the process, so that libFuzzer keeps the input.
#define FUZZ_CHECK(condition)                                                        \
  do {                                                                               \
    if (!(condition)) {                                                              \
      std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                  \
    }                                                                                \
  } while (false)

#endif  // OPENACLNN_TESTING_FUZZ_CHECK_H_
