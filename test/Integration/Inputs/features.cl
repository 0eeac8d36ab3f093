// One kernel per feature of the language, each compared with the oracle.
// pirch-run: --arg a=rand(GROUPS, WG_SIZE, 4) --arg b=rand(GROUPS, WG_SIZE, 4)
// pirch-run: --arg n=5
#define ITEM (get_group_id() * WG_SIZE + get_local_id())

double square(double x) { return x * x; }
double early(double x) {
  if (x > 0.5)
    return 1;
  for (int i = 0; i < 3; ++i) {
    x += 0.125;
    if (x > 0.4)
      return x;
  }
  return -x;
}

__kernel void control(__global double *a, __global const int *b, int n) {
  double x = a[ITEM * 4], y = 0;
  for (int i = 0; i < n; ++i) {
    if (b[ITEM * 4] == i)
      continue;
    if (b[ITEM * 4 + 1] < i)
      break;
    y += x * i;
  }
  int k = b[ITEM * 4 + 2];
  while (k > 1) {
    k = k % 2 ? 3 * k + 1 : k / 2;
    y += 1;
  }
  do {
    x = x * 0.5;
    y -= 1;
  } while (x > 0.1);
  a[ITEM * 4] = early(x) + square(y);
  if (get_local_id() == 1)
    return;
  a[ITEM * 4 + 1] = y > 2 && x < 0.05 ? a[ITEM * 4 + 2] / y : fabs(-y);
}

__kernel void arrays(__global double *a, __global const int *b, int n) {
  double t[4], u[2][2];
  for (int i = 0; i < 4; ++i)
    t[i] = a[ITEM * 4 + i];
  for (int i = 1; i < 4; ++i)
    t[i] += t[i - 1];
  for (int i = 3; i >= 0; i--)
    t[i] -= t[(i + 1) % 4];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      u[i][j] = t[2 * j + i];
  int k = b[ITEM * 4] % 4;
  t[k] = u[k / 2][k % 2] + t[b[ITEM * 4 + 1] % 4];
  t[get_local_id() % 4] *= 2;
  for (int i = 0; i < 4; ++i)
    a[ITEM * 4 + 3 - i] = t[i] + u[i % 2][i / 2];
}

__kernel void exchange(__global double *a, __global const int *b, int n) {
  double x = a[ITEM * 4];
  __local double shared[WG_SIZE];
  shared[get_local_id()] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  double y = shared[(get_local_id() + 1) % WG_SIZE];
  y += shuffle(x, b[ITEM * 4] % WG_SIZE) + shared[b[ITEM * 4 + 1] % WG_SIZE];
  y += sub_group_shuffle_xor(x, 0) + sub_group_broadcast(y, 0);
  y += sub_group_reduce_add(x) + sub_group_reduce_max(y);
  a[ITEM * 4 + 1] = -sub_group_scan_exclusive_add(x);
  y += sub_group_scan_inclusive_add(x) - sub_group_scan_exclusive_min(y < 100 ? y : 100);
  if (sub_group_any(x > 0.9) || sub_group_all(x < 0.8))
    y = -y;
  a[ITEM * 4] = sub_group_reduce_min(b[ITEM * 4 + 2]) < 3 ? y : x;
}

__kernel void integers(__global int *a, __global const uint *b, int n) {
  int x = a[ITEM * 4];
  uint y = b[ITEM * 4 + 1];
  char c = (char)(x * 50);
  short s = (short)(y * 9999);
  ulong l = (ulong)y << 40 | x;
  x = x / (int)(y + 1) + x % 3 - (x << 3) + (c >> 1) + popcount(y) + clz(x);
  y = y / 3 ^ ~y | rotate(y, 5u) & mul_hi(y * 77777777u, 99999u);
  x += abs(-x) + max(x, (int)c) - min(x, (int)s) + clamp(x, -5, 5);
  x += (int)(l >> 37) + (as_int(1.5f) & 255) + convert_int(2.75f) + (x > 3) + !x;
  a[ITEM * 4] = x;
  a[ITEM * 4 + 1] = (int)y;
  a[ITEM * 4 + 2] = c + s;
}

__kernel void math(__global float *a, __global double *b, int n) {
  float x = a[ITEM * 4];
  double y = b[ITEM * 4] + 0.5;
  a[ITEM * 4] = sqrt(x) + rsqrt(x + 1) * rcp(x + 2) - floor(x * 4) + ceil(x);
  a[ITEM * 4 + 1] = fma(x, x, x) + mad(x, 2.0f, x) + fmin(x, 0.5f) + round(x * 3);
  b[ITEM * 4] = exp(y) + log(y) + pow(y, 1.5) + sin(y) + cos(y) + tanh(y);
  b[ITEM * 4 + 1] = (float)y * x - fabs(y - 1) + max(y, 0.7);
}
