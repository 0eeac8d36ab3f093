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

/// Set what pirchc's command line calls `--name=value`: an option of
/// `CompileOptions` or of a target, or a macro or folder (`D`, `I`). An option
/// without a value has an empty one. An error says which values the option
/// takes, or that there is no such option. Whether several options go together
/// is found out by the compilation.
llvm::Error setOption(CompileOptions &options, llvm::StringRef name,
                      llvm::StringRef value);

/// Set the option that a word of a command line stands for, as in
/// "--wg-size=8", "-DX=Y" or "-Ifolder".
llvm::Error setOption(CompileOptions &options, llvm::StringRef word);

} // namespace pirch

#endif // PIRCH_DRIVER_NAMEDOPTIONS_H
