//===- Stacks.cpp - Switching between stacks ------------------------------===//

#include "Pirch/Support/Stacks.h"
#include "llvm/Support/ErrorHandling.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace pirch;

static size_t pageBytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

StackMemory::StackMemory(size_t wanted) {
  size_t page = pageBytes();
  bytes = (wanted + page - 1) / page * page + page;
  void *mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    llvm::report_fatal_error("out of memory for the stacks of work items");
  memory = static_cast<char *>(mapped);
  mprotect(memory, page, PROT_NONE);
}

StackMemory::StackMemory(StackMemory &&other)
    : memory(other.memory), bytes(other.bytes) {
  other.memory = nullptr;
}

StackMemory::~StackMemory() {
  if (memory)
    munmap(memory, bytes);
}

#if defined(__x86_64__)

/// Push the registers that a call preserves on the running stack and store its
/// pointer to the first argument. Then switch to the stack of the second one,
/// pop its registers, and return to the code that left it.
__attribute__((naked, noinline)) static void switchStacks(void **, void *) {
  asm volatile("pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\t"
               "pushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
               "movq %rsp, (%rdi)\n\t"
               "movq %rsi, %rsp\n\t"
               "popq %r15\n\tpopq %r14\n\tpopq %r13\n\t"
               "popq %r12\n\tpopq %rbx\n\tpopq %rbp\n\t"
               "ret");
}

void Context::start(const StackMemory &stack, void (*entry)()) {
  // The stack holds six registers, the address of `entry`, and a slot where a
  // call would have left the return address. So the stack pointer is 8 modulo
  // 16 at `entry`, as it is after a call.
  void **top = reinterpret_cast<void **>(stack.base() + stack.size()) - 8;
  for (int slot = 0; slot < 8; ++slot)
    top[slot] = nullptr;
  top[6] = reinterpret_cast<void *>(entry);
  stackPointer = top;
}

void Context::resume(Context &from) {
  switchStacks(&from.stackPointer, stackPointer);
}

#else

void Context::start(const StackMemory &stack, void (*entry)()) {
  getcontext(&context);
  context.uc_stack.ss_sp = stack.base();
  context.uc_stack.ss_size = stack.size();
  context.uc_link = nullptr;
  makecontext(&context, entry, 0);
}

void Context::resume(Context &from) { swapcontext(&from.context, &context); }

#endif
