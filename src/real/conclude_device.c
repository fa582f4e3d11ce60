/* Computes the GPU's part of the platform file from the results of GPU probes: its memory, one
 * engine for each direction, and the links to the host. */
#include <math.h>
#include <stdlib.h>

#include "calibrate.h"
#include "platform/quantity.h"

enum { MEMORY, ENGINE_OUT, ENGINE_IN, N_PLACES, N_LINKS = 2 };

/* Returns a measured value, rounded to significant digits, or NAN if it was not measured. */
static double value_of(const struct tn_calibration *c, const char *name)
{
  const struct tn_measured *m = tn_calibration_find(c, name);
  return m ? tn_in_digits(m->value, 4) : NAN;
}

static struct tn_fabric_place memory_place(struct tn_calibration *c, const char *device)
{
  const struct tn_measured *m = tn_calibration_find(c, "device.memory.rate");
  const char *note = m ? "probe device-kernel, reads by a kernel" : "its rate is not measured";
  struct tn_fabric_place place = tn_fabric_place_of(tn_note(c, "gpu0"), TN_PLACE_MEMORY);
  place.source = tn_note(c, m ? "measured" : "unknown");
  place.note = tn_note(c, "%s: %s", device, note);
  if (m) {
    place.rate = value_of(c, m->name);
    place.error = tn_in_digits(m->error, 2);
  }
  return place;
}

/* Returns the engine for one direction. Its launch, start and sync are the fixed parts of a copy's
 * time, at least 0. Its error is that of their sum. */
static struct tn_fabric_place engine_place(struct tn_calibration *c, const char *way, int n_engines,
                                           enum tn_moves moves)
{
  static const char *const parts[] = { "launch", "start", "sync" };
  static int served[] = { MEMORY };
  double value[G_N_ELEMENTS(parts)], error = 0, sum = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autofree char *name = g_strdup_printf("device.%s.%s", way, parts[i]);
    const struct tn_measured *m = tn_calibration_find(c, name);
    value[i] = fmax(value_of(c, name), 0);
    error += m && isfinite(m->error) ? fabs(m->error * m->value) : 0;
    sum += value[i];
  }
  struct tn_fabric_place place = tn_fabric_place_of(tn_note(c, "%s0", way), TN_PLACE_ENGINE);
  place.launch = value[0];
  place.start = value[1];
  place.sync = value[2];
  place.moves = moves;
  place.n_serves = 1;
  place.serves = served;
  place.source = tn_note(c, "measured");
  place.note = tn_note(c,
                       "probe device-copy, pinned memory: start includes the lane's latency; sync "
                       "is of copies out; the driver reports %d engines",
                       n_engines);
  place.error = tn_in_digits(error / sum, 2);
  return place;
}

static struct tn_fabric_link lane(struct tn_calibration *c, const char *way, bool is_near)
{
  g_autofree char *name = g_strdup_printf("device.%s.rate", way);
  const struct tn_measured *m = tn_calibration_find(c, name);
  return (struct tn_fabric_link){
    .rate = value_of(c, name),
    .duplex = 1.0,
    .source = tn_note(c, "measured"),
    .note =
        tn_note(c, "probe device-copy, pinned memory, residual %.2g %%: latency is the engine's%s",
                100 * m->residual, is_near ? "" : "; hwloc does not know at which package"),
    .error = tn_in_digits(m->error, 2)
  };
}

void tn_calibration_conclude_device(struct tn_calibration *c,
                                    const struct tn_probe_machine *machine)
{
  const struct tn_device_facts *device = &machine->device;
  for (const struct tn_probe *probe = tn_probes; device->n == 0 && probe->name; probe++)
    for (int i = 0; tn_probe_is_of_device(probe) && probe->params[i]; i++)
      tn_calibration_omit(c, (enum tn_param)tn_param_find(probe->params[i]));
  if (device->n > 1)
    tn_remark(c, "Only the first of %d devices was measured, without links between them.",
              device->n);
  if (!tn_calibration_find(c, "device.out.rate") || !tn_calibration_find(c, "device.in.rate"))
    return;
  const struct tn_place_id memory = { TN_PLACE_MEMORY, MEMORY };
  struct tn_fabric *f = &c->fabric;
  f->n_places = N_PLACES;
  f->places = g_new(struct tn_fabric_place, N_PLACES);
  f->places[MEMORY] = memory_place(c, device->name);
  f->places[ENGINE_OUT] = engine_place(c, "out", device->n_engines, TN_MOVES_OUT);
  f->places[ENGINE_IN] = engine_place(c, "in", device->n_engines, TN_MOVES_IN);
  f->n_links = N_LINKS;
  f->links = g_new(struct tn_fabric_link, N_LINKS);
  f->links[0] = lane(c, "out", machine->device_is_near);
  f->links[1] = lane(c, "in", machine->device_is_near);
  f->links[0].from = f->links[1].to = memory;
  f->links[0].to = f->links[1].from = machine->device_end;
  /* The two directions together reach at least the larger of their rates and at most the sum. Files
   * accept shares of the sum from 0.5 on. */
  const double out = f->links[0].rate, in = f->links[1].rate, found = value_of(c, "device.duplex");
  const double least = ceil(1e3 * fmax(fmax(out, in) / (out + in), 0.5)) / 1e3;
  f->links[0].duplex = f->links[1].duplex =
      isnan(found) ? 1.0 : fmin(fmax(least, rint(1e3 * found) / 1e3), 1.0);
}
