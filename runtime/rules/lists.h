// Calls with lists of tensors, as rules and host code see them: each member is a parameter.
#ifndef OPENACLNN_RUNTIME_RULES_LISTS_H_
#define OPENACLNN_RUNTIME_RULES_LISTS_H_

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "runtime/rules/rules.h"

namespace openaclnn {

// "tensors[1]"
std::string MemberName(const char* list, int member);

// The parameters, arguments and rules of a call. Members of its lists come behind the operator's
// parameters, and stand for their list in every rule.
class ExpandedCall {
 public:
  // Before ParseArgs, which the arguments of this then want instead of `args`. Lists that are null
  // or not live have no members. The spans must outlive this.
  ExpandedCall(std::span<const ParamInfo> params, std::span<const Arg> args,
               std::span<const Rule> rules);
  ExpandedCall(const ExpandedCall&) = delete;
  ExpandedCall& operator=(const ExpandedCall&) = delete;

  std::span<const ParamInfo> params() const { return params_; }
  std::span<Arg> args() { return std::span(args_); }
  std::span<const Rule> rules() const { return rules_; }

  // The most tensors that lists of a call have together: parameters have numbers of 16 bits
  // (ParamNumber).
  static constexpr size_t kMostMembers = 60000;

  // How many tensors the lists have.
  static size_t Members(std::span<const ParamInfo> params, std::span<const Arg> args);

  // The tensors of all lists: member i is the parameter that so many places behind the operator's.
  struct Member {
    ParamNumber list;
    int number;  // its place in the list
  };
  const Member& member(size_t i) const { return members_[i]; }
  // The parameters that are members of the list, in order.
  std::vector<ParamNumber> MembersOf(ParamNumber list) const;

 private:
  std::deque<std::string> names_;  // "tensors[0]"; stays where it is
  std::vector<ParamInfo> params_;
  std::vector<Arg> args_;
  std::vector<Member> members_;
  std::vector<std::vector<ParamNumber>> rule_params_;
  std::vector<Rule> rules_;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_RULES_LISTS_H_
