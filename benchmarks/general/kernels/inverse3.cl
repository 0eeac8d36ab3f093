// inverse3.cl: inverses of 3x3 matrices, one for each work item
// bench: half=A kind=structures types=float,double
// bench: range a=1:5
// pirch-run: --arg inv=zeros(GROUPS, WG_SIZE, 9) --arg a=rand(GROUPS, WG_SIZE, 9)
__kernel void inverse3(__global REAL *inv, __global const REAL *a) {
  const int at = get_global_id(0) * 9;
  REAL a00 = a[at], a01 = a[at + 1], a02 = a[at + 2];
  REAL a10 = a[at + 3], a11 = a[at + 4], a12 = a[at + 5];
  REAL a20 = a[at + 6], a21 = a[at + 7], a22 = a[at + 8];
  REAL c00 = a11 * a22 - a12 * a21;
  REAL c01 = a12 * a20 - a10 * a22;
  REAL c02 = a10 * a21 - a11 * a20;
  REAL d = 1 / (a00 * c00 + a01 * c01 + a02 * c02);
  inv[at] = c00 * d;
  inv[at + 1] = (a02 * a21 - a01 * a22) * d;
  inv[at + 2] = (a01 * a12 - a02 * a11) * d;
  inv[at + 3] = c01 * d;
  inv[at + 4] = (a00 * a22 - a02 * a20) * d;
  inv[at + 5] = (a02 * a10 - a00 * a12) * d;
  inv[at + 6] = c02 * d;
  inv[at + 7] = (a01 * a20 - a00 * a21) * d;
  inv[at + 8] = (a00 * a11 - a01 * a10) * d;
}
