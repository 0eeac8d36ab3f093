//===- FindRows.cpp - Rows of work items ----------------------------------===//
//
// Kernels over images and matrices often number their elements in one
// dimension: `x = i % width` and `y = i / width` of the work item's number `i`.
// A group of the launch may lie in two rows then: its work items have different
// `y`, and the elements of two neighbouring work items, at places computed from
// `x` and `y`, need not be neighbours. Computed row by row, `y` is a scalar,
// `x` grows by one from work item to work item, and conditions such as `x > 0`
// are guards, which hold for all groups of a row but the first and the last
// one.
//
// Other kernels divide by constants: `i % 3` is the channel of pixels with
// three numbers. In groups whose size is a multiple of 3 it is a constant for
// each work item, so that rows are made of such groups.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "PlacesInRows.h"
#include "ScalarSlices.h"
#include "SeparateItems.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"
#include <numeric>

namespace pirch {
#define GEN_PASS_DEF_FINDROWS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
/// The rows into which the work items of a launch may be cut.
struct Rows {
  /// Their length: `constant` times the parameter of number `param`, if that is
  /// at least 0.
  int64_t constant;
  int64_t param;
  /// The work items of a group of a row.
  int64_t items;
  /// Whether rows are of use only if no other quotients and remainders are
  /// left.
  bool mustBeAll = false;

  bool operator==(const Rows &other) const {
    return constant == other.constant && param == other.param;
  }
};
} // namespace

/// The number of work items of groups that fill registers of `items` lanes and
/// are *in step* with `divisor`: it is a multiple of the divisor, so that the
/// remainder of a work item's number is the same in each group. 0 where such
/// groups fill too many registers, or have too many work items.
static int64_t countItemsInStep(int64_t divisor, int64_t items) {
  constexpr int64_t mostRegisters = 8;
  int64_t both = std::lcm(divisor, items);
  return both <= std::min(mostRegisters * items, kMaxGroupSize) ? both : 0;
}

/// Rows for quotients and remainders by the constant `divisor`: long ones of
/// groups that are in step with it, or rows of `divisor` work items where such
/// groups are too large. None where the launch's groups of `wgSize` work items
/// are in step with it. Where a row consists of such groups, quotients are the
/// same for all work items of a group already: then groups in step are made
/// only where all quotients and remainders follow from them.
static std::optional<Rows> findConstantRows(int64_t divisor, int64_t wgSize,
                                            int64_t items) {
  if (wgSize % divisor == 0)
    return std::nullopt;
  bool isMadeOfGroups = divisor % wgSize == 0 && wgSize >= items;
  if (int64_t inStep = countItemsInStep(divisor, items))
    return Rows{(kMostItemsInRows - 1) / inStep * inStep, -1, inStep,
                /*mustBeAll=*/isMadeOfGroups};
  return divisor >= 2 * items && !isMadeOfGroups
             ? std::make_optional(Rows{divisor, -1, items})
             : std::nullopt;
}

/// What the quotient or remainder `op` divides by, together with the constants
/// by which its dividend was divided before.
static std::optional<Factors> findWholeDivisor(Operation *op) {
  std::optional<Factors> factors = findFactors(op->getOperand(1));
  Value dividend = beforeConversions(op->getOperand(0));
  APInt before;
  while (factors && dividend.getDefiningOp() &&
         isa<arith::DivSIOp, arith::DivUIOp>(dividend.getDefiningOp()) &&
         matchPattern(dividend.getDefiningOp()->getOperand(1),
                      m_ConstantInt(&before))) {
    int64_t constant = before.getSExtValue();
    if (constant <= 0 || constant >= kMostItemsInRows / factors->constant)
      return std::nullopt;
    factors->constant *= constant;
    dividend = beforeConversions(dividend.getDefiningOp()->getOperand(0));
  }
  return factors;
}

/// The rows into which the work items of `kernel` may be cut, so that quotients
/// and remainders are computed from rows and columns. A register of the target
/// holds `items` work items.
static SmallVector<Rows> findAllRows(KernelOp kernel, int64_t items) {
  SmallVector<Rows> all;
  auto add = [&](Rows rows) {
    if (!llvm::is_contained(all, rows))
      all.push_back(rows);
  };
  auto wgSize = static_cast<int64_t>(kernel.getWgSize());
  kernel.walk([&](Operation *op) {
    if (!isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
            op))
      return;
    std::optional<Factors> factors = findWholeDivisor(op);
    if (!factors)
      return;
    if (factors->others.empty())
      if (std::optional<Rows> rows =
              findConstantRows(factors->constant, wgSize, items))
        add(*rows);
    for (const Factor &factor : factors->others) {
      auto param = dyn_cast<BlockArgument>(beforeConversions(factor.value));
      if (!param || !isOfParameters(param))
        continue;
      add({1, param.getArgNumber(), items});
      if (int64_t inStep = countItemsInStep(factors->constant, items))
        add({factors->constant, param.getArgNumber(), inStep});
    }
  });
  return all;
}

/// What `product` is the product of: a constant and the numbers of parameters
/// of the kernel. Nothing where it is another product.
static std::optional<SmallVector<int64_t>> findParams(arith::MulIOp product) {
  SmallVector<int64_t> factors = {1};
  SmallVector<Value> open(product->getOperands());
  while (!open.empty()) {
    Value value = open.pop_back_val();
    APInt number;
    if (matchPattern(value, m_ConstantInt(&number))) {
      if (number.isZero() ||
          number.ugt((kMostItemsInRows - 1) / factors.front()))
        return std::nullopt;
      factors.front() *= static_cast<int64_t>(number.getZExtValue());
    } else if (auto inner = value.getDefiningOp<arith::MulIOp>()) {
      llvm::append_range(open, inner->getOperands());
    } else if (auto argument = dyn_cast<BlockArgument>(value);
               argument && isOfParameters(argument)) {
      factors.push_back(argument.getArgNumber());
    } else {
      return std::nullopt;
    }
  }
  return factors;
}

/// Have products of 32 bits without a sign that places are divided by not wrap
/// around in `kernel`, which says that of itself.
static void takeAsExact(KernelOp kernel) {
  Builder builder(kernel.getContext());
  SmallVector<Attribute> exact;
  auto flags =
      arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  kernel.walk([&](Operation *op) {
    if (!isa<arith::DivUIOp, arith::RemUIOp>(op))
      return;
    SmallVector<Value> open = {op->getOperand(1)};
    while (!open.empty()) {
      auto product = open.pop_back_val().getDefiningOp<arith::MulIOp>();
      if (!product || !product.getType().isInteger(32) ||
          product.getOverflowFlags() != arith::IntegerOverflowFlags::none)
        continue;
      std::optional<SmallVector<int64_t>> params = findParams(product);
      if (!params)
        continue;
      exact.push_back(builder.getDenseI64ArrayAttr(*params));
      product.setOverflowFlags(flags);
      llvm::append_range(open, product->getOperands());
    }
  });
  llvm::SetVector<Attribute> products(exact.begin(), exact.end());
  if (!products.empty())
    kernel.setExactProductsAttr(builder.getArrayAttr(products.getArrayRef()));
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
    llvm::StringSet<> whole = findWholeKernels(getOperation());
    for (KernelOp kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>()))
      if (!whole.contains(kernel.getSymName()) && isWorkItemForm(kernel) &&
          succeeded(checkWorkItemForm(kernel)))
        findRows(kernel);
  }

  /// The number of work items that a register of the kernel's target holds, if
  /// the kernel can be computed in rows at all; otherwise 0.
  static int64_t countItems(KernelOp kernel) {
    auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
    bool isStaged = kernel.walk([](StageOp) { return WalkResult::interrupt(); })
                        .wasInterrupted();
    if (!target || target.distributesWorkItems() || kernel.getWgPack() ||
        kernel.getGroupParts() || kernel.getNumGridDims() ||
        kernel.getNumRowParams() || !kernel.hasRole(KernelRole::main) ||
        isStaged)
      return 0;
    int64_t lanes = target.getNativeLanes(getWidestType(kernel));
    return lanes < 2 ? 0 : llvm::bit_floor(static_cast<uint64_t>(lanes));
  }

  void findRows(KernelOp kernel) {
    int64_t items = countItems(kernel);
    if (!items)
      return;
    OwningOpRef<KernelOp> forwarded(kernel.clone());
    forwardSingleStores(*forwarded);
    eraseUnread(*forwarded);
    if (!hasSeparateItems(*forwarded, /*mayAskForGroups=*/true) ||
        !findGlobalIndices(*forwarded) || !ownsStores(*forwarded))
      return;
    OwningOpRef<KernelOp> best;
    int64_t most = 0;
    takeAsExact(*forwarded);
    for (const Rows &rows : findAllRows(*forwarded, items)) {
      OwningOpRef<KernelOp> candidate(forwarded->clone());
      int64_t count = computeRows(*candidate, rows);
      if (count <= most ||
          (rows.mustBeAll && count < countDivisions(*forwarded)))
        continue;
      most = count;
      best = std::move(candidate);
    }
    if (!best)
      return;
    ++numFound;
    numRewritten += most;
    if (emitRemarks)
      emitRemark(kernel, *best);
    insert(kernel, best.release());
  }

  /// The number of quotients and remainders that `kernel` computes of the
  /// numbers of work items in the launch.
  static int64_t countDivisions(KernelOp kernel) {
    llvm::DenseSet<Operation *> numbers;
    SmallVector<arith::MulIOp> products = *findGlobalIndices(kernel);
    for (arith::MulIOp product : products)
      numbers.insert(product->user_begin(), product->user_end());
    int64_t count = 0;
    kernel.walk([&](Operation *op) {
      count +=
          isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
              op) &&
          numbers.contains(
              beforeConversions(op->getOperand(0)).getDefiningOp());
    });
    return count;
  }

  static void emitRemark(KernelOp kernel, KernelOp rows) {
    InFlightDiagnostic remark = kernel.emitRemark("kernel '");
    remark << kernel.getSymName() << "' is computed in rows of ";
    std::optional<uint64_t> param = rows.getRowLengthParam();
    if (std::optional<uint64_t> constant = rows.getRowLength())
      remark << *constant << (param ? " times " : "");
    if (param)
      remark << "'" << kernel.getParameterName(*param) << "'";
    remark << " work items, in groups of " << rows.getWgSize();
  }

  /// Let `kernel` compute `rows`. Returns the number of quotients and
  /// remainders that it computes from rows and columns then.
  static int64_t computeRows(KernelOp kernel, const Rows &rows) {
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
    kernel.setWgSize(rows.items);
    RowLength length{rows.constant, nullptr};
    if (rows.param >= 0) {
      kernel.setRowLengthParam(rows.param);
      length.param = body.getArgument(rows.param);
    }
    if (rows.constant != 1 || rows.param < 0)
      kernel.setRowLength(rows.constant);
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    Type i64 = builder.getI64Type();
    Value before = arith::MulIOp::create(
        builder, loc, WgIndexOp::create(builder, loc, i64),
        arith::ConstantOp::create(builder, loc,
                                  builder.getI64IntegerAttr(rows.items)));
    Value column = arith::AddIOp::create(builder, loc, before,
                                         WiIndexOp::create(builder, loc, i64));
    int64_t count = PlacesInRows(kernel, length, column, param(0))
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
    eraseUnread(kernel);
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
    // What a schedule says of packs and their operations is for rows.
    setPacks(kernel, {});
    setKeepOrder(kernel, false);
    rows.setSymNameAttr(name);
    rows.setWholeKernelAttr(FlatSymbolRefAttr::get(kernel.getSymNameAttr()));
    OpBuilder(kernel).insert(rows);
  }
};
} // namespace
