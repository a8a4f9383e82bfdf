// A table of numbers of which a vector needs, for each lane, those of one index.
#ifndef OPENACLNN_OPS_MATH_LOOK_UP_H_
#define OPENACLNN_OPS_MATH_LOOK_UP_H_

#include <cstddef>

namespace openaclnn {

// It is stored twice: a permutation of lanes takes the numbers of a row from registers. Loads take
// those of an index from next to each other, 16 bytes at a time.
template <typename T, int row_count, int size>
struct LookUpTable {
  static constexpr int kRows = row_count;
  static constexpr size_t kBlock = 16 / sizeof(T);
  static constexpr size_t kStep = (row_count + kBlock - 1) / kBlock * kBlock;

  // NOLINTNEXTLINE(google-explicit-constructor): a table is written as its rows.
  constexpr LookUpTable(const T (&of_rows)[row_count][size]) {
    for (int row = 0; row < row_count; ++row) {
      for (int i = 0; i < size; ++i) rows[row][i] = by_index[i][row] = of_rows[row][i];
    }
  }

  alignas(64) T rows[row_count][size] = {};
  alignas(64) T by_index[size][kStep] = {};
};

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_LOOK_UP_H_
