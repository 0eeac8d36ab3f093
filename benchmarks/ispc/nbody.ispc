// All pairs of bodies: a body per program instance.
#include "forms.isph"

FORM(rows) {
  uniform REAL dt = (uniform REAL)scalars[0], eps2 = (uniform REAL)scalars[1];
  uniform int64 n = (uniform int64)scalars[2], begin = first * SIZE;
  Buffer pos = buffers[2];
  foreach (it = 0 ... (uniform int)min(count * SIZE, n - begin)) {
    Buffer own = pos + begin;
    REAL x = own[it], y = (own + n)[it], z = (own + 2 * n)[it];
    REAL acc_x = 0, acc_y = 0, acc_z = 0;
    for (uniform int j = 0; j < n; ++j) {
      REAL dx = pos[j] - x, dy = (pos + n)[j] - y, dz = (pos + 2 * n)[j] - z;
      REAL r2 = dx * dx + dy * dy + dz * dz + eps2;
      REAL weight = (pos + 3 * n)[j] / (r2 * sqrt(r2));
      acc_x += weight * dx;
      acc_y += weight * dy;
      acc_z += weight * dz;
    }
    Buffer new_pos = buffers[0] + begin, new_vel = buffers[1] + begin;
    Buffer vel = buffers[3] + begin;
    REAL v_x = vel[it] + dt * acc_x, v_y = (vel + n)[it] + dt * acc_y,
         v_z = (vel + 2 * n)[it] + dt * acc_z;
    new_vel[it] = v_x;
    (new_vel + n)[it] = v_y;
    (new_vel + 2 * n)[it] = v_z;
    new_pos[it] = x + dt * v_x;
    (new_pos + n)[it] = y + dt * v_y;
    (new_pos + 2 * n)[it] = z + dt * v_z;
  }
}
