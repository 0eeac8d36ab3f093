//===- ArithmeticPasses.td - Arithmetic on chunks -------*- tablegen -*-===//
//
// Passes on functions over chunks that compute the same by other instructions.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CODEGEN_ARITHMETICPASSES_TD
#define PIRCH_CODEGEN_ARITHMETICPASSES_TD

include "mlir/Pass/PassBase.td"

def SimplifyBitFields : Pass<"pirch-simplify-bit-fields", "::mlir::func::FuncOp"> {
  let summary = "Take fields of words from the parts that the words were made of";
  let description = [{
    Codes put words together from bytes, and take fields out of them that lie
    otherwise: `((a << 16) | (b << 8) | c) >> 12 & 63`. All of that has as many bits as
    the word. Where a vector of words is made by `or` or `xor` of parts shifted by
    constants, and only low bits of the word shifted to the right are used, at
    most half of its bits, this pass shifts the parts instead, and leaves out those
    that have no bits in the field. What is left needs as few bits as the parts and the
    field have, in which `pirch-narrow-integers` computes it.

    Example: of the field above, whose mask uses six bits,

    ```mlir
    %w = arith.ori %a16, %bc : vector<64xi32>
    %f = arith.shrui %w, %twelve : vector<64xi32>
    // becomes
    %a4 = arith.shli %a, %four : vector<64xi32>
    %b4 = arith.shrui %b, %four : vector<64xi32>
    %f = arith.ori %a4, %b4 : vector<64xi32>
    ```
  }];
  let statistics = [
    Statistic<"numFields", "bit-fields", "Fields taken from parts of their words">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandHalf : Pass<"pirch-expand-half", "::mlir::func::FuncOp"> {
  let summary = "Convert between f16 and f32 by operations on integers";
  let description = [{
    Where no instruction of the target converts between `f16` and `f32`
    (`convertsHalf`), LLVM calls a function for each lane. This pass computes the bits
    of the results from those of the operands instead, for vectors and scalars. Conversions to `f16` round to nearest
    even. NaN becomes a quiet NaN with the sign and the highest bits of the fraction of
    the operand, as x86's instruction makes it. The pass does nothing for functions
    without a target.

    Values of type `f16` that are then only moved, chosen, loaded and stored become
    `i16` values, which have the same bits, as not every target has registers of
    `f16`. A function that computes with `f16`, or has arguments or results of that
    type, keeps them.

    Example: `arith.extf %h : vector<4xf16> to vector<4xf32>` becomes the exponent and
    fraction, shifted by 13 bits and 112 added to the exponent, and for numbers below
    2 to the power of -14 the fraction times 2 to the power of -24.
  }];
  let statistics = [
    Statistic<"numExpanded", "expanded-conversions", "Conversions expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def NarrowIntegers
    : InterfacePass<"pirch-narrow-integers", "::mlir::FunctionOpInterface"> {
  let summary = "Compute integers in as few bits as anyone looks at";
  let description = [{
    C computes with bytes in 32 bits, and a chunk of 64 bytes becomes four registers
    of 32-bit integers, though few of these bits matter: `(77 * r + 150 * g) >> 8`
    of bytes fits in 16 bits. This pass computes vectors of integers that fill several
    registers of the function's target (`pirch.target`) in 8, 16 or 32 bits, as many as
    fill one register at least, where the result is the same: the lowest bits of sums,
    products and bitwise operations depend on the lowest bits of their operands only;
    shifts to the right, comparisons, minima and maxima need operands that fit.
    Ranges come from MLIR's integer range analysis, and which low bits are used
    from a walk from the users back. Operations that use each other are left
    alone where conversions would cost as much as is saved.

    Example, where only 8 bits of the result are stored:

    ```mlir
    %w = arith.extui %x : vector<64xi8> to vector<64xi32>
    %p = arith.muli %w, %w : vector<64xi32>
    %s = arith.shrui %p, %eight : vector<64xi32>
    %b = arith.trunci %s : vector<64xi32> to vector<64xi8>
    // becomes
    %w = arith.extui %x : vector<64xi8> to vector<64xi16>
    %p = arith.muli %w, %w : vector<64xi16>
    %s = arith.shrui %p, %eight : vector<64xi16>
    %b = arith.trunci %s : vector<64xi16> to vector<64xi8>
    ```

    With `remarks` the pass says for each place of the source in how many bits it is
    computed.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false", "say what was narrowed">
  ];
  let statistics = [
    Statistic<"numNarrowed", "narrowed-ops",
              "Operations that are computed in fewer bits">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def NarrowSelects : Pass<"pirch-narrow-selects", "::mlir::func::FuncOp"> {
  let summary = "Select the low bits of integers where no others are kept";
  let description = [{
    Where a chain of selects among constants is truncated in the end, as the number of
    the best of several states is that is stored as a byte, this pass selects among
    the truncated constants. LLVM's optimizer does so, too, but moves the selects to
    the truncation, one after the other: the masks of all of them wait for it, in
    memory where there are more than registers for masks. The pass does nothing where
    the function's target has no registers for masks, since masks of wide lanes are no
    masks of narrow ones there.

    Example:

    ```mlir
    %a = arith.select %m, %one, %zero : vector<16xi1>, vector<16xi32>
    %b = arith.select %n, %two, %a : vector<16xi1>, vector<16xi32>
    %t = arith.trunci %b : vector<16xi32> to vector<16xi8>
    // becomes
    %a = arith.select %m, %one, %zero : vector<16xi1>, vector<16xi8>
    %t = arith.select %n, %two, %a : vector<16xi1>, vector<16xi8>
    ```
  }];
  let statistics = [
    Statistic<"numNarrowed", "narrowed-selects", "Selects of fewer bits">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandWideProducts : Pass<"pirch-expand-wide-products", "::mlir::func::FuncOp"> {
  let summary = "Take upper halves of products without conversions";
  let description = [{
    `mul_hi` and `(ulong)x * y >> 32` on numbers of 32 bits are products of 64 bits.
    Vectors of 64-bit products take twice as many registers as the factors, so that
    extending the factors and truncating the upper halves would each move lanes
    between registers. Machines have an instruction that multiplies the lower halves
    of lanes of 64 bits. So this pass takes two neighbouring factors for one number
    of 64 bits, which costs nothing, computes the products of the lower halves and
    those of the upper halves apart, and blends them. It does so for vectors of 32-bit integers that
    fill whole registers of the function's target (`pirch.target`), with and without
    signs.

    Example:

    ```mlir
    %low, %high = arith.mului_extended %x, %y : vector<16xi32>
    // becomes
    %a = vector.bitcast %x : vector<16xi32> to vector<8xi64>
    %b = vector.bitcast %y : vector<16xi32> to vector<8xi64>
    // %even is the product of the lower halves of %a and %b, %odd of the upper ones
    %up = arith.shrui %even, %32 : vector<8xi64>
    %down = arith.andi %odd, %high_bits : vector<8xi64>
    %both = arith.ori %up, %down : vector<8xi64>
    %high = vector.bitcast %both : vector<8xi64> to vector<16xi32>
    %low = arith.muli %x, %y : vector<16xi32>
    ```
  }];
  let statistics = [
    Statistic<"numProducts", "wide-products", "Products of which halves are taken">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandIntegerDivision : Pass<"pirch-expand-integer-division", "::mlir::func::FuncOp"> {
  let summary = "Divide vectors of integers in floating point";
  let description = [{
    Most machines divide integers one at a time, and LLVM takes vectors apart
    for it. This pass divides vectors of integers of up to 32 bits in
    floating-point numbers that hold them exactly and whose quotient, cut off, is
    the integers' quotient: `f64` for 32 bits, `f32` for 8 and 16. Where all lanes
    have the same divisor, they are multiplied by its reciprocal instead, which is
    computed once outside of loops. Integers of 64 bits
    and constant divisors, for which LLVM multiplies, are left to LLVM, and
    everything where the target's machine divides integers itself.

    Example: `arith.divsi %a, %b : vector<8xi32>` becomes

    ```mlir
    %x = arith.sitofp %a : vector<8xi32> to vector<8xf64>
    %y = arith.sitofp %b : vector<8xi32> to vector<8xf64>
    %q = arith.divf %x, %y : vector<8xf64>
    %r = arith.fptosi %q : vector<8xf64> to vector<8xi32>
    ```
  }];
  let statistics = [
    Statistic<"numExpanded", "expanded-divisions",
              "Quotients and remainders expanded">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

def StripMineQuotients : Pass<"pirch-strip-mine-quotients", "::mlir::func::FuncOp"> {
  let summary = "Go through the groups that have one quotient in a loop of their own";
  let description = [{
    A kernel takes the index of a work item apart into the row or channel that it
    belongs to, and a place in there, as in `g / width` and `g % width`. Where a
    group is in one row, the quotient is a scalar, and many groups in a row have
    the same one. This pass makes two loops of the loop over groups: the outer
    one goes from quotient to quotient, the inner one over the groups that have
    it. There the quotient is known before the loop, and a remainder is a
    difference. LLVM moves what depends on the quotient alone out of the inner
    loop: loads of a channel's parameters, and what is computed from them.

    It does so with the first division in the loop's body of a multiple of its
    counter by a number that does not change in the loop, for unsigned integers. At
    run time, the loop stays what it was where fewer than four groups have one
    quotient.

    Example:

    ```mlir
    scf.for %g = %from to %to step %c1 : i64 {
      %x = arith.muli %g, %c16 : i64
      %row = arith.divui %x, %width : i64
      "use"(%g, %row) : (i64, i64) -> ()
    }
    // becomes, beside the loop as it was for short rows
    scf.while (%first = %from) : (i64) -> i64 {
      %goes_on = arith.cmpi slt, %first, %to : i64
      scf.condition(%goes_on) %first : i64
    } do {
    ^bb0(%first: i64):
      %row = arith.divui %first_x, %width : i64
      %end = ... // the first group of the next row, or %to
      scf.for %g = %first to %end step %c1 : i64 {
        "use"(%g, %row) : (i64, i64) -> ()
      }
      scf.yield %end : i64
    }
    ```
  }];
  let statistics = [
    Statistic<"numLoops", "strip-mined-loops",
              "Loops over groups that became two loops">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def MultiplyByReciprocals : Pass<"pirch-multiply-by-reciprocals", "::mlir::func::FuncOp"> {
  let summary = "Divide vectors by a divisor that quotients share with its reciprocal";
  let description = [{
    A machine divides one register after the other, each in many cycles, and
    multiplies and adds meanwhile. Where the divisions of a block take longer than
    the block's other operations, this pass replaces those whose divisor is a
    constant, is computed outside of the block's loop, or belongs to several
    quotients of the block. The quotient `x / y` has the same bits. With `r`, the
    rounded reciprocal of `y`, and `s`, the rounded rest `(1 - y * r) * r`, it is

    ```
    q = fma(x, r, x * s)      // right, or the number beside it
    x / y = fma(x - q * y, r, q)
    ```

    The rest `x - q * y` has no rounding error. Let `p` be the number of bits of a
    mantissa and `Y` the mantissa of `y` as an integer of `p` bits. `q` is one of
    the two numbers next to the exact quotient, and the relative error of `r` is
    less than `1 / (Y + 1)`. A quotient is at least `1 / (2 * Y)` units of its last
    place away from the middle of two numbers, so that the last operation rounds
    to the right side (P. Markstein, Computation of elementary functions on the
    IBM RISC System/6000 processor, 1990). Where `y` is a constant whose mantissa
    ends with six zeros or more, such as 3 or 255, that distance is at least 64
    times as large, and `q` is the quotient (N. Brisebarre, J.-M. Muller, S. Raina,
    Accelerating correctly rounded floating-point division when the divisor is
    known in advance, 2004).

    This holds where no operation overflows or loses bits to denormal numbers.
    Where an element of a vector is outside of that range, a branch of its own
    divides the vector: for a constant that ends with zeros, where a dividend is
    tiny but not zero; for other divisors, where a dividend or the divisor is
    tiny, zero, huge or infinite. Dividends that were converted from integers are
    not tested where the divisor is a constant that ends with zeros.

    Targets without a fused multiplication and addition are left alone.

    Example: `arith.divf %x, %three : vector<8xf64>` becomes

    ```mlir
    %t = arith.mulf %x, %s : vector<8xf64>
    %q = math.fma %x, %r, %t : vector<8xf64>
    %is_small = arith.andi %is_below, %is_not_zero : vector<8xi1>
    %any = vector.reduction <or>, %is_small : vector<8xi1> into i1
    %result = scf.if %any -> (vector<8xf64>) {
      %d = arith.divf %x, %three : vector<8xf64>
      scf.yield %d : vector<8xf64>
    } else {
      scf.yield %q : vector<8xf64>
    }
    ```
  }];
  let statistics = [
    Statistic<"numMultiplied", "multiplied-quotients",
              "Quotients computed by multiplications">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ExpandMath : Pass<"pirch-expand-math"> {
  let summary = "Replace mathematical functions by arithmetic";
  let description = [{
    Functions of the math dialect on scalars and vectors of f32 and f64 become
    the operations that compute them: additions, multiplications, `math.fma`,
    divisions, comparisons, selections, and arithmetic on the bits. They are those
    of the templates in `include/Pirch/Math`, which the oracle and the interpreter
    call with plain numbers, so that results have the same bits everywhere.
    `docs/Math.md` has the functions and their accuracy. Functions that have no
    template stay. Those with the flag `afn` may be wrong by up to 4 units in
    the last place, others by 1.

    What seldom happens, such as an argument of `math.sin` that is too large for
    the quick reduction, stands in an `scf.if` on whether it happens in any lane.

    Example: of `%y = math.exp %x : vector<16xf32>`, the first operations are

    ```mlir
    %0 = math.fma %x, %log2_of_e, %rounder : vector<16xf32>
    %n = arith.subf %0, %rounder : vector<16xf32>
    %1 = math.fma %n, %minus_ln2_high, %x : vector<16xf32>
    %r = math.fma %n, %minus_ln2_low, %1 : vector<16xf32>
    ```
  }];
  let options = [
    Option<"complete", "complete", "bool", /*default=*/"false",
           "report an error for each function that stays">
  ];
  let statistics = [
    Statistic<"numExpanded", "expanded", "Functions replaced by arithmetic">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // PIRCH_CODEGEN_ARITHMETICPASSES_TD
