//===- KernelVerifiers.cpp - What kernels and their functions must say ----===//

#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// What a kernel is
//===----------------------------------------------------------------------===//

LogicalResult KernelOp::verify() {
  int64_t pack = getWgPack().value_or(0);
  if (hasRole(KernelRole::single_group) && pack)
    return emitOpError("has the role single_group, which only a kernel that is "
                       "not packed has, but a wg_pack of ")
           << pack;
  if (hasRole(KernelRole::remainder) && pack > 1)
    return emitOpError("has the role remainder and must have a wg_pack of 1");
  if (getSingleGroup() && !choosesPack())
    return emitOpError("is no main kernel or fallback, but names the kernel ")
           << getSingleGroupAttr() << " as another form of it";
  if (getSingleGroup() && pack)
    return emitOpError("names the single_group kernel ")
           << getSingleGroupAttr()
           << ", which only a kernel that is not packed "
           << "does, but has a wg_pack of " << pack;
  if (getLaneOrder() && !pack)
    return emitOpError("has a lane_order, but no wg_pack");
  if (std::optional<APFloat> cost = getEstimatedCost()) {
    if (!getTarget())
      return emitOpError(
          "has an estimated_cost, but no target in whose unit it "
          "is given");
    if (cost->isNaN() || cost->isNegative())
      return emitOpError("expects an estimated_cost of 0 or more, got ")
             << getEstimatedCostAttr();
  }
  return success();
}

/// Verify that the last `count` parameters of `kernel`, which it has for its
/// `purpose` behind those of the source, are of type i64.
static LogicalResult verifyAddedParams(KernelOp kernel, unsigned count,
                                       StringRef purpose) {
  ArrayRef<Type> inputs = kernel.getArgumentTypes();
  if (inputs.size() >= count &&
      llvm::all_of(inputs.take_back(count),
                   [](Type type) { return type.isInteger(64); }))
    return success();
  return kernel.emitOpError("expects ")
         << count << " parameters of type i64 for its " << purpose
         << ", behind those of the source";
}

/// Verify the products that a kernel takes to be exact.
static LogicalResult verifyExactProducts(KernelOp kernel) {
  ArrayAttr products = kernel.getExactProductsAttr();
  if (products && !kernel.hasItemRows())
    return kernel.emitOpError("has exact_products, but no whole_kernel");
  for (Attribute attr :
       products ? products.getValue() : ArrayRef<Attribute>()) {
    ArrayRef<int64_t> product = cast<DenseI64ArrayAttr>(attr);
    bool isProduct = product.size() > 1 && product.front() > 0 &&
                     product.front() < kMostItemsInRows;
    for (int64_t param : product.drop_front(isProduct ? 1 : product.size()))
      isProduct &= param >= 0 && param < kernel.getNumSourceParams() &&
                   isa<IntegerType>(kernel.getArgumentTypes()[param]);
    if (!isProduct)
      return kernel.emitOpError(
          "expects each of exact_products to be a positive "
          "constant and the numbers of parameters of the "
          "source that are integers");
  }
  return success();
}

/// Verify what makes a kernel one that computes rows of work items.
static LogicalResult verifyItemRows(KernelOp kernel) {
  std::optional<uint64_t> param = kernel.getRowLengthParam();
  if (!kernel.hasItemRows())
    return param || kernel.getRowLength()
               ? kernel.emitOpError("has a length of rows, but no whole_kernel")
               : verifyExactProducts(kernel);
  if (kernel.getWgShape() || kernel.getRowGroups() || kernel.getGroupParts())
    return kernel.emitOpError("has a whole_kernel, but also a wg_shape, "
                              "row_groups or group_parts");
  if (!param && !kernel.getRowLength())
    return kernel.emitOpError("has a whole_kernel and expects a row_length, a "
                              "row_length_param or both");
  if (int64_t length = kernel.getRowLength().value_or(1);
      length >= kMostItemsInRows)
    return kernel.emitOpError("expects a row_length below ")
           << kMostItemsInRows << ", got " << length;
  if (failed(verifyAddedParams(kernel, kernel.getNumRowParams(), "rows")))
    return failure();
  ArrayRef<Type> inputs = kernel.getArgumentTypes();
  if (param && (*param >= kernel.getNumSourceParams() ||
                !isa<IntegerType>(inputs[*param])))
    return kernel.emitOpError("expects the number of a parameter of the source "
                              "that is an integer as row_length_param, got ")
           << *param;
  return verifyExactProducts(kernel);
}

/// Verify what makes a kernel a grid kernel.
static LogicalResult verifyGrid(KernelOp kernel) {
  std::optional<ArrayRef<int64_t>> shape = kernel.getWgShape();
  ArrayRef<Type> inputs = kernel.getFunctionType().getInputs();
  if (kernel.getRowGroups() && shape)
    return kernel.emitOpError("has row_groups, but also a wg_shape");
  if (kernel.getGroupParts() && kernel.getRowGroups())
    return kernel.emitOpError("has group_parts, but computes rows of groups");
  if (kernel.getRowGroups() && (inputs.empty() || !inputs.back().isInteger(64)))
    return kernel.emitOpError("expects a last parameter of type i64 that is "
                              "the row");
  if (!shape)
    return kernel.getGridOffset()
               ? kernel.emitOpError("has a grid_offset, but no wg_shape")
               : LogicalResult(success());
  if (shape->empty() || shape->size() > kMaxDimensions)
    return kernel.emitOpError("expects a wg_shape of 1 to ")
           << kMaxDimensions << " extents, got " << shape->size();
  int64_t items = 1;
  for (int64_t extent : *shape) {
    if (extent < 1 || extent > kMaxGroupSize)
      return kernel.emitOpError("expects extents of 1 to ")
             << kMaxGroupSize << " in its wg_shape, got " << extent;
    items *= extent;
  }
  auto size = static_cast<int64_t>(kernel.getWgSize());
  if (items != size * kernel.countGroupParts())
    return kernel.emitOpError("has a wg_shape of ")
           << items << " work items, but a wg_size of " << size << " and "
           << kernel.countGroupParts() << " group_parts";
  if (kernel.getGroupParts() && shape->front() % size != 0)
    return kernel.emitOpError("has rows of ")
           << shape->front() << " work items, but parts of " << size;
  return verifyAddedParams(
      kernel, kernel.getNumGridParams() + kernel.getNumRowParams(), "grid");
}

LogicalResult MainGroupsOp::verify() {
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  if (!kernel.getRemainder())
    return emitOpError("leaves groups to a remainder kernel, but the kernel "
                       "names none");
  // What was written for such groups would be written once more.
  for (Operation *before = (*this)->getPrevNode(); before;
       before = before->getPrevNode()) {
    WalkResult result = before->walk([](AccessOpInterface access) {
      return access.isWrite() ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return emitOpError("must stand before any access that writes memory");
  }
  return success();
}

/// Verify that the kernel for calls with short rows, if there is one, is a main
/// kernel with the parameters of the source and the target of `kernel`.
static LogicalResult verifyWholeKernel(KernelOp kernel,
                                       SymbolTableCollection &symbols) {
  if (!kernel.hasItemRows())
    return success();
  FlatSymbolRefAttr name = kernel.getWholeKernelAttr();
  auto whole = symbols.lookupNearestSymbolFrom<KernelOp>(kernel, name);
  if (!whole)
    return kernel.emitOpError("names the whole_kernel ")
           << name << ", which does not exist";
  if (!whole.hasRole(KernelRole::main) || whole.hasItemRows() ||
      whole.getArgumentTypes() !=
          kernel.getArgumentTypes().drop_back(kernel.getNumRowParams()) ||
      whole.getTargetAttr() != kernel.getTargetAttr()) {
    InFlightDiagnostic diag =
        kernel.emitOpError("names the whole_kernel ")
        << name << ", which is no main kernel of whole groups with the same "
        << "parameters of the source and the same target";
    diag.attachNote(whole.getLoc()) << "the kernel " << name;
    return diag;
  }
  return success();
}

/// Verify that `other`, if there is one, names a kernel of role `role` with the
/// parameters, group size and target of `kernel`.
static LogicalResult verifyOtherForm(KernelOp kernel, FlatSymbolRefAttr other,
                                     KernelRole role,
                                     SymbolTableCollection &symbols) {
  if (!other)
    return success();
  StringRef name = stringifyKernelRole(role);
  auto form = symbols.lookupNearestSymbolFrom<KernelOp>(kernel, other);
  if (!form)
    return kernel.emitOpError("names the ")
           << name << " kernel " << other << ", which does not exist";
  auto refuse = [&](const Twine &reason) {
    InFlightDiagnostic diag = kernel.emitOpError("names the ")
                              << name << " kernel " << other << ", " << reason;
    diag.attachNote(form.getLoc()) << "the kernel " << other;
    return diag;
  };
  bool isFallback = role == KernelRole::remainder &&
                    form.hasRole(KernelRole::fallback) &&
                    !kernel.hasRole(KernelRole::remainder) &&
                    !kernel.hasRole(KernelRole::fallback);
  if (!form.hasRole(role) && !isFallback)
    return refuse("which has another role");
  if (form.getFunctionType() != kernel.getFunctionType())
    return refuse("which has other parameters");
  if (form.getWgSize() != kernel.getWgSize())
    return refuse("whose groups have another number of work items");
  if (form.getWgShapeAttr() != kernel.getWgShapeAttr() ||
      form.getGridOffset() != kernel.getGridOffset() ||
      form.getRowGroups() != kernel.getRowGroups() ||
      form.getWholeKernelAttr() != kernel.getWholeKernelAttr())
    return refuse("which has another grid");
  if (form.getGroupParts() != kernel.getGroupParts())
    return refuse("which has groups of other parts");
  if (form.getTargetAttr() != kernel.getTargetAttr())
    return refuse("which has another target");
  if (role == KernelRole::remainder && kernel.hasRole(role) &&
      form.getRemainderAttr())
    return refuse("which leaves groups to a third one");
  return success();
}

LogicalResult KernelOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyOtherForm(*this, getSingleGroupAttr(),
                             KernelRole::single_group, symbols)) ||
      failed(verifyWholeKernel(*this, symbols)))
    return failure();
  return verifyOtherForm(*this, getRemainderAttr(), KernelRole::remainder,
                         symbols);
}

//===----------------------------------------------------------------------===//
// What a kernel's body holds
//===----------------------------------------------------------------------===//

/// Verify that every infreg has the kernel's number of groups, its number of
/// items or one, and its lane order, if both have one; and that buffers are
/// parameters, variables or tables, as nothing chooses a buffer for each lane.
static LogicalResult verifyInfRegs(KernelOp kernel, int64_t groups) {
  auto verifyType = [&](Operation *op, Type type) -> LogicalResult {
    if (isa<BaseMemRefType>(type) &&
        !isa<AllocaOp, TableOp, memref::AllocaOp>(op))
      return op->emitOpError("gives a buffer of type ")
             << type << ", but the buffers of a kernel are its parameters, "
             << "variables and tables";
    auto infreg = dyn_cast<InfRegType>(type);
    if (!infreg)
      return success();
    if (infreg.getNumGroups() != groups) {
      InFlightDiagnostic diag = op->emitOpError("has an infreg type ")
                                << infreg << ", but the kernel ";
      return ShapedType::isDynamic(groups)
                 ? diag << "has no wg_pack"
                 : diag << "packs " << groups << " work groups";
    }
    if (infreg.getNumItems() != 1 &&
        infreg.getNumItems() != static_cast<int64_t>(kernel.getWgSize()))
      return op->emitOpError("has an infreg type ")
             << infreg << ", but groups of the kernel have "
             << kernel.getWgSize() << " work items";
    if (LanesAttr order = kernel.getLaneOrderAttr();
        order && infreg.getLanes() && infreg.getLanes() != order)
      return op->emitOpError("has an infreg type ")
             << infreg << ", but the kernel's lane_order is " << order;
    return success();
  };
  WalkResult result = kernel.getBody().walk([&](Operation *op) -> WalkResult {
    for (Type type : op->getResultTypes())
      if (failed(verifyType(op, type)))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Type type : region.getArgumentTypes())
        if (failed(verifyType(op, type)))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult KernelOp::verifyRegions() {
  if (!getFunctionType().getResults().empty())
    return emitOpError("returns nothing, but its type has ")
           << getFunctionType().getNumResults() << " results";
  if (getBody().empty() || !getBody().hasOneBlock())
    return emitOpError("expects a body of one block");
  for (auto [index, type] : llvm::enumerate(getFunctionType().getInputs())) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!InfRegType::isLaneType(buffer ? buffer.getElementType() : type) ||
        (buffer && (buffer.getRank() != 1 || !buffer.isDynamicDim(0) ||
                    !buffer.getLayout().isIdentity())))
      return emitOpError("parameter ")
             << index << " is " << type
             << "; expected a scalar or a rank-1 memref of dynamic size";
    if (buffer && !InfRegType::isMemoryType(buffer.getElementType()))
      return emitOpError("parameter ")
             << index << " is " << type
             << "; expected elements of 8, 16, 32 or 64 bits";
  }
  for (auto [name, list] : {std::pair("arg_names", getArgNamesAttr()),
                            std::pair("arg_types", getArgTypesAttr())})
    if (list && list.size() != getFunctionType().getNumInputs())
      return emitOpError("has ")
             << list.size() << " " << name << " for "
             << getFunctionType().getNumInputs() << " parameters";
  if (!isa<ReturnOp>(getBody().front().back()))
    return emitOpError("expects its body to end with pirch.return");
  if (failed(verifyItemRows(*this)) || failed(verifyGrid(*this)))
    return failure();
  if (getWgSize() > kMaxGroupSize)
    return emitOpError("expects a wg_size of 1 to ")
           << kMaxGroupSize << ", got " << getWgSize();
  std::optional<int64_t> pack = getWgPack();
  if (pack && *pack > InfRegType::kMaxGroups)
    return emitOpError("expects a wg_pack of 1 to ")
           << InfRegType::kMaxGroups << ", got " << *pack;
  return verifyInfRegs(*this, pack.value_or(ShapedType::kDynamic));
}

//===----------------------------------------------------------------------===//
// Attributes of functions and of operations of other dialects
//===----------------------------------------------------------------------===//

template <typename AttrT>
static LogicalResult verifyAttrType(Operation *op, NamedAttribute attr,
                                    StringRef expected) {
  if (isa<AttrT>(attr.getValue()))
    return success();
  return op->emitOpError("expects ")
         << expected << " as " << attr.getName() << ", got " << attr.getValue();
}

static LogicalResult verifyFunctionAttr(Operation *op, NamedAttribute attr) {
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError("has ")
           << attr.getName() << ", which only functions have";
  if (attr.getName() == kTargetAttrName)
    return verifyAttrType<TargetAttrInterface>(op, attr, "a target");
  if (attr.getName() == kScheduleAttrName)
    return verifyAttrType<ScheduleAttr>(op, attr, "a schedule");
  if (attr.getName() == kKernelAttrName)
    return verifyAttrType<StringAttr>(op, attr, "the name of a kernel");
  auto lanes = dyn_cast<IntegerAttr>(attr.getValue());
  if (lanes && lanes.getType().isInteger(64) && lanes.getInt() > 0)
    return success();
  return op->emitOpError("expects a positive number of lanes as ")
         << attr.getName() << ", got " << attr.getValue();
}

LogicalResult PirchDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  StringAttr name = attr.getName();
  if (name == kTargetAttrName || name == kKernelAttrName ||
      name == kScheduleAttrName || name == kLanesInUseAttrName)
    return verifyFunctionAttr(op, attr);
  if (name == kCheapAttrName)
    return verifyAttrType<UnitAttr>(op, attr, "a unit attribute");
  if (name != kRemainderLoopAttrName)
    return op->emitOpError("has ")
           << name << ", which the dialect does not know";
  if (!isa<LoopLikeOpInterface>(op))
    return op->emitOpError("has ") << name << ", which only loops have";
  return verifyAttrType<UnitAttr>(op, attr, "a unit attribute");
}
