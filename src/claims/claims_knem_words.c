/* Definitions of the KNEM paper, and what it claims that cannot be tested. */
#include "claims.h"

#define WORDS(number, place, a_class, words, why)                                                  \
  {                                                                                                \
    .id = number, .paper = "knem", .where = place, .class = a_class, .text = words, .note = why    \
  }
#define DEFINITION(number, place, words, why) WORDS(number, place, TN_DEFINITION, words, why)
#define UNTESTED(number, place, words, why) WORDS(number, place, TN_UNTESTED, words, why)

static const char application[] = "an application: depends on when its ranks call";

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
      "call counts of an application"),
  UNTESTED("C192", "Table I", "Zoot: ASP broadcasts for 405.7, 152.3 and 26.8 s", application),
  UNTESTED("C193", "Table I", "Zoot: ASP takes 2891.2, 2640.4 and 2508.4 s", application),
  UNTESTED("C194", "Table I", "IG: ASP broadcasts for 550.2, 293.9 and 198 s", application),
  UNTESTED("C195", "Table I", "IG: ASP takes 6650.9, 6413.8 and 6288.1 s", application),
  UNTESTED("C196", "Table I", "Zoot: 82.4 % less for broadcasts, 5.2 % in all", application),
  UNTESTED("C197", "Table I", "IG: 33 % less for broadcasts, 2 % in all", application),
  UNTESTED(
      "C198", "VI.E", "Zoot: ASP's broadcasts gain more than IMB's, as caches are kept",
      "an application: its times per call are mostly waiting (24.8, 9.3 and 1.64 ms of 64 KB)"),
  { 0 },
};
