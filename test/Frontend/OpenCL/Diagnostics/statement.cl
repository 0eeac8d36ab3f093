// A statement that is known by no name of its own is refused all the same, by that of
// Clang.
// RUN: not pirchc %s --wg-size=2 -o /dev/null 2>&1 | FileCheck %s

__kernel void k(__global int *o) {
  o[1] = 2;
#pragma clang __debug captured
  // CHECK: statement.cl:[[#@LINE+1]]:3: error: not supported: this statement (CapturedStmt)
  { o[0] = 1; }
}
