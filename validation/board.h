/* State of a board, shared by the files that plan points, move parameters and judge. */
#ifndef TN_CLAIMS_BOARD_H
#define TN_CLAIMS_BOARD_H

#include "claims.h"
#include "perturb/trials.h"

/* A requested point. */
struct tn_asked {
  char *key;         /* unique key; begins with the platform, so that the points of a platform are
                      * adjacent */
  struct tn_ask ask; /* owned strings are interned */
  struct tn_conditions conditions;
  struct tn_noises noise; /* noise of the point, from the source in its ask */
  enum tn_kernel kernel;
  guint number;  /* among the entries */
  guint point;   /* number of the point in the study */
  char *missing; /* reason why there is no point, or NULL */
};

/* One parameter of one setup, moved by its stated error. */
struct tn_claim_move {
  const struct tn_setup *from, *to; /* setups in the board's study and in the study of the trials */
  enum tn_param param;
  double factor; /* upper limit of the change of a time, a factor; INFINITY if not known */
  guint *points; /* [entries] numbers among the trials; TN_NOT_MOVED: unchanged */
};
#define TN_NOT_MOVED G_MAXUINT

struct tn_board {
  const struct tn_paper *papers; /* borrowed */
  const GPtrArray *claims;       /* struct tn_claim, borrowed */
  struct tn_override *overrides; /* [n_overrides] overrides of all points */
  int n_overrides;
  GHashTable *by_key;    /* key -> struct tn_asked */
  GPtrArray *entries;    /* struct tn_asked by number */
  GPtrArray *asked;      /* GArray of the numbers of each claim's entries */
  GHashTable *platforms; /* name -> struct tn_platform */
  GHashTable *programs;  /* key of a program -> struct played (programs.c) */
  struct tn_study *study;
  bool is_planned;         /* false while points are collected */
  struct tn_trials *moved; /* trials of the moves; NULL if no parameter was moved */
  GPtrArray *moves;        /* struct tn_claim_move */
};

/* Returns the entry of a claim's point; creates it while points are collected. */
const struct tn_asked *tn_board_entry(struct tn_board *board, const struct tn_claim *claim,
                                      const struct tn_ask *ask);
void tn_asked_free(void *entry);
/* Return the ask with the claim's values filled in and its names interned, and the key of an
 * ask. Transfer full. */
struct tn_ask tn_ask_complete(const struct tn_claim *claim, const struct tn_ask *ask);
char *tn_ask_key(const struct tn_ask *ask, enum tn_kernel kernel);
/* Converts the ask to a case: looks up its algorithm and parameters. */
bool tn_ask_case(const struct tn_ask *ask, struct tn_case *ret, struct tn_nested *nested,
                 GError **error);
/* Adds the points of all entries to the study; the points of a platform are adjacent. */
void tn_board_plan(struct tn_board *board);

/* Returns the platform of that name, loaded once. Returns NULL and *error on failure. */
struct tn_platform *tn_board_platform(struct tn_board *board, const char *name, GError **error);

/* Returns the times of the program, whose platform and ranks are set, under a move (may be
 * NULL). Replays the program at the first request. *ret_missing: reason why it cannot run, or
 * NULL. */
const struct tn_program_sums *tn_board_program(struct tn_board *board, enum tn_kernel kernel,
                                               const struct tn_ask_program *ask,
                                               const struct tn_claim_move *move,
                                               const char **ret_missing);
void tn_played_free(void *played);

/* Results of the points of a claim, collected while it is judged. */
struct tn_points {
  int n, n_right;           /* n: points with a claimed direction; n_right: points that have it */
  GArray *off;              /* double: factor between each found and claimed figure */
  double parts[TN_N_PARTS]; /* summed shares of the parts of the requested times */
};
/* Returns the degree; NULL points: all values are unknown. */
struct tn_degree tn_degree_of(const struct tn_points *points);

/* Judges claim `number` under a move (may be NULL). `by_spans`: tn_ask_time returns spans in
 * place of averages. The first call collects the claim's points in board->asked. Transfer full:
 * tn_judgement_free. */
struct tn_judgement *tn_judge_claim_under(struct tn_board *board, guint number,
                                          const struct tn_claim_move *move, bool by_spans);
void tn_judgement_free(void *judgement);

/* Returns for each point of a judged claim, in the order of its asks, true if it may change the
 * verdict when no time changes by more than this factor: points of comparisons that fail, or
 * that can become false. A comparison has two times, and both change in the same direction.
 * Transfer full. */
bool *tn_judge_relevant(struct tn_board *board, guint claim, double factor);

/* Returns true if the move may change the verdict of this judgement. */
bool tn_claim_move_can_flip(const struct tn_claim_move *move, const struct tn_judgement *stock);
void tn_claim_move_free(void *move);

#endif
