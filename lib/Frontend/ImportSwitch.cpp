//===- ImportSwitch.cpp - `switch` ----------------------------------------===//
//
// The statements between two labels are a section. Each section becomes a
// branch, in the order of the source. Its condition is that the value is one of
// the section's labels, or that the section before it ran to its end without a
// jump.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pirch;

/// The statements of a switch from one label to the next.
struct Importer::Section {
  SmallVector<const clang::CaseStmt *> labels;
  bool isDefault = false;
  SmallVector<const clang::Stmt *> stmts;
  /// Whether the section's last statement leaves the switch, and whether a
  /// `break` stands anywhere else in it.
  bool isLeft = false, hasInnerBreak = false;
  /// Whether the value of the switch is one of the section's labels, an i1;
  /// null where that is never so.
  Value matches;
};

static bool isJump(const clang::Stmt *stmt) {
  return isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt>(stmt);
}

static bool containsBreak(const clang::Stmt *stmt) {
  if (!stmt ||
      isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt>(
          stmt))
    return false;
  return isa<clang::BreakStmt>(stmt) ||
         llvm::any_of(stmt->children(), containsBreak);
}

/// The first `case` or `default` label within `stmt` that belongs to the switch
/// around it, and not to one within it; null if there is none.
static const clang::Stmt *findInnerLabel(const clang::Stmt *stmt) {
  if (!stmt || isa<clang::SwitchStmt>(stmt))
    return nullptr;
  if (isa<clang::SwitchCase>(stmt))
    return stmt;
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *label = findInnerLabel(child))
      return label;
  return nullptr;
}

/// The sections of a switch's body. Statements before the first label are never
/// executed and belong to none.
std::vector<Importer::Section>
Importer::splitSections(const clang::Stmt *body) {
  SmallVector<const clang::Stmt *> stmts = {body};
  if (auto *compound = dyn_cast<clang::CompoundStmt>(body))
    stmts.assign(compound->body_begin(), compound->body_end());
  std::vector<Section> sections;
  for (const clang::Stmt *stmt : stmts) {
    bool isLabelled = isa<clang::SwitchCase>(stmt);
    // Labels without statements between them belong to one section.
    if (isLabelled && (sections.empty() || !sections.back().stmts.empty()))
      sections.emplace_back();
    while (auto *label = dyn_cast<clang::SwitchCase>(stmt)) {
      if (auto *value = dyn_cast<clang::CaseStmt>(label))
        sections.back().labels.push_back(value);
      else
        sections.back().isDefault = true;
      stmt = label->getSubStmt();
    }
    if (!sections.empty() && !isa<clang::NullStmt>(stmt))
      sections.back().stmts.push_back(stmt);
  }
  for (Section &section : sections) {
    // Where the section is one block, as in `case 1: { ...; break; }`, its
    // statements are those of the block.
    while (section.stmts.size() == 1 &&
           isa<clang::CompoundStmt>(section.stmts.front()))
      section.stmts = llvm::to_vector_of<const clang::Stmt *>(
          cast<clang::CompoundStmt>(section.stmts.front())->body());
    section.isLeft = !section.stmts.empty() && isJump(section.stmts.back());
    if (section.isLeft && isa<clang::BreakStmt>(section.stmts.back()))
      section.stmts.pop_back();
    section.hasInnerBreak = llvm::any_of(section.stmts, containsBreak);
  }
  return sections;
}

/// `a || b`, of which null counts as false.
static Value either(OpBuilder &builder, Value a, Value b, Location loc) {
  if (!a || !b)
    return a ? a : b;
  return arith::OrIOp::create(builder, loc, a, b);
}

/// The conditions under which work items enter the sections by a label. False
/// after an error.
bool Importer::matchLabels(Value value, llvm::MutableArrayRef<Section> sections,
                           Location loc) {
  Value anyLabel;
  for (Section &section : sections) {
    for (const clang::CaseStmt *label : section.labels) {
      if (label->getRHS()) {
        error(label->getBeginLoc(), "not supported: a range of case labels");
        return false;
      }
      Value number = emit(label->getLHS());
      if (!number)
        return false;
      Value isEqual = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, value, number);
      section.matches = either(builder, section.matches, isEqual, loc);
    }
    for (const clang::Stmt *inner : section.stmts)
      if (const clang::Stmt *label = findInnerLabel(inner)) {
        error(label->getBeginLoc(),
              "not supported: a case label within another statement");
        return false;
      }
    if (section.matches)
      anyLabel = either(builder, anyLabel, section.matches, loc);
  }
  for (Section &section : sections) {
    if (!section.isDefault)
      continue;
    Value isOther = constantOf(builder.getI1Type(), 1, loc);
    if (anyLabel)
      isOther = arith::XOrIOp::create(builder, loc, anyLabel, isOther);
    section.matches = either(builder, section.matches, isOther, loc);
  }
  return true;
}

/// Clear `runsOn` for the work items that jumped out of a section.
void Importer::stopAfterJumps(const Section &section, Value runsOn,
                              Location loc) {
  SmallVector<Value> flags;
  for (const clang::Stmt *part : section.stmts)
    for (Value flag : flagsOf(part))
      if (!llvm::is_contained(flags, flag))
        flags.push_back(flag);
  Value onBreak = loops.back().onBreak;
  if (section.hasInnerBreak && !llvm::is_contained(flags, onBreak))
    flags.push_back(onBreak);
  if (!flags.empty())
    store(testFlags(flags, loc), {runsOn, {}}, loc);
}

void Importer::forgetVariables(const clang::Stmt *stmt) {
  if (auto *decls = dyn_cast<clang::DeclStmt>(stmt))
    for (const clang::Decl *decl : decls->decls())
      if (auto *variable = dyn_cast<clang::VarDecl>(decl)) {
        places.erase(variable);
        pointers.erase(variable);
      }
}

void Importer::emitSections(llvm::ArrayRef<Section> sections, Location loc) {
  Type i1 = builder.getI1Type();
  // A variable that holds whether the section before ran to its end; null where
  // it always ends with a jump.
  Value runsOn;
  for (const Section &section : sections) {
    Value enters = section.matches;
    if (runsOn)
      enters = either(builder, load({runsOn, {}}, loc), enters, loc);
    bool goesOn = !section.isLeft && &section != &sections.back();
    runsOn = {};
    if (goesOn) {
      runsOn = memref::AllocaOp::create(builder, loc, MemRefType::get({1}, i1));
      store(enters, {runsOn, {}}, loc);
    }
    auto branch = scf::IfOp::create(builder, loc, enters,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard inner(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    emitSequence(section.stmts);
    if (failed)
      return;
    if (goesOn)
      stopAfterJumps(section, runsOn, loc);
    // The variables that a section declares are not visible in the others.
    for (const clang::Stmt *part : section.stmts)
      forgetVariables(part);
  }
}

void Importer::emitSwitch(const clang::SwitchStmt *stmt) {
  llvm::SaveAndRestore nested(regionDepth);
  if (!mayNest(stmt->getBeginLoc()))
    return;
  Location loc = locate(stmt->getBeginLoc());
  std::vector<Section> sections = splitSections(stmt->getBody());
  Value value = emit(stmt->getCond());
  if (!value)
    return;
  OpBuilder::InsertionGuard guard(builder);
  if (!matchLabels(value, sections, loc))
    return;
  Jumps jumps;
  if (llvm::any_of(sections, [](const Section &section) {
        return section.hasInnerBreak;
      }))
    jumps.onBreak = makeFlag(loc);
  if (!loops.empty())
    jumps.onContinue = loops.back().onContinue;
  loops.push_back(jumps);
  emitSections(sections, loc);
  loops.pop_back();
}
