//===- FindRows.cpp - Rows of work items ----------------------------------===//
//
// Kernels over images and matrices often number their elements in one
// dimension: `x = i % width` and `y = i / width` of the work item's number `i`.
// A group of the launch may lie in two rows then, so that neither `y` is the
// same for its work items nor an element that `x` and `y` tell lies beside that
// of the next work item. Computed row by row, `y` is a scalar, `x` grows by one
// from work item to work item, and conditions such as `x > 0` are guards, which
// hold for all groups of a row but the first and the last one.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "ScalarSlices.h"
#include "SeparateItems.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"

namespace pirch {
#define GEN_PASS_DEF_FINDROWS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

static bool isConversion(Operation *op) {
  return isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
                         arith::IndexCastOp, arith::IndexCastUIOp>(op);
}

/// `value` before conversions between integer types.
static Value beforeConversions(Value value) {
  while (isConversion(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// Whether `value` is a number of at least 32 bits: it holds the number of any
/// work item of a launch that is computed in rows (`addRowsFunction`).
static bool holdsItems(Value value) {
  Type type = value.getType();
  return type.isIndex() ||
         (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() >= 32);
}

/// Replace the loads of variables of one element that are stored once, before
/// all loads, by what is stored.
static void forwardSingleStores(KernelOp kernel) {
  DominanceInfo dominance(kernel);
  kernel.walk([&](memref::AllocaOp variable) {
    if (variable.getType().getNumElements() != 1)
      return;
    memref::StoreOp store;
    SmallVector<memref::LoadOp> loads;
    for (Operation *user : variable->getUsers()) {
      if (auto load = dyn_cast<memref::LoadOp>(user)) {
        loads.push_back(load);
        continue;
      }
      auto other = dyn_cast<memref::StoreOp>(user);
      if (!other || store || other.getValue() == variable.getResult())
        return;
      store = other;
    }
    if (!store || !llvm::all_of(loads, [&](memref::LoadOp load) {
          return dominance.properlyDominates(store.getOperation(), load);
        }))
      return;
    for (memref::LoadOp load : loads) {
      load.replaceAllUsesWith(store.getValue());
      load.erase();
    }
  });
}

/// Whether `left` and `right` are computed from the same values by the same
/// pure operations.
static bool isSame(Value left, Value right) {
  if (left == right)
    return true;
  Operation *one = left.getDefiningOp(), *other = right.getDefiningOp();
  return one && other && isPure(one) && one->getNumRegions() == 0 &&
         OperationEquivalence::isEquivalentTo(
             one, other, [](Value a, Value b) { return success(isSame(a, b)); },
             [](Value, Value) {}, OperationEquivalence::IgnoreLocations);
}

/// Whether each work item of `kernel` loads, from buffers that the kernel
/// writes, only the elements that it stores itself.
static bool ownsStores(KernelOp kernel) {
  auto isOwn = [](BlockArgument buffer) {
    memref::StoreOp store;
    for (Operation *user : buffer.getUsers())
      if (auto each = dyn_cast<memref::StoreOp>(user))
        store = each;
    auto indexOf = [](Operation *op) {
      auto load = dyn_cast<memref::LoadOp>(op);
      return load ? load.getIndices().front()
                  : cast<memref::StoreOp>(op).getIndices().front();
    };
    bool isRead = llvm::any_of(buffer.getUsers(), [](Operation *user) {
      return isa<memref::LoadOp>(user);
    });
    return !store || !isRead ||
           llvm::all_of(buffer.getUsers(), [&](Operation *user) {
             return isSame(indexOf(user), indexOf(store));
           });
  };
  return llvm::all_of(kernel.getBody().getArguments(), [&](Value argument) {
    return !isa<MemRefType>(argument.getType()) ||
           isOwn(cast<BlockArgument>(argument));
  });
}

namespace {
/// Of the numbers of work items that a kernel computes from a quotient or
/// remainder, those that are `row * n + x`, where `n` is the length of the rows
/// and `x` the number in the row.
class PlacesInRows {
public:
  PlacesInRows(KernelOp kernel, Value length, Value column, Value row)
      : kernel(kernel), length(length), column(column), row(row) {}

  /// Find such numbers, beginning with `places`, which are numbers of work
  /// items in the launch, and replace quotients and remainders of them by what
  /// is computed from the row and the column. Returns how many it replaced.
  int64_t rewrite(ArrayRef<Operation *> places);

private:
  /// A number that is `row * n + x`; `x` alone if `row` is null.
  struct Place {
    Value row;
  };

  /// A number that is `columns * x + lengths * n + constant`.
  struct Neighbour {
    int64_t columns = 0, lengths = 0, constant = 0;
  };

  bool isLength(Value value) const {
    return beforeConversions(value) == length;
  }
  Value convert(OpBuilder &builder, Location loc, Value value, Type type);
  bool rewriteDivision(Operation *op);
  bool rewriteRest(arith::SubIOp op);
  bool addTerms(Value value, bool isNegated, Neighbour &sum);
  bool rewriteNeighbour(Operation *op);
  std::optional<SmallVector<Value>> findOtherFactors(Value divisor);
  void replaceByPlace(Operation *op, Place place);
  void divide(Operation *op, Place place, ArrayRef<Value> factors,
              bool isRemainder);

  KernelOp kernel;
  Value length, column, row;
  llvm::DenseMap<Value, Place> places;
};
} // namespace

/// `value`, which is not negative and fits into `type`, as one of `type`.
Value PlacesInRows::convert(OpBuilder &builder, Location loc, Value value,
                            Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  if (from.isIndex() || type.isIndex()) {
    Value wide = from.isIndex()
                     ? value
                     : convert(builder, loc, value, builder.getI64Type());
    Value cast = arith::IndexCastOp::create(
        builder, loc, from.isIndex() ? builder.getI64Type() : type, wide);
    return convert(builder, loc, cast, type);
  }
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtUIOp::create(builder, loc, type, value);
  return arith::TruncIOp::create(builder, loc, type, value);
}

/// The factors of `divisor` beside the length of the rows, where it is a
/// product that does not wrap around; nothing where it is none. Quotients by
/// such a product are those of the row by the other factors.
std::optional<SmallVector<Value>>
PlacesInRows::findOtherFactors(Value divisor) {
  SmallVector<Value> left = {divisor}, factors;
  bool isFound = false;
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (isLength(value) && !isFound) {
      isFound = true;
      continue;
    }
    if (auto product = value.getDefiningOp<arith::MulIOp>()) {
      bool isExact = product.getType().isInteger(64) ||
                     product.getType().isIndex() ||
                     bitEnumContainsAny(product.getOverflowFlags(),
                                        arith::IntegerOverflowFlags::nsw |
                                            arith::IntegerOverflowFlags::nuw);
      if (!isExact)
        return std::nullopt;
      left.push_back(product.getRhs());
      left.push_back(product.getLhs());
    } else if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(
                   value.getDefiningOp())) {
      left.push_back(value.getDefiningOp()->getOperand(0));
    } else {
      factors.push_back(value);
    }
  }
  if (!isFound)
    return std::nullopt;
  return factors;
}

void PlacesInRows::replaceByPlace(Operation *op, Place place) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType(), i64 = builder.getI64Type();
  Value result = column;
  if (place.row) {
    Value first = arith::MulIOp::create(
        builder, loc, convert(builder, loc, place.row, i64),
        convert(builder, loc, length, i64), arith::IntegerOverflowFlags::nsw);
    result = arith::AddIOp::create(builder, loc, first, column,
                                   arith::IntegerOverflowFlags::nsw);
  }
  result = convert(builder, loc, result, type);
  op->replaceAllUsesWith(ValueRange{result});
  places[result] = place;
}

/// Replace the quotient or remainder `op` of `place` by the product of the
/// length of the rows and of `factors`.
void PlacesInRows::divide(Operation *op, Place place, ArrayRef<Value> factors,
                          bool isRemainder) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  if (!place.row) { // a number in a row is less than any such product
    if (isRemainder)
      return replaceByPlace(op, place);
    op->replaceAllUsesWith(arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, 0)));
    return;
  }
  Value quotient = convert(builder, loc, place.row, type);
  if (factors.empty()) {
    if (isRemainder)
      return replaceByPlace(op, {});
    op->replaceAllUsesWith(ValueRange{quotient});
    return;
  }
  Value divisor;
  for (Value factor : factors) {
    if (factor.getType() != type)
      factor = isa<arith::DivUIOp, arith::RemUIOp>(op)
                   ? arith::ExtUIOp::create(builder, loc, type, factor)
                   : Value(arith::ExtSIOp::create(builder, loc, type, factor));
    divisor =
        divisor ? arith::MulIOp::create(builder, loc, divisor, factor) : factor;
  }
  Operation *divided =
      builder.create(loc, op->getName().getIdentifier(),
                     ValueRange{quotient, divisor}, TypeRange{type});
  if (isRemainder)
    return replaceByPlace(op, {divided->getResult(0)});
  op->replaceAllUsesWith(divided->getResults());
}

bool PlacesInRows::rewriteDivision(Operation *op) {
  bool isRemainder = isa<arith::RemSIOp, arith::RemUIOp>(op);
  if (!isRemainder && !isa<arith::DivSIOp, arith::DivUIOp>(op))
    return false;
  auto found = places.find(op->getOperand(0));
  if (found == places.end() || !holdsItems(op->getResult(0)))
    return false;
  std::optional<SmallVector<Value>> factors =
      findOtherFactors(op->getOperand(1));
  Type type = op->getResult(0).getType();
  if (!factors || llvm::any_of(*factors, [&](Value factor) {
        return type.isIndex() ? !factor.getType().isIndex()
                              : factor.getType().getIntOrFloatBitWidth() >
                                    type.getIntOrFloatBitWidth();
      }))
    return false;
  divide(op, found->second, *factors, isRemainder);
  return true;
}

/// Replace `i - i / n * n`, which is a remainder.
bool PlacesInRows::rewriteRest(arith::SubIOp op) {
  auto found = places.find(op.getLhs());
  auto product = op.getRhs().getDefiningOp<arith::MulIOp>();
  if (found == places.end() || !found->second.row || !product ||
      !holdsItems(op))
    return false;
  for (Value quotient : product->getOperands())
    if (isLength(getOtherOperand(product, quotient)) &&
        beforeConversions(quotient) == beforeConversions(found->second.row)) {
      replaceByPlace(op, {});
      return true;
    }
  return false;
}

/// Add what `value` is a sum of, or subtract it. Returns false where something
/// is not known.
bool PlacesInRows::addTerms(Value value, bool isNegated, Neighbour &sum) {
  int64_t sign = isNegated ? -1 : 1;
  // Farther neighbours than the shortest row is long may wrap around twice.
  auto most = static_cast<int64_t>(kernel.getWgSize());
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number))) {
    int64_t constant = number.getSExtValue();
    sum.constant += sign * constant;
    return constant >= -most && constant <= most;
  }
  if (auto place = places.find(value);
      place != places.end() && !place->second.row) {
    sum.columns += sign;
    return true;
  }
  if (isLength(value)) {
    sum.lengths += sign;
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op))
    return false;
  bool negatesRight = isNegated != isa<arith::SubIOp>(op);
  return addTerms(op->getOperand(0), isNegated, sum) &&
         addTerms(op->getOperand(1), negatesRight, sum);
}

/// Replace `(x + c) % n` and `(x + n - c) % n`, which are the column of a
/// neighbour in a row whose end meets its begin, by a choice between two
/// columns: one of them is taken but at the border.
bool PlacesInRows::rewriteNeighbour(Operation *op) {
  if (!isa<arith::RemSIOp, arith::RemUIOp>(op) ||
      !holdsItems(op->getResult(0)) || !isLength(op->getOperand(1)))
    return false;
  Neighbour sum;
  auto most = static_cast<int64_t>(kernel.getWgSize());
  if (!addTerms(op->getOperand(0), /*isNegated=*/false, sum) ||
      sum.columns != 1 || std::abs(sum.constant) > most ||
      sum.lengths != (sum.constant < 0 ? 1 : 0))
    return false;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type i64 = builder.getI64Type(), type = op->getResult(0).getType();
  auto nsw = arith::IntegerOverflowFlags::nsw;
  Value x = convert(builder, loc, column, type);
  Value n = convert(builder, loc, convert(builder, loc, length, i64), type);
  Value constant = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, sum.constant));
  Value inside = arith::AddIOp::create(builder, loc, x, constant, nsw);
  Value border, isInside;
  if (sum.constant < 0) {
    border = arith::AddIOp::create(builder, loc, inside, n, nsw);
    isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, inside,
        arith::ConstantOp::create(builder, loc,
                                  builder.getIntegerAttr(type, 0)));
  } else {
    border = arith::SubIOp::create(builder, loc, inside, n, nsw);
    isInside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     inside, n);
  }
  op->replaceAllUsesWith(
      arith::SelectOp::create(builder, loc, isInside, inside, border));
  return true;
}

int64_t PlacesInRows::rewrite(ArrayRef<Operation *> all) {
  SmallVector<Operation *> ops;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  int64_t count = 0;
  for (Operation *op : ops) {
    if (llvm::is_contained(all, op)) {
      replaceByPlace(op, {row});
      continue;
    }
    if (isConversion(op)) {
      auto found = places.find(op->getOperand(0));
      if (found != places.end() && holdsItems(op->getResult(0)))
        replaceByPlace(op, Place(found->second));
      continue;
    }
    auto difference = dyn_cast<arith::SubIOp>(op);
    count += rewriteDivision(op) || rewriteNeighbour(op) ||
             (difference && rewriteRest(difference));
  }
  return count;
}

/// The parameters that may be the length of rows, as factors of divisors.
static llvm::SetVector<Value> findLengths(KernelOp kernel) {
  llvm::SetVector<Value> lengths;
  kernel.walk([&](Operation *op) {
    if (!isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
            op))
      return;
    SmallVector<Value> left = {op->getOperand(1)};
    while (!left.empty()) {
      Value value = beforeConversions(left.pop_back_val());
      if (auto product = value.getDefiningOp<arith::MulIOp>())
        llvm::append_range(left, product->getOperands());
      else if (isa<BlockArgument>(value) && isOfParameters(value))
        lengths.insert(value);
    }
  });
  return lengths;
}

/// Give `kernel` the parameters that a kernel of rows has behind those of the
/// source, and return the first of them.
static unsigned addRowParams(KernelOp kernel) {
  Builder builder(kernel.getContext());
  unsigned first = kernel.getNumArguments();
  auto append = [&](ArrayAttr list, Attribute element) {
    SmallVector<Attribute> all(list.getValue());
    all.push_back(element);
    return builder.getArrayAttr(all);
  };
  for (StringRef name : {"row", "begin", "end", "groups"}) {
    kernel.getBody().addArgument(builder.getI64Type(), kernel.getLoc());
    SmallVector<Type> inputs(kernel.getArgumentTypes());
    inputs.push_back(builder.getI64Type());
    kernel.setFunctionType(builder.getFunctionType(inputs, {}));
    if (ArrayAttr names = kernel.getArgNamesAttr())
      kernel.setArgNamesAttr(append(names, builder.getStringAttr(name)));
    if (ArrayAttr types = kernel.getArgTypesAttr())
      kernel.setArgTypesAttr(append(types, builder.getStringAttr("int64_t")));
    if (ArrayAttr attrs = kernel.getArgAttrsAttr())
      kernel.setArgAttrsAttr(append(attrs, builder.getDictionaryAttr({})));
  }
  return first;
}

/// Have the body of `kernel` run only for the work items of which the number in
/// the row, `column`, is in `begin` to `end - 1`.
static void addRowGuard(KernelOp kernel, Value column, Value begin, Value end) {
  Location loc = kernel.getLoc();
  Block &body = kernel.getBody().front();
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(column);
  using P = arith::CmpIPredicate;
  Value isBehind = arith::CmpIOp::create(builder, loc, P::sge, column, begin);
  auto outer = scf::IfOp::create(builder, loc, isBehind, /*withElse=*/false);
  builder.setInsertionPointToStart(outer.thenBlock());
  Value isBefore = arith::CmpIOp::create(builder, loc, P::slt, column, end);
  auto inner = scf::IfOp::create(builder, loc, isBefore, /*withElse=*/false);
  Block *then = inner.thenBlock();
  then->getOperations().splice(std::prev(then->end()), body.getOperations(),
                               std::next(outer->getIterator()),
                               std::prev(body.end()));
}

namespace {
struct FindRowsPass : public pirch::impl::FindRowsBase<FindRowsPass> {
  using FindRowsBase::FindRowsBase;

  void runOnOperation() override {
    for (KernelOp kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>()))
      if (isWorkItemForm(kernel) && succeeded(checkWorkItemForm(kernel)))
        findRows(kernel);
  }

  /// The number of work items that a register of the kernel's target holds, if
  /// the kernel can be computed in rows at all; otherwise 0.
  static int64_t countItems(KernelOp kernel) {
    auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
    ScheduleAttr schedule = kernel.getScheduleAttr();
    bool isStaged = kernel.walk([](StageOp) { return WalkResult::interrupt(); })
                        .wasInterrupted();
    if (!target || target.distributesWorkItems() || kernel.getWgPack() ||
        kernel.getGroupParts() || kernel.getNumGridDims() ||
        kernel.getNumRowParams() || !kernel.hasRole(KernelRole::main) ||
        (schedule && schedule.getPacks()) || isStaged)
      return 0;
    int64_t lanes = target.getNativeLanes(getWidestType(kernel));
    return lanes < 2 ? 0 : llvm::bit_floor(static_cast<uint64_t>(lanes));
  }

  void findRows(KernelOp kernel) {
    int64_t items = countItems(kernel);
    if (!items || !hasSeparateItems(kernel, /*mayAskForGroups=*/true) ||
        !findGlobalIndices(kernel))
      return;
    OwningOpRef<KernelOp> forwarded(kernel.clone());
    forwardSingleStores(*forwarded);
    if (!ownsStores(*forwarded))
      return;
    OwningOpRef<KernelOp> best;
    int64_t most = 0;
    for (Value length : findLengths(*forwarded)) {
      OwningOpRef<KernelOp> rows(forwarded->clone());
      int64_t count =
          computeRows(*rows, cast<BlockArgument>(length).getArgNumber(), items);
      if (count <= most)
        continue;
      most = count;
      best = std::move(rows);
    }
    if (!best)
      return;
    ++numFound;
    numRewritten += most;
    if (emitRemarks)
      kernel.emitRemark("kernel '")
          << kernel.getSymName() << "' is computed in rows of '"
          << kernel.getParameterName(*best->getRowLengthParam())
          << "' work items";
    insert(kernel, best.release());
  }

  /// Let `kernel` compute rows whose length is the parameter of number
  /// `length`. Returns the number of quotients and remainders that it computes
  /// from rows and columns then.
  static int64_t computeRows(KernelOp kernel, unsigned length, int64_t items) {
    SmallVector<arith::MulIOp> products = *findGlobalIndices(kernel);
    llvm::SetVector<Operation *> places;
    for (arith::MulIOp product : products)
      places.insert(product->user_begin(), product->user_end());
    Location loc = kernel.getLoc();
    unsigned first = addRowParams(kernel);
    Block &body = kernel.getBody().front();
    auto param = [&](unsigned number) -> Value {
      return body.getArgument(first + number);
    };
    kernel.setWgSize(items);
    kernel.setRowLengthParam(length);
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    Type i64 = builder.getI64Type();
    Value before = arith::MulIOp::create(
        builder, loc, WgIndexOp::create(builder, loc, i64),
        arith::ConstantOp::create(builder, loc,
                                  builder.getI64IntegerAttr(items)));
    Value column = arith::AddIOp::create(builder, loc, before,
                                         WiIndexOp::create(builder, loc, i64));
    int64_t count =
        PlacesInRows(kernel, body.getArgument(length), column, param(0))
            .rewrite(places.getArrayRef());
    kernel.walk([&](NumGroupsOp groups) {
      OpBuilder inPlace(groups);
      Value value = param(3);
      if (groups.getType().isIndex())
        value =
            arith::IndexCastOp::create(inPlace, loc, groups.getType(), value);
      else if (groups.getType() != i64)
        value = arith::TruncIOp::create(inPlace, loc, groups.getType(), value);
      groups.replaceAllUsesWith(value);
    });
    addRowGuard(kernel, column, param(1), param(2));
    kernel.walk<WalkOrder::PostOrder, mlir::ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
    return count;
  }

  /// Let `rows` take the place of `kernel`, which becomes the kernel for calls
  /// with short rows.
  static void insert(KernelOp kernel, KernelOp rows) {
    Operation *module = kernel->getParentOp();
    StringAttr name = kernel.getSymNameAttr();
    std::string base = (name.getValue() + ".whole").str(), whole = base;
    for (int64_t number = 0; SymbolTable::lookupSymbolIn(module, whole);
         ++number)
      whole = base + "." + std::to_string(number);
    kernel.setSymName(whole);
    rows.setSymNameAttr(name);
    rows.setWholeKernelAttr(FlatSymbolRefAttr::get(kernel.getSymNameAttr()));
    OpBuilder(kernel).insert(rows);
  }
};
} // namespace
