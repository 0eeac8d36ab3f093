//===- SimplifyBitFields.cpp - Fields of words put together from parts ----===//

#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
#define GEN_PASS_DEF_SIMPLIFYBITFIELDS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// The bits of a word from `first` on, of which the lowest `count` matter.
struct Field {
  unsigned first, count;
};

/// Makes fields of words out of the parts that the words were put together
/// from.
class FieldBuilder {
public:
  FieldBuilder(OpBuilder &builder, const IntegerBits &known)
      : builder(builder), known(known) {}

  /// Whether `word` was put together by bitwise operations from parts that were
  /// shifted to the left or extended from fewer bits.
  static bool isPutTogether(Value word) {
    Operation *op = word.getDefiningOp();
    return isa_and_present<arith::OrIOp, arith::XOrIOp>(op) &&
           llvm::all_of(op->getOperands(), [](Value operand) {
             return isPart(operand) || isPutTogether(operand);
           });
  }

  /// A value whose lowest bits are those of `field` of `word`; null where they
  /// are zero.
  Value make(Value word, Field field) {
    Location loc = word.getLoc();
    unsigned width =
        getElementTypeOrSelf(word.getType()).getIntOrFloatBitWidth();
    if (field.first >= known.get(word).unsignedBits)
      return {};
    if (isPutTogether(word)) {
      Operation *op = word.getDefiningOp();
      Value left = make(op->getOperand(0), field);
      Value right = make(op->getOperand(1), field);
      if (!left || !right)
        return left ? left : right;
      if (isa<arith::OrIOp>(op))
        return arith::OrIOp::create(builder, loc, left, right);
      return arith::XOrIOp::create(builder, loc, left, right);
    }
    std::optional<APInt> shift = leftShift(word);
    if (!shift)
      return shifted<arith::ShRUIOp>(word, field.first);
    Value source = word.getDefiningOp<arith::ShLIOp>().getLhs();
    unsigned by = shift->getZExtValue();
    if (by >= field.first + field.count)
      return {};
    if (by > field.first)
      return shifted<arith::ShLIOp>(source, by - field.first);
    // Bits that the shift to the left has lost must not come back.
    if (field.first + field.count > width && by)
      return shifted<arith::ShRUIOp>(word, field.first);
    return make(source, {field.first - by, field.count});
  }

private:
  /// The number of bits by which `value` is another one, shifted to the left.
  static std::optional<APInt> leftShift(Value value) {
    auto shift = value.getDefiningOp<arith::ShLIOp>();
    if (!shift)
      return std::nullopt;
    std::optional<APInt> by = getSplatConstant(shift.getRhs());
    if (by && by->uge(by->getBitWidth()))
      return std::nullopt;
    return by;
  }

  static bool isPart(Value value) {
    return leftShift(value) || getSplatConstant(value) ||
           value.getDefiningOp<arith::ExtUIOp>();
  }

  template <typename OpT> Value shifted(Value value, unsigned by) {
    if (!by)
      return value;
    Type type = value.getType();
    unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    Value amount = arith::ConstantOp::create(
        builder, value.getLoc(),
        DenseElementsAttr::get(cast<VectorType>(type), APInt(width, by)));
    return OpT::create(builder, value.getLoc(), value, amount);
  }

  OpBuilder &builder;
  const IntegerBits &known;
};

struct SimplifyBitFieldsPass
    : public pirch::impl::SimplifyBitFieldsBase<SimplifyBitFieldsPass> {
  using SimplifyBitFieldsBase::SimplifyBitFieldsBase;

  void runOnOperation() override {
    SmallVector<Operation *> shifts;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::ShRUIOp, arith::ShRSIOp>(op) &&
          isa<VectorType>(op->getResultTypes()[0]) &&
          getSplatConstant(op->getOperand(1)) &&
          FieldBuilder::isPutTogether(op->getOperand(0)))
        shifts.push_back(op);
    });
    if (shifts.empty())
      return;
    IntegerBits known(getOperation());
    SmallVector<Operation *> unused;
    for (Operation *shift : shifts)
      if (simplify(shift, known))
        unused.push_back(shift);
    // What is known of values is no longer asked for.
    for (Operation *op : llvm::reverse(unused))
      eraseUnused(op);
    numFields += unused.size();
  }

  /// Returns whether `shift` is used no longer.
  static bool simplify(Operation *shift, const IntegerBits &known) {
    KnownBits result = known.get(shift->getResult(0));
    std::optional<APInt> by = getSplatConstant(shift->getOperand(1));
    // A field that reaches the end of the word has bits of its sign, and takes
    // as much as the word.
    if (by->uge(result.width) ||
        by->getZExtValue() + result.demanded > result.width ||
        result.demanded > result.width / 2)
      return false;
    OpBuilder builder(shift);
    Field field{static_cast<unsigned>(by->getZExtValue()), result.demanded};
    Value made = FieldBuilder(builder, known).make(shift->getOperand(0), field);
    if (!made)
      made = arith::ConstantOp::create(
          builder, shift->getLoc(),
          cast<TypedAttr>(builder.getZeroAttr(shift->getResultTypes()[0])));
    shift->getResult(0).replaceAllUsesWith(made);
    return true;
  }

  /// Erase `op`, which nobody uses, and what only it used.
  static void eraseUnused(Operation *op) {
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    for (Value operand : operands)
      if (Operation *def = operand.getDefiningOp();
          def && isOpTriviallyDead(def))
        eraseUnused(def);
  }
};

} // namespace
