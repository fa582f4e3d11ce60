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
  int n, n_engines;      /* number of GPUs; engines that copy while kernels run */
  int domain, bus, slot; /* PCI address */
};

struct tn_probe_machine {
  struct tn_host *host;
  struct tn_platform *platform;  /* result of tn_platform_host */
  struct tn_places *cores;       /* rank i is on the first processing unit of core i */
  struct tn_places *pair;        /* rank i is on core i, for i < 2; NULL for one core */
  struct tn_places *units;       /* rank i is on processing unit i */
  size_t page, huge_page;        /* in bytes; huge_page: memory that one page-table page maps */
  size_t llc, l2, l1, line;      /* sizes in bytes; 0 if unknown */
  struct tn_device_facts device; /* the GPU; n is 0 if there is none or none was requested */
  struct tn_place_id device_end;
  bool device_is_near; /* true if device_end is known from hwloc; false if it is a guess */
  int device_pu;       /* processing unit near the GPU */
};

/* A value that a probe found in one round; the name may be that of a parameter. */
struct tn_finding {
  char name[32];
  double value;    /* SI unit, or without unit, as the name implies */
  double error;    /* relative standard error of the fit; NAN if there was no fit */
  double residual; /* relative residual of the fit; NAN if there was no fit */
  int span;        /* index of the attempt in tn_states.spans; -1 if unknown */
};

struct tn_probe_round {
  const struct tn_probe_machine *machine;
  double seconds;                    /* seconds for measuring */
  const volatile sig_atomic_t *stop; /* number of the signal that ends the calibration, 0 before;
                                      * may be NULL */
  GArray *findings;                  /* struct tn_finding */
};

/* Cores that together reach this share of the sum of their single rates count as unlimited. */
#define TN_PROBE_UNLIMITED 0.8

/* Largest number of parameters of a probe. */
enum { TN_PROBE_PARAMS = 12 };

struct tn_probe {
  const char *name;
  const char *summary; /* description for `calibrate --help` and the tutorial */
  int n_cores;         /* number of cores that the probe keeps busy at a time */
  /* Runs one round. Returns false and *error (TN_REAL_ERROR) on failure. */
  bool (*measure)(struct tn_probe_round *round, GError **error);
  /* Parameters that the probe sets if this machine has the feature; ended by NULL. */
  const char *params[TN_PROBE_PARAMS + 1];
};
extern const struct tn_probe tn_probes[]; /* last element has name == NULL */

static inline bool tn_probe_is_of_device(const struct tn_probe *probe)
{
  return g_str_has_prefix(probe->name, "device-");
}

#define TN_PROBE(function, ...)                                                                    \
  bool tn_probe_##function(struct tn_probe_round *round, GError **error);
#include "probes.def"

/* Looks for a GPU in a new process, because a process with the driver cannot fork. Returns false
 * and *error (REFUSED, "no device: libcuda.so.1: ...") without a GPU. */
bool tn_device_find(const struct tn_probe_machine *machine, const volatile sig_atomic_t *stop,
                    struct tn_device_facts *ret, GError **error);

/* Takes a fingerprint of the state of ranks 0 and 1 of `pair`, two cores, in a few milliseconds.
 * Returns false and *error (TN_REAL_ERROR) on failure. */
bool tn_state_take(const struct tn_host *host, const struct tn_places *pair,
                   const volatile sig_atomic_t *stop, struct tn_fingerprint *ret, GError **error);

/* Functions below are for the probes. */

/* Adds a finding if its value is finite. */
void tn_probe_found(struct tn_probe_round *round, double value, double error, double residual,
                    const char *name, ...) G_GNUC_PRINTF(5, 6);

/* Adds a rate (bytes per second), the inverse slope of a line (seconds over bytes). */
void tn_probe_found_rate(struct tn_probe_round *round, const struct tn_line_fit *fit,
                         const char *name);

/* Runs a team with the round's host, time limits and stop signal. */
bool tn_probe_team(const struct tn_probe_round *round, struct tn_team team, double *ret_results,
                   GError **error);

/* Fits a line like tn_fit_line. Returns false and *error (FAILED) if it fails or does not rise. */
bool tn_probe_line_through(int n, const double *x, const double *times, const double *scale,
                           struct tn_line_fit *ret, GError **error);

/* Returns false and sets *error (FAILED): operations did not overlap as they should. */
bool tn_probe_no_overlap(GError **error);

/* Returns the first processing unit at this distance from core 0's, or -1. */
int tn_probe_unit_at(const struct tn_probe_machine *machine, enum tn_distance distance);

/* Returns the number of cores that share core 0's LLC, domain or package; `domain` is the array of
 * machine->cores, such as llc. Stores their processing units in `ret` unless NULL. */
int tn_probe_units_of(const struct tn_probe_machine *machine, const int *domain, int *ret);

/* Returns the size of each of n regions, in bytes, so that all together displace the last-level
 * cache. */
size_t tn_probe_uncached(const struct tn_probe_machine *machine, int n);

enum tn_probe_memory { TN_MEMORY_BASE, TN_MEMORY_THP, TN_MEMORY_HUGETLB };
/* Returns private memory that has not been touched and begins at a multiple of `alignment`; hugetlb
 * pages have their own alignment. Ends the team if the system refuses. */
unsigned char *tn_probe_memory_new(struct tn_member *m, size_t bytes, size_t alignment,
                                   enum tn_probe_memory kind);

/* Return the seconds of one call. process_vm_readv pins `bytes` at `remote` in member `rank` and
 * copies n_local of them to `local`; process_vm_writev copies all bytes. Both end the team if
 * refused. */
double tn_probe_read(struct tn_member *m, int rank, void *local, size_t n_local, void *remote,
                     size_t bytes);
double tn_probe_write(struct tn_member *m, int rank, void *local, size_t bytes, void *remote);

#endif
