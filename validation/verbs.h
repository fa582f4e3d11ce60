/* The verbs of the tables of claims: what most rows say of the times of two sides, at each of some
 * sizes. What they cannot say is a judge in C. */
#ifndef TN_CLAIMS_VERBS_H
#define TN_CLAIMS_VERBS_H

#include "claims.h"

/* What is read of a point. */
enum tn_reading {
  TN_READ_MEAN, /* tn_ask_time */
  TN_READ_SPAN,
  TN_READ_LONGEST, /* of the ranks */
  TN_READ_FORMULA, /* tn_ask_model */
};

enum { TN_MAX_VALUES = 12 };
/* A program's calls, of which the seconds inside count. */
struct tn_skeleton {
  struct tn_application_call calls[TN_MAX_ASK_CALLS]; /* ends at times == 0 */
  guint iterations;
};
/* A way to do the claim's collective, or one for each of `values`. */
struct tn_contender {
  struct tn_ask ask; /* its size is the requirement's, its collective the claim's */
  enum tn_reading reading;
  const struct tn_skeleton *program; /* replayed in place of a point, or NULL */
  int collective;                    /* TN_JUST(enum tn_collective); 0: the claim's */
  const char *varied;                /* a parameter that has each of `values` in turn, or NULL */
  int64_t values[TN_MAX_VALUES];     /* ends at 0 */
  size_t since, below;               /* the sizes that it serves: since <= size < below; 0: all */
  int times;                         /* so many, one after another; 0: 1 */
  bool slowest; /* of a side's ways the slowest counts instead of the fastest */
  bool after;   /* comes after the side's others, with the blocks of all ranks in one */
};

enum tn_verb {
  TN_NO_VERB,
  TN_GIVEN,  /* nothing is required: the claim's judge looks at it */
  TN_ABOVE,  /* the ratio is above 1 */
  TN_BELOW,  /* below 1 */
  TN_LEAST,  /* `low` at least: tn_require_least; without `low` the claim's ratio as a lower
                limit: tn_require_lower_limit */
  TN_WITHIN, /* low to high; `claimed`, or as far as it goes from `claimed` to `claimed_to` */
  TN_GAIN,   /* "up to": tn_require_gain of `claimed`, or of the claim's ratio; `low` is that
                of the least, where it is claimed too */
  TN_COUNT,  /* what `counted` gives of each of `over` is as `want` says */
};

/* The ratios that a verb is required of. */
enum tn_subset { TN_EACH, TN_LARGEST, TN_SMALLEST, TN_ENDS };

/* How the ratios are put as figures. */
enum tn_figure_style {
  TN_SAY_RANGE,   /* "NAME 1.10 (4) to 2.30 (64K)" */
  TN_SAY_COUNTED, /* the same, and at how many sizes it is above 1 where not at all */
  TN_SAY_LARGEST, /* "NAME up to 2.30 (64K)" */
  TN_SAY_BARE,    /* by a format: the ratio */
  TN_SAY_MS,      /* by a format: both times in ms */
  TN_SAY_RATIO,   /* at each size by a format: size, ratio, both times in us */
  TN_SAY_TIMES_OF /* at each size by a format: size, both times in us */
};

/* What is counted of the messages of one call. */
enum tn_counted {
  TN_MESSAGES,
  TN_BY_DOMAINS, /* between memory domains, within one */
  TN_BY_LINKS,   /* between packages, between domains of a package, within one */
  TN_CALLERS     /* most at one lock */
};

enum { TN_MAX_COUNTS = 5 };
/* A requirement of a row. */
struct tn_requirement {
  enum tn_verb verb;
  const char *name;                        /* of its figure, or its format; NULL: none */
  const struct tn_contender *over, *under; /* what is divided by what; end at algorithm NULL */
  enum tn_subset of;
  double low, high, claimed, claimed_to;
  size_t from, to; /* sizes; 0: the claim's */
  enum tn_figure_style style;
  enum tn_counted counted;
  long long want[TN_MAX_COUNTS]; /* 0: any; all are put by the format `name` */
};

/* The judge of rows that require something. */
void tn_judge_required(struct tn_judge *j);

/* Requires one thing, adds its figure, and returns what it is of. */
struct tn_ratios tn_require_one(struct tn_judge *j, const struct tn_requirement *one);

/* Seconds of the fastest of ways (end at algorithm NULL) at a size, or of the slowest, and of what
 * comes after. */
double tn_ways_time(struct tn_judge *j, const struct tn_contender *ways, size_t size);
/* Times of `over` by those of `under`, at the claim's steps. */
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
/* What a judge of its own looks at. */
#define GIVEN(...)                                                                                 \
  .required = (const struct tn_requirement[])ITEM(__VA_ARGS__, ITEM(.verb = TN_NO_VERB))
/* A machine and its ranks. */
#define ON(name, n) .platform = (name), .ranks = (n)
#define SIZES(first, last, step) .from = (first), .to = (last), .by = (step)
/* "Up to the claim's ratio". */
#define GAIN(figure, over, under) REQUIRE({ TN_GAIN, figure, OVER(over), UNDER(under), TN_LARGEST })
/* So many times, but for TN_CLAIM_CLOSE. */
#define NEAR(times)                                                                                \
  .low = (times) / (1 + TN_CLAIM_CLOSE), .high = (times) * (1 + TN_CLAIM_CLOSE), .claimed = (times)
/* The same but for TN_CLAIM_CLOSE, as tn_require_alike. */
#define ALIKE .low = 1 - TN_CLAIM_CLOSE, .high = 1 + TN_CLAIM_CLOSE, .claimed = 1

#endif
