//===- LLVMClasses.cpp - Instructions that use each other -----------------===//

#include "LLVMClasses.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

std::vector<llvm::SmallVector<llvm::Instruction *>>
pirch::findClasses(llvm::Function &function,
                   llvm::function_ref<bool(const llvm::Value *)> isMember) {
  llvm::EquivalenceClasses<llvm::Instruction *> classes;
  llvm::SetVector<llvm::Instruction *> all;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (!isMember(&instruction))
      continue;
    all.insert(&instruction);
    classes.insert(&instruction);
    for (llvm::Value *operand : instruction.operands())
      if (isMember(operand))
        classes.unionSets(&instruction, llvm::cast<llvm::Instruction>(operand));
  }
  llvm::MapVector<llvm::Instruction *, llvm::SmallVector<llvm::Instruction *>>
      members;
  for (llvm::Instruction *member : all)
    members[classes.getLeaderValue(member)].push_back(member);
  std::vector<llvm::SmallVector<llvm::Instruction *>> result;
  for (auto &[leader, together] : members)
    result.push_back(std::move(together));
  return result;
}

llvm::BasicBlock::iterator pirch::findPlaceBehind(llvm::Value *value,
                                                  llvm::Function &function) {
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
    return *instruction->getInsertionPointAfterDef();
  return function.getEntryBlock().getFirstInsertionPt();
}
