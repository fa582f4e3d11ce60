#ifndef TN_REAL_CALIBRATE_H
#define TN_REAL_CALIBRATE_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>

#include "platform/platform.h"
#include "probes.h"

struct tn_calibrate {
  const char *const *only;           /* names of the probes to run, ended by NULL; NULL: all probes
                                      * of the host */
  bool device;                       /* true to run all probes of a GPU, too */
  double seconds;                    /* budget in seconds; at least three rounds are run */
  const volatile sig_atomic_t *stop; /* number of the signal that ends the calibration, 0 before;
                                      * may be NULL */
  /* Called before each probe with the share of the budget spent (0..1); may be NULL. */
  void (*progress)(void *context, double done, const char *probe);
  void *context;
};

struct tn_measured {
  char *name; /* name of a parameter, or the probe's own name for a value that is not a parameter */
  const struct tn_probe *probe;
  int n_rounds;
  double value;    /* median of the values of all rounds */
  double scatter;  /* standard deviation of single rounds; NAN for one round */
  double error;    /* relative error: the larger of scatter and standard error of the fits; NAN if
                    * unknown */
  double residual; /* relative residual of the fits; NAN without a fit */
};

struct tn_not_measured {
  const struct tn_probe *probe;
  char *reason;
  bool is_refused;
};

/* Outcome of a calibration; free with tn_calibration_free. */
struct tn_calibration {
  GArray *measured;     /* struct tn_measured in the order of the probes */
  GArray *not_measured; /* struct tn_not_measured */
  /* char *: for the user, what was concluded, and with what limits */
  GPtrArray *remarks;
  int n_rounds;
  enum tn_kernel kernel;
  const char *state;      /* median fingerprint of the machine (tn_fingerprint_format), owned by
                           * notes; NULL if not measured */
  const char *mechanisms; /* available mechanisms: "cma,memfd,cico"; owned by notes */
  /* Parameters for the platform file, by their `source`. "measured": value, error and note are set.
   * "default": the machine lacks the feature, and the file omits the parameter. NULL: the file
   * takes the value of --like; the note is the reason or NULL. */
  struct tn_param_value params[TN_N_PARAMS];
  struct tn_fabric fabric; /* GPU's memory, engines and links; empty if not measured; texts are
                            * owned by notes */
  GStringChunk *notes;
};

/* Calibrates this machine. Returns NULL and *error (TN_REAL_ERROR) for an unknown probe, an
 * interruption, a failure of hwloc, or no measured value. The system may refuse single probes. */
struct tn_calibration *tn_calibration_new(const struct tn_calibrate *what, GError **error);
void tn_calibration_free(struct tn_calibration *calibration);

/* Returns the measured value of this name, or NULL. */
const struct tn_measured *tn_calibration_find(const struct tn_calibration *calibration,
                                              const char *name);

/* Returns a calibration without values, for calibrate.c, conclude.c and the tests. */
struct tn_calibration *tn_calibration_alloc(void);

/* Returns a formatted text that the calibration owns. */
char *tn_note(struct tn_calibration *calibration, const char *format, ...) G_GNUC_PRINTF(2, 3);

void tn_remark(struct tn_calibration *calibration, const char *format, ...) G_GNUC_PRINTF(2, 3);

void tn_calibration_omit(struct tn_calibration *calibration, enum tn_param p);

/* Computes `params`, `kernel` and `remarks` from the measured values. */
void tn_calibration_conclude(struct tn_calibration *calibration,
                             const struct tn_probe_machine *machine);

void tn_calibration_conclude_device(struct tn_calibration *calibration,
                                    const struct tn_probe_machine *machine);

/* Combines a probe's findings (struct tn_finding) into calibration->measured. */
void tn_calibration_sum_up(struct tn_calibration *calibration, const struct tn_probe *probe,
                           const GArray *findings);

#endif
