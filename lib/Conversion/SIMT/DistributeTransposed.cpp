//===- DistributeTransposed.cpp - Rows through shared memory --------------===//
//
// The groups that a team computes for one replica are consecutive. What each of
// them accesses is contiguous, its window (`AccessStaging`). The team moves
// the windows between buffer and shared memory by requests for consecutive
// elements, and each thread takes its own elements from shared memory, or puts
// them there.
//
//===----------------------------------------------------------------------===//

#include "ThreadEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

ThreadEmitter::Chunks
ThreadEmitter::windowElements(const AccessStaging &staging) {
  Type i32 = builder.getI32Type();
  Chunks elements;
  for (int64_t request = 0; request < countRequests(staging); ++request)
    elements.push_back(arith::AddIOp::create(
        builder, loc, threadInTeam, constantInt(i32, request * lanes)));
  return elements;
}

int64_t ThreadEmitter::countRequests(const AccessStaging &staging) const {
  return llvm::divideCeil(slots * staging.size, lanes);
}

template <typename OpT>
Value ThreadEmitter::windowPlace(OpT op, const AccessStaging &staging,
                                 int64_t replica, Value element) {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto widened = [&](Value value) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, value);
  };
  Value group = windowGroup[replica];
  llvm::APInt stride;
  if (!matchPattern(op.getGroupStride(), m_ConstantInt(&stride)) ||
      stride != staging.size) {
    Value size = constantInt(i32, staging.size);
    group = arith::AddIOp::create(
        builder, loc, group,
        widened(arith::DivUIOp::create(builder, loc, element, size)));
    element = arith::RemUIOp::create(builder, loc, element, size);
  }
  Value index = arith::AddIOp::create(builder, loc, startOf(op, group),
                                      constantInt(i64, staging.start));
  return arith::AddIOp::create(builder, loc, index, widened(element));
}

Value ThreadEmitter::sharedPlace(const AccessStaging &staging, Value element) {
  if (staging.padEvery)
    element = arith::AddIOp::create(
        builder, loc, element,
        arith::DivUIOp::create(
            builder, loc, element,
            constantInt(element.getType(), staging.padEvery)));
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    element);
}

Value ThreadEmitter::ownSharedPlace(const AccessStaging &staging,
                                    InfRegType type, ArrayRef<int64_t> offsets,
                                    int64_t replica, int64_t ix) {
  Type i32 = builder.getI32Type();
  SmallVector<int64_t> places;
  for (int64_t wi = 0; wi < type.getNumItems(); ++wi) {
    int64_t offset = offsets[wi * type.getExtent() + ix];
    places.push_back(
        offset == kNoOffset ? 0 : staging.place(offset - staging.start));
  }
  // Elements that are as far apart in all work items have one place in common,
  // from which loads and stores have constant distances.
  int64_t first = places[0];
  for (int64_t &place : places)
    place -= first;
  Value group =
      arith::MulIOp::create(builder, loc, groupInWindow[replica],
                            constantInt(i32, staging.place(staging.size)));
  Value common =
      arith::AddIOp::create(builder, loc, group, indexByItem(i32, places));
  Type index = builder.getIndexType();
  return arith::AddIOp::create(
      builder, loc, arith::IndexCastOp::create(builder, loc, index, common),
      constantInt(index, first));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Past the last group to load, the last element of the windows is loaded
/// again. A branch for teams with all groups would not pay: LLVM joins the
/// loads of both sides behind it, and their addresses.
ThreadEmitter::Chunks ThreadEmitter::fetchWindows(ArrayRef<LoadOp> loads,
                                                  int64_t replica) {
  Type i32 = builder.getI32Type();
  Chunks fetched;
  for (LoadOp op : loads) {
    const AccessStaging &staging = plans.at(op).staging;
    Value last = arith::SubIOp::create(
        builder, loc,
        arith::MulIOp::create(builder, loc, numLoaded[replica],
                              constantInt(i32, staging.size)),
        constantInt(i32, 1));
    for (Value e : windowElements(staging))
      fetched.push_back(loadWhere(
          {},
          placeIn(op.getBuffer(),
                  windowPlace(op, staging, replica,
                              arith::MinUIOp::create(builder, loc, e, last)),
                  replica)));
  }
  return fetched;
}

/// Loads that follow without a store between are fetched together with the
/// first, so that the team waits for memory once.
void ThreadEmitter::emitTransposedLoads(LoadOp first) {
  constexpr int64_t kMaxInFlight = 64;
  synchronize();
  auto isReady = [&](LoadOp op) {
    return scalars.contains(op.getBase()) &&
           scalars.contains(op.getGroupStride());
  };
  SmallVector<LoadOp> loads;
  int64_t inFlight = 0;
  for (Operation *op = first; op; op = op->getNextNode()) {
    if (op->getNumRegions() || hasEffect<MemoryEffects::Write>(op))
      break;
    auto load = dyn_cast<LoadOp>(op);
    if (!load || !plans.at(load).isStaged() || !isReady(load))
      continue;
    inFlight += pack * countRequests(plans.at(load).staging);
    if (op != first && inFlight > kMaxInFlight)
      break;
    loads.push_back(load);
  }
  SmallVector<Chunks> fetched;
  for (int64_t replica = 0; replica < pack; ++replica)
    fetched.push_back(fetchWindows(loads, replica));
  SmallVector<size_t> taken(pack, 0);
  for (LoadOp op : loads)
    for (int64_t replica = 0; replica < pack; ++replica) {
      size_t count = countRequests(plans.at(op).staging);
      spread(op, replica,
             ArrayRef(fetched[replica]).slice(taken[replica], count));
      taken[replica] += count;
    }
}

void ThreadEmitter::spread(LoadOp op, int64_t replica, ArrayRef<Value> window) {
  const AccessStaging &staging = plans.at(op).staging;
  InfRegType type = op.getType();
  if (isSharedInUse)
    barrier();
  published = Value();
  for (auto [value, e] : llvm::zip(window, windowElements(staging)))
    memref::StoreOp::create(builder, loc, value, shared[type.getElementType()],
                            sharedPlace(staging, e));
  barrier();
  Chunks result = chunks.lookup(op); // the chunks of earlier replicas
  for (int64_t ix = 0; ix < type.getExtent(); ++ix)
    result.push_back(memref::LoadOp::create(
        builder, loc, shared[type.getElementType()],
        ownSharedPlace(staging, type, op.getOffsets(), replica, ix)));
  isSharedInUse = true;
  if (result.size() == static_cast<size_t>(numChunks(type)))
    define(op, std::move(result));
  else
    chunks[op] = std::move(result);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void ThreadEmitter::emitTransposedStore(StoreOp op) {
  const AccessStaging &staging = plans.at(op).staging;
  InfRegType type = op.getValue().getType();
  Chunks value = chunksOf(op.getValue());
  for (int64_t replica = 0; replica < pack; ++replica) {
    if (isSharedInUse)
      barrier();
    published = Value();
    // Threads without a group of their own hold, and write, what another thread
    // holds.
    for (int64_t ix = 0; ix < type.getExtent(); ++ix) {
      ItemOffsets items(op.getOffsets(), type, ix);
      Value index = ownSharedPlace(staging, type, op.getOffsets(), replica, ix);
      Value mine = value[replica * type.getExtent() + ix];
      auto store = [&](OpBuilder &at) {
        memref::StoreOp::create(at, loc, mine, shared[type.getElementType()],
                                index);
      };
      if (llvm::all_of(items.used, [](bool bit) { return bit; }))
        store(builder);
      else if (!items.isUnused())
        where(bitByItem(items.used), store);
    }
    barrier(); // earlier accesses of the buffer are done then, too
    storeWindow(op, replica);
    isSharedInUse = hasUnseenAccess = true;
  }
}

/// Groups past the end of the launch are left out.
void ThreadEmitter::storeWindow(StoreOp op, int64_t replica) {
  const AccessStaging &staging = plans.at(op).staging;
  Type i32 = builder.getI32Type();
  Type element = op.getValue().getType().getElementType();
  Value isFull =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            numStored[replica], constantInt(i32, slots));
  auto branch =
      scf::IfOp::create(builder, loc, isFull, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (bool full : {true, false}) {
    builder.setInsertionPointToStart(full ? branch.thenBlock()
                                          : branch.elseBlock());
    Value count = full ? constantInt(i32, slots) : numStored[replica];
    Value end = arith::MulIOp::create(builder, loc, count,
                                      constantInt(i32, staging.size));
    Chunks elements = windowElements(staging), values;
    for (Value e : elements)
      values.push_back(memref::LoadOp::create(builder, loc, shared[element],
                                              sharedPlace(staging, e)));
    int64_t last = 0;
    for (auto [e, value] : llvm::zip(elements, values)) {
      last += lanes;
      ElementPlace to = placeIn(op.getBuffer(),
                                windowPlace(op, staging, replica, e), replica);
      if (full && last <= slots * staging.size) {
        to.store(builder, loc, value);
        continue;
      }
      Value inside = arith::CmpIOp::create(builder, loc,
                                           arith::CmpIPredicate::ult, e, end);
      storeWhere(inside, value, to);
    }
  }
}
