__kernel void remainders(__global int *a) {
  int x = a[get_global_id(0)], sum = 0;
  for (int i = 0; i < 60; ++i)
    if (i * x % 7 == 3)
      sum += i;
  a[get_global_id(0)] = sum;
}
