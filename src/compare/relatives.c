#include "relatives.h"

#include <math.h>
#include <string.h>

#include "fit.h"
#include "platform/fabric.h"
#include "stats.h"

/* Added to the logarithm of the factor between two machines' shapes: for another CPU model, for
 * another maker, and for the kernel profile "paper". */
#define OTHER_MODEL 0.2
#define OTHER_MAKER 0.7
#define OTHER_KERNEL 0.3

/* Two errors that differ by less count as equal, because repeats scatter as much. The shape then
 * decides. */
#define SAME_ERROR 0.05

static void relative_free(void *data)
{
  struct tn_relative *r = data;
  tn_platform_free(r->platform);
  g_free(r->name);
  g_free(r->cpu);
  g_free(r->differs);
  g_free(r);
}

/* Numbers by which shapes of nodes are compared. The number of memory domains is not one of
 * them. */
enum { PACKAGES, CORES, LLC_CORES, LLC_BYTES, L2_BYTES, N_SIDES };
static const char *const sides[N_SIDES] = { "package(s)", "cores to a package", "cores to an LLC",
                                            "of LLC a core", "of L2" };

static void sides_of(const struct tn_platform *pf, double ret[N_SIDES])
{
  /* Packages with one core each are typical of virtual machines: count all of them as one
   * package. */
  const double cores = tn_platform_n_cores(pf);
  const double packages = tn_platform_n_packages(pf) < cores ? tn_platform_n_packages(pf) : 1;
  ret[PACKAGES] = packages;
  ret[CORES] = cores / packages;
  ret[LLC_CORES] = cores / tn_platform_n_llcs(pf);
  ret[LLC_BYTES] = tn_platform_param(pf, TN_P_LLC_SIZE).value / ret[LLC_CORES];
  ret[L2_BYTES] = tn_platform_param(pf, TN_P_L2_SIZE).value;
}

static char *side_text(int side, double value)
{
  return side < LLC_BYTES ? g_strdup_printf("%.3g", value)
                          : g_strdup_printf("%.3gM", value / (1 << 20));
}

/* Returns true if hwloc's CPU name has all words of ours or, if first_only, the first (the
 * maker). */
static bool has_words(const char *theirs, const char *ours, bool first_only)
{
  g_auto(GStrv) words = g_strsplit(ours, " ", -1);
  for (int i = 0; words[i] && (i == 0 || !first_only); i++)
    if (!strstr(theirs, words[i]))
      return false;
  return words[0] != NULL;
}

static void add(GString *differs, const char *text)
{
  g_string_append_printf(differs, "%s%s", differs->len ? "; " : "", text);
}

static void compare_shapes(struct tn_relative *r, const struct tn_platform *own)
{
  const char *cpu = tn_platform_word(r->platform, TN_WORD_CPU);
  const char *year = tn_platform_word(own, TN_WORD_YEAR);
  double theirs[N_SIDES], here[N_SIDES], sum = 0;
  int n = N_SIDES + 1, n_same = 0;
  GString *differs = g_string_new(NULL);
  sides_of(own, theirs);
  sides_of(r->platform, here);
  for (int i = 0; i < N_SIDES; i++) {
    const bool is_known = theirs[i] > 0 && here[i] > 0;
    if (!is_known || fabs(log(theirs[i] / here[i])) < 1e-9) {
      n_same += is_known;
      continue;
    }
    g_autofree char *x = side_text(i, theirs[i]), *y = side_text(i, here[i]);
    g_autofree char *text = g_strdup_printf("%s %s, here %s", x, sides[i], y);
    sum += fabs(log(theirs[i] / here[i]));
    add(differs, text);
  }
  if (*cpu && *r->cpu && !has_words(cpu, r->cpu, false)) {
    const bool maker = has_words(cpu, r->cpu, true);
    sum += maker ? OTHER_MODEL : OTHER_MAKER;
    add(differs, maker ? "another model" : "another maker");
  }
  if (tn_platform_kernel(own) == TN_KERNEL_PAPER) {
    sum += OTHER_KERNEL;
    add(differs, "an old kernel");
  }
  r->is_old = *year && n_same < N_SIDES && !(*cpu && *r->cpu && has_words(cpu, r->cpu, false));
  if (r->is_old) {
    g_autofree char *text = g_strdup_printf("a CPU of %s", year);
    add(differs, text);
  }
  r->unlike = exp(sum / n);
  r->differs = g_string_free(differs, FALSE);
}

static bool same_architecture(const struct tn_platform *own, const char *wanted)
{
  const char *has = tn_platform_word(own, TN_WORD_ARCHITECTURE);
  const size_t n = strcspn(has, "_"), length = strlen("ppc64");
  if (!*wanted)
    return tn_platform_kernel(own) == TN_KERNEL_LINUX6;
  if (strncmp(wanted, "ppc64", length) == 0) /* big or little endian */
    return strncmp(has, wanted, length) == 0;
  return n > 0 && strcmp(has, wanted) == 0;
}

static int by_error(gconstpointer x, gconstpointer y)
{
  const struct tn_relative *a = *(struct tn_relative *const *)x,
                           *b = *(struct tn_relative *const *)y;
  if (a->has_other_pages != b->has_other_pages)
    return a->has_other_pages ? 1 : -1;
  if (a->is_near != b->is_near)
    return a->is_near ? -1 : 1;
  if (!a->is_near && !isnan(a->off) && !isnan(b->off) && fabs(a->off - b->off) > 1e-9)
    return a->off < b->off ? -1 : 1;
  if (a->is_old != b->is_old)
    return a->is_old ? 1 : -1;
  if (fabs(a->unlike - b->unlike) > 1e-9)
    return a->unlike < b->unlike ? -1 : 1;
  return strcmp(a->name, b->name);
}

/* Returns platform `name` as a relative of the machine `spec`, or NULL if it is no relative; also
 * sets *error if the topology cannot be read. Platforms with devices are no relatives: their host
 * parameters come from other platforms. */
static struct tn_relative *relative_of(const char *spec, const char *name, GError **error)
{
  struct tn_platform *own = tn_platform_load(name, NULL, NULL); /* a broken file of the user is
                                                                 * skipped */
  const bool is_source =
      own && tn_platform_n_nodes(own) == 1 && tn_platform_fabric(own)->n_places == 0;
  struct tn_platform *pf = is_source ? tn_platform_load(spec, name, error) : NULL;
  struct tn_relative *r = NULL;
  if (pf && same_architecture(own, tn_platform_word(pf, TN_WORD_ARCHITECTURE))) {
    r = g_new0(struct tn_relative, 1);
    *r = (struct tn_relative){ .name = g_strdup(name),
                               .cpu = g_strdup(tn_platform_word(own, TN_WORD_CPU)),
                               .off = NAN,
                               .page_size = tn_platform_param(own, TN_P_PAGE_SIZE).value,
                               .platform = pf };
    compare_shapes(r, own);
  } else {
    tn_platform_free(pf);
  }
  tn_platform_free(own);
  return r;
}

GPtrArray *tn_relatives_of(const char *topology, GError **error)
{
  g_autofree char *spec = g_strconcat("synthetic:", topology, NULL);
  g_autoptr(GPtrArray) relatives = g_ptr_array_new_with_free_func(relative_free);
  g_auto(GStrv) names = tn_platform_names();
  GError *why = NULL;
  for (char **name = names; *name && !why; name++) {
    struct tn_relative *r = relative_of(spec, *name, &why);
    if (r)
      g_ptr_array_add(relatives, r);
  }
  if (why) {
    g_propagate_error(error, why);
    return NULL;
  }
  if (relatives->len == 0)
    return tn_refuse_null(error, TN_PLATFORM_ERROR, 0,
                          "no platform has that machine's architecture (--like NAME accepts any)");
  g_ptr_array_sort(relatives, by_error);
  return g_steal_pointer(&relatives);
}

void tn_relatives_sort_pages(GPtrArray *relatives, double page_size)
{
  for (guint i = 0; i < relatives->len; i++) {
    struct tn_relative *r = relatives->pdata[i];
    const double theirs = r->page_size;
    const double here =
        isnan(page_size) ? tn_platform_param(r->platform, TN_P_PAGE_SIZE).value : page_size;
    g_autofree char *differs = r->differs;
    r->has_other_pages = fabs(theirs - here) > 0;
    r->differs = r->has_other_pages ? g_strdup_printf("%s%spages of %gK", differs,
                                                      *differs ? "; " : "", theirs / 1024)
                                    : g_steal_pointer(&differs);
  }
  g_ptr_array_sort(relatives, by_error);
}

/* Returns the median relative error of the messages at a distance (-1: at all distances). */
static double off_of(const double *v, const GArray *points, double overhead, int distance)
{
  g_autoptr(GArray) offs = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    double off = INFINITY; /* error as a single copy or through shared memory, the smaller one */
    for (int above = 0; above < 2; above++)
      off = fmin(off,
                 fabs(log((overhead + tn_fit_seconds(TN_FIT_QUEUED, v, p, above)) / p->seconds)));
    if (distance < 0 || (int)p->distance == distance)
      tn_push(offs, off);
  }
  return expm1(tn_quantile(offs, 0.5));
}

void tn_relatives_judge(GPtrArray *relatives, const GArray *points)
{
  double least = INFINITY;
  for (guint i = 0; i < relatives->len; i++) {
    struct tn_relative *r = relatives->pdata[i];
    double v[TN_N_PARAMS];
    if (!tn_platform_resolve(r->platform, tn_platform_kernel(r->platform), NULL, v, NULL))
      continue;
    v[TN_P_SEND_OVERHEAD] = v[TN_P_RECEIVE_OVERHEAD] = 0;
    /* seconds by which short messages take longer than the relative's values predict; the median is
     * the library's overhead */
    g_autoptr(GArray) rest = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint k = 0; k < points->len; k++) {
      const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, k);
      if (tn_size_class_of(p->bytes) == TN_SMALL)
        tn_push(rest, p->seconds - tn_fit_seconds(TN_FIT_QUEUED, v, p, false));
    }
    const double overhead = rest->len ? fmax(tn_quantile(rest, 0.5), 0) : 0;
    r->off = off_of(v, points, overhead, -1);
    for (int d = 0; d < TN_N_DISTANCES; d++)
      r->off_at[d] = off_of(v, points, overhead, d);
    least = fmin(least, r->off);
  }
  for (guint i = 0; i < relatives->len; i++) {
    struct tn_relative *r = relatives->pdata[i];
    r->is_near = r->off <= least + SAME_ERROR;
  }
  g_ptr_array_sort(relatives, by_error);
}
