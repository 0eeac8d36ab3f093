// quaternion_rotate.cl: turn each vector by its own unit quaternion
// bench: half=A kind=structures types=float,double
// bench: range q=-1:1
// bench: range v=-1:1
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 3) --arg q=rand(GROUPS, WG_SIZE, 4) --arg v=rand(GROUPS, WG_SIZE, 3)
__kernel void quaternion_rotate(__global REAL *out, __global const REAL *q, __global const REAL *v) {
  int g = get_global_id(0);
  REAL w = q[4 * g], x = q[4 * g + 1], y = q[4 * g + 2], z = q[4 * g + 3];
  REAL vx = v[3 * g], vy = v[3 * g + 1], vz = v[3 * g + 2];
  REAL tx = 2 * (y * vz - z * vy);
  REAL ty = 2 * (z * vx - x * vz);
  REAL tz = 2 * (x * vy - y * vx);
  out[3 * g] = vx + w * tx + (y * tz - z * ty);
  out[3 * g + 1] = vy + w * ty + (z * tx - x * tz);
  out[3 * g + 2] = vz + w * tz + (x * ty - y * tx);
}
