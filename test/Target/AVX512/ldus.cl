// Inner code of LDUS, WG_SIZE 8, f64, as chosen: zmm arithmetic; no gather, no
// scatter. (Spills of whole registers are no shuffles: each is reloaded as it was
// stored, so a reload at another offset than a spill's would be a scatter of ours.)
// RUN: pirchc %examples/ldus.cl --target=avx512 --cpu=sapphirerapids --wg-size=8 --emit=asm -o - | FileCheck %s --implicit-check-not=gather --implicit-check-not=scatter
// RUN: pirchc %examples/ldus.cl --target=avx512 --wg-size=8 --emit=mlir -o - | FileCheck %s --check-prefix=NOALLOCA --implicit-check-not=alloca

// CHECK-LABEL: ldus:
// CHECK-DAG: vdivpd {{.*}}%zmm
// CHECK-DAG: vfnmadd{{...}}pd {{.*}}%zmm
// NOALLOCA: func.func @ldus
