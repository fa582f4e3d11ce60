/* State of flags and of the cache lines that hold them. The costs of lines are those of
 * contention/line.h with the point's parameters. flags.h has the operations. */
#ifndef TN_SIM_LINES_H
#define TN_SIM_LINES_H

#include "contention/line.h"
#include "strand.h"

struct tn_flag {
  /* before: value that ranks read until the time `visible`, from which on they read `value` */
  uint64_t value, before;
  double visible;                     /* time when `value` becomes visible, seconds */
  const struct tn_sim_strand *poster; /* strand of the last post; NULL: not posted yet */
  struct tn_flag_line *line;
  /* number of the critical path to the flag (tn_flags.paths); used until the time `visible` */
  uint32_t path;
};

/* Strands that add atomically to a line, one after another. */
struct tn_adders {
  GPtrArray *waiting; /* struct tn_sim_strand */
  /* strand that adds now; NULL: none */
  struct tn_sim_strand *served;
  struct tn_random arbiter; /* chooses the next strand */
};

/* A line with flags of a rank and the strands that wait for them or add to them. Most lines have
 * one flag in use (`only`); others use `many`. */
struct tn_flag_line {
  struct tn_line state;
  uint32_t version; /* number of writes to the line so far */
  int at;           /* index of `only` within the line */
  struct tn_waiter *waiters;
  struct tn_adders *adders; /* NULL: no additions so far */
  /* many: [slots_per_line], one per flag of the line, NULL for unused flags */
  struct tn_flag only, **many;
};

/* The critical path that leads to a flag. A strand that waits for the flag continues this path.
 * When the flag is visible, the path is no longer needed. */
struct tn_flag_path {
  double visible;
  /* time of the post, or of the start of the transfer that sets the flag */
  double posted;
  double parts[TN_N_PARTS]; /* seconds of each part of the poster's critical path at `visible` */
  bool by_network;
};

/* A rank's lines in blocks, created at first use because most ranks use few lines. */
struct tn_lines {
  struct tn_flag_line ***blocks; /* [n_blocks] -> lines of the block */
};

struct tn_flags {
  int n_slots, slots_per_line, n_blocks;
  struct tn_lines *lines; /* [n_ranks] */
  struct tn_line_law law;
  /* [n_ranks] rank in whose domain the lines of rank i have their home; NULL: rank i */
  int *creators;
  bool adds;                  /* true while an atomic addition requests a line */
  struct tn_flag_path *paths; /* [n_paths] ring by path number; n_paths is a power of 2 */
  uint32_t n_paths, first_path, next_path;
  struct tn_list woken; /* waiters that a post wakes */
};

void tn_flags_init(struct tn_engine *e);
void tn_flags_finish(struct tn_engine *e);

/* Notes that the result depends on the parameters that determine the seconds of an access to the
 * line. */
void tn_flags_note_line(struct tn_engine *e, const struct tn_line *line);

struct tn_flag *tn_flag_get(struct tn_engine *e, int rank, int slot);

/* Returns the critical path to a flag that becomes visible now or later. */
static inline struct tn_flag_path *tn_flag_path(const struct tn_engine *e, const struct tn_flag *f)
{
  return &e->flags->paths[f->path & (e->flags->n_paths - 1)];
}

/* Returns a new critical path for the caller to fill in. The path can be used until the time
 * `visible`. */
struct tn_flag_path *tn_flag_path_new(struct tn_engine *e, struct tn_flag *f, double visible);

/* Returns the time from which the flag has at least `value`: 0 or a past time if it already has, a
 * future time if the post is not yet visible, or INFINITY if no such value has been posted. */
static inline double tn_flag_holds_at(const struct tn_engine *e, const struct tn_flag *f,
                                      uint64_t value)
{
  if (e->now < f->visible && f->before >= value)
    return 0.0;
  return f->value >= value ? f->visible : INFINITY;
}

#endif
