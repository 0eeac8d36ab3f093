// Matrix addition: elements are alike, whatever problem they belong to.
#include "forms.isph"
#define ELEMENTS (SIZE * SIZE)

FORM(rows) {
  for (uniform int64 m = first; m < first + count; ++m) {
    Buffer c = buffers[0] + m * ELEMENTS;
    Buffer a = buffers[1] + m * ELEMENTS;
    Buffer b = buffers[2] + m * ELEMENTS;
    foreach (e = 0 ... ELEMENTS)
      c[e] = a[e] + b[e];
  }
}

FORM(problems) {
  FOR_BLOCKS(m) {
    Buffer c = buffers[0] + m * ELEMENTS;
    Buffer a = buffers[1] + m * ELEMENTS;
    Buffer b = buffers[2] + m * ELEMENTS;
    FOR_LANES(lane, m)
      for (uniform int e = 0; e < ELEMENTS; ++e)
        c[lane * ELEMENTS + e] = a[lane * ELEMENTS + e] + b[lane * ELEMENTS + e];
  }
}
