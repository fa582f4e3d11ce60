/* Defines the probes of a calibration, and one round of a probe. */
#ifndef TN_REAL_PROBES_H
#define TN_REAL_PROBES_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>

#include "host.h"
#include "platform/fabric.h"
#include "platform/fingerprint.h"
#include "platform/platform.h"
#include "regression.h"
#include "team.h"

/* The first of the n GPUs that the driver shows. */
struct tn_device_facts {
  char name[64];
  int n, n_engines;      /* number of GPUs; number of engines that copy while kernels run */
  int domain, bus, slot; /* PCI address */
};

/* Description of this machine for probes. */
struct tn_probe_machine {
  struct tn_host *host;
  struct tn_platform *platform;  /* result of tn_platform_host */
  struct tn_places *cores;       /* places in which rank i is on the first processing unit of
                                  * core i */
  struct tn_places *pair;        /* places in which rank i is on core i, for i < 2; NULL if there
                                  * is only one core */
  struct tn_places *units;       /* places in which rank i is on processing unit i */
  size_t page, huge_page;        /* bytes; huge_page: bytes that one page-table page maps */
  size_t llc, l2, l1, line;      /* bytes; 0 if unknown */
  struct tn_device_facts device; /* the GPU; n is 0 if there is no GPU or none was requested */
  struct tn_place_id device_end; /* host's end of the GPU's lane; a guess unless device_is_near */
  bool device_is_near;           /* true if hwloc knows device_end */
  int device_pu;                 /* number of a processing unit near the GPU */
};

/* A value that one round found, with the name of a parameter or another name. */
struct tn_finding {
  char name[32];
  double value;    /* value in the SI unit, or without unit, as the name implies */
  double error;    /* relative standard error of the fit; NAN if there was no fit */
  double residual; /* relative residual of the fit; NAN if there was no fit */
  int span;        /* index of the attempt's span in tn_states; -1 if unknown */
};

/* One round of one probe. */
struct tn_probe_round {
  const struct tn_probe_machine *machine;
  double seconds;                    /* seconds for measuring */
  const volatile sig_atomic_t *stop; /* number of the signal that ends the calibration, or 0 so
                                      * far; may be NULL */
  GArray *findings;                  /* struct tn_finding */
};

/* If a set of cores reaches this share of the sum of its single rates, its rate counts as
 * unlimited. */
#define TN_PROBE_UNLIMITED 0.8

/* Upper limit of parameters per probe. */
enum { TN_PROBE_PARAMS = 12 };

struct tn_probe {
  const char *name;
  const char *summary; /* description for `calibrate --help` and the tutorial */
  int n_cores;         /* number of cores that the probe keeps busy at a time */
  /* Runs one round. Returns false and sets *error (TN_REAL_ERROR) on failure. */
  bool (*measure)(struct tn_probe_round *round, GError **error);
  /* Parameters that the probe sets if this machine has the feature; NULL ends the array. */
  const char *params[TN_PROBE_PARAMS + 1];
};
extern const struct tn_probe tn_probes[]; /* last element has name == NULL */

/* Returns true if the probe needs a GPU. */
static inline bool tn_probe_is_of_device(const struct tn_probe *probe)
{
  return g_str_has_prefix(probe->name, "device-");
}

#define TN_PROBE(function, ...)                                                                    \
  bool tn_probe_##function(struct tn_probe_round *round, GError **error);
#include "probes.def"

/* Looks for a GPU in a separate process, because a process that has loaded the driver cannot fork.
 * Returns false and sets *error (REFUSED, for example "no device: libcuda.so.1: ...") if there is
 * no GPU. */
bool tn_device_find(const struct tn_probe_machine *machine, const volatile sig_atomic_t *stop,
                    struct tn_device_facts *ret, GError **error);

/* Takes a fingerprint of the machine's state, in a few milliseconds. It is taken between the cores
 * of the first two places of `pair`. Returns false and sets *error (TN_REAL_ERROR) on failure. */
bool tn_state_take(const struct tn_host *host, const struct tn_places *pair,
                   const volatile sig_atomic_t *stop, struct tn_fingerprint *ret, GError **error);

/* The functions below are for the files of probes. */

/* Adds a finding if its value is finite. */
void tn_probe_found(struct tn_probe_round *round, double value, double error, double residual,
                    const char *name, ...) G_GNUC_PRINTF(5, 6);

/* Adds a rate, in bytes per second, that is the inverse slope of a fitted line (seconds over
 * bytes). */
void tn_probe_found_rate(struct tn_probe_round *round, const struct tn_line_fit *fit,
                         const char *name);

/* Runs a team for the round. Sets the team's host, time limits and stop. */
bool tn_probe_team(const struct tn_probe_round *round, struct tn_team team, double *ret_results,
                   GError **error);

/* Fits a line like tn_fit_line. Returns false and sets *error (FAILED) if that fails or the line
 * does not rise. */
bool tn_probe_line_through(int n, const double *x, const double *times, const double *scale,
                           struct tn_line_fit *ret, GError **error);

/* Sets *error (FAILED) because operations that should overlap did not. Always returns false. */
bool tn_probe_no_overlap(GError **error);

/* Returns the first processing unit at this distance from the unit of core 0, or -1 if there is
 * none. */
int tn_probe_unit_at(const struct tn_probe_machine *machine, enum tn_distance distance);

/* Returns the number of cores that are in the same domain as core 0. `domain` is an array of
 * machine->cores, such as the LLC of each core. Stores the cores' processing units in `ret` unless
 * it is NULL. */
int tn_probe_units_of(const struct tn_probe_machine *machine, const int *domain, int *ret);

/* Returns the bytes that each of n regions needs so that all regions together displace the
 * last-level cache. */
size_t tn_probe_uncached(const struct tn_probe_machine *machine, int n);

/* Types of pages under a member's memory. */
enum tn_probe_memory { TN_MEMORY_BASE, TN_MEMORY_THP, TN_MEMORY_HUGETLB };
/* Returns private memory that has not been touched, and that begins where a page-table page begins
 * to map. Ends the team if the system refuses. */
unsigned char *tn_probe_memory_new(struct tn_member *m, size_t bytes, size_t alignment,
                                   enum tn_probe_memory kind);

/* Return the seconds of one call. tn_probe_read calls process_vm_readv, which pins `bytes` at
 * `remote` in member `rank` and copies n_local of them to `local`. tn_probe_write calls
 * process_vm_writev, which copies all bytes. Both end the team if the system refuses. */
double tn_probe_read(struct tn_member *m, int rank, void *local, size_t n_local, void *remote,
                     size_t bytes);
double tn_probe_write(struct tn_member *m, int rank, void *local, size_t bytes, void *remote);

#endif
