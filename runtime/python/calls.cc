// The package's way to make a call again, with other arrays of the same kind: their memory is
// registered, the tensors of a repeatable executor get its addresses, and phase 2 runs and is
// waited for. From Python these are a dozen calls, each of which takes longer than a small
// operator.
//
// It is C++ without its run-time library, which the wheel does not bring along.
//
// Nothing is checked here that the library checks itself, and no error is raised: `run` returns the
// first code that is not 0, and _core.py makes the call anew, which then fails with its message.

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000  // buffers are in it from Python 3.11 on
#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <new>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace {

using Phase2 = aclnnStatus (*)(void* workspace, uint64_t size, aclOpExecutor* executor,
                               aclrtStream stream);

constexpr int kMostOperands = 16;
constexpr const char* kName = "openaclnn.call";  // of capsules

struct Operand {
  aclTensor* tensor;
  ptrdiff_t lowest;  // bytes from an array's first element to its lowest one; at most 0
  uint64_t bytes;    // from there on
  bool is_written;
};

struct Call {
  aclrtContext context;
  aclOpExecutor* executor;
  Phase2 phase2;
  void* workspace;
  uint64_t workspace_size;
  int count;
  Operand operands[kMostOperands];
};

Call* CallOf(PyObject* capsule) { return static_cast<Call*>(PyCapsule_GetPointer(capsule, kName)); }

void* Pointer(unsigned long long value) { return reinterpret_cast<void*>(value); }

// Memory of arrays, registered for as long as this lives.
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    for (int i = 0; i < count_; ++i) aclrtHostUnregister(starts_[i]);
  }

  // The code of what failed.
  int Register(void* start, uint64_t bytes) {
    void* device;
    const int code = aclrtHostRegister(start, bytes, ACL_HOST_REGISTER_MAPPED, &device);
    if (code == 0) starts_[count_++] = start;
    return code;
  }

 private:
  void* starts_[kMostOperands];
  int count_ = 0;
};

// Buffers of NumPy's arrays, held for as long as this lives.
class Buffers {
 public:
  Buffers() = default;
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers() {
    for (int i = 0; i < count_; ++i) PyBuffer_Release(&views_[i]);
  }

  // The address of the first element of an array, or an address given as a number; null after an
  // error of Python.
  char* Address(PyObject* array, bool is_written) {
    if (PyLong_Check(array)) return static_cast<char*>(PyLong_AsVoidPtr(array));
    Py_buffer* const view = &views_[count_];
    const int flags = PyBUF_STRIDES | (is_written ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(array, view, flags) != 0) return nullptr;
    ++count_;
    return static_cast<char*>(view->buf);
  }

 private:
  Py_buffer views_[kMostOperands];
  int count_ = 0;
};

int Run(const Call& call, char* const* addresses) {
  Memory memory;
  if (const int code = aclrtSetCurrentContext(call.context); code != 0) return code;
  for (int i = 0; i < call.count; ++i) {
    const Operand& operand = call.operands[i];
    char* const start = addresses[i] + operand.lowest;
    if (const int code = memory.Register(start, operand.bytes); code != 0) return code;
    if (const int code = aclSetTensorAddr(call.executor, i, operand.tensor, start); code != 0)
      return code;
  }
  if (const int code = call.phase2(call.workspace, call.workspace_size, call.executor, nullptr);
      code != 0)
    return code;
  return aclrtSynchronizeStream(nullptr);
}

// prepare(context, executor, phase2, workspace, size, ((tensor, lowest, bytes, is_written), ...)):
// a capsule for run(), which owns nothing of this; all but the last are addresses and a size.
PyObject* Prepare(PyObject*, PyObject* args) {
  unsigned long long context, executor, phase2, workspace, size;
  PyObject* operands;
  if (!PyArg_ParseTuple(args, "KKKKKO", &context, &executor, &phase2, &workspace, &size, &operands))
    return nullptr;
  const Py_ssize_t count = PyTuple_Size(operands);
  if (count < 0) return nullptr;
  if (count > kMostOperands)
    return PyErr_Format(PyExc_ValueError, "there are %zd arrays; accepted are at most %d", count,
                        kMostOperands);
  Call call = {.context = Pointer(context),
               .executor = static_cast<aclOpExecutor*>(Pointer(executor)),
               .phase2 = reinterpret_cast<Phase2>(phase2),
               .workspace = Pointer(workspace),
               .workspace_size = size,
               .count = static_cast<int>(count),
               .operands = {}};
  for (Py_ssize_t i = 0; i < count; ++i) {
    unsigned long long tensor, bytes;
    long long lowest;
    int is_written;
    if (!PyArg_ParseTuple(PyTuple_GetItem(operands, i), "KLKp", &tensor, &lowest, &bytes,
                          &is_written))
      return nullptr;
    call.operands[i] = {.tensor = static_cast<aclTensor*>(Pointer(tensor)),
                        .lowest = static_cast<ptrdiff_t>(lowest),
                        .bytes = bytes,
                        .is_written = is_written != 0};
  }
  void* const memory = PyMem_Malloc(sizeof(Call));
  if (memory == nullptr) return PyErr_NoMemory();
  PyObject* const capsule = PyCapsule_New(new (memory) Call(call), kName,
                                          [](PyObject* self) { PyMem_Free(CallOf(self)); });
  if (capsule == nullptr) PyMem_Free(memory);
  return capsule;
}

// run(capsule, arrays): the code of the first function that failed, or 0.
PyObject* RunCall(PyObject*, PyObject* const* args, Py_ssize_t count) {
  const Call* const call = count == 2 ? CallOf(args[0]) : nullptr;
  if (call == nullptr)
    return count == 2 ? nullptr : PyErr_Format(PyExc_TypeError, "run takes a call and its arrays");
  const Py_ssize_t operands = call->count;
  const Py_ssize_t given = PyTuple_Size(args[1]);
  if (given != operands)
    return given < 0 ? nullptr
                     : PyErr_Format(PyExc_TypeError, "the call has %zd arrays; given are %zd",
                                    operands, given);
  Buffers buffers;
  char* addresses[kMostOperands];
  for (Py_ssize_t i = 0; i < operands; ++i) {
    addresses[i] = buffers.Address(PyTuple_GetItem(args[1], i), call->operands[i].is_written);
    if (addresses[i] == nullptr) {
      if (!PyErr_Occurred()) return PyLong_FromLong(ACL_ERROR_INVALID_PARAM);
      return nullptr;
    }
  }
  int code;
  Py_BEGIN_ALLOW_THREADS;
  code = Run(*call, addresses);
  Py_END_ALLOW_THREADS;
  return PyLong_FromLong(code);
}

PyMethodDef kMethods[] = {
    {"prepare", Prepare, METH_VARARGS, "A call that run() can make."},
    {"run", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(RunCall)), METH_FASTCALL,
     "Makes a call with other arrays."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef kModule = {
    PyModuleDef_HEAD_INIT,
    "_calls",
    "Calls that are made again.",
    -1,
    kMethods,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__calls(void) { return PyModule_Create(&kModule); }
