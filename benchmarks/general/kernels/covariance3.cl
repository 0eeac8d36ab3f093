// covariance3.cl: the covariance of the 16 points that each work item has in three dimensions
// bench: half=B kind=structures types=float,double
// pirch-run: --arg cov=zeros(GROUPS, WG_SIZE, 6) --arg points=rand(GROUPS, WG_SIZE, 48)
typedef struct { REAL x, y, z; } Point;

__kernel void covariance3(__global REAL *cov, __global const Point *points) {
  int id = get_global_id(0);
  __global const Point *p = points + id * 16;
  REAL mx = 0, my = 0, mz = 0;
  for (int i = 0; i < 16; i++) {
    mx += p[i].x;
    my += p[i].y;
    mz += p[i].z;
  }
  mx /= 16;
  my /= 16;
  mz /= 16;
  REAL xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
  for (int i = 0; i < 16; i++) {
    REAL dx = p[i].x - mx, dy = p[i].y - my, dz = p[i].z - mz;
    xx += dx * dx;
    xy += dx * dy;
    xz += dx * dz;
    yy += dy * dy;
    yz += dy * dz;
    zz += dz * dz;
  }
  __global REAL *out = cov + id * 6;
  out[0] = xx / 15;
  out[1] = xy / 15;
  out[2] = xz / 15;
  out[3] = yy / 15;
  out[4] = yz / 15;
  out[5] = zz / 15;
}
