//===- PirchDialect.cpp - Registration of the PIRCH dialect ---------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pirch;

#include "Pirch/Dialect/IR/PirchDialect.cpp.inc"
#include "Pirch/Dialect/IR/PirchEnums.cpp.inc"

#include "Pirch/Dialect/IR/PirchAttrInterfaces.cpp.inc"
#include "Pirch/Dialect/IR/PirchOpInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Pirch/Dialect/IR/PirchAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Pirch/Dialect/IR/PirchTypes.cpp.inc"

void PirchDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Pirch/Dialect/IR/PirchOps.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Pirch/Dialect/IR/PirchTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Pirch/Dialect/IR/PirchAttrs.cpp.inc"
      >();
  attachInterfaces();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

SmallVector<StringRef> PirchDialect::getTargetMnemonics() const {
  SmallVector<StringRef> mnemonics;
  for (const TargetSyntax &target : targetSyntax)
    mnemonics.push_back(target.mnemonic);
  llvm::sort(mnemonics);
  return mnemonics;
}

Attribute PirchDialect::parseAttribute(DialectAsmParser &parser,
                                       Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attr;
  if (OptionalParseResult result =
          generatedAttributeParser(parser, &mnemonic, type, attr);
      result.has_value())
    return attr;
  for (const TargetSyntax &target : targetSyntax)
    if (target.mnemonic == mnemonic)
      return target.parse(parser);
  parser.emitError(loc, "unknown attribute '")
      << mnemonic << "' of dialect '" << getNamespace() << "'";
  return {};
}

void PirchDialect::printAttribute(Attribute attr,
                                  DialectAsmPrinter &printer) const {
  if (succeeded(generatedAttributePrinter(attr, printer)))
    return;
  for (const TargetSyntax &target : targetSyntax)
    if (target.type == attr.getTypeID()) {
      printer << target.mnemonic;
      return target.print(attr, printer);
    }
}
