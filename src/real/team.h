/* A team of forked processes that measure together: the ground that calibration probes stand on.
 *
 * Each member runs the same body, pinned to a processing unit of its own or to none. They share one
 * anonymous segment made before the fork, so that nothing can be left behind; they do not outlive
 * the process that started them. */
#ifndef TN_REAL_TEAM_H
#define TN_REAL_TEAM_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "host.h"

/* Numbers that a member can give back. */
enum { TN_TEAM_RESULTS = 96 };

struct tn_team_shared; /* inside */

/* One process of the team, in that process. */
struct tn_member {
  const struct tn_team *team;
  int rank;              /* 0 .. team->n - 1 */
  unsigned char *shared; /* [team->shared_bytes], mapped by all, zeroed at the start */
  double *results;       /* [TN_TEAM_RESULTS], NAN at the start, its own */
  struct tn_team_shared *common;
};

/* What the members are to do; borrowed for the duration of tn_team_run. */
struct tn_team {
  const struct tn_host *host;
  int n;
  const int *pus; /* [n] logical processing units, -1: not pinned */
  size_t shared_bytes;
  double seconds;                    /* that a body shall measure for */
  double patience;                   /* seconds until the team is given up */
  void (*body)(struct tn_member *m); /* returns, or ends by one of the functions below */
  const void *plan;                  /* for the body */
  const volatile sig_atomic_t *stop; /* a signal's number ends the team; NULL: none */
};

/* Runs the team to its end. ret_results[rank * TN_TEAM_RESULTS + i]; untouched on failure. False
 * and *error (TN_REAL_ERROR): REFUSED when the system denied what the body needs, FAILED when a
 * member died or time ran out, INTERRUPTED. No process is left then either. */
bool tn_team_run(const struct tn_team *team, double *ret_results, GError **error);

/* Waits until all members that have not detached have come to a meeting as often as this one. */
void tn_member_meet(struct tn_member *m);

/* Ends the team: the system denies what the body needs. */
_Noreturn void tn_member_refuse(struct tn_member *m, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* From now on the others meet without this member, and when they have finished it is ended. */
void tn_member_detach(struct tn_member *m);
/* The same, asleep: the others use its memory. */
_Noreturn void tn_member_rest(struct tn_member *m);

/* Tells the others an address in its own memory; they may ask after the next meeting. */
void tn_member_publish(struct tn_member *m, const void *address);
void *tn_member_address(const struct tn_member *m, int rank);
pid_t tn_member_pid(const struct tn_member *m, int rank);

#endif
