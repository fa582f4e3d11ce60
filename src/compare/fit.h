/* Fits the parameters of a platform to measured messages, flat trees and cache-line latencies. */
#ifndef TN_COMPARE_FIT_H
#define TN_COMPARE_FIT_H

#include "compare.h"
#include "study/case.h"

/* Prior of a fitted value: its logarithm has a normal distribution around the start value, with a
 * standard deviation of a factor of 1.5. A value that the data do not determine stays near its
 * start value. The prior is weighed against the residuals. Each fit is therefore solved twice:
 * first with TN_FIRST_PULL, then with the weight that follows from the residuals found. */
#define TN_PRIOR_DEVIATION 0.405 /* ln 1.5 */
#define TN_FIRST_PULL 0.2

/* Smallest eager limit of a fit in bytes: an eighth of the smallest default of an MPI library
 * for shared memory (4 KiB). Data that need less show no eager messages. */
#define TN_LEAST_LIMIT 512.0

/* A measured time, the median over repeats: a message (children = 0), or the mean over the ranks of
 * a flat tree whose root sends to `children` ranks. */
struct tn_fit_point {
  enum tn_distance distance;
  int children;
  double bytes, seconds;
  int repeats;   /* number of repeats; 0: not known */
  double spread; /* median of |repeat / median - 1|; 0 for one repeat */
};

/* Assumed path of a message. It determines the time that the sender is busy, and the time until
 * arrival. */
enum tn_fit_assumption {
  /* Messages go through shared memory: the sender copies it in for one child after another, and the
   * receiver copies it out. The file's eager limit is the largest measured size. */
  TN_FIT_SERIAL,
  /* Up to the eager limit as TN_FIT_SERIAL. Larger messages go in fragments. The sender copies
   * fragments in for all children in turn, while receivers copy others out. Run with mechanism
   * cico. */
  TN_FIT_FRAGMENTS,
  /* Up to the eager limit as TN_FIT_SERIAL. Receivers copy larger messages once, concurrently,
   * under one page lock. */
  TN_FIT_PARALLEL,
  /* Like TN_FIT_PARALLEL, but messages go through the receiver's queue. The sender's wait depends
   * on the distance, and both ends move data at line_rate. Blocking sends (messages) and
   * non-blocking sends (trees) may have different limits; the platform file gets that of
   * non-blocking sends. */
  TN_FIT_QUEUED,
  TN_N_FIT_ASSUMPTIONS
};
extern const char *const tn_fit_assumption_names[];

/* Deviation of the model from the measurements at n points; NAN if n = 0. median, p90: of |model /
 * measured - 1|; bias: median of model / measured - 1. */
struct tn_fit_deviation {
  double median, p90, bias;
  int n;
};

/* Group of points: messages or trees, of one distance and one size class; -1: all of them. */
struct tn_fit_group {
  bool trees;
  int distance, size_class;
};

/* Result of a fit. fitted[p].value is NAN where undetermined. Errors are relative standard errors.
 * Texts are static. */
struct tn_fit {
  enum tn_fit_assumption assumption;
  struct tn_param_value fitted[TN_N_PARAMS];
  double values[TN_N_PARAMS]; /* all values, fitted or not */
  /* [parameter] number of the fitted parameter that gives its value, possibly itself; -1 if its
   * value is fixed */
  int tied[TN_N_PARAMS];
  /* limits in bytes, of messages and of trees; larger ones use fragments or single copies */
  double limit[2];
  struct tn_fit_deviation all[2]; /* deviation for messages and for trees */
  /* bytes above which blocking messages are copied once (TN_FIT_QUEUED); otherwise NAN */
  double blocking_limit;
  double least_limit; /* smallest limit tried, in bytes; NAN if only one was possible */
  char *joint;        /* correlated errors (TN_WORD_JOINT); owned, may be NULL */
  /* seconds: shortest measured time per page of a single copy, used as upper limit of pin_time;
   * INFINITY without single copies */
  double page_most;
  bool converged; /* false if there are too few points, or if the search did not end */
};

/* Returns the closed form of one point in seconds. `above`: true if its size is above the limit, so
 * that the message goes in fragments (TN_FIT_FRAGMENTS) or as a single copy. */
double tn_fit_seconds(enum tn_fit_assumption assumption, const double *values,
                      const struct tn_fit_point *p, bool above);

/* Returns the deviation of predicted times from the measured times of a group of points. The
 * predicted times are those of `fit`, or seconds[points->len]. */
struct tn_fit_deviation tn_fit_deviation(const struct tn_fit *fit, const GArray *points,
                                         const struct tn_fit_group *group);
struct tn_fit_deviation tn_fit_deviation_of(const GArray *points, const double *seconds,
                                            const struct tn_fit_group *group);

/* Returns true if a single copy under one LLC stays in the reader's own L2, as in the simulator. */
bool tn_fit_is_in_l2(const double *values, const struct tn_fit_point *p);

/* Computes the cost of a message that goes through shared memory in pieces of `piece` bytes (0: by
 * one copy). *ret_busy: seconds that the sender is busy. *ret_rest: seconds from then to the
 * arrival. */
void tn_fit_message(const double *values, const struct tn_fit_point *p, double piece,
                    double *ret_busy, double *ret_rest);

/* Fits by least squares of the logarithms; the set of messages and the set of trees have equal
 * weight. values[TN_N_PARAMS] holds the fixed values and the start values; a value that the data
 * do not determine stays near its start. Parameters in known[TN_N_PARAMS] are fixed,
 * including eager_limit of fragments and the rendezvous limits of single copies. There must be
 * points, and their seconds and bytes must be positive. `robust`: minimises the sum of absolute
 * residuals, so that a few disturbed points have little effect. */
struct tn_fit tn_fit(const GArray *points, enum tn_fit_assumption assumption, const double *values,
                     const bool *known, bool robust);

/* A measured latency between processing units a and b, numbered by the operating system. */
struct tn_fit_pair {
  int a, b;
  double nanoseconds; /* above 0 */
};

struct tn_fit_lines {
  /* seconds: median latency of the fastest group of pairs that are equivalent by symmetry */
  double latency[TN_N_DISTANCES];
  double error[TN_N_DISTANCES]; /* median relative deviation in that group */
  /* median of the slowest group / median of the fastest group - 1 */
  double asymmetry[TN_N_DISTANCES];
  int n_groups[TN_N_DISTANCES]; /* number of groups; 0 if there are no pairs */
};

/* Computes the latencies of cache lines from measured pairs (struct tn_fit_pair). A group holds the
 * pairs within one memory domain, within one package, or between two packages. */
struct tn_fit_lines tn_fit_lines(const struct tn_platform *pf, const GArray *pairs);

/* Returns true if pairs of units that should be near are faster than pairs that should be far: one
 * core compared with all others, one LLC with other packages. Otherwise the units are numbered in
 * another way than assumed. *ret_near and *ret_far are then the two distances that were confused,
 * and *ret_share is the share, below TN_LEAST_ORDER, in which the near pair was faster. */
#define TN_LEAST_ORDER 0.75 /* chance gives 0.5 */
bool tn_fit_lines_ordered(const struct tn_platform *pf, const GArray *pairs,
                          enum tn_distance *ret_near, enum tn_distance *ret_far, double *ret_share);

enum tn_mechanism tn_fit_mechanism(enum tn_fit_assumption assumption);

/* Simulates osu_latency for each message: message-pingpong with blocking sends, half a round trip
 * after all slots have been used once. `asked` has the platform, its overrides and the mechanism.
 * ret_seconds[points->len] is NAN for trees. ret_read[TN_N_PARAMS] (may be NULL) marks the
 * parameters that a message depends on. Returns false and *error on failure. */
bool tn_fit_check(const struct tn_case *asked, const GArray *points, double *ret_seconds,
                  bool *ret_read, GError **error);

#endif
