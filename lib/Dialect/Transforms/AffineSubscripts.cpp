//===- AffineSubscripts.cpp - Gathers whose places are affine after all ---===//
//
// Subscripts are expanded to polynomials (IndexPolynomials.h). A remainder is
// `i - (i / w) * w`, so that the parts of an index that a kernel took apart, `y
// = i / w` and `x = i % w`, cancel where it puts them together again: `y * w +
// x` is `i`.
//
//===----------------------------------------------------------------------===//

#include "IndexPolynomials.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

namespace pirch {
#define GEN_PASS_DEF_AFFINESUBSCRIPTS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Replaces one gather or scatter.
class AccessRewriter {
public:
  AccessRewriter(Operation *op, const Polynomial &place)
      : op(op), place(place), builder(op), loc(op->getLoc()) {}

  /// Whether the place is one of scalars, constants, and, in a parameter's
  /// buffer, multiples of the group's index.
  bool isAffine() const {
    bool isOwn =
        cast<AccessOpInterface>(op).getBuffer().getDefiningOp<AllocaOp>();
    return llvm::all_of(place.terms, [&](const auto &term) {
      int64_t groups = llvm::count_if(
          term.first, [](const Atom &atom) { return atom.isGroup(); });
      return groups <= !isOwn && llvm::all_of(term.first, [](const Atom &atom) {
               return atom.isGroup() || atom.isScalar();
             });
    });
  }

  void run() {
    Value base = emitSum(/*ofGroup=*/false), stride = emitSum(/*ofGroup=*/true);
    auto access = cast<AccessOpInterface>(op);
    SmallVector<int64_t> offsets(place.lanes);
    offsets.resize(access.getAccessType().getLanesPerGroup(), offsets.front());
    if (auto gather = dyn_cast<GatherOp>(op)) {
      auto load =
          LoadOp::create(builder, loc, gather.getType(), gather.getBuffer(),
                         base, stride, gather.getMask(), offsets);
      gather.replaceAllUsesWith(load.getResult());
    } else {
      auto scatter = cast<ScatterOp>(op);
      StoreOp::create(builder, loc, scatter.getValue(), scatter.getBuffer(),
                      base, stride, scatter.getMask(), offsets);
    }
    op->erase();
  }

private:
  /// The sum of the terms that have the group's index as a factor, without it,
  /// or of those that do not.
  Value emitSum(bool ofGroup) {
    Value sum;
    for (const auto &[monomial, coefficient] : place.terms) {
      bool hasGroup = llvm::any_of(
          monomial, [](const Atom &atom) { return atom.isGroup(); });
      if (hasGroup != ofGroup)
        continue;
      Value product;
      for (const Atom &atom : monomial)
        if (!atom.isGroup())
          product = times(product, extended(atom));
      if (!product || coefficient != 1)
        product = times(product, number(coefficient));
      sum = sum ? arith::AddIOp::create(builder, loc, sum, product).getResult()
                : product;
    }
    return sum ? sum : number(0);
  }

  /// The product, of which null counts as 1.
  Value times(Value a, Value b) {
    return a ? arith::MulIOp::create(builder, loc, a, b).getResult() : b;
  }

  Value extended(const Atom &atom) {
    Type i64 = builder.getI64Type();
    Value scalar = atom.value;
    if (atom.isUnsigned)
      return arith::ExtUIOp::create(builder, loc, i64, scalar);
    if (scalar.getType().isIndex())
      return arith::IndexCastOp::create(builder, loc, i64, scalar);
    return scalar.getType() == i64
               ? scalar
               : arith::ExtSIOp::create(builder, loc, i64, scalar).getResult();
  }

  Value number(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }

  Operation *op;
  const Polynomial &place;
  OpBuilder builder;
  Location loc;
};

struct AffineSubscriptsPass
    : public pirch::impl::AffineSubscriptsBase<AffineSubscriptsPass> {
  using AffineSubscriptsBase::AffineSubscriptsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      run(kernel);
  }

  void run(KernelOp kernel) {
    SmallVector<Operation *> accesses;
    kernel.walk([&](Operation *op) {
      if (isa<GatherOp, ScatterOp>(op))
        accesses.push_back(op);
    });
    IndexPolynomials polynomials;
    for (Operation *op : accesses) {
      auto load = dyn_cast<GatherOp>(op);
      Value index = load ? load.getIndex() : cast<ScatterOp>(op).getIndex();
      std::optional<Polynomial> place = polynomials.expand(index);
      if (!place)
        continue;
      AccessRewriter rewriter(op, *place);
      if (!rewriter.isAffine())
        continue;
      rewriter.run();
      ++numAccesses;
    }
  }
};

} // namespace
