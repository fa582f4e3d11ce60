/* Expands the settings into points, which have the order of the rows. */
#ifndef TN_PLAN_POINTS_H
#define TN_PLAN_POINTS_H

#include "disturb.h"
#include "options.h"
#include "study/study.h"

/* Values that replace the values of options. A structure of zeros replaces nothing. All members are
 * borrowed. */
struct tn_replacements {
  const char *where;              /* place of a replaced option, for errors */
  int collective;                 /* TN_JUST(enum tn_collective) */
  int ranks;                      /* number of ranks; 0: the value of the option */
  int type;                       /* TN_JUST(enum tn_type) */
  GArray *sizes;                  /* size_t: bytes; NULL: the values of the option */
  bool is_all;                    /* true if all algorithms run with default parameters */
  const struct tn_counts *counts; /* bytes of each block; NULL: the value of the option */
};

/* Properties of plans of one kind of experiment. */
struct tn_plan_kind {
  /* char * -> struct tn_platform *: table of loaded platforms, which may have some before the plan
   * is made ("NAME like itself"); the plan adds those that it loads. NULL: the plan uses its own
   * table. */
  GHashTable *loaded;
  /* Returns the platform for the settings, transfer full. NULL: --platform names the platforms. */
  struct tn_platform *(*platform)(const struct tn_options *s, GError **error);
  /* Returns true if the kind accepts a platform of --platform; else sets *error. NULL: every
   * platform. */
  bool (*accepts)(const struct tn_platform *pf, GError **error);
  /* Returns true if n ranks can be placed; else sets *error, without the platform's name. NULL: as
   * many ranks as processing units. */
  bool (*fits)(const struct tn_options *s, const struct tn_platform *pf, const char *mapping, int n,
               GError **error);
  bool (*has)(enum tn_mechanism m, GError **error); /* as in tn_case */
  /* Reason why buffers cannot be on devices; NULL if they can. */
  const char *memory_refusal;
  /* True for closed forms: `all` then selects the algorithms that have one, and it is an error to
   * name another algorithm. */
  bool is_modelled;
  /* Upper limit of timed calls without --repetitions; a row has the actual number. 0: the option's
   * default. */
  int most_calls;
  bool mute; /* true if the workers have no standard output and no standard error, as in
              * tn_conditions */
  /* True if strands share cores regardless of core_sharing, as operating systems do. */
  bool strands_share;
  struct tn_replacements replacements;
};

/* Points, platforms and conditions of one command line. Free with tn_plan_free. */
struct tn_plan {
  const struct tn_options *settings; /* borrowed */
  const struct tn_plan_kind *kind;   /* borrowed */
  const char *reference;             /* algorithm with which times are compared (--reference);
                                        may be NULL */
  char **labels;                     /* for each point a label of its rows in addition to the case,
                                      * as in tn_origin */
  GPtrArray *platforms;              /* struct tn_platform, each loaded once */
  GPtrArray *platform_keys;          /* char *: key by which each platform was loaded */
  struct tn_study *study;            /* all points; those of one platform are consecutive */
  struct tn_study *whole;            /* study of all points, if `study` has only a shard (--shard);
                                      * else NULL */
  guint *numbers;                    /* [points of study] indices of the points in `whole` */
  GPtrArray *noises;                 /* struct tn_noises; each is run after the other; may be
                                      * NULL */
  GArray *seeds;                     /* int64_t: seeds, each used with every noise */
  struct tn_arrival *arrival;        /* NULL: ranks enter at the exit times of a barrier */
  struct tn_counts *counts;          /* bytes of each block; NULL: blocks of --size */
  bool hides_calls;                  /* true if the number of repetitions is only an upper limit, as
                                      * in tn_origin */
  int n_jitter;                      /* number of additional jittered runs of each point */
  GHashTable *called; /* struct tn_method to enum tn_library: algorithms that the user gave by a
                       * library's name */
};

/* Expands the product of the axes; the last axis varies fastest: platform, kernel, backing,
 * buffers, mapping, root, collective, mechanism, algorithm, ranks, parameters by name, size, noise,
 * seed. `kind` NULL: simulations. Fails on anything that is unknown, impossible or not
 * implemented. */
struct tn_plan *tn_plan_new(const struct tn_options *s, const struct tn_plan_kind *kind,
                            GError **error);
void tn_plan_free(struct tn_plan *plan);
/* Kind of plan whose rows are computed by the papers' closed forms. */
extern const struct tn_plan_kind tn_plan_closed_form;
/* Kind of plan that measures with real processes. The platform is this machine; -p is accepted if
 * it describes this machine. Ranks may share cores. The default mechanism is the algorithm's first
 * one that this machine has; the default number of calls per row is up to 1000. */
extern const struct tn_plan_kind tn_plan_measured;
/* Computes the outcomes of a plan of the kind tn_plan_closed_form. Fails (usage) if a process has
 * several locks. */
bool tn_plan_compute(const struct tn_plan *plan, GError **error);

/* algorithm_names.c: writes each line of `lines` (may be NULL) to stderr, preceded by `who`. */
void tn_warn_lines(const char *who, const char *lines);

/* Writes warnings to stderr: parts of the platforms' topologies that no prediction uses, and one
 * line if our default cuts points into segments although the library does not. The library is that
 * of the algorithm's name or of the transport. */
void tn_plan_warn(const struct tn_plan *plan);

#endif
