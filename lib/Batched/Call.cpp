//===- Call.cpp - A routine on a batch, as a launch of a kernel -----------===//

#include "Call.h"
#include <map>
#include <mutex>

using namespace pirch::batched;

/// The most rows and columns of a matrix.
static constexpr int64_t kMostRows = 32;

static thread_local std::string lastError;

const char *pirch::batched::errorText() { return lastError.c_str(); }

Call::Call(const Source &source, const char *kernel, const char *real)
    : source(source), kernel(kernel),
      options{std::string("-DREAL=") + real, "--kernel=" + this->kernel} {}

void Call::refuse(std::string text) {
  if (error.empty())
    error = kernel + ": " + std::move(text);
}

void Call::setRows(const char *name, int64_t rows) {
  if (rows < 0 || rows > kMostRows)
    refuse(std::string(name) + " is " + std::to_string(rows) +
           ", not in 0 to 32");
  numRows = rows;
}

void Call::setSize(const char *macro, const char *name, int64_t size) {
  if (size < 0 || size > kMostRows)
    refuse(std::string(name) + " is " + std::to_string(size) +
           ", not in 0 to 32");
  // Without columns there is nothing to do, as without rows.
  if (size == 0)
    numRows = 0;
  define(macro, size);
}

void Call::define(const char *macro, int64_t value) {
  options.push_back(std::string("-D") + macro + "=" + std::to_string(value));
}

Distances Call::addMatrix(char letter, pirch_order order, int64_t rows,
                          int64_t columns, int64_t leading, int64_t stride) {
  bool isRowMajor = order == PIRCH_ROW_MAJOR;
  if (!isRowMajor && order != PIRCH_COLUMN_MAJOR)
    refuse("the order is neither PIRCH_ROW_MAJOR nor PIRCH_COLUMN_MAJOR");
  int64_t inner = isRowMajor ? columns : rows;
  if (leading < inner)
    refuse(std::string("the leading dimension of ") + letter + " is " +
           std::to_string(leading) + ", less than " + std::to_string(inner));
  if (stride < 0)
    refuse(std::string("the stride of ") + letter + " is negative");
  define((std::string("STRIDE_") + letter).c_str(), stride);
  Distances distances =
      isRowMajor ? Distances{leading, 1} : Distances{1, leading};
  setDistances(letter, distances);
  return distances;
}

void Call::setDistances(char letter, Distances distances) {
  // Later definitions of a macro are those that count.
  define((std::string("ROW_") + letter).c_str(), distances.rows);
  define((std::string("COLUMN_") + letter).c_str(), distances.columns);
}

void Call::add(std::initializer_list<const void *> parameters) {
  for (const void *parameter : parameters)
    arguments.push_back(const_cast<void *>(parameter));
}

/// The kernel for these options, compiled once in this process; the modules
/// stay as long as the process.
static pirch_status findKernel(const Source &source, const std::string &kernel,
                               const std::vector<std::string> &options,
                               const pirch_kernel *&found) {
  static std::mutex mutex;
  static std::map<std::string, const pirch_kernel *> kernels;
  std::string key = source.fileName;
  std::vector<const char *> words;
  for (const std::string &option : options) {
    key += ' ' + option;
    words.push_back(option.c_str());
  }
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto known = kernels.find(key);
    if (known != kernels.end()) {
      found = known->second;
      return PIRCH_SUCCESS;
    }
  }
  // Compilation is outside of the lock: others may need other kernels.
  pirch_module *module = nullptr;
  pirch_status status = pirch_compile(source.text, source.fileName,
                                      words.data(), words.size(), &module);
  if (status == PIRCH_SUCCESS)
    status = pirch_module_kernel(module, kernel.c_str(), &found);
  if (status != PIRCH_SUCCESS) {
    lastError = pirch_error_text();
    pirch_module_release(module);
    return status;
  }
  std::lock_guard<std::mutex> lock(mutex);
  auto [place, isNew] = kernels.emplace(std::move(key), found);
  if (!isNew) {
    pirch_module_release(module);
    found = place->second;
  }
  return PIRCH_SUCCESS;
}

pirch_status Call::run(int64_t batch, int numThreads) {
  if (batch < 0)
    refuse("the batch has " + std::to_string(batch) + " problems");
  if (!error.empty()) {
    lastError = error;
    return PIRCH_ERROR_INVALID_ARGUMENT;
  }
  if (numRows == 0 || batch == 0)
    return PIRCH_SUCCESS;
  options.push_back("--wg-size=" + std::to_string(numRows));
  const pirch_kernel *compiled = nullptr;
  pirch_status status = findKernel(source, kernel, options, compiled);
  if (status != PIRCH_SUCCESS)
    return status;
  pirch_range range = {{batch, 1, 1}, {0, 0, 0}};
  status = pirch_launch(compiled, arguments.data(), &range, numThreads);
  if (status != PIRCH_SUCCESS)
    lastError = pirch_error_text();
  return status;
}
