//===- FormPanels.cpp - Loops that change a panel stay loops --------------===//
//
// PanelLoops.h says what a panel is. A loop that changes one is worth unrolling
// only while little code comes of it. Otherwise the loop is formed as if its
// iterations were known at run time alone, and its panels lie in memory.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace pirch;

/// The constant that `variable` gets before `loop`, in the loop's own block;
/// null if it gets another value there.
static TypedAttr findValueBefore(LoopOp loop, Value variable) {
  for (Operation *op = loop->getPrevNode(); op; op = op->getPrevNode()) {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store || store.getMemRef() != variable)
      continue;
    auto value = store.getValueToStore().getDefiningOp<arith::ConstantOp>();
    return value ? value.getValue() : TypedAttr();
  }
  return {};
}

/// A loop whose first counter is not known yet begins where the outer loop is:
/// on average it runs half as often.
int64_t Former::guessIterations(LoopOp loop, int64_t outer) {
  VariableMap saved;
  llvm::SetVector<Value> control;
  collectStores(loop.getStep(), control);
  for (Value memref : control)
    if (auto found = variables.find(memref); found != variables.end())
      saved.insert(*found);
  llvm::scope_exit restore([&]() {
    for (Value memref : control)
      variables.erase(memref);
    variables.insert(saved.begin(), saved.end());
  });
  for (Value memref : control) {
    TypedAttr first = findValueBefore(loop, memref);
    if (!first)
      return llvm::divideCeil(outer, 2);
    variables[memref].type = first.getType();
    variables[memref].scalar = constant(first);
  }
  std::optional<CountedLoop> counted = countIterations(loop);
  return counted ? counted->iterations.size() : llvm::divideCeil(outer, 2);
}

int64_t Former::estimateUnrolled(LoopOp loop, const CountedLoop &counted) {
  if (!known)
    known.emplace(kernel);
  int64_t size = counted.iterations.size();
  return size * estimateInstructions(loop.getBody().front(), *known, items,
                                     getChunkLanes(kernel), [&](LoopOp inner) {
                                       return guessIterations(inner, size);
                                     });
}

bool Former::isKept(LoopOp loop, const CountedLoop &counted) {
  std::optional<int64_t> limit = loop.getPanelLimit();
  if (recorder || (!limit && !keptLimit))
    return false;
  // Side by side, all iterations of an inner loop would load before the first
  // one stores, as the stores might write what exchanges load.
  if (limit && keptLimit)
    return true;
  return estimateUnrolled(loop, counted) > (limit ? *limit : *keptLimit);
}

LogicalResult Former::emitKept(LoopOp loop) {
  ++counts.kept;
  std::optional<int64_t> outer = keptLimit;
  llvm::scope_exit leave([&]() { keptLimit = outer; });
  if (loop.getPanelLimit())
    keptLimit = loop.getPanelLimit();
  // Registers would hand on all of an array in each iteration.
  for (Value memref : writtenOutside(loop))
    if (const Variable &variable = variables[memref];
        variable.size > 1 && !variable.isLocal)
      return moveToMemory(memref);
  remark(loop, getUnrollHint(loop).kind == UnrollHint::never
                   ? "loop that changes a panel: not unrolled, as asked"
                   : "loop that changes a panel: too much code if it were "
                     "unrolled");
  return emitRunTime(loop);
}

/// Whether nothing between `load` and the end of `block` may change its buffer.
static bool isUnchangedSince(LoadOp load, Block *block) {
  if (load->getBlock() != block)
    return false;
  for (Operation *op = load->getNextNode(); op; op = op->getNextNode()) {
    auto access = dyn_cast<AccessOpInterface>(op);
    if (op->getNumRegions() ||
        (access && access.isWrite() && access.getBuffer() == load.getBuffer()))
      return false;
  }
  return true;
}

Value Former::loadFromPanel(Value value, Value source, Location loc) {
  auto load = value.getDefiningOp<LoadOp>();
  if (!load || load.getMask() || !panels.contains(load.getBuffer()) ||
      !isUnchangedSince(load, builder.getInsertionBlock()))
    return {};
  // A number outside the group stands for some work item of the group. An index
  // is not negative.
  Type type = source.getType();
  Value count = arith::ConstantOp::create(builder, loc,
                                          builder.getIntegerAttr(type, items));
  Value item = arith::RemUIOp::create(builder, loc, source, count);
  if (type.isIndex())
    item = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), item);
  else if (!type.isInteger(64))
    item = arith::ExtUIOp::create(builder, loc, builder.getI64Type(), item);
  // What work item 0 loads, that many elements further on.
  int64_t extent = load.getType().getExtent();
  SmallVector<int64_t> offsets;
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < extent; ++ix) {
      int64_t offset = load.getOffsets()[wi * extent + ix];
      offsets.push_back(offset == kNoOffset ? kNoOffset : offset - wi);
    }
  ++counts.exchangesLoaded;
  return LoadOp::create(
      builder, loc, load.getType(), load.getBuffer(),
      arith::AddIOp::create(builder, loc, load.getBase(), item),
      load.getGroupStride(), /*mask=*/Value(), offsets);
}
