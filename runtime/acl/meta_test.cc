#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "aclnn/acl_meta.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "runtime/handles/handles.h"

namespace {

using Dims = std::vector<int64_t>;

Dims Get(aclnnStatus (*getter)(const aclTensor*, int64_t**, uint64_t*), const aclTensor* tensor) {
  int64_t* dims = nullptr;
  uint64_t count = 99;
  EXPECT_EQ(getter(tensor, &dims, &count), ACLNN_SUCCESS);
  EXPECT_NE(dims, nullptr);
  const std::unique_ptr<int64_t[]> owner(dims);
  return Dims(dims, dims + count);
}

TEST(Tensor, EveryProperty) {
  const Dims view = {2, 3}, strides = {1, 2}, storage = {10};
  float data[10];
  aclTensor* tensor = aclCreateTensor(view.data(), 2, ACL_FLOAT, strides.data(), 4, ACL_FORMAT_NCL,
                                      storage.data(), 1, data);
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(Get(aclGetViewShape, tensor), view);
  EXPECT_EQ(Get(aclGetViewStrides, tensor), strides);
  EXPECT_EQ(Get(aclGetStorageShape, tensor), storage);
  int64_t offset = 0;
  aclFormat format = ACL_FORMAT_UNDEFINED;
  aclDataType dtype = ACL_DT_UNDEFINED;
  void* address = nullptr;
  EXPECT_EQ(aclGetViewOffset(tensor, &offset), 0);
  EXPECT_EQ(aclGetFormat(tensor, &format), 0);
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 0);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(offset, 4);
  EXPECT_EQ(format, ACL_FORMAT_NCL);
  EXPECT_EQ(dtype, ACL_FLOAT);
  EXPECT_EQ(address, data);
  EXPECT_EQ(aclSetRawTensorAddr(tensor, nullptr), 0);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(Tensor, NoStridesMeansRowMajor) {
  const Dims view = {4, 1, 5};
  aclTensor* tensor =
      aclCreateTensor(view.data(), 3, ACL_INT8, nullptr, 0, ACL_FORMAT_ND, view.data(), 3, nullptr);
  EXPECT_EQ(Get(aclGetViewStrides, tensor), (Dims{5, 5, 1}));
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(Tensor, RankZeroAndRankTwentyFive) {
  aclTensor* scalar =
      aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr);
  ASSERT_NE(scalar, nullptr);
  EXPECT_EQ(Get(aclGetViewShape, scalar), Dims());
  EXPECT_EQ(aclDestroyTensor(scalar), 0);
  const Dims ones(26, 1);
  aclTensor* deep = aclCreateTensor(ones.data(), 25, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                                    ones.data(), 25, nullptr);
  ASSERT_NE(deep, nullptr);
  EXPECT_EQ(Get(aclGetViewShape, deep).size(), 25u);
  EXPECT_EQ(aclDestroyTensor(deep), 0);
}

TEST(Tensor, NothingElseIsChecked) {
  const Dims strange = {-3, std::numeric_limits<int64_t>::max(),
                        std::numeric_limits<int64_t>::max()};
  aclTensor* tensor = aclCreateTensor(strange.data(), 3, static_cast<aclDataType>(1234), nullptr,
                                      std::numeric_limits<int64_t>::min(),
                                      static_cast<aclFormat>(99), strange.data(), 3, nullptr);
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(Get(aclGetViewShape, tensor), strange);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(Tensor, Init) {
  const Dims view = {2, 3}, strides = {1, 2}, storage = {6}, other = {4};
  float data[6];
  aclTensor* tensor = aclCreateTensor(view.data(), 2, ACL_FLOAT, strides.data(), 1, ACL_FORMAT_ND,
                                      storage.data(), 1, data);
  EXPECT_EQ(aclInitTensor(tensor, nullptr, 0, ACL_FLOAT16, nullptr, 3, ACL_FORMAT_NCHW, nullptr, 0,
                          nullptr),
            0);
  EXPECT_EQ(Get(aclGetViewShape, tensor), view);
  EXPECT_EQ(Get(aclGetViewStrides, tensor), strides);
  EXPECT_EQ(Get(aclGetStorageShape, tensor), storage);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, data);
  aclDataType dtype = ACL_DT_UNDEFINED;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 0);
  EXPECT_EQ(dtype, ACL_FLOAT16);
  EXPECT_EQ(aclInitTensor(tensor, other.data(), 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                          other.data(), 1, data + 1),
            0);
  EXPECT_EQ(Get(aclGetViewShape, tensor), other);
  EXPECT_EQ(Get(aclGetViewStrides, tensor), Dims{1});
  EXPECT_EQ(Get(aclGetStorageShape, tensor), other);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, data + 1);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(Arrays, SizesAndContents) {
  const std::vector<int64_t> ints = {1, 2, 3};
  const float floats[] = {1.5f, 2.5f};
  const bool bools[] = {true, false, true, true};
  aclIntArray* int_array = aclCreateIntArray(ints.data(), 3);
  aclFloatArray* float_array = aclCreateFloatArray(floats, 2);
  aclBoolArray* bool_array = aclCreateBoolArray(bools, 4);
  uint64_t size = 0;
  EXPECT_EQ(aclGetIntArraySize(int_array, &size), 0);
  EXPECT_EQ(size, 3u);
  EXPECT_EQ(openaclnn::IntArrayPool().Find(int_array)->values, ints);
  EXPECT_EQ(aclGetFloatArraySize(float_array, &size), 0);
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(openaclnn::FloatArrayPool().Find(float_array)->values[1], 2.5f);
  EXPECT_EQ(aclGetBoolArraySize(bool_array, &size), 0);
  EXPECT_EQ(size, 4u);
  EXPECT_FALSE(openaclnn::BoolArrayPool().Find(bool_array)->values[1]);
  EXPECT_EQ(aclDestroyIntArray(int_array), 0);
  EXPECT_EQ(aclDestroyFloatArray(float_array), 0);
  EXPECT_EQ(aclDestroyBoolArray(bool_array), 0);

  aclIntArray* empty = aclCreateIntArray(nullptr, 7);
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(aclGetIntArraySize(empty, &size), 0);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(aclDestroyIntArray(empty), 0);
}

TEST(Scalar, CopiesTheValue) {
  double value = 0.1;
  aclScalar* scalar = aclCreateScalar(&value, ACL_DOUBLE);
  ASSERT_NE(scalar, nullptr);
  const aclScalar* object = openaclnn::ScalarPool().Find(scalar);
  EXPECT_EQ(object->dtype, ACL_DOUBLE);
  EXPECT_EQ(*reinterpret_cast<const double*>(object->bytes), 0.1);
  EXPECT_EQ(aclDestroyScalar(scalar), 0);
}

TEST(Lists, OwnTheirElements) {
  const int64_t one = 1;
  std::vector<const aclTensor*> tensors;
  for (int i = 0; i < 3; ++i)
    tensors.push_back(
        aclCreateTensor(&one, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &one, 1, nullptr));
  tensors.push_back(nullptr);
  aclTensorList* list = aclCreateTensorList(tensors.data(), tensors.size());
  ASSERT_NE(list, nullptr);
  uint64_t size = 0;
  EXPECT_EQ(aclGetTensorListSize(list, &size), 0);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(aclDestroyTensor(tensors[1]), 0) << "an element may be destroyed before the list";
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_FALSE(openaclnn::TensorPool().IsLive(tensors[0]));
  EXPECT_FALSE(openaclnn::TensorPool().IsLive(tensors[2]));

  float value = 1;
  const aclScalar* scalar = aclCreateScalar(&value, ACL_FLOAT);
  aclScalarList* scalars = aclCreateScalarList(&scalar, 1);
  EXPECT_EQ(aclGetScalarListSize(scalars, &size), 0);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(aclDestroyScalarList(scalars), 0);
  EXPECT_FALSE(openaclnn::ScalarPool().IsLive(scalar));
}

TEST(Leaks, NothingIsLeft) {
  EXPECT_EQ(openaclnn::TensorPool().LiveCount(), 0u);
  EXPECT_EQ(openaclnn::ScalarPool().LiveCount(), 0u);
  EXPECT_EQ(openaclnn::IntArrayPool().LiveCount(), 0u);
  EXPECT_EQ(openaclnn::FloatArrayPool().LiveCount(), 0u);
  EXPECT_EQ(openaclnn::BoolArrayPool().LiveCount(), 0u);
  EXPECT_EQ(openaclnn::TensorListPool().LiveCount(), 0u);
  EXPECT_EQ(openaclnn::ScalarListPool().LiveCount(), 0u);
}

}  // namespace
