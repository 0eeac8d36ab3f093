// lorenz.cl: 16 steps of Runge and Kutta along orbits of the Lorenz system
// bench: half=B kind=structures types=float,double tolerance=1e-2
// bench: range state=-10:10
// bench: range h=0.001
// pirch-run: --arg state=rand(GROUPS, WG_SIZE, 3) --arg h=1
typedef struct { REAL x, y, z; } point;

point slope(point p) {
  point d = {10 * (p.y - p.x), p.x * (28 - p.z) - p.y, p.x * p.y - (REAL)(8.0 / 3) * p.z};
  return d;
}
point along(point p, REAL h, point d) {
  point q = {p.x + h * d.x, p.y + h * d.y, p.z + h * d.z};
  return q;
}
__kernel void lorenz(__global point *state, REAL h) {
  point p = state[get_global_id(0)];
  for (int step = 0; step < 16; step++) {
    point k1 = slope(p), k2 = slope(along(p, h / 2, k1));
    point k3 = slope(along(p, h / 2, k2)), k4 = slope(along(p, h, k3));
    p.x += h / 6 * (k1.x + k4.x) + h / 3 * (k2.x + k3.x);
    p.y += h / 6 * (k1.y + k4.y) + h / 3 * (k2.y + k3.y);
    p.z += h / 6 * (k1.z + k4.z) + h / 3 * (k2.z + k3.z);
  }
  state[get_global_id(0)] = p;
}
