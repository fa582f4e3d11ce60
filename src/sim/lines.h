/* Flags and the lines that they lie in: what is kept of each. What becomes of them, flags.h. */
#ifndef TN_SIM_LINES_H
#define TN_SIM_LINES_H

#include "contention/line.h"
#include "strand.h"

/* A flag: what it holds, and since when. */
struct tn_flag {
  uint64_t value, before;             /* `before`: the value until `visible` */
  double visible;                     /* when `value` can be seen, seconds */
  const struct tn_sim_strand *poster; /* NULL: nobody yet */
  struct tn_flag_line *line;
  uint32_t path; /* number of the path behind it (lines.h), kept until `visible` */
};

/* Who wants to add to flags of a line, one after another. */
struct tn_adders {
  GPtrArray *waiting;           /* struct tn_sim_strand */
  struct tn_sim_strand *served; /* whose atomic is under way; NULL: nobody's */
  struct tn_random arbiter;     /* chooses among those that wait */
};

/* The line of several flags of a rank, and who waits for any of them or to add to one. Most lines
 * have one flag in use: beyond one, `many`. */
struct tn_flag_line {
  struct tn_line state;
  uint32_t version; /* counts writes */
  int at;           /* which of the line's flags `only` is */
  struct tn_waiter *waiters;
  struct tn_adders *adders;    /* NULL: none yet */
  struct tn_flag only, **many; /* [slots_per_line], NULL where unused */
};

/* The critical path behind a flag. Who waits for the flag takes it over; once the flag can be seen
 * nobody does any more. */
struct tn_flag_path {
  double visible;           /* when the flag can be seen */
  double posted;            /* of one that came by the network: when that set out */
  double parts[TN_N_PARTS]; /* of the poster at `visible` */
  bool by_network;
};

/* A rank's lines in blocks, each made when first needed: most ranks use few of theirs. */
struct tn_lines {
  struct tn_flag_line ***blocks; /* [n_blocks] of a number of lines */
};

struct tn_flags {
  int n_slots, slots_per_line, n_blocks;
  struct tn_lines *lines; /* [n_ranks] */
  struct tn_line_law law;
  int *creators;              /* [n_ranks] of their lines, NULL: home at the owner */
  bool adds;                  /* the line is asked for by an atomic */
  struct tn_flag_path *paths; /* [n_paths], a ring by their numbers; n_paths is a power of 2 */
  uint32_t n_paths, first_path, next_path;
  struct tn_list woken; /* waiters being served */
};

/* Makes room for lines of all ranks, n_slots and slots_per_line being set; and takes all back. */
void tn_lines_init(struct tn_engine *e);
void tn_lines_finish(struct tn_engine *e);

/* The rank's flag, made when first asked for. */
struct tn_flag *tn_flag_get(struct tn_engine *e, int rank, int slot);

/* The path behind a flag that cannot be seen before now. */
static inline struct tn_flag_path *tn_flag_path(const struct tn_engine *e, const struct tn_flag *f)
{
  return &e->flags->paths[f->path & (e->flags->n_paths - 1)];
}

/* Gives the flag a new path, which is to be set, until `visible`. */
struct tn_flag_path *tn_flag_path_new(struct tn_engine *e, struct tn_flag *f, double visible);

/* When the flag has the value: the past or now, a time to come, or infinity. */
static inline double tn_flag_holds_at(const struct tn_engine *e, const struct tn_flag *f,
                                      uint64_t value)
{
  if (e->now < f->visible && f->before >= value)
    return 0.0;
  return f->value >= value ? f->visible : INFINITY;
}

#endif
