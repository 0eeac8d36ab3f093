// max_pool.cl: the greatest of two by two numbers of an image of 64 columns
// bench: half=B kind=imaging types=float,double
// bench: range in=-1:1
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE) --arg in=rand(GROUPS+8, WG_SIZE, 4)
#define COLUMNS 64
__kernel void max_pool(__global REAL *out, __global const REAL *in) {
  const int i = get_global_id(0);
  const int x = i % (COLUMNS / 2), y = i / (COLUMNS / 2);
  const __global REAL *above = in + 2 * y * COLUMNS + 2 * x, *below = above + COLUMNS;
  out[i] = fmax(fmax(above[0], above[1]), fmax(below[0], below[1]));
}
