//===- KernelPrelude.cpp - What every kernel source starts with -----------===//

#include "KernelPrelude.h"

const pirch::Prelude &pirch::getKernelPrelude() {
  static const Prelude prelude(kPreludeName,
#include "Prelude.inc"
  );
  return prelude;
}
