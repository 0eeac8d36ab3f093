//===- Inputs.cpp - The kernel that runs, and its parameters --------------===//

#include "Inputs.h"
#include "Pirch/Runner/Arguments.h"

using namespace pirch;

llvm::Expected<const KernelInfo *>
pirch::findKernel(llvm::ArrayRef<KernelInfo> kernels, llvm::StringRef name) {
  if (name.empty() && kernels.size() == 1)
    return &kernels[0];
  std::string names;
  for (const KernelInfo &kernel : kernels) {
    if (kernel.name == name)
      return &kernel;
    names += (names.empty() ? "" : ", ") + kernel.name;
  }
  if (name.empty())
    return llvm::createStringError("choose a kernel by --kernel: " + names);
  return llvm::createStringError("no kernel '" + name + "'; the file has " +
                                 names);
}

static const KernelParam *findParam(const KernelInfo &kernel,
                                    llvm::StringRef name) {
  llvm::ArrayRef<KernelParam> params(kernel.params);
  params = params.take_front(kernel.numSourceParams());
  const KernelParam *found = llvm::find_if(
      params, [&](const KernelParam &param) { return param.name == name; });
  return found == params.end() ? nullptr : found;
}

static llvm::Error unknownParam(const KernelInfo &kernel,
                                llvm::StringRef name) {
  std::string names;
  for (size_t index = 0; index < kernel.numSourceParams(); ++index)
    names += (names.empty() ? "" : ", ") + kernel.params[index].name;
  return llvm::createStringError("kernel '" + kernel.name +
                                 "' has no parameter '" + name + "'; it has " +
                                 (names.empty() ? "none" : names));
}

/// What `--arg` says of each parameter.
static llvm::Expected<llvm::StringMap<std::string>>
collectSpecs(const KernelInfo &kernel, const InputOptions &options) {
  llvm::StringMap<std::string> specs;
  for (auto [index, argument] : llvm::enumerate(options.values)) {
    auto [name, value] = llvm::StringRef(argument).split('=');
    if (!llvm::StringRef(argument).contains('='))
      return llvm::createStringError("--arg " + argument + ": expected " +
                                     "NAME=VALUE");
    if (findParam(kernel, name))
      specs[name] = value.str();
    else if (index >= options.numDefaults)
      return unknownParam(kernel, name);
  }
  return specs;
}

llvm::Expected<Arguments> pirch::makeInputs(const KernelInfo &kernel,
                                            const InputOptions &options,
                                            const Extents &grid,
                                            const Extents &offset) {
  auto specs = collectSpecs(kernel, options);
  if (!specs)
    return specs.takeError();
  Arguments inputs;
  for (size_t index = 0; index < kernel.numSourceParams(); ++index) {
    const KernelParam &param = kernel.params[index];
    auto spec = specs->find(param.name);
    if (spec == specs->end())
      return llvm::createStringError("no value for parameter '" + param.name +
                                     "' of type " + param.cType + " (--arg " +
                                     param.name + "=...)");
    auto array = makeArgument(param, spec->second, options.sizes, options.seed);
    if (!array)
      return array.takeError();
    inputs.arrays.push_back(std::move(*array));
  }
  // The grid's own, in the order of `KernelInfo::numGridParams`.
  Extents numbers = grid;
  llvm::append_range(numbers, offset);
  for (size_t index = 0; index < kernel.numGridParams; ++index) {
    auto array = makeArgument(kernel.params[kernel.numSourceParams() + index],
                              std::to_string(numbers[index]), options.sizes,
                              options.seed);
    if (!array)
      return array.takeError();
    inputs.arrays.push_back(std::move(*array));
  }
  return inputs;
}

llvm::Error pirch::checkSaves(llvm::ArrayRef<std::string> saves,
                              const KernelInfo &kernel) {
  for (llvm::StringRef save : saves) {
    auto [name, file] = save.split('=');
    const KernelParam *param = findParam(kernel, name);
    if (file.empty())
      return llvm::createStringError("--save " + save +
                                     ": expected NAME=FILE.npy");
    if (!param)
      return unknownParam(kernel, name);
    if (!param->isPointer)
      return llvm::createStringError("--save " + save + ": '" + name +
                                     "' is a " + param->cType +
                                     ", not a buffer");
  }
  return llvm::Error::success();
}

llvm::Error pirch::writeSaves(llvm::ArrayRef<std::string> saves,
                              const KernelInfo &kernel,
                              const Arguments &results) {
  for (llvm::StringRef save : saves) {
    auto [name, file] = save.split('=');
    size_t index = findParam(kernel, name) - kernel.params.data();
    if (llvm::Error error = writeNpy(file, results.arrays[index]))
      return llvm::createStringError("--save " + name + ": " +
                                     llvm::toString(std::move(error)));
  }
  return llvm::Error::success();
}
