//===- AVX2Costs.cpp - Costs of AVX2 --------------------------------------===//
//
// Costs in general are from uops.info for Haswell to Raptor Lake and Zen 2 to
// Zen 5, and from measurements on a Zen 5 (`scripts/bench calibrate`). Lanes
// move within a half of the register by one instruction and across the halves
// by a costlier one; lanes of two registers take two permutes and a blend.
// There is no scatter instruction.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/AVX2/AVX2Costs.h"

using namespace pirch;
using namespace pirch::x86;

/// A core starts a division of 256 bits 7 cycles before the result of the one
/// before it, as it does with 512 bits. The costs of divisions below say 4
/// cycles: with 7, the cost model chose rows instead of groups side by side for
/// ldus and trsv of eight work items (f64), which made them take 1.6 and 2.7
/// times as long.
static constexpr CostSource<OpClass> kOperations[] = {
    {OpClass::arith, 1, "VADDPDYrr"},
    {OpClass::load, 1, "VMOVUPSYrm"},
    {OpClass::blend, 1, "VBLENDPSYrri"},
    {OpClass::store, 2, "VMOVUPSYmr"},
    {OpClass::masked_store, 7, "",
     "a store under a constant mask, and loads that wait for it since nothing "
     "is forwarded to them"},
    {OpClass::atomic, 40, "", "a locked instruction, and the loop over lanes"},
    {OpClass::spill, 2, "VMOVUPSYmr"},
    {OpClass::jump, 6, "",
     "a row of a matrix that lies far from the row before"},
    {OpClass::divide, 16, "VDIVPDYrr", "", /*times=*/1, /*additions=*/0,
     /*cyclesBeforeResult=*/4},
    {OpClass::divide_f32, 10, "VDIVPSYrr", "", /*times=*/1, /*additions=*/0,
     /*cyclesBeforeResult=*/4},
    {OpClass::gather, 8, "VGATHERDPDYrm"},
    {OpClass::scatter, 10, "", "a store for each lane"},
    {OpClass::libcall, 32, "", "a function of lib/Math, for all lanes"}};

static constexpr CostSource<ReorderPattern> kMovements[] = {
    {ReorderPattern::broadcast, 1, "VBROADCASTSSYrm"},
    {ReorderPattern::segmented, 1, "VPERMILPSYri"},
    {ReorderPattern::repeat, 2, "VPERMPSYrr"},
    {ReorderPattern::rotate, 2, "VPERMPSYrr"},
    {ReorderPattern::permute, 2, "VPERMPSYrr"},
    {ReorderPattern::permute2, 5, "VPERMPSYrr", "", /*times=*/2,
     /*additions=*/1},
    {ReorderPattern::interleave, 1, "VUNPCKLPSYrr"},
    {ReorderPattern::gather, 16, "VGATHERDPSYrm"}};

static constexpr llvm::StringLiteral kGatherIsLoad =
    "LLVM's model takes a gather for one load";

static constexpr WrongThroughput kWrong[] = {
    {"znver4", "VGATHERDPDYrm", kGatherIsLoad},
    {"znver4", "VGATHERDPSYrm", kGatherIsLoad},
    {"znver3", "VGATHERDPDYrm", kGatherIsLoad},
    {"znver3", "VGATHERDPSYrm", kGatherIsLoad}};

static constexpr Instruction kInstructions[] = {
    {"add f64", "VADDPDYrr", "vaddpd %ymm{s}, %ymm{s}, %ymm{d}"},
    {"add f32", "VADDPSYrr", "vaddps %ymm{s}, %ymm{s}, %ymm{d}"},
    {"multiply f64", "VMULPDYrr", "vmulpd %ymm{s}, %ymm{s}, %ymm{d}"},
    {"fma f64", "VFMADD213PDYr", "vfmadd213pd %ymm{s}, %ymm{s}, %ymm{d}"},
    {"divide f64", "VDIVPDYrr", "vdivpd %ymm{s}, %ymm{s}, %ymm{d}"},
    {"divide f32", "VDIVPSYrr", "vdivps %ymm{s}, %ymm{s}, %ymm{d}"},
    {"sqrt f64", "VSQRTPDYr", "vsqrtpd %ymm{s}, %ymm{d}"},
    {"sqrt f32", "VSQRTPSYr", "vsqrtps %ymm{s}, %ymm{d}"},
    {"permute f32", "VPERMPSYrr", "vpermps %ymm{s}, %ymm15, %ymm{d}"},
    {"permute f64", "VPERMPDYri", "vpermpd $27, %ymm{s}, %ymm{d}"},
    {"segmented", "VPERMILPSYri", "vpermilps $27, %ymm{s}, %ymm{d}"},
    {"swap halves", "VPERM2F128Yrri",
     "vperm2f128 $1, %ymm{s}, %ymm{s}, %ymm{d}"},
    {"broadcast", "VBROADCASTSSYrr", "vbroadcastss %xmm{s}, %ymm{d}"},
    {"blend", "VBLENDPSYrri", "vblendps $85, %ymm{s}, %ymm15, %ymm{d}"},
    {"select", "VBLENDVPSYrrr", "vblendvps %ymm14, %ymm{s}, %ymm15, %ymm{d}"},
    {"load", "VMOVUPSYrm", "vmovups (%rdi), %ymm{d}"},
    {"load across lines", "VMOVUPSYrm", "vmovups 48(%rdi), %ymm{d}"},
    {"masked load", "VMASKMOVPSYrm", "vmaskmovps (%rdi), %ymm14, %ymm{d}"},
    {"load broadcast", "VBROADCASTSSYrm", "vbroadcastss (%rdi), %ymm{d}"},
    {"store", "VMOVUPSYmr", "vmovups %ymm{s}, (%rdi)"},
    {"store across lines", "VMOVUPSYmr", "vmovups %ymm{s}, 48(%rdi)"},
    {"masked store", "VMASKMOVPSYmr", "vmaskmovps %ymm{s}, %ymm14, (%rdi)"},
    {"spill and reload", "VMOVUPSYmr",
     "vmovups %ymm{s}, (%rdi); vmovups (%rdi), %ymm{d}"},
    {"masked store, load", "VMASKMOVPSYmr",
     "vmaskmovps %ymm{s}, %ymm14, (%rdi); vmovups (%rdi), %ymm{d}"},
    {"gather f32", "VGATHERDPSYrm",
     "vpcmpeqd %ymm13, %ymm13, %ymm13; vgatherdps %ymm13, (%rdi,%ymm15,4), "
     "%ymm{d}"},
    {"gather f64", "VGATHERDPDYrm",
     "vpcmpeqd %ymm13, %ymm13, %ymm13; vgatherdpd %ymm13, (%rdi,%xmm15,8), "
     "%ymm{d}"}};

/// The reorder buffer of a Zen 3 has 256 entries; that of a Haswell has 192,
/// that of a Golden Cove 512.
static constexpr CostSources kSources = {"avx2",
                                         "VADDPDYrr",
                                         "VADDPDrr",
                                         "",
                                         "+avx2,+fma,+bmi,+bmi2,+lzcnt,"
                                         "+f16c,+movbe,+popcnt",
                                         kOperations,
                                         kMovements,
                                         kWrong,
                                         kInstructions,
                                         /*operationsInFlight=*/256};

const CostSources &avx2::getCostSources() { return kSources; }
