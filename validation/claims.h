/* The scoreboard: judges the claims of the papers by the simulator's results. A judge requests
 * points and compares their times. Its first run collects the points and receives made-up times.
 * After all points have run in parallel, the second run receives the simulated times. Another run
 * for each parameter receives the times with this parameter changed by its stated error. Therefore
 * the requested points must not depend on times, and a judge keeps no state between runs. */
#ifndef TN_CLAIMS_CLAIMS_H
#define TN_CLAIMS_CLAIMS_H

#include "program/application.h"
#include "study/study.h"

struct tn_judge;

/* Kind of evidence that a claim's result is. */
enum tn_claim_class {
  TN_DEFINITION, /* defines a symbol, machine or algorithm; not tested */
  TN_REPRODUCED, /* the paper's own parameters or rules decide */
  TN_FITTED,     /* a parameter was fitted or assumed so that the claim holds */
  TN_CHECKED,    /* constants were compared with the claim before their choice */
  TN_PREDICTED,  /* mechanisms and numbers that do not come from the claim decide the result:
                  * evidence */
  TN_UNTESTED,   /* cannot be tested; the note gives the reason */
  TN_N_CLASSES
};
extern const char *const tn_claim_class_names[TN_N_CLASSES];

/* Verdicts before TN_UNDECIDED are results of a judge. */
enum tn_verdict {
  TN_HOLDS,
  TN_FAILS,
  TN_LOWER_LIMIT_MET, /* met as a lower limit only, which a much too slow rival also meets; does not
                       * count as held */
  TN_UNDECIDED,       /* changes if a parameter changes by its stated error */
  TN_UNJUDGED,        /* definitions and claims that cannot be tested */
  TN_BROKEN,          /* a point failed or cannot run */
  TN_N_VERDICTS
};
extern const char *const tn_verdict_names[TN_N_VERDICTS];

/* One claim on one machine. */
struct tn_claim {
  const char *id;       /* "C031"; a claim on several machines has several entries */
  const char *paper;    /* name of the paper, "cma" */
  const char *where;    /* section and figure of the paper */
  const char *platform; /* platform and ranks of the points; NULL if not judged */
  int ranks;
  enum tn_claim_class class;
  const char *text;                      /* claim in our words, with sizes */
  const char *margin;                    /* margin in words; NULL if only an order is claimed */
  void (*judge)(struct tn_judge *j);     /* judge of the claim; NULL: not judged */
  const struct tn_requirement *required; /* requirements for tn_judge_required (verbs.h) */
  /* Parameters for the judge; 0 if unused. */
  enum tn_collective collective;
  const char *algorithm;
  enum tn_mechanism mechanism;
  int factors[4];      /* claimed throttle factors; 0 ends the list */
  const char *mapping; /* default mapping; NULL: by cores */
  size_t from, to;     /* smallest and largest size in bytes */
  int by;              /* factor between consecutive sizes; 0: 2 */
  double ratio;
  bool most;           /* true if more than half of the sizes suffice */
  const char *repeats; /* id of a claim with the same number from the paper; counted once */
  const char *fitted;  /* fitted or assumed parameter of a claim of class TN_FITTED */
  const char *note;    /* deciding mechanism, reason of failure, contradiction in the paper,
                        * definition, or why the claim cannot be tested; or NULL */
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
  bool spans_too;     /* true if the paper does not state whether times are
                       * averages or the last rank's. Claims are undecided if the
                       * two give different verdicts */
  enum tn_kernel kernel;
  const struct tn_claim_table *tables; /* the entry with title == NULL ends the array */
};
extern const struct tn_paper tn_papers[]; /* ends at name == NULL */

const struct tn_paper *tn_paper_find(const struct tn_paper *papers, const char *name);

/* Parameter of an algorithm; a number if `choice` is NULL. */
struct tn_ask_param {
  const char *name, *choice;
  int64_t value;
};
enum { TN_MAX_ASK_PARAMS = 5 };

/* Requested point. Strings need not outlive the call. Members with TN_JUST(x): 0 is unset, as in
 * tn_case. */
struct tn_ask {
  const char *platform; /* NULL: platform and ranks of the claim */
  enum tn_collective collective;
  const char *algorithm;
  struct tn_ask_param params[TN_MAX_ASK_PARAMS]; /* parameters; the element with name == NULL ends
                                                  * the list */
  int ranks;                                     /* number of ranks; 0: the claim's */
  size_t size;                                   /* bytes */
  int root;
  int mechanism;       /* TN_JUST(enum tn_mechanism); 0: the algorithm's default */
  int transport;       /* TN_JUST(enum tn_transport_profile); 0: the platform's own values */
  int buffers;         /* TN_JUST(enum tn_buffers); 0: unchanged */
  const char *mapping; /* mapping of the ranks; NULL: the claim's */
  int protocol;        /* TN_JUST(enum tn_protocol); 0: TN_CLAIM_PROTOCOL */
  int repetitions;     /* timed calls after a warm-up; 0: one call */
  int64_t seed;        /* seed of the noise; 0: 1 */
  struct tn_noise_source noise; /* source of noise without a trace; `longest` 0: no noise. A small
                                 * change can move an interruption to another call; therefore
                                 * compare such times with tn_require */
};

enum { TN_MAX_ASK_CALLS = 4 };
/* An application. Its calls have rewritten buffers, as in tn_replay. */
struct tn_ask_program {
  struct tn_ask way; /* options of all calls; collective, root, size and buffers are ignored */
  struct tn_application_call calls[TN_MAX_ASK_CALLS]; /* calls of an iteration; ends at times ==
                                                       * 0 */
  guint iterations, simulated;                        /* numbers of iterations, as in
                                                       * tn_application */
  double computation;                                 /* seconds per iteration on each rank, as in
                                                       * tn_application */
};

/* Parts of a program's time, as in tn_program_times. */
struct tn_program_sums {
  double total, inside, waiting; /* seconds */
};

const struct tn_claim *tn_judge_claim(const struct tn_judge *j);

/* Returns a point's result, never NULL, until the judge returns. If the point cannot run the
 * verdict is TN_BROKEN. */
const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask);
/* Returns a point's time in seconds, averaged over the ranks; the last rank's in the second judging
 * of a paper with `spans_too`. */
double tn_ask_time(struct tn_judge *j, const struct tn_ask *ask);
/* Returns the parts of a program's time until the judge returns; the smallest change of the verdict
 * is then unknown. One call of each kind is also a point of the board, to find the parameters that
 * the program depends on. */
const struct tn_program_sums *tn_ask_program(struct tn_judge *j, const struct tn_ask_program *ask);
/* Returns the closed form's time of a point in seconds; also simulates the point. */
double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask);
/* Returns a parameter of a point's platform in its unit; also simulates the point. */
double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param);

/* Requires a condition. A claim holds if all its requirements are met. */
void tn_require(struct tn_judge *j, bool holds);
/* Requires less < more for two times, or values with a ratio of times. These tell the board how
 * much times must change to change the verdict; it omits runs with smaller changes. Counts for
 * tn_direction. */
void tn_require_below(struct tn_judge *j, double less, double more);
/* Requires least < ratio ("at least `least` times", "clearly"). Counts for tn_direction with ratio
 * > 1. */
void tn_require_least(struct tn_judge *j, double ratio, double least);
/* Requires limit < ratio for a number that can be judged only as a lower limit. Met:
 * TN_LOWER_LIMIT_MET, not TN_HOLDS. */
void tn_require_lower_limit(struct tn_judge *j, double ratio, double limit);
/* Requires low <= value <= high for a ratio of times. Does not count for tn_direction. */
void tn_require_within(struct tn_judge *j, double value, double low, double high);
/* Requires a ratio of times within TN_CLAIM_CLOSE of 1; calls tn_claimed. */
void tn_require_alike(struct tn_judge *j, double ratio);
/* Requires that the largest ratio of times matches "up to `claimed` times"; calls tn_claimed.
 * Accepts TN_CLAIM_CLOSE for smaller claimed gains, because printed digits and figures are not more
 * precise. */
void tn_require_gain(struct tn_judge *j, double most, double claimed);
/* Requires the best value; `ratio` is its time / the least time. */
void tn_require_best(struct tn_judge *j, double ratio);
/* Counts a point with a claimed direction (faster or slower), independent of requirements; `right`:
 * the simulation agrees. */
void tn_direction(struct tn_judge *j, bool right);
/* Counts a claimed ratio of times; also for tn_direction unless the claimed ratio is 1. */
void tn_claimed(struct tn_judge *j, double found, double claimed);
/* Adds a result to the judgement's figures, joined by "; ". */
void tn_figure(struct tn_judge *j, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Degree to which a claim holds. */
struct tn_degree {
  int n_points, n_right; /* n_points: points with a claimed direction (faster or slower); n_right:
                          * how many have it in the simulation */
  double factor;         /* median of simulated / claimed; 0 without claimed numbers */
  int bound;             /* enum tn_part: largest part of the time; -1 if not known */
};

struct tn_judgement {
  const struct tn_claim *claim; /* borrowed */
  enum tn_verdict verdict;
  enum tn_verdict stock; /* verdict with the unchanged parameters */
  struct tn_degree degree;
  char *figures; /* results with the unchanged parameters, or the error; owned */
  double room;   /* smallest factor on a ratio of times that changes the verdict; 1 if not known */
  char *flips;   /* changes of parameters that change the verdict: "copy_rate.machine=3.67GB/s",
                  * joined by ", "; owned */
};

/* Claims, and the study of all points of their judges. */
struct tn_board;

/* Returns a board for claims (struct tn_claim, borrowed) of the papers (end at name == NULL).
 * overrides[n_overrides] apply to every platform; `jobs` worker processes (0: one per
 * processor). */
struct tn_board *tn_board_new(const struct tn_paper *papers, const GPtrArray *claims,
                              const struct tn_override *overrides, int n_overrides, int jobs);
void tn_board_free(struct tn_board *board);
/* Returns the study for the caller to run; may be empty. Owned by the board. */
struct tn_study *tn_board_study(const struct tn_board *board);
/* Returns a second study, run after the first and before tn_board_judge: the points that change
 * with a parameter's stated error, one parameter at a time, up and down. Without it no verdict is
 * undecided. Call it at most once; owned by the board. */
struct tn_study *tn_board_move(struct tn_board *board);
/* Judges the claims by the studies: struct tn_judgement in the order of the claims; TN_BROKEN if a
 * point failed or cannot run. Transfer full. */
GPtrArray *tn_board_judge(struct tn_board *board);

/* Judgements of one class. A claim that repeats another's number counts only in n_repeats. */
struct tn_tally {
  int n[TN_N_VERDICTS], n_repeats;
  int n_points, n_right;
  int n_one_sided; /* no claimed number: "faster", "at least so many times" */
  double factor;   /* median of the factors of the rows (tn_degree.factor); 0 if there are none */
  int n_bound[TN_N_PARTS + 1]; /* judgements that fail, by tn_degree.bound; the last element is for
                                * unknown bounds */
};
/* Counts a class. `paper` NULL: all papers. */
struct tn_tally tn_judgements_count(const GPtrArray *judgements, const char *paper,
                                    enum tn_claim_class class);
/* Recalls undecided verdicts. undecided.def lists the verdicts that changed in a run with changed
 * parameters. Sets each of them to undecided if the verdict without changes is still the same. Use
 * it only for judgements without changed parameters. Returns when that run took place:
 * "2026-11-25 (0123abc)". */
const char *tn_judgements_recall(GPtrArray *judgements);

/* The tables of tn_papers. */
extern const struct tn_claim_table tn_claims_cma[], tn_claims_xhc[], tn_claims_split[],
    tn_claims_knem[], tn_claims_adapt[]; /* ends at title == NULL */

enum { KIB = 1024, MIB = 1024 * KIB };

/* A claimed best value may take longer than the best by this fraction. */
#define TN_CLAIM_REGRET 0.10
/* Margin of "matches closely", "similar", "about", "the same", a fraction. */
#define TN_CLAIM_CLOSE 0.20
/* Least ratio of "significantly", "notably", "drastically". */
#define TN_CLAIM_CLEAR 1.3
/* "Up to R times" holds if the largest gain (ratio - 1) differs from R - 1 by at most this factor.
 * Gains are compared because a ratio near 1 is mostly the 1. */
#define TN_CLAIM_FACTOR 1.5

/* Returns a size as text, such as "64K", in one of a few static buffers. */
const char *tn_claim_size(size_t size);

enum { TN_MAX_RATIOS = 32 };
/* Ratios of two values over sizes; initialise with TN_RATIOS. */
struct tn_ratios {
  double least, most;
  size_t least_at, most_at;
  int n, n_above;              /* n: sizes; n_above: sizes with a ratio above 1 */
  double ratio[TN_MAX_RATIOS]; /* [n] the ratios */
  /* [n] seconds and bytes, for ratios of times. */
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
