/* Verbs for the tables of claims: kinds of requirements on times of contenders (algorithms) over
 * sizes. They suffice for most rows; others have a judge in C. */
#ifndef TN_CLAIMS_VERBS_H
#define TN_CLAIMS_VERBS_H

#include "claims.h"

/* Value that is read from a point's result. */
enum tn_point_value {
  TN_READ_MEAN, /* average over ranks (tn_ask_time) */
  TN_READ_SPAN,
  TN_READ_LONGEST, /* time of the slowest rank */
  TN_READ_FORMULA, /* time by the closed form (tn_ask_model) */
};

enum { TN_MAX_VALUES = 12 };
/* Calls of a program. Its value for requirements is the seconds spent inside the calls. */
struct tn_skeleton {
  /* calls of an iteration, until times == 0 */
  struct tn_application_call calls[TN_MAX_ASK_CALLS];
  guint iterations;
};
/* A contender: an algorithm. If a parameter takes several `values`, the fastest one counts. */
struct tn_contender {
  struct tn_ask ask; /* the point; the requirement sets the size, the claim the collective */
  enum tn_point_value reading;
  const struct tn_skeleton *program; /* program to replay in place of the point, or NULL */
  int collective;                    /* TN_JUST(enum tn_collective); 0: the claim's */
  const char *varied;                /* parameter that takes each of `values`, or NULL */
  int64_t values[TN_MAX_VALUES];     /* values of `varied`; 0 ends the list */
  /* sizes in bytes: the contender runs at since <= size < below; 0: no limit */
  size_t since, below;
  /* number of consecutive calls; 0: one */
  int times;
  bool slowest; /* true if the slowest contender of its list counts; false: the fastest counts */
  /* true if the contender runs after the list's other contenders, with the blocks of all ranks in
   * one message */
  bool after;
};

enum tn_verb {
  TN_NO_VERB,
  TN_GIVEN, /* no requirement: the claim's own judge uses the ratios */
  TN_ABOVE, /* ratio > 1 */
  TN_BELOW, /* ratio < 1 */
  /* requires ratio >= `low` (tn_require_least); if `low` is 0, the claim's ratio as a lower limit
   * (tn_require_lower_limit) */
  TN_LEAST,
  /* requires a ratio from `low` to `high`; the claimed number is `claimed`, or the range from
   * `claimed` to `claimed_to` */
  TN_WITHIN,
  /* requires a gain "up to" a number: tn_require_gain with `claimed`, or the claim's ratio if 0;
   * `low`: claimed gain at the smallest ratio, if any */
  TN_GAIN,
  TN_COUNT, /* in each contender of `over`, the numbers selected by `counted` equal `want` */
};

/* Selects the ratios over the sizes that must meet the requirement. */
enum tn_subset { TN_EACH, TN_LARGEST, TN_SMALLEST, TN_ENDS };

/* Format of the ratios in the figures. */
enum tn_figure_style {
  TN_SAY_RANGE, /* "NAME 1.10 (4) to 2.30 (64K)" */
  /* the same text, and the number of sizes with a ratio above 1 unless all have one */
  TN_SAY_COUNTED,
  TN_SAY_LARGEST, /* "NAME up to 2.30 (64K)" */
  TN_SAY_BARE,    /* the format `name` prints the ratio */
  TN_SAY_MS,      /* the format `name` prints both times in ms */
  /* the format `name` prints, for each size: size, ratio, both times in us */
  TN_SAY_RATIO,
  TN_SAY_TIMES_OF /* the format `name` prints, for each size: size, both times in us */
};

/* Selects the numbers of a call that are counted. */
enum tn_transfer_count {
  TN_MESSAGES,
  TN_BY_DOMAINS, /* messages between and within memory domains */
  TN_BY_LINKS,   /* messages between packages, between the domains of a package, within a domain */
  TN_CALLERS     /* largest number of concurrent callers of one page lock */
};

enum { TN_MAX_COUNTS = 5 };
struct tn_requirement {
  enum tn_verb verb;
  /* name or format of the figure; may be NULL */
  const char *name;
  /* numerator and denominator of the ratio; the element with algorithm == NULL ends each list */
  const struct tn_contender *over, *under;
  enum tn_subset of;
  double low, high, claimed, claimed_to;
  size_t from, to; /* smallest and largest size in bytes; 0: those of the claim */
  enum tn_figure_style style;
  enum tn_transfer_count counted;
  /* required numbers; 0 accepts any; the format `name` prints all */
  long long want[TN_MAX_COUNTS];
};

/* Judges a claim by its requirements, tn_claim.required. */
void tn_judge_required(struct tn_judge *j);

/* Checks a requirement, adds its figures and returns its ratios. */
struct tn_ratios tn_require_one(struct tn_judge *j, const struct tn_requirement *one);

/* Returns the seconds of the fastest (or slowest) of the contenders (until algorithm == NULL) at a
 * size, plus those that run after it. */
double tn_contenders_time(struct tn_judge *j, const struct tn_contender *contenders, size_t size);
/* Returns the ratios of the times of `over` to those of `under` at the claim's sizes `from` to
 * `to`. */
struct tn_ratios tn_contenders_ratios(struct tn_judge *j, const struct tn_contender *over,
                                      const struct tn_contender *under, size_t from, size_t to);

/* Initialises a contender or a requirement; for use in macros. */
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
/* Requires that the largest ratio gains "up to" the claim's ratio. */
#define GAIN(figure, over, under) REQUIRE({ TN_GAIN, figure, OVER(over), UNDER(under), TN_LARGEST })
/* Requires a ratio within TN_CLAIM_CLOSE of `times`. */
#define NEAR(times)                                                                                \
  .low = (times) / (1 + TN_CLAIM_CLOSE), .high = (times) * (1 + TN_CLAIM_CLOSE), .claimed = (times)
/* Requires a ratio that differs from 1 by at most TN_CLAIM_CLOSE, like tn_require_alike. */
#define ALIKE .low = 1 - TN_CLAIM_CLOSE, .high = 1 + TN_CLAIM_CLOSE, .claimed = 1

#endif
