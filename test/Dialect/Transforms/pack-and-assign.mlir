// RUN: pirch-opt %s --pirch-pack-work-groups="wg-pack=2" | FileCheck %s --check-prefix=PACK
// RUN: pirch-opt %s --pirch-pack-work-groups="wg-pack=2" --pirch-assign-lanes="lane-order=ix-wi-wg" | FileCheck %s --check-prefix=LANES
// Both again change nothing.
// RUN: pirch-opt %s --pirch-pack-work-groups="wg-pack=2" --pirch-pack-work-groups="wg-pack=4" | FileCheck %s --check-prefix=PACK
// RUN: pirch-opt %s --pirch-pack-work-groups="wg-pack=2" --pirch-assign-lanes="lane-order=ix-wi-wg" --pirch-assign-lanes="lane-order=wg-wi-ix" | FileCheck %s --check-prefix=AGAIN
// The target's costs choose where nothing is asked for: 8 groups side by side
// make the shuffle free.
// RUN: pirch-opt %s --pirch-attach-target="target=#pirch.avx512<>" --pirch-pack-work-groups | FileCheck %s --check-prefix=AUTO

// RUN: not pirch-opt %s --pirch-pack-work-groups="wg-pack=-1" 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not pirch-opt %s --pirch-pack-work-groups="lane-order=wg-wg-ix" 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not pirch-opt %s --pirch-assign-lanes 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not pirch-opt %s --pirch-attach-target="target=#pirch.lanes<wg,wi,ix>" 2>&1 | FileCheck %s --check-prefix=TARGET

// A kernel of that name is there already, so that the remainder takes another.
// RUN: sed 's/@taken/@reverse.remainder/' %s | pirch-opt --pirch-pack-work-groups="wg-pack=2" | FileCheck %s --check-prefix=TAKEN
// RUN: sed 's/wg_size = 8 : i64}/wg_size = 8 : i64, role = #pirch.role<single_group>}/' %s | not pirch-opt --pirch-pack-work-groups 2>&1 | FileCheck %s --check-prefix=ORPHAN

// PACK: pirch.kernel @reverse({{.*}}remainder = @reverse.remainder{{.*}}wg_pack = 2
// PACK: pirch.load {{.*}} -> <2x8x1xf64>
// PACK: pirch.kernel @reverse.remainder({{.*}}role = #pirch.role<remainder>{{.*}}wg_pack = 1
// PACK: pirch.load {{.*}} -> <1x8x1xf64>
// TAKEN: pirch.kernel @reverse({{.*}}remainder = @reverse.remainder.0
// TAKEN: pirch.kernel @reverse.remainder.0({{.*}}role = #pirch.role<remainder>
// ORPHAN: error: 'pirch.kernel' op has the role single_group, but no kernel names it
// LANES: lane_order = #pirch.lanes<ix, wi, wg>
// LANES: <2x8x1xf64, #pirch.lanes<ix, wi, wg>>
// LANES: @reverse.remainder
// LANES: <1x8x1xf64, #pirch.lanes<ix, wi, wg>>
// AGAIN: lane_order = #pirch.lanes<ix, wi, wg>
// AGAIN: <2x8x1xf64, #pirch.lanes<ix, wi, wg>>
// AUTO: pirch.kernel @reverse({{.*}}estimated_cost = {{.*}} : f64, lane_order = #pirch.lanes<{{.*}}>, remainder = @reverse.remainder, target = #pirch.avx512<>
// COUNT: error: cannot pack -1 work groups: expected 1 to 4096, or 0 to choose
// ORDER: error: lane order 'wg-wg-ix' is not auto or a permutation of wg, wi and ix
// EARLY: error: pack work groups before assigning lanes (pirch-pack-work-groups)
// TARGET: error: '#pirch.lanes<wg,wi,ix>' is no target; expected one of the attributes #pirch.avx2, #pirch.avx512

pirch.kernel @reverse(%a: memref<?xf64>) attributes {wg_size = 8 : i64} {
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %x = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : memref<?xf64> -> <?x8x1xf64>
  %y = pirch.wg_permute %x [7, 6, 5, 4, 3, 2, 1, 0] : <?x8x1xf64> -> <?x8x1xf64>
  pirch.store %y, %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7] : <?x8x1xf64>, memref<?xf64>
  pirch.return
}

pirch.kernel @taken() attributes {wg_size = 4 : i64} {
  pirch.return
}
