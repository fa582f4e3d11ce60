#include "transports.h"

#include <math.h>
#include <string.h>

#include "base/names.h"
#include "machine.h"
#include "params.h"

#define NAME(id, name, library, summary) [TN_TRANSPORT_##id] = name,
#define LIBRARY(id, name, library, summary) [TN_TRANSPORT_##id] = library,
#define SUMMARY(id, name, library, summary) [TN_TRANSPORT_##id] = summary,

const char *const tn_transport_names[] = {
#define TN_TRANSPORT NAME
#include "transports.def"
  NULL
};

const char *const tn_transport_libraries[] = {
#define TN_TRANSPORT LIBRARY
#include "transports.def"
  NULL
};

const char *const tn_transport_summaries[] = {
#define TN_TRANSPORT SUMMARY
#include "transports.def"
  NULL
};

static const struct {
  enum tn_transport_profile transport;
  enum tn_param param;
  double value;
  const char *source, *note;
} values[] = {
#define TN_TRANSPORT_VALUE(id, param, value, source, note)                                         \
  { TN_TRANSPORT_##id, TN_P_##param, value, source, note },
#include "transports.def"
};

static const struct copies {
  enum tn_transport_profile transport;
  enum tn_mechanism mechanism;
  double from, from_blocking; /* bytes */
  const char *source, *note;
} copies[] = {
#define TN_TRANSPORT_COPIES(id, mechanism, from, from_blocking, source, note)                      \
  { TN_TRANSPORT_##id, TN_##mechanism, from, from_blocking, source, note },
#include "transports.def"
};

enum tn_mechanism tn_transport_mechanism(enum tn_transport_profile transport, int i)
{
  for (size_t k = 0; k < G_N_ELEMENTS(copies); k++)
    if (copies[k].transport == transport && i-- == 0)
      return copies[k].mechanism;
  return TN_N_MECHANISMS;
}

static const struct copies *copies_of(enum tn_transport_profile transport,
                                      enum tn_mechanism mechanism)
{
  for (size_t k = 0; k < G_N_ELEMENTS(copies); k++)
    if (copies[k].transport == transport && copies[k].mechanism == mechanism)
      return &copies[k];
  return NULL;
}

bool tn_transport_uses(enum tn_transport_profile transport, enum tn_mechanism mechanism)
{
  return copies_of(transport, mechanism) != NULL;
}

bool tn_transport_param(enum tn_transport_profile transport, enum tn_mechanism mechanism,
                        enum tn_param p, struct tn_param_value *ret)
{
  /* Only device mechanisms have values for messages between devices; all other values are those of
   * the host's messages. */
  const bool on_device = tn_params[p].uses == 1u << TN_USE_DEVICES;
  if (on_device && !tn_mechanism_is_on_device(mechanism))
    return false;
  const struct copies *c =
      copies_of(transport, on_device ? mechanism : tn_mechanism_of_host(mechanism));
  const bool is_limit =
      p == TN_P_BLOCKING_LIMIT || p == TN_P_RENDEZVOUS_LIMIT || p == TN_P_DEVICE_RENDEZVOUS_LIMIT;
  const double from = !c || !is_limit ? 0.0 : p == TN_P_BLOCKING_LIMIT ? c->from_blocking : c->from;
  if (from >= 1.0) { /* messages above the limit are copied once */
    *ret = (struct tn_param_value){ from - 1.0, c->source, c->note, NAN };
    return true;
  }
  if (!c && (p == TN_P_RENDEZVOUS_LIMIT || p == TN_P_BLOCKING_LIMIT) &&
      tn_mechanism_is_on_device(mechanism)) {
    *ret = (struct tn_param_value){ tn_params[p].max, "source", "on the host through cells", NAN };
    return true;
  }
  for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
    if (values[i].transport != transport || values[i].param != p)
      continue;
    *ret = (struct tn_param_value){ values[i].value, values[i].source, values[i].note, NAN };
    /* A message that is copied once does not go through cells. */
    if ((p == TN_P_EAGER_LIMIT || p == TN_P_DEVICE_EAGER_LIMIT) && c && c->from >= 1.0 &&
        c->from - 1.0 < ret->value)
      *ret = (struct tn_param_value){ c->from - 1.0, c->source, c->note, NAN };
    return true;
  }
  return false;
}

/* Returns true if the file states a value of p that is not "unknown" and not another machine's. */
static bool transport_leaves(const struct tn_platform *pf, enum tn_param p)
{
  const struct tn_provenance *from = &pf->provenance[p];
  return !isnan(pf->values[p]) && !tn_source_is_unknown(from->source) &&
         !(from->is_inherited && strcmp(from->source, "assumed") == 0);
}

bool tn_transport_fills(const struct tn_platform *pf, enum tn_param p, struct tn_param_value *ret)
{
  const enum tn_transport_profile t = (enum tn_transport_profile)(pf->transport - 1);
  if (!pf->transport || transport_leaves(pf, p) ||
      !tn_transport_param(t, tn_transport_mechanism(t, 0), p, ret))
    return false;
  ret->value *= tn_param_is_software(p) ? pf->filled[TN_P_SOFTWARE_SCALE] : 1.0;
  return true;
}

int tn_transport_overrides(const struct tn_platform *pf, enum tn_transport_profile transport,
                           enum tn_mechanism mechanism, struct tn_override *ret)
{
  int n = 0;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    struct tn_param_value v;
    if ((pf->transport == 1 + (int)transport && transport_leaves(pf, (enum tn_param)p)) ||
        !tn_transport_param(transport, mechanism, (enum tn_param)p, &v))
      continue;
    g_assert(n < TN_MAX_TRANSPORT_VALUES);
    ret[n++] = (struct tn_override){ .param = (enum tn_param)p,
                                     .value = v.value,
                                     .transport = 1 + (int)transport,
                                     .mechanism = mechanism };
  }
  return n;
}

int tn_platform_transport(const struct tn_platform *pf, struct tn_param_value *ret)
{
  if (ret)
    *ret = (struct tn_param_value){ pf->transport, pf->transport_from.source,
                                    pf->transport_from.note, NAN };
  return pf->transport;
}

void tn_transport_read(struct tn_platform *pf, struct tn_file *file, const struct tn_platform *node)
{
  static const char none[] = "none";
  const struct tn_property *named = tn_file_property(file, TN_FACT_TRANSPORT);
  if (!named && node) {
    pf->transport = node->transport;
    pf->transport_from = (struct tn_provenance){ .source = g_strdup(node->transport_from.source),
                                                 .note = g_strdup(node->transport_from.note) };
  }
  if (!named)
    return;
  pf->transport = 1 + tn_name_find(tn_transport_names, named->value);
  pf->transport_from = tn_provenance_read(file, TN_FACT_TRANSPORT);
  g_autofree char *names = g_strjoinv(", ", (char **)tn_transport_names);
  if (pf->transport == 0 && strcmp(named->value, none) != 0)
    tn_file_mistake(file, named->line, TN_FACT_TRANSPORT ": \"%s\" is not known (there is: %s, %s)",
                    named->value, none, names);
  else if (!pf->transport_from.note)
    tn_file_mistake(file, named->line, "%s has no %s.note (%s)", TN_FACT_TRANSPORT,
                    TN_FACT_TRANSPORT,
                    pf->transport ? "which messages were measured" : "why none is known");
}
