# How PIRCH's libraries, tools and unit tests are declared. Everything links the
# shared MLIR, LLVM and clang-cpp: component archives would load LLVM twice.

# One precompiled header serves every target that uses MLIR, unless a target has further
# headers precompiled for itself: those that follow the target's name.
function(_pirch_common target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wno-unused-parameter)
  if(ARGN)
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/lib/Support/Pch.h ${ARGN})
  elseif(TARGET pirch_pch AND NOT ${target} STREQUAL pirch_pch)
    target_precompile_headers(${target} REUSE_FROM pirch_pch)
  endif()
endfunction()

# add_pirch_library(<name> <sources>... [DEPENDS <targets>...] [LINK_LIBS <libs>...]
#                   [PRECOMPILE <headers>...])
function(add_pirch_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS;PRECOMPILE" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} MLIR LLVM)
  add_dependencies(${name} pirch-headers ${ARG_DEPENDS})
  _pirch_common(${name} ${ARG_PRECOMPILE})
  set_property(GLOBAL APPEND PROPERTY PIRCH_LIBRARIES ${name})
  install(TARGETS ${name} EXPORT PirchTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# add_pirch_target(<name> <sources>... [LINK_LIBS <libs>...]): the library
# Pirch<name> of a folder of lib/Target, whose attribute is in <name>Attr.cpp.
function(add_pirch_target name)
  # What TableGen makes for all attributes of a dialect is not needed for one.
  set_source_files_properties(${name}Attr.cpp PROPERTIES
    COMPILE_OPTIONS -Wno-unused-function)
  add_pirch_library(Pirch${name} ${ARGN} PirchTarget)
endfunction()

# add_pirch_tool(<name> <sources>... [LINK_LIBS <libs>...])
function(add_pirch_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM)
  add_dependencies(${name} pirch-headers)
  _pirch_common(${name})
  set_property(GLOBAL APPEND PROPERTY PIRCH_TOOLS ${name})
  install(TARGETS ${name} EXPORT PirchTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# add_pirch_unittest(<name> <sources>... [LINK_LIBS <libs>...]): lands in
# build/unittests, where the lit suite finds and runs it.
function(add_pirch_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM GTest::gtest GTest::gtest_main)
  add_dependencies(${name} pirch-headers)
  _pirch_common(${name})
  set_property(GLOBAL APPEND PROPERTY PIRCH_UNITTESTS ${name})
endfunction()

# add_pirch_doc(<name> <td file> <generator option>...): `<name>.md` in
# build/docs, made by the target pirch-doc.
function(add_pirch_doc name td_file)
  set(output ${PROJECT_BINARY_DIR}/docs/${name}.md)
  get_filename_component(folder ${output} DIRECTORY)
  file(GLOB_RECURSE td_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.td)
  set(includes -I ${PROJECT_SOURCE_DIR}/include)
  foreach(dir ${MLIR_INCLUDE_DIRS})
    list(APPEND includes -I ${dir})
  endforeach()
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${MLIR_TABLEGEN_EXE} ${ARGN} ${includes} ${td_file} -o ${output}
    DEPENDS ${td_file} ${td_files} COMMENT "Generating ${name}.md" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY PIRCH_DOCS ${output})
endfunction()
