//===- ImportLayout.cpp - Buffers of which groups lie side by side --------===//
//
// In the source, the elements of a group lie behind those of the group before:
// element e of group g is element g * S + e of the buffer. In a compact layout
// it is in memory at
//
//   g / L * (S * L) + e * L + g % L
//
// That is linear in g within a row of L groups. So the kernel becomes one that
// computes a row, as those of ranges of several dimensions are, and g / L is
// its parameter: all passes see affine subscripts.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "KernelPrelude.h"
#include "Pirch/Frontend/Frontend.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/AST/Attr.h"

using namespace mlir;
using namespace pirch;

std::optional<CompactLayout>
Importer::findLayout(const clang::FunctionDecl *function,
                     const clang::ParmVarDecl *param) {
  std::optional<CompactLayout> layout;
  for (const auto *attr : param->specific_attrs<clang::AnnotateAttr>()) {
    if (attr->getAnnotation() != kCompactMark)
      continue;
    clang::Expr::EvalResult known;
    layout.emplace();
    if (attr->args_size() == 1 &&
        (*attr->args_begin())->EvaluateAsInt(known, ast))
      layout->groups = known.Val.getInt().getExtValue();
    if (layout->groups < 1 || layout->groups > kMaxPack) {
      error(param->getLocation(), "__compact takes a constant of 1 to " +
                                      Twine(kMaxPack) + " groups");
      return std::nullopt;
    }
  }
  auto given = options.layouts.find(param->getNameAsString());
  if (given != options.layouts.end())
    layout = given->second;
  auto found = options.compactElements.find(
      {function->getNameAsString(), param->getNameAsString()});
  if (layout && layout->elements == 0 && found != options.compactElements.end())
    layout->elements = found->second;
  return layout;
}

bool Importer::addLayouts(const clang::FunctionDecl *function, KernelOp kernel,
                          Block *entry, Location loc) {
  layouts.clear();
  NamedAttrList described;
  bool isKnown = true;
  unsigned next = 0;
  for (const clang::ParmVarDecl *param : function->parameters()) {
    if (param->getType()->isPointerType() && hasMark(param, kLocalMark))
      continue;
    unsigned index = next++;
    std::optional<CompactLayout> layout = findLayout(function, param);
    if (failed)
      return false;
    if (!layout)
      continue;
    Value argument = entry->getArgument(index);
    if (!param->getType()->isPointerType()) {
      error(param->getLocation(), "a compact layout of '" + param->getName() +
                                      "', which is no buffer");
      return false;
    }
    if (!layouts.empty() && layouts.begin()->second.groups != layout->groups) {
      error(param->getLocation(), "not supported yet: buffers of one kernel in "
                                  "compact layouts of different groups");
      return false;
    }
    layouts[argument] = *layout;
    isKnown &= layout->elements != 0;
    described.set(param->getName(), builder.getDenseI64ArrayAttr(
                                        {layout->groups, layout->elements}));
  }
  if (layouts.empty())
    return true;
  kernel->setAttr(kLayoutsAttrName,
                  described.getDictionary(module.getContext()));
  if (options.wgShape.size() > 1 || options.globalOffset) {
    error(function->getLocation(),
          "not supported yet: compact layouts in a range of several dimensions "
          "or with a global offset");
    return false;
  }
  if (!isKnown) {
    layouts.clear();
    return true;
  }
  grid.rowGroups = layouts.begin()->second.groups;
  Type i64 = builder.getI64Type();
  grid.ids.push_back(entry->addArgument(i64, loc));
  SmallVector<Type> inputs(kernel.getArgumentTypes());
  inputs.push_back(i64);
  kernel.setFunctionType(builder.getFunctionType(inputs, {}));
  auto append = [&](ArrayAttr list, Attribute element) {
    SmallVector<Attribute> all(list.getValue());
    all.push_back(element);
    return builder.getArrayAttr(all);
  };
  kernel.setArgNamesAttr(
      append(kernel.getArgNamesAttr(), builder.getStringAttr("row")));
  kernel.setArgTypesAttr(
      append(kernel.getArgTypesAttr(), builder.getStringAttr("int64_t")));
  if (ArrayAttr attrs = kernel.getArgAttrsAttr())
    kernel.setArgAttrsAttr(append(attrs, builder.getDictionaryAttr({})));
  kernel.setRowGroups(grid.rowGroups);
  return true;
}

Value Importer::locateElement(const Place &place, Location loc) {
  Value offset = place.offset
                     ? place.offset
                     : Value(arith::ConstantIndexOp::create(builder, loc, 0));
  auto found = layouts.find(place.memref);
  if (found == layouts.end())
    return offset;
  // Of element g * S + e, with g = row * L + x, the place in memory is
  // (g * S + e) * L + row * (S * L - S * L * L) + x * (1 - S * L).
  auto [groups, elements] = found->second;
  Type i64 = builder.getI64Type();
  auto scaled = [&](Value value, int64_t factor) -> Value {
    return arith::MulIOp::create(builder, loc, value,
                                 constantOf(i64, factor, loc));
  };
  Value index = arith::IndexCastOp::create(builder, loc, i64, offset);
  Value sum = scaled(index, groups);
  sum = arith::AddIOp::create(
      builder, loc, sum,
      scaled(grid.ids.front(), elements * groups * (1 - groups)));
  sum = arith::AddIOp::create(
      builder, loc, sum,
      scaled(WgIndexOp::create(builder, loc, i64), 1 - elements * groups));
  return toIndex(sum, /*isSigned=*/true, loc);
}
