/* Board: claims and their points, shared by the files that plan points, change parameters and
 * judge. */
#ifndef TN_CLAIMS_BOARD_H
#define TN_CLAIMS_BOARD_H

#include "claims.h"
#include "perturb/trials.h"

/* A point that judges have requested. */
struct tn_requested_point {
  /* unique text; begins with the platform's name, so that points of one platform are adjacent */
  char *key;
  struct tn_ask ask; /* the request; its strings are interned */
  struct tn_conditions conditions;
  struct tn_noises noise; /* made from the request's source of noise */
  enum tn_kernel kernel;
  guint number;  /* index among the board's entries */
  guint point;   /* index in the study */
  char *missing; /* reason why the point cannot run, or NULL */
};

/* A move: one parameter of a setup, changed by its stated error. */
struct tn_claim_move {
  /* setup with unchanged values, in the board's study, and with the changed value, in the trials'
   * study */
  const struct tn_setup *from, *to;
  enum tn_param param;
  double factor; /* largest factor by which a time can change; INFINITY if it is not known */
  guint *points; /* [entries] number of each entry's point in the trials, or TN_NOT_MOVED */
};
#define TN_NOT_MOVED G_MAXUINT

struct tn_board {
  const struct tn_paper *papers; /* borrowed */
  const GPtrArray *claims;       /* struct tn_claim, borrowed */
  struct tn_override *overrides; /* [n_overrides] overrides of parameters for all points */
  int n_overrides;
  GHashTable *by_key; /* key -> struct tn_requested_point */
  GPtrArray *entries; /* struct tn_requested_point, by number */
  /* GArray of guint for each claim: numbers of the entries that its judge requests */
  GPtrArray *asked;
  GHashTable *platforms; /* name -> struct tn_platform */
  GHashTable *programs;  /* key of a program -> struct replayed, with its times (programs.c) */
  struct tn_study *study;
  bool is_planned;         /* false while the judges run only to collect points */
  struct tn_trials *moved; /* trials with changed parameters, or NULL */
  GPtrArray *moves;        /* struct tn_claim_move */
};

/* Returns the entry of a claim's point; creates it while points are collected. */
const struct tn_requested_point *
tn_board_entry(struct tn_board *board, const struct tn_claim *claim, const struct tn_ask *ask);
void tn_requested_point_free(void *entry);
/* tn_ask_complete returns the request with interned names, and with the claim's values for unset
 * members. tn_ask_key returns the key of such a complete request. Transfer full. */
struct tn_ask tn_ask_complete(const struct tn_claim *claim, const struct tn_ask *ask);
char *tn_ask_key(const struct tn_ask *ask, enum tn_kernel kernel);
/* Converts a request to a case, for which it finds algorithm and parameters. Returns false and
 * *error on failure. */
bool tn_ask_case(const struct tn_ask *ask, struct tn_case *ret, struct tn_nested *nested,
                 GError **error);
/* Adds the points of all entries to the study. The points of a platform are adjacent. */
void tn_board_plan(struct tn_board *board);

/* Returns the platform with this name, which is loaded only once. Returns NULL and *error on
 * failure. */
struct tn_platform *tn_board_platform(struct tn_board *board, const char *name, GError **error);

/* Returns a program's times under a move (may be NULL); the first request replays it. The request's
 * platform and ranks must be set. *ret_missing: why the program cannot run, or NULL. */
const struct tn_program_sums *tn_board_program(struct tn_board *board, enum tn_kernel kernel,
                                               const struct tn_ask_program *ask,
                                               const struct tn_claim_move *move,
                                               const char **ret_missing);
void tn_replayed_free(void *replayed);

/* Results of the points of a claim, collected by its judge. */
struct tn_points {
  /* n: points for which the paper claims a direction (faster or slower); n_right: those of them on
   * which the simulation agrees */
  int n, n_right;
  GArray *off;              /* double: simulated ratio / claimed ratio, for each claimed number */
  double parts[TN_N_PARTS]; /* each part's share of a time, summed over the requested times */
};
/* Returns the degree to which a claim holds; unknown if `points` is NULL. */
struct tn_degree tn_degree_of(const struct tn_points *points);

/* Judges a claim under a move (may be NULL). by_spans: tn_ask_time returns the last rank's time,
 * not the average. The first call fills board->asked. Transfer full (tn_judgement_free). */
struct tn_judgement *tn_judge_claim_under(struct tn_board *board, guint number,
                                          const struct tn_claim_move *move, bool by_spans);
void tn_judgement_free(void *judgement);

/* Returns for each point that the claim requests whether it matters: changing its time by `factor`,
 * up or down, makes a requirement fail or changes the factor by which one fails. Both times of a
 * comparison can change. Transfer full. */
bool *tn_judge_relevant(struct tn_board *board, guint claim, double factor);

/* Returns true if the move can change this verdict. */
bool tn_claim_move_can_flip(const struct tn_claim_move *move, const struct tn_judgement *stock);
void tn_claim_move_free(void *move);

#endif
