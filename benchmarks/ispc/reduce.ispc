// Sum of a long array, a partial sum per group.
#include "forms.isph"
#define CHUNK (4 * SIZE)
#define SUMS ((CHUNK + TARGET_WIDTH - 1) / TARGET_WIDTH)

FORM(rows) {
  Buffer partial = buffers[0];
  uniform int64 n = (uniform int64)scalars[0], groups = (uniform int64)scalars[1];
  for (uniform int64 g = first; g < first + count; ++g) {
    REAL sums[SUMS];
    for (uniform int s = 0; s < SUMS; ++s)
      sums[s] = 0;
    uniform int64 at = g * CHUNK;
    for (; at + CHUNK <= n; at += groups * CHUNK) {
      Buffer chunk = buffers[1] + at;
      for (uniform int s = 0; s < SUMS; ++s) {
        int e = s * programCount + programIndex;
        if ((s + 1) * programCount <= CHUNK)
          sums[s] += chunk[e];
        else if (e < CHUNK)
          sums[s] += chunk[e];
      }
    }
    if (at < n) {
      Buffer chunk = buffers[1] + at;
      foreach (e = 0 ... (uniform int)(n - at))
        sums[0] += chunk[e];
    }
    REAL total = 0;
    for (uniform int s = 0; s < SUMS; ++s)
      total += sums[s];
    partial[g] = reduce_add(total);
  }
}

FORM(problems) {
  Buffer partial = buffers[0];
  uniform int64 n = (uniform int64)scalars[0], groups = (uniform int64)scalars[1];
  FOR_BLOCKS(g)
    FOR_LANES(lane, g) {
      REAL total = 0;
      for (uniform int64 at = g * CHUNK; at < n; at += groups * CHUNK) {
        Buffer block = buffers[1] + at;
        for (uniform int e = 0; e < CHUNK; ++e)
          if (at + lane * CHUNK + e < n)
            total += block[lane * CHUNK + e];
      }
      partial[g + lane] = total;
    }
}
