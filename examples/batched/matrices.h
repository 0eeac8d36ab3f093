// The type of the elements of matrices, the number of columns of matrices A and
// B (which have WG_SIZE rows), and where elements are in memory. Matrices are
// row-major and lie one behind the other, unless macros give the distances of
// rows (ROW_A), of columns (COLUMN_A) and of the matrices of neighbouring
// groups (STRIDE_A), in elements: column-major matrices have a ROW_A of 1. The
// same for B, C and STRIDE_PIVOTS.
#ifndef REAL
#define REAL double
#endif
#ifndef COLUMNS_A
#define COLUMNS_A WG_SIZE
#endif
#ifndef RIGHT_SIDES
#define RIGHT_SIDES 1
#endif
#ifndef STRIDE_A
#define STRIDE_A (WG_SIZE * COLUMNS_A)
#define ROW_A COLUMNS_A
#define COLUMN_A 1
#endif
#ifndef STRIDE_B
#define STRIDE_B (WG_SIZE * RIGHT_SIDES)
#define ROW_B RIGHT_SIDES
#define COLUMN_B 1
#endif
#ifndef STRIDE_PIVOTS
#define STRIDE_PIVOTS WG_SIZE
#endif

// Element (i, j) of the group's matrix.
#define A_AT(i, j) (get_group_id(0) * STRIDE_A + (i) * ROW_A + (j) * COLUMN_A)
#define B_AT(i, j) (get_group_id(0) * STRIDE_B + (i) * ROW_B + (j) * COLUMN_B)
