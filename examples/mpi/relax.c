/* Split a batch over the processes of an MPI program.

     mpicc relax.c -lpirch -o relax
     mpirun -np 2 ./relax input output 1000

   `input` is a file of doubles, eight for each problem: the temperatures of a
   ring of eight points. `output` gets what they are after 1000 steps. Each
   process compiles the kernel for its own CPU, and computes an equal share of
   the blocks of 500 problems.

   When a process dies, mpirun ends the others. Nothing is lost then: the file
   output.done says which blocks are in `output`, and the same command, started
   again with any number of processes, computes the other ones. */
#include <mpi.h>
#include <pirch/pirch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 8, BLOCK = 500 /* problems */ };

static const char *source =
    "__kernel void relax(__global double *points, int steps) {\n"
    "  double here = points[get_global_id(0)];\n"
    "  int me = get_local_id(0);\n"
    "  for (int step = 0; step < steps; ++step)\n"
    "    here = 0.5 * here + 0.25 * (shuffle(here, (me + 1) % WG_SIZE) +\n"
    "                                shuffle(here, (me + 7) % WG_SIZE));\n"
    "  points[get_global_id(0)] = here;\n"
    "}\n";

/* End all processes with a message. */
static void fail(const char *what, const char *why) {
  fprintf(stderr, "relax: %s: %s\n", what, why);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}

static void check_mpi(int status, const char *what) {
  char text[MPI_MAX_ERROR_STRING];
  int length;
  if (status == MPI_SUCCESS)
    return;
  MPI_Error_string(status, text, &length);
  fail(what, text);
}

static const pirch_kernel *compile(void) {
  const char *options[] = {"--wg-size=8"};
  pirch_module *module;
  const pirch_kernel *kernel;
  if (pirch_compile(source, "relax.cl", options, 1, &module) ||
      pirch_module_kernel(module, "relax", &kernel))
    fail("the kernel", pirch_error_text());
  return kernel;
}

static MPI_File open_file(const char *name, int mode) {
  MPI_File file;
  check_mpi(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file),
            name);
  return file;
}

/* What output.done begins with. Behind it is a byte for each block: 1 if it is
   done. */
typedef struct {
  long long problems, steps;
} Header;

/* Make output.done say that no block is done. */
static void start_anew(MPI_File file, const Header *header, const char *none,
                       int blocks) {
  check_mpi(MPI_File_write_at(file, sizeof *header, none, blocks, MPI_BYTE,
                              MPI_STATUS_IGNORE),
            "output.done");
  check_mpi(MPI_File_write_at(file, 0, header, sizeof *header, MPI_BYTE,
                              MPI_STATUS_IGNORE),
            "output.done");
}

/* The bytes of the blocks, the same in all processes. They count only if the
   output is there in its whole size, and for the same steps. */
static char *read_done(MPI_File file, MPI_File output, const Header *header,
                       int blocks) {
  char *done = calloc(blocks + 1, 1);
  MPI_Offset size, whole = header->problems * POINTS * sizeof(double);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!done)
    fail("output.done", "out of memory");
  check_mpi(MPI_File_get_size(output, &size), "output");
  if (rank == 0) {
    Header old = {0, 0};
    check_mpi(MPI_File_read_at(file, 0, &old, sizeof old, MPI_BYTE,
                               MPI_STATUS_IGNORE),
              "output.done");
    if (size != whole || memcmp(&old, header, sizeof old) != 0)
      start_anew(file, header, done, blocks);
    else
      check_mpi(MPI_File_read_at(file, sizeof old, done, blocks, MPI_BYTE,
                                 MPI_STATUS_IGNORE),
                "output.done");
  }
  MPI_Bcast(done, blocks, MPI_BYTE, 0, MPI_COMM_WORLD);
  check_mpi(MPI_File_set_size(output, whole), "output");
  return done;
}

/* Read a block, compute it, and write it. */
static void compute(const pirch_kernel *kernel, int steps, MPI_File input,
                    MPI_File output, long long first, int problems) {
  static double points[BLOCK * POINTS];
  MPI_Offset at = first * POINTS * (MPI_Offset)sizeof(double);
  void *args[] = {points, &steps};
  pirch_range range = {{problems, 1, 1}, {0, 0, 0}};
  check_mpi(MPI_File_read_at(input, at, points, problems * POINTS, MPI_DOUBLE,
                             MPI_STATUS_IGNORE),
            "input");
  /* In one thread, as MPI starts a process for each core. */
  if (pirch_launch(kernel, args, &range, 1))
    fail("launch", pirch_error_text());
  check_mpi(MPI_File_write_at(output, at, points, problems * POINTS, MPI_DOUBLE,
                              MPI_STATUS_IGNORE),
            "output");
}

int main(int argc, char **argv) {
  int rank, size, left = 0, computed = 0, total;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 4)
    fail("usage", "relax INPUT OUTPUT STEPS");
  char done_name[4096];
  snprintf(done_name, sizeof done_name, "%s.done", argv[2]);

  MPI_File input = open_file(argv[1], MPI_MODE_RDONLY);
  MPI_File output = open_file(argv[2], MPI_MODE_CREATE | MPI_MODE_WRONLY);
  MPI_File done_file = open_file(done_name, MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_Offset bytes;
  check_mpi(MPI_File_get_size(input, &bytes), argv[1]);
  if (bytes % (POINTS * sizeof(double)))
    fail(argv[1], "its size is no multiple of eight doubles");
  char *end;
  int steps = (int)strtol(argv[3], &end, 10);
  if (*end || end == argv[3] || steps < 0)
    fail(argv[3], "is no number of steps");
  Header header = {bytes / (MPI_Offset)(POINTS * sizeof(double)), steps};
  int blocks = (int)((header.problems + BLOCK - 1) / BLOCK);
  char *done = read_done(done_file, output, &header, blocks);

  const pirch_kernel *kernel = compile();
  for (int block = 0; block < blocks; ++block) {
    /* Those that are left are dealt out to the processes in turn. */
    if (done[block] || left++ % size != rank)
      continue;
    long long first = (long long)block * BLOCK, rest = header.problems - first;
    compute(kernel, steps, input, output, first,
            (int)(rest < BLOCK ? rest : BLOCK));
    /* After the output has it. What a process wrote stays when it dies. */
    char one = 1;
    check_mpi(MPI_File_write_at(done_file, (MPI_Offset)sizeof header + block,
                                &one, 1, MPI_BYTE, MPI_STATUS_IGNORE),
              done_name);
    ++computed;
  }
  MPI_Reduce(&computed, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d of %d blocks computed by %d processes\n", total, blocks, size);
  free(done);
  MPI_File_close(&done_file);
  MPI_File_close(&output);
  MPI_File_close(&input);
  MPI_Finalize();
  return 0;
}
