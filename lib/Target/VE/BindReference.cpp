//===- BindReference.cpp - A module for VE, made to run on the host -------===//

#include "Pirch/Target/VE/Reference.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include <cstring>

using namespace pirch;
using namespace llvm;

/// The prefix of the names by which a bound module calls the reference
/// functions, and the functions below.
static constexpr StringLiteral kPrefix = "pirch.ve.";

static void copyRegister(ve::Register *to, const ve::Register *from) {
  std::memcpy(to, from, sizeof(ve::Register));
}
/// All lanes are defined afterwards; those that were not hold arbitrary bits.
static void freezeRegister(ve::Register *to, const ve::Register *from) {
  std::memcpy(to, from, sizeof(ve::Register));
  std::memset(to->definedUpper, 0xff, sizeof(to->definedUpper));
  std::memset(to->definedLower, 0xff, sizeof(to->definedLower));
}
static void copyMask(ve::Mask *to, const ve::Mask *from) {
  std::memcpy(to, from, sizeof(ve::Mask));
}

/// The function above that has this name; null if none has.
static void *ownFunction(StringRef name) {
  return StringSwitch<void *>(name)
      .Case("copy", (void *)&copyRegister)
      .Case("copy.mask", (void *)&copyMask)
      .Case("freeze", (void *)&freezeRegister)
      .Default(nullptr);
}

static bool isMask(Type *type) { return type->getScalarType()->isIntegerTy(1); }

namespace {

/// Rewrites one function.
class FunctionBinder {
public:
  explicit FunctionBinder(Function &function)
      : function(function), context(function.getContext()), builder(context) {}

  Error run() {
    demotePhis();
    for (Instruction &instruction : instructions())
      if (auto *place = dyn_cast<AllocaInst>(&instruction))
        widen(*place);
    for (BasicBlock &block : function) {
      countUses(block);
      for (Instruction &instruction : make_early_inc_range(block))
        if (Error error = bind(instruction))
          return error;
      // Values stay in memory where other blocks may read them.
      free.clear();
    }
    for (Instruction *instruction : reverse(dead)) {
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
    return Error::success();
  }

private:
  SmallVector<std::reference_wrapper<Instruction>> instructions() {
    SmallVector<std::reference_wrapper<Instruction>> list;
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        list.push_back(instruction);
    return list;
  }

  void demotePhis() {
    SmallVector<PHINode *> phis;
    for (BasicBlock &block : function)
      for (PHINode &phi : block.phis())
        if (phi.getType()->isVectorTy())
          phis.push_back(&phi);
    for (PHINode *phi : phis)
      DemotePHIToStack(phi);
  }

  Type *memoryType(Type *type) {
    size_t bytes = isMask(type) ? sizeof(ve::Mask) : sizeof(ve::Register);
    return ArrayType::get(Type::getInt64Ty(context), bytes / 8);
  }

  /// Widen a place on the stack that is only used by loads and stores of whole
  /// registers, so that it also keeps which lanes are defined. A place that
  /// single lanes are read from stays as it is.
  void widen(AllocaInst &place) {
    auto *type = dyn_cast<FixedVectorType>(place.getAllocatedType());
    bool isWhole = type && all_of(place.users(), [](User *user) {
                     return (isa<LoadInst>(user) || isa<StoreInst>(user)) &&
                            (isa<StoreInst>(user)
                                 ? cast<StoreInst>(user)->getValueOperand()
                                 : user)
                                ->getType()
                                ->isVectorTy();
                   });
    if (isWhole)
      place.setAllocatedType(memoryType(type));
  }

  void countUses(BasicBlock &block) {
    left.clear();
    for (Instruction &instruction : block)
      for (Value *operand : instruction.operands())
        if (auto *def = dyn_cast<Instruction>(operand);
            def && def->getType()->isVectorTy() && def->getParent() == &block)
          ++left[def];
  }

  Value *newPlace(Type *type) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    return entry.CreateAlloca(memoryType(type));
  }

  /// The place in memory for the result of an instruction.
  Value *placeFor(Instruction &instruction) {
    Type *type = instruction.getType();
    auto &list = free[type];
    Value *place = list.empty() ? newPlace(type) : list.pop_back_val();
    return places[&instruction] = place;
  }

  /// The place in memory where an operand is.
  Expected<Value *> placeOf(Value *value) {
    if (isa<UndefValue>(value)) { // and poison
      Value *&place = nothing[value->getType()];
      if (!place) {
        auto *type = memoryType(value->getType());
        place = new GlobalVariable(*function.getParent(), type, true,
                                   GlobalValue::InternalLinkage,
                                   Constant::getNullValue(type));
      }
      return place;
    }
    if (Value *place = places.lookup(value))
      return place;
    std::string text;
    raw_string_ostream os(text);
    value->print(os);
    return createStringError("no reference for the operand " + text);
  }

  /// Free the places of operands that `instruction` uses last in the block,
  /// unless other blocks use them.
  void release(Instruction &instruction) {
    for (Value *operand : instruction.operands()) {
      auto *def = dyn_cast<Instruction>(operand);
      auto uses = def ? left.find(def) : left.end();
      if (uses == left.end() || --uses->second)
        continue;
      bool isLocal = all_of(def->users(), [&](User *user) {
        return cast<Instruction>(user)->getParent() == def->getParent();
      });
      if (isLocal)
        free[def->getType()].push_back(places.lookup(def));
    }
  }

  Error bind(Instruction &instruction) {
    Type *type = instruction.getType();
    bool isVector = type->isVectorTy() ||
                    any_of(instruction.operands(), [](const Use &operand) {
                      return operand->getType()->isVectorTy();
                    });
    auto *call = dyn_cast<CallInst>(&instruction);
    StringRef name = call && call->getCalledFunction()
                         ? call->getCalledFunction()->getName()
                         : StringRef();
    bool isIntrinsic = name.consume_front("llvm.ve.vl.");
    if (!isVector && !isIntrinsic)
      return Error::success();
    builder.SetInsertPoint(&instruction);
    SmallVector<Value *> operands;
    Type *i32 = Type::getInt32Ty(context);
    Value *all = ConstantInt::get(i32, ve::kNumLanes);
    std::string target;
    if (isIntrinsic) {
      target = name.str();
      operands.append(call->arg_begin(), call->arg_end());
    } else if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      target = isMask(type) ? "copy.mask" : "copy";
      operands = {load->getPointerOperand()};
    } else if (isa<FreezeInst>(instruction)) {
      target = "freeze";
      operands = {instruction.getOperand(0)};
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      auto place = placeOf(store->getValueOperand());
      if (!place)
        return place.takeError();
      emit(isMask(store->getValueOperand()->getType()) ? "copy.mask" : "copy",
           Type::getVoidTy(context), {store->getPointerOperand(), *place});
      return finish(instruction);
    } else if (name == "llvm.fma.v256f64") { // adds its third operand
      target = "vfmadd.vvvvl";
      operands = {call->getArgOperand(2), call->getArgOperand(0),
                  call->getArgOperand(1), all};
    } else if (auto *plain = dyn_cast<BinaryOperator>(&instruction)) {
      target = plain->getOpcode() == Instruction::FAdd   ? "vfaddd.vvvl"
               : plain->getOpcode() == Instruction::FSub ? "vfsubd.vvvl"
               : plain->getOpcode() == Instruction::FMul ? "vfmuld.vvvl"
               : plain->getOpcode() == Instruction::FDiv ? "vfdivd.vvvl"
                                                         : "";
      operands = {plain->getOperand(0), plain->getOperand(1), all};
    }
    if (target.empty() ||
        (!ownFunction(target) && !ve::findReference(target))) {
      std::string text;
      raw_string_ostream os(text);
      instruction.print(os);
      return createStringError("no reference for" + text);
    }
    for (Value *&operand : operands)
      if (operand->getType()->isVectorTy()) {
        auto place = placeOf(operand);
        if (!place)
          return place.takeError();
        operand = *place;
      }
    Type *result = type;
    if (type->isVectorTy()) {
      operands.insert(operands.begin(), placeFor(instruction));
      result = Type::getVoidTy(context);
    }
    Value *made = emit(target, result, operands);
    if (!result->isVoidTy())
      instruction.replaceAllUsesWith(made);
    return finish(instruction);
  }

  Error finish(Instruction &instruction) {
    release(instruction);
    dead.push_back(&instruction);
    return Error::success();
  }

  Value *emit(StringRef name, Type *result, ArrayRef<Value *> operands) {
    SmallVector<Type *> types;
    for (Value *operand : operands)
      types.push_back(operand->getType());
    FunctionCallee callee = function.getParent()->getOrInsertFunction(
        (kPrefix + name).str(), FunctionType::get(result, types, false));
    return builder.CreateCall(callee, operands);
  }

  Function &function;
  LLVMContext &context;
  IRBuilder<> builder;
  /// The places of values; of poison, by type; and the places that are free.
  DenseMap<Value *, Value *> places;
  DenseMap<Type *, Value *> nothing;
  DenseMap<Type *, SmallVector<Value *>> free;
  /// The number of uses to come in the block, for each of its instructions.
  DenseMap<Instruction *, int64_t> left;
  SmallVector<Instruction *> dead;
};

} // namespace

Error ve::bindReference(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.setAttributes({}); // they name features of VE
    if (Error error = FunctionBinder(function).run())
      return error;
  }
  return Error::success();
}

Error ve::addReferenceSymbols(orc::LLJIT &jit) {
  class Generator : public orc::DefinitionGenerator {
  public:
    Error tryToGenerate(orc::LookupState &, orc::LookupKind,
                        orc::JITDylib &dylib, orc::JITDylibLookupFlags,
                        const orc::SymbolLookupSet &symbols) override {
      orc::SymbolMap found;
      for (const auto &[symbol, flags] : symbols) {
        StringRef name = *symbol;
        if (!name.consume_front(kPrefix))
          continue;
        void *address = ownFunction(name);
        if (!address)
          address = findReference(name);
        if (address)
          found[symbol] = {orc::ExecutorAddr::fromPtr(address),
                           JITSymbolFlags::Exported};
      }
      return found.empty() ? Error::success()
                           : dylib.define(orc::absoluteSymbols(found));
    }
  };
  jit.getMainJITDylib().addGenerator(std::make_unique<Generator>());
  return Error::success();
}
