// haversine.cl: distances between pairs of places on the globe, given by latitude and longitude
// bench: half=B kind=mathematics types=float,double
// bench: range a=-1.5:1.5
// bench: range b=-1.5:1.5
// pirch-run: --arg km=zeros(GROUPS, WG_SIZE) --arg a=rand(GROUPS, WG_SIZE, 2) --arg b=rand(GROUPS, WG_SIZE, 2)
__kernel void haversine(__global REAL *km, __global const REAL *a, __global const REAL *b) {
  const size_t i = get_global_id(0);
  REAL lat1 = a[2 * i], lat2 = b[2 * i];
  REAL s = sin((lat2 - lat1) * (REAL)0.5), t = sin((b[2 * i + 1] - a[2 * i + 1]) * (REAL)0.5);
  REAL h = s * s + cos(lat1) * cos(lat2) * t * t;
  km[i] = 2 * (REAL)6371 * asin(sqrt(fmin(h, (REAL)1)));
}
