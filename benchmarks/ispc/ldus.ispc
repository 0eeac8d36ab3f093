// LDU factorization.
#include "forms.isph"
#define ELEMENTS (SIZE * SIZE)

FORM(rows) {
  for (uniform int64 m = first; m < first + count; ++m) {
    Buffer a = buffers[0] + m * ELEMENTS;
    for (uniform int s = 0; s < SIZE; ++s) {
      uniform REAL pivot = a[s * SIZE + s];
      for (uniform int i = s + 1; i < SIZE; ++i) {
        uniform REAL factor = a[i * SIZE + s] / pivot;
        a[i * SIZE + s] = factor;
        foreach (j = s + 1 ... SIZE)
          a[i * SIZE + j] -= factor * a[s * SIZE + j];
      }
      foreach (j = s + 1 ... SIZE)
        a[s * SIZE + j] /= pivot;
    }
  }
}

FORM(problems) {
  FOR_BLOCKS(m) {
    Buffer matrix = buffers[0] + m * ELEMENTS;
    FOR_LANES(lane, m) {
      REAL a[ELEMENTS];
      for (uniform int e = 0; e < ELEMENTS; ++e)
        a[e] = matrix[lane * ELEMENTS + e];
      for (uniform int s = 0; s < SIZE; ++s) {
        REAL pivot = a[s * SIZE + s];
        for (uniform int i = s + 1; i < SIZE; ++i) {
          REAL factor = a[i * SIZE + s] / pivot;
          a[i * SIZE + s] = factor;
          for (uniform int j = s + 1; j < SIZE; ++j)
            a[i * SIZE + j] -= factor * a[s * SIZE + j];
        }
        for (uniform int j = s + 1; j < SIZE; ++j)
          a[s * SIZE + j] /= pivot;
      }
      for (uniform int e = 0; e < ELEMENTS; ++e)
        matrix[lane * ELEMENTS + e] = a[e];
    }
  }
}
