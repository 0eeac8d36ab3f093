// perlin.cl: Perlin's noise in two dimensions with his table of permutations
// bench: half=B kind=gathers
// bench: range x=0:16
// bench: range y=0:16
// bench: range perm=0:255
// pirch-run: --arg noise=zeros(GROUPS, WG_SIZE) --arg x=rand(GROUPS, WG_SIZE) --arg y=rand(GROUPS, WG_SIZE) --arg perm=rand(512)
float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
float gradient(int hash, float x, float y) {
  float u = (hash & 4) ? y : x, v = (hash & 4) ? x : y;
  return ((hash & 1) ? -u : u) + ((hash & 2) ? -2 * v : 2 * v);
}
float blend(float t, float a, float b) { return a + t * (b - a); }

__kernel void perlin(__global float *noise, __global const float *x, __global const float *y, __global const int *perm) {
  const size_t g = get_global_id(0);
  float px = x[g], py = y[g];
  int ix = (int)floor(px), iy = (int)floor(py);
  float fx = px - ix, fy = py - iy;
  ix &= 255;
  iy &= 255;
  int a = perm[ix] + iy, b = perm[ix + 1] + iy;
  float u = fade(fx), v = fade(fy);
  noise[g] = blend(v, blend(u, gradient(perm[a], fx, fy), gradient(perm[b], fx - 1, fy)),
                   blend(u, gradient(perm[a + 1], fx, fy - 1), gradient(perm[b + 1], fx - 1, fy - 1)));
}
