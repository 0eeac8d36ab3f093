//===- Interpreter.cpp - The InfReg form, run as it is written ------------===//

#include "Pirch/Interpreter/Interpreter.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <cstring>

using namespace mlir;
using namespace pirch;

/// What a scalar parameter is in the caller's memory.
static Lanes readScalar(Type type, const Argument &argument) {
  LaneFormat format = type;
  uint64_t bits = 0;
  std::memcpy(&bits, argument.data, format.getBytes());
  return Lanes::scalar(type,
                       bits & llvm::maskTrailingOnes<uint64_t>(format.width));
}

Frame::Frame(KernelOp kernel, const EvaluatorTable &table,
             ArrayRef<Argument> arguments, int64_t endGroup)
    : kernel(kernel), table(table), arguments(arguments), endGroup(endGroup),
      numGroups(kernel.getWgPack().value_or(1)) {}

const Lanes &Frame::get(Value value) const {
  auto found = values.find(value);
  assert(found != values.end() && "value was not computed, or is a buffer");
  return found->second;
}

SmallVector<Lanes> Frame::getAll(ValueRange list) const {
  SmallVector<Lanes> result;
  for (Value value : list)
    result.push_back(get(value));
  return result;
}

Argument Frame::getBuffer(Value memref) const {
  if (auto found = variables.find(memref); found != variables.end())
    return {found->second.data(), static_cast<int64_t>(found->second.size())};
  return arguments[cast<BlockArgument>(memref).getArgNumber()];
}

std::string Frame::getBufferName(Value memref) const {
  if (memref.getDefiningOp<TableOp>())
    return "a table";
  if (memref.getDefiningOp())
    return "a variable";
  KernelOp owner = kernel;
  return owner.getParameterName(cast<BlockArgument>(memref).getArgNumber());
}

InFlightDiagnostic Frame::fail(Operation *op, Lanes::Place place,
                               const Twine &text) const {
  return op->emitOpError(text)
         << ": work group " << firstGroup + place.group << ", work item "
         << place.item << ", element " << place.element;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Values of `block` that `op` or an operation inside it reads.
static void collectReads(Operation *op, Block &block,
                         SmallVectorImpl<Value> &reads) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() == &block &&
          !isa<MemRefType>(operand.getType()))
        reads.push_back(operand);
  });
}

const std::vector<Frame::Step> *Frame::getSteps(Block &block) {
  std::unique_ptr<std::vector<Step>> &known = steps[&block];
  if (known)
    return known.get();
  auto list = std::make_unique<std::vector<Step>>();
  llvm::DenseSet<Value> readLater;
  // The caller reads what the terminator takes.
  SmallVector<Value> reads;
  collectReads(block.getTerminator(), block, reads);
  readLater.insert(reads.begin(), reads.end());
  for (Operation &op : llvm::drop_begin(llvm::reverse(block.getOperations()))) {
    const Evaluator *evaluate = table.find(op.getName());
    if (!evaluate) {
      op.emitOpError("is not supported yet by the interpreter of the InfReg "
                     "form");
      return nullptr;
    }
    reads.assign(op.result_begin(), op.result_end());
    collectReads(&op, block, reads);
    Step step{&op, evaluate, {}};
    for (Value value : reads)
      if (readLater.insert(value).second)
        step.lastReads.push_back(value);
    list->push_back(std::move(step));
  }
  std::reverse(list->begin(), list->end());
  known = std::move(list);
  return known.get();
}

LogicalResult Frame::runBlock(Block &block, MutableArrayRef<Lanes> inputs) {
  const std::vector<Step> *list = getSteps(block);
  if (!list)
    return failure();
  for (auto [argument, lanes] : llvm::zip(block.getArguments(), inputs))
    set(argument, std::move(lanes));
  for (const Step &step : *list) {
    if (failed((*step.evaluate)(step.op, *this)))
      return failure();
    if (left)
      return success();
    for (Value value : step.lastReads)
      values.erase(value);
  }
  return success();
}

LogicalResult Frame::runBody(int64_t first) {
  firstGroup = first;
  left.reset();
  values.clear();
  Block &body = kernel.getBody().front();
  for (auto [parameter, argument] : llvm::zip(body.getArguments(), arguments))
    if (!isa<MemRefType>(parameter.getType()))
      set(parameter, readScalar(parameter.getType(), argument));
  return runBlock(body, {});
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The kernel that computes the groups that fill no pack of `kernel`; null
/// where it names none.
static KernelOp getRemainder(KernelOp kernel) {
  FlatSymbolRefAttr remainder = kernel.getRemainderAttr();
  return remainder
             ? SymbolTable::lookupNearestSymbolFrom<KernelOp>(kernel, remainder)
             : KernelOp();
}

/// Run a range of groups; of a grid kernel, groups of the row that the last
/// arguments say. The remainder kernel runs those that the kernel leaves to it,
/// and those that fill no pack.
static LogicalResult runRange(KernelOp kernel, const EvaluatorTable &table,
                              ArrayRef<Argument> arguments, int64_t firstGroup,
                              int64_t numGroups, int64_t endOfLaunch) {
  Frame frame(kernel, table, arguments, endOfLaunch);
  auto runOthers = [&](int64_t first, int64_t last) {
    return runRange(getRemainder(kernel), table, arguments, first, last - first,
                    endOfLaunch);
  };
  int64_t group = firstGroup, end = firstGroup + numGroups;
  while (group + frame.getNumGroups() <= end) {
    if (failed(frame.runBody(group)))
      return failure();
    std::optional<int64_t> next = frame.leftGroups();
    if (next && *next <= group) // all groups from here on
      return runOthers(group, end);
    if (next) {
      if (failed(runOthers(group, std::min(*next, end))))
        return failure();
      group = *next;
      continue;
    }
    group += frame.getNumGroups();
  }
  if (group >= end)
    return success();
  if (!getRemainder(kernel))
    return kernel.emitOpError("computes ")
           << frame.getNumGroups()
           << " work groups at a time, and no kernel computes the "
           << end - group << " that are left";
  return runOthers(group, end);
}

/// The value of the argument, a number of `type`, that is the length of rows.
static int64_t readLength(const Argument &argument, Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  uint64_t value = 0;
  std::memcpy(&value, argument.data, bits / 8);
  return llvm::SignExtend64(value, bits);
}

/// Whether the products that `kernel` takes to be exact are below 2^31.
static bool hasExactProducts(KernelOp kernel, ArrayRef<Argument> arguments) {
  ArrayAttr products = kernel.getExactProductsAttr();
  for (Attribute attr :
       products ? products.getValue() : ArrayRef<Attribute>()) {
    ArrayRef<int64_t> product = cast<DenseI64ArrayAttr>(attr);
    uint64_t value = product.front();
    for (int64_t param : product.drop_front()) {
      Type type = kernel.getArgumentTypes()[param];
      uint64_t factor =
          llvm::maskTrailingOnes<uint64_t>(type.getIntOrFloatBitWidth()) &
          static_cast<uint64_t>(readLength(arguments[param], type));
      value = llvm::SaturatingMultiply(value, factor);
    }
    if (value >= kMostItemsInRows)
      return false;
  }
  return true;
}

/// Run a kernel that computes rows of work items, or the kernel that it names
/// for launches with shorter rows than it has work items in a group.
static LogicalResult runRows(KernelOp kernel, const EvaluatorTable &table,
                             ArrayRef<Argument> arguments, int64_t firstGroup,
                             int64_t numGroups) {
  auto whole = cast<KernelOp>(SymbolTable::lookupNearestSymbolFrom(
      kernel, kernel.getWholeKernelAttr()));
  auto length = static_cast<int64_t>(kernel.getRowLength().value_or(1));
  if (std::optional<uint64_t> param = kernel.getRowLengthParam()) {
    int64_t factor =
        readLength(arguments[*param], kernel.getArgumentTypes()[*param]);
    length *= factor > 0 && factor < kMostItemsInRows ? factor : 0;
  }
  auto items = static_cast<int64_t>(kernel.getWgSize());
  int64_t itemsOfGroup =
      static_cast<int64_t>(whole.getWgSize()) * whole.countGroupParts();
  int64_t endGroup = firstGroup + numGroups;
  if (length < items || length >= kMostItemsInRows ||
      !hasExactProducts(kernel, arguments) ||
      endGroup > kMostItemsInRows / itemsOfGroup)
    return interpret(whole, table, arguments, firstGroup, numGroups);
  int64_t first = firstGroup * itemsOfGroup, last = endGroup * itemsOfGroup;
  for (int64_t item = first; item < last;) {
    int64_t row = item / length, start = row * length;
    int64_t end = std::min(last - start, length);
    std::array<int64_t, 4> values = {row, item - start, end, endGroup};
    SmallVector<Argument> all(arguments);
    for (int64_t &value : values)
      all.push_back({&value, sizeof(value)});
    int64_t group = values[1] / items,
            groups = llvm::divideCeil(end, items) - group;
    if (failed(runRange(kernel, table, all, group, groups, group + groups)))
      return failure();
    item = start + end;
  }
  return success();
}

/// Run groups `first` to `end - 1` of the launch that lie in one row of a grid,
/// whose groups have the numbers `indexes` along y and z.
static LogicalResult runGridRow(KernelOp kernel, const EvaluatorTable &table,
                                ArrayRef<Argument> arguments,
                                std::array<int64_t, 2> indexes, int64_t first,
                                int64_t end) {
  int64_t parts = kernel.countRowParts();
  std::array<int64_t, 2> extents = {1, 1};
  if (kernel.getGroupParts())
    llvm::copy(kernel.getWgShape()->drop_front(), extents.begin());
  for (int64_t z = 0; z < extents[1]; ++z)
    for (int64_t y = 0; y < extents[0]; ++y) {
      std::array<int64_t, 2> rows = {indexes[0] * extents[0] + y,
                                     indexes[1] * extents[1] + z};
      SmallVector<Argument> values(arguments);
      for (int64_t &row :
           MutableArrayRef(rows).take_front(kernel.getNumRowParams()))
        values.push_back({&row, sizeof(row)});
      if (failed(runRange(kernel, table, values, first * parts,
                          (end - first) * parts, end * parts)))
        return failure();
    }
  return success();
}

LogicalResult pirch::interpret(KernelOp kernel, const EvaluatorTable &table,
                               ArrayRef<Argument> arguments, int64_t firstGroup,
                               int64_t numGroups) {
  unsigned rowParams = kernel.getNumRowParams();
  if (arguments.size() + rowParams != kernel.getNumArguments())
    return kernel.emitOpError("has ")
           << kernel.getNumArguments() - rowParams << " parameters, but "
           << arguments.size() << " values were given";
  if (rowParams == 0) {
    firstGroup *= kernel.countGroupParts();
    numGroups *= kernel.countGroupParts();
  }
  if (kernel.hasItemRows())
    return runRows(kernel, table, arguments, firstGroup, numGroups);
  if (rowParams == 0)
    return runRange(kernel, table, arguments, firstGroup, numGroups,
                    firstGroup + numGroups);
  int64_t extents[kMaxDimensions] = {};
  for (auto [extent, argument] :
       llvm::zip(extents, arguments.drop_front(kernel.getNumSourceParams())))
    std::memcpy(&extent, argument.data, sizeof(extent));
  int64_t width = kernel.getRowGroups().value_or(extents[0]);
  int64_t endGroup = firstGroup + numGroups;
  for (int64_t group = firstGroup; group < endGroup;) {
    int64_t row = group / width, end = std::min(endGroup, (row + 1) * width);
    std::array<int64_t, 2> indexes = {rowParams == 1 ? row : row % extents[1],
                                      rowParams == 1 ? 0 : row / extents[1]};
    if (failed(runGridRow(kernel, table, arguments, indexes,
                          group - row * width, end - row * width)))
      return failure();
    group = end;
  }
  return success();
}
