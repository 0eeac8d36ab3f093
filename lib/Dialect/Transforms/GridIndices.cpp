//===- GridIndices.cpp - Work items along dimensions ----------------------===//

#include "GridIndices.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

static bool isNumber(Value value, int64_t number) {
  IntegerAttr constant;
  return matchPattern(value, m_Constant(&constant)) &&
         constant.getInt() == number;
}

/// The parameter that says which row along `dimension`, which is not x, the
/// kernel computes.
Value GridIndices::getRow(unsigned dimension) {
  unsigned first = kernel.getNumArguments() - kernel.getNumRowParams();
  return kernel.getBody().getArgument(first + dimension - 1);
}

/// The dimension along which `value` is the number of a work item in its group;
/// nothing if it is something else.
std::optional<unsigned> GridIndices::getLocalDimension(Value value) {
  ArrayRef<int64_t> shape = *kernel.getWgShape();
  int64_t before = 1;
  for (unsigned dimension = 0; dimension < shape.size(); ++dimension) {
    Value place = value;
    if (dimension + 1 < shape.size()) {
      auto rest = place.getDefiningOp<arith::RemUIOp>();
      place = rest && isNumber(rest.getRhs(), shape[dimension]) ? rest.getLhs()
                                                                : Value();
    }
    if (place && before != 1) {
      auto whole = place.getDefiningOp<arith::DivUIOp>();
      place =
          whole && isNumber(whole.getRhs(), before) ? whole.getLhs() : Value();
    }
    if (place && place.getDefiningOp<WiIndexOp>())
      return dimension;
    before *= shape[dimension];
  }
  return std::nullopt;
}

/// Note `sum` if it is the number of a work item along a dimension.
void GridIndices::visit(arith::AddIOp sum) {
  for (unsigned operand : {0, 1}) {
    auto product = sum->getOperand(operand).getDefiningOp<arith::MulIOp>();
    Value local = sum->getOperand(1 - operand);
    std::optional<unsigned> dimension = getLocalDimension(local);
    if (!product || !dimension ||
        !isNumber(product.getRhs(), (*kernel.getWgShape())[*dimension]))
      continue;
    Value group = product.getLhs();
    if (*dimension == 0 ? !group.getDefiningOp<WgIndexOp>()
                        : group != getRow(*dimension))
      continue;
    sums.emplace_back(sum, *dimension);
    known.insert(sum);
    known.insert(product);
    for (Operation *op = local.getDefiningOp(); !isa<WiIndexOp>(op);
         op = op->getOperand(0).getDefiningOp())
      known.insert(op);
    return;
  }
}

/// Whether something that is not known uses the number of a group or of a work
/// item in it, or what is computed of it on the way to the sums.
bool GridIndices::isUsedOtherwise() {
  auto isKnown = [&](Operation *user) { return known.contains(user); };
  for (unsigned row = 1; row <= kernel.getNumRowParams(); ++row)
    if (!llvm::all_of(getRow(row).getUsers(), isKnown))
      return true;
  llvm::DenseSet<Operation *> ends;
  for (auto [sum, dimension] : sums)
    ends.insert(sum);
  return kernel
      .walk([&](Operation *op) {
        bool isOnTheWay = isa<WgIndexOp, WiIndexOp>(op) ||
                          (known.contains(op) && !ends.contains(op));
        return isOnTheWay && !llvm::all_of(op->getUsers(), isKnown)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

std::optional<GridIndices> GridIndices::find(KernelOp kernel) {
  GridIndices indices(kernel);
  kernel.walk([&](arith::AddIOp sum) { indices.visit(sum); });
  if (indices.sums.empty() || indices.isUsedOtherwise())
    return std::nullopt;
  return indices;
}

void GridIndices::splitRows(int64_t items) {
  for (auto [sum, dimension] : sums) {
    OpBuilder builder(sum);
    Location loc = sum.getLoc();
    Value place;
    if (dimension == 0) {
      Type i64 = builder.getI64Type();
      Value size = arith::ConstantOp::create(builder, loc,
                                             builder.getI64IntegerAttr(items));
      Value before = arith::MulIOp::create(
          builder, loc, WgIndexOp::create(builder, loc, i64), size);
      place = arith::AddIOp::create(builder, loc, before,
                                    WiIndexOp::create(builder, loc, i64));
    } else {
      place = getRow(dimension);
    }
    sum.replaceAllUsesWith(place);
    sum.erase();
  }
  // What the sums were computed of is unused.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    kernel.walk([&](Operation *op) {
      if (isa<WgIndexOp, WiIndexOp, arith::MulIOp, arith::RemUIOp,
              arith::DivUIOp>(op) &&
          isOpTriviallyDead(op)) {
        op->erase();
        isChanged = true;
      }
    });
  }
  kernel.setGroupParts(kernel.getWgSize() / items);
  kernel.setWgSize(items);
}
