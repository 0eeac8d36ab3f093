//===- KernelRoles.cpp - Kernels beside a main kernel ---------------------===//

#include "KernelRoles.h"

using namespace mlir;
using namespace pirch;

void pirch::attachForm(KernelOp kernel, KernelOp form, KernelRole role) {
  bool isSingle = role == KernelRole::single_group;
  std::string base = (kernel.getSymName() + "." +
                      (isSingle ? "single" : stringifyKernelRole(role)))
                         .str();
  Operation *module = kernel->getParentOp();
  std::string name = base;
  for (int64_t number = 0; SymbolTable::lookupSymbolIn(module, name); ++number)
    name = base + "." + std::to_string(number);
  form.setSymName(name);
  form.setRole(role);
  auto ref = FlatSymbolRefAttr::get(form.getSymNameAttr());
  if (isSingle)
    kernel.setSingleGroupAttr(ref);
  else
    kernel.setRemainderAttr(ref);
  kernel->getBlock()->getOperations().insertAfter(kernel->getIterator(), form);
}

static KernelOp find(KernelOp kernel, FlatSymbolRefAttr name) {
  return name ? dyn_cast_or_null<KernelOp>(SymbolTable::lookupSymbolIn(
                    kernel->getParentOp(), name.getAttr()))
              : KernelOp();
}

KernelOp pirch::findSingleGroup(KernelOp kernel) {
  return find(kernel, kernel.getSingleGroupAttr());
}

KernelOp pirch::findRemainder(KernelOp kernel) {
  return find(kernel, kernel.getRemainderAttr());
}
