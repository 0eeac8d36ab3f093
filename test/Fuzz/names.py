"""Names that mean something to a library, a linker or another language, and
nothing in OpenCL C: kernels, parameters, helpers and variables may have them."""

# The C library's, those aside that are built into OpenCL.
LIBRARY = ["expf", "sinf", "sqrtf", "fmaf", "powf", "memcpy", "memset",
           "memmove", "fprintf", "malloc", "free", "abort", "exit", "index", "y0",
           "j1", "gamma", "signgam", "stdout", "strlen", "puts", "read", "write",
           "fmin_", "sqrt_", "expf_", "lgammaf",
           "fesetround", "pthread_create", "dlopen", "errno_", "environ"]
# Keywords and types of C++, CUDA and headers.
WORDS = ["delete", "class", "new", "template", "this", "namespace", "operator",
         "virtual", "int64_t", "uint8_t", "int32_t", "std", "try", "catch",
         "typename", "friend", "mutable", "export", "asm_", "final", "threadIdx",
         "blockIdx", "warpSize", "nullptr", "constexpr", "wchar_t", "extern_c"]
# What the compiler itself calls things.
OWN = ["first_group", "num_groups", "group", "lane", "lanes", "item", "wg", "wi",
       "ix", "args", "result", "remainder_", "packed", "llvm", "mlir", "pirch",
       "value", "entry", "undef", "poison", "true_", "oracle_", "module", "func",
       "_Z3expf", "__x", "_private", "Kernel", "a_very_long_name_" * 6]

class Namer:
    """Gives each thing a name of its own."""

    def __init__(self, rng, odd):
        self.rng, self.taken, self.count = rng, set(), 0
        self.pool = LIBRARY + WORDS + OWN if odd else []

    def give(self, plain):
        """An odd name now and then, otherwise `plain`, numbered if taken."""
        if self.pool and self.rng.random() < 0.6:
            name = self.rng.choice(self.pool)
            if name not in self.taken:
                self.taken.add(name)
                return name
        name = plain
        while name in self.taken:
            self.count += 1
            name = "%s%d" % (plain, self.count)
        self.taken.add(name)
        return name
