/* Expands settings into points, in the order of the rows. */
#ifndef TN_PLAN_POINTS_H
#define TN_PLAN_POINTS_H

#include "disturb.h"
#include "options.h"
#include "study/study.h"

/* Values that replace options; all zero replaces none. Borrows everything. */
struct tn_instead {
  const char *where;              /* place for errors, in place of a replaced option's */
  int collective;                 /* TN_JUST(enum tn_collective) */
  int ranks;                      /* 0 for the options' value */
  int type;                       /* TN_JUST(enum tn_type) */
  GArray *sizes;                  /* size_t; NULL for the options' values */
  bool is_all;                    /* true for all algorithms with default parameters */
  const struct tn_counts *counts; /* NULL for the options' value */
};

/* Properties of plans of one kind of experiment. */
struct tn_plan_kind {
  /* char * -> struct tn_platform *: preloaded platforms, "NAME like itself", and those that the
   * plan loads. NULL if the plan has its own table. */
  GHashTable *loaded;
  /* Returns the settings' platform, transfer full. If NULL, --platform names the platforms. */
  struct tn_platform *(*platform)(const struct tn_options *s, GError **error);
  /* Returns true if a platform of --platform is accepted; else sets *error. NULL accepts any. */
  bool (*accepts)(const struct tn_platform *pf, GError **error);
  /* Returns true if n ranks can be placed; else sets *error without the platform's name. NULL
   * allows as many ranks as processing units. */
  bool (*fits)(const struct tn_options *s, const struct tn_platform *pf, const char *mapping, int n,
               GError **error);
  bool (*has)(enum tn_mechanism m, GError **error); /* as in tn_case */
  /* Reason why buffers cannot be on devices; NULL if they can. */
  const char *memory_refusal;
  /* True for closed forms: `all` selects the algorithms with one; naming another is an error. */
  bool is_modelled;
  /* Upper limit of timed calls without --repetitions; a row gives the actual number. 0 for the
   * option's default. */
  int most_calls;
  bool mute; /* as in tn_conditions */
  /* True if strands share cores regardless of core_sharing, as operating systems do. */
  bool strands_share;
  struct tn_instead instead;
};

/* Everything of one command line. Free with tn_plan_free. */
struct tn_plan {
  const struct tn_options *settings; /* borrowed */
  const struct tn_plan_kind *kind;   /* borrowed */
  const char *reference;             /* algorithm with which times are compared (--reference);
                                        may be NULL */
  char **labels;                     /* labels of rows in addition to their cases, as in
                                        tn_origin */
  GPtrArray *platforms;              /* struct tn_platform, each loaded once */
  GPtrArray *platform_keys;          /* char *: key by which each was loaded */
  struct tn_study *study;            /* all points; those of one platform are consecutive */
  struct tn_study *whole;            /* all points, if `study` has only a part (--shard); else
                                        NULL */
  guint *numbers;                    /* [points of study] indices in `whole` */
  GPtrArray *noises;                 /* struct tn_noises, run one after another; may be NULL */
  GArray *seeds;                     /* int64_t, used with every noise */
  struct tn_arrival *arrival;        /* NULL for the exit times of a barrier */
  struct tn_counts *counts;          /* NULL for blocks of --size */
  bool hides_calls;                  /* as in tn_origin */
  int n_jitter;                      /* additional jittered runs of each point */
  GHashTable *called; /* struct tn_method to enum tn_library: algorithms given by a library's
                         name */
};

/* Expands the product; the last axis varies fastest: platform, kernel, backing, buffers, mapping,
 * root, collective, mechanism, algorithm, ranks, parameters by name, size, noise, seed. `kind` NULL
 * is simulations. Refuses anything unknown, impossible or not available yet. */
struct tn_plan *tn_plan_new(const struct tn_options *s, const struct tn_plan_kind *kind,
                            GError **error);
void tn_plan_free(struct tn_plan *plan);
/* Kind whose rows are computed by the papers' closed forms. */
extern const struct tn_plan_kind tn_plan_closed_form;
/* Kind that runs real processes. The platform is this machine, or that of -p if it is this machine.
 * Ranks may share cores. The default mechanism is the algorithm's first one that this machine has;
 * the default number of calls per row is up to 1000. */
extern const struct tn_plan_kind tn_plan_measured;
/* Computes the outcomes of a plan of the closed-form kind. Fails (usage) if a process has several
 * locks. */
bool tn_plan_compute(const struct tn_plan *plan, GError **error);

/* named.c: writes each line of `lines`, which may be NULL, to stderr after `who`. */
void tn_warn_lines(const char *who, const char *lines);

/* Writes warnings to stderr: parts of the platforms' topologies that no prediction uses, and one
 * line if our default cuts points into segments although the named library (by its algorithm's name
 * or its transport) does not. */
void tn_plan_warn(const struct tn_plan *plan);

#endif
