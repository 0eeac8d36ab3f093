//===- pirch.hpp - Batched kernels at run time, for C++ ---------*- C++ -*-===//
//
// Wraps pirch.h, and needs C++17 and libpirch alone. docs/Hosts/C++.md has an
// example.
//
//   pirch::kernel<void(double *, const double *, double)> axpy(source, "axpy",
//                                                       pirch::options().wg_size(8));
//   std::vector<double> y(8 * groups), x(8 * groups);
//   axpy(y, x, 2.0, groups);
//   std::future<void> done = axpy.async(y, x, 2.0, groups);
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_HPP
#define PIRCH_HPP

#include "pirch/pirch.h"
#include <cstdint>
#include <exception>
#include <future>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace pirch {

/// What a function of libpirch refused. `what()` is its text; a source's errors
/// have their lines and columns in it.
class error : public std::runtime_error {
public:
  error(pirch_status status, const std::string &text)
      : std::runtime_error(text), failed_status(status) {}
  pirch_status status() const noexcept { return failed_status; }

private:
  pirch_status failed_status;
};

namespace detail {
inline void check(pirch_status status) {
  if (status != PIRCH_SUCCESS)
    throw error(status, pirch_error_text());
}
} // namespace detail

/// How kernels are compiled: the options of pirchc.
class options {
public:
  /// Work items of a group along each dimension.
  options &wg_size(std::int64_t x) { return set("wg-size", std::to_string(x)); }
  options &wg_size(std::int64_t x, std::int64_t y) {
    return set("wg-size", std::to_string(x) + "x" + std::to_string(y));
  }
  options &wg_size(std::int64_t x, std::int64_t y, std::int64_t z) {
    return set("wg-size", std::to_string(x) + "x" + std::to_string(y) + "x" +
                              std::to_string(z));
  }
  /// Define a macro.
  options &define(const std::string &name, const std::string &value = "1") {
    return word("-D" + name + "=" + value);
  }
  options &define(const std::string &name, std::int64_t value) {
    return define(name, std::to_string(value));
  }
  /// A folder for #include.
  options &include(const std::string &folder) { return word("-I" + folder); }
  /// Any option of pirchc, as in `set("math", "fast")`.
  options &set(const std::string &name, const std::string &value) {
    return word("--" + name + "=" + value);
  }
  options &word(std::string text) {
    all.push_back(std::move(text));
    return *this;
  }
  const std::vector<std::string> &words() const noexcept { return all; }

private:
  std::vector<std::string> all;
};

/// The work groups of a launch along each dimension, and the global offset.
class range {
public:
  template <typename IntegerT,
            typename = std::enable_if_t<std::is_integral_v<IntegerT>>>
  range(IntegerT x) : value{{static_cast<std::int64_t>(x), 1, 1}, {}} {}
  range(std::int64_t x, std::int64_t y, std::int64_t z = 1)
      : value{{x, y, z}, {}} {}
  range &offset(std::int64_t x, std::int64_t y = 0, std::int64_t z = 0) {
    value.offset[0] = x;
    value.offset[1] = y;
    value.offset[2] = z;
    return *this;
  }
  const pirch_range &get() const noexcept { return value; }

private:
  pirch_range value;
};

/// A buffer of a launch: a pointer, or a container or span with `data()` and
/// `size()`, whose extent is checked if the kernel's is known
/// (`pirch_param::is_extent_known`). A pointer's is never checked.
template <typename T> class buffer {
public:
  static constexpr std::size_t unknown =
      std::numeric_limits<std::size_t>::max();

  buffer(T *pointer) noexcept : pointer(pointer), extent(unknown) {}
  buffer(T *pointer, std::size_t size) noexcept
      : pointer(pointer), extent(size) {}
  template <
      typename ContainerT,
      typename = std::enable_if_t<
          std::is_convertible_v<decltype(std::declval<ContainerT &>().data()),
                                T *> &&
          std::is_convertible_v<decltype(std::declval<ContainerT &>().size()),
                                std::size_t>>>
  buffer(ContainerT &&container)
      : pointer(container.data()), extent(container.size()) {}

  T *data() const noexcept { return pointer; }
  std::size_t size() const noexcept { return extent; }

private:
  T *pointer;
  std::size_t extent;
};

/// As a parameter's type: special versions of the kernel are made, in which the
/// parameter is a constant. As an argument: run the special version for this
/// value, or the general one until it is there; both compute the same.
template <typename T> class staged {
public:
  explicit constexpr staged(T value) noexcept : number(value) {}
  constexpr T get() const noexcept { return number; }

private:
  T number;
};

namespace detail {
/// The argument of a staged parameter: with a plain value the general version
/// runs.
template <typename T> struct maybe_staged {
  maybe_staged(T value) : value(value), is_staged(false) {}
  maybe_staged(staged<T> value) : value(value.get()), is_staged(true) {}
  T value;
  bool is_staged;
};

/// How a parameter is handed over.
template <typename T> struct argument {
  using type = T;
  using plain = T;
  static constexpr bool is_staged = false;
  static bool may_be_special(const T &) { return true; }
  static void *address(T &value) { return &value; }
  static std::size_t extent(const T &) { return buffer<T>::unknown; }
};
template <typename T> struct argument<staged<T>> {
  using type = maybe_staged<T>;
  using plain = T;
  static constexpr bool is_staged = true;
  static bool may_be_special(const type &value) { return value.is_staged; }
  static void *address(type &value) { return &value.value; }
  static std::size_t extent(const type &) { return buffer<T>::unknown; }
};
template <typename T> struct argument<T *> {
  using type = buffer<T>;
  using plain = T *;
  static constexpr bool is_staged = false;
  static bool may_be_special(const type &) { return true; }
  static void *address(buffer<T> &value) {
    return const_cast<std::remove_const_t<T> *>(value.data());
  }
  static std::size_t extent(const buffer<T> &value) { return value.size(); }
};

template <typename T> constexpr pirch_type type_of() {
  static_assert(std::is_arithmetic_v<T>,
                "kernels take numbers, and pointers to numbers");
  if constexpr (std::is_floating_point_v<T>) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                  "kernels take float and double");
    return sizeof(T) == 4 ? PIRCH_FLOAT32 : PIRCH_FLOAT64;
  } else {
    constexpr bool is_signed = std::is_signed_v<T>;
    return sizeof(T) == 1   ? (is_signed ? PIRCH_INT8 : PIRCH_UINT8)
           : sizeof(T) == 2 ? (is_signed ? PIRCH_INT16 : PIRCH_UINT16)
           : sizeof(T) == 4 ? (is_signed ? PIRCH_INT32 : PIRCH_UINT32)
                            : (is_signed ? PIRCH_INT64 : PIRCH_UINT64);
  }
}

/// Whether a parameter of C++ type `T` is what the kernel declares; where that
/// is a pointer to void, numbers as wide as the kernel's accesses are.
template <typename T> bool matches(const pirch_param &param) {
  using element = std::remove_pointer_t<T>;
  constexpr pirch_type type = type_of<std::remove_const_t<element>>();
  std::string_view c_type = param.c_type;
  bool is_void = c_type == "void *" || c_type == "const void *";
  return param.is_buffer == std::is_pointer_v<T> &&
         (param.type == type ||
          (is_void && param.type_size == sizeof(element))) &&
         (!param.is_buffer || param.is_const || !std::is_const_v<element>);
}

using module_ptr = std::shared_ptr<pirch_module>;

inline std::vector<const char *> pointers(const options &given) {
  std::vector<const char *> result;
  for (const std::string &word : given.words())
    result.push_back(word.c_str());
  return result;
}
} // namespace detail

template <typename SignatureT> class kernel;
template <typename SignatureT> class staged_kernel;

/// A kernel with parameters of those types: numbers, and pointers to numbers
/// for buffers. Copies share the code. Const functions may be called from
/// several threads at once.
template <typename... Ts> class kernel<void(Ts...)> {
public:
  /// Compile, or find in the cache, the kernel of that name. An `error` says
  /// what is wrong with the source, and which parameter is another one.
  kernel(const std::string &source, const std::string &name,
         const options &given = {}, const std::string &file = "kernel.cl") {
    options all = with_staged(given, name);
    std::vector<const char *> words = detail::pointers(all);
    pirch_module *module = nullptr;
    detail::check(pirch_compile(source.c_str(), file.c_str(), words.data(),
                                words.size(), &module));
    adopt(module, name);
  }
  /// The same for a source in a file.
  static kernel from_file(const std::string &path, const std::string &name,
                          const options &given = {}) {
    options all = with_staged(given, name);
    std::vector<const char *> words = detail::pointers(all);
    pirch_module *module = nullptr;
    detail::check(
        pirch_compile_file(path.c_str(), words.data(), words.size(), &module));
    kernel result;
    result.adopt(module, name);
    return result;
  }

  /// Launches take at most so many threads: 1 is the calling thread alone, 0
  /// (at first) as many as oneTBB has.
  kernel &threads(int count) {
    num_threads = count;
    return *this;
  }

  /// Compute all groups.
  void operator()(typename detail::argument<Ts>::type... args,
                  range groups) const {
    check_extents(groups, args...);
    void *addresses[] = {detail::argument<Ts>::address(args)..., nullptr};
    bool may_be_special = (detail::argument<Ts>::may_be_special(args) && ...);
    detail::check((may_be_special ? pirch_launch : pirch_launch_general)(
        handle, addresses, &groups.get(), num_threads));
  }

  /// The values of the parameters that are `staged`.
  using staged_values = decltype(std::tuple_cat(
      std::declval<
          std::conditional_t<detail::argument<Ts>::is_staged,
                             std::tuple<typename detail::argument<Ts>::plain>,
                             std::tuple<>>>()...));

  /// The kernel with a value for each staged parameter, of which the special
  /// version is being made. It is called with the other arguments.
  template <typename... Values>
  staged_kernel<void(Ts...)> stage(Values... values) const;

  /// Make the special versions for these values, or find them in the cache.
  void warm(std::initializer_list<staged_values> list, range groups = 1) const {
    for (const staged_values &values : list)
      prepare(values, groups, /*in_background=*/false);
  }
  void prepare(staged_values values, const range &groups,
               bool in_background) const {
    prepare(values, groups, in_background, std::index_sequence_for<Ts...>());
  }

  /// Compute all groups on threads of the library. Buffers must stay until the
  /// future is ready.
  std::future<void> async(typename detail::argument<Ts>::type... args,
                          range groups) const {
    check_extents(groups, args...);
    void *addresses[] = {detail::argument<Ts>::address(args)..., nullptr};
    auto state = std::make_unique<pending>();
    state->module = module;
    std::future<void> result = state->done.get_future();
    detail::check(pirch_launch_async(handle, addresses, &groups.get(),
                                     num_threads, &finish, state.get()));
    state.release();
    return result;
  }

  /// A configuration, and how long a group took in it.
  struct trial {
    std::int64_t wg_pack;
    std::string lane_order;
    double nanoseconds;
  };
  /// Time the kernel in every configuration that is worth it, and keep the
  /// fastest: this handle and its copies made later have it, and so have those
  /// made of the same source and options, by the cache. Launches write buffers
  /// as always.
  std::vector<trial> tune(typename detail::argument<Ts>::type... args,
                          range groups) {
    check_extents(groups, args...);
    void *addresses[] = {detail::argument<Ts>::address(args)..., nullptr};
    std::vector<trial> trials;
    pirch_module *best = nullptr;
    detail::check(pirch_tune(
        handle, addresses, &groups.get(), num_threads,
        [](void *data, const pirch_trial *done) {
          static_cast<std::vector<trial> *>(data)->push_back(
              {done->wg_pack, done->lane_order, done->nanoseconds});
        },
        &trials, &best));
    adopt(best, std::string(info().name));
    return trials;
  }

  const pirch_kernel_info &info() const noexcept {
    return *pirch_kernel_get_info(handle);
  }
  const pirch_param &param(std::size_t index) const {
    return *pirch_kernel_get_param(handle, index);
  }
  /// Where the code was found.
  pirch_origin origin() const noexcept {
    return pirch_module_origin(module.get());
  }
  /// Warnings, and remarks that were asked for.
  std::string diagnostics() const {
    return pirch_module_diagnostics(module.get());
  }
  /// The kernel's function, for a range of one dimension without an offset: it
  /// computes groups `first` to `first + count - 1` in the calling thread. It
  /// is the general version.
  using function_type = void (*)(typename detail::argument<Ts>::plain...,
                                 std::int64_t first, std::int64_t count);
  function_type function() const {
    if (info().num_dims != 1 || info().has_offset)
      throw error(PIRCH_ERROR_INVALID_ARGUMENT,
                  std::string("the function of kernel '") + info().name +
                      "' has parameters for the grid: " + info().prototype);
    return reinterpret_cast<function_type>(pirch_kernel_function(handle));
  }
  const pirch_kernel *get() const noexcept { return handle; }

private:
  /// A launch on other threads, which keeps the code.
  struct pending {
    detail::module_ptr module;
    std::promise<void> done;
  };

  kernel() = default;

  static void finish(void *data) {
    std::unique_ptr<pending> state(static_cast<pending *>(data));
    state->done.set_value();
  }

  void adopt(pirch_module *compiled, const std::string &name) {
    module = detail::module_ptr(compiled, &pirch_module_release);
    detail::check(pirch_module_kernel(compiled, name.c_str(), &handle));
    if (info().num_params != sizeof...(Ts))
      mismatch("takes " + std::to_string(info().num_params) +
               " arguments, not " + std::to_string(sizeof...(Ts)));
    [[maybe_unused]] std::size_t index = 0;
    ((detail::matches<typename detail::argument<Ts>::plain>(param(index))
          ? void()
          : mismatch("has the parameter " + describe(param(index)) +
                     "; the type of its handle has another one"),
      ++index),
     ...);
  }

  /// The options, and which parameters are staged.
  static options with_staged(options given, const std::string &name) {
    [[maybe_unused]] std::size_t index = 0;
    std::string numbers;
    ((detail::argument<Ts>::is_staged
          ? void(numbers +=
                 (numbers.empty() ? "" : ",") + std::to_string(index))
          : void(),
      ++index),
     ...);
    // A number means a parameter of one kernel.
    return numbers.empty() ? given
                           : given.set("kernel", name).set("staged", numbers);
  }

  template <std::size_t... Is>
  void prepare(staged_values &values, const range &groups, bool in_background,
               std::index_sequence<Is...>) const {
    void *addresses[] = {staged_address<Is>(values)..., nullptr};
    detail::check(
        pirch_prepare(handle, addresses, &groups.get(), in_background));
  }
  /// Where `values` has the value of parameter `I`; null if it is not staged.
  template <std::size_t I> static void *staged_address(staged_values &values) {
    using type = std::tuple_element_t<I, std::tuple<Ts...>>;
    if constexpr (detail::argument<type>::is_staged)
      return &std::get<count_staged(I)>(values);
    else
      return nullptr;
  }
  /// How many of the first parameters are staged.
  static constexpr std::size_t count_staged(std::size_t parameters) {
    bool are_staged[] = {detail::argument<Ts>::is_staged..., false};
    std::size_t count = 0;
    for (std::size_t index = 0; index < parameters; ++index)
      count += are_staged[index];
    return count;
  }
  friend staged_kernel<void(Ts...)>;

  static std::string describe(const pirch_param &param) {
    return std::string("'") + param.c_type + (param.is_buffer ? "" : " ") +
           param.name + "'";
  }
  [[noreturn]] void mismatch(const std::string &text) const {
    throw error(PIRCH_ERROR_INVALID_ARGUMENT,
                std::string("kernel '") + info().name + "' " + text + " (" +
                    info().prototype + ")");
  }

  void check_extents(const range &groups,
                     const typename detail::argument<Ts>::type &...args) const {
    [[maybe_unused]] std::size_t index = 0;
    (check_extent(groups.get().groups[0], index++,
                  detail::argument<Ts>::extent(args)),
     ...);
  }
  void check_extent(std::int64_t groups, std::size_t index,
                    std::size_t has) const {
    if (has == buffer<char>::unknown || groups < 1)
      return;
    const pirch_param &buffer = param(index);
    if (!buffer.is_extent_known)
      return;
    std::int64_t needs = buffer.extent + groups * buffer.extent_per_group;
    if (needs > 0 && has < static_cast<std::size_t>(needs))
      throw error(PIRCH_ERROR_INVALID_ARGUMENT,
                  std::string("buffer '") + buffer.name + "' of kernel '" +
                      info().name + "' has " + std::to_string(has) +
                      " elements; " + std::to_string(groups) +
                      " groups access " + std::to_string(needs));
  }

  detail::module_ptr module;
  const pirch_kernel *handle = nullptr;
  int num_threads = 0;
};

/// A kernel with the values of its staged parameters; what `kernel::stage`
/// gives.
template <typename... Ts> class staged_kernel<void(Ts...)> {
public:
  using base = kernel<void(Ts...)>;

  staged_kernel(base general, typename base::staged_values values)
      : general(std::move(general)), values(std::move(values)) {}

  /// Compute all groups: the other arguments, and the range.
  template <typename... Args> void operator()(Args &&...args) const {
    call(general, std::forward_as_tuple(std::forward<Args>(args)...),
         std::index_sequence_for<Ts...>());
  }
  /// The same on threads of the library.
  template <typename... Args> std::future<void> async(Args &&...args) const {
    return call([this](auto &&...all) { return general.async(all...); },
                std::forward_as_tuple(std::forward<Args>(args)...),
                std::index_sequence_for<Ts...>());
  }
  /// Make the special versions for other values too.
  void warm(std::initializer_list<typename base::staged_values> list,
            range groups = 1) const {
    general.warm(list, groups);
  }

private:
  template <typename Function, typename Args, std::size_t... Is>
  auto call(const Function &function, Args &&args,
            std::index_sequence<Is...>) const {
    constexpr std::size_t others =
        sizeof...(Ts) - base::count_staged(sizeof...(Ts));
    static_assert(std::tuple_size_v<Args> == others + 1,
                  "the call takes the arguments that are not staged, and the "
                  "number of groups");
    return function(pick<Is>(args)..., range(std::get<others>(args)));
  }
  /// The argument of parameter `I`.
  template <std::size_t I, typename Args>
  typename detail::argument<std::tuple_element_t<I, std::tuple<Ts...>>>::type
  pick(Args &args) const {
    using type = std::tuple_element_t<I, std::tuple<Ts...>>;
    constexpr std::size_t before = base::count_staged(I);
    if constexpr (detail::argument<type>::is_staged)
      return type(std::get<before>(values));
    else
      return std::get<I - before>(args);
  }

  base general;
  typename base::staged_values values;
};

template <typename... Ts>
template <typename... Values>
staged_kernel<void(Ts...)> kernel<void(Ts...)>::stage(Values... values) const {
  static_assert(sizeof...(Values) == std::tuple_size_v<staged_values>,
                "stage() takes a value for each parameter of type staged<T>");
  staged_values all{values...};
  // Other values that the source stages may depend on the other arguments; then
  // the first call has the version made.
  try {
    prepare(all, 1, /*in_background=*/true);
  } catch (const error &) {
  }
  return {*this, all};
}

} // namespace pirch

#endif // PIRCH_HPP
