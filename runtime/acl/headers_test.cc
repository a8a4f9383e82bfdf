// Numbers that programs were compiled with. That each header compiles alone is checked by building
// this test (see BUILD).
#include <cstddef>
#include <type_traits>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "acl/acl_platform.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_util.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"

namespace {

// ---- What programs were compiled with for virtual memory, memory with configuration, callbacks,
// device queries and captures.
static_assert(ACL_MEM_HANDLE_TYPE_NONE == 0);
static_assert(ACL_MEM_HANDLE_TYPE_POSIX == 2);
static_assert(ACL_MEM_ALLOCATION_TYPE_PINNED == 0);
static_assert(ACL_MEM_LOCATION_TYPE_HOST == 0);
static_assert(ACL_MEM_LOCATION_TYPE_DEVICE == 1);
static_assert(ACL_MEM_LOCATION_TYPE_UNREGISTERED == 2);
static_assert(ACL_MEM_LOCATION_TYPE_MANAGED == 3);
static_assert(ACL_MEM_LOCATION_TYPE_HOST_NUMA == 4);
static_assert(ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM == 0);
static_assert(ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED == 1);
static_assert(ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF == 0xFFFF);
static_assert(ACL_RT_MEM_ACCESS_FLAGS_NONE == 0);
static_assert(ACL_RT_MEM_ACCESS_FLAGS_READ == 1);
static_assert(ACL_RT_MEM_ACCESS_FLAGS_READWRITE == 3);
static_assert(ACL_HBM_MEM == 1);
static_assert(ACL_HBM_MEM_HUGE == 4);
static_assert(ACL_HBM_MEM_NORMAL == 5);
static_assert(ACL_HBM_MEM_HUGE1G == 10);
static_assert(ACL_MEM_NORMAL == 12);
static_assert(ACL_MEM_HUGE == 13);
static_assert(ACL_MEM_HUGE1G == 14);
static_assert(ACL_MEM_P2P_NORMAL == 15);
static_assert(ACL_MEM_P2P_HUGE == 16);
static_assert(ACL_MEM_P2P_HUGE1G == 17);
static_assert(ACL_RT_MEM_ATTR_RSV == 0);
static_assert(ACL_RT_MEM_ATTR_MODULE_ID == 1);
static_assert(ACL_RT_MEM_ATTR_DEVICE_ID == 2);
static_assert(ACL_RT_MEM_ATTR_VA_FLAG == 3);
static_assert(ACL_CALLBACK_NO_BLOCK == 0);
static_assert(ACL_CALLBACK_BLOCK == 1);
static_assert(ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV == 1);
static_assert(ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV == 21);
static_assert(ACL_MODEL_RI_CAPTURE_MODE_GLOBAL == 0);
static_assert(ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL == 1);
static_assert(ACL_MODEL_RI_CAPTURE_MODE_RELAXED == 2);
static_assert(ACL_MODEL_RI_CAPTURE_STATUS_NONE == 0);
static_assert(ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE == 1);
static_assert(ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED == 2);
static_assert(ACL_DEV_ATTR_AICPU_CORE_NUM == 1);
static_assert(ACL_DEV_ATTR_AICORE_CORE_NUM == 101);
static_assert(ACL_DEV_ATTR_CUBE_CORE_NUM == 102);
static_assert(ACL_DEV_ATTR_VECTOR_CORE_NUM == 201);
static_assert(ACL_DEV_ATTR_WARP_SIZE == 202);
static_assert(ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE == 203);
static_assert(ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE == 204);
static_assert(ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE == 204);
static_assert(ACL_DEV_ATTR_MAX_GRID_DIM_X == 205);
static_assert(ACL_DEV_ATTR_MAX_GRID_DIM_Y == 206);
static_assert(ACL_DEV_ATTR_MAX_GRID_DIM_Z == 207);
static_assert(ACL_DEV_ATTR_MAX_BLOCK_PER_GRID == 208);
static_assert(ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK == 209);
static_assert(ACL_DEV_ATTR_MAX_BLOCK_DIM_X == 210);
static_assert(ACL_DEV_ATTR_MAX_BLOCK_DIM_Y == 211);
static_assert(ACL_DEV_ATTR_MAX_BLOCK_DIM_Z == 212);
static_assert(ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE == 301);
static_assert(ACL_DEV_ATTR_L2_CACHE_SIZE == 302);
static_assert(ACL_DEV_ATTR_SMP_ID == 401);
static_assert(ACL_DEV_ATTR_PHY_CHIP_ID == 402);
static_assert(ACL_DEV_ATTR_SUPER_POD_DEVICE_ID == 403);
static_assert(ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID == 403);
static_assert(ACL_DEV_ATTR_SUPER_POD_SERVER_ID == 404);
static_assert(ACL_DEV_ATTR_SUPER_POD_ID == 405);
static_assert(ACL_DEV_ATTR_CUST_OP_PRIVILEGE == 406);
static_assert(ACL_DEV_ATTR_MAINBOARD_ID == 407);
static_assert(ACL_DEV_ATTR_HD_CONNECT_TYPE == 408);
static_assert(ACL_DEV_ATTR_DEVICE_FORM_FACTOR == 409);
static_assert(ACL_DEV_ATTR_IS_VIRTUAL == 501);
static_assert(ACL_DEV_ATTR_NPU_ARCH == 601);

static_assert(offsetof(aclrtMemLocation, id) == 0 && offsetof(aclrtMemLocation, type) == 4);
static_assert(sizeof(aclrtMemLocation) == 8);
static_assert(offsetof(aclrtPhysicalMemProp, handleType) == 0);
static_assert(offsetof(aclrtPhysicalMemProp, allocationType) == 4);
static_assert(offsetof(aclrtPhysicalMemProp, memAttr) == 8);
static_assert(offsetof(aclrtPhysicalMemProp, location) == 12);
static_assert(offsetof(aclrtPhysicalMemProp, reserve) == 24);
static_assert(sizeof(aclrtPhysicalMemProp) == 32);
static_assert(offsetof(aclrtMemAccessDesc, flags) == 0);
static_assert(offsetof(aclrtMemAccessDesc, location) == 4);
static_assert(offsetof(aclrtMemAccessDesc, rsv) == 12 && sizeof(aclrtMemAccessDesc) == 24);
static_assert(offsetof(aclrtMallocAttribute, attr) == 0);
static_assert(offsetof(aclrtMallocAttribute, value) == 4 && sizeof(aclrtMallocAttribute) == 12);
static_assert(offsetof(aclrtMallocConfig, attrs) == 0);
static_assert(offsetof(aclrtMallocConfig, numAttrs) == 8 && sizeof(aclrtMallocConfig) == 16);
static_assert(offsetof(aclrtMemUsageInfo, curMemSize) == 32);
static_assert(offsetof(aclrtMemUsageInfo, memPeakSize) == 40);
static_assert(offsetof(aclrtMemUsageInfo, reserved) == 48 && sizeof(aclrtMemUsageInfo) == 112);
static_assert(std::is_same_v<aclrtDrvMemHandle, void*> && std::is_same_v<aclmdlRI, void*>);
static_assert(std::is_same_v<aclrtCallback, void (*)(void*)>);
static_assert(std::is_same_v<aclrtHostFunc, void (*)(void*)>);

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
}

}  // namespace
