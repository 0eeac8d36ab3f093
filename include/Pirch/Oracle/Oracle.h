//===- Oracle.h - A kernel's own source, run natively -----------*- C++ -*-===//
//
// The independent check of every result: the kernel's C source goes through
// Clang's own code generator, each work item is a fiber with a stack of its
// own, and `shuffle` is a rendezvous. Nothing of PIRCH's pipeline takes part.
//
// Work items meet in lockstep order: those that wait at the same call, in the
// same iterations of the loops around it, exchange values; where control flow
// diverged, the ones that are furthest behind go first. So no kernel deadlocks.
// What the language leaves open is still made definite: unset variables are
// zero, integers wrap, shift counts are taken modulo the width, an integer
// division by zero gives the dividend.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ORACLE_ORACLE_H
#define PIRCH_ORACLE_ORACLE_H

#include "Pirch/Support/SourceOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pirch {

class Oracle {
public:
  struct Param {
    std::string name;
    /// The C type as Clang prints it, with typedefs resolved: "const float *",
    /// "unsigned int".
    std::string type;
    bool isPointer = false;
    /// A vector or structure that the kernel takes by value. `isPointer` is true
    /// as well: what is passed to `run` is its address, and its size.
    bool isByValue = false;
    /// The bits of the scalar, or of the scalars that the pointer points to.
    unsigned elementBits = 0;
    bool isFloat = false;
    bool isUnsigned = false;
  };
  struct Kernel {
    std::string name;
    std::vector<Param> params;
  };

  /// A launch's range. Groups are numbered along x first.
  struct Range {
    /// The number of groups along each dimension. Empty: the range has one
    /// dimension and ends with the groups that are run.
    Extents groups;
    /// The global offset along each dimension; empty: none.
    Extents offset;
  };

  virtual ~Oracle();

  /// Set the range of all launches from now on.
  virtual void setRange(const Range &range) = 0;

  /// Compile `source`. Diagnostics go to `diag`.
  static llvm::Expected<std::unique_ptr<Oracle>>
  create(llvm::StringRef source, llvm::StringRef fileName,
         const SourceOptions &options, llvm::raw_ostream &diag);

  virtual llvm::ArrayRef<Kernel> kernels() const = 0;

  /// Run groups `firstGroup` to `firstGroup + numGroups - 1`. One pointer per
  /// parameter: to the buffer of a pointer parameter, to the value of a scalar.
  /// With `bufferBytes` (one per parameter, negative where unknown) an access
  /// outside a buffer is an error that names it. May be called from several
  /// threads at once.
  virtual llvm::Error run(llvm::StringRef kernel, llvm::ArrayRef<void *> args,
                          int64_t firstGroup, int64_t numGroups,
                          llvm::ArrayRef<int64_t> bufferBytes = {}) = 0;

  /// Run one group of a launch of groups 0 to `numGroups - 1` and undo its
  /// stores. An error names the first access outside a buffer.
  virtual llvm::Error probe(llvm::StringRef kernel, llvm::ArrayRef<void *> args,
                            int64_t group, int64_t numGroups,
                            llvm::ArrayRef<int64_t> bufferBytes) = 0;

  /// How often a shuffle read a work item that took no part or does not exist.
  /// Which value of the group it gets then is undefined; the oracle gives the
  /// reader's own where the source took no part, and counts modulo the group
  /// size where there is no such work item.
  virtual int64_t undefinedReads() const = 0;

  /// How often an exchange or a barrier was reached by some work items of a
  /// group only. OpenCL leaves what happens then undefined.
  virtual int64_t partialMeetings() const = 0;
};

} // namespace pirch

#endif // PIRCH_ORACLE_ORACLE_H
