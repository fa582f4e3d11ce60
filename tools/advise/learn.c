#include "advise/learn.h"

#include <math.h>
#include <string.h>

/* The rows of one collective and transport; borrowed. Transfer container. */
static GPtrArray *rows_of(const GPtrArray *rows, const char *collective, const char *transport)
{
  GPtrArray *some = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (strcmp(row->collective, collective) == 0 && strcmp(row->transport, transport) == 0)
      g_ptr_array_add(some, rows->pdata[i]);
  }
  return some;
}

/* The names that rows have, each once: collectives of a transport, or transports. Borrowed; transfer
 * container. */
static GPtrArray *names_of(const GPtrArray *rows, const char *transport)
{
  GPtrArray *names = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    const char *name = transport ? row->collective : row->transport;
    if ((!transport || strcmp(row->transport, transport) == 0) &&
        !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
      g_ptr_array_add(names, (void *)name);
  }
  return names;
}

GPtrArray *tn_transports_of(const GPtrArray *rows)
{
  return names_of(rows, NULL);
}

guint tn_learn_most(const GPtrArray *rows)
{
  g_autoptr(GPtrArray) transports = tn_transports_of(rows);
  guint most = 0;
  for (guint t = 0; t < transports->len; t++) {
    g_autoptr(GPtrArray) collectives = names_of(rows, transports->pdata[t]);
    for (guint c = 0; c < collectives->len; c++) {
      g_autoptr(GPtrArray) some = rows_of(rows, collectives->pdata[c], transports->pdata[t]);
      most = MAX(most, some->len);
    }
  }
  return most;
}

static void problem_free(void *data)
{
  tn_problem_free(data);
}

/* The problems of a transport, with what was measured; its evidence in *ret. Transfer full. */
static GPtrArray *learn(const struct tn_learning *l, const char *transport, double *ret,
                        guint *ret_known)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func(problem_free);
  g_autoptr(GPtrArray) collectives = names_of(l->rows, transport);
  *ret = 0;
  *ret_known = 0;
  for (guint i = 0; i < collectives->len; i++) {
    g_autoptr(GPtrArray) rows = rows_of(l->rows, collectives->pdata[i], transport);
    g_autoptr(GPtrArray) worlds = rows_of(l->worlds, collectives->pdata[i], transport);
    struct tn_problem *p = tn_problem_new(rows, worlds, l->target);
    *ret_known += tn_problem_learn(p, l->measured);
    *ret += p->evidence;
    g_ptr_array_add(problems, p);
  }
  return problems;
}

void tn_learn(struct tn_learning *l)
{
  g_autoptr(GPtrArray) transports = tn_transports_of(l->rows);
  double best = -INFINITY, evidence;
  guint known = 0;
  l->n_transports = transports->len;
  for (guint i = 0; i < transports->len; i++) {
    GPtrArray *problems = learn(l, transports->pdata[i], &evidence, &known);
    if (!l->problems || evidence > best) {
      g_clear_pointer(&l->problems, g_ptr_array_unref);
      l->problems = problems;
      l->transport = transports->pdata[i];
      best = evidence;
    } else {
      g_ptr_array_unref(problems);
    }
  }
  l->n_unknown = l->measured->len - known;
}

double tn_learnt_loss(const struct tn_learning *l, double (*loss)(const struct tn_problem *p))
{
  double sum = 0;
  int n = 0;
  for (guint i = 0; i < l->problems->len; i++) {
    const struct tn_problem *p = l->problems->pdata[i];
    sum += loss(p) * p->packed.n;
    n += p->packed.n;
  }
  return sum / n;
}
