// Tiling data as the host side of an operator declares them:
//
//     namespace optiling {
//     BEGIN_TILING_DATA_DEF(AddTilingData)
//     TILING_DATA_FIELD_DEF(uint32_t, length);
//     TILING_DATA_FIELD_DEF_ARR(uint32_t, 4, tiles);
//     TILING_DATA_FIELD_DEF_STRUCT(Part, part);
//     END_TILING_DATA_DEF;
//     REGISTER_TILING_DATA_CLASS(Add, AddTilingData)
//     }
//
// The host has set_length() and the like, the kernel the fields. The vendor's build makes a
// structure for the kernel from the host's class; here both are the same.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_REGISTER_TILINGDATA_BASE_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_REGISTER_TILINGDATA_BASE_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>

// Structures begin at multiples of 8 bytes and end there, as in the vendor's generated header (?).
#define BEGIN_TILING_DATA_DEF(structure) \
  struct alignas(8) structure : ::optiling::TilingDef<structure> {
#define TILING_DATA_FIELD_DEF(type, field)        \
  void set_##field(type value) { field = value; } \
  type get_##field() const { return field; }      \
  type field = {}
#define TILING_DATA_FIELD_DEF_ARR(type, size, field)                                  \
  void set_##field(const type* values) { std::memcpy(field, values, sizeof(field)); } \
  type* get_##field() { return field; }                                               \
  type field[size] = {}
#define TILING_DATA_FIELD_DEF_STRUCT(type, field) type field = {}
#define END_TILING_DATA_DEF }
// `Add`: the operator; its kernel's GET_TILING_DATA yields the class.
#define REGISTER_TILING_DATA_CLASS(op, structure) using OpenaclnnTilingOf##op = structure;

namespace optiling {

// What the classes above have in common.
template <typename Structure>
class TilingDef {
 public:
  // Bytes of the fields.
  static constexpr size_t GetDataSize() { return sizeof(Structure); }

  // Writes the fields to `buffer`; nothing if it is too small.
  void SaveToBuffer(void* buffer, size_t capacity) const {
    static_assert(std::is_trivially_copyable_v<Structure>, "fields are numbers and structures");
    if (buffer == nullptr || capacity < GetDataSize()) {
      std::fprintf(stderr, "SaveToBuffer: %zu bytes; the tiling data have %zu\n", capacity,
                   GetDataSize());
      return;
    }
    std::memcpy(buffer, static_cast<const Structure*>(this), GetDataSize());
  }
};

}  // namespace optiling

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_REGISTER_TILINGDATA_BASE_H_
