//===- AVX2Costs.h - Costs of AVX2 ---------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_AVX2_COSTS_H
#define PIRCH_TARGET_AVX2_COSTS_H

#include "Pirch/Target/X86/Costs.h"

namespace pirch::avx2 {
/// Where the costs of operations on registers of 256 bits come from.
const x86::CostSources &getCostSources();
} // namespace pirch::avx2

#endif // PIRCH_TARGET_AVX2_COSTS_H
