//===- Dialect.cpp - The PIRCH dialect for C ------------------------------===//

#include "pirch-c/Dialect.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Interpreter/Passes.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "llvm/ADT/STLExtras.h"

using namespace pirch;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Pirch, pirch, pirch::PirchDialect)

void pirchRegisterAllDialects(MlirDialectRegistry registry) {
  registerAllDialects(*unwrap(registry));
}

void pirchRegisterAllPasses() {
  registerAllPasses();
  registerPirchInterpreterPasses();
}

//===----------------------------------------------------------------------===//
// #pirch.lanes
//===----------------------------------------------------------------------===//

/// The axes in the order of `PirchAxis`.
static constexpr Axis kAxes[] = {Axis::wg, Axis::wi, Axis::ix};

bool pirchAttributeIsALanes(MlirAttribute attr) {
  return mlir::isa<LanesAttr>(unwrap(attr));
}

MlirAttribute pirchLanesAttrGet(MlirContext context, const PirchAxis order[3]) {
  mlir::MLIRContext *mlirContext = unwrap(context);
  Axis axes[] = {kAxes[order[0]], kAxes[order[1]], kAxes[order[2]]};
  return wrap(LanesAttr::getChecked(
      [&] { return mlir::emitError(mlir::UnknownLoc::get(mlirContext)); },
      mlirContext, llvm::ArrayRef<Axis>(axes)));
}

PirchAxis pirchLanesAttrGetAxis(MlirAttribute lanes, intptr_t place) {
  Axis axis = mlir::cast<LanesAttr>(unwrap(lanes)).getOrder()[place];
  return static_cast<PirchAxis>(llvm::find(kAxes, axis) - kAxes);
}

//===----------------------------------------------------------------------===//
// !pirch.infreg
//===----------------------------------------------------------------------===//

bool pirchTypeIsAnInfReg(MlirType type) {
  return mlir::isa<InfRegType>(unwrap(type));
}

MlirType pirchInfRegTypeGet(int64_t groups, int64_t items, int64_t elements,
                            MlirType elementType, MlirAttribute lanes) {
  mlir::Type element = unwrap(elementType);
  mlir::MLIRContext *context = element.getContext();
  auto order = mlir::cast_if_present<LanesAttr>(unwrap(lanes));
  return wrap(InfRegType::getChecked(
      [&] { return mlir::emitError(mlir::UnknownLoc::get(context)); }, context,
      llvm::ArrayRef<int64_t>{groups, items, elements}, element, order));
}

MlirAttribute pirchInfRegTypeGetLanes(MlirType type) {
  return wrap(mlir::Attribute(mlir::cast<InfRegType>(unwrap(type)).getLanes()));
}
