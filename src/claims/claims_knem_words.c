/* Definitions of the KNEM paper. */
#include "claims.h"

#define WORDS(number, place, a_class, words, why)                                                  \
  {                                                                                                \
    .id = number, .paper = "knem", .where = place, .class = a_class, .text = words, .note = why    \
  }
#define DEFINITION(number, place, words, why) WORDS(number, place, TN_DEFINITION, words, why)

const struct tn_claim tn_claims_knem_words[] = {
  DEFINITION("C156", "VI.A", "the nodes Zoot, Dancer, Saturn and IG",
             "platforms of these names (docs/platforms.md)"),
  DEFINITION("C157", "VI.A", "IMB 3.2 off-cache, Open MPI 1.7a1, MPICH2 1.3.1, KNEM 0.9.2",
             "--buffers cold, library:ompi-1.7, library:mpich2-1.3"),
  DEFINITION("C158", "V.A", "a trap into kernel mode takes about 100 ns", "trap_time"),
  DEFINITION("C159", "V.A", "KNEM serves collectives above 16 KB only",
             "smaller sizes are not judged; the algorithms take any"),
  DEFINITION(
      "C191", "VI.E",
      "ASP: 16384 broadcasts of 64 KB on Zoot, 32768 of 128 KB on IG, linear and hierarchical",
      "[application] in scenarios/app-asp-zoot.ini and app-asp-ig.ini"),
  { 0 },
};
