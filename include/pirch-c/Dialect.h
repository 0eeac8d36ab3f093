/*===- Dialect.h - The PIRCH dialect for C, beside mlir-c ---------*- C -*-===*\
|*
|* Types and attributes of the dialect, and its registration, in the manner of
|* MLIR's own C headers: for compilers that are written in C, or in a language
|* that calls C. Operations are made by their names (mlirOperationCreate), passes
|* and pipelines by theirs (mlirOpPassManagerAddPipeline).
|*
\*===----------------------------------------------------------------------===*/

#ifndef PIRCH_C_DIALECT_H
#define PIRCH_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** mlirGetDialectHandle__pirch__: the dialect without targets' attributes. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Pirch, pirch);

/*===----------------------------------------------------------------------===*\
|* Registration
\*===----------------------------------------------------------------------===*/

/** Add the dialect, the attributes of all targets and every dialect that the
 * forms of a kernel use. */
MLIR_CAPI_EXPORTED void pirchRegisterAllDialects(MlirDialectRegistry registry);

/** Register every pass and pipeline of PIRCH by its name. */
MLIR_CAPI_EXPORTED void pirchRegisterAllPasses(void);

/*===----------------------------------------------------------------------===*\
|* #pirch.lanes
\*===----------------------------------------------------------------------===*/

/** The axes of an infreg: work groups, work items of a group, array elements. */
typedef enum PirchAxis {
  PirchAxisWorkGroup,
  PirchAxisWorkItem,
  PirchAxisElement
} PirchAxis;

MLIR_CAPI_EXPORTED bool pirchAttributeIsALanes(MlirAttribute attr);

/** The order of the lanes with the slowest of the three axes first; null, with a
 * diagnostic, unless each axis is named once. */
MLIR_CAPI_EXPORTED MlirAttribute pirchLanesAttrGet(MlirContext context,
                                                   const PirchAxis order[3]);

/** The axis at a place from 0, the slowest, to 2. */
MLIR_CAPI_EXPORTED PirchAxis pirchLanesAttrGetAxis(MlirAttribute lanes,
                                                   intptr_t place);

/*===----------------------------------------------------------------------===*\
|* !pirch.infreg
\*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool pirchTypeIsAnInfReg(MlirType type);

/** The register of `groups` work groups, `items` work items each and `elements`
 * elements for each of them. `groups` is mlirShapedTypeGetDynamicSize() before
 * groups are packed, and `lanes` null before lanes have an order. Null, with a
 * diagnostic, where there is no such register. Extents and element type are read
 * as those of any shaped type. */
MLIR_CAPI_EXPORTED MlirType pirchInfRegTypeGet(int64_t groups, int64_t items,
                                               int64_t elements,
                                               MlirType elementType,
                                               MlirAttribute lanes);

/** The order of the lanes, or null. */
MLIR_CAPI_EXPORTED MlirAttribute pirchInfRegTypeGetLanes(MlirType type);

#ifdef __cplusplus
}
#endif

#endif /* PIRCH_C_DIALECT_H */
