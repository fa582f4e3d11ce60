/* Team of forked processes that measure together, used by calibration probes.
 *
 * Each member runs the same body, pinned to its own processing unit or unpinned. Members share one
 * anonymous segment, mapped before the fork, so that no file remains. They do not outlive the
 * process that started them. */
#ifndef TN_REAL_TEAM_H
#define TN_REAL_TEAM_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "host.h"

/* Upper limit of results per member. */
enum { TN_TEAM_RESULTS = 96 };

struct tn_team_shared; /* private */

/* Process of the team, in that process. */
struct tn_member {
  const struct tn_team *team;
  int rank;              /* 0 .. team->n - 1 */
  unsigned char *shared; /* [team->shared_bytes], mapped by all members, initially zero */
  double *results;       /* [TN_TEAM_RESULTS] own results, initially NAN */
  struct tn_team_shared *common;
};

/* Description of a team; borrowed during tn_team_run. */
struct tn_team {
  const struct tn_host *host;
  int n;
  const int *pus; /* [n] logical processing units, -1: not pinned */
  size_t shared_bytes;
  double seconds;                    /* time for measuring in a body */
  double patience;                   /* seconds after which the team is aborted */
  void (*body)(struct tn_member *m); /* returns, or ends by a function below */
  const void *plan;                  /* input of the body */
  const volatile sig_atomic_t *stop; /* number of the signal that ends it, or 0; may be NULL */
};

/* Runs the team to its end. Sets ret_results[rank * TN_TEAM_RESULTS + i] on success. Otherwise
 * returns false and sets *error (TN_REAL_ERROR): REFUSED if the system denied a need of the body,
 * FAILED if a member died or time ran out, INTERRUPTED. No process remains in either case. */
bool tn_team_run(const struct tn_team *team, double *ret_results, GError **error);

/* Waits until all members that are not detached have made as many calls of tn_member_meet. */
void tn_member_meet(struct tn_member *m);

/* Ends the team because the system denies a need of the body. */
_Noreturn void tn_member_refuse(struct tn_member *m, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Detaches the member: the others meet without it, and it is ended when they have finished. */
void tn_member_detach(struct tn_member *m);
/* Detaches the member and sleeps, while others use its memory. */
_Noreturn void tn_member_rest(struct tn_member *m);

/* Publishes an address of the member's own memory; others may read it after the next meeting. */
void tn_member_publish(struct tn_member *m, const void *address);
void *tn_member_address(const struct tn_member *m, int rank);
pid_t tn_member_pid(const struct tn_member *m, int rank);

#endif
