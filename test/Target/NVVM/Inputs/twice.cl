// pirch-run: --arg to=zeros(GROUPS,4) --arg from=rand(GROUPS,4) --arg n=2
__kernel void twice(__global double *to, __global const double *from, int n) {
  to[get_global_id()] = from[get_global_id()] * n;
}
