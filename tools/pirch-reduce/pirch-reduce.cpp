//===- pirch-reduce.cpp - mlir-reduce with the dialect and its passes -----===//

#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Interpreter/Passes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  pirch::registerAllDialects(registry);
  pirch::registerAllPasses();
  pirch::registerPirchInterpreterPasses();
  mlir::MLIRContext context(registry);
  return failed(mlir::mlirReduceMain(argc, argv, context));
}
