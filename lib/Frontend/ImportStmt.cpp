//===- ImportStmt.cpp - Statements ----------------------------------------===//
//
// `break`, `continue` and `return` become flags: what follows a statement that
// may jump runs only while the flags are set. The InfReg form turns them into
// masks.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "KernelPrelude.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Jumps
//===----------------------------------------------------------------------===//

namespace {
struct JumpKinds {
  bool breaks = false, continues = false, returns = false;
};
} // namespace

/// Note in `kinds` the jumps that leave `stmt`. Those that only leave a loop or
/// switch within it are not among them.
static void findJumps(const clang::Stmt *stmt, JumpKinds &kinds, bool inLoop,
                      bool inSwitch = false) {
  // The body of a lambda is run where it is called.
  if (!stmt || isa<clang::LambdaExpr>(stmt))
    return;
  if (isa<clang::BreakStmt>(stmt))
    kinds.breaks |= !inLoop && !inSwitch;
  if (isa<clang::ContinueStmt>(stmt))
    kinds.continues |= !inLoop;
  if (isa<clang::ReturnStmt>(stmt))
    kinds.returns = true;
  bool isLoop = isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                    clang::CXXForRangeStmt>(stmt);
  for (const clang::Stmt *child : stmt->children())
    findJumps(child, kinds, inLoop || isLoop,
              inSwitch || isa<clang::SwitchStmt>(stmt));
}

Value Importer::makeFlag(Location loc) {
  Value flag = memref::AllocaOp::create(
      builder, loc, MemRefType::get({1}, builder.getI1Type()));
  store(constantOf(builder.getI1Type(), 1, loc), {flag, {}}, loc);
  return flag;
}

void Importer::clearFlag(Value flag, Location loc) {
  store(constantOf(builder.getI1Type(), 0, loc), {flag, {}}, loc);
}

/// Whether the block that operations are added to clears `flag`.
bool Importer::isCleared(Value flag) {
  return llvm::any_of(flag.getUsers(), [&](Operation *user) {
    auto store = dyn_cast<memref::StoreOp>(user);
    return store && store->getBlock() == builder.getInsertionBlock() &&
           matchPattern(store.getValue(), m_Zero());
  });
}

Value Importer::testFlags(ArrayRef<Value> flags, Location loc) {
  Value all;
  for (Value flag : flags) {
    Value set = load({flag, {}}, loc);
    all = all ? Value(arith::AndIOp::create(builder, loc, all, set)) : set;
  }
  return all;
}

SmallVector<Value> Importer::flagsOf(const clang::Stmt *stmt) {
  JumpKinds kinds;
  findJumps(stmt, kinds, false);
  SmallVector<Value> flags;
  if (kinds.returns)
    flags.push_back(returnFlag);
  if (kinds.breaks && !loops.empty())
    flags.push_back(loops.back().onBreak);
  if (kinds.continues && !loops.empty())
    flags.push_back(loops.back().onContinue);
  return flags;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Importer::emitSequence(ArrayRef<const clang::Stmt *> stmts) {
  OpBuilder::InsertionGuard guard(builder);
  llvm::SaveAndRestore nested(regionDepth);
  while (!stmts.empty() && !failed) {
    const clang::Stmt *stmt = stmts.front();
    stmts = stmts.drop_front();
    emitStmt(stmt);
    SmallVector<Value> flags = flagsOf(stmt);
    if (failed || flags.empty() || stmts.empty())
      continue;
    // What follows a jump that is always taken may be what cannot be compiled.
    if (llvm::any_of(flags, [&](Value flag) { return isCleared(flag); }))
      return;
    if (!mayNest(stmts.front()->getBeginLoc()))
      return;
    Location loc = locate(stmt->getBeginLoc());
    auto guarded = scf::IfOp::create(builder, loc, testFlags(flags, loc),
                                     /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guarded.thenBlock());
  }
}

void Importer::emitCompound(const clang::CompoundStmt *stmt) {
  emitSequence(llvm::to_vector_of<const clang::Stmt *>(stmt->body()));
}

/// The variable that the condition of a loop declares, if it does.
static const clang::VarDecl *conditionVariable(const clang::Stmt *stmt) {
  if (auto *loop = dyn_cast<clang::ForStmt>(stmt))
    return loop->getConditionVariable();
  if (auto *loop = dyn_cast<clang::WhileStmt>(stmt))
    return loop->getConditionVariable();
  return nullptr;
}

void Importer::emitStmt(const clang::Stmt *stmt) {
  if (!stmt || failed || isa<clang::NullStmt>(stmt) ||
      !mayEmit(stmt->getBeginLoc()))
    return;
  llvm::SaveAndRestore nested(depth, depth + 1);
  Location loc = locate(stmt->getBeginLoc());
  if (auto *compound = dyn_cast<clang::CompoundStmt>(stmt))
    return emitCompound(compound);
  if (auto *expr = dyn_cast<clang::Expr>(stmt)) {
    emitEffects(expr);
    return;
  }
  if (auto *decls = dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl *decl : decls->decls()) {
      if (isa<clang::DecompositionDecl>(decl))
        error(decl->getLocation(), "not supported yet: structured bindings");
      else if (auto *variable = dyn_cast<clang::VarDecl>(decl))
        emitDecl(variable);
      else if (!isa<clang::TypedefNameDecl, clang::TagDecl, clang::EmptyDecl,
                    clang::StaticAssertDecl, clang::UsingDecl,
                    clang::UsingDirectiveDecl, clang::UsingShadowDecl>(decl))
        error(decl->getLocation(), "not supported: this declaration");
    }
    return;
  }
  if (auto *branch = dyn_cast<clang::IfStmt>(stmt))
    return emitIf(branch);
  if (const clang::VarDecl *variable = conditionVariable(stmt)) {
    error(variable->getLocation(),
          "not supported yet: a variable in the condition of a loop");
    return;
  }
  if (auto *loop = dyn_cast<clang::ForStmt>(stmt))
    return emitLoop(loop, loop->getInit(), loop->getCond(), loop->getInc(),
                    loop->getBody(), false);
  if (auto *loop = dyn_cast<clang::WhileStmt>(stmt))
    return emitLoop(loop, nullptr, loop->getCond(), nullptr, loop->getBody(),
                    false);
  if (auto *loop = dyn_cast<clang::DoStmt>(stmt))
    return emitLoop(loop, nullptr, loop->getCond(), nullptr, loop->getBody(),
                    true);
  if (auto *loop = dyn_cast<clang::CXXForRangeStmt>(stmt))
    return emitRangeLoop(loop);
  if (isa<clang::BreakStmt>(stmt) && !loops.empty())
    return clearFlag(loops.back().onBreak, loc);
  if (isa<clang::ContinueStmt>(stmt) && !loops.empty())
    return clearFlag(loops.back().onContinue, loc);
  if (auto *ret = dyn_cast<clang::ReturnStmt>(stmt))
    return emitReturn(ret);
  if (auto *choice = dyn_cast<clang::SwitchStmt>(stmt))
    return emitSwitch(choice);
  if (auto *attributed = dyn_cast<clang::AttributedStmt>(stmt)) {
    noteHints(attributed);
    return emitStmt(attributed->getSubStmt());
  }
  StringRef what =
      isa<clang::GotoStmt, clang::LabelStmt, clang::IndirectGotoStmt>(stmt)
          ? "goto and labels"
      : isa<clang::AsmStmt>(stmt)    ? "inline assembly"
      : isa<clang::CXXTryStmt>(stmt) ? "exceptions"
                                     : StringRef();
  if (!what.empty())
    error(stmt->getBeginLoc(), "not supported: " + what);
  else
    error(stmt->getBeginLoc(), Twine("not supported: this statement (") +
                                   stmt->getStmtClassName() + ")");
}

void Importer::emitDecl(const clang::VarDecl *decl) {
  Location loc = locate(decl->getLocation());
  clang::QualType type = decl->getType().getCanonicalType();
  if ((decl->isStaticLocal() && !decl->isConstexpr()) ||
      decl->hasExternalStorage()) {
    error(decl->getLocation(), "not supported: static and extern variables");
    return;
  }
  if (!checkDestruction(type, decl->getLocation()))
    return;
  if (type->isReferenceType() || isObject(type)) {
    places[decl] = type->isReferenceType()
                       ? bindReference(type, decl->getInit())
                   : decl->hasInit() ? emitObject(decl->getInit())
                                     : makeObject(type, decl->getLocation());
    return;
  }
  if (type->isPointerType()) {
    findAssigned(callStack.back()->getBody());
    if (!decl->hasInit() || assigned.contains(decl))
      declarePointer(decl, loc);
    if (!decl->hasInit())
      return;
    Place place = emitPointer(decl->getInit());
    if (place && assigned.contains(decl))
      assignPointer(decl, place, decl->getLocation());
    else if (place)
      // A pointer that never changes is another name of what it points to.
      places[decl] = place;
    return;
  }
  int64_t size = 1;
  while (const clang::ArrayType *array = ast.getAsArrayType(type)) {
    const auto *constant = dyn_cast<clang::ConstantArrayType>(array);
    if (!constant) {
      error(decl->getLocation(), "not supported: the size of array '" +
                                     decl->getName() + "' is not a constant");
      return;
    }
    uint64_t extent = constant->getZExtSize();
    if (extent == 0 || extent > kMaxElements || size * extent > kMaxElements) {
      error(decl->getLocation(), "array '" + decl->getName() +
                                     "' must have 1 to " + Twine(kMaxElements) +
                                     " elements");
      return;
    }
    size *= extent;
    type = constant->getElementType().getCanonicalType();
  }
  bool isLocal = hasMark(decl, kLocalMark);
  Place place = makeVariable(type, size, isLocal, decl->getLocation(), decl);
  if (!place)
    return;
  places[decl] = place;
  if (decl->hasInit())
    initialize(place, decl->getType(), decl->getInit(), decl->getLocation());
}

void Importer::emitIf(const clang::IfStmt *stmt) {
  llvm::SaveAndRestore nested(regionDepth);
  if (!mayNest(stmt->getBeginLoc()))
    return;
  emitStmt(stmt->getInit());
  emitStmt(stmt->getConditionVariableDeclStmt());
  if (auto arm = stmt->getNondiscardedCase(ast)) {
    if (*arm)
      emitSequence({*arm});
    return;
  }
  Value condition = failed ? Value() : emitCondition(stmt->getCond());
  if (!condition)
    return;
  if (std::optional<bool> known = knownCondition(condition)) {
    // An arm that is never executed may be what cannot be compiled, such as an
    // access through a null pointer.
    if (const clang::Stmt *arm = *known ? stmt->getThen() : stmt->getElse())
      emitSequence({arm});
    return;
  }
  OpBuilder::InsertionGuard guard(builder);
  auto branch = scf::IfOp::create(builder, locate(stmt->getBeginLoc()),
                                  condition, stmt->getElse() != nullptr);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitSequence({stmt->getThen()});
  if (stmt->getElse()) {
    builder.setInsertionPointToStart(branch.elseBlock());
    emitSequence({stmt->getElse()});
  }
}

/// Whether a statement has no effect on a work item's variables or memory.
static bool doesNothing(const clang::Stmt *stmt) {
  if (const auto *call = dyn_cast<clang::CallExpr>(stmt)) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    return callee && !callee->hasBody() &&
           (callee->getName().contains("barrier") ||
            callee->getName().contains("mem_fence"));
  }
  return isa<clang::NullStmt>(stmt) ||
         (isa<clang::CompoundStmt>(stmt) &&
          llvm::all_of(stmt->children(), doesNothing));
}

/// Whether an expression reads what is declared `volatile`.
static bool readsVolatile(const clang::Stmt *stmt) {
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(stmt);
  if (cast && cast->getCastKind() == clang::CK_LValueToRValue &&
      cast->getSubExpr()->getType().isVolatileQualified())
    return true;
  return llvm::any_of(stmt->children(), [](const clang::Stmt *child) {
    return child && readsVolatile(child);
  });
}

/// Whether an expression calls functions or changes variables.
static bool acts(const clang::Stmt *stmt) {
  if (isa<clang::CallExpr>(stmt))
    return true;
  if (const auto *binary = dyn_cast<clang::BinaryOperator>(stmt);
      binary && binary->isAssignmentOp())
    return true;
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(stmt);
      unary && unary->isIncrementDecrementOp())
    return true;
  return llvm::any_of(stmt->children(), [](const clang::Stmt *child) {
    return child && acts(child);
  });
}

bool Importer::checkWaiting(const clang::Expr *cond, const clang::Stmt *body) {
  if (!cond || !doesNothing(body) || !readsVolatile(cond) || acts(cond))
    return true;
  error(cond->getExprLoc(), "not supported: a loop that waits until another "
                            "work item writes to memory");
  return false;
}

void Importer::emitLoop(const clang::Stmt *stmt, const clang::Stmt *init,
                        const clang::Expr *cond, const clang::Expr *step,
                        const clang::Stmt *body, bool postTest) {
  llvm::SaveAndRestore nested(regionDepth);
  if (!mayNest(stmt->getBeginLoc()) || !checkWaiting(cond, body))
    return;
  Location loc = locate(stmt->getBeginLoc());
  if (init)
    emitStmt(init);
  JumpKinds kinds;
  findJumps(body, kinds, false);
  Jumps jumps;
  if (kinds.breaks)
    jumps.onBreak = makeFlag(loc);
  if (kinds.continues)
    jumps.onContinue = makeFlag(loc);
  SmallVector<Value> leaving;
  if (kinds.breaks)
    leaving.push_back(jumps.onBreak);
  if (kinds.returns)
    leaving.push_back(returnFlag);

  OpBuilder::InsertionGuard guard(builder);
  auto loop =
      LoopOp::create(builder, loc, postTest, /*panel_limit=*/IntegerAttr());
  setUnrollHint(loop, unrollHints.lookup(stmt));
  builder.createBlock(&loop.getCond());
  auto test = [&]() -> Value {
    return cond ? emitCondition(cond) : constantOf(builder.getI1Type(), 1, loc);
  };
  Value again = leaving.empty()
                    ? test()
                    : emitChoice(testFlags(leaving, loc), builder.getI1Type(),
                                 !cond || isHarmless(cond), test, nullptr, loc);
  if (!again)
    again = constantOf(builder.getI1Type(), 0, loc);
  ConditionOp::create(builder, loc, again);

  builder.createBlock(&loop.getBody());
  loops.push_back(jumps);
  if (kinds.continues)
    store(constantOf(builder.getI1Type(), 1, loc), {jumps.onContinue, {}}, loc);
  emitSequence({body});
  loops.pop_back();
  YieldOp::create(builder, loc);

  Block *stepBlock = builder.createBlock(&loop.getStep());
  if (step) {
    OpBuilder::InsertionGuard inner(builder);
    if (!leaving.empty()) {
      auto guarded = scf::IfOp::create(builder, loc, testFlags(leaving, loc),
                                       /*withElseRegion=*/false);
      builder.setInsertionPointToStart(guarded.thenBlock());
    }
    emitEffects(step);
  }
  builder.setInsertionPointToEnd(stepBlock);
  YieldOp::create(builder, loc);
}

void Importer::emitRangeLoop(const clang::CXXForRangeStmt *loop) {
  emitStmt(loop->getInit());
  for (const clang::Stmt *part :
       {loop->getRangeStmt(), loop->getBeginStmt(), loop->getEndStmt()})
    emitStmt(part);
  if (failed)
    return;
  clang::Stmt *parts[] = {const_cast<clang::DeclStmt *>(loop->getLoopVarStmt()),
                          const_cast<clang::Stmt *>(loop->getBody())};
  const auto *body =
      clang::CompoundStmt::Create(ast, parts, clang::FPOptionsOverride(),
                                  loop->getBeginLoc(), loop->getEndLoc());
  emitLoop(loop, nullptr, loop->getCond(), loop->getInc(), body, false);
}

void Importer::emitReturn(const clang::ReturnStmt *stmt) {
  Location loc = locate(stmt->getBeginLoc());
  const clang::Expr *result = stmt->getRetValue();
  if (result && returnDirect) {
    Place *direct = returnDirect;
    clang::QualType type = callStack.back()->getReturnType();
    *direct = type->isReferenceType() ? bindReference(type, result)
              : type->isPointerType() ? emitPointer(result)
                                      : emitObject(result);
    return; // nothing is left to skip
  }
  if (result && returnPointer) {
    MovingPointer *pointer = returnPointer;
    bool isReference = callStack.back()->getReturnType()->isReferenceType();
    if (Place value = isReference ? emitPlace(result) : emitPointer(result))
      assignPointer(*pointer, value, stmt->getBeginLoc());
  } else if (result && returnPlace) {
    Values values;
    if (emitValues(result, values))
      storeValues(values, returnPlace, result->getType(), stmt->getBeginLoc());
  } else if (result) {
    emitEffects(result);
  }
  clearFlag(returnFlag, loc);
}
