/* Checksums of everything that determines a row. Internal to src/store. */
#ifndef TN_STORE_KEY_H
#define TN_STORE_KEY_H

#include "study/study.h"

/* Length of a checksum: first bytes of a SHA-256 sum. */
enum { TN_KEY_BYTES = 16 };

/* Key of a point. Two points are the same if all three checksums are equal. `name`: all columns of
 * rows except results. `platform`: topology, and parameter values after kernel profile and
 * overrides. `inputs`: what rows do not contain in full: places of the ranks, contents of the files
 * of noise, arrival and counts, --verify, --uncertainty, --jitter. */
struct tn_key {
  guint8 name[TN_KEY_BYTES], platform[TN_KEY_BYTES], inputs[TN_KEY_BYTES];
};

/* Computes the keys of a study's points; a checksum that several points share is computed once.
 * Keys depend on has_ranges (true if rows have `low` and `high`) and on n_jitter (number of runs
 * for jitter; 0: no jitter). */
struct tn_keys;
struct tn_keys *tn_keys_new(const struct tn_study *study, bool has_ranges, int n_jitter);
void tn_keys_free(struct tn_keys *keys);

/* Computes the key of point i. Returns false and *error if there is no topology. */
bool tn_keys_make(struct tn_keys *keys, guint i, struct tn_key *ret, GError **error);

/* Returns the name of the program, for example "0.3.0, model 3f0c5a7788b1, SimGrid 3.32.0": the
 * version, a checksum of the sources that determine simulated times, and the version of SimGrid.
 * The compiler and other sources do not change rows, so they are not part of the name. Static. */
const char *tn_store_program(void);

/* Returns the hexadecimal checksum of a setup's values, kernel profile and topology. Returns NULL
 * and *error if there is no topology. Transfer full. */
char *tn_store_platform_sum(const struct tn_setup *setup, GError **error);

#endif
