/* Claims of the XHC paper, or parts of them, that no run can judge: what they define, or why they
 * cannot be tested. */
#include "claims.h"

#define DEFINES(number, place) .id = number, .paper = "xhc", .where = place, .class = TN_DEFINITION
#define UNTESTED(number, place) .id = number, .paper = "xhc", .where = place, .class = TN_UNTESTED

static const char ucc[] = "the paper names no release of UCC, and library:ucc is that of 2025; the "
                          "row that is judged is the claim's other part";

const struct tn_claim tn_claims_xhc_words[] = {
  { DEFINES("C084", "Table I"), .text = "the machines",
    .note = "topologies of epyc-1p, epyc-2p, arm-n1" },
  { DEFINES("C095", "IV.C"), .text = "copy-in-copy-out up to 1 KB",
    .note = "cico_max, whose default it is" },
  { DEFINES("C130", "V.A"),
    .text = "OSU's benchmarks, the buffer altered before each call, "
            "average of 10 runs",
    .note = "--protocol osu --buffers rewritten; one run, since all are the same here" },
  { UNTESTED("C101", "V.D.1"), .text = "the tree is up to 2, 2 and 2.5 times as fast as UCC",
    .note = ucc },
  { UNTESTED("C116", "V.D.2"),
    .text = "128K to 1M: UCC as fast as the tree, or a little faster, for "
            "some sizes",
    .note = ucc },
  { UNTESTED("C117", "V.D.2"),
    .text = "ARM-N1, above 1M: the tree is up to 2.5 times as fast as UCC", .note = ucc },
  { UNTESTED("C119", "V.D.2"),
    .text = "above 1M XHC flat and XBRC are faster than UCC on Epyc-1P, not "
            "on the others",
    .note = ucc },
  { UNTESTED("C120", "Abstract"),
    .text = "up to 2.5 and 3 times over libraries, 5 and 7 over "
            "research codes; applications up to 52 %",
    .note = "sums up C100 to C128, not in agreement with them (15 times over SMHC, 4 over "
            "tuned)" },
  { UNTESTED("C121", "V.D.3, Fig. 12"), .text = "ARM-N1: PiSvM is 1.57 times as fast as with UCC",
    .note = ucc },
  { UNTESTED("C122", "V.D.3"), .text = "Epycs: PiSvM as fast as with tuned, 5 to 8 % over UCC",
    .note = "how much of its time PiSvM broadcasts there is not said, nor which UCC it was" },
  { UNTESTED("C124", "V.D.3, Fig. 13a"), .text = "ARM-N1: miniAMR is 5.6 % faster than with UCC",
    .note = ucc },
  { UNTESTED("C125", "V.D.3, Fig. 13b"),
    .text = "Epyc-1P, ARM-N1: miniAMR of 1K levels is 1.2 and 2.1 times as fast as with UCC",
    .note = ucc },
  { UNTESTED("C127", "V.D.3, Fig. 14"),
    .text =
        "CNTK takes 11.5 % less than with UCC, on the Epycs 5.6 and 9.1 % less than with the next",
    .note = ucc },
  { UNTESTED("C128", "V.D.3"),
    .text = "ARM-N1: CNTK is in MPI_Allreduce 2.6 times as long with UCC", .note = ucc },
  { UNTESTED("C129", "V.D.3"), .text = "registration caches hit in over 99 % in applications",
    .note = "applications; the simulated cache is never full, so that it always hits" },
  { 0 },
};
