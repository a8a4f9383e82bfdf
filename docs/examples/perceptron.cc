// A perceptron of two layers, its loss and all gradients, with element-wise functions only: a
// matrix product is a sum of columns times rows, which broadcast. Prints what perceptron_torch.py,
// beside this file, computes with PyTorch.
//
//   tools/bazel run //docs/examples:perceptron

#include "acl_example.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "aclnnop/aclnn_sub.h"

using acl_example::Session;
using acl_example::Tensor;

// A matrix that lies in the memory of a tensor: element (i, j) at i * row + j * column.
struct Matrix {
  const Tensor& tensor;
  int64_t rows, columns, row, column;

  Matrix Transposed() const { return {tensor, columns, rows, column, row}; }
  aclTensor* Slice(int64_t offset, int64_t slice_rows, int64_t slice_columns) const {
    const int64_t shape[] = {slice_rows, slice_columns}, strides[] = {row, column},
                  elements[] = {rows * columns};
    void* memory = nullptr;
    acl_example::Check(aclGetRawTensorAddr(tensor, &memory));
    return aclCreateTensor(shape, 2, ACL_FLOAT, strides, offset, ACL_FORMAT_ND, elements, 1,
                           memory);
  }
};

// out = a b: for each k, column k of a times row k of b is added to out, which holds zeros.
void Multiply(const Session& session, const Matrix& a, const Matrix& b, const Tensor& out,
              aclScalar* one) {
  const Tensor product({a.rows, b.columns});
  for (int64_t k = 0; k < a.columns; ++k) {
    aclTensor *column = a.Slice(k * a.column, a.rows, 1), *row = b.Slice(k * b.row, 1, b.columns);
    session.Run(aclnnMulGetWorkspaceSize, aclnnMul, column, row, product);
    session.Run(aclnnInplaceAddGetWorkspaceSize, aclnnInplaceAdd, out, product, one);
    aclDestroyTensor(column);
    aclDestroyTensor(row);
  }
}

int main() {
  const Session session;
  float number[] = {1, 20,
                    0.5f};  // beta and alpha; softplus is linear from the threshold on; 2 / count
  aclScalar *one = aclCreateScalar(&number[0], ACL_FLOAT),
            *threshold = aclCreateScalar(&number[1], ACL_FLOAT);
  aclScalar* two_over_count = aclCreateScalar(&number[2], ACL_FLOAT);

  const Tensor x({4, 2}, {0.5f, -1, 1.5f, 2, -0.25f, 0.75f, -2, 1}),
      target({4, 1}, {1, -1, 0.5f, 2}), ones({1, 4}, {1, 1, 1, 1});
  const Tensor w1({2, 3}, {0.1f, -0.4f, 0.7f, 0.2f, 0.5f, -0.3f}), b1({1, 3}, {0.1f, 0, -0.2f}),
      w2({3, 1}, {0.6f, -0.8f, 0.3f}), b2({1, 1}, {0.05f});
  const Matrix x_({x, 4, 2, 2, 1}), w1_({w1, 2, 3, 3, 1}), w2_({w2, 3, 1, 1, 1}),
      ones_({ones, 1, 4, 4, 1});

  const Tensor z({4, 3}), a({4, 3}), y({4, 1}), error({4, 1}), squares({4, 1}), loss({1, 1});
  Multiply(session, x_, w1_, z, one);
  session.Run(aclnnInplaceAddGetWorkspaceSize, aclnnInplaceAdd, z, b1, one);
  session.Run(aclnnSoftplusGetWorkspaceSize, aclnnSoftplus, z, one, threshold, a);
  const Matrix a_({a, 4, 3, 3, 1});
  Multiply(session, a_, w2_, y, one);
  session.Run(aclnnInplaceAddGetWorkspaceSize, aclnnInplaceAdd, y, b2, one);
  session.Run(aclnnSubGetWorkspaceSize, aclnnSub, y, target, one, error);
  session.Run(aclnnMulGetWorkspaceSize, aclnnMul, error, error, squares);
  Multiply(session, ones_, {squares, 4, 1, 1, 1}, loss, one);  // the sum of squares

  // Of the sum of squares / 2, scaled to that of the mean.
  session.Run(aclnnInplaceMulsGetWorkspaceSize, aclnnInplaceMuls, error, two_over_count);
  const Tensor grad_w2({3, 1}), grad_b2({1, 1}), grad_a({4, 3}), grad_z({4, 3}), grad_w1({2, 3}),
      grad_b1({1, 3});
  const Matrix error_({error, 4, 1, 1, 1}), grad_z_({grad_z, 4, 3, 3, 1});
  Multiply(session, a_.Transposed(), error_, grad_w2, one);
  Multiply(session, ones_, error_, grad_b2, one);
  Multiply(session, error_, w2_.Transposed(), grad_a, one);
  session.Run(aclnnSoftplusBackwardGetWorkspaceSize, aclnnSoftplusBackward, grad_a, z, one,
              threshold, grad_z);
  Multiply(session, x_.Transposed(), grad_z_, grad_w1, one);
  Multiply(session, ones_, grad_z_, grad_b1, one);

  loss.Print("sum of squares");
  grad_w1.Print("gradient of w1");
  grad_b1.Print("gradient of b1");
  grad_w2.Print("gradient of w2");
  grad_b2.Print("gradient of b2");
  for (aclScalar* scalar : {one, threshold, two_over_count}) aclDestroyScalar(scalar);
}
