//===- LaneSum.cpp - Sums of scalars and constants of lanes ---------------===//

#include "LaneSum.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pirch;

std::optional<LaneSum> pirch::matchLaneSum(Value infreg) {
  LaneSum sum;
  SmallVector<Value> todo{infreg};
  while (!todo.empty()) {
    Value term = todo.pop_back_val();
    if (auto splat = term.getDefiningOp<SplatOp>()) {
      sum.scalars.push_back(splat.getScalar());
      continue;
    }
    if (auto add = term.getDefiningOp<arith::AddIOp>()) {
      todo.append({add.getRhs(), add.getLhs()});
      continue;
    }
    auto constant = term.getDefiningOp<ConstantOp>();
    auto table = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                          : DenseIntElementsAttr();
    if (!table)
      return std::nullopt;
    if (sum.offsets.empty()) {
      sum.offsets = llvm::to_vector(table.getValues<APInt>());
      continue;
    }
    for (auto [offset, other] :
         llvm::zip_equal(sum.offsets, table.getValues<APInt>()))
      offset += other;
  }
  return sum;
}
