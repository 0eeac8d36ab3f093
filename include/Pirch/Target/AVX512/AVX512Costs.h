//===- AVX512Costs.h - Costs of AVX-512 ---------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_AVX512_COSTS_H
#define PIRCH_TARGET_AVX512_COSTS_H

#include "Pirch/Target/X86/Costs.h"

namespace pirch::avx512 {
/// Where the costs of operations on registers of 512 bits come from.
const x86::CostSources &getCostSources();
} // namespace pirch::avx512

#endif // PIRCH_TARGET_AVX512_COSTS_H
