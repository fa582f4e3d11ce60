/* What determines a point's row, as checksums. Inside src/store only. */
#ifndef TN_STORE_KEY_H
#define TN_STORE_KEY_H

#include "study/study.h"

/* Bytes of a checksum: the first of SHA-256. */
enum { TN_KEY_BYTES = 16 };

/* A point is the same as another when all three are. `name` is what rows tell points apart by (all
 * columns but results). `platform`: the values of its parameters under its kernel profile and
 * overrides, and its topology. `inputs`: what else goes into a simulation and a row does not hold
 * in full: where the ranks sit, the contents of files of noise, arrival and counts, --verify,
 * --uncertainty, --jitter. */
struct tn_key {
  guint8 name[TN_KEY_BYTES], platform[TN_KEY_BYTES], inputs[TN_KEY_BYTES];
};

/* Makes keys of a study's points, whose rows have ranges (`low`, `high`) or not, and others of
 * n_jitter runs (0: not), and remembers what many share. */
struct tn_keys;
struct tn_keys *tn_keys_new(const struct tn_study *study, bool has_ranges, int n_jitter);
void tn_keys_free(struct tn_keys *keys);

/* The key of point i; false and *error when the topology cannot be told. */
bool tn_keys_make(struct tn_keys *keys, guint i, struct tn_key *ret, GError **error);

/* "0.2.0, model 3f0c5a7788b1, SimGrid 3.32.0": the version, a checksum of the sources that decide
 * what a simulation says, and the library it runs on. The compiler and other sources are left out:
 * the same points give the same rows then. Static. */
const char *tn_store_program(void);

/* The checksum of a setup's values, kernel profile and topology, in hexadecimal, as keys have it
 * (key.h). Transfer full. NULL and *error when the topology cannot be told. */
char *tn_store_platform_sum(const struct tn_setup *setup, GError **error);

#endif
