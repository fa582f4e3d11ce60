/* Verbs for the tables of claims: requirements on the times of two sides over sizes. They suffice
 * for most rows; others have a judge in C. */
#ifndef TN_CLAIMS_VERBS_H
#define TN_CLAIMS_VERBS_H

#include "claims.h"

/* Value read from a point. */
enum tn_point_value {
  TN_READ_MEAN, /* average over ranks (tn_ask_time) */
  TN_READ_SPAN,
  TN_READ_LONGEST, /* the slowest rank's time */
  TN_READ_FORMULA, /* the closed form's time (tn_ask_model) */
};

enum { TN_MAX_VALUES = 12 };
/* Calls of a program; its value is the seconds inside the calls. */
struct tn_skeleton {
  struct tn_application_call calls[TN_MAX_ASK_CALLS]; /* calls of an iteration; ends at times ==
                                                       * 0 */
  guint iterations;
};
/* An algorithm, or one for each of `values`. */
struct tn_contender {
  struct tn_ask ask; /* the requirement gives the size, the claim the collective */
  enum tn_point_value reading;
  const struct tn_skeleton *program; /* replayed in place of a point, or NULL */
  int collective;                    /* TN_JUST(enum tn_collective); 0: the claim's */
  const char *varied;                /* parameter that takes each of `values`, or NULL */
  int64_t values[TN_MAX_VALUES];     /* values of the parameter; 0 ends the list */
  size_t since, below;               /* bytes: runs for since <= size < below; 0: no limit */
  int times;                         /* number of consecutive calls; 0: 1 */
  bool slowest; /* true if the side's time is its slowest contender's; false: its fastest's */
  bool after;   /* true if run after the side's others, with the blocks of all ranks in one
                 * message */
};

enum tn_verb {
  TN_NO_VERB,
  TN_GIVEN,  /* none: the claim's own judge uses the ratios */
  TN_ABOVE,  /* ratio > 1 */
  TN_BELOW,  /* ratio < 1 */
  TN_LEAST,  /* ratio >= `low` (tn_require_least); without `low` the claim's ratio as a lower limit
              * (tn_require_lower_limit) */
  TN_WITHIN, /* requires a ratio from `low` to `high`; the claimed number is `claimed`, or the range
              * from `claimed` to `claimed_to` */
  TN_GAIN,   /* "up to": tn_require_gain of `claimed`, or of the claim's ratio; `low`: claimed gain
              * at the smallest ratio, if any */
  TN_COUNT,  /* the numbers `counted` of each contender of `over` equal `want` */
};

/* Ratios that must meet the requirement. */
enum tn_subset { TN_EACH, TN_LARGEST, TN_SMALLEST, TN_ENDS };

/* Format of the ratios in the figures. */
enum tn_figure_style {
  TN_SAY_RANGE,   /* "NAME 1.10 (4) to 2.30 (64K)" */
  TN_SAY_COUNTED, /* the same with the number of sizes above 1 unless all are */
  TN_SAY_LARGEST, /* "NAME up to 2.30 (64K)" */
  TN_SAY_BARE,    /* format in `name`: the ratio */
  TN_SAY_MS,      /* format in `name`: both times, ms */
  TN_SAY_RATIO,   /* format in `name` for each size: size, ratio, both times, us */
  TN_SAY_TIMES_OF /* format in `name` for each size: size, both times, us */
};

/* Numbers of one call. */
enum tn_transfer_count {
  TN_MESSAGES,
  TN_BY_DOMAINS, /* messages between and within memory domains */
  TN_BY_LINKS,   /* messages between packages, between a package's domains, within a domain */
  TN_CALLERS     /* most concurrent callers of one page lock */
};

enum { TN_MAX_COUNTS = 5 };
struct tn_requirement {
  enum tn_verb verb;
  const char *name;                        /* name or format of the figure; may be NULL */
  const struct tn_contender *over, *under; /* numerator and denominator of the ratio; the element
                                            * with algorithm == NULL ends each list */
  enum tn_subset of;
  double low, high, claimed, claimed_to;
  size_t from, to; /* smallest and largest size in bytes; 0: those of the claim */
  enum tn_figure_style style;
  enum tn_transfer_count counted;
  long long want[TN_MAX_COUNTS]; /* 0 accepts any; the format `name` prints all */
};

/* Judges a row by tn_claim.required. */
void tn_judge_required(struct tn_judge *j);

/* Checks a requirement, adds its figures and returns its ratios. */
struct tn_ratios tn_require_one(struct tn_judge *j, const struct tn_requirement *one);

/* Returns the seconds of the fastest (or slowest) contender (end at algorithm == NULL) at a size,
 * plus those that run after it. */
double tn_contenders_time(struct tn_judge *j, const struct tn_contender *contenders, size_t size);
/* Returns the time ratios over / under at all sizes of the claim. */
struct tn_ratios tn_contenders_ratios(struct tn_judge *j, const struct tn_contender *over,
                                      const struct tn_contender *under, size_t from, size_t to);

/* Initialises a contender or a requirement in a macro. */
#define ITEM(...)                                                                                  \
  {                                                                                                \
    __VA_ARGS__                                                                                    \
  }
#define TN_WAYS(...) (const struct tn_contender[]) ITEM(__VA_ARGS__, ITEM(.reading = 0))
#define OVER(...) .over = TN_WAYS(__VA_ARGS__)
#define UNDER(...) .under = TN_WAYS(__VA_ARGS__)
#define REQUIRE(...) .judge = tn_judge_required, GIVEN(__VA_ARGS__)
/* Defines ratios for a judge in C, without a requirement. */
#define GIVEN(...)                                                                                 \
  .required = (const struct tn_requirement[])ITEM(__VA_ARGS__, ITEM(.verb = TN_NO_VERB))
#define ON(name, n) .platform = (name), .ranks = (n)
#define SIZES(first, last, step) .from = (first), .to = (last), .by = (step)
/* Requires a gain of "up to" the claim's ratio. */
#define GAIN(figure, over, under) REQUIRE({ TN_GAIN, figure, OVER(over), UNDER(under), TN_LARGEST })
/* Requires a ratio within TN_CLAIM_CLOSE of `times`. */
#define NEAR(times)                                                                                \
  .low = (times) / (1 + TN_CLAIM_CLOSE), .high = (times) * (1 + TN_CLAIM_CLOSE), .claimed = (times)
/* Requires a ratio that differs from 1 by at most TN_CLAIM_CLOSE, as tn_require_alike. */
#define ALIKE .low = 1 - TN_CLAIM_CLOSE, .high = 1 + TN_CLAIM_CLOSE, .claimed = 1

#endif
