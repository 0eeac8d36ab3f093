// LLVM's code generator makes vmovmskps of vpmovd2m and kmovd, and forgets that a
// scatter still uses the mask.
// RUN: %if avx512 %{ pirch-run %s --check --kernel=returns --wg-size=2x4 --groups=1 --wg-pack=1 --arg n=3 --target=avx512 %}
// pirch-run: --arg a=zeros(24 * 2 * GROUPS) --arg b=rand(24 * 2 * GROUPS) --arg c=zeros(GROUPS, WG_SIZE)

__kernel void returns(__global const float *a, __global double *b, __global int *c, int n) {
  int lid = get_local_linear_id();
  size_t at = get_global_linear_id();
  for (int i = 0; i < (n & 3); ++i) {
    if (lid / (lid | 1) == 0)
      return;
    else
      b[at * 3 + 1] = a[at * 3];
  }
}
