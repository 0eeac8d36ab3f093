// A value that is inserted under a mask may hold nothing defined where the mask
// is clear. With one group of one work item, its lane goes through a scalar.

// RUN: pirch-run %s --target=ve --wg-size=1 --groups=1 --check \
// RUN:   --arg "in=rand(4)" --arg "out=zeros(6)" --arg place=2
__kernel void maybe(__global const double *restrict in,
                    __global double *restrict out, uint place) {
  double b[6];
  for (int k = 0; k < 6; ++k)
    b[k] = in[get_global_id(0) * 4 + k % 4];
  if (in[get_global_id(0) * 4 + 1] == 100.0)
    b[place % 6] = in[get_global_id(0) * 4 + 2];
  for (int k = 0; k < 6; ++k)
    out[get_global_id(0) * 6 + k] = b[k];
}
