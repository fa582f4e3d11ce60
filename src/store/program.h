/* The program that makes rows, as a store tells it from others. */
#ifndef TN_STORE_PROGRAM_H
#define TN_STORE_PROGRAM_H

/* "0.2.0, model 3f0c5a7788b1, SimGrid 3.32.0": the version, a checksum of the sources that decide
 * what a simulation says, and the library it runs on. The compiler and other sources are left out:
 * the same points give the same rows then. Static. */
const char *tn_store_program(void);

#endif
