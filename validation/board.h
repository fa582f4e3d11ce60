/* State of a board, shared by the files that plan points, move parameters and judge. */
#ifndef TN_CLAIMS_BOARD_H
#define TN_CLAIMS_BOARD_H

#include "claims.h"
#include "perturb/trials.h"

/* A requested point in the study. */
struct tn_requested_point {
  char *key;         /* unique; begins with the platform's name, so that a platform's points are
                      * adjacent */
  struct tn_ask ask; /* owned strings are interned */
  struct tn_conditions conditions;
  struct tn_noises noise; /* made from the source in the request */
  enum tn_kernel kernel;
  guint number;  /* index among the board's entries */
  guint point;   /* index in the study */
  char *missing; /* why the point cannot run, or NULL */
};

/* A parameter of a setup, changed by its stated error. */
struct tn_claim_move {
  const struct tn_setup *from, *to; /* setup in the board's study, changed setup in the trials'
                                     * study */
  enum tn_param param;
  double factor; /* upper limit of the factor by which times change; INFINITY if not known */
  guint *points; /* [entries] number of each point in the trials, or TN_NOT_MOVED */
};
#define TN_NOT_MOVED G_MAXUINT

struct tn_board {
  const struct tn_paper *papers; /* borrowed */
  const GPtrArray *claims;       /* struct tn_claim, borrowed */
  struct tn_override *overrides; /* [n_overrides] overrides for all points */
  int n_overrides;
  GHashTable *by_key;    /* key -> struct tn_requested_point */
  GPtrArray *entries;    /* struct tn_requested_point, by number */
  GPtrArray *asked;      /* GArray of guint for each claim: numbers of its entries */
  GHashTable *platforms; /* name -> struct tn_platform */
  GHashTable *programs;  /* key of a program -> struct played (programs.c): its replayed times */
  struct tn_study *study;
  bool is_planned;         /* false while the judges only collect points */
  struct tn_trials *moved; /* trials of the moves, or NULL */
  GPtrArray *moves;        /* struct tn_claim_move */
};

/* Returns the entry of a claim's point; creates it while points are collected. */
const struct tn_requested_point *
tn_board_entry(struct tn_board *board, const struct tn_claim *claim, const struct tn_ask *ask);
void tn_requested_point_free(void *entry);
/* Return the request with the claim's values for unset members and interned names; its key.
 * Transfer full. */
struct tn_ask tn_ask_complete(const struct tn_claim *claim, const struct tn_ask *ask);
char *tn_ask_key(const struct tn_ask *ask, enum tn_kernel kernel);
/* Converts a request to a case: finds its algorithm and parameters. Returns false and *error on
 * failure. */
bool tn_ask_case(const struct tn_ask *ask, struct tn_case *ret, struct tn_nested *nested,
                 GError **error);
/* Adds the points of all entries to the study. The points of a platform are adjacent. */
void tn_board_plan(struct tn_board *board);

/* Returns the platform with this name, which is loaded only once. Returns NULL and *error on
 * failure. */
struct tn_platform *tn_board_platform(struct tn_board *board, const char *name, GError **error);

/* Returns a program's times under a move (may be NULL); the first request replays it. Platform and
 * ranks must be set. *ret_missing: why the program cannot run, or NULL. */
const struct tn_program_sums *tn_board_program(struct tn_board *board, enum tn_kernel kernel,
                                               const struct tn_ask_program *ask,
                                               const struct tn_claim_move *move,
                                               const char **ret_missing);
void tn_replayed_free(void *replayed);

/* Results of a claim's points, collected while the claim is judged. */
struct tn_points {
  int n, n_right;           /* n: points with a claimed direction (faster or slower); n_right: those
                             * that have it */
  GArray *off;              /* double: simulated / claimed for each claimed number */
  double parts[TN_N_PARTS]; /* for each part of the time, the sum of its shares in the requested
                             * times */
};
/* Returns the degree to which a claim holds; unknown if `points` is NULL. */
struct tn_degree tn_degree_of(const struct tn_points *points);

/* Judges a claim under a move (may be NULL). by_spans: tn_ask_time returns the last rank's time,
 * not the average. The first call fills board->asked. Transfer full: tn_judgement_free. */
struct tn_judgement *tn_judge_claim_under(struct tn_board *board, guint number,
                                          const struct tn_claim_move *move, bool by_spans);
void tn_judgement_free(void *judgement);

/* Returns for each requested point of a judged claim: true if the point can change the verdict
 * although no time changes by more than `factor`. Its comparison fails or can become false; both
 * times of a comparison can change. Transfer full. */
bool *tn_judge_relevant(struct tn_board *board, guint claim, double factor);

/* Returns true if the move can change this verdict. */
bool tn_claim_move_can_flip(const struct tn_claim_move *move, const struct tn_judgement *stock);
void tn_claim_move_free(void *move);

#endif
