/* Team of forked processes that measure together; calibration probes use it.
 *
 * Members run the same body, pinned or not, and share one anonymous segment, so no file remains.
 * They end with their parent. */
#ifndef TN_REAL_TEAM_H
#define TN_REAL_TEAM_H

#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "host.h"

enum { TN_TEAM_RESULTS = 96 };

struct tn_team_shared; /* private */

/* A member of the team, in its process. */
struct tn_member {
  const struct tn_team *team;
  int rank;              /* number of the member, 0 .. team->n - 1 */
  unsigned char *shared; /* [team->shared_bytes] memory of all members, zero at first */
  double *results;       /* [TN_TEAM_RESULTS] results of this member, NAN at first */
  struct tn_team_shared *common;
};

/* Description of a team; borrowed until tn_team_run returns. */
struct tn_team {
  const struct tn_host *host;
  int n;
  const int *pus; /* [n] logical processing unit of each member; -1: not pinned */
  size_t shared_bytes;
  double seconds;  /* seconds for measuring in a body */
  double patience; /* seconds after which the team ends with an error */
  /* function that each member runs; it returns or calls tn_member_refuse or tn_member_sleep */
  void (*body)(struct tn_member *m);
  const void *plan;                  /* input of `body` */
  const volatile sig_atomic_t *stop; /* number of the signal that ends the team, 0 before; may be
                                      * NULL */
};

/* Runs the team to its end; sets ret_results[rank * TN_TEAM_RESULTS + i]. Returns false and *error
 * (TN_REAL_ERROR): REFUSED if the system denied a need of the body, FAILED if a member died or time
 * ran out, INTERRUPTED after a signal. No process remains. */
bool tn_team_run(const struct tn_team *team, double *ret_results, GError **error);

/* Waits until all members that are not detached have called it as often as this member. */
void tn_member_barrier(struct tn_member *m);

/* Ends the team because the system denies something that the body needs. */
_Noreturn void tn_member_refuse(struct tn_member *m, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Detaches the member: barriers no longer wait for it, and it is ended once all other members have
 * finished. */
void tn_member_detach(struct tn_member *m);
/* Detaches the member and sleeps while other members use its memory. */
_Noreturn void tn_member_sleep(struct tn_member *m);

/* Publishes an address in the member's memory. Other members may read it after the next barrier. */
void tn_member_publish(struct tn_member *m, const void *address);
void *tn_member_address(const struct tn_member *m, int rank);
pid_t tn_member_pid(const struct tn_member *m, int rank);

#endif
