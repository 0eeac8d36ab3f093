// euler_matrix.cl: rotation matrices from three angles
// bench: half=B kind=mathematics types=float,double
// bench: range angle=-3:3
// pirch-run: --arg m=zeros(GROUPS, WG_SIZE, 9) --arg angle=rand(GROUPS, WG_SIZE, 3)
__kernel void euler_matrix(__global REAL *m, __global const REAL *angle) {
  size_t i = get_global_id(0);
  REAL cx, cy, cz;
  REAL sx = sincos(angle[i * 3], &cx), sy = sincos(angle[i * 3 + 1], &cy), sz = sincos(angle[i * 3 + 2], &cz);
  __global REAL *r = m + i * 9;
  r[0] = cy * cz;
  r[1] = sx * sy * cz - cx * sz;
  r[2] = cx * sy * cz + sx * sz;
  r[3] = cy * sz;
  r[4] = sx * sy * sz + cx * cz;
  r[5] = cx * sy * sz - sx * cz;
  r[6] = -sy;
  r[7] = sx * cy;
  r[8] = cx * cy;
}
