// Some work items store two neighbouring elements, and all read one of them: the stores become one, behind the load of the
// second element.
// RUN: pirch-run %s --wg-size=8 --groups=5 --check --target=host
// RUN: pirch-run %s --wg-size=8 --groups=5 --check --target=generic
// RUN: pirch-run %s --wg-size=8 --groups=5 --check --target=ve
// RUN: pirch-run %s --wg-size=8 --groups=5 --check --target=nvvm
// pirch-run: --arg in=rand(120) --arg out=zeros(40)
__kernel void k(__global uint *in, __global uint *restrict out) {
  size_t at = get_global_id(0);
  if ((get_local_id(0) & 3) == 2) {
    in[at * 3 + 1] = 0;
    --in[at * 3 + 2];
  }
  out[at] = in[at * 3 + 1];
}
