//===- BatchedKernel.cpp - A gpu.func for operations over a batch ---------===//

#include "BatchedKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// Put the parameters of the program's function first, in their order.
void BatchedKernel::orderArguments() {
  SmallVector<Value> others;
  SmallVector<BlockArgument> given;
  for (Value value : arguments.takeVector()) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument &&
        isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      given.push_back(argument);
    else
      others.push_back(value);
  }
  llvm::sort(given, [](BlockArgument a, BlockArgument b) {
    return a.getArgNumber() < b.getArgNumber();
  });
  arguments.insert_range(given);
  arguments.insert_range(others);
}

gpu::GPUFuncOp BatchedKernel::makeFunction(Location loc, StringRef name) {
  orderArguments();
  SmallVector<Type> types;
  for (Value argument : arguments)
    types.push_back(argument.getType());
  auto module =
      gpu::GPUModuleOp::create(builder, loc, (name + "_module").str());
  builder.setInsertionPointToStart(module.getBody());
  function = gpu::GPUFuncOp::create(builder, loc, name,
                                    builder.getFunctionType(types, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(
      {static_cast<int32_t>(ops.getGroupSize()), 1, 1}));
  Block &body = function.getBody().front();
  builder.setInsertionPointToStart(&body);
  for (auto [argument, parameter] :
       llvm::zip_equal(arguments, body.getArguments())) {
    parameter.setLoc(argument.getLoc());
    values.map(argument, parameter);
  }
  entry = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x);
  findItems(loc);
  return function;
}

/// The index of the work item along each of the loops that work items are.
void BatchedKernel::findItems(Location loc) {
  if (ops.items.empty())
    return;
  Value rest = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x);
  items.resize(ops.items.size());
  for (size_t dim = items.size(); dim-- > 1;) {
    Value extent = index(loc, ops.items[dim]);
    items[dim] = arith::RemUIOp::create(builder, loc, rest, extent);
    rest = arith::DivUIOp::create(builder, loc, rest, extent);
  }
  items.front() = rest;
}

void BatchedKernel::capture(Value value) {
  if (!variables.contains(value) && !matchPattern(value, m_Constant()))
    arguments.insert(value);
}

/// Capture what `op` and the operations in it take from outside of `within`, or
/// of `op` where that is null.
void BatchedKernel::captureFrom(Operation *op, Block *within) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *owner = operand.getParentBlock()->getParentOp();
      bool isInside = within ? within->getParentOp()->isAncestor(owner)
                             : op->isAncestor(owner);
      if (!isInside)
        capture(operand);
    }
  });
}

gpu::GPUFuncOp BatchedKernel::buildOps(Location loc, StringRef name,
                                       ArrayRef<Value> temporaries) {
  // Temporaries are no parameters.
  for (Value memref : temporaries)
    variables[memref] = {};
  for (const BatchedOp &batched : ops.ops)
    captureFrom(batched.op, nullptr);
  makeFunction(loc, name);
  for (Value memref : temporaries)
    addTemporary(memref);
  emitOps(ops.ops);
  gpu::ReturnOp::create(builder, loc);
  return function;
}

gpu::GPUFuncOp
BatchedKernel::buildLoop(Location loc, StringRef name, Block &body, Value index,
                         ArrayRef<std::pair<Value, unsigned>> slices) {
  for (Operation &op : body)
    captureFrom(&op, &body);
  makeFunction(loc, name);
  values.map(index, entry);
  for (auto [memref, dim] : slices) {
    addSlice(memref, dim);
    copySlice(memref, dim, /*isBack=*/false);
  }
  emitBlock(body);
  for (auto [memref, dim] : slices)
    copySlice(memref, dim, /*isBack=*/true);
  gpu::ReturnOp::create(builder, loc);
  return function;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// The subscripts of an operand that are the loops which work items are, if all
/// of these are among them.
static std::optional<SmallVector<unsigned>>
findItemSubscripts(const BatchedOp &batched, OpOperand &operand) {
  SmallVector<unsigned> places;
  for (unsigned dim : batched.itemDims) {
    std::optional<unsigned> place = batched.findSubscript(operand, dim);
    if (!place)
      return std::nullopt;
    places.push_back(*place);
  }
  return places;
}

/// Only where all operations access the memref with their work items at the
/// same subscripts does each work item have its own elements.
void BatchedKernel::addTemporary(Value memref) {
  Variable variable;
  std::optional<SmallVector<unsigned>> own;
  bool isFirst = true;
  for (const BatchedOp &batched : ops.ops)
    for (OpOperand &operand : batched.op->getOpOperands()) {
      if (operand.get() != memref)
        continue;
      auto places = findItemSubscripts(batched, operand);
      if (isFirst) {
        variable.dropped.push_back(
            *batched.findSubscript(operand, batched.batchDim));
        own = places;
      } else if (own != places) {
        own = std::nullopt;
      }
      isFirst = false;
    }
  bool isShared = !own;
  if (own)
    llvm::append_range(variable.dropped, *own);
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> shape;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(variable.dropped, dim))
      shape.push_back(extent);
  auto space = gpu::AddressSpaceAttr::get(
      builder.getContext(), isShared
                                ? gpu::GPUDialect::getWorkgroupAddressSpace()
                                : gpu::GPUDialect::getPrivateAddressSpace());
  auto variableType = MemRefType::get(shape, type.getElementType(),
                                      MemRefLayoutAttrInterface(), space);
  variable.memref = isShared ? Value(function.addWorkgroupAttribution(
                                   variableType, memref.getLoc()))
                             : Value(function.addPrivateAttribution(
                                   variableType, memref.getLoc()));
  variables[memref] = variable;
}

void BatchedKernel::addSlice(Value memref, unsigned dim) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  Value variable = memref::AllocaOp::create(
      builder, memref.getLoc(), MemRefType::get(shape, type.getElementType()));
  variables[memref] = {variable, {dim}};
}

void BatchedKernel::copySlice(Value memref, unsigned dim, bool isBack) {
  Location loc = memref.getLoc();
  Value variable = variables[memref].memref;
  emitLoops(loc, cast<MemRefType>(variable.getType()).getShape(),
            [&](ValueRange indices) {
              SmallVector<Value> places(indices);
              places.insert(places.begin() + dim, entry);
              Value from = isBack ? variable : values.lookup(memref);
              Value to = isBack ? values.lookup(memref) : variable;
              Value element = memref::LoadOp::create(
                  builder, loc, from, isBack ? indices : ValueRange(places));
              memref::StoreOp::create(builder, loc, element, to,
                                      isBack ? ValueRange(places) : indices);
            });
}

Value BatchedKernel::lookup(Value value) {
  if (values.contains(value))
    return values.lookup(value);
  Operation *constant = value.getDefiningOp();
  assert(constant && matchPattern(value, m_Constant()) &&
         "a value from outside that was not captured");
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  builder.clone(*constant, values);
  return values.lookup(value);
}

Value BatchedKernel::index(Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

static SmallVector<Value> dropPlaces(ValueRange subscripts,
                                     ArrayRef<unsigned> dropped) {
  SmallVector<Value> left;
  for (auto [place, subscript] : llvm::enumerate(subscripts))
    if (!llvm::is_contained(dropped, place))
      left.push_back(subscript);
  return left;
}

Value BatchedKernel::load(Location loc, Value memref, ValueRange subscripts) {
  auto found = variables.find(memref);
  if (found == variables.end())
    return memref::LoadOp::create(builder, loc, values.lookup(memref),
                                  subscripts);
  return memref::LoadOp::create(builder, loc, found->second.memref,
                                dropPlaces(subscripts, found->second.dropped));
}

void BatchedKernel::store(Location loc, Value value, Value memref,
                          ValueRange subscripts) {
  auto found = variables.find(memref);
  if (found == variables.end())
    memref::StoreOp::create(builder, loc, value, values.lookup(memref),
                            subscripts);
  else
    memref::StoreOp::create(builder, loc, value, found->second.memref,
                            dropPlaces(subscripts, found->second.dropped));
}

//===----------------------------------------------------------------------===//
// Operations of a block
//===----------------------------------------------------------------------===//

/// The value that `op` gives every element of its result, if it reads nothing.
static Value findFill(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0)
    return {};
  Block *body = op.getBlock();
  Value value = body->getTerminator()->getOperand(0);
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == body) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    return op.isScalar(operand) ? operand->get() : Value();
  }
  return value.getParentBlock() == body ? Value() : value;
}

/// Whether `batched` gives every element of an operand a new value that depends
/// on the old one of this element only, and reads the operand nowhere else.
static bool accumulatesInto(const BatchedOp &batched, Value memref) {
  linalg::LinalgOp op = batched.op;
  OpOperand *result = nullptr;
  for (OpOperand &operand : op->getOpOperands()) {
    if (operand.get() != memref)
      continue;
    if (result || !op.isDpsInit(&operand))
      return false;
    result = &operand;
  }
  return result && op.getMatchingIndexingMap(result).isProjectedPermutation();
}

void BatchedKernel::emitOps(ArrayRef<BatchedOp> batched) {
  for (auto [place, current] : llvm::enumerate(batched)) {
    // A value that the next operation on the memref starts with is not stored.
    Value memref = linalg::LinalgOp(current.op).getDpsInitOperand(0)->get();
    if (Value value = findFill(current.op)) {
      auto rest = batched.drop_front(place + 1);
      const auto *next = llvm::find_if(rest, [&](const BatchedOp &later) {
        return llvm::is_contained(later.op->getOperands(), memref);
      });
      if (next != rest.end() && accumulatesInto(*next, memref)) {
        filled[memref] = value;
        continue;
      }
    }
    emitOp(current);
    if (ops.getGroupSize() > 1 && place + 1 < batched.size())
      gpu::BarrierOp::create(builder, current.op->getLoc());
  }
}

void BatchedKernel::emitBlock(Block &block) {
  SmallVector<BatchedOp> neighbours;
  auto flush = [&] {
    emitOps(neighbours);
    if (!neighbours.empty() && ops.getGroupSize() > 1)
      gpu::BarrierOp::create(builder, neighbours.back().op->getLoc());
    neighbours.clear();
  };
  for (Operation &op : block) {
    const auto *found = llvm::find_if(ops.ops, [&](const BatchedOp &batched) {
      linalg::LinalgOp own = batched.op;
      return own.getOperation() == &op;
    });
    if (found != ops.ops.end()) {
      neighbours.push_back(*found);
      continue;
    }
    // Operations without effects do not part neighbours.
    if (!isMemoryEffectFree(&op) && !isa<memref::AllocOp, memref::AllocaOp>(op))
      flush();
    cloneOp(&op);
  }
  flush();
}

void BatchedKernel::cloneOp(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op);
      copy && cast<ShapedType>(copy.getSource().getType()).hasStaticShape())
    return emitCopy(copy);
  if (isa<scf::InParallelOp, scf::ReduceOp, memref::DeallocOp>(op) ||
      (isa<scf::YieldOp>(op) && op->getNumOperands() == 0))
    return;
  for (Value operand : op->getOperands())
    if (!variables.contains(operand))
      (void)lookup(operand);
  Location loc = op->getLoc();
  if (auto read = dyn_cast<memref::LoadOp>(op);
      read && variables.contains(read.getMemRef())) {
    SmallVector<Value> places;
    for (Value subscript : read.getIndices())
      places.push_back(lookup(subscript));
    values.map(read.getResult(), load(loc, read.getMemRef(), places));
    return;
  }
  if (auto write = dyn_cast<memref::StoreOp>(op);
      write && variables.contains(write.getMemRef())) {
    SmallVector<Value> places;
    for (Value subscript : write.getIndices())
      places.push_back(lookup(subscript));
    store(loc, lookup(write.getValueToStore()), write.getMemRef(), places);
    return;
  }
  Operation *clone = builder.insert(op->cloneWithoutRegions(values));
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), clone->getRegions()))
    for (Block &block : from) {
      OpBuilder::InsertionGuard guard(builder);
      Block *copy = builder.createBlock(&to, to.end());
      for (BlockArgument argument : block.getArguments())
        values.map(argument,
                   copy->addArgument(argument.getType(), argument.getLoc()));
      emitBlock(block);
      if (isa<scf::YieldOp>(block.getTerminator()) &&
          block.getTerminator()->getNumOperands() == 0)
        scf::YieldOp::create(builder, loc);
    }
}

void BatchedKernel::emitCopy(memref::CopyOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getSource().getType());
  emitLoops(loc, type.getShape(), [&](ValueRange indices) {
    store(loc, load(loc, op.getSource(), indices), op.getTarget(), indices);
  });
}

void BatchedKernel::emitLoops(Location loc, ArrayRef<int64_t> extents,
                              function_ref<void(ValueRange)> body) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> indices;
  for (int64_t extent : extents) {
    Value first = index(loc, 0);
    if (extent == 1) {
      indices.push_back(first);
      continue;
    }
    auto loop = scf::ForOp::create(builder, loc, first, index(loc, extent),
                                   index(loc, 1));
    builder.setInsertionPointToStart(loop.getBody());
    indices.push_back(loop.getInductionVar());
  }
  body(indices);
}
