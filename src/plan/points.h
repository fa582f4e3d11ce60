/* From settings to points: what each run is, in the order in which rows come out. */
#ifndef TN_PLAN_POINTS_H
#define TN_PLAN_POINTS_H

#include "disturb.h"
#include "options.h"
#include "study/study.h"

/* What takes the place of options; all zero: nothing does. Everything is borrowed. */
struct tn_instead {
  const char *where; /* what errors name, where they would name an option whose place is taken */
  int collective;    /* TN_JUST(enum tn_collective) */
  int ranks;         /* 0: as the options say */
  int type;          /* TN_JUST(enum tn_type) */
  GArray *sizes;     /* size_t; NULL: as the options say */
  bool is_all;       /* all algorithms, whose parameters have their defaults */
  const struct tn_counts *counts; /* NULL: as the options say */
};

/* What plans of one kind of experiment have of their own. */
struct tn_plan_kind {
  /* char * -> struct tn_platform *: platforms that are there already, "NAME like itself", and those
   * that the plan loads. NULL: it loads them for itself. */
  GHashTable *loaded;
  /* The one platform that the settings mean, transfer full; NULL and *error. NULL: those that
   * --platform names. */
  struct tn_platform *(*platform)(const struct tn_options *s, GError **error);
  /* Whether a platform that --platform names will do; *error. NULL: any. */
  bool (*accepts)(const struct tn_platform *pf, GError **error);
  /* Whether n ranks may be placed so; *error without the platform's name. NULL: as many as there
   * are processing units. */
  bool (*fits)(const struct tn_options *s, const struct tn_platform *pf, const char *mapping, int n,
               GError **error);
  bool (*has)(enum tn_mechanism m, GError **error); /* as in tn_case */
  /* Why buffers cannot be on devices; NULL: they can. */
  const char *memory_refusal;
  /* Of closed forms: `all` selects what has one, and naming an algorithm without one is an error. */
  bool is_modelled;
  /* Timed calls at most where --repetitions does not say how many: fewer may do, so that a row
   * tells how many there were. 0: as many as the option's default. */
  int most_calls;
  bool mute; /* as in tn_conditions */
  /* Strands share cores whatever core_sharing is: as the operating system or a closed form has it. */
  bool strands_share;
  struct tn_instead instead;
};

/* Everything of one command line. Owned by tn_plan_free. */
struct tn_plan {
  const struct tn_options *settings; /* borrowed */
  const struct tn_plan_kind *kind;   /* borrowed */
  const char *reference;             /* that times are compared with (--reference); NULL: none */
  char **labels;                     /* what makes rows beside their cases, as in tn_origin */
  GPtrArray *platforms;              /* struct tn_platform, each loaded once */
  GPtrArray *platform_keys;          /* char *: what each was loaded by */
  struct tn_study *study;            /* of all points; one platform's stand together */
  struct tn_study *whole;            /* of a part (--shard): all points; NULL: `study` has them */
  guint *numbers;                    /* [points of study] of a part: in `whole` */
  GPtrArray *noises;                 /* struct tn_noises, one after another; NULL: none */
  GArray *seeds;                     /* int64_t, which every noise has */
  struct tn_arrival *arrival;        /* NULL: as a barrier leaves them */
  struct tn_counts *counts;          /* NULL: blocks of --size */
  bool hides_calls;                  /* as in tn_origin */
  int n_jitter;                      /* further runs of each point, jittered */
  GHashTable *called; /* struct tn_method to enum tn_library: those named as a library names them */
};

/* Expands the product, the last varying fastest: platform, kernel, backing, buffers, mapping, root,
 * collective, mechanism, algorithm, ranks, parameters by name, size, noise, seed. NULL and *error on anything
 * unknown, impossible or not available yet. `kind` NULL: simulations. */
struct tn_plan *tn_plan_new(const struct tn_options *s, const struct tn_plan_kind *kind,
                            GError **error);
void tn_plan_free(struct tn_plan *plan);
/* The kind whose rows are computed by the papers' closed forms. */
extern const struct tn_plan_kind tn_plan_closed_form;
/* Of real processes: the platform is this machine, or that of -p when it is this machine; ranks may share its
 * cores; the mechanism, where nobody asks for one, is the first of the algorithm's that this machine has. A
 * row has up to 1000 calls where nobody asks for another number. */
extern const struct tn_plan_kind tn_plan_measured;
/* Computes the outcomes of a plan of this kind. Returns false and sets *error (usage) if a process has several
 * locks. */
bool tn_plan_compute(const struct tn_plan *plan, GError **error);

/* named.c: writes each line of `lines` (NULL: none) to stderr, after `who`. */
void tn_warn_lines(const char *who, const char *lines);

/* Writes to stderr what the platforms' topologies hold and no prediction uses; one line where points are cut into segments by our default, which the library
 * that is named, by its name of the algorithm or its transport, does not do by its own. */
void tn_plan_warn(const struct tn_plan *plan);

#endif
