//===- LaneCause.cpp - Why lanes hold what no analysis knows --------------===//

#include "LaneCause.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pirch;

/// Whether `value` is the same scalar in all lanes, and no constant.
static bool isRunTimeScalar(Value value) {
  auto splat = value.getDefiningOp<SplatOp>();
  return splat && !matchPattern(splat.getScalar(), m_Constant());
}

/// The cause that `value`'s own operation is, before its operands are looked
/// at.
static LaneCause classify(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions())
    return LaneCause::loop;
  if (isa<AccessOpInterface>(op))
    return LaneCause::memory;
  if (isa<WgShuffleOp, ExtractOp, ReduceOp, ScanOp>(op))
    return LaneCause::exchange;
  if (isa<arith::MulIOp>(op) &&
      llvm::any_of(op->getOperands(), isRunTimeScalar))
    return LaneCause::factor;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::ShRSIOp, arith::ShRUIOp, arith::AndIOp, arith::OrIOp,
          arith::XOrIOp>(op))
    return LaneCause::bits;
  if (isa<SelectOp>(op))
    return LaneCause::condition;
  return LaneCause::other;
}

CauseOfLanes pirch::findCause(Value value) {
  llvm::SetVector<Value> reached;
  reached.insert(value);
  CauseOfLanes first;
  for (size_t at = 0; at < reached.size(); ++at) {
    Value current = reached[at];
    if (!isa<InfRegType>(current.getType()))
      continue;
    LaneCause cause = classify(current);
    if (cause < first.cause)
      first = {cause, current};
    Operation *op = current.getDefiningOp();
    bool isSource = cause == LaneCause::memory || cause == LaneCause::exchange;
    if (op && !op->getNumRegions() && !isSource)
      reached.insert(op->operand_begin(), op->operand_end());
  }
  return first;
}

std::string pirch::printPlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  return place ? (" (" + llvm::Twine(place.getLine()) + ":" +
                  llvm::Twine(place.getColumn()) + ")")
                     .str()
               : std::string();
}

/// The name of parameter `index` of the source; empty where there is none.
static StringRef nameParam(KernelOp kernel, unsigned index) {
  auto names = kernel->getAttrOfType<ArrayAttr>("arg_names");
  return names && index < names.size()
             ? cast<StringAttr>(names[index]).getValue()
             : StringRef();
}

std::string pirch::nameBuffer(Value buffer, KernelOp kernel) {
  if (auto parameter = dyn_cast<BlockArgument>(buffer))
    if (StringRef name = nameParam(kernel, parameter.getArgNumber());
        !name.empty())
      return ("'" + name + "'").str();
  if (buffer.getDefiningOp<TableOp>())
    return "a table of constants";
  return buffer.getDefiningOp<AllocaOp>() ? "a variable of the group"
                                          : "a buffer";
}

/// The scalar by which `product` multiplies lanes, with its name where it is a
/// parameter.
static std::string nameFactor(Operation *product, KernelOp kernel) {
  for (Value operand : product->getOperands()) {
    auto splat = operand.getDefiningOp<SplatOp>();
    if (!splat || !isRunTimeScalar(operand))
      continue;
    Value scalar = splat.getScalar();
    while (Operation *op = scalar.getDefiningOp()) {
      if (!isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
               arith::IndexCastOp>(op))
        return "a value";
      scalar = op->getOperand(0);
    }
    auto parameter = cast<BlockArgument>(scalar);
    if (parameter.getOwner() == &kernel.getBody().front())
      if (StringRef name = nameParam(kernel, parameter.getArgNumber());
          !name.empty())
        return ("'" + name + "'").str();
  }
  return "a value";
}

std::string pirch::describeCause(const CauseOfLanes &cause, KernelOp kernel) {
  std::string place =
      cause.value ? printPlace(cause.value.getLoc()) : std::string();
  switch (cause.cause) {
  case LaneCause::memory:
    return "is read from " +
           nameBuffer(
               cast<AccessOpInterface>(cause.value.getDefiningOp()).getBuffer(),
               kernel) +
           place;
  case LaneCause::exchange:
    return "comes from another work item or from a run-time subscript" + place;
  case LaneCause::loop:
    return "is carried by a loop from iteration to iteration" + place;
  case LaneCause::factor:
    return "is multiplied by " +
           nameFactor(cause.value.getDefiningOp(), kernel) +
           ", which is known only at run time" + place;
  case LaneCause::bits:
    return "is computed by a division, a shift or a logical operation" + place;
  case LaneCause::condition:
    return "depends on a condition of each work item" + place;
  case LaneCause::other:
    return "is no sum of indices and constants" + place;
  }
  llvm_unreachable("every cause has a description");
}
