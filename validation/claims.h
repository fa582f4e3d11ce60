/* The scoreboard: judges the claims of the papers by the simulator's results.
 *
 * A judge is a function that requests points and compares their times. It runs several times. The
 * first run collects its points and receives made-up times. After all points have run in parallel,
 * the second run receives the simulated times. For each parameter that the points depend on,
 * another run receives the times with this parameter changed by its stated error. Therefore the
 * points that a judge requests must not depend on the times, and a judge must not keep state
 * between runs. */
#ifndef TN_CLAIMS_CLAIMS_H
#define TN_CLAIMS_CLAIMS_H

#include "program/application.h"
#include "study/study.h"

struct tn_judge;

/* Class of a claim: which kind of evidence its result is. */
enum tn_claim_class {
  TN_DEFINITION, /* the claim defines a symbol, machine or algorithm; not tested */
  TN_REPRODUCED, /* the paper's own parameters or rules decide the result */
  TN_FITTED,     /* a parameter was fitted or assumed such that the claim holds */
  TN_CHECKED,    /* constants were compared with the claim before they were chosen */
  TN_PREDICTED,  /* mechanisms and numbers that do not come from the claim decide the result:
                  * evidence */
  TN_UNTESTED,   /* the claim cannot be tested; the note gives the reason */
  TN_N_CLASSES
};
extern const char *const tn_claim_class_names[TN_N_CLASSES];

/* Verdicts. Those before TN_UNDECIDED are results of a judge. */
enum tn_verdict {
  TN_HOLDS,
  TN_FAILS,
  TN_LOWER_LIMIT_MET, /* the claimed number is judged only as a lower limit. A rival that is much
                       * too slow also meets it; therefore the row does not count as held */
  TN_UNDECIDED,       /* the verdict changes if a parameter changes by its stated error */
  TN_UNJUDGED,        /* definitions and claims that cannot be tested */
  TN_BROKEN,          /* a point failed or cannot run */
  TN_N_VERDICTS
};
extern const char *const tn_verdict_names[TN_N_VERDICTS];

/* One claim on one machine. */
struct tn_claim {
  const char *id;       /* number of the claim, "C031"; a claim on several machines has several
                         * entries */
  const char *paper;    /* name of the paper, "cma" */
  const char *where;    /* section and figure of the paper */
  const char *platform; /* platform and ranks of the points; NULL if not judged */
  int ranks;
  enum tn_claim_class class;
  const char *text;                  /* the claim in our words, with its sizes */
  const char *margin;                /* margin within which the claim holds, in words; NULL if the
                                      * claim is only an order */
  void (*judge)(struct tn_judge *j); /* judge of the claim; NULL: not judged */
  const struct tn_requirement *required; /* requirements that tn_judge_required checks (verbs.h) */
  /* Parameters for the judge; 0 if it does not use them. */
  enum tn_collective collective;
  const char *algorithm;
  enum tn_mechanism mechanism;
  int factors[4];      /* claimed throttle factors; 0 ends the list */
  const char *mapping; /* default mapping of the points; NULL: by cores */
  size_t from, to;     /* smallest and largest size in bytes */
  int by;              /* factor between consecutive sizes; 0: the factor is 2 */
  double ratio;        /* claimed ratio */
  bool most;           /* true if the claim holds when more than half of the sizes meet it */
  const char *repeats; /* id of another claim with the same number from the paper; such a row is
                        * counted only once */
  const char *fitted;  /* parameter that was fitted to the claim or assumed; only for claims of
                        * class TN_FITTED */
  const char *note;    /* deciding mechanism, reason why the claim fails, contradiction in the
                        * paper, definition, or reason why the claim cannot be tested; or NULL */
};

/* Claims of one part of a paper. */
struct tn_claim_table {
  const char *title;
  const struct tn_claim *claims; /* the entry with id == NULL ends the array */
};

struct tn_paper {
  const char *name; /* name of the paper, "cma" */
  const char *citation;
  const char *remark;                  /* remark that applies to the judgement of all claims, or
                                        * NULL */
  bool spans_too;                      /* true if the paper does not state whether its times are
                                        * averages over ranks or times of the last rank. A claim is
                                        * undecided if the two give different verdicts */
  enum tn_kernel kernel;               /* kernel profile for the claims of the paper */
  const struct tn_claim_table *tables; /* the entry with title == NULL ends the array */
};
extern const struct tn_paper tn_papers[]; /* the entry with name == NULL ends the array */

/* Returns the paper called `name`, or NULL. */
const struct tn_paper *tn_paper_find(const struct tn_paper *papers, const char *name);

/* A parameter of an algorithm: a named choice, or a number if `choice` is NULL. */
struct tn_ask_param {
  const char *name, *choice;
  int64_t value;
};
enum { TN_MAX_ASK_PARAMS = 5 };

/* Requested point. Strings need not outlive the call. In members with TN_JUST(x), 0 means unset, as
 * in tn_case. */
struct tn_ask {
  const char *platform; /* name of the platform; NULL: platform and ranks of the claim */
  enum tn_collective collective;
  const char *algorithm;
  struct tn_ask_param params[TN_MAX_ASK_PARAMS]; /* parameters; the element with name == NULL ends
                                                  * the list */
  int ranks;                                     /* number of ranks; 0: that of the claim */
  size_t size;                                   /* bytes */
  int root;
  int mechanism;       /* TN_JUST(enum tn_mechanism); 0: the algorithm's default */
  int transport;       /* TN_JUST(enum tn_transport_profile); 0: the platform's own values */
  int buffers;         /* TN_JUST(enum tn_buffers); 0: unchanged */
  const char *mapping; /* mapping of the ranks; NULL: that of the claim */
  int protocol;        /* TN_JUST(enum tn_protocol); 0: TN_CLAIM_PROTOCOL */
  int repetitions;     /* number of timed calls after a warm-up; 0: one call */
  int64_t seed;        /* seed of the noise; 0: the seed is 1 */
  struct tn_noise_source noise; /* source of noise, without a trace; if `longest` is 0 there is no
                                 * noise. A small change of a time may move an interruption to
                                 * another call; therefore compare such times with tn_require */
};

enum { TN_MAX_ASK_CALLS = 4 };
/* Description of an application. Its calls have rewritten buffers, as in tn_replay. */
struct tn_ask_program {
  struct tn_ask way; /* options of all calls; its collective, root, size and buffers are ignored */
  struct tn_application_call calls[TN_MAX_ASK_CALLS]; /* calls of an iteration; the element with
                                                       * times == 0 ends the list */
  guint iterations, simulated;                        /* numbers of iterations, as in
                                                       * tn_application */
  double computation;                                 /* seconds of computation per iteration, equal
                                                       * on all ranks, as in tn_application */
};

/* Parts of a program's time in seconds, as in tn_program_times. */
struct tn_program_sums {
  double total, inside, waiting; /* seconds */
};

/* Returns the claim that is being judged. */
const struct tn_claim *tn_judge_claim(const struct tn_judge *j);

/* Returns the result of a point, never NULL; valid until the judge returns. If a point cannot
 * run, the verdict is TN_BROKEN regardless of the judge. */
const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask);
/* Returns the point's time in seconds, averaged over the ranks. If a claim of a paper with
 * `spans_too` is judged for the second time, returns the time of the last rank. */
double tn_ask_time(struct tn_judge *j, const struct tn_ask *ask);
/* Returns the parts of a program's time; they are valid until the judge returns. The smallest
 * change that changes the verdict is then unknown. One call of each kind is also a point of the
 * board; these points show which parameters the program depends on. */
const struct tn_program_sums *tn_ask_program(struct tn_judge *j, const struct tn_ask_program *ask);
/* Returns the time of the paper's closed form for a point, in seconds. The point is also
 * simulated. */
double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask);
/* Returns the value of a parameter of a point's platform, in the parameter's unit. The point is
 * also simulated. */
double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param);

/* Requires that a condition is true. A claim holds if all its requirements are met. */
void tn_require(struct tn_judge *j, bool holds);
/* Requires less < more for two times, or for values whose ratio is a ratio of two times. From these
 * the board knows by how much times must change to change the verdict, and omits the runs with
 * smaller changes. Counts as a point of tn_direction. */
void tn_require_below(struct tn_judge *j, double less, double more);
/* Requires least < ratio, for claims such as "at least `least` times" and "clearly". Counts as a
 * point of tn_direction with ratio > 1. */
void tn_require_least(struct tn_judge *j, double ratio, double least);
/* Requires limit < ratio for a number of the paper that can be judged only as a lower limit. If the
 * requirement is met, the verdict is TN_LOWER_LIMIT_MET and not TN_HOLDS. */
void tn_require_lower_limit(struct tn_judge *j, double ratio, double limit);
/* Requires low <= value <= high for a ratio of two times. Does not count as a point of
 * tn_direction. */
void tn_require_within(struct tn_judge *j, double value, double low, double high);
/* Requires that a ratio of two times differs from 1 by at most TN_CLAIM_CLOSE; calls tn_claimed. */
void tn_require_alike(struct tn_judge *j, double ratio);
/* Requires that the largest ratio of two times matches "up to `claimed` times"; calls tn_claimed.
 * For claimed gains below TN_CLAIM_CLOSE, a difference up to this margin is accepted, because
 * printed digits and figures are not more precise. */
void tn_require_gain(struct tn_judge *j, double most, double claimed);
/* Requires that a value is the best one; `ratio` is its time divided by the least time. */
void tn_require_best(struct tn_judge *j, double ratio);
/* Counts a point for which the paper claims a direction (faster or slower), independent of
 * requirements; `right`: true if the simulation has this direction. */
void tn_direction(struct tn_judge *j, bool right);
/* Counts a claimed number, which is a ratio of two times. Unless the claimed ratio is 1, also
 * counts a point of tn_direction. */
void tn_claimed(struct tn_judge *j, double found, double claimed);
/* Adds a result to the figures of the judgement, which are joined by "; ". */
void tn_figure(struct tn_judge *j, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Degree to which a claim holds. */
struct tn_degree {
  int n_points, n_right; /* n_points: points with a claimed direction (faster or slower); n_right:
                          * how many have it in the simulation */
  double factor;         /* median factor between simulated and claimed numbers; 0 if no number is
                          * claimed */
  int bound; /* enum tn_part: largest part of the time of the claim's points; -1 if not known */
};

/* The result of judging one claim. */
struct tn_judgement {
  const struct tn_claim *claim; /* borrowed */
  enum tn_verdict verdict;
  enum tn_verdict stock; /* verdict with the unchanged parameters */
  struct tn_degree degree;
  char *figures; /* results with the unchanged parameters as text, or the error; owned */
  double room;   /* smallest factor by which a ratio of two times must change to change the verdict;
                  * 1 if not known */
  char *flips;   /* changes of parameters that change the verdict: "copy_rate.machine=3.67GB/s",
                  * separated by ", "; owned */
};

/* Claims, and the study of all points that their judges request. */
struct tn_board;

/* Returns a board with the points of claims (struct tn_claim, borrowed) of these papers (ended by
 * name == NULL). overrides[n_overrides] apply to every platform. Up to `jobs` worker processes run
 * (0: one per processor). Free it with tn_board_free. */
struct tn_board *tn_board_new(const struct tn_paper *papers, const GPtrArray *claims,
                              const struct tn_override *overrides, int n_overrides, int jobs);
void tn_board_free(struct tn_board *board);
/* Returns the study that the caller must run; it may have no points. Owned by the board. */
struct tn_study *tn_board_study(const struct tn_board *board);
/* Returns a second study after the first one has run. It has the points whose times can change if a
 * parameter changes by the error in its platform file, one parameter at a time, upwards and
 * downwards. The caller runs it before tn_board_judge; without it no verdict is undecided. Call it
 * at most once; owned by the board. */
struct tn_study *tn_board_move(struct tn_board *board);
/* Judges the claims by the results of the studies. Returns struct tn_judgement in the order of the
 * claims. The verdict of a claim is TN_BROKEN if one of its points failed or cannot run. Transfer
 * full. */
GPtrArray *tn_board_judge(struct tn_board *board);

/* Numbers of judgements in one class. A judgement whose claim repeats the number of another one
 * counts only in n_repeats. */
struct tn_tally {
  int n[TN_N_VERDICTS], n_repeats;
  int n_points, n_right;
  int n_one_sided; /* judgements with points but without a claimed number: "faster", "at least so
                    * many times" */
  double factor;   /* median of the factors of the rows (tn_degree.factor); 0 if there are none */
  int n_bound[TN_N_PARTS + 1]; /* judgements that fail, by tn_degree.bound; the last element is for
                                * unknown bounds */
};
/* Counts the judgements of a class. `paper` NULL: all papers. */
struct tn_tally tn_judgements_count(const GPtrArray *judgements, const char *paper,
                                    enum tn_claim_class class);
/* For judgements made without changed parameters: sets the verdict to undecided where it was
 * undecided at the last run with changed parameters (undecided.def) and the verdict without changes
 * is still the same. Returns the time of that run: "2026-11-25 (0123abc)". */
const char *tn_judgements_recall(GPtrArray *judgements);

/* The tables of tn_papers. */
extern const struct tn_claim_table tn_claims_cma[], tn_claims_xhc[], tn_claims_split[],
    tn_claims_knem[], tn_claims_adapt[]; /* ends at title == NULL */

enum { KIB = 1024, MIB = 1024 * KIB };

/* A claimed best value holds if its time is longer than the least time by at most this fraction. */
#define TN_CLAIM_REGRET 0.10
/* Margin, as a fraction, of "matches closely", "similar", "about", "the same". */
#define TN_CLAIM_CLOSE 0.20
/* Smallest ratio that counts as "significantly", "notably", "drastically". */
#define TN_CLAIM_CLEAR 1.3
/* "Up to R times" holds if the largest gain over the sizes (ratio - 1) differs from R - 1 by at
 * most this factor. Gains are compared because most of a ratio R near 1 is the 1. */
#define TN_CLAIM_FACTOR 1.5

/* Returns a size as text, such as "64K", in one of a few static buffers. */
const char *tn_claim_size(size_t size);

enum { TN_MAX_RATIOS = 32 };
/* Statistics of the ratios of two values over sizes. Initialise it with TN_RATIOS. */
struct tn_ratios {
  double least, most;
  size_t least_at, most_at;
  int n, n_above;              /* n: number of sizes; n_above: number of sizes with a ratio above
                                * 1 */
  double ratio[TN_MAX_RATIOS]; /* [n] the ratios */
  /* [n] times in seconds and sizes in bytes, if the ratios are of times. */
  double over[TN_MAX_RATIOS], under[TN_MAX_RATIOS];
  size_t size[TN_MAX_RATIOS];
};
#define TN_RATIOS                                                                                  \
  {                                                                                                \
    .least = G_MAXDOUBLE                                                                           \
  }

void tn_ratios_add(struct tn_ratios *r, double ratio, size_t size);
/* Adds a text with the range of the ratios and their sizes to the figures: "NAME 1.10 (4) to 2.30
 * (64K)". */
void tn_ratios_figure(struct tn_judge *j, const char *name, const struct tn_ratios *r);

static inline const char *tn_or_empty(const char *text)
{
  return text ? text : "";
}

/* Law of the page lock and protocol for all claims. */
#define TN_CLAIM_LAW TN_LAW_BATCHED
#define TN_CLAIM_PROTOCOL TN_OSU

#endif
