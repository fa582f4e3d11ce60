/* The scoreboard: judges the claims of the papers by the simulator's results. A judge is a function
 * that requests points and compares their times. Its first run collects the points and receives
 * made-up times. After all points have run in parallel, the second run receives the simulated
 * times. Further runs receive the times with one parameter changed by its stated error. Therefore
 * the requested points must not depend on times, and a judge keeps no state between runs. */
#ifndef TN_CLAIMS_CLAIMS_H
#define TN_CLAIMS_CLAIMS_H

#include "program/application.h"
#include "study/study.h"

struct tn_judge;

/* Class of a claim: what decides the simulated result, and so what the result is evidence for. */
enum tn_claim_class {
  TN_DEFINITION, /* defines a symbol, machine or algorithm; not tested */
  TN_REPRODUCED, /* the paper's own parameters or rules decide the result */
  TN_FITTED,     /* a parameter was fitted or assumed so that the claim holds */
  TN_CHECKED,    /* constants were chosen after they had been compared with the claim */
  /* mechanisms and numbers that do not come from the claim decide the result; only this is
   * evidence */
  TN_PREDICTED,
  TN_UNTESTED, /* cannot be tested; its note gives the reason */
  TN_N_CLASSES
};
extern const char *const tn_claim_class_names[TN_N_CLASSES];

/* Verdicts before TN_UNDECIDED are results of a judge. */
enum tn_verdict {
  TN_HOLDS,
  TN_FAILS,
  /* the claim is met as a lower limit only, which a rival that is much too slow also meets; does
   * not count as held */
  TN_LOWER_LIMIT_MET,
  TN_UNDECIDED, /* the verdict changes if a parameter changes by its stated error */
  TN_UNJUDGED,  /* not judged: definitions, and claims that cannot be tested */
  TN_BROKEN,    /* a point failed or cannot be simulated */
  TN_N_VERDICTS
};
extern const char *const tn_verdict_names[TN_N_VERDICTS];

/* One claim on one machine. */
struct tn_claim {
  const char *id;       /* identifier, "C031"; a claim for several machines has several entries */
  const char *paper;    /* name of the paper, "cma" */
  const char *where;    /* section and figure of the paper */
  const char *platform; /* platform of the points; NULL if the claim is not judged */
  int ranks;
  enum tn_claim_class class;
  const char *text; /* the claim in our words, with sizes */
  /* accepted margin in words; NULL if the claim is only an order */
  const char *margin;
  void (*judge)(struct tn_judge *j); /* judges the claim; NULL: it is not judged */
  /* requirements, if the judge is tn_judge_required (verbs.h) */
  const struct tn_requirement *required;
  /* Parameters for the judge; 0 if unused. */
  enum tn_collective collective;
  const char *algorithm;
  enum tn_mechanism mechanism;
  /* claimed throttle factors, or other numbers for the judge; 0 ends the list */
  int factors[4];
  const char *mapping; /* mapping if a point sets none; NULL: by cores */
  size_t from, to;     /* smallest and largest size in bytes */
  int by;              /* factor between consecutive sizes; 0: 2 */
  double ratio;
  bool most; /* true if more than half of the sizes must meet the claim, not all */
  /* identifier of another claim with the same number from the paper; the two count as one */
  const char *repeats;
  /* fitted or assumed parameter of a claim of class TN_FITTED */
  const char *fitted;
  /* remark: the deciding mechanism, reason of a failure, contradiction in the paper, definition, or
   * why the claim cannot be tested; or NULL */
  const char *note;
};

/* Claims of one part of a paper. */
struct tn_claim_table {
  const char *title;
  const struct tn_claim *claims; /* the entry with id == NULL ends the array */
};

struct tn_paper {
  const char *name; /* name of the paper, "cma" */
  const char *citation;
  const char *remark; /* remark on the judgement of all claims, or NULL */
  /* true if the paper does not define whether its times are averages or the last rank's. A claim is
   * undecided if averages and last ranks' times give different verdicts */
  bool spans_too;
  enum tn_kernel kernel;
  const struct tn_claim_table *tables; /* the entry with title == NULL ends the array */
};
extern const struct tn_paper tn_papers[]; /* the entry whose name is NULL ends the array */

const struct tn_paper *tn_paper_find(const struct tn_paper *papers, const char *name);

/* Parameter of an algorithm; a number if `choice` is NULL. */
struct tn_ask_param {
  const char *name, *choice;
  int64_t value;
};
enum { TN_MAX_ASK_PARAMS = 5 };

/* Request for a point. Strings need not outlive the call. Members with TN_JUST(x) are unset if 0,
 * as in tn_case. */
struct tn_ask {
  const char *platform; /* NULL: platform and number of ranks are the claim's */
  enum tn_collective collective;
  const char *algorithm;
  struct tn_ask_param params[TN_MAX_ASK_PARAMS]; /* the element with name == NULL ends the list */
  int ranks;                                     /* number of ranks; 0: the claim's */
  size_t size;                                   /* bytes */
  int root;
  int mechanism;       /* TN_JUST(enum tn_mechanism); 0: the algorithm's default */
  int transport;       /* TN_JUST(enum tn_transport_profile); 0: the platform's */
  int buffers;         /* TN_JUST(enum tn_buffers); 0: unchanged */
  const char *mapping; /* mapping of the ranks; NULL: the claim's */
  int protocol;        /* TN_JUST(enum tn_protocol); 0: TN_CLAIM_PROTOCOL */
  int repetitions;     /* number of timed calls after a warm-up; 0: one call */
  int64_t seed;        /* seed of the noise; 0 means seed 1 */
  /* source of noise, without a trace; `longest` 0: no noise. A small change can move an
   * interruption to another call; therefore compare such times with tn_require */
  struct tn_noise_source noise;
};

enum { TN_MAX_ASK_CALLS = 4 };
/* An application. Its calls have rewritten buffers, as in tn_replay. */
struct tn_ask_program {
  struct tn_ask way; /* options of all calls; its collective, root, size and buffers are ignored */
  /* calls of an iteration, until times == 0 */
  struct tn_application_call calls[TN_MAX_ASK_CALLS];
  /* numbers of all and of simulated iterations, as in tn_application */
  guint iterations, simulated;
  /* seconds of computation per iteration on each rank, as in tn_application */
  double computation;
};

/* Times of a program, as in tn_program_times. */
struct tn_program_sums {
  /* seconds: in all, inside calls, waiting in calls */
  double total, inside, waiting;
};

const struct tn_claim *tn_judge_claim(const struct tn_judge *j);

/* Returns a point's result; it is never NULL, and valid until the judge returns. If the point
 * cannot run, the verdict is TN_BROKEN. */
const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask);
/* Returns a point's time in seconds, averaged over the ranks; if a paper with `spans_too` is judged
 * for the second time, the last rank's time. */
double tn_ask_time(struct tn_judge *j, const struct tn_ask *ask);
/* Returns the times of a program, valid until the judge returns. With a program, tn_judgement.room
 * is not known. One call of each kind is also requested as a point, to find the parameters on which
 * the program depends. */
const struct tn_program_sums *tn_ask_program(struct tn_judge *j, const struct tn_ask_program *ask);
/* Returns the closed form's time of a point in seconds; also simulates the point. */
double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask);
/* Returns a parameter's value on the point's platform, in SI units; also requests the point's
 * simulation. */
double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param);

/* Requires a condition. A claim holds if all its requirements are met. */
void tn_require(struct tn_judge *j, bool holds);
/* Requires less < more for two times, or for values with the ratio of two times. The board learns
 * by how much times must change to change the verdict, and omits runs with smaller changes. Counts
 * for tn_direction. */
void tn_require_below(struct tn_judge *j, double less, double more);
/* Requires least < ratio ("at least `least` times", "clearly"). Counts for tn_direction, right if
 * ratio > 1. */
void tn_require_least(struct tn_judge *j, double ratio, double least);
/* Requires limit < ratio for a number that can be judged only as a lower limit. If met, the verdict
 * is TN_LOWER_LIMIT_MET, not TN_HOLDS. */
void tn_require_lower_limit(struct tn_judge *j, double ratio, double limit);
/* Requires low <= value <= high for a ratio of times. Does not count as a direction. */
void tn_require_within(struct tn_judge *j, double value, double low, double high);
/* Requires that a ratio of times is within TN_CLAIM_CLOSE of 1; calls tn_claimed. */
void tn_require_alike(struct tn_judge *j, double ratio);
/* Requires that the largest ratio of times matches "up to `claimed` times"; calls tn_claimed.
 * Claimed gains below TN_CLAIM_CLOSE may differ by as much, because printed digits and figures are
 * not more precise. */
void tn_require_gain(struct tn_judge *j, double most, double claimed);
/* Requires that a value is the best of several; `ratio` is its time / the least time. */
void tn_require_best(struct tn_judge *j, double ratio);
/* Counts a point for which the paper claims a direction (faster or slower), independent of the
 * verdict. `right`: the simulation agrees. */
void tn_direction(struct tn_judge *j, bool right);
/* Counts a claimed ratio of times. A ratio other than 1 also counts as a direction. */
void tn_claimed(struct tn_judge *j, double found, double claimed);
/* Adds a result to the judgement's figures, which "; " separates. */
void tn_figure(struct tn_judge *j, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Degree to which a claim holds. */
struct tn_degree {
  /* n_points: points for which the paper claims a direction (faster or slower); n_right: those of
   * them on which the simulation agrees */
  int n_points, n_right;
  /* median of simulated / claimed numbers; 0 without claimed numbers */
  double factor;
  /* enum tn_part: part with the most time; -1 if unknown */
  int bound;
};

struct tn_judgement {
  const struct tn_claim *claim; /* borrowed */
  enum tn_verdict verdict;
  enum tn_verdict stock; /* verdict with the unchanged parameters */
  struct tn_degree degree;
  char *figures; /* results with the unchanged parameters, or the error, as text; owned */
  /* smallest factor on a ratio of times that changes the verdict; 1 if unknown */
  double room;
  /* changed parameters that change the verdict, as in "copy_rate.machine=3.67GB/s", joined by ", ";
   * owned */
  char *flips;
};

/* Claims, and the study of all points of their judges. */
struct tn_board;

/* Returns a board for claims (struct tn_claim, borrowed) of the papers (up to name == NULL).
 * overrides[n_overrides] apply to every platform; `jobs`: worker processes (0: one per
 * processor). */
struct tn_board *tn_board_new(const struct tn_paper *papers, const GPtrArray *claims,
                              const struct tn_override *overrides, int n_overrides, int jobs);
void tn_board_free(struct tn_board *board);
/* Returns the study, which the caller must run; it may be empty. Owned by the board. */
struct tn_study *tn_board_study(const struct tn_board *board);
/* Returns a second study, to run after the first and before tn_board_judge: points whose times
 * depend on a parameter, with this parameter changed by its stated error, one at a time, up and
 * down. Without it no verdict is undecided. Call it at most once; owned by the board. */
struct tn_study *tn_board_move(struct tn_board *board);
/* Judges the claims by the studies. Returns struct tn_judgement in the order of the claims; the
 * verdict is TN_BROKEN if a point failed or cannot run. Transfer full. */
GPtrArray *tn_board_judge(struct tn_board *board);

/* Judgements of one class. A claim that repeats another's number counts only in n_repeats. */
struct tn_tally {
  int n[TN_N_VERDICTS], n_repeats;
  int n_points, n_right;
  int n_one_sided; /* judgements without a claimed number: "faster", "at least so many times" */
  double factor;   /* median of tn_degree.factor over the judgements; 0 if none has one */
  /* failed judgements by tn_degree.bound; the last element counts those with an unknown bound */
  int n_bound[TN_N_PARTS + 1];
};
/* Counts the judgements of a class. `paper` NULL: of all papers. */
struct tn_tally tn_judgements_count(const GPtrArray *judgements, const char *paper,
                                    enum tn_claim_class class);
/* Recalls undecided verdicts of an earlier run. undecided.def lists the verdicts that changed in a
 * run with changed parameters. Each becomes undecided if the verdict with unchanged parameters is
 * still the same. Use it only for judgements without changed parameters. Returns the time of that
 * run: "2026-11-25 (0123abc)". */
const char *tn_judgements_recall(GPtrArray *judgements);

/* Tables of tn_papers. */
extern const struct tn_claim_table tn_claims_cma[], tn_claims_xhc[], tn_claims_split[],
    tn_claims_knem[], tn_claims_adapt[]; /* the entry whose title is NULL ends each array */

enum { KIB = 1024, MIB = 1024 * KIB };

/* Fraction by which the time of a claimed best value may exceed the least time. */
#define TN_CLAIM_REGRET 0.10
/* Relative margin for "matches closely", "similar", "about", "the same". */
#define TN_CLAIM_CLOSE 0.20
/* Smallest ratio that counts as "significantly", "notably", "drastically". */
#define TN_CLAIM_CLEAR 1.3
/* "Up to R times" holds if the largest gain (ratio - 1) is at most this factor above or below R -
 * 1. Gains are compared because a ratio near 1 is mostly the 1. */
#define TN_CLAIM_FACTOR 1.5

/* Returns a size as text, such as "64K", in one of a few static buffers. */
const char *tn_claim_size(size_t size);

enum { TN_MAX_RATIOS = 32 };
/* Ratios of two values at several sizes; initialise it with TN_RATIOS. */
struct tn_ratios {
  double least, most;
  size_t least_at, most_at;
  /* numbers of sizes, and of sizes with a ratio above 1 */
  int n, n_above;
  double ratio[TN_MAX_RATIOS]; /* [n] ratio at each size */
  /* [n] numerator and denominator in seconds, and size in bytes; only for ratios of times. */
  double over[TN_MAX_RATIOS], under[TN_MAX_RATIOS];
  size_t size[TN_MAX_RATIOS];
};
#define TN_RATIOS                                                                                  \
  {                                                                                                \
    .least = G_MAXDOUBLE                                                                           \
  }

void tn_ratios_add(struct tn_ratios *r, double ratio, size_t size);
/* Adds the range of the ratios, and the sizes of its ends, to the figures: "NAME 1.10 (4) to 2.30
 * (64K)". */
void tn_ratios_figure(struct tn_judge *j, const char *name, const struct tn_ratios *r);

static inline const char *tn_or_empty(const char *text)
{
  return text ? text : "";
}

/* Law of the page lock, and protocol, of all claims. */
#define TN_CLAIM_LAW TN_LAW_BATCHED
#define TN_CLAIM_PROTOCOL TN_OSU

#endif
