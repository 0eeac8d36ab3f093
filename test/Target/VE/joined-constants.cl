// Operations of one place in the source that make two registers of f32 become
// one; the constants that they multiply by are joined as well, and folded.

// RUN: pirch-run %s --wg-size=8 --groups=3 --target=ve --check
// pirch-run: --arg x=rand(GROUPS, WG_SIZE, 16)
__kernel void fft(__global float2 *x) {
  size_t g = get_global_id(0);
  float2 v[8];
  for (int i = 0; i < 8; ++i)
    v[i] = x[g * 8 + ((i & 1) << 2 | (i & 2) | (i >> 2))];
  for (int s = 1; s < 8; s *= 2)
    for (int k = 0; k < 8; k += 2 * s)
      for (int j = 0; j < s; ++j) {
        float angle = -3.14159265f * j / s;
        float2 w = (float2)(cos(angle), sin(angle));
        float2 a = v[k + j], b = v[k + j + s];
        float2 t = (float2)(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
        v[k + j + s] = a - t;
        v[k + j] = a + t;
      }
  for (int i = 0; i < 8; ++i)
    x[g * 8 + i] = v[i];
}
