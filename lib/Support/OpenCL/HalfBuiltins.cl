//===- HalfBuiltins.cl - Built-ins of numbers of 16 bits ------------------===//
//
// The build expands the macros (cmake/OpenCLText.cmake); those of Scalars.cl and
// Vectors.cl serve these numbers, too.
//
//===----------------------------------------------------------------------===//
#include "Scalars.cl"
#include "SpecialFunctions.cl"
#include "Vectors.cl"
#define OPENCL_TEXT_BEGINS
#include "Halves.cl"
