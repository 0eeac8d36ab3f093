// slerp.cl: unit quaternions between two others, along the arc; close ones linearly
// bench: half=B kind=mathematics types=float,double tolerance=1e-3
// bench: range a=-1:1
// bench: range b=-1:1
// bench: range t=0:1
// pirch-run: --arg q=zeros(GROUPS, WG_SIZE, 4) --arg a=rand(GROUPS, WG_SIZE, 4) --arg b=rand(GROUPS, WG_SIZE, 4) --arg t=rand(GROUPS, WG_SIZE)
#define JOIN(a, b) a##b
#define VECTOR(type) JOIN(type, 4)
__kernel void slerp(__global VECTOR(REAL) *q, __global const VECTOR(REAL) *a, __global const VECTOR(REAL) *b, __global const REAL *t) {
  const size_t g = get_global_id(0);
  VECTOR(REAL) from = normalize(a[g]), to = normalize(b[g]);
  REAL cosine = dot(from, to);
  if (cosine < 0) {
    to = -to;
    cosine = -cosine;
  }
  REAL first = 1 - t[g], second = t[g];
  if (cosine < (REAL)0.9995) {
    REAL angle = acos(cosine), sine = sin(angle);
    first = sin(first * angle) / sine;
    second = sin(second * angle) / sine;
  }
  q[g] = first * from + second * to;
}
