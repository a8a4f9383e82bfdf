// Objects that live as long as a thread.
#ifndef OPENACLNN_RUNTIME_BASE_THREAD_OBJECT_H_
#define OPENACLNN_RUNTIME_BASE_THREAD_OBJECT_H_

#include <memory>

namespace openaclnn {

// Calls destroy(object) at the end of this thread, the latest first. std::bad_alloc, and nothing
// done, if memory is short.
void AtThreadEnd(void (*destroy)(void*), void* object);

// The object of type T of this thread, made at the first call and destroyed with the thread.
// std::bad_alloc if memory is short. The first use of a thread_local variable that has a destructor
// would end the process then, because the C library must remember to call it.
template <typename T>
class ThreadObject {
 public:
  static T& Get() {
    if (object_ == nullptr) {
      auto object = std::make_unique<T>();
      AtThreadEnd(&Destroy, object.get());
      object_ = object.release();
    }
    return *object_;
  }

 private:
  static void Destroy(void* object) {
    object_ = nullptr;
    delete static_cast<T*>(object);
  }

  static inline constinit thread_local T* object_ = nullptr;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_BASE_THREAD_OBJECT_H_
