// Which of the two published hardswish derivatives is meant.
#ifndef OPENACLNN_OPS_MATH_HARDSWISH_CORNERS_H_
#define OPENACLNN_OPS_MATH_HARDSWISH_CORNERS_H_

namespace openaclnn {

// To which piece the corners x = -3 and x = 3 belong.
enum class HardswishCorners {
  kInner,  // to x / 3 + 1 / 2, which gives -1/2 and 3/2: aclnnHardswishBackward, PyTorch before 2.8
  kOuter,  // to 0 and 1: aclnnHardswishBackwardV2, PyTorch from 2.8 on
};

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_HARDSWISH_CORNERS_H_
