/* Expands the settings into points in the order of the rows. */
#ifndef TN_PLAN_POINTS_H
#define TN_PLAN_POINTS_H

#include "disturb.h"
#include "options.h"
#include "study/study.h"

/* Values that replace the values of options. A structure of zeros replaces nothing. All members are
 * borrowed. */
struct tn_replacements {
  const char *where;              /* place of the option, for errors */
  int collective;                 /* TN_JUST(enum tn_collective) */
  int ranks;                      /* number of ranks; 0: the option's value */
  int type;                       /* TN_JUST(enum tn_type) */
  GArray *sizes;                  /* size_t: bytes; NULL: the option's values */
  bool is_all;                    /* true if all algorithms run with default parameters */
  const struct tn_counts *counts; /* bytes of each block; NULL: the option's value */
};

/* Properties of plans of one kind of experiment. */
struct tn_plan_kind {
  /* char * -> struct tn_platform *: table of loaded platforms, which may have some before the plan
   * is made ("NAME like itself"); the plan adds those that it loads. NULL: the plan uses its own
   * table. */
  GHashTable *loaded;
  /* Returns the platform, transfer full. NULL: --platform names the platforms. */
  struct tn_platform *(*platform)(const struct tn_options *s, GError **error);
  /* Accepts a platform of --platform or sets *error. NULL: accepts all. */
  bool (*accepts)(const struct tn_platform *pf, GError **error);
  /* Returns true if n ranks can be placed; *error without the platform's name. NULL: as many ranks
   * as processing units. */
  bool (*fits)(const struct tn_options *s, const struct tn_platform *pf, const char *mapping, int n,
               GError **error);
  bool (*has)(enum tn_mechanism m, GError **error); /* as in tn_case */
  /* Reason why buffers cannot be on devices, or NULL. */
  const char *memory_refusal;
  /* True for closed forms: `all` selects the algorithms that have one; other algorithms are
   * errors. */
  bool is_modelled;
  /* Upper limit of timed calls without --repetitions; 0: the option's default. */
  int most_calls;
  bool mute; /* true if the workers' stdout and stderr go to /dev/null, as in tn_conditions */
  /* True if strands share cores regardless of core_sharing, as operating systems do. */
  bool strands_share;
  struct tn_replacements replacements;
};

/* Points, platforms and conditions of one command line. */
struct tn_plan {
  const struct tn_options *settings;
  const struct tn_plan_kind *kind;
  const char *reference; /* algorithm of --reference; may be NULL */
  char **labels;         /* label of each point's rows in addition to the case, as in
                          * tn_origin */
  GPtrArray *platforms;
  GPtrArray *platform_keys;   /* char *: key of each platform */
  struct tn_study *study;     /* points; those of one platform are consecutive */
  struct tn_study *whole;     /* all points if `study` is a shard (--shard); else NULL */
  guint *numbers;             /* [points of study] indices in `whole` */
  GPtrArray *noises;          /* struct tn_noises, run one after the other; may be NULL */
  GArray *seeds;              /* int64_t, each used with every noise */
  struct tn_arrival *arrival; /* NULL: ranks enter at the exit times of a barrier */
  struct tn_counts *counts;   /* bytes of each block; NULL: --size */
  bool hides_calls;           /* true if repetitions are an upper limit, as in tn_origin */
  int n_jitter;               /* additional jittered runs of each point */
  GHashTable *called; /* struct tn_method -> enum tn_library: algorithms given by a library's
                       * name */
};

/* Expands the product of the axes, last axis fastest: platform, kernel, backing, buffers, mapping,
 * root, collective, mechanism, algorithm, ranks, parameters by name, size, noise, seed. `kind`
 * NULL: simulations. Fails on anything unknown, impossible or not implemented. */
struct tn_plan *tn_plan_new(const struct tn_options *s, const struct tn_plan_kind *kind,
                            GError **error);
void tn_plan_free(struct tn_plan *plan);
/* Kind of plan for the papers' closed forms. */
extern const struct tn_plan_kind tn_plan_closed_form;
/* Kind of plan that measures with real processes on this machine, which -p must describe. Ranks may
 * share cores. Defaults: the algorithm's first mechanism that this machine has, and up to 1000
 * calls per row. */
extern const struct tn_plan_kind tn_plan_measured;
/* Computes a plan of tn_plan_closed_form. Fails (usage) if a process has several locks. */
bool tn_plan_compute(const struct tn_plan *plan, GError **error);

/* algorithm_names.c: writes `lines` (may be NULL) to stderr, each after `who`. */
void tn_warn_lines(const char *who, const char *lines);

/* Warns on stderr of parts of topologies that no prediction uses, and if our default cuts points
 * into segments but the library (of the algorithm's name or the transport) does not. */
void tn_plan_warn(const struct tn_plan *plan);

#endif
