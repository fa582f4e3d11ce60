#include "advise/problem.h"

#include <math.h>

/* Groups rows by transport and collective (GPtrArray of struct tn_row, borrowed). Transfer full. */
static GPtrArray *learn_parts(const GPtrArray *rows)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0, k; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i], *first;
    for (k = 0; k < parts->len; k++) {
      first = ((const GPtrArray *)parts->pdata[k])->pdata[0];
      if (first->collective == row->collective && first->transport == row->transport)
        break;
    }
    if (k == parts->len)
      g_ptr_array_add(parts, g_ptr_array_new());
    g_ptr_array_add(parts->pdata[k], rows->pdata[i]);
  }
  return parts;
}

GPtrArray *tn_transports_of(const GPtrArray *rows)
{
  GPtrArray *names = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++) {
    const char *name = ((const struct tn_row *)rows->pdata[i])->transport;
    if (!g_ptr_array_find(names, name, NULL))
      g_ptr_array_add(names, (void *)name);
  }
  return names;
}

guint tn_learn_most(const GPtrArray *rows)
{
  g_autoptr(GPtrArray) parts = learn_parts(rows);
  guint most = 0;
  for (guint i = 0; i < parts->len; i++)
    most = MAX(most, ((const GPtrArray *)parts->pdata[i])->len);
  return most;
}

bool tn_transports_have(const GPtrArray *transports, const struct tn_row *row)
{
  for (guint i = 0; i < transports->len; i++)
    if (!*row->transport || !*(const char *)transports->pdata[i] ||
        row->transport == transports->pdata[i])
      return true;
  return false;
}

/* Returns the problems of a transport, conditioned on the measured rows. *ret: logarithm of the
 * evidence of the measurements. Transfer full. */
static GPtrArray *learn(const struct tn_learning *l, const GPtrArray *measured,
                        const char *transport, double *ret, guint *ret_known)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func((GDestroyNotify)tn_problem_free);
  g_autoptr(GPtrArray) parts = learn_parts(l->rows), worlds = learn_parts(l->worlds);
  g_autoptr(GPtrArray) none = g_ptr_array_new();
  *ret = 0;
  *ret_known = 0;
  for (guint i = 0; i < parts->len; i++) {
    const struct tn_row *first = ((const GPtrArray *)parts->pdata[i])->pdata[0], *other;
    const GPtrArray *moved = none;
    if (first->transport != transport)
      continue;
    for (guint k = 0; k < worlds->len; k++) {
      other = ((const GPtrArray *)worlds->pdata[k])->pdata[0];
      if (other->collective == first->collective && other->transport == transport)
        moved = worlds->pdata[k];
    }
    struct tn_problem *p = tn_problem_new(parts->pdata[i], moved, l->target);
    *ret_known += tn_problem_learn(p, measured);
    *ret += p->evidence;
    g_ptr_array_add(problems, p);
  }
  return problems;
}

void tn_learn(struct tn_learning *l)
{
  g_autoptr(GPtrArray) transports = tn_transports_of(l->rows), measured = g_ptr_array_new();
  double best = -INFINITY, evidence;
  guint known = 0;
  l->n_transports = transports->len;
  for (guint i = 0; i < l->measured->len; i++)
    if (tn_transports_have(transports, l->measured->pdata[i]))
      g_ptr_array_add(measured, l->measured->pdata[i]);
  for (guint i = 0; i < transports->len; i++) {
    GPtrArray *problems = learn(l, measured, transports->pdata[i], &evidence, &known);
    if (!l->problems || evidence > best) {
      g_clear_pointer(&l->problems, g_ptr_array_unref);
      l->problems = problems;
      l->transport = transports->pdata[i];
      best = evidence;
    } else {
      g_ptr_array_unref(problems);
    }
  }
  for (guint i = 0; i < l->problems->len; i++)
    tn_problem_judge(l->problems->pdata[i], l->limit);
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
