// mesh_normals.cl: the normals of triangles whose corners are indices into a list of vertices
// bench: half=B kind=gathers types=float,double
// bench: range corner=0:63
// bench: range vertex=-1:1
// pirch-run: --arg normal=zeros(GROUPS, WG_SIZE, 3) --arg corner=rand(GROUPS, WG_SIZE, 3) --arg vertex=rand(64, 3)
__kernel void mesh_normals(__global REAL *normal, __global const int *corner, __global const REAL *vertex) {
  const size_t g = get_global_id(0);
  REAL p[3][3];
  for (int c = 0; c < 3; c++) {
    int index = corner[3 * g + c];
    for (int axis = 0; axis < 3; axis++)
      p[c][axis] = vertex[3 * index + axis];
  }
  REAL ux = p[1][0] - p[0][0], uy = p[1][1] - p[0][1], uz = p[1][2] - p[0][2];
  REAL vx = p[2][0] - p[0][0], vy = p[2][1] - p[0][1], vz = p[2][2] - p[0][2];
  REAL nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  REAL length = sqrt(nx * nx + ny * ny + nz * nz);
  REAL scale = length > 0 ? 1 / length : 0;
  normal[3 * g] = nx * scale;
  normal[3 * g + 1] = ny * scale;
  normal[3 * g + 2] = nz * scale;
}
