//===- embedded.hpp - Kernels that a program has in it ----------*- C++ -*-===//
//
// How for_groups.hpp launches a kernel that the plugin for Clang has put into
// the program: as bytecode, with a description of where its arguments lie in
// the function object. libpirch compiles it when it is first launched.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DETAIL_EMBEDDED_HPP
#define PIRCH_DETAIL_EMBEDDED_HPP

#include "pirch/pirch.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace pirch {
namespace detail {

/// Where an argument of a kernel lies in the function object.
struct host_param {
  using path = std::vector<std::uint32_t>;
  /// The way from the object to a value, as offsets in bytes. The first leads
  /// from the object's beginning; before each further one, the pointer that
  /// lies at the place reached so far is followed.
  path begin;
  /// If `end` is not empty, the ways `begin` and `end` lead to two pointers,
  /// and the argument is the number of elements of `element_bytes` bytes
  /// between what they point to.
  path end;
  std::uint32_t element_bytes;
  /// Whether the argument is the pointer that lies at `begin`; if not, it is
  /// the address of what lies at `begin`.
  bool is_pointer;
  bool is_buffer, is_const;
};

/// The arguments of a launch.
struct launch_arguments {
  std::vector<void *> pointers;
  /// The numbers of elements that are arguments.
  std::vector<std::int64_t> counts;
};

/// A kernel that the plugin put into the program, compiled for this process.
class embedded_kernel {
public:
  /// Compile what the plugin wrote: numbers of 32 bits that describe the
  /// parameters, and bytecode.
  explicit embedded_kernel(const char *code) {
    for (std::uint32_t count = read(code); count; --count) {
      std::uint32_t flags = read(code);
      host_param param = {};
      param.is_pointer = flags & 1;
      param.is_buffer = flags & 2;
      param.is_const = flags & 4;
      param.element_bytes = read(code);
      for (host_param::path *path : {&param.begin, &param.end})
        for (std::uint32_t steps = read(code); steps; --steps)
          path->push_back(read(code));
      params.push_back(std::move(param));
    }
    std::uint32_t bytes = read(code);
    pirch_module *module = nullptr;
    if (pirch_compile_mlir(code, bytes, "lambda.mlir", nullptr, 0, &module) !=
            PIRCH_SUCCESS ||
        pirch_module_kernel(module, nullptr, &kernel) != PIRCH_SUCCESS)
      throw std::runtime_error(pirch_error_text());
  }

  /// Launch the kernel for the object as it is now. False where only fibers can
  /// do that: a pointer is null, or a buffer that is written overlaps another,
  /// as far as it is known what is accessed.
  bool launch(const void *object, std::int64_t groups, unsigned threads) const {
    launch_arguments args;
    if (!find_arguments(object, args) || !are_apart(args, groups))
      return false;
    pirch_range range = {{groups, 0, 0}, {0, 0, 0}};
    if (pirch_launch(kernel, args.pointers.data(), &range, int(threads)) !=
        PIRCH_SUCCESS)
      throw std::runtime_error(pirch_error_text());
    return true;
  }

private:
  /// The next number that the plugin wrote.
  static std::uint32_t read(const char *&code) {
    std::uint32_t number = 0;
    for (int byte = 0; byte < 4; ++byte)
      number |= std::uint32_t(static_cast<unsigned char>(*code++))
                << (8 * byte);
    return number;
  }

  /// What the pointer points to that lies at `place`.
  static char *follow(const char *place) {
    char *target;
    std::memcpy(&target, place, sizeof(target));
    return target;
  }

  /// The end of a path from the object; null behind a pointer that is null.
  static char *walk(const void *object, const host_param::path &path) {
    auto *at = static_cast<char *>(const_cast<void *>(object));
    for (std::size_t step = 0; step < path.size(); ++step) {
      if (step && !(at = follow(at)))
        return nullptr;
      at += path[step];
    }
    return at;
  }

  bool find_arguments(const void *object, launch_arguments &args) const {
    args.counts.reserve(params.size()); // they do not move
    for (const host_param &param : params) {
      char *at = walk(object, param.begin);
      if (at && !param.end.empty()) {
        char *end = walk(object, param.end);
        if (!end)
          return false;
        args.counts.push_back((follow(end) - follow(at)) /
                              std::int64_t(param.element_bytes));
        args.pointers.push_back(&args.counts.back());
        continue;
      }
      if (at && param.is_pointer)
        at = follow(at);
      if (!at)
        return false;
      args.pointers.push_back(at);
    }
    return true;
  }

  bool are_apart(const launch_arguments &args, std::int64_t groups) const {
    auto begin = [&](std::size_t index) {
      return reinterpret_cast<std::uintptr_t>(args.pointers[index]);
    };
    auto end = [&](std::size_t index) {
      const pirch_param &param = *pirch_kernel_get_param(kernel, index);
      std::int64_t elements =
          param.is_extent_known ? param.extent + groups * param.extent_per_group
                                : 1;
      return begin(index) + std::size_t(elements) * param.type_size;
    };
    for (std::size_t one = 0; one < params.size(); ++one)
      for (std::size_t other = 0; other < one; ++other)
        if (params[one].is_buffer && params[other].is_buffer &&
            !(params[one].is_const && params[other].is_const) &&
            begin(one) < end(other) && begin(other) < end(one))
          return false;
    return true;
  }

  std::vector<host_param> params;
  const pirch_kernel *kernel = nullptr;
};

using kernel_slot = std::atomic<const embedded_kernel *>;

/// Launch a kernel that the plugin has put into the program, as
/// `embedded_kernel::launch` says. The plugin calls this function by its name.
inline bool launch_embedded(kernel_slot &slot, const char *code,
                            const void *object, std::int64_t groups,
                            unsigned threads) {
  const embedded_kernel *known = slot.load(std::memory_order_acquire);
  if (!known) {
    // Kernels stay as long as the process, as its functions do.
    auto made = std::make_unique<embedded_kernel>(code);
    if (slot.compare_exchange_strong(known, made.get()))
      known = made.release();
  }
  return known->launch(object, groups, threads);
}

} // namespace detail
} // namespace pirch

#endif // PIRCH_DETAIL_EMBEDDED_HPP
