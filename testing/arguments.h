// The arguments of a case as its C function takes them.
#ifndef OPENACLNN_TESTING_ARGUMENTS_H_
#define OPENACLNN_TESTING_ARGUMENTS_H_

#include <span>
#include <vector>

#include "aclnn/acl_meta.h"
#include "runtime/rules/rules.h"
#include "testing/cases.h"

namespace openaclnn::testing {

// Creates the scalars, arrays and lists of a call and destroys them with itself. Tensors are the
// caller's, but those of lists are destroyed with their list.
class Arguments {
 public:
  Arguments() = default;
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments();

  // The next argument, in the order of the C function; `tensor` is ignored for attributes. `arg`
  // must outlive this.
  void Add(const ArgCase& arg, const aclTensor* tensor);

  // Whether the next argument is a tensor of a list.
  bool IsInList() const { return missing_ > 0; }

  std::span<const Arg> args() const { return args_; }

 private:
  void AddList();

  std::vector<Arg> args_;
  std::vector<const aclScalar*> scalars_;
  std::vector<const aclIntArray*> int_arrays_;
  std::vector<const aclTensorList*> lists_;
  // Of the list that is being filled.
  std::vector<const aclTensor*> members_;
  int64_t missing_ = 0;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_ARGUMENTS_H_
