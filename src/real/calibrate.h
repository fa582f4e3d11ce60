/* Calibration: rounds of probes on this machine, and the parameters concluded from them. */
#ifndef TN_REAL_CALIBRATE_H
#define TN_REAL_CALIBRATE_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>

#include "platform/platform.h"
#include "probes.h"

struct tn_calibrate {
  const char *const *only;           /* names of the probes to run, ended by NULL; NULL: all
                                      * probes of the host */
  bool device;                       /* true if all probes of a GPU run, too */
  double seconds;                    /* budget in seconds; at least three rounds are run */
  const volatile sig_atomic_t *stop; /* number of the signal that ends the calibration, or 0 so
                                      * far; may be NULL */
  /* Called before each probe with the share of the budget that is spent (0..1). May be NULL. */
  void (*progress)(void *context, double done, const char *probe);
  void *context;
};

/* A value that was measured in several rounds. */
struct tn_measured {
  char *name; /* name of a parameter, or the probe's name for a value that is not a parameter */
  const struct tn_probe *probe;
  int n_rounds;
  double value;    /* median over the rounds */
  double scatter;  /* standard deviation of single rounds; NAN if there was only one round */
  double error;    /* relative error: the larger of scatter and standard error of the fits; NAN
                    * if unknown */
  double residual; /* relative residual of the fits; NAN if there was no fit */
};

/* A probe that measured no value, and the reason. */
struct tn_not_measured {
  const struct tn_probe *probe;
  char *reason;
  bool is_refused; /* true if the system denies a call of the probe */
};

/* Outcome of a calibration; free with tn_calibration_free. */
struct tn_calibration {
  GArray *measured;     /* struct tn_measured in the order of the probes */
  GArray *not_measured; /* struct tn_not_measured */
  GPtrArray *remarks;   /* char *, sentences for users: conclusions and their limits */
  int n_rounds;
  enum tn_kernel kernel;  /* kernel profile of the platform file */
  const char *state;      /* medians of the fingerprints (tn_fingerprint_format), owned by notes;
                           * NULL if not measured */
  const char *mechanisms; /* "cma,memfd,cico": mechanisms of this machine; owned by notes */
  /* Parameters of the platform file, by their source. "measured": with value, error and note.
   * "default": the machine lacks the feature, and the file omits the parameter. NULL: the file has
   * the value of --like; the note gives the reason or is NULL. */
  struct tn_param_value params[TN_N_PARAMS];
  struct tn_fabric fabric; /* memory, engines and links of a GPU; empty if not measured; texts
                            * are owned by notes */
  GStringChunk *notes;     /* owner of the notes */
};

/* Runs a calibration. Returns NULL and sets *error (TN_REAL_ERROR) if a probe is unknown, the run
 * is interrupted, hwloc fails, or nothing was measured. The system may refuse single probes. */
struct tn_calibration *tn_calibration_new(const struct tn_calibrate *what, GError **error);
void tn_calibration_free(struct tn_calibration *calibration);

/* Returns the measured value with this name, or NULL if there is none. */
const struct tn_measured *tn_calibration_find(const struct tn_calibration *calibration,
                                              const char *name);

/* Returns a calibration without values. Used by calibrate.c, conclude.c and the tests. */
struct tn_calibration *tn_calibration_alloc(void);

/* Returns a formatted text, which is owned by the calibration. */
char *tn_note(struct tn_calibration *calibration, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Appends a formatted text to `remarks`. */
void tn_remark(struct tn_calibration *calibration, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Omits parameter p from the platform file. */
void tn_calibration_omit(struct tn_calibration *calibration, enum tn_param p);

/* Computes `params`, `kernel` and `remarks` from the measured values. */
void tn_calibration_conclude(struct tn_calibration *calibration,
                             const struct tn_probe_machine *machine);

/* Computes `fabric` from the measured values of a GPU. */
void tn_calibration_conclude_device(struct tn_calibration *calibration,
                                    const struct tn_probe_machine *machine);

/* Combines a probe's findings (struct tn_finding) of all rounds into calibration->measured. */
void tn_calibration_sum_up(struct tn_calibration *calibration, const struct tn_probe *probe,
                           const GArray *findings);

#endif
