//===- Layout.cpp - Arguments in compact layouts --------------------------===//

#include "Pirch/Runner/Layout.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace pirch;

/// Call `visit` with the offsets in bytes of each element, as groups lie one
/// behind the other and in the compact layout of `param`.
template <typename Visit>
static void forEachElement(const KernelParam &param, const Array &array,
                           Visit visit) {
  int64_t size = array.elementSize();
  for (int64_t at = 0; at < array.numElements(); ++at) {
    int64_t group = at / param.compactElements;
    int64_t element = at % param.compactElements;
    int64_t block = group / param.compactGroups * param.compactElements;
    visit(at * size, ((block + element) * param.compactGroups +
                      group % param.compactGroups) *
                         size);
  }
}

llvm::Expected<Arguments> pirch::layOut(const KernelInfo &kernel,
                                        const Arguments &arguments) {
  Arguments result = arguments;
  for (auto [index, param] : llvm::enumerate(kernel.params)) {
    if (!param.compactGroups)
      continue;
    const Array &from = arguments.arrays[index];
    Array &to = result.arrays[index];
    if (from.numElements() % param.compactElements != 0)
      return llvm::createStringError("buffer '" + param.name + "' has " +
                                     std::to_string(from.numElements()) +
                                     " elements, which is no multiple of the " +
                                     std::to_string(param.compactElements) +
                                     " of a group");
    int64_t block = param.compactGroups * param.compactElements;
    int64_t count = llvm::divideCeil(from.numElements(), block) * block;
    to.shape = {count};
    to.bytes.assign(count * from.elementSize(), 0);
    forEachElement(param, from, [&](int64_t plain, int64_t compact) {
      std::memcpy(&to.bytes[compact], &from.bytes[plain], from.elementSize());
    });
  }
  return result;
}

Arguments pirch::layBack(const KernelInfo &kernel, const Arguments &results,
                         const Arguments &like) {
  Arguments plain = results;
  for (auto [index, param] : llvm::enumerate(kernel.params)) {
    if (!param.compactGroups)
      continue;
    const Array &from = results.arrays[index];
    Array &to = plain.arrays[index] = like.arrays[index];
    forEachElement(param, to, [&](int64_t at, int64_t compact) {
      std::memcpy(&to.bytes[at], &from.bytes[compact], to.elementSize());
    });
  }
  return plain;
}
