/* The scoreboard: what the papers claim, judged by what the simulator gives.
 *
 * A judge is an ordinary function that asks for points and compares. It runs first to collect what
 * it asks for, with made-up answers, then, all points having been run side by side, with the true
 * ones, and then with those that come out when one parameter is moved by its stated error, for
 * each parameter that the points were charged by. So what a judge asks for must not depend on the
 * answers, and it keeps nothing from one time to the next. */
#ifndef TN_CLAIMS_CLAIMS_H
#define TN_CLAIMS_CLAIMS_H

#include "program/application.h"
#include "study/study.h"

struct tn_judge;

/* What a claim's coming out says. */
enum tn_claim_class {
  TN_DEFINITION, /* of a symbol, a machine, an algorithm: nothing to come out */
  TN_REPRODUCED, /* with the paper's own parameters: they, or rules of its, decide it */
  TN_FITTED,     /* a parameter was chosen, or assumed, so that it comes out */
  TN_CHECKED,    /* constants were tried on it before they were chosen */
  TN_PREDICTED,  /* by mechanisms and numbers that do not come from the claim: evidence */
  TN_UNTESTED,   /* cannot be tested; the note says why */
  TN_N_CLASSES
};
extern const char *const tn_claim_class_names[TN_N_CLASSES];

/* Those before TN_UNDECIDED are results of judging. */
enum tn_verdict {
  TN_HOLDS,
  TN_FAILS,
  TN_LOWER_LIMIT_MET, /* the number is judged as a lower limit only: a rival that is far too slow
                         meets it too, so that the row does not count as held */
  TN_UNDECIDED,       /* another one when a parameter moves by its stated error */
  TN_UNJUDGED,        /* definitions, and what cannot be tested */
  TN_BROKEN,          /* a point failed, or cannot be had */
  TN_N_VERDICTS
};
extern const char *const tn_verdict_names[TN_N_VERDICTS];

/* One claim on one machine. */
struct tn_claim {
  const char *id;       /* "C031"; one claim on several machines has several entries */
  const char *paper;    /* "cma" */
  const char *where;    /* section and figure */
  const char *platform; /* the machine it is judged on, and its ranks; NULL: not judged */
  int ranks;
  enum tn_claim_class class;
  const char *text;                  /* in our words, with the sizes */
  const char *margin;                /* what it is judged by, unless that is an order; or NULL */
  void (*judge)(struct tn_judge *j); /* NULL: not judged */
  const struct tn_requirement *required; /* what tn_judge_required does (verbs.h) */
  /* What a judge looks at: those it does not need are 0. */
  enum tn_collective collective;
  const char *algorithm;
  enum tn_mechanism mechanism;
  int factors[4];      /* the claimed throttle factors, ends at 0 */
  const char *mapping; /* of its points that say nothing else; NULL: by cores */
  size_t from, to;     /* sizes */
  int by;              /* each so many times the one before; 0: 2 */
  double ratio;        /* the claimed one */
  bool most;           /* more than half of the sizes are enough */
  const char *repeats; /* the claim whose number this is too; such a row does not count again */
  const char *fitted;  /* the parameter that was fitted to it, or assumed; of class fitted only */
  const char *note;    /* the mechanism that decides it, why it fails, where the paper is at odds,
                         what defines it here, why it cannot be tested; or NULL */
};

/* Claims of a part of a paper. */
struct tn_claim_table {
  const char *title;
  const struct tn_claim *claims; /* ends at id == NULL */
};

struct tn_paper {
  const char *name; /* "cma" */
  const char *citation;
  const char *remark;                  /* on how all of its claims are judged, or NULL */
  bool spans_too;                      /* it does not say whether its times are averages over ranks
                                          or spans: verdicts that differ are undecided */
  enum tn_kernel kernel;               /* the profile that its claims are judged with */
  const struct tn_claim_table *tables; /* ends at title == NULL */
};
extern const struct tn_paper tn_papers[]; /* ends at name == NULL */

/* The one of the papers that is called `name`, or NULL. */
const struct tn_paper *tn_paper_find(const struct tn_paper *papers, const char *name);

/* A parameter of an algorithm: one of its choices by name, or, where that is NULL, a number. */
struct tn_ask_param {
  const char *name, *choice;
  int64_t value;
};
enum { TN_MAX_ASK_PARAMS = 5 };

/* One point. Strings need not outlive the call; fields that hold TN_JUST(x) are open at 0, as those
 * of tn_case. */
struct tn_ask {
  const char *platform; /* NULL: the claim's, with its ranks */
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
  int64_t seed;        /* of the noise; 0: 1 */
  struct tn_noise_source noise; /* no trace; longest 0: none. A small change of a time
                                   may then decide which call it meets: what is compared goes to
                                   tn_require */
};

enum { TN_MAX_ASK_CALLS = 4 };
/* The skeleton of an application. Calls find their buffers rewritten, as in tn_replay. */
struct tn_ask_program {
  struct tn_ask way; /* of all its calls; what these say themselves (collective, root, size) and
                        the buffers are of no account */
  struct tn_application_call calls[TN_MAX_ASK_CALLS]; /* ends at times == 0 */
  guint iterations, simulated;                        /* as in tn_application */
  double computation;                                 /* likewise; the same for all ranks */
};

/* Where its time goes, as in tn_program_times. */
struct tn_program_sums {
  double total, inside, waiting; /* seconds */
};

/* The claim under judgement. */
const struct tn_claim *tn_judge_claim(const struct tn_judge *j);

/* The result of a point; valid until the judge returns, never NULL. A point that cannot be had
 * makes the verdict, whatever the judge then says. */
const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask);
/* Its average time over the ranks; where a paper's `spans_too` makes its claims be judged again, its
 * span. */
double tn_ask_time(struct tn_judge *j, const struct tn_ask *ask);
/* Where a program's time goes; valid likewise. How far a verdict is from changing is not known from
 * then on. Which parameters it is charged by is known from one
 * call of each kind, which is a point of the board too. */
const struct tn_program_sums *tn_ask_program(struct tn_judge *j, const struct tn_ask_program *ask);
/* What the paper's closed form gives for a point, seconds. The point is run too. */
double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask);
/* A parameter of the platform of a point, in its unit. The point is run too. */
double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param);

/* The claim holds unless something required does not. */
void tn_require(struct tn_judge *j, bool holds);
/* Requires less < more, for two times or figures whose ratio is one of two times: then it is known
 * how far times must move before the verdict changes, and smaller moves need not be tried. That one
 * is the smaller is the claim, and so a point of tn_direction. */
void tn_require_below(struct tn_judge *j, double less, double more);
/* "`least` times at least", "clearly": the same of least < ratio; the point is that it is above 1. */
void tn_require_least(struct tn_judge *j, double ratio, double least);
/* Requires limit < ratio for a number of the paper that can be judged from below only: the verdict is
 * then TN_LOWER_LIMIT_MET, not TN_HOLDS. */
void tn_require_lower_limit(struct tn_judge *j, double ratio, double limit);
/* The same of low <= value <= high, where `value` is a ratio of two times; no point. */
void tn_require_within(struct tn_judge *j, double value, double low, double high);
/* Requires of a ratio of two times that it is 1 but for TN_CLAIM_CLOSE; tn_claimed. */
void tn_require_alike(struct tn_judge *j, double ratio);
/* "Up to `claimed` times": requires it of the largest ratio of two times; tn_claimed. Gains of less
 * than TN_CLAIM_CLOSE are within that of what is claimed: printed digits and figures carry no more.
 */
void tn_require_gain(struct tn_judge *j, double most, double claimed);
/* A value that is claimed to be the best, of which `ratio` is the time over the least. */
void tn_require_best(struct tn_judge *j, double ratio);
/* By degree, whatever is required: a point is claimed to be faster or slower, and is so or not. */
void tn_direction(struct tn_judge *j, bool right);
/* The same where a figure is claimed, a ratio of two times: it is a point too, unless 1 is claimed. */
void tn_claimed(struct tn_judge *j, double found, double claimed);
/* Adds a figure obtained; figures are joined by "; ". */
void tn_figure(struct tn_judge *j, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* How much of a claim comes out. */
struct tn_degree {
  int n_points, n_right; /* claimed to be faster or slower, and found so */
  double factor; /* median of those by which found and claimed figures differ; 0: none is claimed */
  int bound;     /* enum tn_part: where most of the time of its points goes; -1: not known */
};

/* What came out for one claim. */
struct tn_judgement {
  const struct tn_claim *claim; /* borrowed */
  enum tn_verdict verdict;
  enum tn_verdict stock; /* with no parameter moved */
  struct tn_degree degree;
  char *figures; /* with no parameter moved, or what went wrong; owned */
  double room;   /* the factor by which a ratio of two times must change, at least, before
                            the verdict does; 1: not known */
  char *flips;   /* "copy_rate.machine=3.67GB/s" and more, by ", ": the moves that give
                            another verdict; owned */
};

/* Claims, and the study of all points that their judges ask for. */
struct tn_board;

/* Collects the points of claims (struct tn_claim, borrowed) of these papers (ends at name ==
 * NULL), with overrides[n_overrides] of every platform's values, to be run on up to `jobs` worker
 * processes (0: one for each processor). tn_board_free. */
struct tn_board *tn_board_new(const struct tn_paper *papers, const GPtrArray *claims,
                              const struct tn_override *overrides, int n_overrides, int jobs);
void tn_board_free(struct tn_board *board);
/* The study, which the caller runs; it may be without points. Owned by the board. */
struct tn_study *tn_board_study(const struct tn_board *board);
/* After that study has run: another, of the points that change when a parameter that they were
 * charged by moves by the error that its platform file states, one parameter at a time, up and
 * down. The caller runs it before the claims are judged; without it no verdict is undecided. At
 * most once; owned by the board. */
struct tn_study *tn_board_move(struct tn_board *board);
/* Judges by the outcomes of the studies: struct tn_judgement in the order of the claims. A claim
 * one of whose points is not done, or cannot be had, is TN_BROKEN. Transfer full. */
GPtrArray *tn_board_judge(struct tn_board *board);

/* What the judgements of a class come to. Those that repeat another's number count as such only. */
struct tn_tally {
  int n[TN_N_VERDICTS], n_repeats;
  int n_points, n_right;
  int n_one_sided; /* with points, but without a figure: "faster", "at least so many times" */
  double factor;   /* median of the rows' factors; 0: of none */
  int n_bound[TN_N_PARTS + 1]; /* those that fail, by tn_degree.bound; the last: not known */
};
/* Paper NULL: of all. */
struct tn_tally tn_judgements_count(const GPtrArray *judgements, const char *paper,
                                    enum tn_claim_class class);
/* Judgements without moved parameters: makes those undecided that were so, with the same stock
 * verdict, when all were last judged with them (undecided.def). Returns when that was: "2026-11-25
 * (0123abc)". */
const char *tn_judgements_recall(GPtrArray *judgements);

/* The tables of tn_papers. */
extern const struct tn_claim_table tn_claims_cma[], tn_claims_xhc[], tn_claims_split[],
    tn_claims_knem[], tn_claims_adapt[]; /* ends at title == NULL */

enum { KIB = 1024, MIB = 1024 * KIB };

/* An argmin claim holds when the claimed value costs at most this much more than the best. */
#define TN_CLAIM_REGRET 0.10
/* "Matches closely", "similar", "about", "the same": within this. */
#define TN_CLAIM_CLOSE 0.20
/* "Significantly", "notably", "drastically": at least so many times. */
#define TN_CLAIM_CLEAR 1.3
/* "Up to R times": the largest gain over the sizes, the ratio less 1, is within this factor of R -
 * 1: R itself is mostly 1 where R is small. */
#define TN_CLAIM_FACTOR 1.5

/* "64K"; one of a few static buffers. */
const char *tn_claim_size(size_t size);

enum { TN_MAX_RATIOS = 32 };
/* What the ratios of two figures over sizes come to; begins as TN_RATIOS. */
struct tn_ratios {
  double least, most;
  size_t least_at, most_at;
  int n, n_above;              /* sizes, and those with a ratio above 1 */
  double ratio[TN_MAX_RATIOS]; /* [n] */
  /* [n], where they are of times: those, seconds, and the sizes. */
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

/* The law and the protocol that claims are judged with. */
#define TN_CLAIM_LAW TN_LAW_BATCHED
#define TN_CLAIM_PROTOCOL TN_OSU

#endif
