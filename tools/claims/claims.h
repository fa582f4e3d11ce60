/* The scoreboard: what the papers claim, judged by what the simulator gives.
 *
 * A judge is an ordinary function that asks for points and compares. It runs twice: first to
 * collect what it asks for, with made-up answers, then, all points having been run side by side,
 * with the true ones. So what a judge asks for must not depend on the answers. */
#ifndef TN_TOOLS_CLAIMS_H
#define TN_TOOLS_CLAIMS_H

#include <stdio.h>

#include "points.h"

struct tn_judge;

enum tn_verdict {
  TN_HOLDS,
  TN_FAILS,
  TN_UNTESTABLE, /* the simulator lacks what the judge asks for; the figures say what */
  TN_BROKEN,     /* a point failed */
  TN_N_VERDICTS
};
extern const char *const tn_verdict_names[TN_N_VERDICTS];

/* One claim on one machine. */
struct tn_claim {
  const char *id;       /* "C031"; one claim on several machines has several entries */
  const char *paper;    /* "cma" */
  const char *where;    /* section and figure */
  const char *platform; /* the machine it is judged on, and its ranks */
  int ranks;
  const char *text; /* in our words, with the sizes and the margin it is judged by */
  void (*judge)(struct tn_judge *j);
  /* What a judge that serves several claims looks at: those it does not need are 0. */
  const char *collective, *algorithm;
  int factors[4];   /* the claimed throttle factors, ends at 0 */
  size_t from, to;  /* sizes, by powers of two */
  bool most;        /* more than half of the sizes are enough */
  const char *fitted; /* the parameter that was fitted to it, which makes it no test; or NULL */
  const char *note;   /* the mechanism that decides it, or where the paper is at odds; or NULL */
};

/* One point. Strings need not outlive the call. */
struct tn_ask {
  const char *platform; /* NULL: the claim's, with its ranks */
  const char *collective, *algorithm;
  const char *params; /* "name=value;name=value", or NULL */
  int ranks;          /* 0: the claim's */
  size_t size;        /* bytes */
};

/* The claim under judgement. */
const struct tn_claim *tn_judge_claim(const struct tn_judge *j);

/* The result of a point; valid until the judge returns, never NULL. A point that cannot be had
 * makes the verdict, whatever the judge then says. */
const struct tn_sim_result *tn_ask(struct tn_judge *j, const struct tn_ask *ask);
/* What the paper's closed form gives for a point, seconds. The point is run too. */
double tn_ask_model(struct tn_judge *j, const struct tn_ask *ask);
/* A parameter of the platform of a point, in its unit. The point is run too. */
double tn_ask_value(struct tn_judge *j, const struct tn_ask *ask, enum tn_param param);

/* The claim holds unless something required does not. */
void tn_require(struct tn_judge *j, bool holds);
/* Adds a figure obtained; figures are joined by "; ". */
void tn_figure(struct tn_judge *j, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* What came out for one claim. */
struct tn_finding {
  const struct tn_claim *claim; /* borrowed */
  enum tn_verdict verdict;
  char *figures; /* owned */
};

/* Judges the claims (struct tn_claim, in the order given) with up to `jobs` worker processes:
 * struct tn_finding, in the same order, transfer full. *ret_signal: the signal that interrupted
 * it, with which NULL is returned, else 0. */
GPtrArray *tn_claims_judge(const GPtrArray *claims, int jobs, int *ret_signal);

/* The claims of the CMA paper; each ends at id == NULL. */
extern const struct tn_claim tn_claims_cma_replay[], tn_claims_cma_patterns[],
  tn_claims_cma_rooted[], tn_claims_cma_others[];

/* Writes findings in one of tn_finding_formats. */
void tn_findings_write(FILE *file, const GPtrArray *findings, int format);
extern const char *const tn_finding_formats[]; /* NULL-terminated */

#endif
