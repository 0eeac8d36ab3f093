//===- FindTables.cpp - Private arrays that hold constants alone ----------===//

#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
#define GEN_PASS_DEF_FINDTABLES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct FindTablesPass : public pirch::impl::FindTablesBase<FindTablesPass> {
  using FindTablesBase::FindTablesBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (isWorkItemForm(kernel))
        replaceArrays(kernel);
  }

  void replaceArrays(KernelOp kernel) {
    SmallVector<memref::AllocaOp> arrays;
    kernel.walk([&](memref::AllocaOp array) {
      if (array.getType().getNumElements() > 1 &&
          array.getType().getMemorySpaceAsInt() != kLocalMemorySpace)
        arrays.push_back(array);
    });
    for (memref::AllocaOp array : arrays)
      if (DenseElementsAttr value = findConstants(array)) {
        replace(array, value);
        ++numTables;
      }
  }

  /// The constant that `value` is, by MLIR's own folders; null if there is
  /// none.
  static Attribute findConstant(Value value) {
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return constant;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumResults() != 1 || op->getNumRegions() || !isPure(op))
      return {};
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(findConstant(operand));
      if (!operands.back())
        return {};
    }
    SmallVector<OpFoldResult> results;
    if (failed(op->fold(operands, results)) || results.size() != 1)
      return {};
    if (auto folded = dyn_cast<Attribute>(results[0]))
      return folded;
    return findConstant(cast<Value>(results[0]));
  }

  /// What `array` holds wherever it is read; null where that is not the same
  /// everywhere, or not known.
  static DenseElementsAttr findConstants(memref::AllocaOp array) {
    MemRefType type = array.getType();
    int64_t size = type.getNumElements();
    SmallVector<Attribute> elements(size);
    Operation *lastStore = nullptr, *firstLoad = nullptr;
    for (Operation *user : array->getUsers()) {
      auto store = dyn_cast<memref::StoreOp>(user);
      if (!store) {
        Operation *load = array->getBlock()->findAncestorOpInBlock(*user);
        if (!isa<memref::LoadOp>(user) || !load)
          return {};
        if (!firstLoad || load->isBeforeInBlock(firstLoad))
          firstLoad = load;
        continue;
      }
      // Each element is stored once, so that the order does not matter.
      auto place =
          dyn_cast_or_null<IntegerAttr>(findConstant(store.getIndices()[0]));
      Attribute value = findConstant(store.getValueToStore());
      if (store->getBlock() != array->getBlock() || !value || !place ||
          place.getInt() < 0 || place.getInt() >= size ||
          elements[place.getInt()])
        return {};
      elements[place.getInt()] = value;
      if (!lastStore || lastStore->isBeforeInBlock(store))
        lastStore = store;
    }
    if (!lastStore || !firstLoad || firstLoad->isBeforeInBlock(lastStore))
      return {};
    for (Attribute &element : elements)
      if (!element) // never stored: any value will do
        element = Builder(type.getContext()).getZeroAttr(type.getElementType());
    return DenseElementsAttr::get(
        RankedTensorType::get({size}, type.getElementType()), elements);
  }

  static void replace(memref::AllocaOp array, DenseElementsAttr value) {
    OpBuilder builder(array);
    auto table =
        TableOp::create(builder, array.getLoc(), array.getType(), value);
    for (Operation *user : llvm::make_early_inc_range(array->getUsers()))
      if (isa<memref::StoreOp>(user))
        user->erase();
    array.replaceAllUsesWith(table.getBuffer());
    array.erase();
  }
};
} // namespace
