/* The program that makes rows, and a platform's values, as a store tells them from others. */
#ifndef TN_STORE_PROGRAM_ID_H
#define TN_STORE_PROGRAM_ID_H

#include "study/study.h"

/* "0.2.0, model 3f0c5a7788b1, SimGrid 3.32.0": the version, a checksum of the sources that decide
 * what a simulation says, and the library it runs on. The compiler and other sources are left out:
 * the same points give the same rows then. Static. */
const char *tn_store_program(void);

/* The checksum of a setup's values, kernel profile and topology, in hexadecimal, as keys have it
 * (key.h). Transfer full. NULL and *error when the topology cannot be told. */
char *tn_store_platform_sum(const struct tn_setup *setup, GError **error);

#endif
