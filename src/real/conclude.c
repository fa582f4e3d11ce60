/* Computes the parameters for which a plain median is not enough, and notes why others are not
 * measured. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mechanism.h"
#include "calibrate.h"
#include "contention/lock.h"
#include "lockscope.h"
#include "platform/params.h"
#include "platform/quantity.h"
#include "regression.h"

static void mark_inherited(struct tn_calibration *c, enum tn_param p, const char *reason)
{
  c->params[p] = (struct tn_param_value){ .value = NAN, .note = reason, .error = NAN };
}

static void set(struct tn_calibration *c, enum tn_param p, double value, double error,
                const char *text)
{
  const bool is_whole = tn_params[p].unit == TN_UNIT_COUNT || tn_params[p].unit == TN_UNIT_BYTES;
  const double kept = is_whole ? round(value) : tn_in_digits(value, 4);
  if (!tn_param_accepts(p, kept)) {
    mark_inherited(c, p, tn_note(c, "the measured %.3g is out of range; %s", value, text));
    return;
  }
  c->params[p] = (struct tn_param_value){ kept, "measured", text,
                                          isfinite(error) ? tn_in_digits(error, 2) : NAN };
}

static double value_of(const struct tn_calibration *c, const char *name)
{
  const struct tn_measured *m = tn_calibration_find(c, name);
  return m ? m->value : NAN;
}

/* Returns why a parameter of a mechanism with a device file (KNEM, XPMEM) is not measured; NULL for
 * other parameters. */
static const char *missing_device(struct tn_calibration *c, enum tn_param p)
{
  for (int m = 0; m < TN_N_MECHANISMS; m++) {
    const struct tn_mechanism_info *mechanism = &tn_mechanisms[m];
    if (!mechanism->device || !(tn_params[p].uses & 1u << mechanism->kind))
      continue;
    g_autofree char *name = g_ascii_strup(mechanism->name, -1);
    return access(mechanism->device, F_OK) == 0 ? tn_note(c, "no probe of %s yet", name)
                                                : tn_note(c, "no %s here", name);
  }
  return NULL;
}

/* Uses measured medians for the parameters of the same name. */
static void take_medians(struct tn_calibration *c)
{
  for (guint i = 0; i < c->measured->len; i++) {
    const struct tn_measured *m = &g_array_index(c->measured, struct tn_measured, i);
    const int p = tn_param_find(m->name);
    if (p < 0)
      continue;
    const char *text =
        isnan(m->residual)
            ? tn_note(c, "probe %s, median of %d rounds", m->probe->name, m->n_rounds)
            : tn_note(c, "probe %s, median of %d rounds, residual %.2g %%", m->probe->name,
                      m->n_rounds, 100 * m->residual);
    /* A share comes from a difference of times and may be slightly out of range. */
    const bool is_share = tn_param_is_share((enum tn_param)p);
    set(c, (enum tn_param)p, is_share ? CLAMP(m->value, 0, 1) : m->value,
        is_share ? m->scatter : m->error, text);
  }
}

/* Sets the parameters that no probe measures, by the table of parameters. */
static void begin(struct tn_calibration *c, const struct tn_probe_machine *machine)
{
  const char *chosen = tn_note(c, "turnstile's choice; a library may choose another");
  for (int i = 0; i < TN_N_PARAMS; i++) {
    const enum tn_param p = (enum tn_param)i;
    switch (tn_params[p].calibration) {
    case TN_CALIBRATE_CHOSEN:
      c->params[p] = (struct tn_param_value){ tn_platform_param(machine->platform, p).value,
                                              "assumed", chosen, NAN };
      break;
    case TN_CALIBRATE_NOT_PROBED:
      mark_inherited(c, p, missing_device(c, p));
      break;
    case TN_CALIBRATE_OMITTED:
      tn_calibration_omit(c, p);
      break;
    case TN_CALIBRATE_PROBED:
    case TN_CALIBRATE_SYSTEM:
      break;
    }
  }
}

static void leave_out_unknown(struct tn_calibration *c, enum tn_param p)
{
  if (!tn_calibration_find(c, tn_params[p].name))
    tn_calibration_omit(c, p);
}

/* Omits the parameters of distances that this machine does not have, and those of links between
 * packages if there is only one package. */
static void leave_out_absent(struct tn_calibration *c, const struct tn_probe_machine *machine)
{
  for (int d = 0; d < TN_N_DISTANCES; d++) {
    if (tn_probe_unit_at(machine, (enum tn_distance)d) >= 0)
      continue;
    leave_out_unknown(c, TN_P_COPY_RATE_CLASS + d);
    leave_out_unknown(c, TN_P_LINE_RATE + d);
    tn_calibration_omit(c, TN_P_ATOMIC_LATENCY + d);
    /* A platform file needs the latency of at least one distance. If there is only one unit, the
     * latency comes from --like. */
    if (machine->units->n > 1)
      tn_calibration_omit(c, TN_P_LINE_LATENCY + d);
  }
  /* The default of this parameter is the LLC's rate. It applies if there is no other L2 under the
   * LLC, or if the probe found no rate for it. */
  leave_out_unknown(c, TN_P_COPY_RATE_PEER_L2);
  if (machine->l2 == 0 || machine->l2 >= machine->llc)
    tn_calibration_omit(c, TN_P_LATENCY_L2);
  if (tn_platform_n_packages(machine->platform) == 1) {
    tn_calibration_omit(c, TN_P_PACKAGE_BANDWIDTH);
    tn_calibration_omit(c, TN_P_GAMMA_CROSS);
  }
}

static void take_topology(struct tn_calibration *c, const struct tn_probe_machine *machine)
{
  const char *text = tn_note(c, "from hwloc");
  set(c, TN_P_PAGE_SIZE, (double)machine->page, NAN, tn_note(c, "from the system"));
  set(c, TN_P_DEFAULT_RANKS, machine->cores->n, NAN, tn_note(c, "one per core"));
  if (machine->llc > 0)
    set(c, TN_P_LLC_SIZE, (double)machine->llc, NAN, text);
  if (machine->l2 > 0)
    set(c, TN_P_L2_SIZE, (double)machine->l2, NAN, text);
  if (machine->l1 > 0)
    set(c, TN_P_L1_SIZE, (double)machine->l1, NAN, text);
  if (machine->line > 0)
    set(c, TN_P_LINE_SIZE, (double)machine->line, NAN, text);
}

/* Rounds the measured pin_batch to a power of two, like that of the kernel. */
static void conclude_batch(struct tn_calibration *c)
{
  const double found = value_of(c, "pin_batch");
  if (!(found >= 1))
    return;
  double batch = 1;
  while (batch * M_SQRT2 < found)
    batch *= 2;
  set(c, TN_P_PIN_BATCH, batch, NAN,
      tn_note(c, "probe pin-batch: the cost stops rising at %.4g pages; nearest power of two",
              found));
}

/* Derives access_time from two readers of one process. If they disturb each other, their calls are
 * assumed to be fully serialised. */
static void conclude_access(struct tn_calibration *c)
{
  const struct tn_measured *lost = tn_calibration_find(c, "access.lost"),
                           *together = tn_calibration_find(c, "access.together");
  if (!lost || !together)
    return;
  const bool is_seen = lost->value > 2 * lost->scatter && lost->value > 0;
  g_autofree char *seen =
      g_strdup_printf("%.2g +- %.2g ns", 1e9 * lost->value, 1e9 * lost->scatter);
  if (is_seen)
    set(c, TN_P_ACCESS_TIME, together->value / 2, together->error,
        tn_note(c,
                "probe lock-scope: half a one-page call of two readers of one process, %s slower "
                "than two processes",
                seen));
  else
    set(c, TN_P_ACCESS_TIME, 0, NAN,
        tn_note(c, "probe lock-scope: two readers of one process lose no measurable time (%s)",
                seen));
}

static bool conclude_scope(struct tn_calibration *c, enum tn_lock_scope *ret)
{
  double seconds[TN_N_LOCK_CASES];
  for (int i = 0; i < TN_N_LOCK_CASES; i++)
    seconds[i] = value_of(c, tn_lock_case_names[i]);
  if (!tn_lock_scope_of(seconds, ret))
    return false;
  const double free = seconds[TN_LOCK_OTHER_PROCESS];
  set(c, TN_P_LOCK_SCOPE, *ret, NAN,
      tn_note(c,
              "probe lock-scope, two readers over those of two processes: same pages %.3g, same "
              "page-table page %.3g, another %.3g",
              seconds[TN_LOCK_SAME_PAGES] / free, seconds[TN_LOCK_SAME_TABLE] / free,
              seconds[TN_LOCK_OTHER_TABLE] / free));
  return true;
}

static bool fit_gamma(const struct tn_calibration *c, const struct tn_probe_machine *machine,
                      struct tn_gamma_fit *ret)
{
  const int most = machine->cores->n;
  g_autofree struct tn_gamma_point *points = g_new(struct tn_gamma_point, most + 1);
  int n = 0;
  const int n_packages = tn_platform_n_packages(machine->platform);
  g_autofree int *readers = g_new0(int, n_packages);
  for (int callers = 1; callers <= most; callers++) {
    g_autofree char *gamma = g_strdup_printf("gamma(%d)", callers);
    readers[machine->cores->package[callers - 1]]++;
    if (callers > 1 && tn_calibration_find(c, gamma))
      points[n++] =
          (struct tn_gamma_point){ callers, tn_lock_mix(n_packages, readers), value_of(c, gamma) };
  }
  return tn_fit_gamma(n, points, ret);
}

/* Returns the reason why gamma is not fitted, with the measured values. */
static const char *why_no_fit(struct tn_calibration *c, const struct tn_probe_machine *machine)
{
  const struct tn_measured *two = tn_calibration_find(c, "gamma(2)");
  const char *reason = c->params[TN_P_GAMMA_A].note;
  if (!two)
    return reason ? reason : tn_note(c, "not measured");
  const char *here =
      isfinite(two->scatter)
          ? tn_note(c, "gamma(2) was measured as %.3g (+- %.2g)", two->value, two->scatter)
          : tn_note(c, "gamma(2) was measured as %.3g, once only", two->value);
  if (machine->cores->n < TN_GAMMA_LEAST)
    return tn_note(c, "two terms need at least %d readers, found %d cores; %s", TN_GAMMA_LEAST,
                   machine->cores->n, here);
  return tn_note(c, "the law does not fit, or the lock's scope is not known; %s", here);
}

/* Sets a linear gamma from gamma(2) alone. Returns false if gamma(2) or its error is unknown. */
static bool take_two(struct tn_calibration *c, const char *why)
{
  const struct tn_measured *two = tn_calibration_find(c, "gamma(2)");
  if (!two || !(two->value > 0) || !isfinite(two->error))
    return false;
  set(c, TN_P_GAMMA_B, two->value / 2, two->error,
      tn_note(c, "probe gamma, half of gamma(2): %s", why));
  c->params[TN_P_GAMMA_A] =
      (struct tn_param_value){ 0, "assumed", tn_note(c, "linear beyond two readers: %s", why),
                               NAN };
  tn_remark(c, "gamma: %s, so gamma is %.3g c, as measured for two readers.", why, two->value / 2);
  return true;
}

/* Sets the slowdown of the page lock: a fit if there were enough readers, otherwise half of
 * gamma(2) per reader, otherwise the values of profile linux-6. A measured lock scope remains even
 * if it differs from the profile's. */
static void conclude_gamma(struct tn_calibration *c, const struct tn_probe_machine *machine,
                           bool has_scope, enum tn_lock_scope scope)
{
  static const enum tn_param taken[] = { TN_P_LOCK_LINES, TN_P_LOCK_HOLD };
  const bool agrees = !has_scope || scope == TN_SCOPE_PAGETABLE;
  struct tn_gamma_fit fit;
  struct tn_param_value profile;
  if (has_scope && fit_gamma(c, machine, &fit)) {
    c->kernel = TN_KERNEL_MEASURED;
    const char *text = tn_note(c, "probe gamma: up to %d readers, residual %.2g %%",
                               machine->cores->n, 100 * fit.residual);
    set(c, TN_P_GAMMA_A, fit.a, fit.a_error / fit.a, text);
    set(c, TN_P_GAMMA_B, fit.b, fit.b_error / fit.b, text);
    if (isfinite(fit.cross_error))
      set(c, TN_P_GAMMA_CROSS, fit.cross, fit.cross_error / fit.cross, text);
    return;
  }
  c->kernel = agrees ? TN_KERNEL_LINUX6 : TN_KERNEL_MEASURED;
  const char *why = why_no_fit(c, machine);
  if (take_two(c, why)) {
    c->kernel = has_scope ? TN_KERNEL_MEASURED : TN_KERNEL_LINUX6;
    return;
  }
  tn_calibration_omit(c, TN_P_GAMMA_A);
  tn_calibration_omit(c, TN_P_GAMMA_B);
  for (size_t i = 0; i < G_N_ELEMENTS(taken); i++) {
    tn_kernel_param(TN_KERNEL_LINUX6, taken[i], &profile);
    c->params[taken[i]] =
        (struct tn_param_value){ profile.value, "assumed",
                                 tn_note(c, "as in the kernel profile linux-6: %s", why), NAN };
  }
  tn_remark(c,
            "gamma: %s, so the slowdown of callers is that of the kernel profile linux-6 "
            "(lock_lines %g); the file names the profile %s.",
            why, c->params[TN_P_LOCK_LINES].value, tn_kernel_names[c->kernel]);
  if (!agrees)
    tn_remark(c, "lock_scope is %s; in the profile linux-6 it is pagetable.",
              tn_lock_scope_names[scope]);
}

/* Returns true if n cores together reached about n times one core's rate, so that no limit was
 * found. */
static bool is_unlimited(const struct tn_calibration *c, const struct tn_measured *together,
                         const char *alone, int n)
{
  return together && together->value >= TN_PROBE_UNLIMITED * n * value_of(c, alone);
}

/* Omits parameter p, an upper limit of a rate, if n readers did not reach it. */
static void conclude_limit(struct tn_calibration *c, enum tn_param p, const char *alone, int n,
                           const char *readers)
{
  const struct tn_measured *m = tn_calibration_find(c, tn_params[p].name);
  if (!is_unlimited(c, m, alone, n))
    return;
  tn_calibration_omit(c, p);
  tn_remark(c, "%s: %d %s%s reached no limit up to %.3g GB/s: omitted.", tn_params[p].name, n,
            readers, n == 1 ? "" : "s", m->value * 1e-9);
}

/* Marks memory_bandwidth as a lower bound if the cores did not saturate the memory; omits the other
 * bandwidths that were not reached. */
static void conclude_bandwidths(struct tn_calibration *c, const struct tn_probe_machine *machine)
{
  const struct tn_measured *memory = tn_calibration_find(c, "memory_bandwidth");
  const int n = tn_probe_units_of(machine, machine->cores->numa, NULL);
  if (is_unlimited(c, memory, "line_rate.memory", n)) {
    const char *cores = n == 1 ? "core" : "cores";
    set(c, TN_P_MEMORY_BANDWIDTH, memory->value, memory->error,
        tn_note(c, "probe memory: a lower bound, %d %s did not reach the limit", n, cores));
    tn_remark(c, "memory_bandwidth is a lower bound: %d %s did not reach the memory's limit.", n,
              cores);
  }
  conclude_limit(c, TN_P_LLC_BANDWIDTH, "llc.one-core",
                 tn_probe_units_of(machine, machine->cores->llc, NULL), "core");
  conclude_limit(c, TN_P_PACKAGE_BANDWIDTH, "package.one-core",
                 tn_probe_units_of(machine, machine->cores->package, NULL), "core");
}

/* Keeps the parameters of probe `shared` whose rounds agree well enough. For the others the file
 * uses the default, which is better than another machine's value. */
static void conclude_shared(struct tn_calibration *c)
{
  static const double most_error = 0.5; /* relative */
  const struct tn_probe *probe = tn_probes;
  while (strcmp(probe->name, "shared") != 0)
    probe++;
  for (int i = 0; probe->params[i]; i++) {
    const struct tn_measured *m = tn_calibration_find(c, probe->params[i]);
    if (m && m->value > 0 && fabs(m->error) <= most_error)
      continue;
    tn_calibration_omit(c, (enum tn_param)tn_param_find(probe->params[i]));
    if (m)
      tn_remark(c, "%s: %.3g +- %.2g cannot be distinguished from zero; omitted", m->name, m->value,
                m->scatter);
  }
}

void tn_calibration_conclude(struct tn_calibration *c, const struct tn_probe_machine *machine)
{
  enum tn_lock_scope scope = TN_SCOPE_NONE;
  begin(c, machine);
  take_medians(c);
  for (const struct tn_probe *probe = tn_probes; probe->name; probe++)
    for (int i = 0; probe->params[i]; i++) {
      const enum tn_param p = (enum tn_param)tn_param_find(probe->params[i]);
      if (c->params[p].source || c->params[p].note)
        continue;
      const char *reason = NULL;
      for (guint k = 0; k < c->not_measured->len && !reason; k++) {
        const struct tn_not_measured *n =
            &g_array_index(c->not_measured, struct tn_not_measured, k);
        reason = n->probe == probe ? tn_note(c, "probe %s: %s", probe->name, n->reason) : NULL;
      }
      mark_inherited(c, p, reason);
    }
  take_topology(c, machine);
  conclude_batch(c);
  conclude_access(c);
  const bool has_scope = conclude_scope(c, &scope);
  conclude_gamma(c, machine, has_scope, scope);
  conclude_bandwidths(c, machine);
  /* core_copy_rate is unlimited if a core has no second thread, or if the probe had no result. */
  struct tn_param_value *rate = &c->params[TN_P_CORE_COPY_RATE];
  if (rate->source)
    conclude_limit(c, TN_P_CORE_COPY_RATE, "core.one-thread", 2, "thread");
  else
    *rate = (struct tn_param_value){ INFINITY, "assumed", rate->note, NAN };
  conclude_shared(c);
  leave_out_absent(c, machine);
  tn_calibration_conclude_device(c, machine);
}
