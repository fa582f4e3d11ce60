/* Which rows rules are made of, and why the others are left out. */
#include <string.h>

#include "decide/express.h"
#include "rules.h"

/* Rows of one collective that are left out for one reason. */
struct left {
  const char *collective; /* borrowed of a row */
  char *why;
  GPtrArray *names; /* of algorithms, borrowed of rows */
};

static void left_free(void *data)
{
  struct left *left = data;
  g_free(left->why);
  g_ptr_array_unref(left->names);
  g_free(left);
}

/* Takes `why`. */
static void leave_out(GPtrArray *all, const struct tn_row *row, char *why)
{
  struct left *left = NULL;
  for (guint i = 0; i < all->len && !left; i++) {
    struct left *l = all->pdata[i];
    if (strcmp(l->collective, row->collective) == 0 && strcmp(l->why, why) == 0)
      left = l;
  }
  if (!left) {
    left = g_new(struct left, 1);
    *left = (struct left){ row->collective, g_strdup(why), g_ptr_array_new() };
    g_ptr_array_add(all, left);
  }
  if (!g_ptr_array_find_with_equal_func(left->names, row->algorithm, g_str_equal, NULL))
    g_ptr_array_add(left->names, (void *)row->algorithm);
  g_free(why);
}

static void tell_left(struct tn_rules *rules, const GPtrArray *all)
{
  for (guint i = 0; i < all->len; i++) {
    const struct left *left = all->pdata[i];
    GString *line = g_string_new(NULL);
    g_string_printf(line, "left out of %s: ", left->collective);
    for (guint k = 0; k < left->names->len; k++)
      g_string_append_printf(line, "%s%s", k ? ", " : "", (const char *)left->names->pdata[k]);
    g_string_append_printf(line, " (%s)", left->why);
    g_ptr_array_add(rules->left, g_string_free(line, FALSE));
  }
}

/* Why a row tells nothing of the transport; NULL: it does. Transfer full. */
static char *refuse_transport(const struct tn_rules *rules, const struct tn_row *row,
                              const char *transport)
{
  if (!transport || row->source != TN_SOURCE_SIM || strcmp(row->transport, transport) == 0)
    return NULL;
  return g_strdup_printf("simulated by %s; messages of %s travel by %s",
                         *row->transport ? row->transport : "the platform's own messages",
                         tn_target_names[rules->target], transport);
}

GPtrArray *tn_rules_keep(struct tn_rules *rules, const GPtrArray *rows, const char *transport,
                         bool *ret_others)
{
  GPtrArray *kept = g_ptr_array_new();
  g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func(left_free);
  for (guint i = 0; i < rows->len; i++) {
    struct tn_rule unused;
    int id;
    char *why = tn_rule_express(rules->target, rows->pdata[i], &id, &unused);
    if (!why) {
      why = refuse_transport(rules, rows->pdata[i], transport);
      *ret_others = *ret_others || why;
    }
    if (why)
      leave_out(left, rows->pdata[i], why);
    else
      g_ptr_array_add(kept, rows->pdata[i]);
  }
  tell_left(rules, left);
  return kept;
}
