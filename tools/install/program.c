/* Takes the address of every function that the library exports: EXPORTED_FUNCTIONS is the list of their names, each followed by a comma, and
 * the headers that declare them are included on the command line. */
#include <stdio.h>

typedef void (*Function)(void);

#define FUNCTION(name) (Function) name

int main(void) {
  const Function functions[] = {EXPORTED_FUNCTIONS};
  const char* soc_name;
  if (aclInit(NULL) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
    fprintf(stderr, "no device: %s\n", aclGetRecentErrMsg());
    return 1;
  }
  soc_name = aclrtGetSocName();
  printf("%d functions on %s\n", (int)(sizeof functions / sizeof functions[0]), soc_name);
  return aclFinalize();
}
