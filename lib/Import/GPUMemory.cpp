//===- GPUMemory.cpp - Memrefs, their views and accesses ------------------===//

#include "GPUImporter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

GPUImporter::View *GPUImporter::findView(Value memref, Operation *op) {
  auto found = views.find(memref);
  if (found != views.end())
    return &found->second;
  (void)refuse(op,
               "a memref that is chosen at run time, or whose buffer is not "
               "known");
  return nullptr;
}

Value GPUImporter::numberOf(OpFoldResult value, Location loc) {
  if (auto attr = dyn_cast<Attribute>(value))
    return kernel.number(cast<IntegerAttr>(attr).getInt(), loc);
  return lookup(cast<Value>(value));
}

Value GPUImporter::placeOf(const View &view, ValueRange indices, Location loc) {
  Value place = view.offset;
  for (auto [index, stride] : llvm::zip_equal(indices, view.strides))
    place = kernel.add(place, kernel.mul(lookup(index), stride, loc), loc);
  return place;
}

SmallVector<Value> GPUImporter::makeStrides(ArrayRef<Value> sizes,
                                            Location loc) {
  SmallVector<Value> strides(sizes.size());
  Value stride = kernel.number(1, loc);
  for (size_t dim = sizes.size(); dim-- > 0;) {
    strides[dim] = stride;
    if (dim > 0)
      stride = kernel.mul(stride, sizes[dim], loc);
  }
  return strides;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

LogicalResult GPUImporter::emitVariable(Value result, bool isLocal,
                                        Operation *op) {
  Location loc = result.getLoc();
  auto type = cast<MemRefType>(result.getType());
  Type element = convertType(type.getElementType(), op);
  if (!element)
    return failure();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getNumElements() == 0)
    return refuse(op,
                  "a variable without elements, of a size known only at run "
                  "time, or with a layout of its own");
  View view;
  view.buffer =
      kernel.makeVariable(element, type.getNumElements(), isLocal, loc);
  view.offset = kernel.number(0, loc);
  for (int64_t size : type.getShape())
    view.sizes.push_back(kernel.number(size, loc));
  view.strides = makeStrides(view.sizes, loc);
  views[result] = view;
  return success();
}

/// The constants that `global` holds, one after the other; null where they are
/// not known or may change.
static DenseElementsAttr findConstants(memref::GlobalOp global) {
  auto value = global && global.getConstant()
                   ? dyn_cast_or_null<DenseIntOrFPElementsAttr>(
                         global.getInitialValueAttr())
                   : DenseIntOrFPElementsAttr();
  if (!value || value.empty())
    return {};
  DenseElementsAttr row = value.reshape(
      RankedTensorType::get({value.getNumElements()}, value.getElementType()));
  if (!value.getElementType().isIndex())
    return row;
  return row.mapValues(IntegerType::get(value.getContext(), 64),
                       [](const APInt &index) { return index; });
}

/// Let the result be a table of the constants that the global holds.
LogicalResult GPUImporter::emitTable(memref::GetGlobalOp op,
                                     DenseElementsAttr constants) {
  Location loc = op.getLoc();
  if (Type element = convertType(op.getType().getElementType(), op);
      element != constants.getElementType())
    return element ? refuse(op, "a global of elements of this type")
                   : failure();
  if (!op.getType().getLayout().isIdentity())
    return refuse(op, "a global with a layout of its own");
  View view;
  view.buffer = kernel.makeTable(constants, loc);
  view.offset = kernel.number(0, loc);
  for (int64_t size : op.getType().getShape())
    view.sizes.push_back(kernel.number(size, loc));
  view.strides = makeStrides(view.sizes, loc);
  views[op.getResult()] = view;
  return success();
}

LogicalResult GPUImporter::emitGlobal(memref::GetGlobalOp op) {
  if (!gpu::GPUDialect::isWorkgroupMemoryAddressSpace(
          op.getType().getMemorySpace())) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        op, op.getNameAttr());
    if (DenseElementsAttr constants = findConstants(global))
      return emitTable(op, constants);
    return refuse(op, "a global that is neither in the workgroup's memory nor "
                      "constant");
  }
  Value &first = globals[op.getNameAttr()];
  if (first) {
    views[op.getResult()] = views[first];
    return success();
  }
  first = op.getResult();
  // The variable exists once, wherever it is first used.
  OpBuilder::InsertionGuard guard(builder);
  Block &entry = kernel.getKernel().getBody().front();
  builder.setInsertionPointToStart(&entry);
  return emitVariable(op.getResult(), /*isLocal=*/true, op);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

LogicalResult GPUImporter::emitLoad(memref::LoadOp op) {
  View *view = findView(op.getMemRef(), op);
  if (!view)
    return failure();
  define(op.getResult(),
         kernel.load(view->buffer, placeOf(*view, op.getIndices(), op.getLoc()),
                     op.getLoc()));
  return success();
}

LogicalResult GPUImporter::emitStore(memref::StoreOp op) {
  View *view = findView(op.getMemRef(), op);
  if (!view)
    return failure();
  kernel.store(lookup(op.getValueToStore()), view->buffer,
               placeOf(*view, op.getIndices(), op.getLoc()), op.getLoc());
  return success();
}

LogicalResult GPUImporter::emitAtomic(memref::AtomicRMWOp op) {
  Location loc = op.getLoc();
  View *view = findView(op.getMemref(), op);
  if (!view)
    return failure();
  auto type = cast<MemRefType>(view->buffer.getType());
  bool isPrivate = view->buffer.getDefiningOp() &&
                   type.getMemorySpaceAsInt() != kLocalMemorySpace;
  if (isPrivate)
    return refuse(op, "an atomic operation on a variable of one work item");
  using Kind = arith::AtomicRMWKind;
  if (!llvm::is_contained({Kind::assign, Kind::addi, Kind::addf, Kind::andi,
                           Kind::ori, Kind::xori, Kind::maxs, Kind::maxu,
                           Kind::mins, Kind::minu},
                          op.getKind()))
    return refuse(op, "the atomic combination " +
                          arith::stringifyAtomicRMWKind(op.getKind()));
  Value place = placeOf(*view, op.getIndices(), loc);
  Value index = builder.createOrFold<arith::IndexCastOp>(
      loc, builder.getIndexType(), place);
  define(op.getResult(),
         AtomicRMWOp::create(builder, loc, type.getElementType(), op.getKind(),
                             lookup(op.getValue()), view->buffer, index,
                             Value()));
  return success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult GPUImporter::emitSubView(memref::SubViewOp op) {
  Location loc = op.getLoc();
  View *source = findView(op.getSource(), op);
  if (!source)
    return failure();
  View view{source->buffer, source->offset, {}, {}};
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [dim, offset, size, step] : llvm::enumerate(
           op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    Value stride = source->strides[dim];
    view.offset = kernel.add(
        view.offset, kernel.mul(numberOf(offset, loc), stride, loc), loc);
    if (dropped.test(dim))
      continue;
    view.sizes.push_back(numberOf(size, loc));
    view.strides.push_back(kernel.mul(stride, numberOf(step, loc), loc));
  }
  views[op.getResult()] = view;
  return success();
}

/// The offset counts from the pointer of the source, whatever its own offset
/// is.
LogicalResult GPUImporter::emitReinterpret(memref::ReinterpretCastOp op) {
  Location loc = op.getLoc();
  View *source = findView(op.getSource(), op);
  if (!source)
    return failure();
  View view{source->buffer, numberOf(op.getMixedOffsets()[0], loc), {}, {}};
  for (OpFoldResult size : op.getMixedSizes())
    view.sizes.push_back(numberOf(size, loc));
  for (OpFoldResult stride : op.getMixedStrides())
    view.strides.push_back(numberOf(stride, loc));
  views[op.getResult()] = view;
  return success();
}

LogicalResult GPUImporter::emitCollapse(memref::CollapseShapeOp op) {
  Location loc = op.getLoc();
  View *source = findView(op.getSrc(), op);
  if (!source)
    return failure();
  MemRefType type = op.getSrcType();
  View view{source->buffer, source->offset, {}, {}};
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    Value size = kernel.number(1, loc);
    // Dimensions of one element may have any stride.
    int64_t fastest = group.back();
    for (int64_t dim : group) {
      size = kernel.mul(size, source->sizes[dim], loc);
      if (type.getDimSize(dim) != 1)
        fastest = dim;
    }
    view.sizes.push_back(size);
    view.strides.push_back(source->strides[fastest]);
  }
  views[op.getResult()] = view;
  return success();
}

LogicalResult GPUImporter::emitExpand(memref::ExpandShapeOp op) {
  Location loc = op.getLoc();
  View *source = findView(op.getSrc(), op);
  if (!source)
    return failure();
  View view{source->buffer, source->offset, {}, {}};
  for (OpFoldResult size : op.getMixedOutputShape())
    view.sizes.push_back(numberOf(size, loc));
  view.strides.resize(view.sizes.size());
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    Value stride = source->strides[dim];
    for (int64_t part : llvm::reverse(group)) {
      view.strides[part] = stride;
      stride = kernel.mul(stride, view.sizes[part], loc);
    }
  }
  views[op.getResult()] = view;
  return success();
}

LogicalResult GPUImporter::emitTranspose(memref::TransposeOp op) {
  View *source = findView(op.getIn(), op);
  if (!source)
    return failure();
  View view{source->buffer, source->offset, {}, {}};
  for (AffineExpr expr : op.getPermutation().getResults()) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    view.sizes.push_back(source->sizes[dim]);
    view.strides.push_back(source->strides[dim]);
  }
  views[op.getResult()] = view;
  return success();
}

LogicalResult GPUImporter::emitMetadata(memref::ExtractStridedMetadataOp op) {
  View *source = findView(op.getSource(), op);
  if (!source)
    return failure();
  View base{source->buffer, kernel.number(0, op.getLoc()), {}, {}};
  define(op.getOffset(), source->offset);
  for (auto [result, size] : llvm::zip_equal(op.getSizes(), source->sizes))
    define(result, size);
  for (auto [result, stride] :
       llvm::zip_equal(op.getStrides(), source->strides))
    define(result, stride);
  views[op.getBaseBuffer()] = base;
  return success();
}

LogicalResult GPUImporter::emitDim(memref::DimOp op) {
  std::optional<int64_t> dim = op.getConstantIndex();
  if (!dim)
    return refuse(op, "the size of a dimension that is chosen at run time");
  View *view = findView(op.getSource(), op);
  if (!view)
    return failure();
  if (*dim < 0 || *dim >= static_cast<int64_t>(view->sizes.size()))
    return refuse(op, "dimension " + Twine(*dim) + " of a memref that has " +
                          Twine(view->sizes.size()));
  define(op.getResult(), view->sizes[*dim]);
  return success();
}

LogicalResult GPUImporter::emitMemory(Operation *op) {
  // A memref that is the same as another one.
  auto forward = [&](Value source) -> LogicalResult {
    View *view = findView(source, op);
    if (!view)
      return failure();
    View same = *view;
    if (same.sizes.size() !=
        static_cast<size_t>(cast<ShapedType>(source.getType()).getRank()))
      return refuse(op, "a memref without a rank");
    views[op->getResult(0)] = same;
    return success();
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<memref::LoadOp>([&](auto o) { return emitLoad(o); })
      .Case<memref::StoreOp>([&](auto o) { return emitStore(o); })
      .Case<memref::AtomicRMWOp>([&](auto o) { return emitAtomic(o); })
      .Case<memref::AllocaOp, memref::AllocOp>([&](auto o) {
        bool isLocal = gpu::GPUDialect::isWorkgroupMemoryAddressSpace(
            o.getType().getMemorySpace());
        return emitVariable(o.getResult(), isLocal, o);
      })
      .Case<memref::DeallocOp>([](auto) { return success(); })
      .Case<memref::GetGlobalOp>([&](auto o) { return emitGlobal(o); })
      .Case<memref::SubViewOp>([&](auto o) { return emitSubView(o); })
      .Case<memref::ReinterpretCastOp>(
          [&](auto o) { return emitReinterpret(o); })
      .Case<memref::CollapseShapeOp>([&](auto o) { return emitCollapse(o); })
      .Case<memref::ExpandShapeOp>([&](auto o) { return emitExpand(o); })
      .Case<memref::TransposeOp>([&](auto o) { return emitTranspose(o); })
      .Case<memref::ExtractStridedMetadataOp>(
          [&](auto o) { return emitMetadata(o); })
      .Case<memref::DimOp>([&](auto o) { return emitDim(o); })
      .Case<memref::CastOp>([&](memref::CastOp o) -> LogicalResult {
        if (!isa<MemRefType>(o.getSource().getType()) ||
            !isa<MemRefType>(o.getType()))
          return refuse(o, "a memref without a rank");
        return forward(o.getSource());
      })
      .Case<memref::MemorySpaceCastOp>(
          [&](auto o) { return forward(o.getSource()); })
      .Case<memref::AssumeAlignmentOp>(
          [&](auto o) { return forward(o.getMemref()); })
      .Default([&](Operation *o) {
        return refuse(o, "this operation in a kernel");
      });
}
