/* Parameters of a platform from somebody else's measurements of messages, flat trees and cache
 * lines. */
#ifndef TN_COMPARE_FIT_H
#define TN_COMPARE_FIT_H

#include "compare.h"
#include "platform/platform.h"

/* A start value is taken to be right within a factor of 1.5, as the project's constants say of what
 * they assume: a normal prior of the logarithm, so that what the data do not determine stays near
 * it. It weighs against residuals of their own size, hence fits are solved twice: first with this
 * weight of a prior's residual, then with that of the residuals found. */
#define TN_PRIOR_DEVIATION 0.405 /* ln 1.5 */
#define TN_FIRST_PULL 0.2

/* An eager limit in bytes that a fit takes at the least: an eighth of the smallest that an MPI
 * library has for shared memory (4 KiB). Data that ask for less show no eager messages. */
#define TN_LEAST_LIMIT 512.0

/* One measured time, the median over the repeats: a message from one rank to another (children 0),
 * or a flat tree whose root sends to that many children at once, averaged over its ranks. */
struct tn_fit_point {
  enum tn_distance distance;
  int children;
  double bytes, seconds;
  int repeats;   /* 0: not known */
  double spread; /* median of |repeat / median - 1|; 0 for one */
};

/* What a message through the node costs the root and the rest of the way. */
enum tn_fit_assumption {
  /* Every message goes through shared memory: the sender copies it in, one child after another, the
   * receiver copies it out. Written as an eager limit above all sizes. */
  TN_FIT_SERIAL,
  /* So up to an eager limit; above it in fragments, while the receiver copies out what came before:
   * all children in turn, fragment by fragment. To be run with the mechanism cico. */
  TN_FIT_FRAGMENTS,
  /* Above an eager limit each receiver copies once, all children at a time, under one page lock. */
  TN_FIT_PARALLEL,
  /* As parallel, through the receiver's queue: what a sender waits for depends on the distance,
   * both ends move at line_rate, and blocking sends (messages) may have another limit than
   * non-blocking ones (trees), which is the one that the file gets. */
  TN_FIT_QUEUED,
  TN_N_FIT_ASSUMPTIONS
};
extern const char *const tn_fit_assumption_names[]; /* NULL-terminated */

/* Median and 90 % quantile of |model / measured - 1|, and median of model / measured - 1, of n
 * points; NAN without any. */
struct tn_fit_off {
  double median, p90, bias;
  int n;
};

/* Some of the points: messages or trees, of one distance and one size class; -1: of all. */
struct tn_fit_group {
  bool trees;
  int distance, size_class;
};

/* A fit. fitted[p].value is NAN where the data say nothing; errors are relative standard errors;
 * texts are static. */
struct tn_fit {
  enum tn_fit_assumption assumption;
  struct tn_param_value fitted[TN_N_PARAMS];
  double values[TN_N_PARAMS]; /* all that the model has, fitted or not */
  int tied[TN_N_PARAMS];      /* the fitted parameter that it has the value of (itself), or -1 */
  double limit[2];          /* bytes: the largest message, tree's message that is no single copy */
  struct tn_fit_off all[2]; /* of messages, of trees */
  double blocking_limit;    /* bytes; TN_FIT_QUEUED: where messages are single copies, else NAN */
  double least_limit;       /* bytes: the least limit that was tried; NAN: there was no choice */
  char *joint; /* errors of the fitted values that go together (TN_WORD_JOINT); owned; or NULL */
  double page_most; /* seconds that a page of a single copy took altogether, at the least, above
                          * which pin_time is not fitted; INFINITY: no single copies */
  bool converged;   /* false: too few points, or the search did not end: no result */
};

/* The form of one point, of which single copies are made (`above` its limit) or not, seconds. */
double tn_fit_seconds(enum tn_fit_assumption assumption, const double *values,
                      const struct tn_fit_point *p, bool above);

/* How far a fit, or what else says seconds[points->len], is from a group of the points. */
struct tn_fit_off tn_fit_off(const struct tn_fit *fit, const GArray *points,
                             const struct tn_fit_group *group);
struct tn_fit_off tn_fit_off_of(const GArray *points, const double *seconds,
                                const struct tn_fit_group *group);

/* Whether a message under one LLC, copied once, is found in the reader's own L2, as the simulator
 * has it: what it reads and what it writes fit there. */
bool tn_fit_is_in_l2(const double *values, const struct tn_fit_point *p);

/* One message of which so many bytes at a time (piece) go through shared memory, or, with 0, which
 * is copied once: seconds that its sender is busy, and from then to its arrival (fit_queued.c). */
void tn_fit_message(const double *values, const struct tn_fit_point *p, double piece,
                    double *ret_busy, double *ret_rest);

/* Least squares of the logarithms under an assumption, messages and trees weighing the same as
 * sets. values[TN_N_PARAMS] gives what is not fitted, and where the rest starts and, as far as the
 * data say nothing, stays. known[TN_N_PARAMS] (NULL: nothing) are taken as they are instead,
 * eager_limit of fragments and the rendezvous limits of single copies too. Points are not empty,
 * seconds and bytes positive. `robust`: the sum of the absolute values counts, not that of the
 * squares, so that a few disturbed points do not. */
struct tn_fit tn_fit(const GArray *points, enum tn_fit_assumption assumption, const double *values,
                     const bool *known, bool robust);

/* A measured latency between the processing units that the system calls a and b. */
struct tn_fit_pair {
  int a, b;
  double nanoseconds; /* above 0 */
};

/* What a flag costs at each distance, from a matrix of core-to-core latencies. */
struct tn_fit_lines {
  double latency[TN_N_DISTANCES];   /* seconds: the median of the least of the symmetric groups */
  double error[TN_N_DISTANCES];     /* median relative deviation in that group */
  double asymmetry[TN_N_DISTANCES]; /* most over least group, - 1 */
  int n_groups[TN_N_DISTANCES];     /* 0: the matrix has no such pair */
};

/* Of pairs (struct tn_fit_pair) of units that the platform has. Groups are the pairs within one
 * memory domain, within one package, or between two packages. */
struct tn_fit_lines tn_fit_lines(const struct tn_platform *pf, const GArray *pairs);

/* Whether near pairs are the faster ones: those of one core than all others, those under one LLC
 * than those across packages. Where they are not, the matrix numbers its units otherwise than the
 * platform does. False: *ret_near and *ret_far are two distances that it mixes up, and *ret_share
 * is the share, below TN_LEAST_ORDER, of near pairs that are faster than far ones. */
#define TN_LEAST_ORDER 0.75 /* chance gives 0.5 */
bool tn_fit_lines_ordered(const struct tn_platform *pf, const GArray *pairs,
                          enum tn_distance *ret_near, enum tn_distance *ret_far, double *ret_share);

/* The mechanism that messages go by under an assumption. */
enum tn_mechanism tn_fit_mechanism(enum tn_fit_assumption assumption);

/* Simulates osu_latency for every message among the points, with overrides[n_overrides]: the
 * pattern message-pingpong with blocking sends, half a round trip of rank 0 after enough calls to
 * have used every slot. ret_seconds[points->len] are NAN for trees; ret_read[TN_N_PARAMS] (NULL:
 * not asked for) are the parameters that a message depends on. False and *error when a message
 * cannot be simulated on the platform. */
bool tn_fit_check(const struct tn_platform *pf, const GArray *points, enum tn_mechanism mechanism,
                  const struct tn_override *overrides, int n_overrides, double *ret_seconds,
                  bool *ret_read, GError **error);

#endif
