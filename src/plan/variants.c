#include "variants.h"

#include <string.h>

#include "expand.h"
#include "param.h"
#include "study/mechanisms.h"

#define USUAL_REFERENCE "library:ompi"

struct tn_assignment *tn_assignment_new(const struct tn_replay *replay, const char *name,
                                        const struct tn_assignment *like)
{
  const guint n = replay->classes->all->len;
  struct tn_assignment *v = g_new0(struct tn_assignment, 1);
  v->name = g_strdup(name);
  v->choices = g_new0(struct tn_choice, n);
  for (guint c = 0; like && c < n; c++)
    v->choices[c] = like->choices[c];
  v->times = tn_program_times_new(replay->program, replay->classes);
  return v;
}

void tn_assignment_free(struct tn_assignment *variant)
{
  tn_program_times_free(variant->times);
  g_free(variant->choices);
  g_free(variant->name);
  g_free(variant);
}

char *tn_choice_params(const struct tn_choice *choice)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  for (int i = 0; choice->algorithm && i < tn_alg_params_number(choice->algorithm->params); i++) {
    const struct tn_alg_param *p = &choice->algorithm->params[i];
    g_autofree char *value =
        tn_param_text(p, choice->given & 1u << i ? choice->params[i] : p->preset);
    g_ptr_array_add(all, g_strdup_printf("%s=%s", p->name, value));
  }
  g_ptr_array_add(all, NULL);
  return g_strjoinv(";", (char **)all->pdata);
}

const char *tn_choice_mechanism(const struct tn_replay *replay, const struct tn_choice *choice)
{
  struct tn_case asked = replay->machine;
  if (!choice->algorithm)
    return "";
  asked.algorithm = choice->algorithm;
  asked.mechanism = choice->mechanism;
  if (choice->transport)
    asked.transport = choice->transport;
  return tn_mechanism_names[tn_mechanism_choose(&asked)];
}

struct tn_row *tn_choice_row(const char *collective, const struct tn_choice *choice)
{
  g_autofree char *params = tn_choice_params(choice);
  struct tn_row *row = tn_row_new();
  tn_row_name(&row->collective, collective);
  tn_row_name(&row->algorithm, choice->algorithm->name);
  tn_values_set(&row->params, params);
  return row;
}

struct reader {
  const struct tn_options *settings;
  const struct tn_replay *replay;
  /* requested mechanisms, made by tn_list_append; 0: the algorithms' defaults */
  int64_t mechanisms;
  int transport; /* transport for the part of a name that is read, as in tn_choice */
  bool *used;    /* [params] true if an algorithm has the parameter */
};

static bool read_params(struct reader *r, int n_ranks, struct tn_choice *choice, GError **error)
{
  const struct tn_method *a = choice->algorithm;
  for (guint i = 0; i < r->settings->params->len; i++) {
    const struct tn_pair *pair = r->settings->params->pdata[i];
    bool is_alias;
    const int p = tn_alg_params_find(a->params, pair->name, &is_alias);
    if (p < 0)
      continue;
    g_autoptr(GArray) values = tn_param_read(&a->params[p], pair, is_alias, n_ranks, error);
    if (!values)
      return false;
    if (values->len != 1)
      return tn_usage(error, "%s: %s=%s: a replay takes one value", pair->where, pair->name,
                      pair->value);
    choice->params[p] = g_array_index(values, int64_t, 0);
    choice->given |= 1u << p;
    r->used[i] = true;
  }
  return true;
}

/* Sets *ret to the algorithm with the requested mechanism and parameters. If it lacks the
 * mechanism, ret->algorithm stays NULL. */
static bool make_choice(struct reader *r, guint class, const struct tn_method *a,
                        struct tn_choice *ret, GError **error)
{
  struct tn_case asked = r->replay->machine;
  asked.algorithm = a;
  asked.mechanism = r->mechanisms;
  const enum tn_mechanism m = r->mechanisms ? tn_mechanism_choose(&asked) : TN_N_MECHANISMS;
  const bool has_it = m != TN_N_MECHANISMS;
  *ret = (struct tn_choice){ .algorithm = has_it || !r->mechanisms ? a : NULL,
                             .mechanism = has_it ? TN_JUST(m) : 0,
                             .transport = r->transport };
  return !ret->algorithm ||
         read_params(r, tn_call_class(r->replay->classes, class)->n_ranks, ret, error);
}

/* Sets *ret to the algorithm for a class of calls. If it cannot run them, keeps *ret and sets
 * *ret_why. Fails on a wrong request. */
static bool put(struct reader *r, guint class, const struct tn_method *a, struct tn_choice *ret,
                char **ret_why, GError **error)
{
  struct tn_choice choice;
  g_autoptr(GError) why = NULL;
  if (!make_choice(r, class, a, &choice, error))
    return false;
  if (choice.algorithm && tn_replay_accepts(r->replay, class, &choice, &why)) {
    *ret = choice;
    return true;
  }
  g_free(*ret_why);
  *ret_why = g_strdup_printf("%s: %s: %s", tn_collective_names[a->collective], a->name,
                             why ? why->message : "it has none of these mechanisms");
  return true;
}

/* Reads "bcast=NAME", or NAME for all collectives with an algorithm of this name. */
static bool read_name(struct reader *r, const char *where, const char *text,
                      struct tn_choice *choices, GError **error)
{
  const char *equals = strchr(text, '=');
  if (strcmp(text, "all") == 0 || strcmp(text, "cma") == 0)
    return tn_usage(error, "%s: \"%s\": one algorithm for each collective (--tune tries all)",
                    where, text);
  g_autofree char *collective = equals ? g_strndup(text, (gsize)(equals - text)) : NULL;
  const int only = collective ? tn_collective_find(collective) : -1;
  g_autofree char *why = NULL;
  bool is_known = false, is_there = false, is_taken = false;
  if (collective && only < 0)
    return tn_usage_unknown(error, where, "collective", collective, tn_collective_names);
  for (guint c = 0; c < r->replay->classes->all->len; c++) {
    const int of = tn_call_class(r->replay->classes, c)->collective;
    struct tn_library_word meaning;
    if (of == TN_PROGRAM_UNMODELLED || (only >= 0 && of != only))
      continue;
    is_there = true;
    if (only >= 0 && !tn_read_algorithm((enum tn_collective)of, where, equals + 1, &meaning, error))
      return false;
    if (only < 0)
      meaning = tn_library_word_of((enum tn_collective)of, text);
    if (!meaning.algorithm)
      continue;
    is_known = true;
    struct tn_choice choice = { 0 };
    if (!put(r, c, meaning.algorithm, &choice, &why, error))
      return false;
    if (choice.algorithm) {
      choices[c] = choice;
      is_taken = true;
    } else if (only >= 0) {
      break;
    }
  }
  /* An algorithm for one collective must run in all classes of its calls, one for all collectives
   * in one class. */
  if (is_taken && (only < 0 || !why))
    return true;
  if (why)
    return tn_usage(error, "%s: %s", where, why);
  /* the program lacks the collectives for which the library decides */
  return is_known ||
         (only < 0 && tn_method_find(TN_BCAST, text) && g_str_has_prefix(text, "library:")) ||
         tn_usage(error,
                  is_there ? "%s: no collective of this program has an algorithm \"%s\" (see "
                             "turnstile list algorithms)"
                           : "%s: \"%s\": the program has no such calls",
                  where, text);
}

/* Reads a name with optional mechanism or transport: "@cico", "@ompi-1.7". */
static bool read_part(struct reader *r, const char *where, const char *text,
                      struct tn_choice *choices, GError **error)
{
  const struct reader before = *r;
  g_auto(GStrv) words = g_strsplit(text, "@", -1);
  bool ok = true;
  for (int i = 1; ok && words[i]; i++) {
    const int mechanism = tn_name_find(tn_mechanism_names, words[i]);
    const int transport = tn_name_find(tn_transport_names, words[i]);
    if (mechanism >= 0)
      r->mechanisms = tn_list_append(0, mechanism);
    else if (transport >= 0)
      r->transport = TN_JUST(transport);
    else
      ok = tn_usage_unknown(error, where, "mechanism or transport", words[i], tn_transport_names);
  }
  ok = ok && read_name(r, where, words[0] ? words[0] : "", choices, error);
  *r = before;
  return ok;
}

/* Reads the parts of a name ("+" joins them); each changes choices of `base`. */
static struct tn_assignment *read_variant(struct reader *r, const char *where, const char *name,
                                          const struct tn_assignment *base, GError **error)
{
  g_autofree char *trimmed = g_strstrip(g_strdup(name));
  struct tn_assignment *v = tn_assignment_new(r->replay, trimmed, base);
  g_auto(GStrv) parts = g_strsplit(name, "+", -1);
  bool ok = parts[0] != NULL;
  if (!ok)
    tn_usage(error, "%s: an empty name in the list", where);
  for (int i = 0; ok && parts[i]; i++)
    ok = read_part(r, where, g_strstrip(parts[i]), v->choices, error);
  if (ok)
    return v;
  tn_assignment_free(v);
  return NULL;
}

static bool reader_init(struct reader *r, const struct tn_options *s,
                        const struct tn_replay *replay, GError **error)
{
  g_autoptr(GArray) lists = g_array_new(FALSE, FALSE, sizeof(int64_t));
  *r = (struct reader){ .settings = s, .replay = replay };
  if (!tn_read_mechanisms(s, lists, error))
    return false;
  if (lists->len > 1)
    return tn_usage(error, "%s: a replay takes one mechanism, or a choice joined by /",
                    tn_options_where(s, TN_OPT_MECHANISM));
  r->mechanisms = g_array_index(lists, int64_t, 0);
  r->used = g_new0(bool, s->params->len + 1);
  return true;
}

/* Marks the parameters of the algorithms that --tune can choose, because --tune uses them. */
static void mark_candidates(struct reader *r)
{
  for (guint c = 0; c < r->replay->classes->all->len; c++)
    for (const struct tn_method *const *a = tn_methods(); *a; a++)
      for (guint i = 0; i < r->settings->params->len; i++) {
        const struct tn_pair *pair = r->settings->params->pdata[i];
        bool is_alias;
        if ((int)(*a)->collective == tn_call_class(r->replay->classes, c)->collective &&
            tn_alg_params_find((*a)->params, pair->name, &is_alias) >= 0)
          r->used[i] = true;
      }
}

/* Returns a variant with the decisions of USUAL_REFERENCE in classes of calls without a reference.
 * Transfer full. */
static struct tn_assignment *usual_variant(struct reader *r)
{
  struct tn_assignment *v = tn_assignment_new(r->replay, USUAL_REFERENCE, NULL);
  for (guint c = 0; c < r->replay->classes->all->len; c++) {
    const int of = tn_call_class(r->replay->classes, c)->collective;
    g_autofree char *why = NULL;
    const struct tn_method *a =
        of < 0 ? NULL : tn_method_find((enum tn_collective)of, USUAL_REFERENCE);
    if (a)
      put(r, c, a, &v->choices[c], &why, NULL);
  }
  return v;
}

/* Checks that the reference has an algorithm for each call, unless all times are measured. */
static bool check_modelled(const struct reader *r, const struct tn_assignment *reference,
                           GError **error)
{
  const bool is_measured = tn_program_is_measured(r->replay->program);
  for (guint c = 0; !is_measured && c < r->replay->classes->all->len; c++) {
    const struct tn_call_class *class = tn_call_class(r->replay->classes, c);
    if (reference->choices[c].algorithm)
      continue;
    return tn_usage(error, "%s: %s has no algorithm for it (name one: --reference '%s+%s=NAME')",
                    class->name, reference->name, reference->name, class->name);
  }
  return true;
}

GPtrArray *tn_variants_read(const struct tn_options *s, const struct tn_replay *replay,
                            const char *library, GError **error)
{
  const char *algorithms = s->algorithm, *reference = s->reference;
  g_auto(GStrv) names = g_strsplit(algorithms ? algorithms : "", ",", -1);
  g_autofree char *linked = library ? g_strconcat("library:", library, NULL) : NULL;
  const bool several = algorithms && names[1] && !reference && !linked;
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)tn_assignment_free);
  struct reader r;
  if (!reader_init(&r, s, replay, error))
    return NULL;
  const char *first = reference ? reference
                      : linked  ? linked
                      : several ? names[0]
                                : USUAL_REFERENCE;
  const enum tn_option from = several ? TN_OPT_ALGORITHM : TN_OPT_REFERENCE;
  struct tn_assignment *under = usual_variant(&r);
  struct tn_assignment *base = read_variant(&r, tn_options_where(s, from), first, under, error);
  tn_assignment_free(under);
  bool ok = base != NULL;
  if (ok)
    g_ptr_array_add(all, base);
  ok = ok && check_modelled(&r, base, error);
  for (int i = several ? 1 : 0; ok && algorithms && names[i]; i++) {
    struct tn_assignment *v =
        read_variant(&r, tn_options_where(s, TN_OPT_ALGORITHM), names[i], base, error);
    ok = v != NULL;
    if (v)
      g_ptr_array_add(all, v);
  }
  if (s->tuned || s->release)
    mark_candidates(&r);
  for (guint i = 0; ok && i < s->params->len; i++) {
    const struct tn_pair *pair = s->params->pdata[i];
    ok = r.used[i] || tn_usage(error, "%s: no algorithm of this replay has a parameter \"%s\"",
                               pair->where, pair->name);
  }
  g_free(r.used);
  return ok ? g_steal_pointer(&all) : NULL;
}

void tn_variants_candidates_free(GArray **candidates, guint n_classes)
{
  for (guint c = 0; candidates && c < n_classes; c++)
    g_array_unref(candidates[c]);
  g_free(candidates);
}

static bool has_it(const struct tn_library_rows *library_rows, const char *collective,
                   const struct tn_choice *choice)
{
  struct tn_row *row = tn_choice_row(collective, choice);
  g_autofree char *why = tn_library_rows_refusal(library_rows, row);
  tn_row_free(row);
  return !why;
}

GArray **tn_variants_candidates(const struct tn_options *s, const struct tn_replay *replay,
                                const struct tn_library_rows *library_rows, GError **error)
{
  const guint n = replay->classes->all->len;
  GArray **candidates = g_new0(GArray *, n + 1);
  struct reader r;
  bool ok = reader_init(&r, s, replay, error);
  for (guint c = 0; c < n; c++) {
    candidates[c] = g_array_new(FALSE, FALSE, sizeof(struct tn_choice));
    for (const struct tn_method *const *a = tn_methods(); ok && *a; a++) {
      struct tn_choice choice = { 0 };
      /* compositions are only chosen by name; a library's decision is one of the others */
      if ((int)(*a)->collective != tn_call_class(replay->classes, c)->collective || (*a)->chooser ||
          (*a)->runs->composed)
        continue;
      g_autofree char *why = NULL;
      ok = put(&r, c, *a, &choice, &why, error);
      /* no current kernel has KNEM's module */
      if (choice.algorithm && !r.mechanisms &&
          strcmp(tn_choice_mechanism(replay, &choice), tn_mechanism_names[TN_KNEM]) == 0)
        continue;
      if (choice.algorithm &&
          (!library_rows || has_it(library_rows, tn_call_class(replay->classes, c)->name, &choice)))
        g_array_append_val(candidates[c], choice);
    }
  }
  g_free(r.used);
  if (ok)
    return candidates;
  tn_variants_candidates_free(candidates, n);
  return NULL;
}
