//===- pirch-query.cpp - mlir-query with the dialect ----------------------===//

#include "Pirch/Driver/Pipelines.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Query/Matcher/Registry.h"
#include "mlir/Tools/mlir-query/MlirQueryMain.h"

/// The operation `name`, as in `m hasOpName("pirch.wg_shuffle")`.
static mlir::detail::NameOpMatcher hasOpName(llvm::StringRef name) {
  return mlir::m_Op(name);
}

/// Operations that have the attribute `name`.
static mlir::detail::AttrOpMatcher hasOpAttrName(llvm::StringRef name) {
  return mlir::m_Attr(name);
}

static mlir::detail::constant_op_matcher isConstantOp() {
  return mlir::m_Constant();
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  pirch::registerAllDialects(registry);
  mlir::query::matcher::Registry matchers;
  matchers.registerMatcher("hasOpAttrName", hasOpAttrName);
  matchers.registerMatcher("hasOpName", hasOpName);
  matchers.registerMatcher("isConstantOp", isConstantOp);
  mlir::MLIRContext context(registry);
  return failed(mlir::mlirQueryMain(argc, argv, context, matchers));
}
