// Numbers that programs were compiled with. That each header compiles alone is checked by building
// this test (see BUILD).
#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "acl/acl_platform.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_util.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"

namespace {

TEST(Headers, StatusCodes) {
  EXPECT_EQ(ACL_SUCCESS, 0);
  EXPECT_EQ(OK, ACLNN_SUCCESS);
  EXPECT_EQ(ACL_ERROR_INVALID_PARAM, 100000);
  EXPECT_EQ(ACL_ERROR_UNSUPPORTED_DATA_TYPE, 100026);
  EXPECT_EQ(ACL_ERROR_REPEAT_FINALIZE, 100037);
  EXPECT_EQ(ACL_ERROR_DUMP_NOT_RUN, 100045);
  EXPECT_EQ(ACL_ERROR_INVALID_BUNDLE_MODEL_ID, 148053);
  EXPECT_EQ(ACL_ERROR_PROFILING_FAILURE, 500005);
  EXPECT_EQ(ACL_ERROR_RT_INVALID_HANDLE, 107017);
  EXPECT_EQ(ACLNN_ERR_PARAM_NULLPTR, 161001);
  EXPECT_EQ(ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID, 561119);
}

TEST(Headers, Enumerators) {
  EXPECT_EQ(static_cast<int>(ACL_BF16), 27);
  EXPECT_EQ(static_cast<int>(ACL_FLOAT4_E1M2), 41);
  EXPECT_EQ(static_cast<int>(ACL_FORMAT_FRACTAL_NZ_C0_8), 54);
  EXPECT_EQ(static_cast<int>(ACL_MEM_P2P_HUGE1G), 17);
  EXPECT_EQ(static_cast<int>(ACL_EVENT_STATUS_COMPLETE), 0);
  EXPECT_EQ(static_cast<int>(ACL_EVENT_RECORDED_STATUS_COMPLETE), 1);
  EXPECT_EQ(static_cast<int>(DAV_2201), 2201);
  EXPECT_EQ(static_cast<int>(ACL_ENGINE_SYS), 0);
  EXPECT_EQ(static_cast<int>(ACL_ENGINE_VECTOR), 2);
  EXPECT_EQ(static_cast<int>(ACL_COMPILE_SYS), 0);
  EXPECT_EQ(static_cast<int>(ACL_DEV_ATTR_MAX_BLOCK_DIM_Z), 212);
  EXPECT_EQ(static_cast<int>(ACL_DEV_ATTR_DEVICE_FORM_FACTOR), 409);
  EXPECT_EQ(sizeof(aclrtMallocAttribute), 12u);
  EXPECT_EQ(sizeof(aclrtMemUsageInfo), 112u);
}

}  // namespace
