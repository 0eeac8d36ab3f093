//===- FuzzOpenCL.cpp - Fuzz the compiler from OpenCL C to chunks ---------===//
//
// The first line may set options: `//! wg-size=4 wg-pack=2 target=generic
// vector-bits=256 lane-order=ix-wi-wg`. A finding is a crash, more than the
// time and memory that scripts/fuzz allows, a failure without a located error,
// or IR of our own making that the verifier refuses.
//
//===----------------------------------------------------------------------===//

#include "Finding.h"
#include "Pirch/Driver/Compiler.h"
#include "TokenMutator.h"
#include "llvm/Support/Regex.h"

using namespace pirch;

static constexpr llvm::StringRef kTokens[] = {
    "__kernel",
    "void",
    "k",
    "a",
    "b",
    "i",
    "ix",
    "x",
    "t",
    "__global",
    "__local",
    "__constant",
    "const",
    "double",
    "float",
    "int",
    "uint",
    "char",
    "uchar",
    "short",
    "long",
    "ulong",
    "bool",
    "size_t",
    "unsigned",
    "signed",
    "enum",
    "struct",
    "union",
    "typedef",
    "static",
    "extern",
    "inline",
    "volatile",
    "restrict",
    "_Atomic",
    "_Bool",
    "_Complex",
    "__int128",
    "_BitInt(7)",
    "__auto_type",
    "typeof(x)",
    "if",
    "else",
    "for",
    "while",
    "do",
    "break",
    "continue",
    "return",
    "switch",
    "case",
    "default",
    "goto",
    "sizeof",
    "_Alignof",
    "_Generic",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    "?",
    ":",
    "=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "<",
    ">",
    "<=",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
    "&",
    "|",
    "^",
    "~",
    "!",
    "++",
    "--",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "<<=",
    ">>=",
    "&=",
    "|=",
    "^=",
    ".",
    "->",
    "WG_SIZE",
    "get_local_id(0)",
    "get_group_id(0)",
    "get_global_id(0)",
    "get_num_groups(0)",
    "get_local_size(0)",
    "get_global_size(0)",
    "shuffle(",
    "sub_group_shuffle(",
    "sub_group_shuffle_xor(",
    "sub_group_shuffle_up(",
    "sub_group_shuffle_down(",
    "sub_group_broadcast(",
    "sub_group_reduce_add(",
    "sub_group_reduce_min(",
    "sub_group_scan_inclusive_add(",
    "sub_group_scan_exclusive_max(",
    "sub_group_any(",
    "sub_group_all(",
    "barrier(CLK_LOCAL_MEM_FENCE)",
    "sqrt(",
    "rcp(",
    "fma(",
    "mad(",
    "exp(",
    "pow(",
    "min(",
    "max(",
    "clamp(",
    "abs(",
    "popcount(",
    "clz(",
    "mul_hi(",
    "rotate(",
    "isnan(",
    "isinf(",
    "as_int(",
    "as_double(",
    "convert_int(",
    "convert_float(",
    "INFINITY",
    "NAN",
    "M_PI",
    "INT_MIN",
    "1.0f",
    "1.5",
    "0x7f",
    "1u",
    "1l",
    "1ul",
    "1 / 0",
    "1 % 0",
    "1 << 40",
    "INT_MIN / -1",
    "-1",
    "'c'",
    "\"s\"",
    "#define X",
    "#if",
    "#else",
    "#endif",
    "#pragma unroll",
    "__attribute__((overloadable))",
    "__attribute__((annotate(\"pirch.kernel\")))",
    "__builtin_expect(",
    "__builtin_trap()",
    "({",
    "})",
    "?:",
    "//! wg-size=",
    "wg-size=1",
    "wg-size=3",
    "wg-size=16",
    "wg-size=1024",
    "wg-pack=1",
    "wg-pack=2",
    "wg-pack=8",
    "wg-pack=4096",
    "target=generic",
    "target=avx512",
    "vector-bits=64",
    "vector-bits=4096",
    "lane-order=ix-wi-wg",
    "lane-order=wi-wg-ix",
    "for (int i = 0; i < 4; ++i)",
    "for (int ix = 0; ix < WG_SIZE; ++ix)",
    "while (a[0] > 0)",
    "a[i]",
    "t[ix]",
    "double t[4];",
    "__local double l[4];",
    "if (get_local_id(0) < 2)"};

TokenMutator &pirch::getMutator() {
  static TokenMutator mutator(kTokens);
  return mutator;
}

static CompileOptions readOptions(llvm::StringRef source) {
  CompileOptions options;
  options.wgSize = 4;
  llvm::StringRef line = source.split('\n').first;
  if (!line.consume_front("//!"))
    return options;
  llvm::SmallVector<llvm::StringRef> words;
  line.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef word : words) {
    auto [name, value] = word.split('=');
    if (name == "wg-size")
      value.getAsInteger(10, options.wgSize);
    else if (name == "vector-bits")
      options.targetOptions[name.str()] = value.str();
    else if (name == "wg-pack")
      options.wgPack = value.str();
    else if (name == "target")
      options.target = value.str();
    else if (name == "lane-order")
      options.laneOrder = value.str();
  }
  return options;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef source(reinterpret_cast<const char *>(data), size);
  // What another file holds is not ours to limit.
  if (source.contains("include") || source.contains("embed"))
    return -1;
  getMutator().remember(source);
  std::string diag;
  llvm::raw_string_ostream os(diag);
  auto result =
      compile(source, "fuzz.cl", readOptions(source), kEmitChunks, os);
  static llvm::Regex located("^fuzz\\.cl:[0-9]+:[0-9]+: (fatal )?error: ");
  static llvm::Regex internal("error: '[a-z]+\\.[a-z_.]+' op");
  if (internal.match(diag))
    report("an error about our own IR", diag);
  if (result)
    return 0;
  std::string text = llvm::toString(result.takeError());
  if (!llvm::StringRef(text).contains("compilation failed"))
    return 0; // bad options
  size_t first = diag.find("error: ");
  if (first == std::string::npos)
    report("failure without an error", diag);
  // Sources may rename themselves by #line.
  llvm::StringRef line = llvm::StringRef(diag).drop_front(
      diag.rfind('\n', first) == std::string::npos
          ? 0
          : diag.rfind('\n', first) + 1);
  if (!source.contains("line") && !source.contains("# ") &&
      !located.match(line))
    report("an error without a location", diag);
  return 0;
}
