// layernorm.cl: rows brought to mean 0 and variance 1, then scaled and shifted element by element
// bench: half=A kind=rows types=float,double
// bench: range x=-2:2
// pirch-run: --arg y=zeros(GROUPS, 384) --arg x=rand(GROUPS, 384) --arg gamma=rand(384) --arg beta=rand(384) --arg eps=1e-5
#define N 384
__kernel void layernorm(__global REAL *y, __global const REAL *x, __global const REAL *gamma,
                        __global const REAL *beta, REAL eps) {
  const uint lid = get_local_id(0);
  const size_t base = get_group_id(0) * N;
  REAL sum = 0, squares = 0;
  for (uint i = lid; i < N; i += WG_SIZE) {
    REAL v = x[base + i];
    sum += v;
    squares += v * v;
  }
  const REAL mean = sub_group_reduce_add(sum) / N;
  const REAL var = sub_group_reduce_add(squares) / N - mean * mean;
  const REAL inv = rsqrt(var + eps);
  for (uint i = lid; i < N; i += WG_SIZE)
    y[base + i] = (x[base + i] - mean) * inv * gamma[i] + beta[i];
}
