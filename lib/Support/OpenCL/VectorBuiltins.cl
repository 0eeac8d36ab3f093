//===- VectorBuiltins.cl - Types of vectors, and their built-ins ----------===//
//
// The build expands the macros (cmake/OpenCLText.cmake); those of Scalars.cl
// serve vectors, too.
//
//===----------------------------------------------------------------------===//
#include "Scalars.cl"
#define OPENCL_TEXT_BEGINS
#include "Vectors.cl"
#include "Ballots.cl"
#include "IntegerDots.cl"
