/* A calibration: rounds of probes on this machine, and what they say about each parameter. */
#ifndef TN_REAL_CALIBRATE_H
#define TN_REAL_CALIBRATE_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>

#include "platform/platform.h"
#include "probes.h"

struct tn_calibrate {
  const char *const *only;           /* names of probes, NULL-terminated; NULL: all of the host */
  bool device;                       /* all of a GPU too */
  double seconds;                    /* budget; three rounds are run in any case */
  const volatile sig_atomic_t *stop; /* a signal's number ends it; NULL: none */
  /* Before each probe: the share of the budget that is spent. May be NULL. */
  void (*progress)(void *context, double done, const char *probe);
  void *context;
};

/* Something measured, over the rounds. */
struct tn_measured {
  char *name; /* of a parameter, or what the probe calls it */
  const struct tn_probe *probe;
  int n_rounds;
  double value;    /* median over the rounds */
  double scatter;  /* of single rounds, as a standard deviation; NAN: one round */
  double error;    /* relative: the larger of the scatter and of the fits' standard
                                   error; NAN: unknown */
  double residual; /* relative, of the fits; NAN: none */
};

/* A probe that gave nothing, and why. */
struct tn_not_measured {
  const struct tn_probe *probe;
  char *reason;
  bool is_refused; /* the system denies what it does */
};

/* The outcome; tn_calibration_free. */
struct tn_calibration {
  GArray *measured;     /* struct tn_measured, in the order of the probes */
  GArray *not_measured; /* struct tn_not_measured */
  GPtrArray *remarks;   /* sentences for people: what was concluded, and what it cannot show */
  int n_rounds;
  enum tn_kernel kernel;  /* profile that the platform file shall name */
  const char *state;      /* tn_fingerprint_format, medians over the rounds; NULL: not measured;
                          * owned by notes */
  const char *mechanisms; /* "cma,memfd,cico": what this machine has; owned by notes */
  /* What the platform file shall say. source "measured": value, error and note; "default": this
   * machine has not what it describes, the file says nothing; NULL: of --like, and the note says
   * why it is not measured, NULL for nothing to say. */
  struct tn_param_value params[TN_N_PARAMS];
  struct tn_fabric fabric; /* of a GPU; nothing where none was measured. Texts: owned by notes */
  GStringChunk *notes;     /* owns the notes */
};

/* NULL and *error (TN_REAL_ERROR): an unknown probe, interrupted, a machine that hwloc does not
 * understand, or nothing measured at all. What single probes are refused is no error. */
struct tn_calibration *tn_calibration_new(const struct tn_calibrate *what, GError **error);
void tn_calibration_free(struct tn_calibration *calibration);

/* What was measured under this name, or NULL. */
const struct tn_measured *tn_calibration_find(const struct tn_calibration *calibration,
                                              const char *name);

/* For calibrate.c, conclude.c and the tests: one in which nothing is measured yet; */
struct tn_calibration *tn_calibration_alloc(void);

/* a text that it owns; */
char *tn_note(struct tn_calibration *calibration, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* adds to `remarks`; */
void tn_remark(struct tn_calibration *calibration, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* has the file say nothing of p; */
void tn_leave_out(struct tn_calibration *calibration, enum tn_param p);

/* makes `params`, `kernel` and `remarks` of what was measured. */
void tn_calibration_conclude(struct tn_calibration *calibration,
                             const struct tn_probe_machine *machine);

/* The same of a GPU: `fabric`. */
void tn_calibration_conclude_device(struct tn_calibration *calibration,
                                    const struct tn_probe_machine *machine);

/* Sums up findings (struct tn_finding) of one probe over its rounds into calibration->measured. */
void tn_calibration_sum_up(struct tn_calibration *calibration, const struct tn_probe *probe,
                           const GArray *findings);

#endif
