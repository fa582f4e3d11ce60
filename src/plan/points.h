/* Plan: the points of a command line, in the order of its rows. */
#ifndef TN_PLAN_POINTS_H
#define TN_PLAN_POINTS_H

#include "disturb.h"
#include "options.h"
#include "study/study.h"

/* Values that replace those of options. A structure of zeros replaces nothing. All members are
 * borrowed. */
struct tn_replacements {
  const char *where;              /* place where the values come from, for errors */
  int collective;                 /* TN_JUST(enum tn_collective) */
  int ranks;                      /* number of ranks; 0: the option's value */
  int type;                       /* TN_JUST(enum tn_type) */
  GArray *sizes;                  /* size_t: bytes; NULL: the option's values */
  bool is_all;                    /* true if all algorithms run, with default parameters */
  const struct tn_counts *counts; /* sizes of the ranks' blocks; NULL: the option's value */
};

/* Properties of plans of one kind, e.g. for measurements. */
struct tn_plan_kind {
  /* char * -> struct tn_platform *: platforms that are already loaded. A key is "knl like itself"
   * for platform knl. The plan adds the platforms that it loads. NULL: the plan has its own
   * table. */
  GHashTable *loaded;
  /* Returns the only platform, transfer full. NULL: --platform names the platforms. */
  struct tn_platform *(*platform)(const struct tn_options *s, GError **error);
  /* Returns true if a platform of --platform is accepted, else sets *error. NULL: all are. */
  bool (*accepts)(const struct tn_platform *pf, GError **error);
  /* Returns true if n ranks can be placed, else *error without the platform's name. NULL: the limit
   * is one rank per processing unit. */
  bool (*fits)(const struct tn_options *s, const struct tn_platform *pf, const char *mapping, int n,
               GError **error);
  /* Returns true if the machine has mechanism m, as in struct tn_case. */
  bool (*has)(enum tn_mechanism m, GError **error);
  /* Reason why buffers cannot be in device memory, or NULL. */
  const char *memory_refusal;
  /* True for closed forms: the word `all` selects the algorithms that have one, and other
   * algorithms are errors. */
  bool is_modelled;
  /* Upper limit of the timed calls if the user gave no --repetitions; 0: the option's default. */
  int most_calls;
  bool mute; /* true if the workers' stdout and stderr go to /dev/null, as in tn_conditions */
  /* True if strands may share cores whatever core_sharing is, as under an operating system. */
  bool strands_share;
  struct tn_replacements replacements;
};

/* Points, platforms and conditions of one command line. */
struct tn_plan {
  const struct tn_options *settings;
  const struct tn_plan_kind *kind;
  const char *reference; /* algorithm of --reference, or NULL */
  /* overrides that all rows state in addition to their points', as in tn_origin */
  char **labels;
  GPtrArray *platforms;
  GPtrArray *platform_keys; /* char *: text by which each platform was loaded */
  struct tn_study *study;   /* points; those of one platform are consecutive */
  /* all points if `study` is a shard (--shard); else NULL */
  struct tn_study *whole;
  guint *numbers; /* [points of study] number of each point in `whole` */
  /* struct tn_noises: each point runs once with each noise; may be NULL */
  GPtrArray *noises;
  GArray *seeds;              /* int64_t: seeds; each point runs with each seed under each noise */
  struct tn_arrival *arrival; /* times at which ranks enter; NULL: when they leave a barrier */
  struct tn_counts *counts;   /* sizes of the ranks' blocks; NULL: those of --size */
  /* true if the number of repetitions is an upper limit, as in tn_origin */
  bool hides_calls;
  int n_jitter; /* number of additional jittered runs per point */
  /* struct tn_method -> enum tn_library: algorithms given by a library's name */
  GHashTable *called;
};

/* Makes the plan of all combinations of the options' values. Of these, the last varies fastest:
 * platform, kernel, backing, buffers, mapping, root, collective, mechanism, algorithm, ranks,
 * parameters by name, size, noise, seed. `kind` NULL: simulations. Fails on anything unknown,
 * impossible or not implemented. */
struct tn_plan *tn_plan_new(const struct tn_options *s, const struct tn_plan_kind *kind,
                            GError **error);
void tn_plan_free(struct tn_plan *plan);
/* Kind of plan for the papers' closed forms. */
extern const struct tn_plan_kind tn_plan_closed_form;
/* Kind of plan for measurements by real processes on this machine, which -p must describe. Ranks
 * may share cores. By default a row has the algorithm's first mechanism that this machine has, and
 * up to 1000 calls. */
extern const struct tn_plan_kind tn_plan_measured;
/* Computes a plan of tn_plan_closed_form. Fails (usage) if a process has several page locks
 * (lock_scope). */
bool tn_plan_compute(const struct tn_plan *plan, GError **error);

/* algorithm_names.c: writes each of `lines` (may be NULL) to stderr, after "turnstile: WHO: ". */
void tn_warn_lines(const char *who, const char *lines);

/* Warns on stderr about parts of the topology that predictions ignore. Also warns if our default
 * cuts vectors into segments, but the library (named by the algorithm or the transport) does
 * not. */
void tn_plan_warn(const struct tn_plan *plan);

#endif
