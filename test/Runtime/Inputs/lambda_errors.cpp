// What a kernel cannot have is an error of the compilation at its line.
#include "pirch/for_groups.hpp"
#include <cstdio>
#include <map>
#include <string>

struct Shape {
  virtual double area(double x) const { return x; }
  double side = 1;
};
int factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1); // expected-error {{not supported: recursion (function 'factorial')}}
}
double elsewhere(double);

template <typename BodyT> void forEach(double *data, BodyT body) {
  pirch::for_groups<8>(10, [=](pirch::item me) {
    body(me, data[me.global()]); // expected-note {{in a call from here}}
  });
}

void useConstructs(double *data) {
  Shape shape;
  forEach(data, [&](auto, double &x) {
    x = shape.area(x); // expected-error {{not supported: calls of virtual functions ('area')}}
  });
  double *row = data;
  auto run = [](auto body) { pirch::for_groups<8>(10, body); };
  run([=](pirch::item me) {
    if (row[me.global()] < 0)
      throw 1; // expected-error {{not supported: exceptions}}
  });
  run([=](pirch::item me) {
    try { // expected-error {{not supported: exceptions}}
      row[me.global()] = 1;
    } catch (...) {
    }
  });
  run([=](pirch::item me) {
    double *more = new double[3]; // expected-error {{not supported: new and delete}}
    row[me.global()] = more[0];
  });
  run([=](pirch::item me) {
    row[me.global()] = factorial(3 + int(row[0])); // expected-note {{in a call from here}}
  });
  run([=](pirch::item me) {
    row[me.global()] = elsewhere(1); // expected-error {{not supported: function 'elsewhere', which this file does not define}}
  });
  run([=](pirch::item me) {
    std::printf("%g\n", row[me.global()]); // expected-error {{not supported: function 'printf', which this file does not define}}
  });
  run([=](pirch::item) {
    static int calls = 0; // expected-error {{not supported: static and extern variables}}
    ++calls;
  });
  run([=](pirch::item me) {
    goto end; // expected-error {{not supported: goto and labels}}
  end:
    row[me.global()] = 1;
  });
  run([=](pirch::item me) {
    std::map<int, int> map; // expected-error {{not supported: an object with a destructor ('std::map<int, int>')}}
    row[me.global()] = map.size();
  });
  run([=](pirch::item me) {
    long double wide = row[me.global()]; // expected-error {{not supported: a value of type 'long double'}}
    row[me.global()] = wide;
  });
  run([=](pirch::item me) {
    double (*function)(double) = nullptr;
    row[me.global()] = function(1); // expected-error {{not supported: calling through a pointer}}
  });
  run([=](pirch::item me) {
    double *moving = row;
    auto next = [&] { ++moving; }; // expected-error {{not supported yet: a reference to the pointer 'moving', which is assigned to}}
    next();
    row[me.global()] = *moving;
  });
  run([=](pirch::item me) {
    auto [a, b] = std::pair<double, double>(1, 2); // expected-error {{not supported yet: structured bindings}}
    row[me.global()] = a + b;
  });
  run([=](pirch::item me) {
    double a[2] = {1, 2};
    row[me.global()] = a[int(sizeof(a)) / 8]; // expected-error {{subscript 2 is outside the array of 2 elements}} expected-warning {{past the end}} expected-note@-1 {{declared here}}
  });
  run([=](pirch::item me) {
    row[me.global()] = pirch::stage(int(me.local())); // expected-error {{stage() takes what is known before the launch, which this is not: it depends on the index of a work item}}
  });
  run([=](pirch::item me) {
    struct pair {
      double a, b;
    };
    row[me.global()] = me.shuffle(pair{1, 2}, 3).b; // expected-error {{not supported yet: exchanging values of type 'struct pair'}}
  });
}

void useCaptures(double **table, void *bytes) {
  std::string name = "x";
  auto run = [](auto body) { pirch::for_groups<8>(10, body); };
  run([=](pirch::item me) {
    table[0][me.global()] = 1; // expected-error {{not supported yet: a pointer in memory}}
  });
  run([=](pirch::item me) {
    static_cast<char *>(bytes)[me.global()] = 1; // expected-error {{not supported: a pointer of type 'void *' of the host in a kernel}}
  });
  // Of an object that the host has, a kernel uses what it can.
  double length = 0;
  run([&](pirch::item) { length = double(name.size()); });
  // expected-error@*:* {{not supported: a kernel of type 'void (*const)(pirch::item)', which is no class}}
  pirch::for_groups<8>(10, +[](pirch::item) {});
}
