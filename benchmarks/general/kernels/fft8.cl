// fft8.cl: Fourier transforms of 8 complex numbers, one for each work item
// bench: half=B kind=structures types=float,double
// pirch-run: --arg data=rand(GROUPS, WG_SIZE, 16)
#define CAT(a, b) a##b
#define VECTOR(type, n) CAT(type, n)
typedef VECTOR(REAL, 2) complex;
#define H ((REAL)0.70710678118654752440)

complex turn(complex z) { return (complex)(z.y, -z.x); }
complex turn_half(complex z) { return (complex)(z.x + z.y, z.y - z.x) * H; }
complex turn_three_halves(complex z) { return (complex)(z.y - z.x, -z.x - z.y) * H; }

__kernel void fft8(__global complex *data) {
  __global complex *z = data + get_global_id(0) * 8;
  complex a0 = z[0] + z[4], a4 = z[0] - z[4], a1 = z[1] + z[5], a5 = turn_half(z[1] - z[5]);
  complex a2 = z[2] + z[6], a6 = turn(z[2] - z[6]), a3 = z[3] + z[7], a7 = turn_three_halves(z[3] - z[7]);
  complex b0 = a0 + a2, b2 = a0 - a2, b1 = a1 + a3, b3 = turn(a1 - a3);
  complex b4 = a4 + a6, b6 = a4 - a6, b5 = a5 + a7, b7 = turn(a5 - a7);
  z[0] = b0 + b1;
  z[4] = b0 - b1;
  z[2] = b2 + b3;
  z[6] = b2 - b3;
  z[1] = b4 + b5;
  z[5] = b4 - b5;
  z[3] = b6 + b7;
  z[7] = b6 - b7;
}
