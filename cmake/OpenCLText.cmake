# OpenCL C that kernels are parsed behind, as a string literal of C++.

# add_opencl_text(<out.inc> <main.cl> <included.cl>...): in the current binary
# folder, the text of main.cl from the macro OPENCL_TEXT_BEGINS on, with all macros
# expanded and the definitions of macros kept, a line each. A kernel parses the
# declarations that it names; expanding the macros of all of them takes longer than
# compiling most kernels.
function(add_opencl_text out main)
  set(sources ${main} ${ARGN})
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(GET sources 0 source)
  set(literal ${CMAKE_CURRENT_BINARY_DIR}/${out})
  add_custom_command(
    OUTPUT ${literal}
    COMMAND ${CMAKE_CXX_COMPILER} -E -P -dD -undef -x c ${source} -o ${literal}.i
    COMMAND ${CMAKE_COMMAND} -DTEXT=${literal}.i -DOUT=${literal}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${sources} ${CMAKE_CURRENT_FUNCTION_LIST_FILE})
  # What reads sources without building them, as scripts/mutate does, needs all
  # that is generated.
  string(MAKE_C_IDENTIFIER pirch-${out} target)
  add_custom_target(${target} DEPENDS ${literal})
  add_dependencies(pirch-headers ${target})
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  file(READ ${TEXT} text)
  string(FIND "${text}" "#define OPENCL_TEXT_BEGINS" begin)
  string(SUBSTRING "${text}" ${begin} -1 text)
  file(WRITE ${OUT} "R\"LITERAL(${text})LITERAL\"\n")
endif()
