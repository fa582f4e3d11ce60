/* Probes of a calibration, and one round of a probe. */
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

/* First GPU that the driver shows, out of n. */
struct tn_device_facts {
  char name[64];
  int n, n_engines;      /* engines that copy while kernels run */
  int domain, bus, slot; /* PCI */
};

/* Description of this machine for probes. */
struct tn_probe_machine {
  struct tn_host *host;
  struct tn_platform *platform;  /* tn_platform_host */
  struct tn_places *cores;       /* rank i is on the first processing unit of core i */
  struct tn_places *pair;        /* rank i is on core i, i < 2; NULL: one core */
  struct tn_places *units;       /* rank i is on processing unit i */
  size_t page, huge_page;        /* bytes; huge_page: extent of one page-table page */
  size_t llc, l2, l1, line;      /* bytes, 0: unknown */
  struct tn_device_facts device; /* n == 0: no GPU, or not requested */
  struct tn_place_id device_end; /* end of its lane in the host; a guess unless device_is_near */
  bool device_is_near;           /* true if hwloc knows device_end */
  int device_pu;                 /* processing unit near the GPU */
};

/* Value found in one round, under the name of a parameter or another name. */
struct tn_finding {
  char name[32];
  double value;    /* SI unit, or a plain number as the name implies */
  double error;    /* relative standard error of the fit; NAN: no fit */
  double residual; /* relative residual of the fit; NAN: no fit */
  int span;        /* index of the span of tn_states */
};

/* One round of one probe. */
struct tn_probe_round {
  const struct tn_probe_machine *machine;
  double seconds;                    /* time for measuring */
  const volatile sig_atomic_t *stop; /* may be NULL */
  GArray *findings;                  /* struct tn_finding */
};

/* Share of the sum of single rates from which a set of cores counts as unlimited. */
#define TN_PROBE_UNLIMITED 0.8

/* Upper limit of parameters per probe. */
enum { TN_PROBE_PARAMS = 12 };

struct tn_probe {
  const char *name;
  const char *summary; /* description for `calibrate --help` and the tutorial */
  int n_cores;         /* number of cores that it keeps busy at a time */
  /* Runs one round. Returns false and sets *error (TN_REAL_ERROR) on failure. */
  bool (*measure)(struct tn_probe_round *round, GError **error);
  /* Parameters that it sets if this machine has the feature; NULL-terminated. */
  const char *params[TN_PROBE_PARAMS + 1];
};
extern const struct tn_probe tn_probes[]; /* ends at name == NULL */

/* Returns true if the probe needs a GPU. */
static inline bool tn_probe_is_of_device(const struct tn_probe *probe)
{
  return g_str_has_prefix(probe->name, "device-");
}

#define TN_PROBE(function, ...)                                                                    \
  bool tn_probe_##function(struct tn_probe_round *round, GError **error);
#include "probes.def"

/* Looks for a GPU in a separate process, because a process that has loaded the driver cannot fork.
 * Returns false and sets *error (REFUSED, "no device: libcuda.so.1: ...") without a GPU. */
bool tn_device_look(const struct tn_probe_machine *machine, const volatile sig_atomic_t *stop,
                    struct tn_device_facts *ret, GError **error);

/* Takes a fingerprint of the machine's state between the cores of the first two places, in a few
 * milliseconds. Returns false and sets *error (TN_REAL_ERROR) on failure. */
bool tn_state_take(const struct tn_host *host, const struct tn_places *pair,
                   const volatile sig_atomic_t *stop, struct tn_fingerprint *ret, GError **error);

/* Functions for the files of probes. */

/* Adds a finding if it is finite. */
void tn_probe_found(struct tn_probe_round *round, double value, double error, double residual,
                    const char *name, ...) G_GNUC_PRINTF(5, 6);

/* Adds the rate, in bytes per second, of a line of seconds over bytes. */
void tn_probe_found_rate(struct tn_probe_round *round, const struct tn_line_fit *fit,
                         const char *name);

/* Runs a team for the round, which sets its host, times and stop. */
bool tn_probe_team(const struct tn_probe_round *round, struct tn_team team, double *ret_results,
                   GError **error);

/* Fits a rising line like tn_fit_line. Returns false and sets *error (FAILED) on failure. */
bool tn_probe_line_through(int n, const double *x, const double *times, const double *scale,
                           struct tn_line_fit *ret, GError **error);

/* Sets *error (FAILED): operations that should overlap did not. Returns false. */
bool tn_probe_never_met(GError **error);

/* Returns the first processing unit at a distance from that of core 0, or -1. */
int tn_probe_unit_at(const struct tn_probe_machine *machine, enum tn_distance distance);

/* Returns the number of cores whose domain[] (a field of machine->cores) is that of core 0. Stores
 * their units in `ret` unless it is NULL. */
int tn_probe_units_of(const struct tn_probe_machine *machine, const int *domain, int *ret);

/* Returns the bytes of each of n regions that together displace the last-level cache. */
size_t tn_probe_uncached(const struct tn_probe_machine *machine, int n);

/* Page types of a member's memory. */
enum tn_probe_memory { TN_MEMORY_BASE, TN_MEMORY_THP, TN_MEMORY_HUGETLB };
/* Returns private, untouched memory that begins at the extent of a page-table page. Ends the team
 * if the system denies it. */
unsigned char *tn_probe_memory_new(struct tn_member *m, size_t bytes, size_t alignment,
                                   enum tn_probe_memory kind);

/* Return the seconds of one call. tn_probe_read: process_vm_readv that pins `bytes` at `remote` in
 * member `rank` and copies n_local of them to `local`. tn_probe_write: process_vm_writev that
 * copies all bytes. Both end the team if the system denies the call. */
double tn_probe_read(struct tn_member *m, int rank, void *local, size_t n_local, void *remote,
                     size_t bytes);
double tn_probe_write(struct tn_member *m, int rank, void *local, size_t bytes, void *remote);

#endif
