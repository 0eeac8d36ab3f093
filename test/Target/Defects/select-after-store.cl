// A value that a masked load gave keeps what memory held before the store behind
// it, although LLVM's InstCombine would load it again where it is selected.

// RUN: pirch-run %s --wg-size=8 --groups=3 --check --arg "in=rand(24)" \
// RUN:   --arg "out=rand(48)"
__kernel void take(__global const double *in, __global double *out) {
  size_t at = get_group_id(0) * 2 * WG_SIZE + get_local_id(0);
  double taken = in[get_global_id(0)];
  if (taken > 0.5) {
    taken = out[at];
    out[at] = 0;
  }
  out[at + WG_SIZE] = taken;
}
