// A program without MLIR that asks the plugin for its two answers, as a program
// does that has another MLIR than the plugin's inside.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

struct Info {
  uint32_t version;
  const char *name, *text;
  void *callback;
};

int main(int argc, char **argv) {
  const char *entries[] = {"mlirGetDialectPluginInfo", "mlirGetPassPluginInfo"};
  void *plugin = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!plugin) {
    puts(dlerror());
    return 1;
  }
  for (int i = 0; i < 2; ++i) {
    struct Info (*get)(void) = (struct Info(*)(void))dlsym(plugin, entries[i]);
    struct Info info = get();
    printf("%s: interface %u\n", info.name, (unsigned)info.version);
  }
  return 0;
}
