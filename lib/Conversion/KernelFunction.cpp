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
  Value none = number(0), one = number(1);
  // Of a call for no groups nothing is taken for granted, not even a width.
  Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                     count, none);
  auto branch = scf::IfOp::create(builder, loc, some, /*withElse=*/false);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value end = arith::AddIOp::create(builder, loc, first, count);
  Value last = arith::SubIOp::create(builder, loc, end, one);
  Value firstRow = arith::DivUIOp::create(builder, loc, first, width);
  Value endRow = arith::AddIOp::create(
      builder, loc, arith::DivUIOp::create(builder, loc, last, width), one);
  auto loop = scf::ForOp::create(builder, loc, firstRow, endRow, one);
  builder.setInsertionPointToStart(loop.getBody());
  Value index = loop.getInductionVar();
  Value before = arith::MulIOp::create(builder, loc, index, width);
  Value start = arith::MaxSIOp::create(
      builder, loc, none, arith::SubIOp::create(builder, loc, first, before));
  Value stop = arith::MinSIOp::create(
      builder, loc, width, arith::SubIOp::create(builder, loc, end, before));
  SmallVector<Value> values(params);
  llvm::append_range(values, splitRow(builder, kernel, index, extents));
  values.push_back(start);
  values.push_back(arith::SubIOp::create(builder, loc, stop, start));
  func::CallOp::create(builder, loc, row, values);
  return cast<func::FuncOp>(entry->getParentOp());
}

/// The length of the rows of a kernel that computes rows of work items, whose
/// parameters are `params`, as an i64.
static Value getRowLength(OpBuilder &builder, KernelOp kernel,
                          ValueRange params) {
  Location loc = kernel.getLoc();
  if (std::optional<uint64_t> length = kernel.getRowLength())
    return arith::ConstantOp::create(
        builder, loc, builder.getI64IntegerAttr(static_cast<int64_t>(*length)));
  Value length = params[*kernel.getRowLengthParam()];
  return length.getType().isInteger(64)
             ? length
             : arith::ExtSIOp::create(builder, loc, builder.getI64Type(),
                                      length)
                   .getResult();
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
  auto branch = scf::IfOp::create(builder, loc, inRows, /*withElse=*/true);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(branch.elseBlock());
  func::CallOp::create(builder, loc, whole, entry->getArguments());
  builder.setInsertionPointToStart(branch.thenBlock());
  Value firstRow = arith::DivUIOp::create(builder, loc, firstItem, length);
  Value endRow = arith::DivUIOp::create(
      builder, loc, add(endItem, subtract(length, one)), length);
  auto loop = scf::ForOp::create(builder, loc, firstRow, endRow, one);
  builder.setInsertionPointToStart(loop.getBody());
  Value index = loop.getInductionVar(), before = multiply(index, length);
  Value begin =
      arith::MaxSIOp::create(builder, loc, none, subtract(firstItem, before));
  Value end =
      arith::MinSIOp::create(builder, loc, length, subtract(endItem, before));
  Value firstGroup = arith::DivUIOp::create(builder, loc, begin, items);
  Value endGroup = arith::DivUIOp::create(
      builder, loc,
      add(end, number(static_cast<int64_t>(kernel.getWgSize()) - 1)), items);
  SmallVector<Value> values(params);
  values.append(
      {index, begin, end, groups, firstGroup, subtract(endGroup, firstGroup)});
  func::CallOp::create(builder, loc, row, values);
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
