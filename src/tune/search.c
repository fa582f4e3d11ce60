#include "search.h"

#include <math.h>
#include <string.h>

#include "study/axis.h"

/* Sizes that are run before any between them. */
#define ANCHOR_FACTOR 16

/* What is known of one choice of a group, at each size. */
struct choice {
  guint family;
  int *point;    /* [n_sizes], -1: there is none */
  double *ratio; /* [n_sizes] its time over the best of the size, or what stands for it; NAN */
};

struct group {
  GArray *sizes;      /* int64_t, ascending */
  GPtrArray *choices; /* struct choice, in the order of the points */
  bool *is_done;      /* [n_sizes] */
};

struct tn_search {
  struct tn_search_point *points;
  guint n;
  bool *is_asked;    /* [n] */
  bool *is_hopeless; /* [n] */
  GPtrArray *groups; /* struct group */
  bool is_second;    /* the first and last of the families of this level are known */
};

static void choice_free(void *data)
{
  struct choice *c = data;
  g_free(c->point);
  g_free(c->ratio);
  g_free(c);
}

static void group_free(void *data)
{
  struct group *g = data;
  if (!g)
    return;
  g_array_unref(g->sizes);
  g_ptr_array_unref(g->choices);
  g_free(g->is_done);
  g_free(g);
}

static void find_groups(struct tn_search *s)
{
  for (guint i = 0; i < s->n; i++) {
    const struct tn_search_point *p = &s->points[i];
    if (p->group >= s->groups->len)
      g_ptr_array_set_size(s->groups, (gint)p->group + 1);
    struct group *g = s->groups->pdata[p->group];
    if (!g) {
      g = s->groups->pdata[p->group] = g_new0(struct group, 1);
      g->sizes = tn_axis_new();
      g->choices = g_ptr_array_new_with_free_func(choice_free);
    }
    tn_axis_add(g->sizes, p->size);
  }
}

static struct choice *choice_of(GHashTable *known, struct group *g, const struct tn_search_point *p)
{
  g_autofree char *key = g_strdup_printf("%u %u %u", p->group, p->family, p->choice);
  struct choice *c = g_hash_table_lookup(known, key);
  if (c)
    return c;
  c = g_new0(struct choice, 1);
  c->family = p->family;
  c->point = g_new(int, g->sizes->len);
  c->ratio = g_new(double, g->sizes->len);
  for (guint i = 0; i < g->sizes->len; i++) {
    c->point[i] = -1;
    c->ratio[i] = NAN;
  }
  g_ptr_array_add(g->choices, c);
  g_hash_table_insert(known, g_steal_pointer(&key), c);
  return c;
}

/* Marks what the closed forms of one size say not to run. */
static void find_hopeless(struct tn_search *s, const struct group *g, guint size)
{
  double least = INFINITY;
  for (guint c = 0; c < g->choices->len; c++) {
    const int p = ((const struct choice *)g->choices->pdata[c])->point[size];
    if (p >= 0)
      least = fmin(least, s->points[p].form);
  }
  for (guint c = 0; c < g->choices->len; c++) {
    const int p = ((const struct choice *)g->choices->pdata[c])->point[size];
    if (p >= 0)
      s->is_hopeless[p] = !s->points[p].always && s->points[p].form > TN_SEARCH_HOPELESS * least;
  }
}

struct tn_search *tn_search_new(const struct tn_search_point *points, guint n)
{
  struct tn_search *s = g_new0(struct tn_search, 1);
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  s->points = g_new(struct tn_search_point, n + 1);
  if (n)
    memcpy(s->points, points, n * sizeof *points);
  s->n = n;
  s->is_asked = g_new0(bool, n + 1);
  s->is_hopeless = g_new0(bool, n + 1);
  s->groups = g_ptr_array_new_with_free_func(group_free);
  find_groups(s);
  for (guint i = 0; i < s->groups->len; i++) {
    struct group *g = s->groups->pdata[i];
    if (!g)
      continue;
    g->is_done = g_new0(bool, g->sizes->len);
  }
  for (guint i = 0; i < n; i++) {
    struct group *g = s->groups->pdata[points[i].group];
    choice_of(known, g, &points[i])->point[tn_axis_find(g->sizes, points[i].size)] = (int)i;
  }
  for (guint i = 0; i < s->groups->len; i++) {
    struct group *g = s->groups->pdata[i];
    for (guint size = 0; g && size < g->sizes->len; size++)
      find_hopeless(s, g, size);
  }
  return s;
}

void tn_search_free(struct tn_search *search)
{
  if (!search)
    return;
  g_free(search->points);
  g_free(search->is_asked);
  g_free(search->is_hopeless);
  g_ptr_array_unref(search->groups);
  g_free(search);
}

/* The sizes of the next level: the anchors, then the middle of each gap. Of a group that is done:
 * none. */
static void next_level(const struct group *g, bool *level)
{
  const int n = (int)g->sizes->len;
  const int64_t *size = (const int64_t *)(const void *)g->sizes->data;
  memset(level, 0, (size_t)n * sizeof *level);
  if (!g->is_done[0]) {
    for (int i = 0; i < n;) {
      level[i] = true;
      int next = i + 1;
      while (next + 1 < n && size[next + 1] <= ANCHOR_FACTOR * size[i])
        next++;
      i = next;
    }
    return;
  }
  for (int i = 0, next; i < n - 1; i = next) {
    for (next = i + 1; !g->is_done[next]; next++)
      ;
    if (next > i + 1)
      level[(i + next) / 2] = true;
  }
}

/* The ratio of a choice, or of the best of its family, at a size that is done; NAN: nothing is
 * known. */
static double ratio_at(const struct group *g, const struct choice *c, guint size)
{
  double least = c->ratio[size];
  for (guint i = 0; isnan(c->ratio[size]) && i < g->choices->len; i++) {
    const struct choice *other = g->choices->pdata[i];
    if (other->family == c->family)
      least = fmin(least, other->ratio[size]);
  }
  return least;
}

/* The same of the nearer of the sizes around one that are done. */
static double ratio_around(const struct group *g, const struct choice *c, guint size)
{
  double ratio = NAN;
  int below = (int)size - 1;
  guint above = size + 1;
  while (below >= 0 && !g->is_done[below])
    below--;
  while (above < g->sizes->len && !g->is_done[above])
    above++;
  if (below >= 0)
    ratio = fmin(ratio, ratio_at(g, c, (guint)below));
  if (above < g->sizes->len)
    ratio = fmin(ratio, ratio_at(g, c, above));
  return ratio;
}

/* Whether a choice may be run at a size; what is not known to be bad may. */
static bool is_eligible(const struct tn_search *s, const struct group *g, const struct choice *c,
                        guint size)
{
  return c->point[size] >= 0 && !s->is_hopeless[c->point[size]] &&
         !(ratio_around(g, c, size) > TN_SEARCH_REACH);
}

/* Of each choice. Transfer full. */
static bool *eligible_at(const struct tn_search *s, const struct group *g, guint size)
{
  bool *eligible = g_new(bool, g->choices->len + 1);
  for (guint i = 0; i < g->choices->len; i++)
    eligible[i] = is_eligible(s, g, g->choices->pdata[i], size);
  return eligible;
}

static double best_at(const struct tn_search *s, const struct group *g, guint size,
                      const double *time)
{
  double best = INFINITY;
  for (guint i = 0; i < g->choices->len; i++) {
    const int p = ((const struct choice *)g->choices->pdata[i])->point[size];
    if (p >= 0 && s->is_asked[p])
      best = fmin(best, time[p]);
  }
  return best;
}

static bool ask(struct tn_search *s, int p, bool *wanted)
{
  if (s->is_asked[p])
    return false;
  s->is_asked[p] = true;
  return wanted[p] = true;
}

/* Of each family the first and the last that may be run; of two only the first. */
static bool ask_first(struct tn_search *s, const struct group *g, guint size, bool *wanted)
{
  g_autofree bool *eligible = eligible_at(s, g, size);
  bool any = false;
  for (guint i = 0; i < g->choices->len; i++) {
    const struct choice *c = g->choices->pdata[i];
    guint before = 0, behind = 0;
    if (c->point[size] >= 0 && s->points[c->point[size]].always)
      any = ask(s, c->point[size], wanted) || any;
    if (!eligible[i])
      continue;
    for (guint k = 0; k < g->choices->len; k++) {
      const struct choice *other = g->choices->pdata[k];
      if (k != i && other->family == c->family && eligible[k])
        *(k < i ? &before : &behind) += 1;
    }
    if (before == 0 || (behind == 0 && before > 1))
      any = ask(s, c->point[size], wanted) || any;
  }
  return any;
}

/* The other members of families that are near enough. */
static bool ask_rest(struct tn_search *s, const struct group *g, guint size, const double *time,
                     bool *wanted)
{
  const double best = best_at(s, g, size, time);
  g_autofree bool *eligible = eligible_at(s, g, size);
  bool any = false;
  for (guint i = 0; i < g->choices->len; i++) {
    const struct choice *c = g->choices->pdata[i];
    double least = NAN;
    if (!eligible[i])
      continue;
    for (guint k = 0; k < g->choices->len; k++) {
      const struct choice *other = g->choices->pdata[k];
      const int p = other->family == c->family ? other->point[size] : -1;
      if (p >= 0 && s->is_asked[p] && !wanted[p])
        least = fmin(least, time[p]);
    }
    if (!(least > TN_SEARCH_REACH * best))
      any = ask(s, c->point[size], wanted) || any;
  }
  return any;
}

/* Notes what the size has shown; of what was not run there what the sizes around it say. */
static void conclude(const struct tn_search *s, struct group *g, guint size, const double *time)
{
  const double best = best_at(s, g, size, time);
  g_autofree double *around = g_new(double, g->choices->len + 1);
  for (guint i = 0; i < g->choices->len; i++)
    around[i] = ratio_around(g, g->choices->pdata[i], size);
  for (guint i = 0; i < g->choices->len; i++) {
    struct choice *c = g->choices->pdata[i];
    const int p = c->point[size];
    c->ratio[size] = p >= 0 && s->is_asked[p] ? time[p] / best : around[i];
  }
}

/* One step of the level that a group is at. */
static bool step(struct tn_search *s, struct group *g, const double *time, bool *wanted)
{
  g_autofree bool *level = g_new0(bool, g->sizes->len);
  bool any = false;
  next_level(g, level);
  for (guint size = 0; size < g->sizes->len; size++) {
    if (!level[size])
      continue;
    any =
        (s->is_second ? ask_rest(s, g, size, time, wanted) : ask_first(s, g, size, wanted)) || any;
  }
  return any;
}

/* Ends the level that a group is at. */
static bool end_level(const struct tn_search *s, struct group *g, const double *time)
{
  g_autofree bool *level = g_new0(bool, g->sizes->len);
  bool any = false;
  next_level(g, level);
  for (guint size = 0; size < g->sizes->len; size++)
    if (level[size])
      conclude(s, g, size, time);
  for (guint size = 0; size < g->sizes->len; size++) {
    any = any || level[size];
    g->is_done[size] = g->is_done[size] || level[size];
  }
  return any;
}

bool tn_search_next(struct tn_search *s, const double *time, bool *wanted)
{
  bool goes_on = true, any = false;
  memset(wanted, 0, s->n * sizeof *wanted);
  while (goes_on && !any) {
    for (guint i = 0; i < s->groups->len; i++)
      if (s->groups->pdata[i])
        any = step(s, s->groups->pdata[i], time, wanted) || any;
    if (!s->is_second) {
      s->is_second = true;
      continue;
    }
    if (any)
      return true; /* the level ends when these are known */
    goes_on = false;
    for (guint i = 0; i < s->groups->len; i++)
      if (s->groups->pdata[i])
        goes_on = end_level(s, s->groups->pdata[i], time) || goes_on;
    s->is_second = false;
  }
  return any;
}

guint tn_search_n_hopeless(const struct tn_search *s, const bool *is_run)
{
  guint n = 0;
  for (guint i = 0; i < s->n; i++)
    n += s->is_hopeless[i] && !is_run[i];
  return n;
}
