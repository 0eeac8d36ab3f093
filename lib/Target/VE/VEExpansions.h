//===- VEExpansions.h - Operations that VE has no instruction for -*- C++ -*-=//

#ifndef PIRCH_LIB_TARGET_VE_VEEXPANSIONS_H
#define PIRCH_LIB_TARGET_VE_VEEXPANSIONS_H

#include "mlir/IR/PatternMatch.h"

namespace pirch::ve {

/// Rewrites of operations on registers into those that convert-vector-to-ve has
/// instructions for; they are to run before its other patterns.
void populateExpansionPatterns(mlir::RewritePatternSet &patterns);

} // namespace pirch::ve

#endif // PIRCH_LIB_TARGET_VE_VEEXPANSIONS_H
