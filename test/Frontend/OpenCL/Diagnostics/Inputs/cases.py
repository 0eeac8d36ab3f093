"""Malformed or unsupported sources, each with the first error it must give."""

CASES = {
    "ambiguous-call": (
        "__kernel void k(__global double *a) {\n  a[0] = sqrt(1);\n}\n",
        "2:10: error: call to 'sqrt' is ambiguous",
    ),
    "asm-label": (
        "__kernel void k(__global double *a) __asm__(\"z\");\n__kernel void k(__global double *a) {\n}\n",
        "2:15: error: not supported: an assembly label of function 'k'",
    ),
    "asm": (
        "__kernel void k(__global double *a) {\n  __asm__(\"nop\");\n}\n",
        "2:3: error: not supported: inline assembly",
    ),
    "assign-to-rvalue": (
        "__kernel void k(__global double *a) {\n  1 = 2;\n}\n",
        "2:5: error: expression is not assignable",
    ),
    "assign-shift-to-rvalue": (
        "__kernel void k(__global double *a) {\n  0 >>= clz((long)((int)get_local_size(0)));\n}\n",
        "2:5: error: expression is not assignable",
    ),
    "array-elsewhere": (
        "extern __constant int table[4];\n__kernel void k(__global int *o, int n) {\n  o[0] = table[n];\n}\n",
        "3:10: error: not supported: 'table' here",
    ),
    "choice-of-several": (
        "__kernel void k(__global int *o, __global int *a, int n) {\n  __global int *p = n > 1 ? n > 2 ? a : o : o + 1;\n  o[0] = *p;\n}\n",
        "2:21: error: not supported yet: a choice among pointers that point to several variables or to numbers",
    ),
    "atomic-private": (
        "__kernel void k(__global int *a) {\n  int n = 0; atomic_add(&n, 1); a[0] = n;\n}\n",
        "2:25: error: an atomic operation needs a buffer or a __local variable, not a variable of one work item",
    ),
    "atomic-other-type": (
        "__kernel void k(__global char *a) {\n  atomic_add((volatile __global int *)a, 1);\n}\n",
        "2:14: error: not supported yet: an atomic operation on memory that has another type",
    ),
    "compact-scalar": (
        "__kernel void k(__global double *a, __compact(8) double b) {\n  a[0] = b;\n}\n",
        "1:57: error: a compact layout of 'b', which is no buffer",
    ),
    "compact-nothing": (
        "__kernel void k(__compact(0) __global double *a) {\n  a[get_global_id(0)] = 0;\n}\n",
        "1:47: error: __compact takes a constant of 1 to 4096 groups",
    ),
    "compact-different": (
        "__kernel void k(__compact(8) __global double *a, __compact(4) __global double *b) {\n  a[get_global_id(0)] = b[get_global_id(0)];\n}\n",
        "1:80: error: not supported yet: buffers of one kernel in compact layouts of different groups",
    ),
    "compact-unknown": (
        "__kernel void k(__compact(8) __global double *a, int n) {\n  a[n] = 0;\n}\n",
        "1:15: error: not supported yet: a compact layout of 'a', of which kernel 'k' accesses elements that are not known at compile time or are not its group's; --layout=a=compact:8:ELEMENTS says how many a group has",
    ),
    "compact-num-groups": (
        "__kernel void k(__compact(8) __global double *a) {\n  a[get_global_id(0)] = get_num_groups(0);\n}\n",
        "2:25: error: not supported yet: get_num_groups in a kernel with a buffer in a compact layout",
    ),
    "bad-token": (
        "__kernel void k(__global double *a) {\n  a[0] = @;\n}\n",
        "2:10: error: expected expression",
    ),
    "bool-pointer": (
        "__kernel void k(__global bool **a) { }\n",
        "1:33: error: not supported: a pointer to a pointer",
    ),
    "break-outside": (
        "__kernel void k(__global double *a) {\n  break;\n}\n",
        "2:3: error: 'break' statement not in loop or switch statement",
    ),
    "broadcast-high": (
        "__kernel void k(__global double *a) {\n  a[0] = sub_group_broadcast(a[0], 9);\n}\n",
        "2:36: error: shuffle source 9 is outside the work group of 4 work items",
    ),
    "complex": (
        "__kernel void k(__global double *a) {\n  _Complex double z = 1; a[0] = 1;\n}\n",
        "2:19: error: not supported: a value of type '_Complex double'",
    ),
    "compound-literal": (
        "struct s { int x : 3; };\n__kernel void k(__global double *a) {\n  a[0] = ((struct s){1}).x;\n}\n",
        "1:16: error: bit-fields are not supported in OpenCL",
    ),
    "continue-outside": (
        "__kernel void k(__global double *a) {\n  continue;\n}\n",
        "2:3: error: 'continue' statement not in loop statement",
    ),
    "declared-only-function": (
        "double f(double);\n__kernel void k(__global double *a) {\n  a[0] = f(1);\n}\n",
        "3:10: error: not supported: function 'f'",
    ),
    "dimension-not-given": (
        "__kernel void k(__global double *a) { a[0] = get_group_id(1); }\n",
        "1:46: error: get_group_id(1): the range has 1 dimension; --wg-size takes an extent for each, as in --wg-size=4x1",
    ),
    "dimension-not-given-size": (
        "__kernel void k(__global double *a) { a[0] = get_local_size(2); }\n",
        "1:46: error: get_local_size(2): the range has 1 dimension; --wg-size takes an extent for each, as in --wg-size=4x1x1",
    ),
    "dimension-not-given-extent": (
        "__kernel void k(__global double *a) { a[0] = get_num_groups(1) + get_global_size(0); }\n",
        "1:46: error: get_num_groups(1): the range has 1 dimension; --wg-size takes an extent for each, as in --wg-size=4x1",
    ),
    "dimension-of-none": (
        "__kernel void k(__global double *a) { a[0] = get_global_size(3); }\n",
        "1:46: error: get_global_size(3): there is no such dimension; 0, 1 and 2 are those of a range of three",
    ),
    "dimension-negative": (
        "__kernel void k(__global double *a) { a[0] = get_enqueued_local_size(-1); }\n",
        "1:46: error: get_enqueued_local_size(4294967295): there is no such dimension; 0, 1 and 2 are those of a range of three",
    ),
    "stage-item": (
        "__kernel void k(__global double *a) {\n  a[0] = stage(get_local_id(0));\n}\n",
        "2:10: error: stage() takes what is known before the launch, which this is not: it depends on the index of a work item",
    ),
    "stage-group": (
        "__kernel void k(__global double *a) {\n  int n = get_group_id(0);\n  a[0] = stage(n / 2);\n}\n",
        "3:10: error: stage() takes what is known before the launch, which this is not: it depends on the index of a work group",
    ),
    "stage-written": (
        "__kernel void k(__global double *a) {\n  a[1] = 2; a[0] = stage(a[1]);\n}\n",
        "2:20: error: stage() takes what is known before the launch, which this is not: it depends on an element of 'a', which the kernel writes",
    ),
    "stage-exchange": (
        "__kernel void k(__global double *a, __global const int *b) {\n  a[0] = stage(sub_group_reduce_add(b[get_local_id(0)]));\n}\n",
        "2:10: error: stage() takes what is known before the launch, which this is not: it depends on what work items exchange",
    ),
    "stage-branch": (
        "__kernel void k(__global double *a, __global const int *b, int n) {\n  if (n > 3) a[0] = stage(b[n]);\n}\n",
        "2:21: error: stage() takes what is known before the launch, which this is not: it depends on an element of 'b' that is read within a branch or a loop",
    ),
    "stage-iteration": (
        "__kernel void k(__global double *a, int n) {\n  for (int i = 0; i < n; ++i) a[0] += stage(i * 2);\n}\n",
        "2:39: error: stage() takes what is known before the launch, which this is not: it depends on a value that a loop computes anew in each iteration",
    ),
    "stage-pointer": (
        "__kernel void k(__global double *a) {\n  stage(a)[0] = 1;\n}\n",
        "2:3: error: no matching function for call to 'stage'",
    ),
    "empty-file": (
        "",
        "1:1: error: no __kernel function in this file",
    ),
    "error-directive": (
        "#error stop\n__kernel void k(__global double *a) {\n\n}\n",
        "1:2: error: stop",
    ),
    "extern-variable": (
        "__kernel void k(__global double *a) {\n  extern int n; a[0] = n;\n}\n",
        "2:14: error: not supported: static and extern variables",
    ),
    "float-remainder": (
        "__kernel void k(__global double *a) {\n  a[0] = a[0] % 2.0;\n}\n",
        "2:15: error: invalid operands to binary expression ('__generic double' and 'double')",
    ),
    "float-shift": (
        "__kernel void k(__global double *a) {\n  a[0] = a[0] << 1;\n}\n",
        "2:15: error: invalid operands to binary expression ('__generic double' and 'int')",
    ),
    "float-subscript": (
        "__kernel void k(__global double *a) {\n  a[1.5] = 1;\n}\n",
        "2:4: error: array subscript is not an integer",
    ),
    "function-pointer": (
        "double f(double x) { return x; }\n__kernel void k(__global double *a) {\n  double (*p)(double) = f; a[0] = p(1);\n}\n",
        "3:11: error: pointers to functions are not allowed",
    ),
    "global-variable": (
        "int n;\n__kernel void k(__global double *a) {\n  a[0] = n;\n}\n",
        "3:10: error: not supported: 'n' here",
    ),
    "goto": (
        "__kernel void k(__global double *a) {\n  goto end; end: a[0] = 1;\n}\n",
        "2:3: error: not supported: goto and labels",
    ),
    "sub-group-size": (
        "__attribute__((intel_reqd_sub_group_size(16)))\n__kernel void k(__global int *a) {\n  a[0] = sub_group_any(a[1]);\n}\n",
        "1:16: error: kernel 'k' requires sub-groups of 16 work items, but a sub-group is a whole work group, which has 4 (--wg-size)",
    ),
    "no-sub-group-size": (
        "__attribute__((intel_reqd_sub_group_size(0)))\n__kernel void k(__global int *a) {\n  a[0] = 1;\n}\n",
        "1:16: error: intel_reqd_sub_group_size takes a constant of at least 1",
    ),
    "huge-array": (
        "__kernel void k(__global double *a) {\n  double t[100000000]; a[0] = 1;\n}\n",
        "2:10: error: array 't' must have 1 to 1048576 elements",
    ),
    "image": (
        "__kernel void k(image2d_t i) { }\n",
        "1:27: error: not supported: a value of type '__read_only image2d_t'",
    ),
    "image-read": (
        "__constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
        "float4 at(int x) {\n  return read_imagef(x, s, (int2)(x, 1));\n}\n__kernel void k(__global float *a) { a[0] = 1; }\n",
        "3:10: error: 'read_imagef' is unavailable: not supported: images",
    ),
    "image-write": (
        "__kernel void k(image2d_t i, __global float4 *a) {\n  write_imagef(i, (int2)(0, 1), a[0]);\n}\n",
        "2:3: error: 'write_imagef' is unavailable: not supported: images",
    ),
    "int128": (
        "__kernel void k(__global double *a) {\n  __int128 z = 1; a[0] = z;\n}\n",
        "2:12: error: not supported: a value of type '__int128'",
    ),
    "local-pointer-parameter": (
        "__kernel void k(__local double *a) { }\n",
        "1:33: error: the size of the __local parameter 'a' is not known (--local=a=BYTES)",
    ),
    "variable-in-memory-out-of-range": (
        "__kernel void k(__global int *a) {\n  __local int t[4]; t[a[0]] = 1; a[0] = t[4];\n}\n",
        "2:43: error: subscript 4 is outside the array of 4 elements",
    ),
    "loop-out-of-range": (
        "__kernel void k(__global double *a) {\n  double t[4];\n  for (int i = 0; i <= 4; ++i) t[i] = i;\n  a[0] = t[0];\n}\n",
        "3:37: error: subscript 4 of work item 0 is outside the array of 4 elements",
    ),
    "missing-include": (
        "#include \"nothing.h\"\n__kernel void k(__global double *a) {\n  a[0] = 1;\n}\n",
        "1:10: fatal error: 'nothing.h' file not found",
    ),
    "missing-semicolon": (
        "__kernel void k(__global double *a) {\n  a[0] = 1\n}\n",
        "2:11: error: expected ';' after expression",
    ),
    "mutual-recursion": (
        "double g(double x);\ndouble f(double x) { return g(x); }\ndouble g(double x) { return f(x); }\n__kernel void k(__global double *a) {\n  a[0] = f(1);\n}\n",
        "3:29: error: not supported: recursion (function 'f')",
    ),
    "negative-array": (
        "__kernel void k(__global double *a) {\n  double t[-1]; a[0] = 1;\n}\n",
        "2:12: error: 't' declared as an array with a negative size",
    ),
    "nested-too-deep": (
        "__kernel void k(__global double *a) {\n  a[0] = " + "(" * 2000 + "1" + ")" * 2000 + ";\n}\n",
        '2:138: fatal error: bracket nesting level exceeded maximum of 128',
    ),
    "no-kernel": (
        "void k(double *a) { a[0] = 1; }\n",
        "1:1: error: no __kernel function in this file",
    ),
    "non-void": (
        "__kernel int k(__global int *a) { return 1; }\n",
        "1:14: error: kernel 'k' must return void",
    ),
    "pointer-as-integer": (
        "__kernel void k(__global double *a) {\n  a[0] = (long)a;\n}\n",
        "2:10: error: not supported: this conversion (PointerToIntegral)",
    ),
    "pointer-assignment": (
        "__kernel void k(__global double *a, int n) {\n  double *p = (double[2]){1, 2}; if (n) p = (double[1]){3}; a[0] = *p;\n}\n",
        "2:43: error: not supported yet: the pointer 'p' to more than one variable or parameter",
    ),
    "null-access": (
        "float f(__global float *p) { return *p; }\n__kernel void k(__global float *a) {\n  a[0] = f(0);\n}\n",
        "1:37: error: an access through a null pointer",
    ),
    "number-access": (
        "float f(__global float *p) { return *p; }\n__kernel void k(__global float *a, long n) {\n  a[0] = f((__global float *)n);\n}\n",
        "1:37: error: not supported: an access through a pointer that was made of an integer",
    ),
    "number-test": (
        "__kernel void k(__global float *a, long n) {\n  if ((__global float *)n) a[0] = 1;\n}\n",
        "2:7: error: not supported: testing a pointer that was made of an integer",
    ),
    "number-at-times": (
        "__kernel void k(__global float *a, long n) {\n  __global float *p = a;\n  if (p) a[0] = 1;\n  p = (__global float *)n;\n}\n",
        "3:7: error: not supported: testing a pointer that was made of an integer",
    ),
    "pointer-compare": (
        "__kernel void k(__global double *a, __global double *b) {\n  if (a == b) a[0] = 1;\n}\n",
        "2:9: error: not supported: comparing pointers to different variables or parameters",
    ),
    "pointer-difference": (
        "__kernel void k(__global double *a, __global double *b) {\n  a[0] = a - b;\n}\n",
        "2:12: error: not supported: comparing pointers to different variables or parameters",
    ),
    "pointer-increment": (
        "__kernel void k(__global double *a) {\n  double *p; p++; a[0] = 1;\n}\n",
        "2:15: error: not supported: the pointer 'p' before anything is assigned to it",
    ),
    "pointer-to-pointer": (
        "__kernel void k(__global double **a) { }\n",
        "1:35: error: not supported: a pointer to a pointer",
    ),
    "pointer-uninitialized": (
        "__kernel void k(__global double *a) {\n  double *p; p[0] = 1;\n}\n",
        "2:14: error: not supported: the pointer 'p' before anything is assigned to it",
    ),
    "printf": (
        "__kernel void k(__global double *a) {\n  printf(\"x\");\n}\n",
        "2:3: error: not supported: printf",
    ),
    "recursion": (
        "double f(double x) { return f(x); }\n__kernel void k(__global double *a) {\n  a[0] = f(1);\n}\n",
        "1:29: error: not supported: recursion (function 'f')",
    ),
    "redefinition": (
        "__kernel void k(__global double *a) {\n  int x; int x;\n}\n",
        "2:14: error: redefinition of 'x'",
    ),
    "run-time-array-size": (
        "__kernel void k(__global double *a, int n) {\n  double t[n]; a[0] = t[0];\n}\n",
        "2:12: error: variable length arrays are not supported in OpenCL",
    ),
    "sampler": (
        "__kernel void k(sampler_t s) { }\n",
        "1:27: error: not supported: a value of type 'sampler_t'",
    ),
    "required-size-2d": (
        "__kernel __attribute__((reqd_work_group_size(2, 2, 1)))\nvoid k(__global double *a) {\n}\n",
        "1:25: error: kernel 'k' requires work groups of 2x2x1 work items, not of 4 (--wg-size)",
    ),
    "required-size-other": (
        "__kernel __attribute__((reqd_work_group_size(16, 1, 1)))\nvoid k(__global double *a) {\n}\n",
        "1:25: error: kernel 'k' requires work groups of 16x1x1 work items, not of 4 (--wg-size)",
    ),
    "required-size-none": (
        "__kernel __attribute__((reqd_work_group_size(4, 0, 1)))\nvoid k(__global double *a) {\n}\n",
        "1:25: error: reqd_work_group_size takes three constants of at least 1",
    ),
    "rounding": (
        "__kernel void k(__global double *a) {\n#pragma STDC FENV_ROUND FE_UPWARD\n  a[0] = a[1] + 1;\n}\n",
        "3:15: error: not supported: rounding other than to nearest, and access to the floating-point environment",
    ),
    "shuffle-high": (
        "__kernel void k(__global double *a) {\n  a[0] = shuffle(a[0], 4);\n}\n",
        "2:24: error: shuffle source 4 is outside the work group of 4 work items",
    ),
    "shuffle-negative": (
        "__kernel void k(__global double *a) {\n  a[0] = shuffle(a[0], -1);\n}\n",
        "2:24: error: shuffle source -1 is outside the work group of 4 work items",
    ),
    "shuffle-pointer": (
        "__kernel void k(__global double *a) {\n  shuffle(a, 0);\n}\n",
        "2:3: error: no matching function for call to 'shuffle'",
    ),
    "statement-expression": (
        "__kernel void k(__global double *a) {\n  a[0] = ({ 1.0; });\n}\n",
        "2:10: error: not supported: this expression (StmtExpr)",
    ),
    "static-variable": (
        "__kernel void k(__global double *a) {\n  static int n; a[0] = n;\n}\n",
        "2:14: error: not supported: static and extern variables",
    ),
    "string": (
        "__kernel void k(__global double *a) {\n  const char *s = \"x\"; a[0] = s[0];\n}\n",
        "2:15: error: initializing 'const __generic char *__private' with an expression of type '__constant char *' changes address space of pointer",
    ),
    "struct-parameter": (
        "struct s { int *x; };\n__kernel void k(__global int *a, struct s v) {\n  a[0] = *v.x;\n}\n",
        "3:13: error: not supported yet: a pointer in memory",
    ),
    "struct-pointer": (
        "struct s { int *x; };\n__kernel void k(__global struct s *v) {\n  v[0].x[1] = 2;\n}\n",
        "3:8: error: not supported yet: a pointer in memory",
    ),
    "struct-variable": (
        "struct s { int *x; };\n__kernel void k(__global int *a) {\n  struct s v; v.x = a; v.x[0] = 1;\n}\n",
        "3:19: error: not supported: this use of a pointer",
    ),
    "struct-initializer": (
        "struct s { int *x; };\n__kernel void k(__global int *a) {\n  struct s v = {a}; v.x[0] = 1;\n}\n",
        "3:17: error: not supported: a value of type 'int *' here",
    ),
    "subscript-2d": (
        "__kernel void k(__global double *a) {\n  double t[2][3]; t[1][3] = 1; a[0] = t[0][0];\n}\n",
        "2:24: error: subscript 3 is outside the array of 3 elements",
    ),
    "subscript-high": (
        "__kernel void k(__global double *a) {\n  double t[4]; t[4] = 1; a[0] = t[0];\n}\n",
        "2:18: error: subscript 4 is outside the array of 4 elements",
    ),
    "subscript-negative": (
        "__kernel void k(__global double *a) {\n  double t[4]; t[-1] = 1; a[0] = t[0];\n}\n",
        "2:18: error: subscript -1 is outside the array of 4 elements",
    ),
    "switch": (
        "__kernel void k(__global double *a) {\n  switch (1) { case 1 ... 3: a[0] = 1; }\n}\n",
        "2:16: error: not supported: a range of case labels",
    ),
    "too-few-arguments": (
        "__kernel void k(__global double *a) {\n  a[0] = fma(1.0, 2.0);\n}\n",
        "2:10: error: no matching function for call to 'fma'",
    ),
    "too-many-arguments": (
        "__kernel void k(__global double *a) {\n  a[0] = sqrt(1.0, 2.0);\n}\n",
        "2:10: error: no matching function for call to 'sqrt'",
    ),
    "unbalanced": (
        "__kernel void k(__global double *a) { if (1) {",
        "1:47: error: expected '}'",
    ),
    "undeclared-function": (
        "__kernel void k(__global double *a) {\n  a[0] = nothing(1);\n}\n",
        "2:10: error: use of undeclared identifier 'nothing'",
    ),
    "undeclared-variable": (
        "__kernel void k(__global double *a) {\n  a[0] = nothing;\n}\n",
        "2:10: error: use of undeclared identifier 'nothing'",
    ),
    "unterminated-comment": (
        "/* __kernel void k(__global double *a) {\n\n}\n",
        "1:1: error: unterminated /* comment",
    ),
    "variadic-kernel": (
        "__kernel void k(int n, ...) { }\n",
        "1:15: error: invalid prototype, variadic arguments are not allowed in OpenCL",
    ),
    "vector-type": (
        "__kernel void k(__global double *a, int n) {\n  float4 v = 1; a[0] = v[n];\n}\n",
        "2:26: error: not supported yet: a subscript of a vector known only at run time",
    ),
    "struct-only-declared": (
        "struct S;\n__kernel void k(__global struct S *a) { a[0] = a[1]; }\n",
        "2:42: error: subscript of pointer to incomplete type '__generic struct S'",
    ),
    "vector-of-void-pointers": (
        "__kernel void k(__global void **a) { }\n",
        "1:33: error: not supported: a pointer to a pointer",
    ),
    "write-to-const": (
        "__kernel void k(__global const double *a) { a[0] = 1; }\n",
        "1:50: error: read-only variable is not assignable",
    ),
    "zero-array": (
        "__kernel void k(__global double *a) {\n  double t[0]; a[0] = 1;\n}\n",
        "2:10: error: array 't' must have 1 to 1048576 elements",
    ),
    "constant-overflow": (
        "__kernel void k(__global int *a) {\n  a[0] = 2147483647 + 1;\n}\n",
        "2:21: error: overflow in expression; its result of type 'int' is not defined",
    ),
    "division-by-zero": (
        "__kernel void k(__global double *a) {\n  a[0] = 1 / 0;\n}\n",
        "2:12: error: division by zero is undefined [-Werror,-Wdivision-by-zero]",
    ),
    "huge-constant-array": (
        "__constant double t[1000000000] = {1};\n__kernel void k(__global double *a, int i) { a[0] = t[i]; }\n",
        "1:19: error: array 't' must have 1 to 1048576 elements",
    ),
    "array-from-array": (
        "__kernel void k(__global double *a) {\n  int s[2] = (int[2]){1, 2}; a[0] = s[1];\n}\n",
        "2:7: error: cannot initialize array of type '__private int[2]' with array of type 'int[2]'",
    ),
    "no-prototype": (
        "double f(x) double x; { return x * 2; }\n__kernel void k(__global double *a) {\n  a[0] = f(1);\n}\n",
        "1:8: error: not supported: function 'f' without a prototype",
    ),
    "other-barrier": (
        "int my_barrier(int);\n__kernel void k(__global double *a) {\n  a[0] = my_barrier(2) + 1;\n}\n",
        "3:10: error: not supported: function 'my_barrier'",
    ),
    "overloaded-builtin": (
        "__attribute__((overloadable)) int isnan(int);\n__kernel void k(__global double *a) {\n  a[0] = isnan(1);\n}\n",
        "3:10: error: not supported: function 'isnan'",
    ),
    "overloaded-math": (
        "__attribute__((overloadable)) int sqrt(float, int);\n__kernel void k(__global double *a) {\n  a[0] = sqrt(1.0f, 2);\n}\n",
        "3:10: error: not supported: function 'sqrt'",
    ),
    "remainder-by-zero": (
        "__kernel void k(__global double *a) {\n  a[0] = 1 % 0;\n}\n",
        "2:12: error: remainder by zero is undefined [-Werror,-Wdivision-by-zero]",
    ),
    "subscript-int128": (
        "__kernel void k(__global double *a) {\n  double t[4]; a[0] = t[(__int128)1 << 100];\n}\n",
        "2:37: error: subscript 1267650600228229401496703205376 is outside the array of 4 elements",
    ),
    "subscript-unsigned": (
        "__kernel void k(__global double *a) {\n  double t[4]; a[0] = t[18446744073709551615ul];\n}\n",
        "2:25: error: subscript 18446744073709551615 is outside the array of 4 elements",
    ),
    "waiting": (
        "__kernel void k(__global volatile int *a) {\n  while (a[0] == 0) { barrier(CLK_GLOBAL_MEM_FENCE); }\n}\n",
        "2:15: error: not supported: a loop that waits until another work item writes to memory",
    ),
    "waiting-do": (
        "__kernel void k(__global volatile int *a, int n) {\n  do ; while (*a < n);\n}\n",
        "2:18: error: not supported: a loop that waits until another work item writes to memory",
    ),
    "macro-bomb": (
        "#define A 1+1\n" + "".join("#define %s %s\n" % (new, "+".join([old] * 16)) for old, new in zip("ABCDEFG", "BCDEFGH"))
        + "__kernel void k(__global double *a) { a[0] = H; }\n",
        "9:46: fatal error: not supported: more than 1048576 tokens after macro expansion",
    ),
    "macro-bomb-arguments": (
        "#define B(X) " + "+".join("X" * 16) + "\n__kernel void k(__global double *a) { a[0] = " + "B(" * 8 + "1" + ")" * 8 + "; }\n",
        "2:52: fatal error: not supported: more than 1048576 tokens after macro expansion",
    ),
    "too-many-lanes": (
        "__kernel void k(__global double *a) {\n  double t[1000000]; for (int i = 0; i < 1000000; ++i) t[i] = i; a[0] = t[7];\n}\n",
        "2:10: error: not supported: variables in memory of 32000000 bytes for 1 work groups (at most 1048576)",
    ),
    "deep-sum": (
        "__kernel void k(__global double *a) {\n  a[0] = " + "a[1] + " * 20000 + "1;\n}\n",
        "2:126045: error: not supported: more than 2000 expressions within each other",
    ),
    "deep-negation": (
        "__kernel void k(__global double *a) {\n  a[0] = " + "- " * 50000 + "a[1];\n}\n",
        "2:4008: error: not supported: more than 2000 expressions within each other",
    ),
    "deep-branches": (
        "__kernel void k(__global double *a) {\n" + "  if (a[0] > 1) a[0] = 1; else\n" * 300 + "  a[0] = 2;\n}\n",
        "202:3: error: not supported: more than 200 branches and loops within each other; a break, continue or return makes a branch of all that follows it",
    ),
    "many-calls": (
        "double f0(double x) { return x + 1; }\n"
        + "".join(f"double f{n + 1}(double x) {{ return f{n}(x) + f{n}(x + 1); }}\n" for n in range(24))
        + "__kernel void k(__global double *a) { a[0] = f24(a[1]); }\n",
        "2:45: error: not supported: more than 500000 statements and expressions, with all calls inlined",
    ),
}
