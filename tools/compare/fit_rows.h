/* Parameters of a platform from measured rows of collectives. The model is the simulator itself:
 * no second description of an algorithm has to be kept true. */
#ifndef TN_TOOLS_FIT_ROWS_H
#define TN_TOOLS_FIT_ROWS_H

#include "compare/compare.h"
#include "platform/platform.h"
#include "rows/rows.h"

/* Which of a row's times. */
enum tn_take_time { TN_TAKE_AVG, TN_TAKE_MIN, TN_TAKE_MAX, TN_N_TAKE_TIMES };
extern const char *const tn_take_times[]; /* "avg", ..., NULL-terminated */

/* Some rows and their times: "ranks=25,size=1..2+8..512K,time=avg+max". */
struct tn_take {
  char *text;            /* owned */
  GArray *ranks, *sizes; /* int64_t, size_t; NULL: all */
  bool times[TN_N_TAKE_TIMES];
};

/* Reads "TAKE;TAKE;...": ranks and sizes as everywhere, with `+` for their commas; without them
 * all, and the average alone. NULL and *error (usage) on anything else. Of struct tn_take,
 * transfer full. */
GPtrArray *tn_takes_parse(const char *text, GError **error);
/* Whether the take has rows of so many ranks and bytes. */
bool tn_take_has(const struct tn_take *take, int64_t ranks, size_t size);

/* What is fitted to what; everything is borrowed. */
struct tn_fit_rows {
  struct tn_platform *platform;       /* whose parameters are resolved */
  const struct tn_param_value *known; /* [TN_N_PARAMS] on top of it; NAN: the platform's */
  GPtrArray *rows;                    /* measured; of one collective, algorithm and the like */
  GPtrArray *takes;                   /* struct tn_take */
  const char *names;                  /* "alpha,copy_rate.llc": what is fitted */
};

/* How far simulation and measurement are apart in one take, by size class (compare.h). */
struct tn_fit_rows_off {
  double median[1 + TN_N_SIZE_CLASSES]; /* all, then the classes; NAN without points */
  int n[1 + TN_N_SIZE_CLASSES];
};

/* Fits by least squares of the logarithms, all takes weighing the same; fitted[p].value is NAN
 * where nothing was fitted. off[takes->len]. False and *error: usage, or a simulation that
 * failed. */
bool tn_fit_rows(const struct tn_fit_rows *in, struct tn_param_value *fitted,
                 struct tn_fit_rows_off *off, bool *ret_converged, GError **error);

#endif
