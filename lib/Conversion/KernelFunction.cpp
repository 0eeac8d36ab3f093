//===- KernelFunction.cpp - The function that a kernel becomes ------------===//

#include "KernelFunction.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;

/// The type of a function with all or, without `hasRow`, all but the last
/// parameters of a grid kernel, which say which row is computed.
static FunctionType typeOf(KernelOp kernel, bool hasRow) {
  Builder builder(kernel.getContext());
  SmallVector<Type> inputs;
  ArrayRef<Type> params = kernel.getArgumentTypes();
  for (Type type : params.drop_back(hasRow ? 0 : kernel.getNumRowParams()))
    inputs.push_back(isa<MemRefType>(type)
                         ? LLVM::LLVMPointerType::get(builder.getContext())
                         : type);
  inputs.append(2, builder.getI64Type());
  return builder.getFunctionType(inputs, {});
}

static void copyAttributes(KernelOp kernel, FunctionOpInterface function) {
  for (unsigned index = 0; index < kernel.getNumSourceParams(); ++index)
    for (NamedAttribute attr :
         cast<FunctionOpInterface>(*kernel).getArgAttrs(index))
      // What the interpreter runs the kernel on means nothing to LLVM.
      if (attr.getName() != kValueAttrName)
        function.setArgAttr(index, attr.getName(), attr.getValue());
  function->setAttr(kTargetAttrName, kernel.getTargetAttr());
  function->setAttr(kKernelAttrName, kernel.getSymNameAttr());
  // Only what is left to choose.
  ScheduleAttr schedule = kernel.getScheduleAttr();
  int64_t prefetch = schedule ? schedule.getPrefetch() : -1;
  int64_t stream = schedule ? schedule.getStream() : -1;
  if (kernel.getFromCache()) { // no prefetches and streams but those asked for
    prefetch = std::max<int64_t>(prefetch, 0);
    stream = std::max<int64_t>(stream, 0);
  }
  bool keepsOrder = schedule && schedule.getKeepOrder();
  if (prefetch >= 0 || stream >= 0 || keepsOrder)
    function->setAttr(kScheduleAttrName,
                      ScheduleAttr::get(kernel.getContext(), -1, {}, prefetch,
                                        stream, keepsOrder));
}

/// Whether the kernel both reads and writes `buffer`.
static bool isReadAndWritten(KernelOp kernel, Value buffer) {
  bool isRead = false, isWritten = false;
  kernel.walk([&](AccessOpInterface access) {
    if (access.getBuffer() == buffer)
      (access.isWrite() ? isWritten : isRead) = true;
  });
  return isRead && isWritten;
}

func::FuncOp pirch::declareFunction(KernelOp kernel) {
  OpBuilder builder(kernel);
  auto function = func::FuncOp::create(kernel.getLoc(), kernel.getSymName(),
                                       typeOf(kernel, /*hasRow=*/true));
  copyAttributes(kernel, function);
  // The kernel's symbol is free once it is erased; both live in one table
  // only within this pass.
  builder.insert(function);
  return function;
}

void pirch::makeInternal(func::FuncOp function) {
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

Value pirch::getRowWidth(OpBuilder &builder, KernelOp kernel,
                         ValueRange extents) {
  if (std::optional<uint64_t> groups = kernel.getRowGroups())
    return arith::ConstantOp::create(
        builder, kernel.getLoc(),
        builder.getI64IntegerAttr(static_cast<int64_t>(*groups)));
  return extents.front();
}

SmallVector<Value> pirch::splitRow(OpBuilder &builder, KernelOp kernel,
                                   Value row, ValueRange extents) {
  Location loc = kernel.getLoc();
  if (kernel.getNumRowParams() == 0)
    return {};
  if (kernel.getNumRowParams() == 1)
    return {row};
  return {arith::RemUIOp::create(builder, loc, row, extents[1]),
          arith::DivUIOp::create(builder, loc, row, extents[1])};
}

/// Let `callee`, the function of `kernel`, be an internal function with
/// `suffix` behind its name, and give the name to a new function, whose
/// parameters `typeOf` says. Returns the empty body of the new function.
static Block *addCaller(KernelOp kernel, func::FuncOp callee, StringRef suffix,
                        bool hasRow) {
  std::string name = callee.getSymName().str();
  callee.setSymName(name + suffix.str());
  makeInternal(callee);
  auto function =
      func::FuncOp::create(kernel.getLoc(), name, typeOf(kernel, hasRow));
  copyAttributes(kernel, function);
  OpBuilder(callee).insert(function);
  return function.addEntryBlock();
}

func::FuncOp pirch::addGroupFunction(KernelOp kernel, func::FuncOp parts) {
  Location loc = kernel.getLoc();
  Block *entry = addCaller(kernel, parts, ".parts", /*hasRow=*/true);
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  Value factor = arith::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(kernel.countGroupParts()));
  SmallVector<Value> values(entry->getArguments());
  for (Value &groups : MutableArrayRef(values).take_back(2))
    groups = arith::MulIOp::create(builder, loc, groups, factor);
  func::CallOp::create(builder, loc, parts, values);
  func::ReturnOp::create(builder, loc);
  return cast<func::FuncOp>(entry->getParentOp());
}

namespace {
/// The numbers, i64s, of the rows that a call computes elements of: from
/// `first` to `end - 1`. The call computes all elements of the rows from
/// `firstWhole` to `endWhole - 1`, which may be none, and some of the rows
/// before and behind them, of which there is at most one each.
struct RowRange {
  Value first, firstWhole, endWhole, end;
};
} // namespace

/// The rows, of `length` elements each, that have elements from number `first`
/// to number `end - 1`. If there are no such elements, the range may have one
/// row, of which the call computes no element.
static RowRange findRows(OpBuilder &builder, Location loc, Value first,
                         Value end, Value length) {
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
  // The quotient rounded up, without another division, which takes long.
  auto roundUp = [&](Value row, Value element) -> Value {
    Value next = arith::AddIOp::create(builder, loc, row, one);
    Value begin = arith::MulIOp::create(builder, loc, row, length);
    Value isBegin = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, begin, element);
    return arith::SelectOp::create(builder, loc, isBegin, row, next);
  };
  RowRange range;
  range.first = arith::DivUIOp::create(builder, loc, first, length);
  range.firstWhole = roundUp(range.first, first);
  Value last = arith::DivUIOp::create(builder, loc, end, length);
  // If all elements lie within one row, that row is counted as the one before
  // the whole rows, and not as the one behind them, too.
  range.endWhole = arith::MaxSIOp::create(builder, loc, last, range.firstWhole);
  range.end = roundUp(last, end);
  return range;
}

/// Whether `function` has few enough operations for the machine code to hold
/// two copies of it.
static bool isSmall(func::FuncOp function) {
  constexpr int64_t kMostOps = 2000;
  int64_t ops = 0;
  function.walk([&](Operation *) { ++ops; });
  return ops <= kMostOps;
}

/// Let small functions that `row` calls become parts of it: its remainder. Each
/// row may have groups of which only some work items meet a condition, as those
/// at the borders of an image; a call for one such group takes as long as
/// twenty groups that need no mask.
static void inlineCalls(func::FuncOp row) {
  row.walk([](func::CallOp call) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (callee && isSmall(callee))
      call->setAttr("always_inline", UnitAttr::get(call.getContext()));
  });
}

/// Call `row` for the rows of `range`, with what `getArguments` gives for the
/// number of a row and for whether all of it is computed. What whole rows have
/// in common is the same for each of them: which of their groups need a mask.
/// LLVM moves that out of the loop over them, as the call is inlined there.
static void
callForRows(OpBuilder &builder, Location loc, func::FuncOp row,
            const RowRange &range,
            llvm::function_ref<SmallVector<Value>(Value, bool)> getArguments) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value one = number(1);
  auto callIn = [&](Value from, Value to,
                    llvm::function_ref<func::CallOp(Value)> call) {
    auto loop = scf::ForOp::create(builder, loc, from, to, one);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    call(loop.getInductionVar());
  };
  auto call = [&](Value index, bool isWhole) {
    return func::CallOp::create(builder, loc, row,
                                getArguments(index, isWhole));
  };
  if (!isSmall(row))
    return callIn(range.first, range.end,
                  [&](Value index) { return call(index, false); });
  inlineCalls(row);
  callIn(range.firstWhole, range.endWhole, [&](Value index) {
    func::CallOp inLoop = call(index, true);
    inLoop->setAttr("always_inline", builder.getUnitAttr());
    return inLoop;
  });
  // The others are one at each end, or one row in all.
  Value before =
      arith::SubIOp::create(builder, loc, range.firstWhole, range.first);
  Value behind = arith::SubIOp::create(builder, loc, range.end, range.endWhole);
  Value parts = arith::AddIOp::create(builder, loc, before, behind);
  callIn(number(0), parts, [&](Value part) {
    Value isBefore = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, part, before);
    Value from = arith::SelectOp::create(
        builder, loc, isBefore, range.first,
        arith::SubIOp::create(builder, loc, range.endWhole, before));
    return call(arith::AddIOp::create(builder, loc, from, part), false);
  });
}

func::FuncOp pirch::addItemRowsFunction(KernelOp kernel, func::FuncOp itemRow) {
  Location loc = kernel.getLoc();
  inlineCalls(itemRow);
  Block *entry = addCaller(kernel, itemRow, ".item_row", /*hasRow=*/true);
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  SmallVector<Value> values(entry->getArguments());
  unsigned rows = kernel.getNumRowParams();
  MutableArrayRef<Value> added = MutableArrayRef(values).take_back(rows + 2);
  for (Value &groups : added.take_back(2))
    groups = arith::MulIOp::create(builder, loc, groups,
                                   number(kernel.countRowParts()));
  Value none = number(0), one = number(1);
  // The rows along z are in the outer loop.
  for (unsigned dimension = rows; dimension > 0; --dimension) {
    Value extent = number((*kernel.getWgShape())[dimension]);
    Value &row = added[dimension - 1];
    Value first = arith::MulIOp::create(builder, loc, row, extent);
    auto loop = scf::ForOp::create(builder, loc, none, extent, one);
    builder.setInsertionPointToStart(loop.getBody());
    row = arith::AddIOp::create(builder, loc, first, loop.getInductionVar());
  }
  func::CallOp::create(builder, loc, itemRow, values);
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, loc);
  return cast<func::FuncOp>(entry->getParentOp());
}

func::FuncOp pirch::addGridFunction(KernelOp kernel, func::FuncOp row) {
  Location loc = kernel.getLoc();
  Block *entry = addCaller(kernel, row, ".row", /*hasRow=*/false);
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  ValueRange arguments = entry->getArguments();
  ValueRange params = arguments.drop_back(2);
  Value first = arguments[params.size()], count = arguments.back();
  ValueRange extents =
      params.slice(kernel.getNumSourceParams(), kernel.getNumGridDims());
  Value width = getRowWidth(builder, kernel, extents);
  Value none = number(0);
  // Of a call for no groups nothing is taken for granted, not even a width.
  Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                     count, none);
  auto branch = scf::IfOp::create(builder, loc, some, /*withElse=*/false);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value end = arith::AddIOp::create(builder, loc, first, count);
  RowRange range = findRows(builder, loc, first, end, width);
  callForRows(builder, loc, row, range, [&](Value index, bool isWhole) {
    Value start = none, stop = width;
    if (!isWhole) {
      Value before = arith::MulIOp::create(builder, loc, index, width);
      start = arith::MaxSIOp::create(
          builder, loc, none,
          arith::SubIOp::create(builder, loc, first, before));
      stop = arith::MinSIOp::create(
          builder, loc, width,
          arith::SubIOp::create(builder, loc, end, before));
    }
    SmallVector<Value> values(params);
    llvm::append_range(values, splitRow(builder, kernel, index, extents));
    values.push_back(start);
    values.push_back(arith::SubIOp::create(builder, loc, stop, start));
    return values;
  });
  return cast<func::FuncOp>(entry->getParentOp());
}

/// The length of the rows of a kernel that computes rows of work items, whose
/// parameters are `params`, as an i64.
static Value getRowLength(OpBuilder &builder, KernelOp kernel,
                          ValueRange params) {
  Location loc = kernel.getLoc();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value constant;
  if (std::optional<uint64_t> length = kernel.getRowLength())
    constant = number(static_cast<int64_t>(*length));
  std::optional<uint64_t> param = kernel.getRowLengthParam();
  if (!param)
    return constant;
  Value length = params[*param];
  if (!length.getType().isInteger(64))
    length = arith::ExtSIOp::create(builder, loc, builder.getI64Type(), length);
  if (!constant)
    return length;
  // No product of a large or negative number, which may wrap around.
  Value isNumber =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, length,
                            number(kMostItemsInRows));
  length = arith::SelectOp::create(builder, loc, isNumber, length, number(0));
  return arith::MulIOp::create(builder, loc, length, constant);
}

/// Whether the products that `kernel` takes to be exact are below 2^31, as an
/// i1; null if there are none.
static Value areProductsExact(OpBuilder &builder, KernelOp kernel,
                              ValueRange params) {
  Location loc = kernel.getLoc();
  Value most = arith::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(kMostItemsInRows));
  // The product of two numbers up to 2^31 does not overflow.
  auto limit = [&](Value number) -> Value {
    return arith::MinUIOp::create(builder, loc, number, most);
  };
  ArrayAttr products = kernel.getExactProductsAttr();
  Value all;
  for (Attribute attr :
       products ? products.getValue() : ArrayRef<Attribute>()) {
    ArrayRef<int64_t> product = cast<DenseI64ArrayAttr>(attr);
    Value value = arith::ConstantOp::create(
        builder, loc, builder.getI64IntegerAttr(product.front()));
    for (int64_t param : product.drop_front()) {
      Value factor = params[param];
      if (!factor.getType().isInteger(64))
        factor =
            arith::ExtUIOp::create(builder, loc, builder.getI64Type(), factor);
      value = limit(arith::MulIOp::create(builder, loc, value, limit(factor)));
    }
    Value isExact = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, value, most);
    all = all ? arith::AndIOp::create(builder, loc, all, isExact) : isExact;
  }
  return all;
}

func::FuncOp pirch::addRowsFunction(KernelOp kernel, func::FuncOp row,
                                    func::FuncOp whole, int64_t itemsOfGroup) {
  Location loc = kernel.getLoc();
  makeInternal(whole);
  whole->setAttr(kKernelAttrName, kernel.getSymNameAttr());
  Block *entry = addCaller(kernel, row, ".row", /*hasRow=*/false);
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  auto multiply = [&](Value left, Value right) -> Value {
    return arith::MulIOp::create(builder, loc, left, right);
  };
  auto add = [&](Value left, Value right) -> Value {
    return arith::AddIOp::create(builder, loc, left, right);
  };
  auto subtract = [&](Value left, Value right) -> Value {
    return arith::SubIOp::create(builder, loc, left, right);
  };
  ValueRange params = entry->getArguments().drop_back(2);
  Value first = entry->getArgument(params.size());
  Value groups = add(first, entry->getArguments().back());
  Value one = number(1), none = number(0), of = number(itemsOfGroup);
  Value items = number(static_cast<int64_t>(kernel.getWgSize()));
  Value length = getRowLength(builder, kernel, params);
  Value firstItem = multiply(first, of), endItem = multiply(groups, of);
  Value most = number(kMostItemsInRows);
  using P = arith::CmpIPredicate;
  Value isLong = arith::CmpIOp::create(builder, loc, P::sge, length, items);
  Value isNumber = arith::CmpIOp::create(builder, loc, P::slt, length, most);
  Value fits = arith::CmpIOp::create(builder, loc, P::sle, endItem, most);
  Value inRows = arith::AndIOp::create(
      builder, loc, arith::AndIOp::create(builder, loc, isLong, isNumber),
      fits);
  if (Value areExact = areProductsExact(builder, kernel, params))
    inRows = arith::AndIOp::create(builder, loc, inRows, areExact);
  auto branch = scf::IfOp::create(builder, loc, inRows, /*withElse=*/true);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(branch.elseBlock());
  func::CallOp::create(builder, loc, whole, entry->getArguments());
  builder.setInsertionPointToStart(branch.thenBlock());
  RowRange range = findRows(builder, loc, firstItem, endItem, length);
  callForRows(builder, loc, row, range, [&](Value index, bool isWhole) {
    Value begin = none, end = length;
    if (!isWhole) {
      Value before = multiply(index, length);
      begin = arith::MaxSIOp::create(builder, loc, none,
                                     subtract(firstItem, before));
      end = arith::MinSIOp::create(builder, loc, length,
                                   subtract(endItem, before));
    }
    Value firstGroup = arith::DivUIOp::create(builder, loc, begin, items);
    Value endGroup = arith::DivUIOp::create(
        builder, loc, add(end, subtract(items, one)), items);
    SmallVector<Value> values(params);
    values.append({index, begin, end, groups, firstGroup,
                   subtract(endGroup, firstGroup)});
    return values;
  });
  return cast<func::FuncOp>(entry->getParentOp());
}

gpu::GPUFuncOp pirch::declareGPUFunction(KernelOp kernel,
                                         gpu::GPUModuleOp device) {
  OpBuilder builder = OpBuilder::atBlockEnd(device.getBody());
  auto function =
      gpu::GPUFuncOp::create(builder, kernel.getLoc(), kernel.getSymName(),
                             typeOf(kernel, /*hasRow=*/false));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  copyAttributes(kernel, function);
  // Of one thread's program it does not hold that nobody else writes the
  // buffer: the other work items of the group are other threads. LLVM would
  // take a value that was loaded before a barrier for that after it.
  for (BlockArgument argument :
       kernel.getBody().getArguments().take_front(kernel.getNumSourceParams()))
    if (isReadAndWritten(kernel, argument))
      function.removeArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getNoAliasAttrName());
  return function;
}
