#include "calibrate.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/spread.h"
#include "platform/topology.h"
#include "probe_states.h"
#include "processes.h"
#include "regression.h"
#include "shared.h"

/* Numbers of rounds. WANTED_ROUNDS: rounds for which the budget is planned. LEAST_ROUNDS: enough
 * for a standard deviation, and for a median on which one disturbed round has little influence. */
enum { WANTED_ROUNDS = 11, LEAST_ROUNDS = 3, MAX_ROUNDS = 31, MAX_PROBES = 32 };

static const char not_asked_for[] = "not asked for";

struct attempt {
  const struct tn_probe *probe;
  GArray *findings; /* struct tn_finding of all rounds */
  int n_rounds;     /* rounds with a result */
  char *reason;     /* reason of the last failure, or NULL */
  bool is_given_up, is_refused;
};

struct session {
  const struct tn_calibrate *what;
  struct tn_probe_machine machine;
  struct tn_calibration *made;
  struct tn_states states;
  int n, n_active; /* number of probes; number of probes that were not given up at the start */
  struct attempt attempts[MAX_PROBES];
};

static void machine_finish(struct tn_probe_machine *machine)
{
  tn_places_free(machine->cores);
  tn_places_free(machine->pair);
  tn_places_free(machine->units);
  tn_platform_free(machine->platform);
  tn_host_free(machine->host);
}

static bool machine_init(struct tn_probe_machine *machine, GError **error)
{
  struct tn_topology topology;
  struct tn_topology_facts facts;
  machine->host = tn_host_new(error);
  machine->platform = machine->host ? tn_platform_host(error) : NULL;
  if (!machine->platform || !tn_topology_init_host(&topology, &facts, error))
    return false;
  tn_topology_finish(&topology);
  tn_topology_facts_finish(&facts);
  machine->page = (size_t)tn_platform_param(machine->platform, TN_P_PAGE_SIZE).value;
  machine->huge_page = machine->page * machine->page / 8;
  machine->llc = facts.llc;
  machine->l2 = facts.l2;
  machine->l1 = facts.l1;
  machine->line = facts.line;
  machine->cores =
      tn_places_new(machine->platform, "core", tn_platform_n_cores(machine->platform), error);
  machine->units = machine->cores ? tn_places_new(machine->platform, "pu",
                                                  tn_platform_n_pus(machine->platform), error)
                                  : NULL;
  if (machine->units && machine->cores->n >= 2)
    machine->pair = tn_places_new(machine->platform, "core", 2, error);
  return machine->units != NULL;
}

static bool is_wanted(const struct tn_calibrate *what, const struct tn_probe *probe)
{
  if (tn_probe_is_of_device(probe) && what->device)
    return true;
  return what->only ? g_strv_contains(what->only, probe->name) : !tn_probe_is_of_device(probe);
}

/* Finds the GPU if its probes are wanted. Returns the reason (transfer full) if it is missing,
 * otherwise NULL. */
static char *find_device(struct tn_probe_machine *machine, const struct tn_calibrate *what)
{
  struct tn_device_facts *d = &machine->device;
  const struct tn_place_id *end = &machine->device_end;
  const struct tn_places *cores = machine->cores;
  g_autoptr(GError) why = NULL;
  bool is_any = false;
  for (const struct tn_probe *p = tn_probes; p->name; p++)
    is_any = is_any || (tn_probe_is_of_device(p) && is_wanted(what, p));
  if (!is_any)
    return NULL;
  if (!tn_device_find(machine, what->stop, d, &why))
    return g_strdup(why->message);
  machine->device_is_near = tn_topology_near_card((unsigned)d->domain, (unsigned)d->bus,
                                                  (unsigned)d->slot, &machine->device_end);
  const int *domain = end->kind == TN_PLACE_NUMA ? cores->numa : cores->package;
  machine->device_pu = cores->pu[0];
  for (int i = cores->n - 1; i >= 0; i--)
    if (domain[i] == end->number)
      machine->device_pu = cores->pu[i];
  return NULL;
}

static bool check_names(const struct tn_calibrate *what, GError **error)
{
  g_autoptr(GString) known = g_string_new(NULL);
  for (const struct tn_probe *p = tn_probes; p->name; p++)
    g_string_append_printf(known, "%s%s", known->len ? ", " : "", p->name);
  for (int i = 0; what->only && what->only[i]; i++) {
    bool found = false;
    for (const struct tn_probe *p = tn_probes; p->name; p++)
      found = found || strcmp(p->name, what->only[i]) == 0;
    if (!found)
      return tn_real_refuse(error, WRONG, "no probe \"%s\" (there are: %s)", what->only[i],
                            known->str);
  }
  return true;
}

/* Runs one round of a probe. Returns false and *error only if the calibration must end. */
static bool try_once(struct session *s, struct attempt *a, double seconds, GError **error)
{
  struct tn_probe_round round = { &s->machine, seconds, s->what->stop, a->findings };
  const guint before = a->findings->len;
  GError *why = NULL;
  const bool ok = a->probe->measure(&round, &why);
  tn_states_note(&s->states, &s->machine, s->what->stop, a->findings, before);
  if (ok) {
    a->n_rounds += a->findings->len > before;
    return true;
  }
  if (g_error_matches(why, TN_REAL_ERROR, TN_REAL_INTERRUPTED)) {
    g_propagate_error(error, why);
    return false;
  }
  /* drop a partial round, which would give some values more weight */
  g_array_set_size(a->findings, before);
  g_free(a->reason);
  a->reason = g_strdup(why->message);
  a->is_refused = a->is_given_up = g_error_matches(why, TN_REAL_ERROR, TN_REAL_REFUSED);
  g_error_free(why);
  return true;
}

/* Initialises the attempt at a probe. `lacks`: reason why no GPU probe can run, or NULL. */
static void begin(struct attempt *a, const struct tn_probe *probe, const struct tn_calibrate *what,
                  int n_cores, const char *lacks)
{
  *a = (struct attempt){ .probe = probe,
                         .findings = g_array_new(FALSE, FALSE, sizeof(struct tn_finding)) };
  if (!is_wanted(what, probe))
    a->reason = g_strconcat(not_asked_for,
                            tn_probe_is_of_device(probe) ? " (--memory device)" : NULL, NULL);
  else if (tn_probe_is_of_device(probe) && lacks)
    a->reason = g_strdup(lacks);
  else if (n_cores < probe->n_cores)
    a->reason = g_strdup_printf("needs %d cores, here %s %d", probe->n_cores,
                                n_cores == 1 ? "is" : "are", n_cores);
  a->is_given_up = a->reason != NULL;
}

/* Returns the seconds that a probe measures in one round. With preparation the round takes about
 * twice as long. */
static double seconds_of(const struct tn_calibrate *what, int n_active)
{
  return CLAMP(what->seconds / (2.0 * WANTED_ROUNDS * n_active), 0.004, 0.25);
}

/* Runs rounds of all probes until the budget is spent. A disturbance of the machine thus spoils
 * some rounds of all probes rather than all rounds of one probe. */
static bool run_rounds(struct session *s, GError **error)
{
  const struct tn_calibrate *what = s->what;
  const double start = tn_clock_now(), seconds = seconds_of(what, s->n_active);
  double spent = 0;
  int rounds = 0;
  for (; rounds < LEAST_ROUNDS || (rounds < MAX_ROUNDS && spent + spent / rounds <= what->seconds);
       rounds++) {
    for (int i = 0; i < s->n; i++) {
      struct attempt *a = &s->attempts[i];
      if (a->is_given_up)
        continue;
      if (what->progress)
        what->progress(what->context, MIN(spent / what->seconds, 1), a->probe->name);
      if (!try_once(s, a, seconds, error))
        return false;
      spent = tn_clock_now() - start;
    }
  }
  s->made->n_rounds = rounds;
  return true;
}

/* Repeats probes that have too few results, for example because their processes must run at the
 * same time and the machine is busy. */
static bool top_up(struct session *s, GError **error)
{
  const double seconds = seconds_of(s->what, s->n);
  for (int tried = 0; tried < LEAST_ROUNDS; tried++)
    for (int i = 0; i < s->n; i++) {
      struct attempt *a = &s->attempts[i];
      if (a->is_given_up || a->n_rounds == 0 || a->n_rounds >= LEAST_ROUNDS)
        continue;
      if (!try_once(s, a, seconds, error))
        return false;
    }
  return true;
}

/* Removes results from unusual states of the machine. A probe that would have too few results left
 * keeps all of its results. */
static void remove_unusual(struct session *s)
{
  struct tn_calibration *c = s->made;
  struct tn_fingerprint usual;
  g_autoptr(GString) mixed = g_string_new(NULL);
  guint dropped = 0;
  if (!tn_states_usual(&s->states, &usual))
    return;
  for (int i = 0; i < s->n; i++) {
    const struct attempt *a = &s->attempts[i];
    const int n_dropped = tn_states_filter(&s->states, &usual, a->findings, LEAST_ROUNDS);
    if (n_dropped < 0)
      g_string_append_printf(mixed, "%s%s", mixed->len ? ", " : "", a->probe->name);
    else
      dropped += (guint)n_dropped;
  }
  g_autofree char *text = tn_fingerprint_format(&usual);
  c->state = g_string_chunk_insert(c->notes, text);
  tn_remark(c, "state: %s; %u of %u measurements were made in another state and do not count.",
            text, dropped, s->states.spans->len);
  if (mixed->len)
    tn_remark(
        c,
        "Too few rounds of %s were made in that state, so all count (a longer --budget may help).",
        mixed->str);
}

void tn_calibration_sum_up(struct tn_calibration *calibration, const struct tn_probe *probe,
                           const GArray *findings)
{
  g_autofree double *values = g_new(double, findings->len + 1);
  g_autofree double *errors = g_new(double, findings->len + 1);
  g_autofree double *residuals = g_new(double, findings->len + 1);
  g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint first = 0; first < findings->len; first++) {
    const char *name = g_array_index(findings, struct tn_finding, first).name;
    int n = 0, n_errors = 0, n_residuals = 0;
    double unused;
    if (!g_hash_table_add(done, (char *)name))
      continue;
    for (guint i = first; i < findings->len; i++) {
      const struct tn_finding *f = &g_array_index(findings, struct tn_finding, i);
      if (strcmp(f->name, name) != 0)
        continue;
      values[n++] = f->value;
      if (isfinite(f->error))
        errors[n_errors++] = fabs(f->error);
      if (isfinite(f->residual))
        residuals[n_residuals++] = f->residual;
    }
    struct tn_measured m = { .name = g_strdup(name), .probe = probe, .n_rounds = n };
    m.value = tn_median_scatter(values, n, &m.scatter);
    m.residual = tn_median_scatter(residuals, n_residuals, &unused);
    m.error = fmax(tn_median_scatter(errors, n_errors, &unused), m.scatter / fabs(m.value));
    g_array_append_val(calibration->measured, m);
  }
}

static void sum_up(struct session *s)
{
  for (int i = 0; i < s->n; i++) {
    struct attempt *a = &s->attempts[i];
    if (a->findings->len > 0) {
      tn_calibration_sum_up(s->made, a->probe, a->findings);
    } else {
      const struct tn_not_measured nothing = { a->probe,
                                               g_strdup(a->reason ? a->reason : "nothing found"),
                                               a->is_refused };
      g_array_append_val(s->made->not_measured, nothing);
    }
    g_array_unref(a->findings);
    g_free(a->reason);
  }
}

static bool is_refused(const struct tn_calibration *c, const char *probe)
{
  for (guint i = 0; i < c->not_measured->len; i++) {
    const struct tn_not_measured *n = &g_array_index(c->not_measured, struct tn_not_measured, i);
    if (strcmp(n->probe->name, probe) == 0 && n->is_refused)
      return true;
  }
  return false;
}

/* Returns false and *error if nothing was measured; the platform file would only have values of
 * --like. */
static bool has_anything(const struct tn_calibration *c, GError **error)
{
  const struct tn_not_measured *first = NULL;
  if (c->measured->len > 0)
    return true;
  for (guint i = 0; i < c->not_measured->len; i++) {
    const struct tn_not_measured *n = &g_array_index(c->not_measured, struct tn_not_measured, i);
    if (!first || g_str_has_prefix(first->reason, not_asked_for))
      first = n;
  }
  return tn_real_refuse(error, FAILED, "nothing could be measured (%s: %s)",
                        first ? first->probe->name : "?", first ? first->reason : "no probes");
}

struct tn_calibration *tn_calibration_new(const struct tn_calibrate *what, GError **error)
{
  struct session s = { .what = what };
  if (!check_names(what, error))
    return NULL;
  if (!machine_init(&s.machine, error)) {
    machine_finish(&s.machine);
    return NULL;
  }
  g_autofree char *lacks = find_device(&s.machine, what);
  s.made = tn_calibration_alloc();
  tn_states_init(&s.states, &s.machine, what->stop);
  for (const struct tn_probe *p = tn_probes; p->name; p++, s.n++) {
    begin(&s.attempts[s.n], p, what, s.machine.cores->n, lacks);
    s.n_active += !s.attempts[s.n].is_given_up;
  }
  const bool done = s.n_active == 0 || (run_rounds(&s, error) && top_up(&s, error));
  if (done)
    remove_unusual(&s);
  tn_states_finish(&s.states);
  sum_up(&s);
  /* Mechanisms that real processes have are available, except CMA if the system refused its
   * probe. */
  g_autoptr(GString) names = g_string_new(NULL);
  for (enum tn_mechanism m = 0; m < TN_N_MECHANISMS; m++)
    if ((tn_real_has(m, NULL) && !(m == TN_CMA && is_refused(s.made, "pin"))) ||
        /* a probe has mapped device memory, or gdrcopy may map it */
        (tn_mechanism_is_on_device(m) && tn_calibration_find(s.made, "device.out.rate") &&
         (!tn_mechanism_maps_device(m) || tn_calibration_find(s.made, "mapped_write_rate") ||
          access("/dev/gdrdrv", F_OK) == 0)))
      g_string_append_printf(names, "%s%s", names->len ? "," : "", tn_mechanism_names[m]);
  s.made->mechanisms = g_string_chunk_insert(s.made->notes, names->str);
  if (done && has_anything(s.made, error))
    tn_calibration_conclude(s.made, &s.machine);
  else
    g_clear_pointer(&s.made, tn_calibration_free);
  machine_finish(&s.machine);
  return s.made;
}
