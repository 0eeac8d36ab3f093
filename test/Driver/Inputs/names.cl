// Names that mean something else to C, C++ or a library.
#ifndef NO_LIBM
float sinf(float x) { return x + 1; }
__constant float cosf[2] = {1, 2};
__kernel void expf(__global float *o) {
  size_t g = get_global_id(0);
  o[g] = exp(o[g]) + sinf(o[g]) + sin(o[g]) + cos(o[g]) * cosf[1] +
         trunc(o[g]) + clz((uint)g);
}
#endif
__kernel void delete(__global float *int64_t, float INT8_MAX) {
  int64_t[get_global_id(0)] = INT8_MAX;
}
__kernel void delete_(__global float *o) { o[get_global_id(0)] = 1; }
__kernel void uint8_t(__global float *uint8_t) {
  uint8_t[get_global_id(0)] = 1;
}
__kernel void main(__global float *first_group) {
  first_group[get_global_id(0)] += 1;
}
__kernel void größe(__global float *größe) { größe[get_global_id(0)] += 1; }
__kernel void __LINE(__global float *__x) { __x[get_global_id(0)] += 2; }
__kernel void llvm(__global float *o) { o[get_global_id(0)] += 2; }
__kernel void plain(__global float *exp) { exp[get_global_id(0)] += 1; }
#ifdef GOTO
__kernel void jumps(__global float *o) {
  if (o[0] > 1)
    goto end;
  o[get_global_id(0)] = 1;
end:
  o[get_global_id(0)] += 1;
}
#endif
