// Loops that change a panel (pirch-find-panels), with panels in memory and loops kept where that is small, against the
// oracle.
// The first kernel is an elimination whose pivot each group chooses for itself.
// DEFINE: %{pivots} = pirch-run %src_root/benchmarks/general/kernels/gauss_jordan.cl --check
// DEFINE: %{run} = pirch-run %s --check --kernel
// RUN: %{pivots} --wg-size=16 --groups=0,1,19 -DREAL=float
// RUN: %{pivots} --wg-size=16 --groups=19 -DREAL=double
// RUN: %{pivots} --wg-size=32 --groups=5 -DREAL=double --target=generic
// RUN: %{pivots} --wg-size=13 --groups=19 --wg-pack=3 --lane-order=ix-wi-wg -DREAL=float
// RUN: %{pivots} --wg-size=13 --groups=19 --wg-pack=2 --lane-order=wg-wi-ix -DREAL=float
// RUN: %{pivots} --wg-size=16 --groups=9 --wg-pack=4 --lane-order=ix-wg-wi -DREAL=float
// RUN: %{pivots} --wg-size=16 --groups=9 --target=ve -DREAL=float
// RUN: %{pivots} --wg-size=16 --groups=9 --target=nvvm -DREAL=float
// RUN: %{pivots} --wg-size=16 --groups=9 --interpret=each-pass -DREAL=float
// RUN: %{run}=turned --wg-size=20 --groups=9
// RUN: %{run}=turned --wg-size=20 --groups=9 --target=ve
// RUN: %{run}=turned --wg-size=17 --groups=9 --interpret=each-pass
// RUN: %{run}=masked --wg-size=20 --groups=9
// RUN: %{run}=masked --wg-size=20 --groups=9 --target=generic --wg-pack=4
// RUN: %if avx512 %{ %{run}=masked --wg-size=20 --groups=9 --target=avx512 --wg-pack=4 --lane-order=ix-wg-wi %}
// RUN: %{run}=masked --wg-size=16 --groups=9 --interpret=each-pass
// RUN: %{run}=reflections --wg-size=16 --groups=9 -DREAL=double
// RUN: %{run}=reflections --wg-size=32 --groups=5
// RUN: %{run}=reflections --wg-size=16 --groups=9 --target=generic
// RUN: %{run}=flags --wg-size=24 --groups=9
// RUN: %{run}=flags --wg-size=24 --groups=9 --target=generic
// RUN: %{run}=flags --wg-size=24 --groups=5 --target=rocdl
// RUN: %{run}=flags --wg-size=20 --groups=5 --interpret=each-pass
// RUN: %{run}=factors --wg-size=48 --groups=5
// RUN: %{run}=factors --wg-size=48 --groups=5 --disable-pass=pirch-find-panels --target=generic --wg-pack=1
// pirch-run: --arg d=rand(GROUPS, WG_SIZE, WG_SIZE) --arg order=rand(GROUPS, WG_SIZE)
#ifndef REAL
#define REAL float
#endif
#define LOAD(row) for (int j = 0; j < WG_SIZE; ++j) row[j] = d[get_global_id(0) * WG_SIZE + j]
#define STORE(row) for (int j = 0; j < WG_SIZE; ++j) d[get_global_id(0) * WG_SIZE + j] = row[j]

// A loop that counts down, exchanges with work items outside of the group, elements from the other end, a value kept
// while its element changes.
__kernel void turned(__global REAL *d, __global const int *order) {
  REAL row[WG_SIZE];
  LOAD(row);
  for (int k = WG_SIZE - 1; k >= 0; --k)
    for (int j = 0; j < WG_SIZE; ++j) {
      REAL before = row[j];
      row[j] = fmax(shuffle(row[WG_SIZE - 1 - j], k + 3), before) + shuffle(row[j], k);
      row[j] = fmin(row[j] * (REAL)0.5, before + shuffle(before, k) * (REAL)0.25);
    }
  STORE(row);
}

// Branches in the loops: for all work items or for some, and a way out of the outer one.
__kernel void masked(__global REAL *d, __global const int *order) {
  REAL row[WG_SIZE], copy[WG_SIZE];
  LOAD(row);
  int mine = order[get_global_id(0)], all = sub_group_reduce_max(mine);
  for (int k = 0; k < WG_SIZE; ++k) {
    if (all > 8 && k == WG_SIZE - 2)
      break;
    for (int j = 0; j < WG_SIZE; ++j) {
      REAL other = shuffle(row[j], k), moved = shuffle(row[j], mine);
      if (mine > 4)
        row[j] = fmin(row[j] * (REAL)0.5 + other * row[k], (REAL)1);
      if (j == k)
        copy[j] = moved;
      if (mine < 7)
        row[k] -= (REAL)0.125 * row[j];
    }
  }
  for (int j = 0; j < WG_SIZE - 2; ++j)
    row[j] += copy[j];
  STORE(row);
}

// Reflections: sums over the work items in the inner loop.
__kernel void reflections(__global REAL *d, __global const int *order) {
  const int lid = get_local_id(0);
  REAL row[WG_SIZE];
  LOAD(row);
  for (int k = 0; k < WG_SIZE; ++k) {
    REAL v = lid >= k ? row[k] : 0;
    REAL norm = sqrt(sub_group_reduce_add(v * v)), head = shuffle(row[k], k);
    REAL alpha = head > 0 ? -norm : norm;
    if (lid == k)
      v -= alpha;
    REAL scale = 1 / (norm * norm - alpha * head + 1);
    for (int j = k; j < WG_SIZE; j++)
      row[j] -= v * (sub_group_reduce_add(v * row[j]) * scale);
  }
  STORE(row);
}

// Arrays of bool and char beside the panel of numbers.
__kernel void flags(__global REAL *d, __global const int *order) {
  REAL row[WG_SIZE];
  bool seen[WG_SIZE];
  char times[WG_SIZE];
  LOAD(row);
  for (int j = 0; j < WG_SIZE; ++j) {
    seen[j] = row[j] > (REAL)0.5;
    times[j] = j;
  }
  for (int k = 0; k < WG_SIZE; ++k)
    for (int j = 0; j < WG_SIZE; ++j) {
      bool other = shuffle((int)seen[j], k);
      times[j] += shuffle((int)times[j], k) + other;
      seen[j] = other != seen[k];
      row[j] = other ? row[j] : fmin(row[j], row[k] + shuffle(row[j], k));
    }
  for (int j = 0; j < WG_SIZE; ++j)
    row[j] += seen[j] + times[j];
  STORE(row);
}

// Each work item takes part until its turn has come.
__kernel void factors(__global REAL *d, __global const int *order) {
  const int lid = get_local_id(0);
  REAL row[WG_SIZE], pivot[WG_SIZE];
  LOAD(row);
  for (int s = 0; s < WG_SIZE; ++s) {
    for (int j = s; j < WG_SIZE; ++j)
      pivot[j] = shuffle(row[j], s);
    if (lid > s)
      row[s] /= pivot[s] + 4;
    for (int j = s + 1; j < WG_SIZE; ++j)
      if (lid > s)
        row[j] -= row[s] * pivot[j];
  }
  STORE(row);
}
