#include "real_phases.h"

void tn_phase_record(struct tn_strand *r, struct tn_real_phase phase)
{
  struct tn_real_rank *rank = tn_real_strand_of(r)->rank;
  const struct tn_real_run *run = rank->run;
  if (!run->phases || rank->state->n_phases == TN_MAX_PHASES || r != &rank->strand.base)
    return;
  const size_t at = (size_t)rank->number * TN_MAX_PHASES + (size_t)rank->state->n_phases++;
  phase.to = tn_clock_now();
  run->phases[at] = phase;
}

void tn_phase_end(struct tn_strand *r, const char *name, double from)
{
  tn_phase_end_copy(r, name, from, -1, 0);
}

void tn_phase_end_copy(struct tn_strand *r, const char *name, double from, int peer, size_t bytes)
{
  tn_phase_progress(r);
  tn_phase_record(r, (struct tn_real_phase){
                         .name = name, .from = from, .peer = peer, .slot = -1, .bytes = bytes });
}

void tn_phase_post(struct tn_strand *r, int rank, int slot, uint64_t value)
{
  tn_phase_record(
      r,
      (struct tn_real_phase){
          .name = "post", .from = tn_phase_begin(r), .peer = rank, .slot = slot, .value = value });
}
