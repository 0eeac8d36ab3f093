# Install rules and the exported package: find_package(Pirch) gives the Pirch*
# library targets; it needs the same MLIR that PIRCH was built with.
include(CMakePackageConfigHelpers)
set(PIRCH_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Pirch)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/Pirch ${PROJECT_BINARY_DIR}/include/Pirch
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc" PATTERN "*.def"
        PATTERN "CMakeFiles" EXCLUDE)
install(EXPORT PirchTargets NAMESPACE Pirch:: DESTINATION ${PIRCH_CMAKE_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/PirchConfig.cmake.in
  ${PROJECT_BINARY_DIR}/PirchConfig.cmake INSTALL_DESTINATION ${PIRCH_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/PirchConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/PirchConfig.cmake
              ${PROJECT_BINARY_DIR}/PirchConfigVersion.cmake
        DESTINATION ${PIRCH_CMAKE_DIR})

# For programs that link libpirch and know nothing of LLVM. The file finds its
# prefix from its own place, two folders above.
configure_file(${PROJECT_SOURCE_DIR}/cmake/pirch.pc.in
  ${PROJECT_BINARY_DIR}/pirch.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pirch.pc DESTINATION lib/pkgconfig)

# What an embedder runs on a target of his own.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/conformance DESTINATION ${CMAKE_INSTALL_DATADIR}/pirch
        USE_SOURCE_PERMISSIONS FILES_MATCHING PATTERN "*.mlir" PATTERN "*.py" PATTERN "*.md"
        PATTERN "__pycache__" EXCLUDE)
