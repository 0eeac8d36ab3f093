//===- DistributeMemory.cpp - Loads and stores of one thread --------------===//
//
// The accesses that `planAccess` chose for a warp, as far as each thread makes
// its own: one element or several at a time, gathers, scatters and rows.
// Staging is in DistributeTransposed.cpp.
//
//===----------------------------------------------------------------------===//

#include "ThreadEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// What the threads do, for remarks.
static StringRef nameRequests(const AccessPlan &plan) {
  if (plan.isStaged())
    return "transposed";
  return plan.windows.empty() ? "direct" : "vectors";
}

static void describeChoice(Operation *op, const AccessShape &shape,
                           const AccessPlan &plan, const WarpMemory &memory) {
  auto text = op->emitRemark()
              << (shape.isStore ? "store" : "load") << " of "
              << shape.mapping.getExtent(Axis::ix)
              << " elements per work item: " << nameRequests(plan);
  if (!plan.windows.empty())
    text << " of " << plan.getVectorElements() << " elements";
  text << ", " << getRequestCost(plan, shape, memory).sectors
       << " sectors for a warp";
  if (!plan.isStaged() && plan.windows.empty())
    return;
  AccessPlan direct; // one request for each chunk
  text << " instead of " << getRequestCost(direct, shape, memory).sectors;
}

void ThreadEmitter::planMemory() {
  WarpMemory memory = target.getWarpMemory();
  kernel.walk([&](AffineAccessOpInterface op) {
    InfRegType type = op.getAccessType();
    AccessShape shape = describeAccess(op, mapping.get(type), target);
    AccessPlan &chosen = plans[op] = planAccess(shape, target)->plan;
    if (shape.isOwn)
      return;
    if (emitRemarks)
      describeChoice(op, shape, chosen, memory);
    statistics.direct += !chosen.isStaged() && chosen.windows.empty();
    statistics.vectors += !chosen.windows.empty();
    statistics.transposed += chosen.isStaged();
    if (!chosen.isStaged())
      return;
    shared[type.getElementType()]; // declareShared makes the view
    sharedBytes = std::max(sharedBytes,
                           shape.elementBytes *
                               chosen.staging.getSharedElements(slots, lanes));
  });
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void ThreadEmitter::barrier() {
  if (isWide())
    gpu::BarrierOp::create(builder, loc);
  else
    SubgroupBarrierOp::create(builder, loc);
  hasUnseenAccess = isSharedInUse = false;
}

/// Before a store to `buffer`: earlier accesses of other threads must be done.
/// No other thread sees a work item's own memory.
void ThreadEmitter::beforeStore(Value buffer) {
  auto variable = buffer.getDefiningOp<AllocaOp>();
  if (variable && variable.isPrivate())
    return;
  barrier();
  hasUnseenAccess = true;
}

Value ThreadEmitter::place(Value buffer, Type element, Value index) {
  return LLVM::GEPOp::create(builder, loc,
                             LLVM::LLVMPointerType::get(builder.getContext()),
                             element, buffer, ValueRange{index});
}

static unsigned alignmentOf(Type element) {
  return std::max(1u, element.getIntOrFloatBitWidth() / 8);
}

/// Element `index` (i64) of `buffer`, of the copy that belongs to the thread's
/// group of replica `replica`.
ThreadEmitter::ElementPlace ThreadEmitter::placeIn(Value buffer, Value index,
                                                   int64_t replica) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value memory = scalars.lookup(buffer);
  auto variable = buffer.getDefiningOp<AllocaOp>();
  if (!variable)
    return {place(memory, element, index), Value(), element};
  Type i64 = builder.getI64Type();
  if (variable.isPrivate()) {
    // The thread has its own item's elements alone, those of each replica.
    int64_t perItem = variable.getElementsPerItem();
    Value first = arith::MulIOp::create(
        builder, loc, arith::ExtUIOp::create(builder, loc, i64, item),
        constantInt(i64, perItem));
    index = arith::SubIOp::create(builder, loc, index, first);
    if (replica)
      index = arith::AddIOp::create(builder, loc, index,
                                    constantInt(i64, replica * perItem));
    return {place(memory, element, index), Value(), element};
  }
  Value slot = arith::DivUIOp::create(builder, loc, firstThread,
                                      constantInt(builder.getI32Type(), items));
  Value copy = arith::AddIOp::create(
      builder, loc, arith::ExtUIOp::create(builder, loc, i64, slot),
      constantInt(i64, replica * slots));
  Value first = arith::MulIOp::create(
      builder, loc, copy, constantInt(i64, variable.getNumElements()));
  Value at = arith::AddIOp::create(builder, loc, first, index);
  return {memory,
          arith::IndexCastOp::create(builder, loc, builder.getIndexType(), at),
          element};
}

Value ThreadEmitter::ElementPlace::load(OpBuilder &builder,
                                        Location loc) const {
  if (index)
    return memref::LoadOp::create(builder, loc, memory, index);
  return LLVM::LoadOp::create(builder, loc, element, memory,
                              alignmentOf(element));
}

void ThreadEmitter::ElementPlace::store(OpBuilder &builder, Location loc,
                                        Value value) const {
  if (index)
    memref::StoreOp::create(builder, loc, value, memory, index);
  else
    LLVM::StoreOp::create(builder, loc, value, memory, alignmentOf(element));
}

Value ThreadEmitter::loadWhere(Value mask, const ElementPlace &place) {
  if (!mask)
    return place.load(builder, loc);
  auto branch = scf::IfOp::create(
      builder, loc, mask,
      [&](OpBuilder &inside, Location where) {
        scf::YieldOp::create(inside, where, place.load(inside, where));
      },
      [&](OpBuilder &inside, Location where) {
        scf::YieldOp::create(
            inside, where,
            ValueRange{arith::ConstantOp::create(
                inside, where,
                cast<TypedAttr>(inside.getZeroAttr(place.element)))});
      });
  return branch.getResult(0);
}

void ThreadEmitter::where(Value mask,
                          llvm::function_ref<void(OpBuilder &)> emit) {
  scf::IfOp::create(builder, loc, mask, [&](OpBuilder &inside, Location) {
    emit(inside);
    scf::YieldOp::create(inside, loc);
  });
}

void ThreadEmitter::storeWhere(Value mask, Value value,
                               const ElementPlace &place) {
  where(mask, [&](OpBuilder &inside) { place.store(inside, loc, value); });
}

/// Whether the thread stores what it computes for replica `replica` to
/// `buffer`. Each thread writes its group's own memory: where another thread
/// computes the same, both write the same.
Value ThreadEmitter::storesTo(Value buffer, int64_t replica) {
  return isOwn(buffer) ? constant(builder.getBoolAttr(true)) : valid[replica];
}

/// Whether `pointer` is a multiple of `bytes`.
Value ThreadEmitter::isAligned(Value pointer, int64_t bytes) {
  Type i64 = builder.getI64Type();
  Value address = LLVM::PtrToIntOp::create(builder, loc, i64, pointer);
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq,
      arith::AndIOp::create(builder, loc, address, constantInt(i64, bytes - 1)),
      constantInt(i64, 0));
}

template <typename OpT> Value ThreadEmitter::startOf(OpT op, Value group) {
  return arith::AddIOp::create(
      builder, loc, scalars.lookup(op.getBase()),
      arith::MulIOp::create(builder, loc, group,
                            scalars.lookup(op.getGroupStride())));
}
template Value ThreadEmitter::startOf(LoadOp, Value);
template Value ThreadEmitter::startOf(StoreOp, Value);

ItemOffsets::ItemOffsets(ArrayRef<int64_t> table, InfRegType type, int64_t ix,
                         bool onlyLast) {
  int64_t known = 0;
  for (int64_t wi = type.getNumItems(); wi-- > 0;)
    if (int64_t offset = table[wi * type.getExtent() + ix]; offset != kNoOffset)
      known = offset;
  for (int64_t wi = 0; wi < type.getNumItems(); ++wi) {
    int64_t offset = table[wi * type.getExtent() + ix];
    used.push_back(offset != kNoOffset);
    offsets.push_back(used.back() ? offset : known);
  }
  llvm::SmallDenseSet<int64_t> stored;
  for (int64_t wi = type.getNumItems(); onlyLast && wi-- > 0;)
    if (used[wi])
      used[wi] = stored.insert(offsets[wi]).second;
}

//===----------------------------------------------------------------------===//
// Accesses whose places are known
//===----------------------------------------------------------------------===//

void ThreadEmitter::emitLoad(LoadOp op) {
  const AccessPlan &plan = plans.at(op);
  if (plan.isStaged()) {
    if (!chunks.contains(op)) // else an earlier load has fetched it
      emitTransposedLoads(op);
    return;
  }
  synchronize();
  if (!plan.windows.empty())
    return define(op, loadVectors(op, plan.getVectorElements()));
  InfRegType type = op.getType();
  Type element = type.getElementType();
  Chunks result;
  for (int64_t group = 0; group < type.getNumGroups(); ++group) {
    Value start = startOf(op, groups[group]);
    for (int64_t ix = 0; ix < type.getExtent(); ++ix) {
      ItemOffsets items(op.getOffsets(), type, ix);
      if (items.isUnused()) {
        result.push_back(constant(builder.getZeroAttr(element)));
        continue;
      }
      Value mask =
          op.getMask() ? chunksOf(op.getMask())[result.size()] : Value();
      // Items without an offset count from another item's, which the mask may
      // leave out.
      if (mask && llvm::is_contained(items.used, false))
        mask = arith::AndIOp::create(builder, loc, mask, bitByItem(items.used));
      Value index = arith::AddIOp::create(
          builder, loc, start,
          indexByItem(builder.getI64Type(), items.offsets));
      result.push_back(loadWhere(mask, placeIn(op.getBuffer(), index, group)));
    }
  }
  define(op, std::move(result));
}

void ThreadEmitter::emitStore(StoreOp op) {
  const AccessPlan &plan = plans.at(op);
  if (plan.isStaged())
    return emitTransposedStore(op);
  beforeStore(op.getBuffer());
  if (!plan.windows.empty())
    return storeVectors(op, plan.getVectorElements());
  InfRegType type = op.getValue().getType();
  Chunks value = chunksOf(op.getValue());
  for (int64_t group = 0; group < type.getNumGroups(); ++group) {
    Value start = startOf(op, groups[group]);
    for (int64_t ix = 0; ix < type.getExtent(); ++ix) {
      ItemOffsets items(op.getOffsets(), type, ix, !op.getMask());
      if (items.isUnused())
        continue;
      int64_t lane = group * type.getExtent() + ix;
      Value mask = arith::AndIOp::create(
          builder, loc, storesTo(op.getBuffer(), group), bitByItem(items.used));
      if (op.getMask())
        mask = arith::AndIOp::create(builder, loc, mask,
                                     chunksOf(op.getMask())[lane]);
      Value index = arith::AddIOp::create(
          builder, loc, start,
          indexByItem(builder.getI64Type(), items.offsets));
      storeWhere(mask, value[lane], placeIn(op.getBuffer(), index, group));
    }
  }
}

/// Each vector is loaded at once if its address is a multiple of its size, and
/// element by element otherwise. Only run time knows which, since the buffer is
/// the caller's.
ThreadEmitter::Chunks ThreadEmitter::loadVectors(LoadOp op, int64_t elements) {
  InfRegType type = op.getType();
  Type element = type.getElementType();
  int64_t bytes = elements * alignmentOf(element);
  unsigned bits = element.getIntOrFloatBitWidth();
  Value buffer = scalars.lookup(op.getBuffer());
  Chunks result;
  for (int64_t group = 0; group < type.getNumGroups(); ++group) {
    Value start = startOf(op, groups[group]), aligned;
    for (int64_t ix = 0; ix < type.getExtent(); ix += elements) {
      ItemOffsets items(op.getOffsets(), type, ix);
      Value index = arith::AddIOp::create(
          builder, loc, start,
          indexByItem(builder.getI64Type(), items.offsets));
      Value pointer = place(buffer, element, index);
      if (!aligned) // other vectors of the thread are whole vectors away
        aligned = isAligned(pointer, bytes);
      auto branch = scf::IfOp::create(
          builder, loc, aligned,
          [&](OpBuilder &inside, Location where) {
            // Load one wide integer: LLVM would split a vector again.
            Type word = inside.getIntegerType(elements * bits);
            Type part = inside.getIntegerType(bits);
            Value whole =
                LLVM::LoadOp::create(inside, where, word, pointer, bytes);
            Chunks parts;
            for (int64_t index = 0; index < elements; ++index) {
              Value shift = arith::ConstantOp::create(
                  inside, where, inside.getIntegerAttr(word, index * bits));
              Value raw = arith::TruncIOp::create(
                  inside, where, part,
                  arith::ShRUIOp::create(inside, where, whole, shift));
              parts.push_back(isa<FloatType>(element)
                                  ? Value(arith::BitcastOp::create(
                                        inside, where, element, raw))
                                  : raw);
            }
            scf::YieldOp::create(inside, where, parts);
          },
          [&](OpBuilder &inside, Location where) {
            Chunks parts;
            for (int64_t part = 0; part < elements; ++part)
              parts.push_back(LLVM::LoadOp::create(
                  inside, where, element,
                  LLVM::GEPOp::create(inside, where, pointer.getType(), element,
                                      pointer, LLVM::GEPArg(part)),
                  alignmentOf(element)));
            scf::YieldOp::create(inside, where, parts);
          });
      llvm::append_range(result, branch.getResults());
    }
  }
  return result;
}

void ThreadEmitter::storeVectors(StoreOp op, int64_t elements) {
  InfRegType type = op.getValue().getType();
  Type element = type.getElementType();
  int64_t bytes = elements * alignmentOf(element);
  auto vector = VectorType::get({elements}, element);
  ArrayRef<Value> value = chunksOf(op.getValue());
  Value buffer = scalars.lookup(op.getBuffer());
  for (int64_t group = 0; group < type.getNumGroups(); ++group) {
    Value start = startOf(op, groups[group]), aligned;
    for (int64_t ix = 0; ix < type.getExtent(); ix += elements) {
      ItemOffsets items(op.getOffsets(), type, ix, true);
      ArrayRef<Value> parts =
          value.slice(group * type.getExtent() + ix, elements);
      Value index = arith::AddIOp::create(
          builder, loc, start,
          indexByItem(builder.getI64Type(), items.offsets));
      Value pointer = place(buffer, element, index);
      if (!aligned)
        aligned = isAligned(pointer, bytes);
      Value mask = arith::AndIOp::create(builder, loc, valid[group],
                                         bitByItem(items.used));
      auto storeVector = [&](OpBuilder &inside, Location where) {
        Value whole = LLVM::UndefOp::create(inside, where, vector);
        for (auto [index, part] : llvm::enumerate(parts))
          whole = LLVM::InsertElementOp::create(
              inside, where, whole, part,
              arith::ConstantIntOp::create(inside, where, index, 32));
        LLVM::StoreOp::create(inside, where, whole, pointer, bytes);
        scf::YieldOp::create(inside, where);
      };
      auto storeParts = [&](OpBuilder &inside, Location where) {
        for (auto [index, part] : llvm::enumerate(parts))
          LLVM::StoreOp::create(
              inside, where, part,
              LLVM::GEPOp::create(inside, where, pointer.getType(), element,
                                  pointer, LLVM::GEPArg(index)),
              alignmentOf(element));
        scf::YieldOp::create(inside, where);
      };
      scf::IfOp::create(
          builder, loc, mask, [&](OpBuilder &inside, Location where) {
            scf::IfOp::create(inside, where, aligned, storeVector, storeParts);
            scf::YieldOp::create(inside, where);
          });
    }
  }
}

//===----------------------------------------------------------------------===//
// Accesses whose places the program computes
//===----------------------------------------------------------------------===//

void ThreadEmitter::emitGather(GatherOp op) {
  int64_t extent = op.getType().getExtent();
  synchronize();
  Chunks result;
  for (auto [lane, index] : llvm::enumerate(chunksOf(op.getIndex())))
    result.push_back(
        loadWhere(op.getMask() ? chunksOf(op.getMask())[lane] : Value(),
                  placeIn(op.getBuffer(), index, lane / extent)));
  define(op, std::move(result));
}

/// Whether the thread takes part in lane `lane` of an access of `buffer` by
/// lanes of `type`.
Value ThreadEmitter::takesPart(Value buffer, InfRegType type, Value mask,
                               size_t lane) {
  Value stores = storesTo(buffer, lane / type.getExtent());
  return mask ? Value(arith::AndIOp::create(builder, loc, stores,
                                            chunksOf(mask)[lane]))
              : stores;
}

void ThreadEmitter::emitScatter(ScatterOp op) {
  InfRegType type = op.getValue().getType();
  beforeStore(op.getBuffer());
  Chunks value = chunksOf(op.getValue());
  for (auto [lane, index] : llvm::enumerate(chunksOf(op.getIndex())))
    storeWhere(takesPart(op.getBuffer(), type, op.getMask(), lane), value[lane],
               placeIn(op.getBuffer(), index, lane / type.getExtent()));
}

/// Element `ix` of the row that begins at `base + index`.
ThreadEmitter::ElementPlace ThreadEmitter::rowPlace(Value buffer, Value base,
                                                    Value index, int64_t ix) {
  Value first = arith::AddIOp::create(builder, loc, index, base);
  Value at = arith::AddIOp::create(builder, loc, first,
                                   constantInt(builder.getI64Type(), ix));
  return placeIn(buffer, at, /*replica=*/0);
}

void ThreadEmitter::emitLoadRows(LoadRowsOp op) {
  synchronize();
  Chunks result;
  for (Value index : chunksOf(op.getIndex()))
    for (int64_t ix = 0; ix < op.getType().getExtent(); ++ix)
      result.push_back(loadWhere(
          /*mask=*/{},
          rowPlace(op.getBuffer(), scalars.lookup(op.getBase()), index, ix)));
  define(op, std::move(result));
}

void ThreadEmitter::emitStoreRows(StoreRowsOp op) {
  int64_t extent = op.getValue().getType().getExtent();
  beforeStore(op.getBuffer());
  Chunks value = chunksOf(op.getValue());
  for (auto [group, index] : llvm::enumerate(chunksOf(op.getIndex())))
    for (int64_t ix = 0; ix < extent; ++ix)
      storeWhere(
          valid[group], value[group * extent + ix],
          rowPlace(op.getBuffer(), scalars.lookup(op.getBase()), index, ix));
}
