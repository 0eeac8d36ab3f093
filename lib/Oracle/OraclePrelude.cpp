//===- OraclePrelude.cpp - OpenCL C's environment in plain C --------------===//

#include "OraclePrelude.h"

const pirch::Prelude &pirch::getOraclePrelude() {
  static const Prelude prelude(kOraclePreludeName,
#include "OraclePrelude.inc"
  );
  return prelude;
}
