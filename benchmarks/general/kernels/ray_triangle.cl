// ray_triangle.cl: where rays meet the nearest of 16 triangles
// bench: half=B kind=structures types=float,double differ=1e-3
// bench: range triangles=-1:1
// bench: range rays=-1:1
// pirch-run: --arg hit=zeros(GROUPS, WG_SIZE) --arg distance=zeros(GROUPS, WG_SIZE) --arg rays=rand(GROUPS, WG_SIZE, 6) --arg triangles=rand(16, 9) --arg count=16
typedef struct { REAL x, y, z; } vec;
typedef struct { vec from, to; } ray;
typedef struct { vec corner, edge1, edge2; } triangle;

vec sub(vec a, vec b) { vec r = {a.x - b.x, a.y - b.y, a.z - b.z}; return r; }
REAL inner(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
vec outer(vec a, vec b) {
  vec r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return r;
}
__kernel void ray_triangle(__global int *hit, __global REAL *distance, __global const ray *rays,
                           __constant triangle *triangles, int count) {
  ray r = rays[get_global_id(0)];
  int nearest = -1;
  REAL best = INFINITY;
  for (int i = 0; i < count; i++) {
    triangle t = triangles[i];
    vec p = outer(r.to, t.edge2);
    REAL det = inner(t.edge1, p);
    if (fabs(det) < (REAL)1e-6)
      continue;
    REAL inv = 1 / det;
    vec s = sub(r.from, t.corner);
    REAL u = inner(s, p) * inv;
    if (u < 0 || u > 1)
      continue;
    vec q = outer(s, t.edge1);
    REAL v = inner(r.to, q) * inv;
    if (v < 0 || u + v > 1)
      continue;
    REAL d = inner(t.edge2, q) * inv;
    if (d > (REAL)1e-6 && d < best) {
      best = d;
      nearest = i;
    }
  }
  hit[get_global_id(0)] = nearest;
  distance[get_global_id(0)] = best;
}
