/* The dialect in C: types, attributes, a kernel that is parsed, and passes. */
#include "pirch-c/Dialect.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include <stdio.h>
#include <string.h>

static void print(MlirStringRef text, void *unused) {
  (void)unused;
  fwrite(text.data, 1, text.length, stdout);
}

static MlirLogicalResult report(MlirDiagnostic diagnostic, void *unused) {
  printf("diagnostic: ");
  mlirDiagnosticPrint(diagnostic, print, unused);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static void printType(MlirType type) {
  mlirTypePrint(type, print, NULL);
  printf("\n");
}

static void makeTypes(MlirContext context) {
  MlirType f64 = mlirF64TypeGet(context);
  MlirAttribute none = mlirAttributeGetNull();
  PirchAxis order[] = {PirchAxisElement, PirchAxisWorkItem, PirchAxisWorkGroup};
  PirchAxis twice[] = {PirchAxisElement, PirchAxisElement, PirchAxisWorkGroup};
  MlirAttribute lanes = pirchLanesAttrGet(context, order);
  MlirType infinite =
      pirchInfRegTypeGet(mlirShapedTypeGetDynamicSize(), 8, 4, f64, none);
  MlirType packed = pirchInfRegTypeGet(2, 8, 4, f64, lanes);
  printType(infinite);
  printType(packed);
  printf("infreg: %d %d, packed: %d, fastest: %d, items: %d\n",
         pirchTypeIsAnInfReg(packed), pirchTypeIsAnInfReg(f64),
         pirchAttributeIsALanes(pirchInfRegTypeGetLanes(packed)),
         pirchLanesAttrGetAxis(lanes, 2) == PirchAxisWorkGroup,
         (int)mlirShapedTypeGetDimSize(packed, 1));
  printf("no lanes: %d\n",
         mlirAttributeIsNull(pirchInfRegTypeGetLanes(infinite)));
  printf("refused: %d\n",
         mlirTypeIsNull(pirchInfRegTypeGet(2, 0, 4, f64, none)));
  printf("refused: %d\n", mlirAttributeIsNull(pirchLanesAttrGet(context, twice)));
}

static const char *const source =
    "pirch.kernel @double(%a: memref<?xf64>) attributes {wg_size = 8 : i64} {\n"
    "  %i = pirch.wi_index : i64\n"
    "  %at = arith.index_cast %i : i64 to index\n"
    "  %x = memref.load %a[%at] : memref<?xf64>\n"
    "  %y = arith.addf %x, %x : f64\n"
    "  memref.store %y, %a[%at] : memref<?xf64>\n"
    "  pirch.return\n"
    "}\n";

static int runPasses(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(source));
  MlirPassManager manager = mlirPassManagerCreate(context);
  if (mlirModuleIsNull(module) ||
      mlirLogicalResultIsFailure(mlirOpPassManagerAddPipeline(
          mlirPassManagerGetAsOpPassManager(manager),
          mlirStringRefCreateFromCString("pirch-vectorize-work-items"), print,
          NULL)) ||
      mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(
          manager, mlirModuleGetOperation(module))))
    return 1;
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);
  printf("\n");
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  return 0;
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  pirchRegisterAllDialects(registry);
  pirchRegisterAllPasses();
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  MlirDialect dialect =
      mlirDialectHandleLoadDialect(mlirGetDialectHandle__pirch__(), context);
  print(mlirDialectGetNamespace(dialect), NULL);
  printf("\n");
  makeTypes(context);
  int result = runPasses(context);
  mlirContextDestroy(context);
  return result;
}
