//===- NamedOptions.h - Options of a compilation by their names -*- C++ -*-===//
//
// Options as words, for callers that get them as text at run time: libpirch
// and `pirch-run --serve`. A tool's own command line is CompileFlags.h.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_NAMEDOPTIONS_H
#define PIRCH_DRIVER_NAMEDOPTIONS_H

#include "Pirch/Driver/Compiler.h"

namespace pirch {

/// Set the option that pirchc's command line writes `--name=value`: a member of
/// `CompileOptions`, an option of a target, a macro (`D`) or a folder for
/// `#include` (`I`). An option that takes no value has an empty one. An error
/// says which values the option takes, or that there is no such option. Options
/// that contradict each other are an error of the compilation instead.
llvm::Error setOption(CompileOptions &options, llvm::StringRef name,
                      llvm::StringRef value);

/// Set the option that a word of a command line stands for, as in
/// "--wg-size=8", "-DX=Y" or "-Ifolder".
llvm::Error setOption(CompileOptions &options, llvm::StringRef word);

} // namespace pirch

#endif // PIRCH_DRIVER_NAMEDOPTIONS_H
