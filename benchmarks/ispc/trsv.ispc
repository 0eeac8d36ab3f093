// Two triangular solves.
#include "forms.isph"
#define ELEMENTS (SIZE * SIZE)

// By rows of the factors: an unknown is its right-hand side less a product of
// a row with the unknowns that are known.
FORM(rows) {
  for (uniform int64 m = first; m < first + count; ++m) {
    Buffer x = buffers[0] + m * SIZE;
    Buffer lu = buffers[1] + m * ELEMENTS;
    for (uniform int i = 1; i < SIZE; ++i) {
      REAL part = 0;
      foreach (j = 0 ... i)
        part += lu[i * SIZE + j] * x[j];
      x[i] -= reduce_add(part);
    }
    for (uniform int i = SIZE - 1; i >= 0; --i) {
      REAL part = 0;
      foreach (j = i + 1 ... SIZE)
        part += lu[i * SIZE + j] * x[j];
      x[i] = (x[i] - (uniform REAL)reduce_add(part)) / lu[i * SIZE + i];
    }
  }
}

FORM(problems) {
  FOR_BLOCKS(m) {
    Buffer vector = buffers[0] + m * SIZE;
    Buffer lu = buffers[1] + m * ELEMENTS;
    FOR_LANES(lane, m) {
      REAL x[SIZE];
      for (uniform int i = 0; i < SIZE; ++i)
        x[i] = vector[lane * SIZE + i];
      for (uniform int i = 1; i < SIZE; ++i)
        for (uniform int j = 0; j < i; ++j)
          x[i] -= lu[lane * ELEMENTS + i * SIZE + j] * x[j];
      for (uniform int i = SIZE - 1; i >= 0; --i) {
        for (uniform int j = i + 1; j < SIZE; ++j)
          x[i] -= lu[lane * ELEMENTS + i * SIZE + j] * x[j];
        x[i] /= lu[lane * ELEMENTS + i * SIZE + i];
      }
      for (uniform int i = 0; i < SIZE; ++i)
        vector[lane * SIZE + i] = x[i];
    }
  }
}
