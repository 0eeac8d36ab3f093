//===- ArrayParameters.cpp - Parameters written as arrays -----------------===//

#include "ArrayParameters.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace pirch;

/// The generic pointer that stands for `type`, a parameter's; `type` itself if
/// the parameter is not written as an array in private memory.
static clang::QualType toGenericPointer(clang::ASTContext &ast,
                                        clang::QualType type) {
  const auto *decayed = type->getAs<clang::DecayedType>();
  if (!decayed || !decayed->getOriginalType()->isArrayType())
    return type;
  clang::QualType pointee = decayed->getPointeeType();
  if (pointee.getAddressSpace() != clang::LangAS::opencl_private)
    return type;
  pointee = ast.getAddrSpaceQualType(ast.removeAddrSpaceQualType(pointee),
                                     clang::LangAS::opencl_generic);
  return ast.getQualifiedType(ast.getPointerType(pointee),
                              type.getLocalQualifiers());
}

void pirch::acceptAnyPointerForArrays(clang::FunctionDecl &function) {
  const auto *prototype = function.getType()->getAs<clang::FunctionProtoType>();
  // A declaration has to agree with the definition that follows, and functions
  // of one name are told apart by their parameters.
  if (!prototype || !function.isThisDeclarationADefinition() ||
      function.hasAttr<clang::OverloadableAttr>() ||
      function.hasAttr<clang::DeviceKernelAttr>())
    return;
  clang::ASTContext &ast = function.getASTContext();
  llvm::SmallVector<clang::QualType> types;
  for (clang::ParmVarDecl *parameter : function.parameters()) {
    clang::QualType type = toGenericPointer(ast, parameter->getType());
    types.push_back(ast.getSignatureParameterType(type));
    parameter->setType(type);
  }
  function.setType(ast.getFunctionType(prototype->getReturnType(), types,
                                       prototype->getExtProtoInfo()));
}
