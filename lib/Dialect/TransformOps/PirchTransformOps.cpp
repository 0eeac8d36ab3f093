//===- PirchTransformOps.cpp - Choices for kernels as IR ------------------===//

#include "Pirch/Dialect/TransformOps/PirchTransformOps.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/StagedValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pirch;

/// The operations change kernels in place.
template <typename OpT>
static void
addEffects(OpT op, SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(op.getKernelMutable(), effects);
  transform::modifiesPayload(effects);
}

/// The schedule of `kernel` in which `change` changed the four numbers.
template <typename ChangeT>
static void changeSchedule(KernelOp kernel, ChangeT change) {
  ScheduleAttr old = kernel.getScheduleAttr();
  int64_t unroll = old ? old.getUnroll() : -1;
  ArrayAttr packs = old ? old.getPacks() : ArrayAttr();
  int64_t prefetch = old ? old.getPrefetch() : -1;
  int64_t stream = old ? old.getStream() : -1;
  change(unroll, packs, prefetch, stream);
  kernel.setScheduleAttr(ScheduleAttr::get(kernel.getContext(), unroll, packs,
                                           prefetch, stream,
                                           old && old.getKeepOrder()));
}

//===----------------------------------------------------------------------===//
// attach_target
//===----------------------------------------------------------------------===//

void transform::PirchAttachTargetOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(*this, effects);
}

DiagnosedSilenceableFailure transform::PirchAttachTargetOp::applyToOne(
    transform::TransformRewriter &, KernelOp kernel,
    transform::ApplyToEachResultList &, transform::TransformState &) {
  if (Attribute target = kernel.getTargetAttr();
      target && target != getTarget()) {
    DiagnosedSilenceableFailure error = emitSilenceableError()
                                        << "kernel '" << kernel.getSymName()
                                        << "' is compiled for " << target
                                        << ", not for " << getTarget();
    error.attachNote(kernel.getLoc()) << "the kernel is here";
    return error;
  }
  kernel.setTargetAttr(getTarget());
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// pack
//===----------------------------------------------------------------------===//

LogicalResult transform::PirchPackOp::verify() {
  return ScheduleAttr::verify([this] { return emitOpError(); }, -1, getPacks(),
                              -1, -1, false);
}

void transform::PirchPackOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(*this, effects);
}

DiagnosedSilenceableFailure transform::PirchPackOp::applyToOne(
    transform::TransformRewriter &, KernelOp kernel,
    transform::ApplyToEachResultList &, transform::TransformState &) {
  if (kernel.getWgPack())
    return emitSilenceableError()
           << "kernel '" << kernel.getSymName() << "' is packed already";
  changeSchedule(kernel, [&](int64_t &, ArrayAttr &packs, int64_t &,
                             int64_t &) { packs = getPacks(); });
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// unroll
//===----------------------------------------------------------------------===//

void transform::PirchUnrollOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(*this, effects);
}

DiagnosedSilenceableFailure transform::PirchUnrollOp::applyToOne(
    transform::TransformRewriter &, KernelOp kernel,
    transform::ApplyToEachResultList &, transform::TransformState &) {
  if (!isWorkItemForm(kernel))
    return emitSilenceableError()
           << "the loops of kernel '" << kernel.getSymName()
           << "' were unrolled, or not, before";
  changeSchedule(kernel, [&](int64_t &unroll, ArrayAttr &, int64_t &,
                             int64_t &) { unroll = getOperations(); });
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// stage
//===----------------------------------------------------------------------===//

void transform::PirchStageOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(*this, effects);
}

DiagnosedSilenceableFailure transform::PirchStageOp::applyToOne(
    transform::TransformRewriter &, KernelOp kernel,
    transform::ApplyToEachResultList &, transform::TransformState &) {
  if (!isWorkItemForm(kernel))
    return emitSilenceableError()
           << "kernel '" << kernel.getSymName() << "' is not in work-item form";
  for (StringRef known : getValues().getAsValueRange<StringAttr>()) {
    FailureOr<bool> isKnown = applyStagedValue(kernel, known);
    if (failed(isKnown))
      return DiagnosedSilenceableFailure::definiteFailure();
    if (!*isKnown)
      return emitSilenceableError() << "kernel '" << kernel.getSymName()
                                    << "' has no parameter or staged value '"
                                    << known.split('=').first << "'";
  }
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// prefetch, stream, keep_order
//===----------------------------------------------------------------------===//

void transform::PirchPrefetchOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(*this, effects);
}

DiagnosedSilenceableFailure transform::PirchPrefetchOp::applyToOne(
    transform::TransformRewriter &, KernelOp kernel,
    transform::ApplyToEachResultList &, transform::TransformState &) {
  changeSchedule(kernel, [&](int64_t &, ArrayAttr &, int64_t &prefetch,
                             int64_t &) { prefetch = getPacks(); });
  return DiagnosedSilenceableFailure::success();
}

void transform::PirchStreamOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(*this, effects);
}

DiagnosedSilenceableFailure transform::PirchStreamOp::applyToOne(
    transform::TransformRewriter &, KernelOp kernel,
    transform::ApplyToEachResultList &, transform::TransformState &) {
  changeSchedule(kernel, [&](int64_t &, ArrayAttr &, int64_t &,
                             int64_t &stream) { stream = getBytes(); });
  return DiagnosedSilenceableFailure::success();
}

void transform::PirchKeepOrderOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addEffects(*this, effects);
}

DiagnosedSilenceableFailure transform::PirchKeepOrderOp::applyToOne(
    transform::TransformRewriter &, KernelOp kernel,
    transform::ApplyToEachResultList &, transform::TransformState &) {
  setKeepOrder(kernel, true);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// The extension
//===----------------------------------------------------------------------===//

namespace {
class PirchTransformExtension
    : public transform::TransformDialectExtension<PirchTransformExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PirchTransformExtension)
  using Base::Base;

  void init() {
    declareDependentDialect<PirchDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "Pirch/Dialect/TransformOps/PirchTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void pirch::registerTransformDialectExtension(DialectRegistry &registry) {
  registry.addExtensions<PirchTransformExtension>();
}

#define GET_OP_CLASSES
#include "Pirch/Dialect/TransformOps/PirchTransformOps.cpp.inc"
