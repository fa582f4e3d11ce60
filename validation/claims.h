/* The scoreboard: judges the claims of the papers by the simulator's results.
 *
 * A judge is a function that asks for points and compares them. It runs several times: first to
 * collect its points, with made-up answers; then, after all points have run in parallel, with the
 * true answers; then with the answers under each parameter moved by its stated error, for each
 * parameter that the points depend on. So the points of a judge must not depend on the answers, and
 * a judge must not keep state between runs. */
#ifndef TN_CLAIMS_CLAIMS_H
#define TN_CLAIMS_CLAIMS_H

#include "program/application.h"
#include "study/study.h"

struct tn_judge;

/* Class of a claim: the kind of evidence that its result is. */
enum tn_claim_class {
  TN_DEFINITION, /* definition of a symbol, machine or algorithm; not tested */
  TN_REPRODUCED, /* decided by the paper's own parameters or rules */
  TN_FITTED,     /* a parameter was chosen or assumed so that the claim holds */
  TN_CHECKED,    /* constants were tried on the claim before they were chosen */
  TN_PREDICTED,  /* decided by mechanisms and numbers that do not come from the claim: evidence */
  TN_UNTESTED,   /* not testable; the note gives the reason */
  TN_N_CLASSES
};
extern const char *const tn_claim_class_names[TN_N_CLASSES];

/* Verdicts. Those before TN_UNDECIDED are results of judging. */
enum tn_verdict {
  TN_HOLDS,
  TN_FAILS,
  TN_LOWER_LIMIT_MET, /* the claimed number is judged only as a lower limit. A much too slow rival
                       * meets it too, so the row does not count as held */
  TN_UNDECIDED,       /* the verdict changes if a parameter moves by its stated error */
  TN_UNJUDGED,        /* definitions and untestable claims */
  TN_BROKEN,          /* a point failed or cannot run */
  TN_N_VERDICTS
};
extern const char *const tn_verdict_names[TN_N_VERDICTS];

/* One claim on one machine. */
struct tn_claim {
  const char *id;       /* "C031"; one claim on several machines has several entries */
  const char *paper;    /* "cma" */
  const char *where;    /* section and figure */
  const char *platform; /* machine and ranks of the judgement; NULL if not judged */
  int ranks;
  enum tn_claim_class class;
  const char *text;                  /* the claim in our words, with the sizes */
  const char *margin;                /* margin of the judgement; NULL if the claim is an order */
  void (*judge)(struct tn_judge *j); /* NULL: not judged */
  const struct tn_requirement *required; /* requirements that tn_judge_required checks (verbs.h) */
  /* Parameters of a judge; 0 if not needed. */
  enum tn_collective collective;
  const char *algorithm;
  enum tn_mechanism mechanism;
  int factors[4];      /* claimed throttle factors; 0 ends the list */
  const char *mapping; /* default mapping of its points; NULL: by cores */
  size_t from, to;     /* sizes */
  int by;              /* factor between consecutive sizes; 0: 2 */
  double ratio;        /* claimed ratio */
  bool most;           /* true if it suffices that the claim holds at more than half of the sizes */
  const char *repeats; /* the claim with the same number in the paper; such a row is not counted
                        * again */
  const char *fitted;  /* parameter that was fitted to the claim or assumed; only for class
                        * fitted */
  const char *note;    /* deciding mechanism, reason of a failure, contradiction in the paper,
                        * definition, or reason why it is not testable; or NULL */
};

/* Claims of a part of a paper. */
struct tn_claim_table {
  const char *title;
  const struct tn_claim *claims; /* ends at id == NULL */
};

struct tn_paper {
  const char *name; /* "cma" */
  const char *citation;
  const char *remark;                  /* remark on the judgement of all claims, or NULL */
  bool spans_too;                      /* true if the paper does not state whether its times are
                                        * averages over ranks or spans; claims with different
                                        * verdicts are undecided */
  enum tn_kernel kernel;               /* kernel profile for its claims */
  const struct tn_claim_table *tables; /* ends at title == NULL */
};
extern const struct tn_paper tn_papers[]; /* ends at name == NULL */

/* Returns the paper called `name`, or NULL. */
const struct tn_paper *tn_paper_find(const struct tn_paper *papers, const char *name);

/* A parameter of an algorithm: a named choice, or a number if `choice` is NULL. */
struct tn_ask_param {
  const char *name, *choice;
  int64_t value;
};
enum { TN_MAX_ASK_PARAMS = 5 };

/* One point. Strings need not outlive the call. In fields with TN_JUST(x), 0 means unset, as in
 * tn_case. */
struct tn_ask {
  const char *platform; /* NULL: the claim's platform and ranks */
  enum tn_collective collective;
  const char *algorithm;
  struct tn_ask_param params[TN_MAX_ASK_PARAMS]; /* ends at name == NULL */
  int ranks;                                     /* 0: the claim's */
  size_t size;                                   /* bytes */
  int root;
  int mechanism;       /* TN_JUST(enum tn_mechanism); 0: the algorithm's first */
  int transport;       /* TN_JUST(enum tn_transport_profile); 0: the platform's own values */
  int buffers;         /* TN_JUST(enum tn_buffers); 0: unchanged */
  const char *mapping; /* NULL: the claim's */
  int protocol;        /* TN_JUST(enum tn_protocol); 0: TN_CLAIM_PROTOCOL */
  int repetitions;     /* calls after a warm-up; 0: 1 */
  int64_t seed;        /* seed of the noise; 0: 1 */
  struct tn_noise_source noise; /* noise without a trace; longest 0: no noise. A small change of a
                                 * time may move the noise to another call, so compare with
                                 * tn_require */
};

enum { TN_MAX_ASK_CALLS = 4 };
/* The skeleton of an application. Its calls have buffer state rewritten, as in tn_replay. */
struct tn_ask_program {
  struct tn_ask way; /* options of all calls; collective, root, size and buffers are ignored */
  struct tn_application_call calls[TN_MAX_ASK_CALLS]; /* ends at times == 0 */
  guint iterations, simulated;                        /* as in tn_application */
  double computation;                                 /* equal on all ranks, as in tn_application */
};

/* Parts of a program's time, as in tn_program_times. */
struct tn_program_sums {
  double total, inside, waiting; /* seconds */
};

/* Returns the claim being judged. */
const struct tn_claim *tn_judge_claim(const struct tn_judge *j);

/* Returns the result of a point, never NULL; valid until the judge returns. If a point cannot
 * run, the verdict is TN_BROKEN regardless of the judge. */
const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask);
/* Returns the point's average time over the ranks; when a claim of a paper with `spans_too` is
 * judged again, its span. */
double tn_ask_time(struct tn_judge *j, const struct tn_ask *ask);
/* Returns the parts of a program's time; valid until the judge returns. Afterwards the distance
 * of the verdict from a change is unknown. One call of each kind is also a point of the board
 * and shows the parameters that the program depends on. */
const struct tn_program_sums *tn_ask_program(struct tn_judge *j, const struct tn_ask_program *ask);
/* Returns the seconds of the paper's closed form for a point. The point runs too. */
double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask);
/* Returns a parameter of a point's platform in its unit. The point runs too. */
double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param);

/* Requires a condition. A claim holds if all its requirements hold. */
void tn_require(struct tn_judge *j, bool holds);
/* Requires less < more for two times, or for figures whose ratio is a ratio of two times. This
 * gives the change of times that can change the verdict, so smaller moves need not run. Counts
 * as a point of tn_direction. */
void tn_require_below(struct tn_judge *j, double less, double more);
/* Requires least < ratio, for "`least` times at least" and "clearly". Counts as a point: ratio >
 * 1. */
void tn_require_least(struct tn_judge *j, double ratio, double least);
/* Requires limit < ratio for a number of the paper that can be judged only as a lower limit. The
 * verdict is TN_LOWER_LIMIT_MET in place of TN_HOLDS. */
void tn_require_lower_limit(struct tn_judge *j, double ratio, double limit);
/* Requires low <= value <= high for a ratio of two times. Does not count as a point. */
void tn_require_within(struct tn_judge *j, double value, double low, double high);
/* Requires that a ratio of two times is 1 within TN_CLAIM_CLOSE; calls tn_claimed. */
void tn_require_alike(struct tn_judge *j, double ratio);
/* Requires the largest ratio of two times to match "up to `claimed` times"; calls tn_claimed.
 * Claimed gains below TN_CLAIM_CLOSE match within that margin, because printed digits and
 * figures are not more precise. */
void tn_require_gain(struct tn_judge *j, double most, double claimed);
/* Requires a value to be the best; `ratio` is its time over the least time. */
void tn_require_best(struct tn_judge *j, double ratio);
/* Counts a point that is claimed to be faster or slower, independent of requirements; `right`:
 * true if it is. */
void tn_direction(struct tn_judge *j, bool right);
/* Counts a claimed figure, a ratio of two times; also a point, unless 1 is claimed. */
void tn_claimed(struct tn_judge *j, double found, double claimed);
/* Adds a result to the figures, which are joined by "; ". */
void tn_figure(struct tn_judge *j, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Degree to which a claim holds. */
struct tn_degree {
  int n_points, n_right; /* n_points: claimed to be faster or slower; n_right: those that are */
  double factor; /* median factor between found and claimed figures; 0 without claimed figures */
  int bound;     /* enum tn_part: largest part of the time of its points; -1 if not known */
};

/* The result of one claim. */
struct tn_judgement {
  const struct tn_claim *claim; /* borrowed */
  enum tn_verdict verdict;
  enum tn_verdict stock; /* verdict without moved parameters */
  struct tn_degree degree;
  char *figures; /* figures without moved parameters, or the error; owned */
  double room;   /* smallest change of a ratio of two times, as a factor, that changes the verdict;
                  * 1 if not known */
  char *flips;   /* moves that change the verdict: "copy_rate.machine=3.67GB/s", separated by ", ";
                  * owned */
};

/* Claims, and the study of all points that their judges ask for. */
struct tn_board;

/* Returns a board with the points of claims (struct tn_claim, borrowed) of these papers (ends at
 * name == NULL). overrides[n_overrides] apply to every platform. Up to `jobs` worker processes
 * run (0: one per processor). Free it with tn_board_free. */
struct tn_board *tn_board_new(const struct tn_paper *papers, const GPtrArray *claims,
                              const struct tn_override *overrides, int n_overrides, int jobs);
void tn_board_free(struct tn_board *board);
/* Returns the study for the caller to run; it may have no points. Owned by the board. */
struct tn_study *tn_board_study(const struct tn_board *board);
/* Returns a second study after the first one has run. Its points change if a parameter that they
 * depend on moves by the error in its platform file, one parameter at a time, up and down. The
 * caller runs it before judging; without it no verdict is undecided. Call at most once; owned by
 * the board. */
struct tn_study *tn_board_move(struct tn_board *board);
/* Judges the claims by the results of the studies. Returns struct tn_judgement in the order of
 * the claims. A claim with a point that failed or cannot run is TN_BROKEN. Transfer full. */
GPtrArray *tn_board_judge(struct tn_board *board);

/* Counts of the judgements of a class. Judgements that repeat another's number count only in
 * n_repeats. */
struct tn_tally {
  int n[TN_N_VERDICTS], n_repeats;
  int n_points, n_right;
  int n_one_sided; /* judgements with points but without a figure: "faster", "at least so many
                    * times" */
  double factor;   /* median of the rows' factors; 0 without factors */
  int n_bound[TN_N_PARTS + 1]; /* failing judgements by tn_degree.bound; the last element counts
                                * unknown ones */
};
/* Counts the judgements of a class. `paper` NULL: all papers. */
struct tn_tally tn_judgements_count(const GPtrArray *judgements, const char *paper,
                                    enum tn_claim_class class);
/* For judgements without moved parameters: sets those to undecided that were undecided, with the
 * same verdict without moves, at the last run with moves (undecided.def). Returns the time of
 * that run: "2026-11-25 (0123abc)". */
const char *tn_judgements_recall(GPtrArray *judgements);

/* The tables of tn_papers. */
extern const struct tn_claim_table tn_claims_cma[], tn_claims_xhc[], tn_claims_split[],
    tn_claims_knem[], tn_claims_adapt[]; /* ends at title == NULL */

enum { KIB = 1024, MIB = 1024 * KIB };

/* A claimed best value holds if it costs at most this much more than the true best. */
#define TN_CLAIM_REGRET 0.10
/* Margin of "matches closely", "similar", "about", "the same". */
#define TN_CLAIM_CLOSE 0.20
/* Least ratio for "significantly", "notably", "drastically". */
#define TN_CLAIM_CLEAR 1.3
/* "Up to R times" holds if the largest gain over the sizes (ratio - 1) is within this factor of
 * R - 1. Gains are compared because a small R is mostly 1. */
#define TN_CLAIM_FACTOR 1.5

/* Returns a size such as "64K", in one of a few static buffers. */
const char *tn_claim_size(size_t size);

enum { TN_MAX_RATIOS = 32 };
/* Statistics of the ratios of two figures over sizes; begins like TN_RATIOS. */
struct tn_ratios {
  double least, most;
  size_t least_at, most_at;
  int n, n_above;              /* n: sizes; n_above: sizes with a ratio above 1 */
  double ratio[TN_MAX_RATIOS]; /* [n] */
  /* [n] seconds and sizes, if the ratios are of times. */
  double over[TN_MAX_RATIOS], under[TN_MAX_RATIOS];
  size_t size[TN_MAX_RATIOS];
};
#define TN_RATIOS                                                                                  \
  {                                                                                                \
    .least = G_MAXDOUBLE                                                                           \
  }

void tn_ratios_add(struct tn_ratios *r, double ratio, size_t size);
/* Adds the figure "NAME 1.10 (4) to 2.30 (64K)". */
void tn_ratios_figure(struct tn_judge *j, const char *name, const struct tn_ratios *r);

static inline const char *tn_or_nothing(const char *text)
{
  return text ? text : "";
}

/* Law and protocol for all claims. */
#define TN_CLAIM_LAW TN_LAW_BATCHED
#define TN_CLAIM_PROTOCOL TN_OSU

#endif
