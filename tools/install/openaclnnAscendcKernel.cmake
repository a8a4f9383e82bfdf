# openaclnn::aicore, the simulated AI Core, and openaclnn_ascendc_kernel(), which compiles an
# operator's kernel for it unchanged. docs/ascendc.md.
add_library(openaclnn::aicore STATIC IMPORTED)
set(_openaclnn_include "${CMAKE_CURRENT_LIST_DIR}/../../../include/openaclnn_aicore")
set(_openaclnn_includes "${_openaclnn_include}")
foreach(_openaclnn_room runtime/aicore runtime/aicore/host runtime/graph)
  list(APPEND _openaclnn_includes "${_openaclnn_include}/${_openaclnn_room}/include")
endforeach()
set_target_properties(openaclnn::aicore PROPERTIES
  IMPORTED_LOCATION "${CMAKE_CURRENT_LIST_DIR}/../../libopenaclnn_aicore.a"
  INTERFACE_COMPILE_FEATURES cxx_std_20
  INTERFACE_INCLUDE_DIRECTORIES "${_openaclnn_includes}"
  INTERFACE_LINK_LIBRARIES "pthread")
# GCC may have libbacktrace beside it, by which messages name places in a kernel.
find_library(OPENACLNN_BACKTRACE backtrace PATHS ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES}
  NO_DEFAULT_PATH)
mark_as_advanced(OPENACLNN_BACKTRACE)
if(OPENACLNN_BACKTRACE)
  set_target_properties(openaclnn::aicore PROPERTIES
    INTERFACE_LINK_LIBRARIES "${OPENACLNN_BACKTRACE};pthread"
    INTERFACE_LINK_OPTIONS
      "LINKER:-u,backtrace_create_state,-u,backtrace_full,-u,backtrace_pcinfo")
endif()
unset(_openaclnn_include)
unset(_openaclnn_includes)

set(_OPENACLNN_KERNELS "${CMAKE_CURRENT_LIST_DIR}")

# openaclnn_ascendc_kernel(<target> SOURCE <file>
#     [DTYPES <operand>=<dtype>,<dtype>,... ...] [TILING <header>] [HOST_SOURCES <file> ...]
#     [ARCHS <number> ...] [KERNEL <name>] [ENTRY <function>] [OP <name>]
#     [DEFINITIONS "<name> <value>" ...])
#
# A library with a kernel in all its variants, for target_link_libraries(). The arguments are those
# of ascendc_kernel() in Bazel: the first dtypes of all operands are one combination, the second
# ones another, and so on. TILING is the host's header with BEGIN_TILING_DATA_DEF, HOST_SOURCES
# files with OP_ADD. Defaults: ARCHS all; KERNEL the target's name; ENTRY the kernel's name; OP that
# in capitals, add_custom as AddCustom.
function(openaclnn_ascendc_kernel target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;TILING;KERNEL;ENTRY;OP"
    "DTYPES;HOST_SOURCES;ARCHS;DEFINITIONS")
  set(call "openaclnn_ascendc_kernel(${target})")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCE)
    message(FATAL_ERROR
      "${call}: SOURCE is needed; not understood: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  set(accepted 1001 2002 2201 3002 3510)
  if(NOT arg_ARCHS)
    set(arg_ARCHS ${accepted})
  endif()
  if(NOT arg_KERNEL)
    set(arg_KERNEL ${target})
  endif()
  if(NOT arg_ENTRY)
    set(arg_ENTRY ${arg_KERNEL})
  endif()
  if(NOT arg_OP)
    string(REPLACE "_" ";" words ${arg_KERNEL})
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 first)
      string(TOUPPER ${first} first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(APPEND arg_OP ${first}${rest})
    endforeach()
  endif()

  # Names as in kernel_variant.cc.in.
  set(KERNEL ${arg_KERNEL})
  set(ENTRY "${arg_ENTRY}")
  get_filename_component(SOURCE ${arg_SOURCE} ABSOLUTE)
  set(TILING "")
  if(arg_TILING)
    get_filename_component(header ${arg_TILING} ABSOLUTE)
    set(TILING "#include \"${header}\"\nusing OpenaclnnDefaultTiling = OpenaclnnTilingOf${arg_OP};")
  endif()
  set(DEFINITIONS "")
  foreach(definition IN LISTS arg_DEFINITIONS)
    string(APPEND DEFINITIONS "#define ${definition}\n")
  endforeach()

  set(combinations 1)
  set(operands "")
  foreach(operand IN LISTS arg_DTYPES)
    if(NOT operand MATCHES "^([A-Za-z0-9_]+)=([a-z0-9,]+)$")
      message(FATAL_ERROR "${call}: DTYPES ${operand}; written as x=float16,float32")
    endif()
    list(APPEND operands ${CMAKE_MATCH_1})
    string(REPLACE "," ";" dtypes_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    list(LENGTH dtypes_${CMAKE_MATCH_1} length)
    list(LENGTH operands number)
    if(number GREATER 1 AND NOT length EQUAL combinations)
      message(FATAL_ERROR
        "${call}: ${CMAKE_MATCH_1} has ${length} dtypes, other operands ${combinations}")
    endif()
    set(combinations ${length})
  endforeach()

  set(objects "")
  math(EXPR last "${combinations} - 1")
  foreach(ARCH IN LISTS arg_ARCHS)
    if(NOT ARCH IN_LIST accepted)
      message(FATAL_ERROR "${call}: ARCHS ${ARCH}; accepted are ${accepted}")
    endif()
    foreach(combination RANGE ${last})
      set(OPERANDS "")
      set(DTYPES "")
      foreach(operand IN LISTS operands)
        list(GET dtypes_${operand} ${combination} dtype)
        string(TOUPPER ${operand} name)
        # Of a dtype that does not exist the macro would be 0 in #if.
        string(APPEND OPERANDS
          "#define DTYPE_${name} OPENACLNN_DTYPE_${dtype}\n"
          "#define ORIG_DTYPE_${name} OPENACLNN_DTYPE_NUMBER_${dtype}\n"
          "#define FORMAT_${name} FORMAT_ND\n"
          "static_assert(ORIG_DTYPE_${name} >= 0);\n")
        list(APPEND DTYPES ${dtype})
      endforeach()
      string(REPLACE ";" "," DTYPES "${DTYPES}")
      set(variant ${target}_${ARCH}_${combination})
      set(file ${CMAKE_CURRENT_BINARY_DIR}/openaclnn_kernels/${variant})
      configure_file(${_OPENACLNN_KERNELS}/kernel_variant.cc.in ${file}.cc @ONLY)
      add_library(${variant} OBJECT ${file}.cc)
      target_link_libraries(${variant} PRIVATE openaclnn::aicore)
      # One result everywhere: the compiler may not fuse a multiplication and an addition.
      # And what messages need to name a place in the kernel.
      target_compile_options(${variant} PRIVATE
        -ffp-contract=off -g1 -fno-optimize-sibling-calls)
      set_target_properties(${variant} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      add_custom_command(OUTPUT ${file}.o
        COMMAND bash ${_OPENACLNN_KERNELS}/isolate_kernel.sh ${CMAKE_CXX_COMPILER} ${CMAKE_NM}
          ${CMAKE_OBJCOPY} ${file}.o $<TARGET_OBJECTS:${variant}>
        DEPENDS ${variant} $<TARGET_OBJECTS:${variant}> ${_OPENACLNN_KERNELS}/isolate_kernel.sh
        VERBATIM)
      list(APPEND objects ${file}.o)
    endforeach()
  endforeach()
  add_custom_target(${target}_variants DEPENDS ${objects})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}_variants)
  # Objects, not an archive of which the linker would take nothing.
  target_link_libraries(${target} INTERFACE ${objects} openaclnn::aicore)

  if(arg_HOST_SOURCES)
    add_library(${target}_host OBJECT ${arg_HOST_SOURCES})
    target_link_libraries(${target}_host PRIVATE openaclnn::aicore)
    set_target_properties(${target}_host PROPERTIES POSITION_INDEPENDENT_CODE ON)
    add_dependencies(${target} ${target}_host)
    target_link_libraries(${target} INTERFACE $<TARGET_OBJECTS:${target}_host>)
  endif()

  # For compare_kernel.py.
  add_library(${target}_library SHARED EXCLUDE_FROM_ALL ${_OPENACLNN_KERNELS}/kernel_library.cc)
  target_link_libraries(${target}_library PRIVATE ${target})
endfunction()
