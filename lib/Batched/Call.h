//===- Call.h - A routine on a batch, as a launch of a kernel ---*- C++ -*-===//
//
// What all routines of libpirch-batched do: check arguments, find the compiled
// kernel for them, launch it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_BATCHED_CALL_H
#define PIRCH_LIB_BATCHED_CALL_H

#include "pirch/batched.h"
#include <initializer_list>
#include <string>
#include <vector>

namespace pirch::batched {

/// A kernel of examples/batched.
struct Source {
  const char *fileName, *text;
};

/// Where the elements of a matrix are: at row * rows + column * columns.
struct Distances {
  int64_t rows, columns;
  Distances transposed() const { return {columns, rows}; }
};

/// Collects what a launch needs, and the first thing that is wrong with it.
class Call {
public:
  /// `real` is the type of elements in C.
  Call(const Source &source, const char *kernel, const char *real);

  /// The number of work items, which is that of a matrix's rows.
  void setRows(const char *name, int64_t rows);
  /// A macro that is a number of columns.
  void setSize(const char *macro, const char *name, int64_t size);
  void define(const char *macro, int64_t value);
  /// Let the macros of matrix `letter` of `rows` by `columns` elements tell
  /// where these are, and return that.
  Distances addMatrix(char letter, pirch_order order, int64_t rows,
                      int64_t columns, int64_t leading, int64_t stride);
  void setDistances(char letter, Distances distances);
  /// The next parameters: buffers, or pointers to the values of scalars.
  void add(std::initializer_list<const void *> parameters);
  /// Say that an argument makes no sense.
  void refuse(std::string text);

  pirch_status run(int64_t batch, int numThreads);

private:
  const Source &source;
  std::string kernel, error;
  int64_t numRows = 0;
  std::vector<std::string> options;
  std::vector<void *> arguments;
};

/// The text of the last error in this thread.
const char *errorText();

} // namespace pirch::batched

#endif // PIRCH_LIB_BATCHED_CALL_H
