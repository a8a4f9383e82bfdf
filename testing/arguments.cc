#include "testing/arguments.h"

#include <array>

namespace openaclnn::testing {

Arguments::~Arguments() {
  for (const aclScalar* scalar : scalars_) aclDestroyScalar(scalar);
  for (const aclIntArray* array : int_arrays_) aclDestroyIntArray(array);
  for (const aclTensorList* list : lists_) aclDestroyTensorList(list);
}

void Arguments::AddList() {
  lists_.push_back(aclCreateTensorList(members_.data(), members_.size()));
  args_.push_back(Arg::Of(lists_.back()));
  members_.clear();
}

void Arguments::Add(const ArgCase& arg, const aclTensor* tensor) {
  switch (arg.kind) {
    case ArgCase::Kind::kTensor:
      if (!IsInList()) {
        args_.push_back(Arg::Of(tensor));
        break;
      }
      members_.push_back(tensor);
      if (--missing_ == 0) AddList();
      break;
    case ArgCase::Kind::kList:
      missing_ = arg.number;
      if (arg.is_null) {
        args_.push_back(Arg::Of(static_cast<const aclTensorList*>(nullptr)));
      } else if (missing_ == 0) {
        AddList();
      }
      break;
    case ArgCase::Kind::kString:
      args_.push_back(Arg::Of(arg.is_null ? nullptr : arg.text.c_str()));
      break;
    case ArgCase::Kind::kInteger:
      args_.push_back(Arg::Of(arg.number));
      break;
    case ArgCase::Kind::kBool:
      args_.push_back(Arg::Of(arg.number != 0));
      break;
    case ArgCase::Kind::kReal:
      args_.push_back(Arg::Of(arg.real));
      break;
    case ArgCase::Kind::kScalar: {
      std::array<unsigned char, 16> bytes = arg.bytes;
      const aclScalar* scalar = arg.is_null ? nullptr : aclCreateScalar(bytes.data(), arg.dtype);
      if (scalar != nullptr) scalars_.push_back(scalar);
      args_.push_back(Arg::Of(scalar));
      break;
    }
    case ArgCase::Kind::kIntArray: {
      const aclIntArray* array =
          arg.is_null ? nullptr : aclCreateIntArray(arg.numbers.data(), arg.numbers.size());
      if (array != nullptr) int_arrays_.push_back(array);
      args_.push_back(Arg::Of(array));
      break;
    }
    case ArgCase::Kind::kDType:
      args_.push_back(Arg::Of(arg.dtype));
      break;
  }
}

}  // namespace openaclnn::testing
