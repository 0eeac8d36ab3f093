#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
typedef unsigned uint; typedef unsigned char uchar;
#define popcount(x) __builtin_popcount(x)
#define rint rintf
#define fmin fminf
#define fmax fmaxf
#define fabs fabsf
#define min(a,b) ((a)<(b)?(a):(b))
#define clamp(x,a,b) ((x)<(a)?(a):(x)>(b)?(b):(x))
static inline void poly(size_t G, float *restrict y, const float *restrict x, const int *restrict deg, const float *restrict c) {
  int g = G; int n = deg[g] & 7; float s = 0, v = x[g];
  for (int i = n; i >= 0; i--) s = s * v + c[i];
  y[g] = s; }
__attribute__((noinline)) void run(size_t NN, float *restrict y, const float *restrict x, const int *restrict deg, const float *restrict c) { for (size_t g = 0; g < NN; g++) poly(g, y, x, deg, c); }
int main() {
char *y_ = aligned_alloc(64, 3072*4+64); for (int i = 0; i < 3072; i++) ((float*)y_)[i] = rand()/(float)RAND_MAX*2-1;
char *x_ = aligned_alloc(64, 3072*4+64); for (int i = 0; i < 3072; i++) ((float*)x_)[i] = rand()/(float)RAND_MAX*2-1;
char *deg_ = aligned_alloc(64, 3072*4+64); for (int i = 0; i < 3072; i++) ((int*)deg_)[i] = rand()*3;
char *c_ = aligned_alloc(64, 8*4+64); for (int i = 0; i < 8; i++) ((float*)c_)[i] = i/(float)8;
double best = 1e30; for (int r = 0; r < 200; r++) { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a);
 for (int k = 0; k < 5; k++) run(3072, (void*)y_, (void*)x_, (void*)deg_, (void*)c_);
 clock_gettime(CLOCK_MONOTONIC, &b); double t = ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) / 5; if (t < best) best = t; } printf("%f\n", best / 3072 * 8); }
