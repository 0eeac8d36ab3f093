//===- AVX512Costs.cpp - Costs of AVX-512 ---------------------------------===//
//
// Measured costs are those of an AMD Zen 5 with data paths of 512 bits, for
// which LLVM has no model but that of Zen 4, with half as wide ones. What is
// said of LLVM's model of Zen 4 was measured by `scripts/bench calibrate` on
// one (docs/Targets/AVX512.md). Every movement of lanes is one permute; a
// broadcast of what was loaded is a load.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/AVX512/AVX512Costs.h"

using namespace pirch;
using namespace pirch::x86;

static constexpr CostSource<OpClass> kOperations[] = {
    {OpClass::arith, 1, "VADDPDZrr"},
    {OpClass::load, 1, "VMOVUPSZrm"},
    {OpClass::blend, 1, "VBLENDMPSZrrk"},
    {OpClass::store, 2, "VMOVUPSZmr"},
    {OpClass::masked_store, 7, "",
     "a store under a constant mask, and loads that wait for it since nothing "
     "is forwarded to them"},
    {OpClass::atomic, 40, "", "a locked instruction, and the loop over lanes"},
    {OpClass::spill, 2, "VMOVUPSZmr"},
    {OpClass::jump, 6, "",
     "a row of a matrix that lies far from the row before"},
    {OpClass::divide, 16, "VDIVPDZrr", "", /*times=*/1, /*additions=*/0,
     /*cyclesBeforeResult=*/7},
    {OpClass::divide_f32, 10, "VDIVPSZrr", "", /*times=*/1, /*additions=*/0,
     /*cyclesBeforeResult=*/7},
    {OpClass::gather, 14, "VGATHERDPDZrm"},
    {OpClass::scatter, 18, "VSCATTERDPDZmr"},
    {OpClass::libcall, 32, "", "a function of lib/Math, for all lanes"}};

static constexpr CostSource<ReorderPattern> kMovements[] = {
    {ReorderPattern::broadcast, 1, "VBROADCASTSSZrm"},
    {ReorderPattern::repeat, 2, "VPERMPSZrr"},
    {ReorderPattern::segmented, 2, "VPERMPSZrr"},
    {ReorderPattern::rotate, 2, "VALIGNDZrri"},
    {ReorderPattern::permute, 2, "VPERMPSZrr"},
    {ReorderPattern::permute2, 2, "VPERMT2PSZrr"},
    {ReorderPattern::interleave, 1, "VUNPCKLPSZrr"},
    {ReorderPattern::gather, 16, "VGATHERDPSZrm"}};

/// A permute starts every cycle on Zen 4, as an addition does, but takes five
/// cycles, and the load of its table. Taken for one addition, it made choices
/// that were slower by 2% (geometric mean of 44 kernels) and up to 38%.
static constexpr llvm::StringLiteral kPermute =
    "in kernels its latency and its table of lanes count, too";

static constexpr WrongThroughput kWrong[] = {
    {"znver4", "VPERMPSZrr", kPermute},
    {"znver4", "VPERMT2PSZrr", kPermute},
    {"znver4", "VALIGNDZrri", kPermute},
    {"znver4", "VGATHERDPDZrm", "LLVM's model takes a gather for one load"},
    {"znver4", "VGATHERDPSZrm", "LLVM's model takes a gather for one load"},
    {"znver4", "VSCATTERDPDZmr", "LLVM's model takes a scatter for one store"},
    {"znver4", "VMOVUPSZmr",
     "a store of 512 bits takes two cycles, not the one of LLVM's model"},
    {"sapphirerapids", "VMOVUPSZmr",
     "LLVM's model stores two registers a cycle; Intel's manual says two of "
     "256 bits, or one of 512"},
    {"icelake-server", "VMOVUPSZmr",
     "LLVM's model stores two registers a cycle; Intel's manual says two of "
     "256 bits, or one of 512"}};

static constexpr Instruction kInstructions[] = {
    {"add f64", "VADDPDZrr", "vaddpd %zmm{s}, %zmm{s}, %zmm{d}"},
    {"add f32", "VADDPSZrr", "vaddps %zmm{s}, %zmm{s}, %zmm{d}"},
    {"multiply f64", "VMULPDZrr", "vmulpd %zmm{s}, %zmm{s}, %zmm{d}"},
    {"fma f64", "VFMADD213PDZr", "vfmadd213pd %zmm{s}, %zmm{s}, %zmm{d}"},
    {"divide f64", "VDIVPDZrr", "vdivpd %zmm{s}, %zmm{s}, %zmm{d}"},
    {"divide f32", "VDIVPSZrr", "vdivps %zmm{s}, %zmm{s}, %zmm{d}"},
    {"sqrt f64", "VSQRTPDZr", "vsqrtpd %zmm{s}, %zmm{d}"},
    {"sqrt f32", "VSQRTPSZr", "vsqrtps %zmm{s}, %zmm{d}"},
    {"permute f32", "VPERMPSZrr", "vpermps %zmm{s}, %zmm15, %zmm{d}"},
    {"permute f64", "VPERMPDZrr", "vpermpd %zmm{s}, %zmm15, %zmm{d}"},
    {"permute2 f32", "VPERMT2PSZrr", "vpermt2ps %zmm{s}, %zmm15, %zmm{d}"},
    {"permute2 f64", "VPERMT2PDZrr", "vpermt2pd %zmm{s}, %zmm15, %zmm{d}"},
    {"segmented", "VPERMILPSZri", "vpermilps $27, %zmm{s}, %zmm{d}"},
    {"rotate", "VALIGNDZrri", "valignd $3, %zmm{s}, %zmm{s}, %zmm{d}"},
    {"broadcast", "VBROADCASTSSZrr", "vbroadcastss %xmm{s}, %zmm{d}"},
    {"blend", "VBLENDMPSZrrk", "vblendmps %zmm{s}, %zmm15, %zmm{d} {%k1}"},
    {"load", "VMOVUPSZrm", "vmovups (%rdi), %zmm{d}"},
    {"load across lines", "VMOVUPSZrm", "vmovups 32(%rdi), %zmm{d}"},
    {"masked load", "VMOVUPSZrmkz", "vmovups (%rdi), %zmm{d} {%k1} {z}"},
    {"load broadcast", "VBROADCASTSSZrm", "vbroadcastss (%rdi), %zmm{d}"},
    {"store", "VMOVUPSZmr", "vmovups %zmm{s}, (%rdi)"},
    {"store across lines", "VMOVUPSZmr", "vmovups %zmm{s}, 32(%rdi)"},
    {"masked store", "VMOVUPSZmrk", "vmovups %zmm{s}, (%rdi) {%k1}"},
    {"spill and reload", "VMOVUPSZmr",
     "vmovups %zmm{s}, (%rdi); vmovups (%rdi), %zmm{d}"},
    {"masked store, load", "VMOVUPSZmrk",
     "vmovups %zmm{s}, (%rdi) {%k1}; vmovups (%rdi), %zmm{d}"},
    {"gather f32", "VGATHERDPSZrm",
     "kxnorw %k2, %k2, %k2; vgatherdps (%rdi,%zmm15,4), %zmm{d} {%k2}"},
    {"gather f64", "VGATHERDPDZrm",
     "kxnorw %k2, %k2, %k2; vgatherdpd (%rdi,%ymm15,8), %zmm{d} {%k2}"},
    {"scatter f32", "VSCATTERDPSZmr",
     "kxnorw %k2, %k2, %k2; vscatterdps %zmm{s}, (%rdi,%zmm15,4) {%k2}"},
    {"scatter f64", "VSCATTERDPDZmr",
     "kxnorw %k2, %k2, %k2; vscatterdpd %zmm{s}, (%rdi,%ymm15,8) {%k2}"}};

/// The reorder buffer of a Zen 5 has 448 entries.
static constexpr CostSources kSources = {"avx512",
                                         "VADDPDZrr",
                                         "VADDPDZ256rr",
                                         "znver5",
                                         "+avx512f,+avx512bw,+avx512dq,"
                                         "+avx512vl",
                                         kOperations,
                                         kMovements,
                                         kWrong,
                                         kInstructions,
                                         /*operationsInFlight=*/448};

const CostSources &avx512::getCostSources() { return kSources; }
