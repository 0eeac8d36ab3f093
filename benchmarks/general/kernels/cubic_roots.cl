// cubic_roots.cl: real roots of x^3 + a x^2 + b x + c: three, or one that is written three times
// bench: half=B kind=structures types=float,double tolerance=2e-2 differ=0.001
// bench: range abc=-2:2
// pirch-run: --arg roots=zeros(GROUPS, WG_SIZE, 3) --arg abc=rand(GROUPS, WG_SIZE, 3)
__kernel void cubic_roots(__global REAL *roots, __global const REAL *abc) {
  const int g = 3 * get_global_id(0);
  const REAL a = abc[g], b = abc[g + 1], c = abc[g + 2], third = (REAL)1 / 3;
  REAL q = (a * a - 3 * b) / 9, r = (2 * a * a * a - 9 * a * b + 27 * c) / 54;
  REAL r2 = r * r, q3 = q * q * q;
  if (r2 < q3) {
    REAL angle = acos(r / sqrt(q3)) * third, s = -2 * sqrt(q);
    roots[g] = s * cos(angle) - a * third;
    roots[g + 1] = s * cos(angle + (REAL)(2 * M_PI / 3)) - a * third;
    roots[g + 2] = s * cos(angle - (REAL)(2 * M_PI / 3)) - a * third;
  } else {
    REAL u = -copysign(pow(fabs(r) + sqrt(r2 - q3), third), r);
    REAL x = u + (u != 0 ? q / u : 0) - a * third;
    roots[g] = x;
    roots[g + 1] = x;
    roots[g + 2] = x;
  }
}
