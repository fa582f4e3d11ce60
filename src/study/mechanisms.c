#include "mechanisms.h"

#include "study.h"

enum tn_user_memory tn_case_memory(const struct tn_case *asked)
{
  /* all mechanisms of the list are for the same memory */
  const int first = tn_list_item(asked->mechanism, 0);
  if (first >= 0 && first < TN_N_MECHANISMS)
    return tn_mechanism_memory((enum tn_mechanism)first);
  return asked->memory ? (enum tn_user_memory)(asked->memory - 1) : TN_MEMORY_HOST;
}

int tn_case_transport(const struct tn_case *asked)
{
  return asked->transport ? MAX(asked->transport, 0) : tn_platform_transport(asked->platform, NULL);
}

char *tn_mechanisms_in(enum tn_user_memory memory)
{
  GString *names = g_string_new(NULL);
  for (int m = 0; m < TN_N_MECHANISMS; m++)
    if (tn_mechanism_memory((enum tn_mechanism)m) == memory)
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", tn_mechanism_names[m]);
  return g_string_free(names, FALSE);
}

char *tn_memory_refusal(const struct tn_method *a, enum tn_user_memory memory)
{
  g_autofree char *all = tn_mechanisms_in(memory);
  return g_strdup_printf("%s has none of the %s mechanisms: %s", a->name,
                         tn_user_memory_names[memory], all);
}

bool tn_case_has(const struct tn_case *asked, enum tn_mechanism m)
{
  return asked->has ? asked->has(m, NULL) : tn_platform_has_mechanism(asked->platform, m);
}

/* Returns true if the algorithm and its parts have mechanism m. If the case sets no mechanism, the
 * machine must also have m, and m must fit the memory of the user's buffers. */
static bool may_take(const struct tn_case *asked, enum tn_mechanism m)
{
  return tn_method_has(asked->algorithm, m) &&
         (!asked->nested || tn_nested_unsupported(asked->nested, m) < 0) &&
         (asked->mechanism ||
          (tn_mechanism_memory(m) == tn_case_memory(asked) && tn_case_has(asked, m)));
}

enum tn_mechanism tn_mechanism_choose(const struct tn_case *asked)
{
  const struct tn_method *a = asked->algorithm;
  const int transport = tn_case_transport(asked), n = tn_list_length(asked->mechanism);
  const enum tn_transport_profile t = (enum tn_transport_profile)(transport - 1);
  enum tn_mechanism m;
  for (int i = 0; i < n; i++)
    if (may_take(asked, m = (enum tn_mechanism)tn_list_item(asked->mechanism, i)))
      return m;
  if (n > 0)
    return TN_N_MECHANISMS;
  for (int i = 0;
       transport && tn_method_sends(a) && (m = tn_transport_mechanism(t, i)) != TN_N_MECHANISMS;
       i++)
    if (may_take(asked, m))
      return m;
  for (int i = 0; i < a->n_mechanisms; i++)
    if (may_take(asked, a->mechanisms[i]))
      return a->mechanisms[i];
  for (int i = 0; i < a->n_mechanisms; i++)
    if (tn_mechanism_memory(a->mechanisms[i]) == tn_case_memory(asked))
      return a->mechanisms[i];
  return TN_N_MECHANISMS;
}

static bool check_nested(const struct tn_case *asked, enum tn_mechanism m, GError **error)
{
  const int role = asked->nested ? tn_nested_unsupported(asked->nested, m) : -1;
  char name[TN_ROLE_NAME];
  if (role < 0)
    return true;
  const struct tn_method *part = asked->nested->part[role].algorithm;
  g_autoptr(GString) known = g_string_new(NULL);
  for (int i = 0; i < part->n_mechanisms; i++)
    g_string_append_printf(known, "%s%s", i ? ", " : "", tn_mechanism_names[part->mechanisms[i]]);
  tn_role_name(asked->algorithm->collective, role, name);
  return tn_study_refuse(error, MECHANISM, "%s: %s %s has no mechanism %s (it has %s)",
                         asked->algorithm->name, name, part->name, tn_mechanism_names[m],
                         known->str);
}

/* Returns true if the platform file describes what a device mechanism needs. Host mechanisms need
 * no entry in the file. */
static bool check_devices(const struct tn_case *asked, enum tn_mechanism m, GError **error)
{
  const char *platform = tn_platform_name(asked->platform), *name = tn_mechanism_names[m];
  if (tn_mechanism_memory(m) == TN_MEMORY_HOST || tn_platform_has_mechanism(asked->platform, m))
    return true;
  if (tn_platform_n_devices(asked->platform) == 0)
    return tn_study_refuse(error, MECHANISM,
                           "%s names no memory of a device for %s (<prop id="
                           "\"place.NAME\" value=\"memory ...\"/>)",
                           platform, name);
  return tn_study_refuse(error, MECHANISM,
                         "%s names no copy engine for %s (<prop id=\"place.NAME\" "
                         "value=\"engine ...\"/>), or its mechanisms lack it",
                         platform, name);
}

bool tn_mechanism_check(const struct tn_case *asked, enum tn_mechanism m, GError **error)
{
  const struct tn_method *a = asked->algorithm;
  const enum tn_user_memory memory = tn_case_memory(asked);
  const enum tn_transport_profile t = (enum tn_transport_profile)(asked->transport - 1);
  if (m == TN_N_MECHANISMS && asked->mechanism)
    m = (enum tn_mechanism)tn_list_item(asked->mechanism, 0);
  if (m == TN_N_MECHANISMS) {
    g_autofree char *why = tn_memory_refusal(a, memory);
    return tn_study_refuse(error, MECHANISM, "%s", why);
  }
  if (asked->memory && asked->memory != TN_JUST(memory))
    return tn_study_refuse(error, MECHANISM, "memory %s does not fit the mechanism %s",
                           tn_user_memory_names[asked->memory - 1], tn_mechanism_names[m]);
  if (!tn_method_has(a, m))
    return tn_study_refuse(error, MECHANISM, "%s has no mechanism %s", a->name,
                           m < TN_N_MECHANISMS ? tn_mechanism_names[m] : "of this number");
  if (!check_nested(asked, m, error) || !check_devices(asked, m, error))
    return false;
  if (asked->transport <= 0 || !tn_method_sends(a) || tn_transport_uses(t, m))
    return true;
  g_autoptr(GString) known = g_string_new(NULL);
  enum tn_mechanism other;
  for (int i = 0; (other = tn_transport_mechanism(t, i)) != TN_N_MECHANISMS; i++)
    g_string_append_printf(known, "%s%s", i ? ", " : "", tn_mechanism_names[other]);
  return tn_study_refuse(error, UNSUPPORTED, "%s: messages of %s have no mechanism %s (it has %s)",
                         a->name, tn_transport_names[t], tn_mechanism_names[m], known->str);
}

static bool is_by_kernels(const struct tn_method *a)
{
  return a->n_mechanisms == 1 && tn_mechanism_is_on_device(a->mechanisms[0]);
}

bool tn_kernels_check_nodes(const struct tn_method *a, const struct tn_platform *pf,
                            const char *mapping, GError **error)
{
  const int n = tn_platform_n_nodes(pf);
  return !is_by_kernels(a) || n == 1 || (mapping && g_str_has_prefix(mapping, "list:")) ||
         tn_study_refuse(
             error, UNSUPPORTED,
             "%s: NCCL and RCCL are simulated within a node, and %s has %d (a platform of one "
             "node is accepted)",
             a->name, tn_platform_name(pf), n);
}

bool tn_kernels_check_ranks(const struct tn_method *a, const struct tn_platform *pf, int n_ranks,
                            GError **error)
{
  const int n = tn_platform_n_devices(pf) / tn_platform_n_nodes(pf);
  return !is_by_kernels(a) || n == 0 || n_ranks <= n ||
         tn_study_refuse(
             error, UNSUPPORTED,
             "%s: %d ranks on the %d devices of a node of %s, where NCCL and RCCL refuse two "
             "ranks on one device (-n %d: one rank each)",
             a->name, n_ranks, n, tn_platform_name(pf), n);
}
