//===- ScalarBuiltins.cl - All built-ins of scalars that are made of others ===//
//
// The build expands the macros (cmake/OpenCLText.cmake).
//
//===----------------------------------------------------------------------===//
#define OPENCL_TEXT_BEGINS
#include "Scalars.cl"
#include "SpecialFunctions.cl"
#include "SubGroups.cl"
