//===- LaneDrawing.h - A picture of where lanes lie -------------*- C++ -*-===//
//
// What `pirchc --emit=lanes` writes: a picture in SVG of packed kernels.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_LANEDRAWING_H
#define PIRCH_ANALYSIS_LANEDRAWING_H

namespace llvm {
class raw_ostream;
}
namespace mlir {
class ModuleOp;
}

namespace pirch {

/// Write a document in SVG with a picture of each kernel of `module`. The
/// kernels are in packed form, with lanes assigned, and have a target; for the
/// names of reorder patterns, `pirch-select-reorders` has run. An operation
/// that loads, stores, moves or blends lanes is drawn as the chunks of its
/// infreg, a cell for each lane; other operations are a line of text. Only the
/// first 64 operations of a kernel that are drawn are, and a line says how many
/// are left out. Safe in several threads that have contexts of their own.
void drawLanes(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace pirch

#endif // PIRCH_ANALYSIS_LANEDRAWING_H
