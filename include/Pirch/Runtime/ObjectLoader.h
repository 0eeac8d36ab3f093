//===- ObjectLoader.h - Object files in this process ------------*- C++ -*-===//
//
// Linking of object files into this process.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNTIME_OBJECTLOADER_H
#define PIRCH_RUNTIME_OBJECTLOADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace pirch {

/// An object file that was linked into this process. Its memory is freed with
/// the object.
class LoadedObject {
public:
  virtual ~LoadedObject();
  /// The function of that name.
  virtual llvm::Expected<void *> lookup(llvm::StringRef name) = 0;
};

/// Threads may call this at once.
llvm::Expected<std::unique_ptr<LoadedObject>> loadObject(llvm::StringRef bytes);

} // namespace pirch

#endif // PIRCH_RUNTIME_OBJECTLOADER_H
