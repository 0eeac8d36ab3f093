//===- PrintSchedule.cpp - Scripts of choices -----------------------------===//

#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/TransformOps/PirchTransformOps.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace pirch;

void pirch::printSchedule(ModuleOp packed, const ScheduleValues &values,
                          raw_ostream &os) {
  constexpr StringLiteral kHandle = " : !transform.any_op\n";
  os << "module attributes {transform.with_named_sequence} {\n"
     << "  transform.named_sequence @__transform_main(%module: "
        "!transform.any_op) {\n";
  int64_t number = 0;
  llvm::StringSet<> whole = findWholeKernels(packed);
  for (KernelOp kernel : packed.getOps<KernelOp>()) {
    // Whole kernels are made by `pirch-find-rows`, and choose by themselves.
    if (!kernel.hasRole(KernelRole::main) ||
        whole.contains(kernel.getSymName()))
      continue;
    std::string handle = "%kernel" + std::to_string(number++);
    auto emit = [&](StringRef name) -> raw_ostream & {
      return os << "    transform.pirch." << name << ' ' << handle;
    };
    os << "    " << handle
       << " = transform.structured.match ops{[\"pirch.kernel\"]} "
          "attributes{sym_name = "
       << kernel.getSymNameAttr()
       << "} in %module : (!transform.any_op) -> !transform.any_op\n";
    if (Attribute target = kernel.getTargetAttr())
      os << "    transform.pirch.attach_target " << target << " to " << handle
         << kHandle;
    if (!values.staged.empty()) {
      emit("stage") << ", [";
      llvm::interleaveComma(values.staged, os, [&](StringRef known) {
        os << StringAttr::get(kernel.getContext(), known);
      });
      os << ']' << kHandle;
    }
    ScheduleAttr schedule = kernel.getScheduleAttr();
    int64_t unroll = schedule ? schedule.getUnroll() : -1;
    if (unroll < 0)
      unroll = values.unroll.value_or(-1);
    if (unroll >= 0)
      emit("unroll") << " {operations = " << unroll << " : i64}" << kHandle;
    if (schedule && schedule.getPacks())
      emit("pack") << ", " << schedule.getPacks() << kHandle;
    if (schedule && schedule.getPrefetch() >= 0)
      emit("prefetch") << " {packs = " << schedule.getPrefetch() << " : i64}"
                       << kHandle;
    int64_t stream = schedule ? schedule.getStream() : -1;
    if (stream < 0)
      stream = values.stream;
    if (stream >= 0)
      emit("stream") << " {bytes = " << stream << " : i64}" << kHandle;
    if (schedule && schedule.getKeepOrder())
      emit("keep_order") << kHandle;
  }
  os << "    transform.yield\n  }\n}\n";
}

LogicalResult pirch::applySchedule(ModuleOp module, StringRef text,
                                   StringRef name) {
  MLIRContext *context = module.getContext();
  OwningOpRef<ModuleOp> script =
      parseSourceString<ModuleOp>(text, ParserConfig(context), name);
  if (!script)
    return failure();
  transform::TransformOpInterface entry =
      transform::detail::findTransformEntryPoint(*script, ModuleOp());
  if (!entry)
    return failure();
  return transform::applyTransformNamedSequence(module, entry, ModuleOp(),
                                                transform::TransformOptions());
}
