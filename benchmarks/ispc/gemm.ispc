// Matrix product.
#include "forms.isph"
#define ELEMENTS (SIZE * SIZE)

// Four rows of C at a time, so that a row of B is loaded for four.
FORM(rows) {
  for (uniform int64 m = first; m < first + count; ++m) {
    Buffer c = buffers[0] + m * ELEMENTS;
    Buffer a = buffers[1] + m * ELEMENTS;
    Buffer b = buffers[2] + m * ELEMENTS;
    for (uniform int i = 0; i < SIZE; i += 4)
      foreach (j = 0 ... SIZE) {
        REAL sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
        for (uniform int k = 0; k < SIZE; ++k) {
          REAL row = b[k * SIZE + j];
          sum0 += a[i * SIZE + k] * row;
          sum1 += a[(i + 1) * SIZE + k] * row;
          sum2 += a[(i + 2) * SIZE + k] * row;
          sum3 += a[(i + 3) * SIZE + k] * row;
        }
        c[i * SIZE + j] = sum0;
        c[(i + 1) * SIZE + j] = sum1;
        c[(i + 2) * SIZE + j] = sum2;
        c[(i + 3) * SIZE + j] = sum3;
      }
  }
}

FORM(problems) {
  FOR_BLOCKS(m) {
    Buffer c = buffers[0] + m * ELEMENTS;
    Buffer a = buffers[1] + m * ELEMENTS;
    Buffer b = buffers[2] + m * ELEMENTS;
    FOR_LANES(lane, m) {
      REAL right[ELEMENTS];
      for (uniform int e = 0; e < ELEMENTS; ++e)
        right[e] = b[lane * ELEMENTS + e];
      for (uniform int i = 0; i < SIZE; ++i) {
        REAL row[SIZE];
        for (uniform int j = 0; j < SIZE; ++j)
          row[j] = 0;
        for (uniform int k = 0; k < SIZE; ++k) {
          REAL factor = a[lane * ELEMENTS + i * SIZE + k];
          for (uniform int j = 0; j < SIZE; ++j)
            row[j] += factor * right[k * SIZE + j];
        }
        for (uniform int j = 0; j < SIZE; ++j)
          c[lane * ELEMENTS + i * SIZE + j] = row[j];
      }
    }
  }
}
