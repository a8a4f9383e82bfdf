/* Devices, contexts, streams, events and memory.
 *
 * In general:
 *   - a null pointer for a result, and a null handle where no default is named, is 100000
 * (ACL_ERROR_INVALID_PARAM);
 *   - a stream or event that was destroyed, or never was one, is 107017
 * (ACL_ERROR_RT_INVALID_HANDLE); a context 107000;
 *   - a call that needs a current context, on a thread without one, is 107002
 * (ACL_ERROR_RT_CONTEXT_NULL): call aclrtSetDevice first;
 *   - sizes are bytes; timeouts are milliseconds: -1 waits for ever, 0 and less than -1 are 107000;
 *   - after a failure aclGetRecentErrMsg names the function, the argument, the value got and the
 * values accepted;
 *   - if the machine has no memory left a function returns 207001 (ACL_ERROR_RT_MEMORY_ALLOCATION)
 * and has done nothing;
 *   - streams, events and contexts may be destroyed by one thread while others use them; calls that
 * come too late get the code of a destroyed one;
 *   - in a child made by fork() after its parent had set a device, every handle is dead and there
 * is no device. Where the vendor leaves the consequence of a mistake open, this library returns the
 * code stated here and changes nothing. */
#ifndef ACL_ACL_RT_H_
#define ACL_ACL_RT_H_

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of aclrtCreateStreamWithConfig. */
#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U
#define ACL_STREAM_PERSISTENT 0x00000004U
#define ACL_STREAM_HUGE 0x00000008U
#define ACL_STREAM_CPU_SCHEDULE 0x00000010U
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020U

/* Flags of aclrtCreateEventWithFlag. */
#define ACL_EVENT_SYNC 0x00000001U
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002U
#define ACL_EVENT_TIME_LINE 0x00000008U
#define ACL_EVENT_DEVICE_USE_ONLY 0x00000010U
#define ACL_EVENT_EXTERNAL 0x00000020U
#define ACL_EVENT_IPC 0x00000040U

typedef enum aclrtHostRegisterType ACL_ANY_INT {
  ACL_HOST_REGISTER_MAPPED = 0
} aclrtHostRegisterType;

typedef enum aclrtRunMode ACL_ANY_INT { ACL_DEVICE = 0, ACL_HOST = 1 } aclrtRunMode;

typedef enum aclrtEventStatus ACL_ANY_INT {
  ACL_EVENT_STATUS_COMPLETE = 0,
  ACL_EVENT_STATUS_NOT_READY = 1,
  ACL_EVENT_STATUS_RESERVED = 2
} aclrtEventStatus;

/* The other way round than aclrtEventStatus. */
typedef enum aclrtEventRecordedStatus ACL_ANY_INT {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
} aclrtEventRecordedStatus;

typedef enum aclrtEventWaitStatus ACL_ANY_INT {
  ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
  ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
  ACL_EVENT_WAIT_STATUS_RESERVED = 0xFFFF
} aclrtEventWaitStatus;

typedef enum aclrtStreamStatus ACL_ANY_INT {
  ACL_STREAM_STATUS_COMPLETE = 0,
  ACL_STREAM_STATUS_NOT_READY = 1,
  ACL_STREAM_STATUS_RESERVED = 0xFFFF
} aclrtStreamStatus;

typedef enum aclrtMemcpyKind ACL_ANY_INT {
  ACL_MEMCPY_HOST_TO_HOST = 0,
  ACL_MEMCPY_HOST_TO_DEVICE = 1,
  ACL_MEMCPY_DEVICE_TO_HOST = 2,
  ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
  ACL_MEMCPY_DEFAULT = 4,
  ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
  ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
  ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7
} aclrtMemcpyKind;

/* Wishes about pages and placement; every value is accepted and gives the same kind of memory. */
typedef enum aclrtMemMallocPolicy ACL_ANY_INT {
  ACL_MEM_MALLOC_HUGE_FIRST = 0,
  ACL_MEM_MALLOC_HUGE_ONLY = 1,
  ACL_MEM_MALLOC_NORMAL_ONLY = 2,
  ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
  ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
  ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
  ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
  ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
  ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x0100,
  ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
  ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000
} aclrtMemMallocPolicy;

typedef enum aclrtMemAttr ACL_ANY_INT {
  ACL_DDR_MEM = 0,
  ACL_HBM_MEM = 1,
  ACL_DDR_MEM_HUGE = 2,
  ACL_DDR_MEM_NORMAL = 3,
  ACL_HBM_MEM_HUGE = 4,
  ACL_HBM_MEM_NORMAL = 5,
  ACL_DDR_MEM_P2P_HUGE = 6,
  ACL_DDR_MEM_P2P_NORMAL = 7,
  ACL_HBM_MEM_P2P_HUGE = 8,
  ACL_HBM_MEM_P2P_NORMAL = 9,
  ACL_HBM_MEM_HUGE1G = 10,
  ACL_HBM_MEM_P2P_HUGE1G = 11,
  ACL_MEM_NORMAL = 12,
  ACL_MEM_HUGE = 13,
  ACL_MEM_HUGE1G = 14,
  ACL_MEM_P2P_NORMAL = 15,
  ACL_MEM_P2P_HUGE = 16,
  ACL_MEM_P2P_HUGE1G = 17
} aclrtMemAttr;

/* What the AI Core does where a result is too large or not a number. */
typedef enum aclrtFloatOverflowMode ACL_ANY_INT {
  ACL_RT_OVERFLOW_MODE_SATURATION = 0, /* the largest finite number, and 0 for NaN */
  ACL_RT_OVERFLOW_MODE_INFNAN = 1,     /* infinity and NaN */
  ACL_RT_OVERFLOW_MODE_UNDEF = 2
} aclrtFloatOverflowMode;

/* What a program may wish of an allocation: aclrtMallocWithCfg and its kin. */
typedef enum aclrtMallocAttrType ACL_ANY_INT {
  ACL_RT_MEM_ATTR_RSV = 0,
  ACL_RT_MEM_ATTR_MODULE_ID = 1,
  ACL_RT_MEM_ATTR_DEVICE_ID = 2,
  ACL_RT_MEM_ATTR_VA_FLAG = 3
} aclrtMallocAttrType;

typedef union aclrtMallocAttrValue {
  uint16_t moduleId;
  uint32_t deviceId;
  uint32_t vaFlag;
  uint8_t rsv[8];
} aclrtMallocAttrValue;

typedef struct aclrtMallocAttribute {
  aclrtMallocAttrType attr;
  aclrtMallocAttrValue value;
} aclrtMallocAttribute;

typedef struct aclrtMallocConfig {
  aclrtMallocAttribute* attrs;
  size_t numAttrs;
} aclrtMallocConfig;

typedef struct aclrtMemUsageInfo {
  char name[32];
  uint64_t curMemSize;
  uint64_t memPeakSize;
  size_t reserved[8];
} aclrtMemUsageInfo;

typedef enum aclrtDevAttr ACL_ANY_INT {
  ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
  ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
  ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
  ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
  ACL_DEV_ATTR_WARP_SIZE = 202,
  ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE = 203,
  ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE = 204,
  ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE = 204,
  ACL_DEV_ATTR_MAX_GRID_DIM_X = 205,
  ACL_DEV_ATTR_MAX_GRID_DIM_Y = 206,
  ACL_DEV_ATTR_MAX_GRID_DIM_Z = 207,
  ACL_DEV_ATTR_MAX_BLOCK_PER_GRID = 208,
  ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK = 209,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_X = 210,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_Y = 211,
  ACL_DEV_ATTR_MAX_BLOCK_DIM_Z = 212,
  ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301,
  ACL_DEV_ATTR_L2_CACHE_SIZE = 302,
  ACL_DEV_ATTR_SMP_ID = 401,
  ACL_DEV_ATTR_PHY_CHIP_ID = 402,
  ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID = 403, /* misspelt in older programs */
  ACL_DEV_ATTR_SUPER_POD_DEVICE_ID = 403,
  ACL_DEV_ATTR_SUPER_POD_SERVER_ID = 404,
  ACL_DEV_ATTR_SUPER_POD_ID = 405,
  ACL_DEV_ATTR_CUST_OP_PRIVILEGE = 406,
  ACL_DEV_ATTR_MAINBOARD_ID = 407,
  ACL_DEV_ATTR_HD_CONNECT_TYPE = 408,
  ACL_DEV_ATTR_DEVICE_FORM_FACTOR = 409,
  ACL_DEV_ATTR_IS_VIRTUAL = 501,
  ACL_DEV_ATTR_NPU_ARCH = 601
} aclrtDevAttr;

typedef enum aclrtDevFeatureType ACL_ANY_INT {
  ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
  ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21
} aclrtDevFeatureType;

/* Virtual memory. */
typedef void* aclrtDrvMemHandle;

typedef enum aclrtMemHandleType ACL_ANY_INT {
  ACL_MEM_HANDLE_TYPE_NONE = 0,
  ACL_MEM_HANDLE_TYPE_POSIX = 2
} aclrtMemHandleType;

typedef enum aclrtMemAllocationType ACL_ANY_INT {
  ACL_MEM_ALLOCATION_TYPE_PINNED = 0
} aclrtMemAllocationType;

typedef enum aclrtMemLocationType ACL_ANY_INT {
  ACL_MEM_LOCATION_TYPE_HOST = 0,
  ACL_MEM_LOCATION_TYPE_DEVICE = 1,
  ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2,
  ACL_MEM_LOCATION_TYPE_MANAGED = 3,
  ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4
} aclrtMemLocationType;

typedef struct aclrtMemLocation {
  uint32_t id;
  aclrtMemLocationType type;
} aclrtMemLocation;

typedef struct aclrtPhysicalMemProp {
  aclrtMemHandleType handleType;
  aclrtMemAllocationType allocationType;
  aclrtMemAttr memAttr;
  aclrtMemLocation location;
  uint64_t reserve;
} aclrtPhysicalMemProp;

typedef enum aclrtMemGranularityOptions ACL_ANY_INT {
  ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
  ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 0xFFFF
} aclrtMemGranularityOptions;

typedef enum aclrtMemAccessFlags ACL_ANY_INT {
  ACL_RT_MEM_ACCESS_FLAGS_NONE = 0,
  ACL_RT_MEM_ACCESS_FLAGS_READ = 1,
  ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3
} aclrtMemAccessFlags;

typedef struct aclrtMemAccessDesc {
  aclrtMemAccessFlags flags;
  aclrtMemLocation location;
  uint8_t rsv[12];
} aclrtMemAccessDesc;

/* Capture of streams. */
typedef void* aclmdlRI;
typedef void* aclrtTaskGrp;

/* Its status codes, beside those of error_codes/rt_error_codes.h. */
#define ACL_ERROR_RT_STREAM_UNJOINED 107025
#define ACL_ERROR_RT_STREAM_CAPTURED 107027
#define ACL_ERROR_RT_STREAM_NOT_CAPTURED 107029
#define ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT 107030
#define ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED 107036
#define ACL_ERROR_RT_MODEL_RUNNING 107037
#define ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD 107038
#define ACL_ERROR_RT_CAPTURE_MODE_FORBIDS 107041
#define ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED 507903

typedef enum aclmdlRICaptureMode ACL_ANY_INT {
  ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,       /* no thread may make the calls it forbids */
  ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1, /* only the thread that captures may not */
  ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2       /* all may */
} aclmdlRICaptureMode;

typedef enum aclmdlRICaptureStatus ACL_ANY_INT {
  ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
  ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1,
  ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2
} aclmdlRICaptureStatus;

/* Functions of the program that run when a stream reaches them. They must not throw. */
typedef void (*aclrtCallback)(void* userData);
typedef void (*aclrtHostFunc)(void* args);

typedef enum aclrtCallbackBlockType ACL_ANY_INT {
  ACL_CALLBACK_NO_BLOCK = 0,
  ACL_CALLBACK_BLOCK = 1 /* later work of the stream waits until the callback has returned */
} aclrtCallbackBlockType;

/* ---- Initialisation -------------------------------------------------------------------------- */

/* Initialises the library. `configPath` is null, "" or a JSON file; its key "openaclnn" may hold
 *   {"devices": ["Ascend910B3", "Ascend310P3:aicore"], "impl_mode": "high_performance" |
 * "high_precision", "threads": 4} and wins over the environment (OPENACLNN_DEVICES,
 * OPENACLNN_IMPL_MODE, OPENACLNN_NUM_THREADS); other keys are the vendor's and not read. 100002:
 * initialised already; counted, and otherwise without effect. 100003: the file cannot be read, or
 * is not a regular file. 100005: it is larger than 1 MiB. 100006: it is not JSON, or nested deeper
 * than 16 levels. 100008: a value under "openaclnn" is wrong. 100000: initialised again after
 * aclFinalize with another configuration; or OPENACLNN_DEVICES names a chip or backend that does
 * not exist, or another of the variables is wrong. */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/* Ends what aclInit began, however often it was called: finishes all work and ends all contexts and
 * streams, so that no thread has a device until it sets one again. Memory, tensors and events stay,
 * to be released. 100037: not initialised. */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/* Takes back one aclInit; the last one does what aclFinalize does. *refCount (may be null) receives
 * how many remain. 100037: none was left.
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/* Version of the interface: 1, 17, 0. */
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion,
                                             int32_t* patchVersion);

/* Obtains and clears the message of the last failure on this thread, in the vendor's framing; null
 * if there was none since the last call. Valid until the next call on this thread. */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

/* ---- Devices --------------------------------------------------------------------------------- */

/* Makes the default context of a device current on this thread, creating it (with its default
 * stream) if need be. Counted per device. 107001: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/* Takes back one aclrtSetDevice; the last one finishes the work of the default context and destroys
 * it and its streams. 107001: no such device. 507007: the device is not set. */
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/* The same, however often the device was set. */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

/* The device of this thread's current context. 107002: there is none. */
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

/* How many devices there are. 100000: OPENACLNN_DEVICES, or another of the variables, is wrong. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

/* Always ACL_HOST. */
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

/* Waits for all work of the current device. Returns the first failure among that work since it was
 * last waited for. 507046: time is over.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

/* Overflow mode of the current device, for streams created afterwards. 100000: not one of the
 * modes. 207000: the chip cannot do it. */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode);

/* A property of a device. One that the chip does not have, or that is not known of it, is 0.
 * 107001: no such device. 107000: not one of ACL_DEV_ATTR_*. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr,
                                                int64_t* value);

/* Whether a device has a feature of the vendor's firmware: 0 for both of them. 107001: no such
 * device. 107000: not one of ACL_FEATURE_*. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCapability(int32_t deviceId,
                                                      aclrtDevFeatureType devFeatureType,
                                                      int32_t* value);

/* Whether kernels compiled for the chip `socVersion` run on device 0: 1 if both have the same
 * architecture, else 0, which is also the answer for a name that is no chip's. 500000: there is no
 * device. */
ACL_FUNC_VISIBILITY aclError aclrtCheckArchCompatibility(const char* socVersion,
                                                         int32_t* canCompatible);

/* Access from one device to the memory of another. All devices here share the memory of the host,
 * so 1 can always be answered, and enabling changes only what aclrtDevicePeerAccessStatus says.
 * 100000: both are the same device. 107001: no such device. 107000, of the functions that answer: a
 * null pointer. aclrtDeviceCanAccessPeer is 107002 unless the current context is one of `deviceId`;
 * the functions that enable and disable are from the current device to `peerDeviceId`, and 107002
 * without one. 200006: flags is not 0. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId,
                                                      int32_t peerDeviceId);
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);
ACL_FUNC_VISIBILITY aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);
ACL_FUNC_VISIBILITY aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId,
                                                         int32_t* status);

/* Options of the process, and of the current context. 100000: not an option (of the context: the
 * last one is not). 107021, from the context's getter: not set there. */
ACL_FUNC_VISIBILITY aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value);
ACL_FUNC_VISIBILITY aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

/* ---- Contexts -------------------------------------------------------------------------------- */

/* Creates a context, with a default stream of its own, and makes it current. 107001: no such
 * device. */
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

/* Finishes the work of a context and destroys it, its streams and its events' claims on them.
 * 107000: not alive, or the default context of a device (aclrtResetDevice does that). Threads on
 * which it was current have none afterwards. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

/* The current context belongs to the calling thread; a new thread has none. */
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);
ACL_FUNC_VISIBILITY aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

/* ---- Streams --------------------------------------------------------------------------------- */

/* A queue of work that is done in order. Belongs to the current context. 207008: the device has no
 * more streams. */
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

/* The same; `priority` and unknown bits of `flag` are not used. A stream with
 * ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE or ACL_STREAM_DEVICE_USE_ONLY is not waited for:
 * aclrtSynchronizeStream returns 0 at once. */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                                         uint32_t flag);

/* Finishes the work of the stream and destroys it. 107017: not alive. 107000: a default stream. A
 * stream that aclrtResetDevice ended may be destroyed once more. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/* Destroys the stream; work that has not begun is dropped. Codes as aclrtDestroyStream. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

/* Waits for all work of the stream (null: the current context's default stream). Returns the first
 * failure among that work since the stream was last waited for; the work after it has been done all
 * the same. 507046: time is over. */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/* Whether all work of the stream (null: the default stream) is done; failures are left to
 * aclrtSynchronizeStream. */
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

/* ---- Callbacks ------------------------------------------------------------------------------- */

/* A callback may queue work, but not wait for any: functions that wait or release memory return
 * 207000 there. A thread that waits for a stream runs the callbacks that are its own meanwhile. */

/* Has the callbacks of a stream (null: the default stream) run on the thread whose pthread_self()
 * is `threadId`, when it calls aclrtProcessReport. A thread may serve several streams. 107011: the
 * stream is subscribed already, or was used with aclrtLaunchHostFunc. */
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

/* Ends that; callbacks that have not begun do not run. 107011: the stream is not subscribed, or was
 * used with aclrtLaunchHostFunc. 107012: it is subscribed to another thread. */
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

/* Waits for a callback of the streams that are subscribed to this thread, and runs it. 507012:
 * there was none in time. 107012: no stream is subscribed to this thread. 100000: a timeout of 0 or
 * less than -1. */
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

/* Queues fn(userData) on a stream that is subscribed. 100000: not one of the block types. 107000:
 * `fn` is null. 107011: the stream was used with aclrtLaunchHostFunc. 107015: it is not subscribed.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void* userData,
                                                 aclrtCallbackBlockType blockType,
                                                 aclrtStream stream);

/* Queues fn(args) on any stream; a thread of the library runs it, one such function at a time, and
 * later work of the stream waits until it has returned. 107000: `fn` is null. */
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

/* ---- Events ---------------------------------------------------------------------------------- */

/* A point in the work of a stream. aclrtCreateEvent and the Ex form differ only in the vendor's
 * implementation. `flag` is an OR of ACL_EVENT_*; 107000 if it is 0, has unknown bits, or has
 * ACL_EVENT_DEVICE_USE_ONLY or ACL_EVENT_EXTERNAL together with another. */
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

/* May be called while work still refers to the event. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

/* The event is complete when the work queued so far on the stream (null: the default stream) is
 * done. 107003: a stream of another context.
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/* Queues on the stream that the event is as if never recorded. 107000: the event was created
 * without ACL_EVENT_SYNC. */
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

/* Work queued on the stream from now on begins when the event, as last recorded, is complete; at
 * once if it never was recorded. */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

/* Whether the work captured by the last record is done. An event that was never recorded counts as
 * complete. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event,
                                                   aclrtEventRecordedStatus* status);

/* Whether all streams that were told to wait for the event have got past it. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventWaitStatus(aclrtEvent event,
                                                       aclrtEventWaitStatus* status);

/* Waits until the event is complete; at once if it never was recorded. 507047: time is over. */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

/* Milliseconds between the completion of two events. 507000: one was never recorded. 107006: one is
 * not complete. 107007: `endEvent` was complete first. */
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent,
                                                   aclrtEvent endEvent);

/* When the event completed, in microseconds of a clock that never goes back. 507000: never
 * recorded. 107006: not complete. */
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Device memory, aligned to 512 bytes, contents undefined, for the current device. A size of 0 is
 * 100000. 207001: out of memory. 107002: no context. All three give the same kind of memory; they
 * differ in the bytes the vendor adds at the end. */
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy);
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size,
                                               aclrtMemMallocPolicy policy);

/* The same, with wishes. `cfg` may be null; 100000 if it has attributes and no address of them, or
 * one that is not ACL_RT_MEM_ATTR_*. ACL_RT_MEM_ATTR_DEVICE_ID chooses another device than the
 * current one (107001: no such device); the others change nothing. */
ACL_FUNC_VISIBILITY aclError aclrtMallocWithCfg(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy,
                                                aclrtMallocConfig* cfg);
ACL_FUNC_VISIBILITY aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size,
                                                         aclrtMemMallocPolicy policy,
                                                         aclrtMallocConfig* cfg);

/* Releases device memory; work that is still queued, on any device, is finished first. 100000:
 * null. 107000: not the start of a live allocation of these functions (released already, inside an
 * allocation, host memory). */
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

/* Host memory, aligned to 512 bytes. A size of 0 is 100000. Releasing it finishes queued work
 * first. Codes as above. */
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

/* Host memory with wishes: none of them changes anything, wrong ones are those of
 * aclrtMallocWithCfg. */
ACL_FUNC_VISIBILITY aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size,
                                                    aclrtMallocConfig* cfg);

/* Lets the current device work on `size` bytes of the program's own memory where they are, until
 * they are unregistered: tensors may lie there, nothing is copied. *devPtr is the address to use
 * for them, here `ptr` itself. Regions may overlap. The same address may be registered again; the
 * longest of its regions counts then, and it must be unregistered as often. `type` must be
 * ACL_HOST_REGISTER_MAPPED (else 100000). 100000: null, a size of 0. 107000: a region that no
 * memory can hold. 107002: no context. */
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type,
                                               void** devPtr);

/* Ends what one aclrtHostRegister of this address began, before the memory is released; work that
 * is still queued on the device is finished first. 100000: null. 107000: not the start of a
 * registered region. */
ACL_FUNC_VISIBILITY aclError aclrtHostUnregister(void* ptr);

/* Copies `count` bytes at once; it does not wait for queued work. A count of 0 is 0, whatever the
 * pointers are. `kind` must be 0 to 5 (else 100000) and has no other meaning: addresses decide.
 * `destMax` is the room at `dst`; 107000 if it is 0 or less than count. 107000 also if a range
 * begins inside an allocation of this library and leaves it. Addresses outside all of them are
 * taken as host memory. Ranges that overlap are copied as memmove does. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

/* The same as work of a stream (null: the default stream). Memory that aclrtMalloc and
 * aclrtMallocHost did not give out is copied before the call returns, after the work queued so far.
 * 207000: ACL_MEMCPY_HOST_TO_HOST. 107003: a stream of another context. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src,
                                              size_t count, aclrtMemcpyKind kind,
                                              aclrtStream stream);

/* `height` rows of `width` bytes, which begin `dpitch` and `spitch` bytes apart. 100000 if a pitch
 * is less than the width. An empty rectangle is 0. `kind` must be one of 0 to 4. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch,
                                           size_t width, size_t height, aclrtMemcpyKind kind);

/* The same as work of a stream, with the rules of aclrtMemcpyAsync for memory and streams. `kind`
 * must be one of 1 to 4. For an empty rectangle only the stream is checked: it is 0 with null
 * pointers, wrong pitches or another kind. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src,
                                                size_t spitch, size_t width, size_t height,
                                                aclrtMemcpyKind kind, aclrtStream stream);

/* Sets `count` bytes to the low 8 bits of `value`. A count of 0 is 0. 107000 if count is more than
 * maxCount, or leaves the allocation. */
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value,
                                         size_t count);
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value,
                                              size_t count, aclrtStream stream);

/* Bytes of memory of the current device's chip: in total, and not allocated. `attr` outside the
 * enumeration is 100000. */
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

/* Bytes allocated on a device, now and at most so far, by what allocated them. Here that is one
 * entry, "ACL", so *outputNum is 1. 100000: null, or an inputNum of 0. 107001: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo,
                                                  size_t inputNum, size_t* outputNum);

/* ---- Virtual memory -------------------------------------------------------------------------- */

/* Addresses are reserved, physical memory is allocated, and the one is mapped at the other. Mapped
 * memory can be used at once, like that of aclrtMalloc; neighbours on one device count as one
 * block. In all functions null, a size of 0, and flags that are not named are 100000. */

/* What sizes and addresses must be multiples of: 2 MiB, or 1 GiB if that is asked for. 100000:
 * `prop` is not one that aclrtMallocPhysical accepts. 107001: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                                              aclrtMemGranularityOptions option,
                                                              size_t* granularity);

/* Physical memory; pages take room when they are first written. `flags` must be 0. 100000:
 * handleType other than NONE, allocationType other than PINNED, a location other than the host and
 * devices, or memAttr that the location does not have: devices have 4, 5, 10 and 12 to 17, the host
 * DDR and 12 to
 * 17. 107000: size is no multiple of 2 MiB. 107001: no such device. 207001: out of memory. */
ACL_FUNC_VISIBILITY aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                                                 const aclrtPhysicalMemProp* prop, uint64_t flags);

/* Ends the handle; the memory is released when it is mapped nowhere. 107017: not alive. */
ACL_FUNC_VISIBILITY aclError aclrtFreePhysical(aclrtDrvMemHandle handle);

/* Reserves addresses, which takes no memory. `alignment` must be 0, `expectPtr` null, `flags` 0
 * or 1. 207001: there are no such addresses. */
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment,
                                                    void* expectPtr, uint64_t flags);

/* 107000: not where a reservation begins, or memory is still mapped there. */
ACL_FUNC_VISIBILITY aclError aclrtReleaseMemAddress(void* virPtr);

/* Maps the first `size` bytes of physical memory anywhere in a reservation. `offset` and `flags`
 * must be 0. 107000: not multiples of 2 MiB, more than the physical memory has, outside all
 * reservations, or where memory is mapped. 107017: the handle is not alive. */
ACL_FUNC_VISIBILITY aclError aclrtMapMem(void* virPtr, size_t size, size_t offset,
                                         aclrtDrvMemHandle handle, uint64_t flags);

/* Ends what aclrtMapMem began at this address; queued work is finished first. 107000: nothing was
 * mapped there. */
ACL_FUNC_VISIBILITY aclError aclrtUnmapMem(void* virPtr);

/* Notes what access to whole mappings is allowed (the last of `desc` counts), and says it. It is
 * not enforced. 107000: nothing is mapped there, or a part of a mapping. 107001: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtMemSetAccess(void* virPtr, size_t size, aclrtMemAccessDesc* desc,
                                               size_t count);
ACL_FUNC_VISIBILITY aclError aclrtMemGetAccess(void* virPtr, aclrtMemLocation* location,
                                               uint64_t* flags);

/* ---- Capture --------------------------------------------------------------------------------- */

/* From the begin to the end of a capture, work for the stream is recorded and does not run: phase 2
 * of operators, asynchronous copies (of device memory, and host memory of aclrtMallocHost) and
 * fills. What was recorded is a model, which runs as often as wanted.
 *
 * Addresses are recorded: memory, workspaces included, must live as long as the model. Tensors,
 * scalars and executors may end (recorded ones count among the 65,536 there can be). Scalars and
 * the overflow mode keep the values they had.
 *
 * An event recorded on a captured stream belongs to the capture; a stream that waits for it joins
 * the capture, and its work is recorded, too. At the end the first stream must have waited for all
 * that others recorded. A model does everything in the order of the calls.
 *
 * While a stream is captured these are forbidden, to the threads its mode names: synchronizing or
 * querying a stream, event or device, copies and fills that are not asynchronous, and asynchronous
 * copies of other host memory. They return 107041. Callbacks on captured streams, events that were
 * recorded elsewhere, ACL_EVENT_EXTERNAL, and in relaxed mode what is forbidden of the captured
 * streams and events themselves, return 107030. Either way the capture is invalid from then on:
 * its streams return 507903 until it has ended. Once it has, its events are as if never recorded.
 */

/* 100000: null, a default stream, or not one of the modes. 107027: the stream is captured already,
 * or has an update of tasks. 107003: a stream of another context. 207000: the chip cannot capture
 * (Atlas 200I/500 A2 and training series). */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);

/* 100000: null. 107029: the stream is not captured. 107036: it has joined a capture that began at
 * another stream, or a stream of the capture has an open group of tasks. 107038: another thread
 * began it, in a mode other than relaxed. These change nothing. 507903: the capture is invalid.
 * 107025: another stream has work that this one does not wait for. These end the capture without a
 * model. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI);

/* Whether the stream (null: the default stream) is captured, and the model that this makes, which
 * cannot be used before the end; null if the stream is not captured. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureGetInfo(aclrtStream stream,
                                                    aclmdlRICaptureStatus* status,
                                                    aclmdlRI* modelRI);

/* Sets which captures forbid this thread something, and gives back what it was. At first
 * GLOBAL: its own, and the global ones of other threads. THREAD_LOCAL: its own. RELAXED: none. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode);

/* A group is what one captured stream records between the begin and the end of the group. When the
 * capture has ended, the tasks of a group can be replaced by others, with other addresses, shapes
 * or scalars; there must be as many, of the same functions in the same order. Tasks are phase 2 of
 * operators, asynchronous copies and fills; copies and fills of 0 bytes are not recorded. A handle
 * is valid as long as the model.
 */

/* Begins a group. 100000: null. 107029: the stream is not captured. 107036: it has an open group
 * already. 107038: another thread began the capture, in a mode other than relaxed. 507903: the
 * capture is invalid. None of these changes anything. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);

/* Ends the open group of the stream. 107036: it has none. Other codes as above. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* grp);

/* Begins an update of the group. From now on tasks for the stream, which may be any that is not
 * captured, are collected and do not run. As in a capture, their memory must live as long as the
 * model, and they keep the scalars and the overflow mode that they were put there with. What a
 * captured stream cannot record is rejected (107030); so are events, and synchronizing or querying
 * the stream. Then the update is invalid: its stream returns 507903 until the update has ended.
 * Other streams are not affected. The end of the stream drops the update.
 *
 * 100000: null. 107017: the stream or the group is not alive; a group ends with its model. 107027:
 * the stream is captured or has an update already, or the model is still captured. 107003: a stream
 * of another context. 207000: the chip cannot capture. None of these changes anything. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp grp);

/* Ends the update, on any thread. Runs of the model that are queued from now on do the new tasks,
 * in the places of the old ones; runs that were queued before do the old tasks. 100000: null.
 * 107029: the stream has no update. These change nothing. 107000: not as many tasks, or not of the
 * same functions, as the group has. 107017: the model was destroyed meanwhile. 507903: the update
 * is invalid. These end the update and leave the model as it was. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);

/* Queues a run of the model on a stream (null: the default stream) of any device. Failures stay
 * with the stream; tasks after a failure are done all the same. Two runs of one model are never at
 * work at once. 107017: the model is not alive. 107027: the stream, or the model itself, is still
 * captured, or the stream has an update of tasks. 107000: memory that the model uses was released.
 * XX */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);

/* The same on the default stream, which it then synchronizes. 507046: time is over; the model still
 * runs. */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);

/* Runs that were queued do nothing more than the task they are at; no failure is reported. */
ACL_FUNC_VISIBILITY aclError aclmdlRIAbort(aclmdlRI modelRI);

/* 107017: not alive. 107037: a run has not ended. 107027: still captured. */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroy(aclmdlRI modelRI);

/* Writes what the model does, a task per line, with the groups of tasks as numbers, to standard
 * error or as JSON to a file; `flags` has no meaning here. 100004: the file cannot be written. */
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugPrint(aclmdlRI modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path,
                                                    uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif /* ACL_ACL_RT_H_ */
