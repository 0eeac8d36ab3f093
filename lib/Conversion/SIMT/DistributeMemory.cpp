//===- DistributeMemory.cpp - Loads and stores of one thread --------------===//

#include "ThreadEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace pirch;

void ThreadEmitter::synchronize() {
  if (hasUnseenAccess)
    NVVM::SyncWarpOp::create(builder, loc,
                             constantInt(builder.getI32Type(), -1));
  hasUnseenAccess = false;
}

Value ThreadEmitter::place(Value buffer, Type element, Value index) {
  return LLVM::GEPOp::create(builder, loc,
                             LLVM::LLVMPointerType::get(builder.getContext()),
                             element, buffer, ValueRange{index});
}

static unsigned alignmentOf(Type element) {
  return std::max(1u, element.getIntOrFloatBitWidth() / 8);
}

Value ThreadEmitter::loadWhere(Value mask, Value pointer, Type element) {
  auto load = [&](OpBuilder &inside) -> Value {
    return LLVM::LoadOp::create(inside, loc, element, pointer,
                                alignmentOf(element));
  };
  if (!mask)
    return load(builder);
  auto branch = scf::IfOp::create(
      builder, loc, mask,
      [&](OpBuilder &inside, Location where) {
        scf::YieldOp::create(inside, where, load(inside));
      },
      [&](OpBuilder &inside, Location where) {
        scf::YieldOp::create(
            inside, where,
            ValueRange{arith::ConstantOp::create(
                inside, where, cast<TypedAttr>(inside.getZeroAttr(element)))});
      });
  return branch.getResult(0);
}

void ThreadEmitter::storeWhere(Value mask, Value value, Value pointer) {
  scf::IfOp::create(builder, loc, mask, [&](OpBuilder &inside, Location where) {
    LLVM::StoreOp::create(inside, where, value, pointer,
                          alignmentOf(value.getType()));
    scf::YieldOp::create(inside, where);
  });
}

namespace {
/// What the items access through one array element.
struct ItemOffsets {
  SmallVector<int64_t> offsets;
  SmallVector<bool> used;

  ItemOffsets(ArrayRef<int64_t> table, InfRegType type, int64_t ix) {
    int64_t known = 0;
    for (int64_t wi = type.getNumItems(); wi-- > 0;)
      if (int64_t offset = table[wi * type.getExtent() + ix];
          offset != kNoOffset)
        known = offset;
    for (int64_t wi = 0; wi < type.getNumItems(); ++wi) {
      int64_t offset = table[wi * type.getExtent() + ix];
      used.push_back(offset != kNoOffset);
      offsets.push_back(used.back() ? offset : known);
    }
  }
};
} // namespace

void ThreadEmitter::emitLoad(LoadOp op) {
  InfRegType type = op.getType();
  Type element = type.getElementType();
  synchronize();
  Scalars result;
  for (int64_t group = 0; group < type.getNumGroups(); ++group) {
    Value start = arith::AddIOp::create(
        builder, loc, scalars.lookup(op.getBase()),
        arith::MulIOp::create(builder, loc, groups[group],
                              scalars.lookup(op.getGroupStride())));
    for (int64_t ix = 0; ix < type.getExtent(); ++ix) {
      ItemOffsets items(op.getOffsets(), type, ix);
      if (llvm::none_of(items.used, [](bool used) { return used; })) {
        result.push_back(constant(builder.getZeroAttr(element)));
        continue;
      }
      Value mask =
          op.getMask() ? scalarsOf(op.getMask())[result.size()] : Value();
      Value index = arith::AddIOp::create(builder, loc, start,
                                          indexByItem(items.offsets));
      result.push_back(
          loadWhere(mask, place(scalars.lookup(op.getBuffer()), element, index),
                    element));
    }
  }
  define(op, std::move(result));
}

void ThreadEmitter::emitStore(StoreOp op) {
  InfRegType type = op.getValue().getType();
  Scalars value = scalarsOf(op.getValue());
  hasUnseenAccess = true; // loads before it must be done
  synchronize();
  for (int64_t group = 0; group < type.getNumGroups(); ++group) {
    Value start = arith::AddIOp::create(
        builder, loc, scalars.lookup(op.getBase()),
        arith::MulIOp::create(builder, loc, groups[group],
                              scalars.lookup(op.getGroupStride())));
    for (int64_t ix = 0; ix < type.getExtent(); ++ix) {
      ItemOffsets items(op.getOffsets(), type, ix);
      if (llvm::none_of(items.used, [](bool used) { return used; }))
        continue;
      int64_t lane = group * type.getExtent() + ix;
      Value mask = arith::AndIOp::create(builder, loc, valid[group],
                                         bitByItem(items.used));
      if (op.getMask())
        mask = arith::AndIOp::create(builder, loc, mask,
                                     scalarsOf(op.getMask())[lane]);
      Value index = arith::AddIOp::create(builder, loc, start,
                                          indexByItem(items.offsets));
      storeWhere(
          mask, value[lane],
          place(scalars.lookup(op.getBuffer()), type.getElementType(), index));
    }
  }
  hasUnseenAccess = true;
}

void ThreadEmitter::emitGather(GatherOp op) {
  InfRegType type = op.getType();
  synchronize();
  Scalars result;
  for (auto [lane, index] : llvm::enumerate(scalarsOf(op.getIndex())))
    result.push_back(loadWhere(
        op.getMask() ? scalarsOf(op.getMask())[lane] : Value(),
        place(scalars.lookup(op.getBuffer()), type.getElementType(), index),
        type.getElementType()));
  define(op, std::move(result));
}

void ThreadEmitter::emitScatter(ScatterOp op) {
  InfRegType type = op.getValue().getType();
  hasUnseenAccess = true;
  synchronize();
  Scalars value = scalarsOf(op.getValue());
  for (auto [lane, index] : llvm::enumerate(scalarsOf(op.getIndex()))) {
    Value mask = valid[lane / type.getExtent()];
    if (op.getMask())
      mask = arith::AndIOp::create(builder, loc, mask,
                                   scalarsOf(op.getMask())[lane]);
    storeWhere(
        mask, value[lane],
        place(scalars.lookup(op.getBuffer()), type.getElementType(), index));
  }
  hasUnseenAccess = true;
}
