// cosine_rows.cl: the cosine between rows of two matrices
// bench: half=B kind=rows types=float,double
// bench: range a=-1:1
// bench: range b=-1:1
// pirch-run: --arg out=zeros(GROUPS) --arg a=rand(GROUPS, 333) --arg b=rand(GROUPS, 333) --arg n=333
__kernel void cosine_rows(__global REAL *out, __global const REAL *a, __global const REAL *b, uint n) {
  const size_t row = get_group_id(0) * n;
  REAL ab = 0, aa = 0, bb = 0;
  for (uint i = get_local_id(0); i < n; i += WG_SIZE) {
    REAL u = a[row + i], v = b[row + i];
    ab += u * v;
    aa += u * u;
    bb += v * v;
  }
  ab = sub_group_reduce_add(ab);
  aa = sub_group_reduce_add(aa);
  bb = sub_group_reduce_add(bb);
  if (get_local_id(0) == 0)
    out[get_group_id(0)] = ab * rsqrt(aa * bb);
}
