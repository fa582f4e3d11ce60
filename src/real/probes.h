/* The probes of a calibration: what each measures, and one round of it. */
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

/* The GPU that the driver shows first; n of them. */
struct tn_device_facts {
  char name[64];
  int n, n_engines;      /* engines copy while kernels run */
  int domain, bus, slot; /* PCI */
};

/* This machine, for probes. */
struct tn_probe_machine {
  struct tn_host *host;
  struct tn_platform *platform;  /* tn_platform_host */
  struct tn_places *cores;       /* rank i on the first processing unit of core i */
  struct tn_places *pair;        /* rank i on core i, i < 2; NULL: one core */
  struct tn_places *units;       /* rank i on processing unit i */
  size_t page, huge_page;        /* bytes; huge_page: what one page-table page covers */
  size_t llc, l2, l1, line;      /* bytes, 0: unknown */
  struct tn_device_facts device; /* n == 0: none, or not asked for */
  struct tn_place_id device_end; /* where its lane ends in the host; a guess unless: */
  bool device_is_near;           /* hwloc knows it */
  int device_pu;                 /* a processing unit near it */
};

/* Something found in one round, under a parameter's name or another. */
struct tn_finding {
  char name[32];
  double value;    /* SI; a plain number where the name is no parameter's says so */
  double error;    /* relative standard error of the fit it comes from; NAN: none */
  double residual; /* of the fit, relative; NAN: none */
  int span;        /* of tn_states, in which it was found */
};

/* One round of one probe. */
struct tn_probe_round {
  const struct tn_probe_machine *machine;
  double seconds;                    /* that it may measure for */
  const volatile sig_atomic_t *stop; /* may be NULL */
  GArray *findings;                  /* struct tn_finding */
};

/* A set of cores that together get so much of what they would get alone has shown no limit. */
#define TN_PROBE_UNLIMITED 0.8

/* Most parameters that one probe sets. */
enum { TN_PROBE_PARAMS = 12 };

struct tn_probe {
  const char *name;
  const char *summary; /* what it times, for `calibrate --help` and the tutorial */
  int n_cores;         /* that it needs to keep busy at a time */
  /* One round. False and *error (TN_REAL_ERROR). */
  bool (*measure)(struct tn_probe_round *round, GError **error);
  /* Parameters that it sets where this machine has what they describe; ends at NULL. */
  const char *params[TN_PROBE_PARAMS + 1];
};
extern const struct tn_probe tn_probes[]; /* ends at name == NULL */

/* Whether it needs a GPU. */
static inline bool tn_probe_is_of_device(const struct tn_probe *probe)
{
  return g_str_has_prefix(probe->name, "device-");
}

#define TN_PROBE(function, ...)                                                                    \
  bool tn_probe_##function(struct tn_probe_round *round, GError **error);
#include "probes.def"

/* Looks for a GPU, in a process of its own: one that has asked the driver cannot fork. False and
 * *error (REFUSED, "no device: libcuda.so.1: ..."). */
bool tn_device_look(const struct tn_probe_machine *machine, const volatile sig_atomic_t *stop,
                    struct tn_device_facts *ret, GError **error);

/* The machine's state now, between the cores of the first two of these places, in a few milliseconds.
 * False and *error (TN_REAL_ERROR). */
bool tn_state_take(const struct tn_host *host, const struct tn_places *pair,
                   const volatile sig_atomic_t *stop, struct tn_fingerprint *ret, GError **error);

/* For the files of probes. */

/* Adds what was found, unless it is not finite. */
void tn_probe_found(struct tn_probe_round *round, double value, double error, double residual,
                    const char *name, ...) G_GNUC_PRINTF(5, 6);

/* The same of the rate that a line of seconds over bytes has. */
void tn_probe_found_rate(struct tn_probe_round *round, const struct tn_line_fit *fit,
                         const char *name);

/* Runs a team of n on these units (-1: not pinned) for the round. */
bool tn_probe_team(struct tn_probe_round *round, int n, const int *pus, size_t shared_bytes,
                   void (*body)(struct tn_member *m), const void *plan, double *ret_results,
                   GError **error);

/* tn_fit_line. False and *error (FAILED) when the times make no rising line. */
bool tn_probe_line_through(int n, const double *x, const double *times, const double *scale,
                           struct tn_line_fit *ret, GError **error);

/* Sets *error (FAILED): what was to happen at the same time did not. False. */
bool tn_probe_never_met(GError **error);

/* The first processing unit at a distance from that of core 0, or -1. */
int tn_probe_unit_at(const struct tn_probe_machine *machine, enum tn_distance distance);

/* Units of the cores whose domain[] (a field of machine->cores) is that of core 0, unless ret is
 * NULL; how many. */
int tn_probe_units_of(const struct tn_probe_machine *machine, const int *domain, int *ret);

/* Bytes for each of n regions that together leave nothing in the last-level cache. */
size_t tn_probe_uncached(const struct tn_probe_machine *machine, int n);

/* What a member's memory is made of. */
enum tn_probe_memory { TN_MEMORY_BASE, TN_MEMORY_THP, TN_MEMORY_HUGETLB };
/* Private memory that begins where a page-table page's extent does; none of it touched. Ends the
 * team where the system denies it. */
unsigned char *tn_probe_memory_new(struct tn_member *m, size_t bytes, size_t alignment,
                                   enum tn_probe_memory kind);

/* One call of process_vm_readv that pins `bytes` at `remote` in member `rank` and copies n_local of
 * them to `local`; of process_vm_writev that copies all of them. Seconds. Ends the team where the
 * system denies it. */
double tn_probe_read(struct tn_member *m, int rank, void *local, size_t n_local, void *remote,
                     size_t bytes);
double tn_probe_write(struct tn_member *m, int rank, void *local, size_t bytes, void *remote);

#endif
