//===- pirch-opt.cpp - Run PIRCH's passes one by one ----------------------===//

#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Interpreter/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  pirch::registerAllDialects(registry);
  pirch::registerAllPasses();
  pirch::registerPirchInterpreterPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "PIRCH optimizer: batched kernels on infinite registers\n",
      registry));
}
