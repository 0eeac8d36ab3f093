//===- bundle.h - The bundle's manifest and the runner's options *- C++ -*-===//

#ifndef PIRCH_BENCHMARKS_GPU_BUNDLE_H
#define PIRCH_BENCHMARKS_GPU_BUNDLE_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace gpubench {

[[noreturn]] inline void fail(const std::string &message, int status = 1) {
  std::fflush(stdout);
  std::fprintf(stderr, "runner: error: %s\n", message.c_str());
  std::exit(status);
}

/// A PTX file of the bundle.
struct Entry {
  std::string file, kernel, real;
  int size = 0, pack = 0, blockThreads = 0, groupsPerBlock = 0;
};

struct Options {
  std::string dir = ".";
  std::vector<std::string> kernels;
  std::vector<int> sizes;
  std::vector<int64_t> batches = {100000, 1000000};
  int repeats = 10;
  bool checkOnly = false;

  bool selects(const Entry &entry) const {
    auto has = [](const auto &list, const auto &value) {
      return list.empty() ||
             std::find(list.begin(), list.end(), value) != list.end();
    };
    return has(kernels, entry.kernel) && has(sizes, entry.size);
  }
};

inline const char *usage() {
  return "usage: runner [--quick] [--check-only] [--kernels=gema,...]\n"
         "              [--sizes=4,...] [--dir=DIR]\n"
         "\n"
         "Checks the PTX files of the bundle in DIR (the current directory by\n"
         "default) and measures them beside their rivals. Prints a table and\n"
         "writes results.csv to DIR.\n"
         "\n"
         "  --quick       sizes 8, 16 and 32, 100,000 groups, 3 repetitions\n"
         "  --check-only  no measurement\n"
         "\n"
         "Exit status: 0, or 1 where a check failed or the bundle is at\n"
         "fault, or 2 without a GPU.\n";
}

inline std::vector<std::string> splitAtCommas(const std::string &text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');)
    result.push_back(part);
  return result;
}

/// A number from 1 on, or 0 where the text is none.
inline int positive(const std::string &text) {
  if (text.empty() || text.size() > 7 ||
      text.find_first_not_of("0123456789") != std::string::npos)
    return 0;
  return std::atoi(text.c_str());
}

inline Options parseOptions(int argc, char **argv,
                            const std::vector<std::string> &kernelNames) {
  Options result;
  bool isQuick = false;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    size_t equals = argument.find('=');
    std::string name = argument.substr(0, equals);
    bool hasValue = equals != std::string::npos;
    std::string value = hasValue ? argument.substr(equals + 1) : "";
    if (argument == "--help" || argument == "-h") {
      std::fputs(usage(), stdout);
      std::exit(0);
    } else if (argument == "--quick") {
      isQuick = true;
    } else if (argument == "--check-only") {
      result.checkOnly = true;
    } else if (name == "--kernels" && !value.empty()) {
      result.kernels = splitAtCommas(value);
      for (const std::string &kernel : result.kernels)
        if (std::find(kernelNames.begin(), kernelNames.end(), kernel) ==
            kernelNames.end())
          fail("--kernels: there is no kernel '" + kernel + "'");
    } else if (name == "--sizes" && !value.empty()) {
      for (const std::string &size : splitAtCommas(value)) {
        result.sizes.push_back(positive(size));
        if (result.sizes.back() < 1 || result.sizes.back() > 32)
          fail("--sizes: '" + size + "' is no number from 1 to 32");
      }
    } else if (name == "--dir" && !value.empty()) {
      result.dir = value;
    } else {
      fail("unknown option or missing value: '" + argument + "'\n" + usage());
    }
  }
  if (isQuick) {
    if (result.sizes.empty())
      result.sizes = {8, 16, 32};
    result.batches = {100000};
    result.repeats = 3;
  }
  return result;
}

/// The text of a file; an error where there is none.
inline std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    fail("cannot read '" + path + "'");
  return text.str();
}

/// The files of a bundle in the manifest's order. All of them are there.
inline std::vector<Entry>
readManifest(const std::string &dir,
             const std::vector<std::string> &kernelNames) {
  std::string path = dir + "/manifest.txt";
  std::istringstream text(readFile(path));
  std::vector<Entry> result;
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (line.empty() || line[0] == '#')
      continue;
    auto complain = [&](const std::string &what) {
      fail(path + ":" + std::to_string(number) + ": " + what);
    };
    std::istringstream fields(line);
    Entry entry;
    std::string size, pack, threads, groups, more;
    fields >> entry.file >> entry.kernel >> entry.real >> size >> pack >>
        threads >> groups;
    if (!fields || fields >> more)
      complain("expected 'file kernel real wg_size pack block_threads "
               "groups_per_block'");
    if (std::find(kernelNames.begin(), kernelNames.end(), entry.kernel) ==
        kernelNames.end())
      complain("there is no kernel '" + entry.kernel + "'");
    if (entry.real != "float" && entry.real != "double")
      complain("'" + entry.real + "' is neither float nor double");
    entry.size = positive(size);
    entry.pack = positive(pack);
    entry.blockThreads = positive(threads);
    entry.groupsPerBlock = positive(groups);
    if (entry.size < 1 || entry.size > 32)
      complain("WG_SIZE '" + size + "' is no number from 1 to 32");
    if (!entry.pack)
      complain("the pack '" + pack + "' is no positive number");
    if (!entry.blockThreads || entry.blockThreads % 32 ||
        entry.blockThreads > 1024)
      complain("'" + threads + "' threads are no block of 1 to 32 warps");
    int want = entry.blockThreads / 32 * (32 / entry.size) * entry.pack;
    if (entry.groupsPerBlock != want)
      complain("a block of " + threads + " threads computes " +
               std::to_string(want) + " groups of " + size +
               " work items with pack " + pack + ", not '" + groups + "'");
    if (!std::ifstream(dir + "/" + entry.file))
      complain("there is no file '" + dir + "/" + entry.file + "'");
    result.push_back(entry);
  }
  if (result.empty())
    fail(path + ": no files in it");
  return result;
}

} // namespace gpubench

#endif // PIRCH_BENCHMARKS_GPU_BUNDLE_H
