#include "request.h"

#include <math.h>
#include <string.h>

#include "plan/expand.h"

static unsigned role_of(const void *data, const struct tn_row *row)
{
  const struct tn_tune_request *request = data;
  const struct tn_library_rows *library = request->page.library;
  if (library && tn_library_rows_is_decision(library, row))
    return TN_AS_BASELINE << TN_BASELINE_DEFAULT;
  g_autofree char *why = library ? tn_library_rows_refusal(library, row) : NULL;
  unsigned role = TN_AS_BASELINE << TN_BASELINE_ALL;
  if (library && !why)
    role |= TN_AS_BASELINE << TN_BASELINE_NEAREST;
  const bool may_win = !why && (!request->kept || g_hash_table_contains(request->kept, row));
  return may_win ? role | TN_AS_CHOICE : role;
}

static double error_of(const void *data, const struct tn_row *row)
{
  const struct tn_tune_request *request = data;
  return tn_known_error_most(request->known, row);
}

/* Returns true if the library has a decision for each collective that the options name. */
static bool all_decided(const struct tn_options *s, const struct tn_library_rows *library)
{
  g_auto(GStrv) names = g_strsplit(s->collective ? s->collective : "", ",", -1);
  for (int i = 0; names[i]; i++)
    if (tn_collective_find(names[i]) >= 0 && !tn_library_rows_decision(library, names[i])) {
      fprintf(stderr, "turnstile: the default of %s for %s is not known here\n", library->name,
              names[i]);
      return false;
    }
  return true;
}

bool tn_tune_request_read(struct tn_tune_request *ret, const struct tn_options *s, GError **error)
{
  *ret = (struct tn_tune_request){ .settings = tn_options_copy(s) };
  ret->known = tn_known_errors_new(ret->settings->platform);
  ret->terms.data = ret;
  ret->terms.role = role_of;
  ret->terms.known_error = error_of;
  ret->terms.reference = ret->page.reference = ret->settings->reference;
  if (!tn_objective_read(s, &ret->page.objective, error))
    return false;
  ret->terms.objective = ret->page.objective;
  const double loss = ret->settings->loss;
  if (isfinite(loss) && !(loss > 0))
    return tn_usage(error, "%s: more than 0 %% (without --loss each size has its winner)",
                    tn_options_where(ret->settings, TN_OPT_LOSS));
  ret->terms.most_loss = ret->page.most_loss = isfinite(loss) ? loss : 0;
  ret->page.is_tree = ret->settings->one_tree;
  if (ret->page.is_tree && !isfinite(loss))
    return tn_usage(error, "%s: needs --loss PERCENT",
                    tn_options_where(ret->settings, TN_OPT_ONE_TREE));
  ret->page.keeps = s->reproducible;
  struct tn_options *asked = ret->settings;
  const char *algorithms = asked->algorithm ? asked->algorithm : "all";
  if (!asked->release)
    return true;
  if (!tn_library_rows_find(tn_options_where(asked, TN_OPT_FOR), asked->release, &ret->library,
                            error))
    return false;
  ret->page.library = &ret->library;
  ret->terms.is_by_size = true;
  const char *own = tn_releases[ret->library.target].own;
  g_auto(GStrv) words = g_strsplit(algorithms, ",", -1);
  if (asked->rows->len || !all_decided(asked, &ret->library) ||
      g_strv_contains((const char *const *)words, own))
    return true;
  g_autofree char *both = g_strconcat(algorithms, ",", own, NULL);
  asked->algorithm = tn_options_store_text(asked, both);
  return true;
}

void tn_tune_request_clear(struct tn_tune_request *request)
{
  tn_known_errors_free(request->known);
  g_clear_pointer(&request->kept, g_hash_table_unref);
  tn_options_free(request->settings);
}

unsigned tn_tune_request_role(const struct tn_tune_request *request, const struct tn_row *row)
{
  return role_of(request, row);
}

GPtrArray *tn_tune_request_choices(const struct tn_tune_request *request, const GPtrArray *rows,
                                   GError **error)
{
  g_autoptr(GPtrArray) choices = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++)
    if (role_of(request, rows->pdata[i]) & TN_AS_CHOICE)
      g_ptr_array_add(choices, rows->pdata[i]);
  const struct tn_library_rows *library = request->page.library;
  if (choices->len || rows->len == 0 || !library)
    return g_steal_pointer(&choices);
  const struct tn_row *first = rows->pdata[0];
  g_autofree char *why = tn_library_rows_refusal(library, first);
  return tn_usage_null(error, "%s: no selected algorithm is in %s (%s: %s)",
                       tn_options_where(request->settings, TN_OPT_FOR), library->name,
                       first->algorithm, why ? why : "its own decision is not a choice");
}

static bool may_win(const void *data, const struct tn_row *row)
{
  return role_of(data, row) & TN_AS_CHOICE;
}

bool tn_tune_request_keep(struct tn_tune_request *request, const GPtrArray *rows,
                          GPtrArray *remarks, GError **error)
{
  const char *where = tn_options_where(request->settings, TN_OPT_REPRODUCIBLE);
  struct tn_bits_asked asked = { .rows = rows,
                                 .objective = request->page.objective,
                                 .jobs = request->settings->jobs,
                                 .may_win = may_win,
                                 .data = request };
  if (!tn_keeps_read(where, request->page.keeps, &asked.keeps, error))
    return false;
  request->kept = tn_bits_kept(&asked, remarks, error);
  request->terms.is_by_size = true;
  return request->kept && (g_hash_table_size(request->kept) > 0 || rows->len == 0 ||
                           tn_usage(error, "%s: no choice keeps the bits", where));
}
