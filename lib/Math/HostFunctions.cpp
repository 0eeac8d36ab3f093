//===- HostFunctions.cpp - Mathematical functions of plain numbers --------===//

#include "Pirch/Math/AllFunctions.h"

using namespace pirch;

#define PIRCH_UNARY(TYPE, NAME)                                                \
  TYPE elementary::host::NAME(TYPE x, bool fast) {                                   \
    return fast ? elementary::NAME(elementary::HostReal<TYPE, true>(x)).value                    \
                : elementary::NAME(elementary::HostReal<TYPE>(x)).value;                         \
  }
#define PIRCH_FUNCTION(NAME, OP)                                               \
  PIRCH_UNARY(float, NAME) PIRCH_UNARY(double, NAME)
PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION

#define PIRCH_BINARY(TYPE, NAME)                                               \
  TYPE elementary::host::NAME(TYPE x, TYPE y, bool fast) {                           \
    return fast ? elementary::NAME(elementary::HostReal<TYPE, true>(x), elementary::HostReal<TYPE, true>(y)) \
                      .value                                                   \
                : elementary::NAME(elementary::HostReal<TYPE>(x), elementary::HostReal<TYPE>(y)).value;      \
  }
#define PIRCH_FUNCTION(NAME, OP)                                               \
  PIRCH_BINARY(float, NAME) PIRCH_BINARY(double, NAME)
PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
