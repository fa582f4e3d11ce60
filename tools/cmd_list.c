/* list: what there is, from the registries. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "sim/sim.h"

static void list_collectives(void)
{
  for (int c = 0; c < TN_N_COLLECTIVES; c++) {
    int n = 0;
    for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
      n += (int)(*a)->collective == c;
    printf("%-10s %2d algorithms%s\n", tn_collective_names[c], n,
           tn_collective_rooted((enum tn_collective)c) ? ", rooted" : "");
  }
}

static void list_param(const struct tn_alg_param *p)
{
  printf("%12s-P %s=", "", p->name);
  if (p->kind == TN_PARAM_CHOICE) {
    g_autofree char *choices = g_strjoinv("|", (char **)p->choices);
    printf("%s (%s)", choices, p->choices[p->preset]);
  } else {
    printf("%s (%lld)", p->kind == TN_PARAM_SIZE ? "BYTES" : "N", (long long)p->preset);
  }
  if (p->alias)
    printf(" or %s = %s%+d", p->alias, p->name, -p->alias_offset);
  printf(": %s\n", p->summary);
}

static void list_algorithms(void)
{
  for (const struct tn_algorithm *const *entry = tn_algorithms; *entry; entry++) {
    const struct tn_algorithm *a = *entry;
    printf("%-10s %-22s %s\n", tn_collective_names[a->collective], a->name, a->summary);
    for (int i = 0; i < tn_algorithm_n_params(a); i++)
      list_param(&a->params[i]);
    printf("%12ssource: %s; mechanisms:", "", a->source);
    for (int i = 0; i < a->n_mechanisms; i++)
      printf(" %s", tn_mechanism_names[a->mechanisms[i]]);
    printf("; Open MPI: %s; MPICH: %s\n", a->ompi ? a->ompi : "none", a->mpich ? a->mpich : "none");
  }
}

static void list_platforms(void)
{
  g_auto(GStrv) names = tn_platform_names();
  for (int i = 0; names[i]; i++) {
    g_autoptr(GError) error = NULL;
    struct tn_platform *pf = tn_platform_load(names[i], NULL, &error);
    if (!pf) {
      printf("%-12s unusable: %s\n", names[i], error->message);
      continue;
    }
    printf("%-12s %d packages, %d cores, %d processing units, %d ranks by default, kernel %s\n",
           names[i], tn_platform_n_packages(pf), tn_platform_n_cores(pf), tn_platform_n_pus(pf),
           tn_platform_default_ranks(pf), tn_kernel_names[tn_platform_kernel(pf)]);
    tn_platform_free(pf);
  }
}

static void list_names(const char *const *names)
{
  for (; *names; names++)
    puts(*names);
}

static void list_laws(void)
{
  list_names(tn_law_names);
}

static void list_kernels(void)
{
  list_names(tn_kernel_names);
}

int tn_cmd_list(int n, char *const *words)
{
  static const char *const names[] = { "collectives", "algorithms", "platforms", "laws", "kernels",
                                       NULL };
  static void (*const lists[])(void) = { list_collectives, list_algorithms, list_platforms,
                                         list_laws, list_kernels };
  if (n > 0 && (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)) {
    tn_help_print("list");
    return TN_EXIT_DONE;
  }
  if (n > 1) {
    fprintf(stderr, "turnstile: list: one word is enough, found \"%s\"\n", words[1]);
    return TN_EXIT_USAGE;
  }
  bool found = false;
  for (int i = 0; names[i]; i++) {
    if (n == 1 && strcmp(words[0], names[i]) != 0)
      continue;
    if (n == 0)
      printf("%s%s:\n", i ? "\n" : "", names[i]);
    lists[i]();
    found = true;
  }
  if (!found)
    return tn_fail_unknown("list", words[0], names);
  return fflush(stdout) == 0 ? TN_EXIT_DONE : TN_EXIT_FAILED;
}
