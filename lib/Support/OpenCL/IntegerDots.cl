//===- IntegerDots.cl - Products of vectors of four bytes -----------------===//
//
// The functions of cl_khr_integer_dot_product. What is packed into an integer
// has its first element in the lowest byte.
//
//===----------------------------------------------------------------------===//

#define OCL_DOT(R, A, B) \
  OCL_FN R dot(A##4 a, B##4 b) { \
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; } \
  OCL_FN R dot_acc_sat(A##4 a, B##4 b, R sum) { \
    return add_sat((R)dot(a, b), sum); }
OCL_DOT(uint, uchar, uchar) OCL_DOT(int, char, char) OCL_DOT(int, uchar, char)
OCL_DOT(int, char, uchar)
#define OCL_PACKED_DOT(KIND, R, A, B) \
  OCL_FN R dot_4x8packed_##KIND##_##R(uint a, uint b) { \
    return dot(OCL_AS(A##4, a), OCL_AS(B##4, b)); } \
  OCL_FN R dot_acc_sat_4x8packed_##KIND##_##R(uint a, uint b, R sum) { \
    return dot_acc_sat(OCL_AS(A##4, a), OCL_AS(B##4, b), sum); }
OCL_PACKED_DOT(uu, uint, uchar, uchar) OCL_PACKED_DOT(ss, int, char, char)
OCL_PACKED_DOT(us, int, uchar, char) OCL_PACKED_DOT(su, int, char, uchar)
