/* PTX kernels of the probes, compiled by the driver; later drivers accept version 4.0 and sm_50
 * (2014). */
#include "gpu.h"

/* Sets %d3 to the number of this thread, and %d5 to the number of threads. */
#define NUMBER                                                                                     \
  "mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x; mov.u32 %r3, %nctaid.x;\n"    \
  "cvt.u64.u32 %d4, %r2; mad.wide.u32 %d3, %r0, %r1, %d4; mul.wide.u32 %d5, %r3, %r1;\n"
/* Declares registers, loads the arguments (addresses as global ones) and numbers the threads. */
#define VECTORS                                                                                    \
  ".reg .u64 %d<8>; .reg .u32 %r<9>; .reg .f32 %f<8>; .reg .pred %p<1>;\n"                         \
  "ld.param.u64 %d0, [from]; ld.param.u64 %d1, [n]; ld.param.u64 %d2, [to];\n"                     \
  "cvta.to.global.u64 %d0, %d0; cvta.to.global.u64 %d2, %d2;\n" NUMBER
#define WHILE_MORE "more: setp.ge.u64 %p0, %d3, %d1; @%p0 bra done; shl.b64 %d6, %d3, 4;\n"
#define NEXT "add.u64 %d3, %d3, %d5; bra more; done:\n"

const char tn_gpu_kernels[] =
    ".version 4.0\n.target sm_50\n.address_size 64\n"

    ".visible .entry nothing() { ret; }\n"

    /* touch: stores the 32-bit word 1 at address `at`. */
    ".visible .entry touch(.param .u64 at)\n"
    "{ .reg .u64 %d<1>; ld.param.u64 %d0, [at]; st.volatile.u32 [%d0], 1; ret; }\n"

    /* read: loads n times 16 bytes. All are 0; other values would be stored at `to`, so the
     * compiler cannot drop the loads. */
    ".visible .entry read(.param .u64 from, .param .u64 n, .param .u64 to)\n"
    "{\n" VECTORS "mov.u32 %r4, 0;\n" WHILE_MORE
    "add.u64 %d6, %d6, %d0; ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%d6];\n"
    "or.b32 %r5, %r5, %r6; or.b32 %r7, %r7, %r8; or.b32 %r4, %r4, %r5; or.b32 %r4, %r4, %r7;\n" NEXT
    "setp.eq.u32 %p0, %r4, 0; @!%p0 st.global.u32 [%d2], %r4; ret;\n"
    "}\n"

    /* sum: adds n times four floats at `from` to the floats at `to`. */
    ".visible .entry sum(.param .u64 from, .param .u64 n, .param .u64 to)\n"
    "{\n" VECTORS WHILE_MORE "add.u64 %d7, %d6, %d2; add.u64 %d6, %d6, %d0;\n"
    "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%d6]; ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%d7];\n"
    "add.f32 %f0, %f0, %f4; add.f32 %f1, %f1, %f5; add.f32 %f2, %f2, %f6; add.f32 %f3, %f3, %f7;\n"
    "st.global.v4.f32 [%d7], {%f0, %f1, %f2, %f3};\n" NEXT "ret;\n"
    "}\n"

    /* exchange: two blocks of one thread each signal each other n times through two words in
     * separate lines. The first stores at `at` and waits for the other word; the second reverses
     * this. */
    ".visible .entry exchange(.param .u64 at, .param .u32 n)\n"
    "{\n"
    ".reg .u64 %d<4>; .reg .u32 %r<4>; .reg .pred %p<2>;\n"
    "ld.param.u64 %d0, [at]; ld.param.u32 %r0, [n]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, 0;\n"
    "setp.eq.u32 %p0, %r1, 0; add.u64 %d1, %d0, 256;\n"
    "selp.u64 %d2, %d0, %d1, %p0; selp.u64 %d3, %d1, %d0, %p0;\n"
    "more: add.u32 %r2, %r2, 1; @%p0 st.volatile.u32 [%d2], %r2;\n"
    "wait: ld.volatile.u32 %r3, [%d3]; setp.ne.u32 %p1, %r3, %r2; @%p1 bra wait;\n"
    "@!%p0 st.volatile.u32 [%d2], %r2; setp.lt.u32 %p1, %r2, %r0; @%p1 bra more; ret;\n"
    "}\n";
