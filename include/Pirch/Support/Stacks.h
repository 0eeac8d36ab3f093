//===- Stacks.h - Switching between stacks ----------------------*- C++ -*-===//
//
// Stacks of limited size with a guard page, and the switch from one stack to
// another: for the fibers of the oracle and of the GPU emulator, and for
// threads that run deep recursions.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_SUPPORT_STACKS_H
#define PIRCH_SUPPORT_STACKS_H

#include <cstddef>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace pirch {

/// Stack memory that faults below its end instead of running into a neighbour.
class StackMemory {
public:
  explicit StackMemory(size_t bytes);
  StackMemory(StackMemory &&other);
  StackMemory(const StackMemory &) = delete;
  ~StackMemory();

  char *base() const { return memory; }
  size_t size() const { return bytes; }

private:
  char *memory;
  size_t bytes;
};

/// Where one thread of control stands while another runs.
class Context {
public:
  /// Begin at `entry`, which must never return, on the given stack.
  void start(const StackMemory &stack, void (*entry)());
  /// Leave the running context, which is saved in `from`, for this one.
  void resume(Context &from);

private:
#if defined(__x86_64__)
  void *stackPointer = nullptr;
#else
  ucontext_t context;
#endif
};

} // namespace pirch

#endif // PIRCH_SUPPORT_STACKS_H
