//===- OracleCheck.cpp - A kernel's results against the oracle ------------===//

#include "OracleCheck.h"
#include "Pirch/Driver/ImportMLIR.h"
#include "Pirch/Oracle/OpenCLOracle.h"
#include "Pirch/Runner/Compare.h"
#include "llvm/Support/Format.h"

using namespace pirch;

llvm::Expected<Oracle *> OracleCheck::getOracle(OracleKind kind,
                                                llvm::raw_ostream &diag) {
  std::unique_ptr<Oracle> &kept = oracles[kind];
  if (kept)
    return kept.get();
  if (isMLIRSource(fileName))
    return llvm::createStringError(
        "--check compares with the source itself, compiled as OpenCL C; for a "
        "kernel in MLIR there is no oracle");
  auto *create =
      kind == OracleKind::pocl ? &createOpenCLOracle : &Oracle::create;
  auto oracle = create(source, fileName, options, diag);
  if (!oracle)
    return oracle.takeError();
  kept = std::move(*oracle);
  return kept.get();
}

/// The arguments that the source declares: a grid's own are none of them.
static Arguments sourceArguments(const KernelInfo &kernel,
                                 const Arguments &arguments) {
  Arguments result = arguments;
  result.arrays.resize(kernel.numSourceParams());
  return result;
}

llvm::Error OracleCheck::checkBounds(const KernelInfo &kernel,
                                     const Arguments &inputs,
                                     const Oracle::Range &range) {
  auto oracle = getOracle(OracleKind::fibers, llvm::nulls());
  if (!oracle) {
    llvm::consumeError(oracle.takeError());
    return llvm::Error::success();
  }
  Arguments arguments = sourceArguments(kernel, inputs);
  (*oracle)->setRange(range);
  int64_t groups = productOf(range.groups);
  for (int64_t group : {int64_t(0), groups - 1})
    if (group >= 0 && group < groups)
      if (llvm::Error error =
              (*oracle)->probe(kernel.name, arguments.pointers(), group, groups,
                               arguments.sizes()))
        return error;
  return llvm::Error::success();
}

static void printDifference(const Difference &difference) {
  if (!difference.count)
    return;
  llvm::outs() << ", " << difference.count << " differ, largest error "
               << llvm::format("%g absolute, %g relative, ",
                               difference.maxAbsolute, difference.maxRelative);
  if (difference.maxUlp == UINT64_MAX)
    llvm::outs() << "NaN on one side";
  else
    llvm::outs() << difference.maxUlp << " ulp";
  llvm::outs() << "; first at [" << difference.first << "]: "
               << llvm::format("%.17g instead of %.17g", difference.firstActual,
                               difference.firstExpected);
}

/// Compare and print each buffer; false where one differs by more than `maxUlp`
/// units in the last place.
static bool compareBuffers(const KernelInfo &kernel, const Arguments &results,
                           const Arguments &expected, uint64_t maxUlp) {
  bool agrees = true;
  for (auto [param, actual, right] :
       llvm::zip(kernel.params, results.arrays, expected.arrays)) {
    if (!param.isPointer)
      continue;
    Difference difference = compareArrays(actual, right);
    bool good = difference.maxUlp <= maxUlp;
    llvm::outs() << "check: " << param.name << ": " << (good ? "ok" : "DIFFERS")
                 << ", " << actual.numElements() << " elements";
    printDifference(difference);
    llvm::outs() << '\n';
    agrees &= good;
  }
  return agrees;
}

llvm::Expected<bool>
OracleCheck::checkResults(OracleKind kind, const KernelInfo &kernel,
                          const Arguments &inputs, const Arguments &results,
                          const Oracle::Range &range, uint64_t maxUlp) {
  auto oracle = getOracle(kind, llvm::errs());
  if (!oracle)
    return oracle.takeError();
  Arguments expected = sourceArguments(kernel, inputs);
  (*oracle)->setRange(range);
  int64_t undefinedBefore = (*oracle)->undefinedReads();
  if (llvm::Error error =
          (*oracle)->run(kernel.name, expected.pointers(), 0,
                         productOf(range.groups), expected.sizes()))
    return error;
  bool agrees = compareBuffers(kernel, results, expected, maxUlp);
  if (int64_t count = (*oracle)->undefinedReads() - undefinedBefore)
    llvm::outs() << "note: " << count
                 << " shuffles read a work item that takes no part or does not "
                    "exist: which value they get is not defined\n";
  return agrees;
}
