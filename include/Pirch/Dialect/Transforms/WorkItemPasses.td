//===- WorkItemPasses.td - Work-item form ----------------*- tablegen -*-===//
//
// Passes on kernels in work-item form. The last of them leaves kernels in InfReg
// form.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TRANSFORMS_WORKITEMPASSES_TD
#define PIRCH_TRANSFORMS_WORKITEMPASSES_TD

include "mlir/Pass/PassBase.td"

def AttachTarget : Pass<"pirch-attach-target", "::mlir::ModuleOp"> {
  let summary = "Say which machine kernels are compiled for";
  let description = [{
    Gives every kernel that has no target yet the attribute `target`, whose
    costs and widths the later passes ask for.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "a target attribute of the dialect, as it is written in IR">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def ApplyStagedValues : Pass<"pirch-apply-staged-values", "::mlir::ModuleOp"> {
  let summary = "Make constants of what is known of the launches";
  let description = [{
    On kernels in work-item form, puts constants in place of parameters and of
    `pirch.stage` operations, as the option `values` says: `n=4` is parameter `n`,
    `groups_x=100` the number of groups of a launch, and `0=4` the operation of
    index 0. The kernel keeps its parameters. A number that begins with `0x` is
    the value's bits.

    The option `staged` names parameters, or gives their numbers, whose value is to be staged as if the
    source said `stage(n)` wherever it says `n`: their uses become those of a
    `pirch.stage`, with an index behind those that the kernel has. `launch` does
    so with the number of groups along each dimension and the global offset.

    Example, with `values=0=16`:

    ```mlir
    %m = pirch.stage %n index 0 : i32
    // becomes
    %m = arith.constant 16 : i32
    ```
  }];
  let options = [
    ListOption<"values", "values", "std::string",
               "NAME=VALUE of a parameter, INDEX=VALUE of a staged value">,
    ListOption<"staged", "staged", "std::string",
               "parameters that are staged values">,
    Option<"launch", "launch", "bool", "false",
           "the launch configuration is staged">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect"];
}

def OutlineStagedValues
    : Pass<"pirch-outline-staged-values", "::mlir::ModuleOp"> {
  let summary = "Let the host compute staged values";
  let description = [{
    Checks, on kernels in InfReg form, that the value of each `pirch.stage` can be
    computed before the launch: from parameters, the number of groups, constants,
    and elements of buffers that the kernel does not write, without what depends
    on the indices of work items and groups. Then it erases the operation.

    With `outline` it leaves a module of functions beside the kernels, one for
    each kernel with staged values. A function takes the kernel's parameters as an
    array of pointers (to the buffer, or to the scalar), the number of groups of the
    launch, and an array to which it stores the bits of each staged value, in the
    order of their indices. The attribute `staged_indices` of the function lists
    the indices, `staged_names` the name of each value in messages, and
    `staged_params` the numbers of the parameters from which they are computed.

    Example, with `outline`, of `pirch.stage %n index 0 : i32` with `%n` the first
    parameter:

    ```mlir
    module @pirch.staged {
      func.func @k(%args: !llvm.ptr, %groups: i64, %results: !llvm.ptr)
          attributes {staged_indices = array<i64: 0>,
                      staged_names = ["n"],
                      staged_params = array<i64: 0>} {
        %at = llvm.load %args : !llvm.ptr -> !llvm.ptr
        %n = llvm.load %at : !llvm.ptr -> i32
        %bits = arith.extui %n : i32 to i64
        llvm.store %bits, %results : i64, !llvm.ptr
        return
      }
    }
    ```
  }];
  let options = [
    Option<"outline", "outline", "bool", "false",
           "leave the functions that compute the values">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def FindSteps : Pass<"pirch-find-steps", "::mlir::ModuleOp"> {
  let summary = "Move increments from the ends of loop bodies to their steps";
  let description = [{
    `while (i < n) { ...; i += 8; }` does the same as `for (; i < n; i += 8)`, and
    should become the same code. Where a `pirch.loop` of the work-item form has an
    empty `step` region, and its body ends by incrementing an integer variable, this
    pass moves the increment to the `step` region. Loops that test their condition
    after the body (`do`) are left alone.

    The last store of the body must be one to an integer variable of the work item
    that is declared outside the loop, of a value that is computed from the variable
    itself, constants and other variables, for nothing else. Statements behind a
    `continue` or a `break` are under a condition, and stay.

    Example:

    ```mlir
    body {
      ...
      %i = memref.load %counter[%zero] : memref<1xi32>
      %next = arith.addi %i, %eight : i32
      memref.store %next, %counter[%zero] : memref<1xi32>
    } step {
    }
    // becomes
    body {
      ...
    } step {
      %i = memref.load %counter[%zero] : memref<1xi32>
      %next = arith.addi %i, %eight : i32
      memref.store %next, %counter[%zero] : memref<1xi32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numSteps", "steps", "Loops whose body ended with their step">
  ];
}

def FindTables : Pass<"pirch-find-tables", "::mlir::ModuleOp"> {
  let summary = "Make tables of private arrays that hold constants alone";
  let description = [{
    A source has constants in an array: one of `__constant` memory, one of a program
    of C or C++ that is `const`, or one that nobody writes again:

    ```c
    const uint bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    ```

    In the work-item form that is a `memref.alloca` which stores fill. Where each
    element is stored at most once, each store has a constant and a constant
    subscript, and all of them come before the first load, this pass puts a
    `pirch.table` in the place of the variable and its stores. So the elements are
    constants for `pirch-vectorize-work-items`. Where run time chooses an element, it
    is read from memory that all work items share; as a variable, each work item
    would have to store all elements first.
    Elements that are never stored become zeros.
  }];
  let statistics = [
    Statistic<"numTables", "tables", "Arrays that became tables">
  ];
}

def FindRows : Pass<"pirch-find-rows", "::mlir::ModuleOp"> {
  let summary = "Compute the work items of a launch row by row";
  let description = [{
    A kernel that takes the number `i` of its WI apart, as `y = i / width` and
    `x = i % width` of a parameter `width`, computes a matrix or an image of rows
    of `width` WIs. The WIs of a WG may lie in two rows. Computed row by row
    instead, `y` is a scalar and `x` grows by one from WI to WI, so that accesses
    at `y * width + x` are contiguous and conditions such as `x > 0` hold for
    whole WGs.

    On kernels in work-item form that divide the number of the WI in the launch by
    a parameter, or by a product of it and others that does not wrap around, or
    take such a remainder, the pass puts a kernel that computes rows (attribute
    `whole_kernel` of `pirch.kernel`) in the place of the kernel. Its WGs have as
    many WIs as a register of the target has lanes. The kernel itself is kept
    under the symbol that `whole_kernel` names, for launches whose rows have fewer
    WIs than that, and for those in which a product of 32 bits without a sign that
    the kernel divides by wraps around: the kernel of rows names these products, if
    they are of parameters, in its attribute `exact_products`.

    A kernel may divide the number of the WI by a constant, too: `i % 3` is the
    channel, and `i / 3` the number, of a pixel with three channels. If `wg_size` is
    no multiple of the constant, the pass makes WGs of the least common multiple of
    the constant and the lanes of a register: 48 WIs for 3 and 16 lanes. Then
    `i % 3` of a WI is the same number in all WGs, and `i / 3` is the sum of a
    scalar and a constant of the WI. The length of the rows is the largest multiple
    of 48 below 2^31; it is `3 * width` if the kernel divides by that product, or
    divides `i / 3` by `width`. If such a WG filled more than eight registers or had
    more than 1024 WIs, the rows have as many WIs as the constant says, which must
    be at least twice the lanes of a register: `i % 100` makes rows of 100 WIs.

    The pass changes a kernel if

    - the indices of WG and WI are used in nothing but the global index,
      `wg_index * wg_size + wi_index`;
    - the kernel exchanges no values, has no `__local` variables, no atomic
      operations and no staged values;
    - each WI loads, from buffers that the kernel writes, only the elements at the
      one index at which it stores.

    Of several lengths that rows may have, the pass takes the one that leaves the
    fewest other divisions. The packs of a schedule are packs of WGs of a row.

    Example, for registers of 16 floats:

    ```mlir
    pirch.kernel @transpose(%to: memref<?xf32>, %from: memref<?xf32>,
                            %width: i32) attributes {wg_size = 8 : i64} {
      // ... %i = wg_index * 8 + wi_index, as i32
      %x = arith.remsi %i, %width : i32
      %y = arith.divsi %i, %width : i32
    // becomes
    pirch.kernel @transpose(%to: memref<?xf32>, %from: memref<?xf32>,
                            %width: i32, %row: i64, %begin: i64, %end: i64,
                            %groups: i64)
        attributes {wg_size = 16 : i64, row_length_param = 2 : i64,
                    whole_kernel = @transpose.whole} {
      // ... %column = wg_index * 16 + wi_index
      // ... if %begin <= %column and %column < %end
      %x = arith.trunci %column : i64 to i32
      %y = arith.trunci %row : i64 to i32
    ```
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false",
           "say which kernels are computed in rows of which length">
  ];
  let statistics = [
    Statistic<"numFound", "kernels-of-rows", "Kernels computed row by row">,
    Statistic<"numRewritten", "rewritten-divisions",
              "Quotients and remainders computed from rows and columns">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def SplitWorkGroups : Pass<"pirch-split-work-groups", "::mlir::ModuleOp"> {
  let summary = "Compute large work groups in parts that fill a register";
  let description = [{
    A WG of 32 WIs takes four registers of eight doubles for each value of its WIs.
    A kernel with many values therefore spills registers, and from one iteration
    over packs to the next its accesses to memory advance by four times as many
    bytes as those of a WG of eight WIs. Where WIs neither exchange values nor
    access what others write, the kernel can compute a part of the WG at a time.

    On kernels in work-item form whose WGs have more WIs than a register of the
    target has lanes, this pass sets `wg_size` to the largest power of two that
    divides the number of WIs and fills at most one register, at least
    `least-items`, and `group_parts` to the number of such parts in a WG. It does
    so if

    - the indices of WG and WI are used in nothing but the global index,
      `wg_index * wg_size + wi_index`;
    - the kernel exchanges no values, has no `__local` variables and no atomic
      operations, and does not ask for the number of groups;
    - no part accesses an element of a buffer that another part of the same WG
      writes. To know this the pass forms a copy of the kernel as
      `pirch-vectorize-work-items` does: all accesses of a buffer that is written
      must be affine and count from one place, and their offsets must not meet.

    The WIs of a WG run in lockstep, and the parts of a WG run one after the other;
    under these conditions both give the same results.

    A WG of two or three dimensions becomes parts of its rows of WIs, of as many WIs
    as a register has lanes, which must divide the extent along x. Conditions on y,
    as at the borders of an image, then hold for a part as a whole. The pass splits
    such a WG if

    - the form for most WGs leaves out some that lie before others, as `x > 0` and
      `y > 0` do. The rows of other WGs stay together, since they share what they
      read: those of a matrix product read the same row of the second matrix;
    - the indices are used in nothing but the numbers of the WI along each
      dimension of the range;
    - each WI loads, from buffers that the kernel writes, only the element that it
      stores; a kernel with several stores to a buffer must meet the condition for
      WGs of one dimension as well;
    - what a part stores lies close together, and the part gathers no more often
      than the WG: a transposition stores rows of a WG, but columns of its parts.

    Example, for registers of eight doubles:

    ```mlir
    pirch.kernel @square(%a: memref<?xf64>) attributes {wg_size = 32 : i64} {
      %c32 = arith.constant 32 : i64
    // becomes
    pirch.kernel @square(%a: memref<?xf64>)
        attributes {wg_size = 8 : i64, group_parts = 4 : i64} {
      %c32 = arith.constant 8 : i64
    ```
  }];
  let options = [
    Option<"leastItems", "least-items", "int64_t", "4",
           "the least number of work items in a part">
  ];
  let statistics = [
    Statistic<"numSplit", "split-kernels", "Kernels that compute parts of groups">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect"];
}

def FindPanels : Pass<"pirch-find-panels", "::mlir::ModuleOp"> {
  let summary = "Find loops that are not worth unrolling, as they change a panel";
  let description = [{
    A *panel* is a private array of which a loop writes elements and exchanges
    elements between work items, as an elimination does with the rows of a matrix:

    ```c
    for (int k = 0; k < N; ++k)
      for (int j = 0; j < N; ++j)
        row[j] = fmin(row[j], row[k] + shuffle(row[j], k));
    ```

    Each iteration needs all that the one before it wrote. Unrolled code can
    therefore not compute a part of the array with all iterations before the next
    part, as it can for a product of matrices; what registers cannot hold, it
    spills in each iteration.

    On kernels in the work-item form this pass gives such loops the attribute
    `panel_limit`, from which `pirch-vectorize-work-items` takes how many
    instructions unrolling may make. That is `limit`, or `partial-limit` if the loop
    writes elements only for work items that are known at compile time, as under
    `if (get_local_id(0) > k)`: unrolled code computes nothing for the other work
    items, whereas a loop computes their elements and drops the results. Kernels for targets whose work items are
    threads, which have no arrays in memory that others read, are left alone.
  }];
  let options = [
    Option<"limit", "limit", "int64_t", "600",
           "estimated instructions up to which such a loop is unrolled">,
    Option<"partialLimit", "partial-limit", "int64_t", "16000",
           "the same where the loop leaves out work items known at compile time">
  ];
  let statistics = [
    Statistic<"numPanelLoops", "panel-loops", "Loops that change a panel">
  ];
}

def KeepUniformBranches : Pass<"pirch-keep-uniform-branches", "::mlir::ModuleOp"> {
  let summary = "Let branches stay that all work items of a group take alike";
  let description = [{
    A condition becomes a mask, under which all work items compute both arms. Where
    the condition is the same for all work items of a group, as one on a parameter,
    on the group's number or on what is loaded from one place is, the arm that is
    not taken is computed in vain:

    ```c
    switch (mode) { // a parameter
    case 0: y = tanh(x); break;
    case 1: y = 1 / (1 + exp(-x)); break;
    }
    ```

    On kernels in the work-item form this pass replaces such a branch by loops that
    run at most once, one for each arm, as loops are the control flow of the InfReg
    form: `bool again = mode == 0; while (again) { y = tanh(x); again = false; }`.

    A branch is kept where its longer arm is estimated at `least` operations on
    registers or more, and where it stands in no loop but those of which all work
    items of a group execute as many iterations, a number that is not known at
    compile time. Where the groups of a pack take different arms, both are computed
    under masks, and an arm that none takes is left out. A branch that
    decides which places in memory are accessed later, or which work items exchange,
    becomes a mask, as places chosen among a few known ones are better than unknown
    ones. Kernels for targets whose work items are threads are left alone.
  }];
  let options = [
    Option<"least", "least", "int64_t", "12",
           "estimated operations on registers from which on an arm is worth a branch">,
    Option<"emitRemarks", "remarks", "bool", "false",
           "say which branches stay branches">
  ];
  let statistics = [
    Statistic<"numBranches", "uniform-branches", "Branches that stay branches">
  ];
}

def LimitUnrolling : Pass<"pirch-limit-unrolling", "::mlir::ModuleOp"> {
  let summary = "Unroll loops in part whose unrolled code would be too large";
  let description = [{
    A core fetches the instructions of a loop at full speed while they are few. A
    product of matrices of 32 rows and columns, all of whose loops are unrolled,
    has so many that the core waits for them.

    On kernels in the work-item form this pass looks at loops of constant
    iterations, from the outside to the inside. Where the code of all iterations
    is estimated at more than `limit` instructions, it replaces

    ```c
    for (int i = 0; i < 32; ++i)
      body(i);
    // by
    for (int i = 0; i < 32; i += 4) // not unrolled
      for (int t = 0; t < 4; ++t)
        body(i + t);
    ```

    The number of iterations that stay together, 4 here, is the largest that makes
    no more than three tenths of `limit`, as there is other code beside it, and
    several groups may be computed side by side. Where these iterations compute
    fewer than eight registers, so that a core would wait for the result of each
    operation, there are more, up to three quarters of `limit`. Iterations that are
    left are unrolled behind the loop. Where even one iteration has too many
    instructions, the loop stays, and the loops in it are looked at.

    That is done only where all iterations are the same code, but for the places in
    buffers that they access: where a subscript of a private array, a condition or
    an exchange depends on the iteration, unrolled code knows it at compile time.
    Where an iteration needs something of the one before it, its accesses must also
    be to neighbouring places for neighbouring work items: rows that lie apart are
    loaded together by several unrolled iterations, and transposed. Loops that a
    `#pragma unroll` speaks of, and those in which a panel changes
    (`pirch-find-panels`), are left alone.
  }];
  let options = [
    Option<"limit", "limit", "int64_t", "0",
           "estimated instructions up to which a loop is unrolled; 0: what the target says of its core (`getCacheModel`)">,
    Option<"emitRemarks", "remarks", "bool", "false",
           "say which loops are unrolled in part">
  ];
  let statistics = [
    Statistic<"numLimitedLoops", "limited-loops", "Loops that stay loops">
  ];
}

def VectorizeWorkItems : Pass<"pirch-vectorize-work-items", "::mlir::ModuleOp"> {
  let summary = "Turn the program of one work item into SSA over infregs";
  let description = [{
    Executes the work-item form on tables of lanes: private variables become
    infregs, `if` a mask, and each loop is classified (section 4.1 of the PIRCH
    paper):

    - *vectorize*, where its iterations are known, its subscripts are known and
      no two iterations of a set conflict. Iterations that do conflict are split
      into index sets, in order, or out of order where that needs fewer sets;
    - *unroll*, where every set would hold one iteration;
    - *run time*, where the iterations are not known: a masked loop that ends
      when no WI is left in it;
    - *keep*, where the iterations are known, but `pirch-find-panels` has set a
      limit and unrolling would make more instructions, as estimated. Such a loop
      stays a loop. Private arrays that it accesses at subscripts which its
      iterations count lie in memory then, as panels: one element of all work
      items is contiguous, and an exchange with a work item whose number is a
      scalar is a load.

    Kernels that are in InfReg form already are left alone. A subscript that is
    known and lies outside its array is an error.

    Where groups take different ways (masked loops, addresses known only at run
    time) and a form for one group at a time has fewer of these, as the group's
    index is a scalar there, that form is left beside the kernel: a kernel of role
    `single_group`, which the attribute `single_group` of the kernel names.

    Where a branch compares a place that grows from group to group with a number
    of the launch, as `if (get_global_id(0) < n)` does, the kernel is formed as if
    its groups met the condition, without masks, and begins with
    `pirch.main_groups`. A kernel of role `remainder`, which the attribute
    `remainder` names, computes the other groups.

    Where a subscript of 32 bits without a sign may wrap around, as `row * n + j`
    may, the kernel is formed for the groups in which it does not, and these
    follow from the parameters in `pirch.main_groups` too: the subscript must be
    below 2^31, and where it is a difference, it must not be negative. That is
    done for subscripts that are made of parameters, the group's index and the
    counters of loops with bounds that are known at the launch; others, as those
    that are loaded, are gathers.

    Where a kernel accesses memory at places that a quotient or remainder by a
    parameter gives, as `i / width` of the work item's number `i`, it is formed as
    if that parameter were a multiple of the group's size. A kernel of role
    `fallback`, which the attribute `remainder` names, computes the calls in which
    it is not.

    Where a place is chosen among up to three that are linear, as
    `in[max(x - 1, 0)]` is at the border of an image, and the target loads what a
    mask names, the lanes of each linear place load theirs under a mask; otherwise
    such an access is a gather. Where a place is the sum of a scalar and a
    constant of each lane, as all are in forms for one group at a time, and is
    compared with a scalar, the constants are compared with what is left of the
    scalar, clamped to their range.

    A `__local` variable that is written at subscripts known only at run time or
    accessed atomically lies in memory (`pirch.alloca`), and so does any array of
    more than `select-limit` elements with such subscripts, and any `__local` array
    of more than `carried-limit` elements that a loop at run time writes. Accesses
    of memory are affine or gathers and scatters, as those of a buffer. Other
    variables are infregs.

    With `remarks` it says the class of each loop, its index sets, and which
    subscripts and addresses are known only at run time.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false",
           "say how each loop was classified">,
    Option<"unrollBudget", "unroll-budget", "int64_t", "20000",
           "operations up to which a loop that needs no known subscripts is "
           "unrolled; beyond, it stays a loop at run time">,
    Option<"selectLimit", "select-limit", "int64_t", "32",
           "elements up to which an array with subscripts known only at run time "
           "is selected from in registers; a larger one lies in memory">,
    Option<"carriedLimit", "carried-limit", "int64_t", "64",
           "elements up to which registers hold a __local array that a loop at "
           "run time writes; a larger one lies in memory">,
    Option<"assumeGuards", "assume-guards", "bool", "true",
           "form the kernel for the groups that meet its guards">,
    Option<"assumeFits", "assume-fits", "bool", "true",
           "with assume-guards, form the kernel for the groups in which no "
           "subscript without a sign wraps around">
  ];
  let statistics = [
    Statistic<"numVectorized", "vectorized-loops", "Loops executed in index sets">,
    Statistic<"numUnrolled", "unrolled-loops", "Loops unrolled">,
    Statistic<"numRunTime", "run-time-loops", "Loops kept at run time">,
    Statistic<"numKept", "kept-loops",
              "Loops with known iterations that stay loops">,
    Statistic<"numExchangesLoaded", "exchanges-loaded",
              "Exchanges that are loads of a panel">,
    Statistic<"numRunTimeSubscripts", "run-time-subscripts",
              "Subscripts of private arrays known only at run time">,
    Statistic<"numInMemory", "variables-in-memory",
              "Variables that lie in memory">,
    Statistic<"numGuarded", "guarded-kernels",
              "Kernels formed for the groups that meet their guards">
  ];
  let dependentDialects = ["::pirch::PirchDialect", "::mlir::scf::SCFDialect"];
}

#endif // PIRCH_TRANSFORMS_WORKITEMPASSES_TD
