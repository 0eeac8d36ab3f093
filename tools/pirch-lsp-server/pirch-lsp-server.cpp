//===- pirch-lsp-server.cpp - MLIR's language server with the dialect -----===//

#include "Pirch/Driver/Pipelines.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  pirch::registerAllDialects(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
