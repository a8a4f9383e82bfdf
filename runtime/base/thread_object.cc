#include "runtime/base/thread_object.h"

#include <pthread.h>

#include <memory>
#include <new>
#include <utility>

namespace openaclnn {
namespace {

struct Destruction {
  void (*destroy)(void*);
  void* object;
  Destruction* next;  // what was registered before
};

void DestroyAll(void* latest) {
  for (auto* destruction = static_cast<Destruction*>(latest); destruction != nullptr;) {
    destruction->destroy(destruction->object);
    delete std::exchange(destruction, destruction->next);
  }
}

// One for all objects, made when the first is; a process can have a thousand.
pthread_key_t Key() {
  static const pthread_key_t key = [] {
    pthread_key_t made;
    if (pthread_key_create(&made, &DestroyAll) != 0) throw std::bad_alloc();
    return made;
  }();
  return key;
}

}  // namespace

void AtThreadEnd(void (*destroy)(void*), void* object) {
  const pthread_key_t key = Key();
  auto destruction = std::make_unique<Destruction>(
      Destruction{destroy, object, static_cast<Destruction*>(pthread_getspecific(key))});
  if (pthread_setspecific(key, destruction.get()) != 0) throw std::bad_alloc();
  destruction.release();
}

}  // namespace openaclnn
