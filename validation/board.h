/* Between the files that plan, move and judge: what a board is made of. */
#ifndef TN_CLAIMS_BOARD_H
#define TN_CLAIMS_BOARD_H

#include "claims.h"
#include "perturb/trials.h"

/* A point that was asked for. */
struct tn_asked {
  char *key; /* what it is told by; begins with the platform, so that its points stand together */
  struct tn_ask ask; /* its names interned */
  struct tn_conditions conditions;
  struct tn_noises noise; /* of the conditions: the ask's source */
  enum tn_kernel kernel;
  guint number;  /* among the entries */
  guint point;   /* its number in the study */
  char *missing; /* why it has none, or NULL */
};

/* One parameter of one setup, moved by its stated error. */
struct tn_claim_move {
  const struct tn_setup *from, *to; /* of the board's study, and of that of the trials */
  enum tn_param param;
  double factor; /* by which a time can change at most; INFINITY: not known */
  guint *points; /* [entries] numbers among the trials; TN_NOT_MOVED: as before */
};
#define TN_NOT_MOVED G_MAXUINT

struct tn_board {
  const struct tn_paper *papers; /* borrowed */
  const GPtrArray *claims;       /* struct tn_claim, borrowed */
  struct tn_override *overrides; /* [n_overrides] of all points */
  int n_overrides;
  GHashTable *by_key;    /* key -> struct tn_asked */
  GPtrArray *entries;    /* struct tn_asked by number */
  GPtrArray *asked;      /* of each claim: GArray of the numbers of its entries */
  GHashTable *platforms; /* name -> struct tn_platform */
  GHashTable *programs;  /* what it is told by -> struct played (programs.c) */
  struct tn_study *study;
  bool is_planned;         /* until then points are collected */
  struct tn_trials *moved; /* NULL: nothing was moved */
  GPtrArray *moves;        /* struct tn_claim_move */
};

/* The entry of a point of a claim; made, while points are collected. */
const struct tn_asked *tn_board_entry(struct tn_board *board, const struct tn_claim *claim,
                                      const struct tn_ask *ask);
void tn_asked_free(void *entry);
/* The ask with what the claim gives, its names interned; and what it is told by. Transfer full. */
struct tn_ask tn_ask_complete(const struct tn_claim *claim, const struct tn_ask *ask);
char *tn_ask_key(const struct tn_ask *ask, enum tn_kernel kernel);
/* The ask with its algorithm, of the ask's collective, and parameters looked up. */
bool tn_ask_case(const struct tn_ask *ask, struct tn_case *ret, struct tn_nested *nested,
                 GError **error);
/* Adds the points of all entries to the study; one platform's stand together. */
void tn_board_plan(struct tn_board *board);

/* The platform of that name, loaded once. NULL and *error. */
struct tn_platform *tn_board_platform(struct tn_board *board, const char *name, GError **error);

/* The program, whose platform and ranks are there, with a parameter moved (`move` NULL: with none);
 * replayed when it is asked for first. *ret_missing: why it cannot be, or NULL. */
const struct tn_program_sums *tn_board_program(struct tn_board *board, enum tn_kernel kernel,
                                               const struct tn_ask_program *ask,
                                               const struct tn_claim_move *move,
                                               const char **ret_missing);
void tn_played_free(void *played);

/* What a judge's points come to, while it judges. */
struct tn_points {
  int n, n_right;           /* with a direction, and found so */
  GArray *off;              /* double: by what factor each figure found is off the claimed one */
  double parts[TN_N_PARTS]; /* shares of the times that it asked for, summed */
};
/* NULL: nothing is known. */
struct tn_degree tn_degree_of(const struct tn_points *points);

/* Judges the claim of that number with a parameter moved (`move` NULL: with none), by spans instead of
 * averages where it asks by tn_ask_time. Its points are collected by the first time, in its place of
 * board->asked. Transfer full: tn_judgement_free. */
struct tn_judgement *tn_judge_claim_under(struct tn_board *board, guint number,
                                          const struct tn_claim_move *move, bool by_spans);
void tn_judgement_free(void *judgement);

/* Of the points of a judged claim, in the order in which it asks, which may change the verdict when
 * no time changes by more than this factor: those that some comparison which now fails rests on, or
 * one that can come to fail. A comparison is of two times, and both change in the same direction.
 * Transfer full. */
bool *tn_judge_relevant(struct tn_board *board, guint claim, double factor);

/* Whether the move can change the verdict of this judgement, as far as is known. */
bool tn_claim_move_can_flip(const struct tn_claim_move *move, const struct tn_judgement *stock);
void tn_claim_move_free(void *move);

#endif
