//===- ApplyStagedValues.cpp - Known values of launches as constants ------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

namespace pirch {
#define GEN_PASS_DEF_APPLYSTAGEDVALUES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The name of the number of groups of a range of one dimension, as a parameter
/// of a grid has it.
static constexpr StringLiteral kGroupsName = "groups_x";

/// The value of that type which `text` says; null where it says none.
static TypedAttr parseValue(Type type, StringRef text) {
  unsigned bits = type.getIntOrFloatBitWidth();
  APInt integer;
  bool areBits = text.starts_with("0x");
  bool isNegative = !areBits && text.consume_front("-");
  if (areBits || isa<IntegerType>(type)) {
    // `getAsInteger` makes the number as wide as it needs.
    if (text.getAsInteger(0, integer))
      return {};
    if (isNegative)
      integer = -integer.zext(integer.getBitWidth() + 1);
    if (isNegative ? !integer.isSignedIntN(bits) : !integer.isIntN(bits))
      return {};
    integer =
        isNegative ? integer.sextOrTrunc(bits) : integer.zextOrTrunc(bits);
    if (isa<IntegerType>(type))
      return IntegerAttr::get(type, integer);
    auto floating = cast<FloatType>(type);
    return FloatAttr::get(type, APFloat(floating.getFloatSemantics(), integer));
  }
  APFloat value(cast<FloatType>(type).getFloatSemantics());
  auto parsed = value.convertFromString(text, APFloat::rmNearestTiesToEven);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return {};
  }
  if (isNegative)
    value.changeSign();
  return FloatAttr::get(type, value);
}

namespace {
struct ApplyStagedValuesPass
    : public pirch::impl::ApplyStagedValuesBase<ApplyStagedValuesPass> {
  using ApplyStagedValuesBase::ApplyStagedValuesBase;

  void runOnOperation() override {
    llvm::StringSet<> used;
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      stageParameters(kernel, used);
      for (StringRef known : values)
        if (failed(applyValue(kernel, known, used)))
          return signalPassFailure();
    }
    for (StringRef known : values)
      if (StringRef name = known.split('=').first; !used.contains(name))
        return fail("no kernel has a parameter or a staged value '" + name +
                    "' (--stage=" + known + ")");
    for (StringRef name : staged)
      if (!used.contains(name))
        return fail("no kernel has a scalar parameter '" + name +
                    "' (--staged=" + name + ")");
  }

private:
  void fail(const Twine &text) {
    getOperation().emitError(text);
    signalPassFailure();
  }

  /// The scalar parameter of that name, or null.
  static Value findParameter(KernelOp kernel, StringRef name) {
    for (auto [index, param] : llvm::enumerate(kernel.getArguments()))
      if (kernel.getParameterName(index) == name &&
          !isa<MemRefType>(param.getType()))
        return param;
    return {};
  }

  /// Let a `pirch.stage` stand between the parameters that are to be staged and
  /// their uses.
  void stageParameters(KernelOp kernel, llvm::StringSet<> &used) {
    int64_t next = 0;
    kernel.walk(
        [&](StageOp op) { next = std::max<int64_t>(next, op.getIndex() + 1); });
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    auto stage = [&](Value value) {
      auto op = StageOp::create(builder, value.getLoc(), value, next++);
      value.replaceAllUsesExcept(op.getResult(), op);
    };
    for (StringRef name : staged) {
      unsigned number;
      Value param;
      if (name.getAsInteger(10, number))
        param = findParameter(kernel, name);
      else if (number < kernel.getNumSourceParams())
        param = kernel.getArguments()[number];
      if (!param || isa<MemRefType>(param.getType()))
        continue;
      used.insert(name);
      stage(param);
    }
    if (!launch)
      return;
    if (unsigned grid = kernel.getNumGridParams()) {
      for (Value param :
           kernel.getArguments().slice(kernel.getNumSourceParams(), grid))
        stage(param);
      return;
    }
    SmallVector<NumGroupsOp> asked;
    kernel.walk([&](NumGroupsOp op) { asked.push_back(op); });
    for (NumGroupsOp op : asked) {
      builder.setInsertionPointAfter(op);
      auto staged = StageOp::create(builder, op.getLoc(), op.getResult(), next);
      op.getResult().replaceAllUsesExcept(staged.getResult(), staged);
    }
  }

  /// Put a constant in place of what `known` names, where the kernel has it.
  LogicalResult applyValue(KernelOp kernel, StringRef known,
                           llvm::StringSet<> &used) {
    auto [name, text] = known.split('=');
    SmallVector<Value> places;
    uint64_t index;
    if (!name.getAsInteger(10, index)) {
      kernel.walk([&](StageOp op) {
        if (op.getIndex() == index)
          places.push_back(op.getResult());
      });
    } else if (Value param = findParameter(kernel, name)) {
      places.push_back(param);
    } else if (name == kGroupsName) {
      used.insert(name);
      kernel.walk([&](NumGroupsOp op) { places.push_back(op.getResult()); });
    }
    for (Value place : places) {
      used.insert(name);
      TypedAttr value = parseValue(place.getType(), text);
      if (!value)
        return emitError(place.getLoc())
               << "'" << text << "' is no value of type " << place.getType()
               << " (--stage=" << known << ")";
      OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
      place.replaceAllUsesWith(
          arith::ConstantOp::create(builder, place.getLoc(), value));
      // A `pirch.stage` without uses would stay.
      if (auto op = place.getDefiningOp<StageOp>())
        op.erase();
    }
    return success();
  }
};
} // namespace
