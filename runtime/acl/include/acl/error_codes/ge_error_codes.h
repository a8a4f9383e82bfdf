/* Status codes of the graph engine. This library has no graph engine and returns none of them, so
 * none are defined; the header exists because programs include it. */
#ifndef ACL_ERROR_CODES_GE_ERROR_CODES_H_
#define ACL_ERROR_CODES_GE_ERROR_CODES_H_

#endif /* ACL_ERROR_CODES_GE_ERROR_CODES_H_ */
