//===- OutlineStagedValues.cpp - What the host computes before a launch ---===//
//
// Copies the operations that a staged value is computed by, back to parameters,
// to a function of scalars. An infreg whose lanes are all the same becomes one
// scalar.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Analysis/Divisors.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_OUTLINESTAGEDVALUES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

static Type scalarOf(Type type) {
  auto infreg = dyn_cast<InfRegType>(type);
  return infreg ? infreg.getElementType() : type;
}

namespace {
/// A function that computes staged values of a kernel.
class HostFunction {
public:
  HostFunction(KernelOp kernel, OpBuilder &at);

  /// The scalar that all lanes of `value` hold, computed in the function; null
  /// where it cannot be, and `getReason` says why.
  Value compute(Value value);
  const std::string &getReason() const { return reason; }
  /// Store a scalar as result number `position`.
  void store(Value scalar, int64_t position);
  void finish(ArrayRef<int64_t> indices, ArrayRef<Attribute> names);

private:
  Value computeOp(Operation *op, Value value);
  Value computeParameter(BlockArgument param);
  Value computeCopy(Operation *op, StringRef name, ArrayRef<Value> operands,
                    bool keepsProperties);
  Value computeConstant(ConstantOp op);
  Value computeElement(AccessOpInterface access, Value at, int64_t offset);
  Value computeLoop(scf::WhileOp loop, Value result);
  /// The copies of the operands of an operation; nothing where one has none.
  std::optional<SmallVector<Value>> computeAll(ValueRange values);
  bool isWritten(Value buffer);
  /// Where the copy of an operation belongs: into the copy of the loop that it
  /// is in, or, where that is not copied, before it, as it then depends on no
  /// value of the loop.
  OpBuilder::InsertPoint &placeOf(Operation *op) {
    Block *block = op->getBlock();
    while (!places.contains(block))
      block = block->getParentOp()->getBlock();
    return places[block];
  }
  Value refuse(const Twine &why) {
    reason = why.str();
    return {};
  }
  Value element(Value pointer, Value index, Type type);

  KernelOp kernel;
  OpBuilder builder;
  func::FuncOp function;
  Location loc;
  /// The scalars that were computed.
  DenseMap<Value, Value> known;
  /// For each block of the kernel of which operations are copied, where.
  DenseMap<Block *, OpBuilder::InsertPoint> places;
  /// The numbers of the parameters that are asked.
  llvm::SetVector<int64_t> params;
  std::string reason;
};
} // namespace

HostFunction::HostFunction(KernelOp kernel, OpBuilder &at)
    : kernel(kernel), builder(kernel.getContext()), loc(kernel.getLoc()) {
  auto pointer = LLVM::LLVMPointerType::get(kernel.getContext());
  function = func::FuncOp::create(
      at, loc, kernel.getSymName(),
      at.getFunctionType({pointer, at.getI64Type(), pointer}, {}));
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  places[&kernel.getBody().front()] = builder.saveInsertionPoint();
}

Value HostFunction::element(Value pointer, Value index, Type type) {
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), type, pointer,
                             ArrayRef<LLVM::GEPArg>(index));
}

void HostFunction::store(Value scalar, int64_t position) {
  builder.restoreInsertionPoint(places[&kernel.getBody().front()]);
  Type type = scalar.getType(), i64 = builder.getI64Type();
  unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    scalar = arith::BitcastOp::create(builder, loc,
                                      builder.getIntegerType(width), scalar);
  if (width < 64)
    scalar = arith::ExtUIOp::create(builder, loc, i64, scalar);
  Value at = arith::ConstantIntOp::create(builder, loc, position, 64);
  LLVM::StoreOp::create(builder, loc, scalar,
                        element(function.getArgument(2), at, i64));
}

void HostFunction::finish(ArrayRef<int64_t> indices,
                          ArrayRef<Attribute> names) {
  builder.restoreInsertionPoint(places[&kernel.getBody().front()]);
  func::ReturnOp::create(builder, loc);
  function->setAttr(kStagedIndicesAttrName,
                    builder.getDenseI64ArrayAttr(indices));
  function->setAttr(kStagedNamesAttrName, builder.getArrayAttr(names));
  function->setAttr(kStagedParamsAttrName,
                    builder.getDenseI64ArrayAttr(params.getArrayRef()));
}

Value HostFunction::compute(Value value) {
  if (Value found = known.lookup(value))
    return found;
  Value computed;
  if (auto param = dyn_cast<BlockArgument>(value)) {
    computed = computeParameter(param);
  } else {
    computed = computeOp(value.getDefiningOp(), value);
  }
  if (computed)
    known[value] = computed;
  return computed;
}

std::optional<SmallVector<Value>> HostFunction::computeAll(ValueRange values) {
  SmallVector<Value> computed;
  for (Value value : values) {
    computed.push_back(compute(value));
    if (!computed.back())
      return std::nullopt;
  }
  return computed;
}

Value HostFunction::computeParameter(BlockArgument param) {
  if (param.getOwner() != &kernel.getBody().front())
    return refuse("a value that a loop computes anew in each iteration");
  unsigned index = param.getArgNumber();
  if (index >= kernel.getNumSourceParams() + kernel.getNumGridParams())
    return refuse("the index of a work group");
  params.insert(index);
  builder.restoreInsertionPoint(places[&kernel.getBody().front()]);
  Value at = arith::ConstantIntOp::create(builder, loc, index, 64);
  auto pointer = LLVM::LLVMPointerType::get(kernel.getContext());
  Value slot = LLVM::LoadOp::create(
      builder, loc, pointer, element(function.getArgument(0), at, pointer));
  places[&kernel.getBody().front()] = builder.saveInsertionPoint();
  if (isa<MemRefType>(param.getType()))
    return slot;
  Value scalar = LLVM::LoadOp::create(builder, loc, param.getType(), slot);
  places[&kernel.getBody().front()] = builder.saveInsertionPoint();
  return scalar;
}

/// Copy the operation `op` as one called `name` on scalars.
Value HostFunction::computeCopy(Operation *op, StringRef name,
                                ArrayRef<Value> operands,
                                bool keepsProperties) {
  builder.restoreInsertionPoint(placeOf(op));
  OperationState state(op->getLoc(), name);
  state.addOperands(operands);
  // The host divides also where no work item does, and must not trap.
  if (isIntegerDivision(op))
    state.operands[1] = guardDivisor(builder, op, operands[0], operands[1]);
  for (Type type : op->getResultTypes())
    state.addTypes(scalarOf(type));
  if (keepsProperties) {
    state.addAttributes(op->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = op->getPropertiesAsAttribute();
  }
  Operation *copy = builder.create(state);
  placeOf(op) = builder.saveInsertionPoint();
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    known[from] = to;
  return copy->getResult(0);
}

Value HostFunction::computeConstant(ConstantOp op) {
  auto table = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!table || !table.isSplat())
    return refuse("the index of a work item");
  builder.restoreInsertionPoint(placeOf(op));
  Value scalar = arith::ConstantOp::create(builder, op.getLoc(),
                                           table.getSplatValue<TypedAttr>());
  placeOf(op) = builder.saveInsertionPoint();
  return scalar;
}

/// Whether any form of the kernel writes the buffer, a parameter.
bool HostFunction::isWritten(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOpInterface>(user);
    return !access || access.isWrite();
  });
}

/// The element of a buffer `offset` elements behind `at`.
Value HostFunction::computeElement(AccessOpInterface access, Value at,
                                   int64_t offset) {
  Value buffer = access.getBuffer();
  auto param = dyn_cast<BlockArgument>(buffer);
  if (!param)
    return refuse(buffer.getDefiningOp<TableOp>()
                      ? "an element of a table of constants"
                      : "a variable that lies in memory");
  if (isWritten(buffer))
    return refuse("an element of '" +
                  kernel.getParameterName(param.getArgNumber()) +
                  "', which the kernel writes");
  if (access.getMask() || access->getBlock() != &kernel.getBody().front())
    return refuse("an element of '" +
                  kernel.getParameterName(param.getArgNumber()) +
                  "' that is read within a branch or a loop");
  Value pointer = compute(buffer), index = pointer ? compute(at) : Value();
  if (!index)
    return {};
  builder.restoreInsertionPoint(placeOf(access));
  Type type = access.getAccessType().getElementType();
  Value distance = arith::ConstantIntOp::create(builder, loc, offset, 64);
  if (!index.getType().isInteger(64))
    index = arith::ExtSIOp::create(builder, loc, builder.getI64Type(), index);
  index = arith::AddIOp::create(builder, loc, index, distance);
  Value loaded =
      LLVM::LoadOp::create(builder, loc, type, element(pointer, index, type));
  placeOf(access) = builder.saveInsertionPoint();
  return loaded;
}

/// Copy a loop of which all carried values are the same in all lanes.
Value HostFunction::computeLoop(scf::WhileOp loop, Value result) {
  std::optional<SmallVector<Value>> inits = computeAll(loop.getInits());
  if (!inits)
    return {};
  builder.restoreInsertionPoint(placeOf(loop));
  SmallVector<Type> types(llvm::map_range(loop.getResultTypes(), scalarOf));
  auto copy = scf::WhileOp::create(builder, loop.getLoc(), types, *inits);
  // Values from outside of the loop are computed before it.
  builder.setInsertionPoint(copy);
  placeOf(loop) = builder.saveInsertionPoint();
  for (auto [from, to] : llvm::zip(loop->getRegions(), copy->getRegions())) {
    Block &source = from.front();
    SmallVector<Type> arguments(
        llvm::map_range(source.getArgumentTypes(), scalarOf));
    Block *block = builder.createBlock(
        &to, to.end(), arguments,
        SmallVector<Location>(arguments.size(), loop.getLoc()));
    for (auto [argument, scalar] :
         llvm::zip(source.getArguments(), block->getArguments()))
      known[argument] = scalar;
    builder.setInsertionPointToEnd(block);
    places[&source] = builder.saveInsertionPoint();
    Operation *end = source.getTerminator();
    std::optional<SmallVector<Value>> yielded = computeAll(end->getOperands());
    if (!yielded)
      return {};
    builder.restoreInsertionPoint(places[&source]);
    if (isa<scf::ConditionOp>(end))
      scf::ConditionOp::create(builder, loop.getLoc(), yielded->front(),
                               ArrayRef(*yielded).drop_front());
    else
      scf::YieldOp::create(builder, loop.getLoc(), *yielded);
    places.erase(&source);
  }
  builder.setInsertionPointAfter(copy);
  placeOf(loop) = builder.saveInsertionPoint();
  for (auto [from, to] : llvm::zip(loop.getResults(), copy.getResults()))
    known[from] = to;
  return known.lookup(result);
}

Value HostFunction::computeOp(Operation *op, Value value) {
  if (isa<WgIndexOp>(op))
    return refuse("the index of a work group");
  if (isa<WiIndexOp, IxIndexOp>(op))
    return refuse("the index of a work item");
  if (isa<AtomicRMWOp, AtomicCmpXchgOp>(op))
    return refuse("what an atomic function gives");
  if (isa<WgShuffleOp, ReduceOp, ScanOp>(op))
    return refuse("what work items exchange");
  if (auto groups = dyn_cast<NumGroupsOp>(op)) {
    builder.restoreInsertionPoint(placeOf(op));
    Value total = function.getArgument(1);
    if (groups.getType() != total.getType())
      total = arith::TruncIOp::create(builder, loc, groups.getType(), total);
    placeOf(op) = builder.saveInsertionPoint();
    return total;
  }
  if (auto table = dyn_cast<ConstantOp>(op))
    return computeConstant(table);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return computeLoop(loop, value);
  if (auto load = dyn_cast<LoadOp>(op)) {
    std::optional<int64_t> offset;
    for (int64_t lane : load.getOffsets())
      if (lane != kNoOffset &&
          std::exchange(offset, lane).value_or(lane) != lane)
        return refuse("the index of a work item");
    if (!matchPattern(load.getGroupStride(), m_Zero()))
      return refuse("the index of a work group");
    return computeElement(load, load.getBase(), offset.value_or(0));
  }
  if (auto gather = dyn_cast<GatherOp>(op))
    return computeElement(gather, gather.getIndex(), 0);
  // All lanes are the same: so is what brings them together.
  if (isa<SplatOp, AnyOp, AllOp, ActiveOp>(op))
    return compute(op->getOperand(0));
  if (auto map = dyn_cast<LaneMapOpInterface>(op))
    return compute(map.getLaneSource());
  bool isCast = isa<ConvertOp>(op), isSelect = isa<SelectOp>(op);
  if (!isCast && !isSelect &&
      (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
       op->getNumRegions()))
    return refuse("what '" + op->getName().getStringRef() + "' gives");
  std::optional<SmallVector<Value>> operands = computeAll(op->getOperands());
  if (!operands)
    return {};
  std::string name =
      isCast
          ? ("arith." + stringifyConversionKind(cast<ConvertOp>(op).getKind()))
                .str()
      : isSelect ? arith::SelectOp::getOperationName().str()
                 : op->getName().getStringRef().str();
  computeCopy(op, name, *operands, !isCast && !isSelect);
  return known.lookup(value);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// What the staged value is called in messages.
static std::string nameOf(StageOp op, KernelOp kernel) {
  if (auto param = dyn_cast<BlockArgument>(op.getValue());
      param && param.getOwner() == &kernel.getBody().front())
    return kernel.getParameterName(param.getArgNumber());
  if (op.getValue().getDefiningOp<NumGroupsOp>())
    return "groups_x"; // as a grid's parameter is called
  std::string name;
  llvm::raw_string_ostream os(name);
  if (auto loc = op.getLoc()->findInstanceOf<FileLineColLoc>())
    os << loc.getFilename().getValue() << ':' << loc.getLine() << ':'
       << loc.getColumn();
  else
    os << op.getIndex();
  return name;
}

namespace {
/// Which values are computed alike from the same values: a loop that is
/// unrolled repeats what it computes in each iteration.
class SameValues {
public:
  bool contain(Value one, Value other) {
    if (one == other)
      return true;
    auto [found, isNew] = known.try_emplace({one, other}, false);
    if (isNew)
      known[{one, other}] = compare(one, other);
    return known.lookup({one, other});
  }

private:
  bool compare(Value one, Value other) {
    auto result = dyn_cast<OpResult>(one);
    auto otherResult = dyn_cast<OpResult>(other);
    return result && otherResult &&
           result.getResultNumber() == otherResult.getResultNumber() &&
           result.getOwner()->getNumRegions() == 0 &&
           OperationEquivalence::isEquivalentTo(
               result.getOwner(), otherResult.getOwner(),
               [&](Value one, Value other) {
                 return success(contain(one, other));
               },
               /*markEquivalent=*/nullptr,
               OperationEquivalence::IgnoreLocations);
  }

  llvm::DenseMap<std::pair<Value, Value>, bool> known;
};
} // namespace

namespace {
struct OutlineStagedValuesPass
    : public pirch::impl::OutlineStagedValuesBase<OutlineStagedValuesPass> {
  using OutlineStagedValuesBase::OutlineStagedValuesBase;

  void runOnOperation() override {
    OpBuilder builder(&getContext());
    OwningOpRef<ModuleOp> functions =
        ModuleOp::create(getOperation().getLoc(), kStagedModuleName);
    builder.setInsertionPointToStart(functions->getBody());
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      SmallVector<StageOp> staged;
      kernel.walk([&](StageOp op) { staged.push_back(op); });
      if (staged.empty())
        continue;
      // Other forms of the kernel stage the same.
      if (kernel.hasRole(KernelRole::main) &&
          failed(outlineFrom(kernel, staged, builder)))
        return signalPassFailure();
      for (StageOp op : staged)
        op.erase();
    }
    if (outline && !functions->getBody()->empty())
      getOperation().push_back(functions.release());
  }

private:
  static LogicalResult outlineFrom(KernelOp kernel, ArrayRef<StageOp> staged,
                                   OpBuilder &builder) {
    std::map<int64_t, StageOp> byIndex;
    SameValues same;
    for (StageOp op : staged) {
      auto [found, isNew] = byIndex.try_emplace(op.getIndex(), op);
      if (!isNew && !same.contain(found->second.getValue(), op.getValue()))
        return op.emitError("stage() has another value in each iteration of "
                            "a loop");
    }
    HostFunction function(kernel, builder);
    SmallVector<int64_t> indices;
    SmallVector<Attribute> names;
    for (auto &[index, op] : byIndex) {
      Value scalar = function.compute(op.getValue());
      if (!scalar)
        return op.emitError("stage() takes what is known before the launch, "
                            "which this is not: it depends on ")
               << function.getReason();
      function.store(scalar, indices.size());
      indices.push_back(index);
      names.push_back(builder.getStringAttr(nameOf(op, kernel)));
    }
    function.finish(indices, names);
    return success();
  }
};
} // namespace
