/* Calibration: rounds of probes on this machine, and the parameters concluded from them. */
#ifndef TN_REAL_CALIBRATE_H
#define TN_REAL_CALIBRATE_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>

#include "platform/platform.h"
#include "probes.h"

struct tn_calibrate {
  const char *const *only;           /* NULL-terminated names of probes; NULL: all of the host */
  bool device;                       /* true if all probes of a GPU run too */
  double seconds;                    /* budget; at least three rounds are run */
  const volatile sig_atomic_t *stop; /* number of the signal that ends it, or 0; may be NULL */
  /* Called before each probe with the share of the budget spent. May be NULL. */
  void (*progress)(void *context, double done, const char *probe);
  void *context;
};

/* Measured value over the rounds. */
struct tn_measured {
  char *name; /* name of a parameter or, for other values, the probe's name for it */
  const struct tn_probe *probe;
  int n_rounds;
  double value;    /* median over the rounds */
  double scatter;  /* standard deviation of single rounds; NAN: one round */
  double error;    /* relative: maximum of scatter and standard error of the fits; NAN: unknown */
  double residual; /* relative residual of the fits; NAN: no fit */
};

/* Probe without a value, and the reason. */
struct tn_not_measured {
  const struct tn_probe *probe;
  char *reason;
  bool is_refused; /* true if the system denies a call of the probe */
};

/* Outcome of a calibration; free with tn_calibration_free. */
struct tn_calibration {
  GArray *measured;     /* struct tn_measured in the order of the probes */
  GArray *not_measured; /* struct tn_not_measured */
  GPtrArray *remarks;   /* sentences for users: conclusions and their limits */
  int n_rounds;
  enum tn_kernel kernel;  /* kernel profile of the platform file */
  const char *state;      /* medians (tn_fingerprint_format), owned by notes; NULL: not measured */
  const char *mechanisms; /* "cma,memfd,cico": mechanisms of this machine; owned by notes */
  /* Parameters of the platform file. source "measured": value, error and note. "default": the
   * machine lacks the feature, and the file omits the parameter. NULL: the value of --like; the
   * note gives the reason, or is NULL. */
  struct tn_param_value params[TN_N_PARAMS];
  struct tn_fabric fabric; /* fabric of a GPU, empty if not measured; texts are owned by notes */
  GStringChunk *notes;     /* owner of the notes */
};

/* Runs a calibration. Returns NULL and sets *error (TN_REAL_ERROR) if a probe is unknown, the run
 * is interrupted, hwloc fails, or nothing was measured; refusals of single probes are allowed. */
struct tn_calibration *tn_calibration_new(const struct tn_calibrate *what, GError **error);
void tn_calibration_free(struct tn_calibration *calibration);

/* Returns the measured value of this name, or NULL. */
const struct tn_measured *tn_calibration_find(const struct tn_calibration *calibration,
                                              const char *name);

/* Returns a calibration without values, for calibrate.c, conclude.c and the tests. */
struct tn_calibration *tn_calibration_alloc(void);

/* Returns a text owned by the calibration. */
char *tn_note(struct tn_calibration *calibration, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Appends to `remarks`. */
void tn_remark(struct tn_calibration *calibration, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Omits p from the file. */
void tn_leave_out(struct tn_calibration *calibration, enum tn_param p);

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
