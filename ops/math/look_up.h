// A table of float32 numbers of which a vector needs those of one index per lane.
#ifndef OPENACLNN_OPS_MATH_LOOK_UP_H_
#define OPENACLNN_OPS_MATH_LOOK_UP_H_

namespace openaclnn {

// Twice, because a permutation of lanes takes the numbers of a row from registers, and loads take
// those of an index from next to each other.
template <int row_count, int size>
struct LookUpTable {
  static constexpr int kRows = row_count;
  static constexpr int kSize = size;
  static constexpr int kStep = (row_count + 3) / 4 * 4;

  // NOLINTNEXTLINE(google-explicit-constructor): a table is written as its rows.
  constexpr LookUpTable(const float (&of_rows)[row_count][size]) {
    for (int row = 0; row < row_count; ++row) {
      for (int i = 0; i < size; ++i) rows[row][i] = by_index[i][row] = of_rows[row][i];
    }
  }

  alignas(64) float rows[row_count][size] = {};
  alignas(64) float by_index[size][kStep] = {};
};

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_LOOK_UP_H_
