/* Verbs of the tables of claims: requirements on the times of two sides at a range of sizes,
 * enough for most rows. Other rows have a judge in C. */
#ifndef TN_CLAIMS_VERBS_H
#define TN_CLAIMS_VERBS_H

#include "claims.h"

/* Value read from a point. */
enum tn_reading {
  TN_READ_MEAN, /* tn_ask_time */
  TN_READ_SPAN,
  TN_READ_LONGEST, /* slowest rank */
  TN_READ_FORMULA, /* tn_ask_model */
};

enum { TN_MAX_VALUES = 12 };
/* Calls of a program; the seconds inside the calls count. */
struct tn_skeleton {
  struct tn_application_call calls[TN_MAX_ASK_CALLS]; /* ends at times == 0 */
  guint iterations;
};
/* An implementation of the claim's collective, or one for each of `values`. */
struct tn_contender {
  struct tn_ask ask; /* options; size and collective come from the requirement and the claim */
  enum tn_reading reading;
  const struct tn_skeleton *program; /* program to replay in place of a point, or NULL */
  int collective;                    /* TN_JUST(enum tn_collective); 0: the claim's */
  const char *varied;                /* parameter that takes each of `values`, or NULL */
  int64_t values[TN_MAX_VALUES];     /* ends at 0 */
  size_t since, below;               /* sizes that it covers: since <= size < below; 0: all */
  int times;                         /* number of consecutive calls; 0: 1 */
  bool slowest; /* true if the slowest contender of the side counts, not the fastest */
  bool after;   /* true if it runs after the side's others, with the blocks of all ranks in one
                 * message */
};

enum tn_verb {
  TN_NO_VERB,
  TN_GIVEN,  /* no requirement: the claim's judge uses the ratios */
  TN_ABOVE,  /* requires ratio > 1 */
  TN_BELOW,  /* below 1 */
  TN_LEAST,  /* requires at least `low` (tn_require_least); without `low`, the claim's ratio as a
              * lower limit (tn_require_lower_limit) */
  TN_WITHIN, /* requires low to high; the claimed figure is `claimed`, or the range from `claimed`
              * to `claimed_to` */
  TN_GAIN,   /* "up to": tn_require_gain of `claimed`, or of the claim's ratio; `low` is the claimed
              * gain at the smallest ratio, if there is one */
  TN_COUNT,  /* requires that the counts `counted` of each of `over` are `want` */
};

/* The ratios that must meet the requirement. */
enum tn_subset { TN_EACH, TN_LARGEST, TN_SMALLEST, TN_ENDS };

/* Format of the ratios in the figures. */
enum tn_figure_style {
  TN_SAY_RANGE,   /* "NAME 1.10 (4) to 2.30 (64K)" */
  TN_SAY_COUNTED, /* the same, and the number of sizes with ratio > 1 if not all */
  TN_SAY_LARGEST, /* "NAME up to 2.30 (64K)" */
  TN_SAY_BARE,    /* own format: the ratio */
  TN_SAY_MS,      /* own format: both times in ms */
  TN_SAY_RATIO,   /* own format at each size: size, ratio, both times in us */
  TN_SAY_TIMES_OF /* own format at each size: size, both times in us */
};

/* Counts of the messages of one call. */
enum tn_counted {
  TN_MESSAGES,
  TN_BY_DOMAINS, /* between memory domains, within one domain */
  TN_BY_LINKS,   /* between packages, between domains of a package, within a domain */
  TN_CALLERS     /* largest number of callers at one lock */
};

enum { TN_MAX_COUNTS = 5 };
/* A requirement of a row. */
struct tn_requirement {
  enum tn_verb verb;
  const char *name;                        /* name or format of its figure; may be NULL */
  const struct tn_contender *over, *under; /* numerator and denominator of the ratio; lists end at
                                            * algorithm NULL */
  enum tn_subset of;
  double low, high, claimed, claimed_to;
  size_t from, to; /* sizes; 0: the claim's */
  enum tn_figure_style style;
  enum tn_counted counted;
  long long want[TN_MAX_COUNTS]; /* 0: any number; the format `name` prints all counts */
};

/* Judges rows that have requirements. */
void tn_judge_required(struct tn_judge *j);

/* Checks one requirement, adds its figure and returns its ratios. */
struct tn_ratios tn_require_one(struct tn_judge *j, const struct tn_requirement *one);

/* Returns the seconds of the fastest (or slowest) of ways (end at algorithm NULL) at a size,
 * plus those of the contenders that run after them. */
double tn_ways_time(struct tn_judge *j, const struct tn_contender *ways, size_t size);
/* Returns the times of `over` divided by those of `under` at the claim's steps of size. */
struct tn_ratios tn_ways_ratios(struct tn_judge *j, const struct tn_contender *over,
                                const struct tn_contender *under, size_t from, size_t to);

/* A contender or a requirement in a macro. */
#define ITEM(...)                                                                                  \
  {                                                                                                \
    __VA_ARGS__                                                                                    \
  }
#define TN_WAYS(...) (const struct tn_contender[]) ITEM(__VA_ARGS__, ITEM(.reading = 0))
#define OVER(...) .over = TN_WAYS(__VA_ARGS__)
#define UNDER(...) .under = TN_WAYS(__VA_ARGS__)
#define REQUIRE(...) .judge = tn_judge_required, GIVEN(__VA_ARGS__)
/* A requirement that only provides ratios to a judge in C. */
#define GIVEN(...)                                                                                 \
  .required = (const struct tn_requirement[])ITEM(__VA_ARGS__, ITEM(.verb = TN_NO_VERB))
/* A machine and its ranks. */
#define ON(name, n) .platform = (name), .ranks = (n)
#define SIZES(first, last, step) .from = (first), .to = (last), .by = (step)
/* Requires "up to the claim's ratio". */
#define GAIN(figure, over, under) REQUIRE({ TN_GAIN, figure, OVER(over), UNDER(under), TN_LARGEST })
/* Requires `times` within TN_CLAIM_CLOSE. */
#define NEAR(times)                                                                                \
  .low = (times) / (1 + TN_CLAIM_CLOSE), .high = (times) * (1 + TN_CLAIM_CLOSE), .claimed = (times)
/* Requires 1 within TN_CLAIM_CLOSE, like tn_require_alike. */
#define ALIKE .low = 1 - TN_CLAIM_CLOSE, .high = 1 + TN_CLAIM_CLOSE, .claimed = 1

#endif
