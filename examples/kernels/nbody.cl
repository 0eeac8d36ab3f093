// One step of an n-body simulation, all pairs, softened gravity (G = 1):
//
//   acc_i = sum_j m_j (p_j - p_i) / (|p_j - p_i|^2 + eps2)^(3/2)
//
// then velocities, then positions by the new velocities. One body per work
// item. The bodies are met tile by tile: each work item loads one body of the
// tile, and shuffles pass these around, so memory is read once per tile and not
// once per pair. eps2 > 0 keeps the pair of a body with itself finite; its
// force is 0.
//
//   pos:     4 x n, all x, all y, all z, all masses
//   vel:     3 x n
//   new_pos, new_vel: 3 x n
//   n:       bodies, at most GROUPS x WG_SIZE; a last tile may be incomplete
//
// pirch-run: --arg new_pos=zeros(3, GROUPS*WG_SIZE*15/16)
// pirch-run: --arg new_vel=zeros(3, GROUPS*WG_SIZE*15/16)
// pirch-run: --arg pos=rand(4, GROUPS*WG_SIZE*15/16)
// pirch-run: --arg vel=rand(3, GROUPS*WG_SIZE*15/16)
// pirch-run: --arg n=GROUPS*WG_SIZE*15/16 --arg eps2=0.01 --arg dt=0.001
#ifndef REAL
#define REAL double
#endif

__kernel void nbody(__global REAL *restrict new_pos,
                    __global REAL *restrict new_vel,
                    __global const REAL *restrict pos,
                    __global const REAL *restrict vel, size_t n, REAL eps2,
                    REAL dt) {
  size_t item = get_group_id() * WG_SIZE + get_local_id();
  REAL x = 0, y = 0, z = 0;
  if (item < n) {
    x = pos[item];
    y = pos[n + item];
    z = pos[2 * n + item];
  }

  REAL acc_x = 0, acc_y = 0, acc_z = 0;
  for (size_t tile = 0; tile < n; tile += WG_SIZE) {
    // Behind the last body: bodies without mass.
    REAL tile_x = 0, tile_y = 0, tile_z = 0, tile_m = 0;
    size_t other = tile + get_local_id();
    if (other < n) {
      tile_x = pos[other];
      tile_y = pos[n + other];
      tile_z = pos[2 * n + other];
      tile_m = pos[3 * n + other];
    }

    for (int s = 0; s < WG_SIZE; ++s) {
      REAL dx = shuffle(tile_x, s) - x;
      REAL dy = shuffle(tile_y, s) - y;
      REAL dz = shuffle(tile_z, s) - z;
      REAL r2 = dx * dx + dy * dy + dz * dz + eps2;
      REAL weight = shuffle(tile_m, s) / (r2 * sqrt(r2));
      acc_x += weight * dx;
      acc_y += weight * dy;
      acc_z += weight * dz;
    }
  }

  if (item < n) {
    REAL v_x = vel[item] + dt * acc_x;
    REAL v_y = vel[n + item] + dt * acc_y;
    REAL v_z = vel[2 * n + item] + dt * acc_z;
    new_vel[item] = v_x;
    new_vel[n + item] = v_y;
    new_vel[2 * n + item] = v_z;
    new_pos[item] = x + dt * v_x;
    new_pos[n + item] = y + dt * v_y;
    new_pos[2 * n + item] = z + dt * v_z;
  }
}
