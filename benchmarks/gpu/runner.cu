//===- runner.cu - Check and measure PIRCH's PTX on a GPU -----------------===//
//
// Part of the GPU bundle that scripts/gpu-bundle writes; run.sh builds and runs
// it. Every PTX file of the manifest is checked against reference.h, and every
// kernel, type and size is measured beside a copy of the same bytes and beside
// its rivals.
//
//===----------------------------------------------------------------------===//

#include "contenders.cuh"

#include <cmath>
#include <ctime>
#include <map>

using namespace gpubench;

namespace {

/// Both parts and their sum are no multiples of what a block computes.
constexpr int64_t kFirstPart = 390, kCheckGroups = 1021;
/// Behind each buffer; nothing may be written there.
constexpr size_t kGuardBytes = 4096;

/// A case's buffers on the device.
template <typename T> class DeviceBuffers {
public:
  explicit DeviceBuffers(const Case<T> &c) : c(c) {
    for (const Buffer &buffer : c.buffers) {
      bytes.push_back(buffer.elements * c.elementBytes(buffer));
      memory.emplace_back(bytes.back() + kGuardBytes);
      pointers.push_back(memory.back().as());
    }
  }

  void upload(const HostBuffers &inputs) {
    for (size_t i = 0; i < memory.size(); ++i) {
      check(cudaMemset(pointers[i], 0xa5, memory[i].bytes), "cudaMemset");
      check(cudaMemcpy(pointers[i], inputs[i].data(), bytes[i],
                       cudaMemcpyHostToDevice),
            "cudaMemcpy");
    }
  }

  /// What the buffers hold, and the name of one whose guard was written.
  HostBuffers download(std::string &written) {
    HostBuffers result;
    for (size_t i = 0; i < memory.size(); ++i) {
      std::vector<unsigned char> &all = result.emplace_back(memory[i].bytes);
      check(cudaMemcpy(all.data(), pointers[i], all.size(),
                       cudaMemcpyDeviceToHost),
            "cudaMemcpy");
      for (size_t e = bytes[i]; e < all.size(); ++e)
        if (all[e] != 0xa5)
          written = c.buffers[i].name;
      all.resize(bytes[i]);
    }
    return result;
  }

  /// Fill what the kernel reads, and keep copies of what it overwrites.
  void fill() {
    for (size_t i = 0; i < memory.size(); ++i) {
      const Buffer &buffer = c.buffers[i];
      if (buffer.role == Role::Output)
        continue;
      fillInputs<<<2048, 256>>>(static_cast<T *>(pointers[i]), buffer.elements,
                                i + 1, buffer.dominated);
      check(cudaGetLastError(), "fillInputs");
      if (buffer.role == Role::InOut) {
        copies.emplace_back(i, Memory(bytes[i]));
        check(cudaMemcpy(copies.back().second.as(), pointers[i], bytes[i],
                         cudaMemcpyDeviceToDevice),
              "cudaMemcpy");
      }
    }
  }

  void restore() {
    for (auto &[i, copy] : copies)
      check(cudaMemcpyAsync(pointers[i], copy.as(), bytes[i],
                            cudaMemcpyDeviceToDevice),
            "cudaMemcpyAsync");
  }

  std::vector<void *> pointers;

private:
  const Case<T> &c;
  std::vector<size_t> bytes;
  std::vector<Memory> memory;
  std::vector<std::pair<size_t, Memory>> copies;
};

/// The PTX files of one kernel, type and size, and what is known of them.
struct Bench {
  std::string kernel, real;
  int size = 0;
  std::vector<std::unique_ptr<Kernel>> kernels;
  std::vector<std::string> wrongRivals;
  bool passed = true;
};

struct Row {
  std::string kernel, real;
  double ratio = 0, copyFraction = 0;
};

class Runner {
public:
  explicit Runner(const Options &options) : options(options) {}

  int run(const std::vector<Entry> &entries);

private:
  template <typename T>
  void checkAll(Bench &bench, const std::vector<Entry> &entries);
  template <typename T> void timeAll(Bench &bench);
  template <typename T> void timeBatch(Bench &bench, const Case<T> &c);
  template <typename T>
  bool judge(const Bench &bench, const std::string &name, const Case<T> &c,
             DeviceBuffers<T> &device, HostBuffers &expected,
             const std::function<void(T *)> &convert = nullptr);
  void reportCheck(const Bench &bench, const std::string &name,
                   const std::string &worst, const std::string &tolerance,
                   const std::string &problem);
  void printMeans() const;

  const Options options;
  int checks = 0, failures = 0;
  std::vector<Row> rows;
  std::FILE *csv = nullptr;
};

void Runner::reportCheck(const Bench &bench, const std::string &name,
                         const std::string &worst, const std::string &tolerance,
                         const std::string &problem) {
  ++checks;
  failures += !problem.empty();
  std::printf("%-7s %-6s %2d  %-12s  %10s  %10s  %s%s\n", bench.kernel.c_str(),
              bench.real.c_str(), bench.size, name.c_str(), worst.c_str(),
              tolerance.c_str(),
              problem.empty() ? "ok" : "FAILED: ", problem.c_str());
  std::fflush(stdout);
}

/// Compare what is on the device with what is expected.
template <typename T>
bool Runner::judge(const Bench &bench, const std::string &name,
                   const Case<T> &c, DeviceBuffers<T> &device,
                   HostBuffers &expected,
                   const std::function<void(T *)> &convert) {
  check(cudaDeviceSynchronize(), (bench.kernel + ", " + name).c_str());
  std::string written;
  HostBuffers found = device.download(written);
  if (convert)
    convert(at<T>(found, 0));
  Comparison comparison = compare(c, found, expected);
  std::string problem;
  if (!comparison.passed)
    problem = std::to_string(comparison.beyond) + " of " +
              std::to_string(comparison.compared) + " results; " +
              comparison.where;
  if (!written.empty())
    problem +=
        (problem.empty() ? "" : "; ") + ("written past the end of " + written);
  char worst[32], tolerance[32];
  std::snprintf(worst, sizeof(worst), "%.2e", comparison.worst);
  std::snprintf(tolerance, sizeof(tolerance), "%.2e", c.tolerance);
  reportCheck(bench, name, worst, tolerance, problem);
  return problem.empty();
}

template <typename T>
void Runner::checkAll(Bench &bench, const std::vector<Entry> &entries) {
  Case<T> c = makeCase<T>(bench.kernel, bench.size, kCheckGroups, true);
  HostBuffers inputs = makeInputs(c), expected = runReference(c, inputs);
  DeviceBuffers<T> device(c);
  for (const Entry &entry : entries) {
    std::string name = "pack " + std::to_string(entry.pack);
    auto kernel = std::make_unique<Kernel>(entry, options.dir, c.entry);
    if (!kernel->error.empty()) {
      reportCheck(bench, name, "-", "-", entry.file + ": " + kernel->error);
      bench.passed = false;
      continue;
    }
    // Two launches, so that first_group is not always 0.
    device.upload(inputs);
    kernel->launch(c, device.pointers, 0, kFirstPart);
    kernel->launch(c, device.pointers, kFirstPart, kCheckGroups - kFirstPart);
    bench.passed &= judge(bench, name, c, device, expected);
    bench.kernels.push_back(std::move(kernel));
  }

  HostBuffers shifted = inputs;
  for (size_t i = 0; i < c.buffers.size(); ++i)
    if (int64_t n = c.buffers[i].dominated)
      for (int64_t e = 0; e < c.buffers[i].elements; ++e)
        if (e % (n * n) % (n + 1) == 0)
          at<T>(shifted, i)[e] += 1; // the cases' shift
  for (const Rival<T> &rival : makeRivals(c, device.pointers)) {
    device.upload(rival.addsShift ? inputs : shifted);
    bool ran = rival.run();
    if (!ran)
      reportCheck(bench, rival.name, "-", "-", "it did not run");
    if (!ran || !judge(bench, rival.name, c, device, expected, rival.convert))
      bench.wrongRivals.push_back(rival.name);
  }
}

template <typename T> void Runner::timeBatch(Bench &bench, const Case<T> &c) {
  double copy = measureCopy(c.bytes(), options.repeats);
  DeviceBuffers<T> device(c);
  device.fill();
  auto restore = [&] { device.restore(); };

  std::string all;
  auto note = [&](const std::string &name, const Times &times) {
    char text[32];
    std::snprintf(text, sizeof(text), "=%.6g", times.median);
    all += (all.empty() ? "" : ";") + name + text;
  };

  const Kernel *best = nullptr;
  Times mine;
  for (const auto &kernel : bench.kernels) {
    Times times = measure(options.repeats, restore, [&] {
      kernel->launch(c, device.pointers, 0, c.groups);
    });
    note("pack " + std::to_string(kernel->entry.pack), times);
    if (!best || times.median < mine.median) {
      best = kernel.get();
      mine = times;
    }
  }

  std::string fastest = "-";
  double rivalMs = 0;
  for (const Rival<T> &rival : makeRivals(c, device.pointers)) {
    if (std::count(bench.wrongRivals.begin(), bench.wrongRivals.end(),
                   rival.name))
      continue;
    bool ran = true;
    Times times =
        measure(options.repeats, restore, [&] { ran = rival.run() && ran; });
    if (!ran)
      continue;
    note(rival.name, times);
    if (fastest == "-" || times.median < rivalMs) {
      fastest = rival.name;
      rivalMs = times.median;
    }
  }

  Row row = {bench.kernel, bench.real, rivalMs / mine.median,
             copy / mine.median};
  double rate = c.bytes() / 1e6 / mine.median;
  char ratio[16] = "-";
  if (rivalMs > 0)
    std::snprintf(ratio, sizeof(ratio), "%.2f", row.ratio);
  const char *status = bench.passed ? "ok" : "FAILED";
  std::printf("%-7s %-6s %2d %8lld %4d %10.4f %10.4f %8.1f %7.2f  %-12s %6s  "
              "%s\n",
              bench.kernel.c_str(), bench.real.c_str(), bench.size,
              static_cast<long long>(c.groups), best->entry.pack, mine.minimum,
              mine.median, rate, row.copyFraction, fastest.c_str(), ratio,
              status);
  std::fflush(stdout);
  std::fprintf(csv, "%s,%s,%d,%lld,%d,%.6g,%.6g,%.6g,%.6g,%.4g,%s,%.6g,%s,",
               bench.kernel.c_str(), bench.real.c_str(), bench.size,
               static_cast<long long>(c.groups), best->entry.pack, mine.minimum,
               mine.median, rate, copy, row.copyFraction, fastest.c_str(),
               rivalMs, ratio);
  std::fprintf(csv, "%d,%d,%s,%s\n", best->registers, best->localBytes, status,
               all.c_str());
  std::fflush(csv);
  rows.push_back(row);
}

template <typename T> void Runner::timeAll(Bench &bench) {
  if (bench.kernels.empty())
    return;
  size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  // 32 bytes more per group for what cuBLAS needs.
  Case<T> some = makeCase<T>(bench.kernel, bench.size, 1000, false);
  int64_t fitting = static_cast<int64_t>(std::min(0.6 * total, 0.9 * free) /
                                         (some.bytes() / 1000 + 32));
  int64_t last = 0;
  for (int64_t wish : options.batches) {
    int64_t groups = std::min(batchOf(bench.kernel, bench.size, wish), fitting);
    if (groups == last || groups < 1)
      continue;
    timeBatch(bench, makeCase<T>(bench.kernel, bench.size, groups, false));
    last = groups;
  }
}

void Runner::printMeans() const {
  struct Sums {
    double ratio = 0, fraction = 0;
    int rows = 0, ratios = 0;
  };
  std::map<std::pair<std::string, std::string>, Sums> sums;
  for (const Row &row : rows) {
    Sums &sum = sums[{row.kernel, row.real}];
    sum.fraction += std::log(row.copyFraction);
    ++sum.rows;
    if (row.ratio > 0) {
      sum.ratio += std::log(row.ratio);
      ++sum.ratios;
    }
  }
  std::printf("\ngeometric means over sizes and batches\n%-7s %-6s %9s  %s\n",
              "kernel", "real", "of copy", "fastest rival / PIRCH");
  for (const std::string &kernel : kernelNames())
    for (const char *real : {"double", "float"}) {
      auto found = sums.find({kernel, real});
      if (found == sums.end())
        continue;
      const Sums &sum = found->second;
      std::printf("%-7s %-6s %9.2f  ", kernel.c_str(), real,
                  std::exp(sum.fraction / sum.rows));
      if (sum.ratios)
        std::printf("%.2f\n", std::exp(sum.ratio / sum.ratios));
      else
        std::printf("-\n");
    }
}

int Runner::run(const std::vector<Entry> &entries) {
  std::vector<Bench> benches;
  std::printf("checks: %lld groups in two launches against a sequential CPU "
              "reference; largest\nrelative differences\n\n",
              static_cast<long long>(kCheckGroups));
  std::printf("%-7s %-6s %2s  %-12s  %10s  %10s  %s\n", "kernel", "real", "W",
              "form", "worst", "tolerance", "status");
  // A bench's files lie together in the manifest or not: each is taken once.
  std::vector<bool> isTaken(entries.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    if (isTaken[i] || !options.selects(entries[i]))
      continue;
    std::vector<Entry> own;
    for (size_t j = i; j < entries.size(); ++j)
      if (entries[j].kernel == entries[i].kernel &&
          entries[j].real == entries[i].real &&
          entries[j].size == entries[i].size) {
        own.push_back(entries[j]);
        isTaken[j] = true;
      }
    Bench &bench = benches.emplace_back();
    bench.kernel = entries[i].kernel;
    bench.real = entries[i].real;
    bench.size = entries[i].size;
    if (bench.real == "double")
      checkAll<double>(bench, own);
    else
      checkAll<float>(bench, own);
  }
  if (benches.empty())
    fail("nothing in the manifest is of these kernels and sizes");

  if (!options.checkOnly) {
    std::string path = options.dir + "/results.csv";
    csv = std::fopen(path.c_str(), "w");
    if (!csv)
      fail("cannot write '" + path + "'");
    std::fprintf(csv,
                 "kernel,real,wg_size,batch,pack,min_ms,median_ms,gb_per_s,"
                 "copy_ms,copy_fraction,fastest_rival,rival_median_ms,ratio,"
                 "registers,local_bytes,check,median_ms_of_all\n");
    std::printf(
        "\ntimes: minimum and median of %d runs after 2 warm-ups; the best "
        "pack. GB/s: every\nelement read once or written once, by the median. "
        "of copy: time of a copy that moves\nas many bytes, over PIRCH's. "
        "ratio: time of the fastest rival over PIRCH's. What is\ncomputed in "
        "place is restored before each run, outside the measured time. "
        "Batches that\nfit the L2 cache stay there, for copies and rivals "
        "too.\n\n",
        options.repeats);
    std::printf("%-7s %-6s %2s %8s %4s %10s %10s %8s %7s  %-12s %6s  %s\n",
                "kernel", "real", "W", "batch", "pack", "min ms", "median ms",
                "GB/s", "of copy", "rival", "ratio", "check");
    for (Bench &bench : benches)
      if (bench.real == "double")
        timeAll<double>(bench);
      else
        timeAll<float>(bench);
    std::fclose(csv);
    printMeans();
    std::printf("\nwritten: %s\n", path.c_str());
  }
  std::printf("\n%d checks, %d failed\n", checks, failures);
  return failures ? 1 : 0;
}

/// Print what this is measured on; end where there is no GPU.
void printDevice() {
  int count = 0;
  cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver)
    fail("no CUDA GPU here: there is no NVIDIA driver, or one that is older "
         "than the CUDA that this was built with",
         2);
  if (status != cudaSuccess || !count)
    fail(std::string("no CUDA GPU here: ") + cudaGetErrorString(status), 2);
  check(cudaSetDevice(0), "cudaSetDevice");
  check(cudaFree(nullptr), "start of the GPU");
  Driver::get();
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof(date), "%Y-%m-%d %H:%M", std::localtime(&now));
  std::printf("%s, compute capability %d.%d, %d multiprocessors, %.1f GiB, L2 "
              "%.0f MiB\ndriver for CUDA %d.%d, runtime %d.%d, %s\n%s\n\n",
              properties.name, properties.major, properties.minor,
              properties.multiProcessorCount,
              properties.totalGlobalMem / 1073741824.0,
              properties.l2CacheSize / 1048576.0, driver / 1000,
              driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, date,
#ifdef PIRCH_NO_CUBLAS
              "without cuBLAS"
#else
              "with cuBLAS"
#endif
  );
}

} // namespace

int main(int argc, char **argv) {
  Options options = parseOptions(argc, argv, kernelNames());
  std::vector<Entry> entries = readManifest(options.dir, kernelNames());
  printDevice();
  return Runner(options).run(entries);
}
