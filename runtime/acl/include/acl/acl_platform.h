/* Numbers of the NPU architectures. */
#ifndef ACL_ACL_PLATFORM_H_
#define ACL_ACL_PLATFORM_H_

typedef enum aclplatformNpuArch {
  DAV_1001 = 1001, /* Atlas training series */
  DAV_1002 = 1002,
  DAV_2002 = 2002, /* Atlas inference series */
  DAV_2201 = 2201, /* Atlas A2 and A3 */
  DAV_3002 = 3002, /* Atlas 200I/500 A2 */
  DAV_3003 = 3003,
  DAV_3113 = 3113,
  DAV_3505 = 3505,
  DAV_3510 = 3510, /* Ascend 950 */
  DAV_3801 = 3801,
  DAV_5102 = 5102,
  DAV_RESV = 0xFFFF
} aclplatformNpuArch;

#endif /* ACL_ACL_PLATFORM_H_ */
