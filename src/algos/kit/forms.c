#include "forms.h"

bool tn_form_copies_at_once(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_copy(s, 1, (double)call->block, call->n_ranks - 1);
  return true;
}

bool tn_form_copies_in_turn(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_copy(s, call->n_ranks - 1, (double)call->block, 1);
  return true;
}

bool tn_form_throttled(struct tn_steps *s, int64_t copiers, double bytes, int64_t k)
{
  if (k < 1)
    return false;
  tn_steps_copy(s, (double)(copiers / k), bytes, (int)(k < copiers ? k : copiers));
  tn_steps_copy(s, copiers % k > 0, bytes, (int)(copiers % k));
  return true;
}

bool tn_form_copies_throttled(const struct tn_call *call, struct tn_steps *s)
{
  return tn_form_throttled(s, call->n_ranks - 1, (double)call->block, call->params[0]);
}

bool tn_form_messages_in_turn(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_send(s, call->n_ranks - 1, (double)call->block);
  return true;
}

bool tn_form_sums_in_turn(const struct tn_call *call, struct tn_steps *s)
{
  s->is_reduced = true;
  return tn_form_messages_in_turn(call, s);
}

bool tn_form_messages_double(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_double(s, TN_STEP_MESSAGE, call->n_ranks, (double)call->block);
  return true;
}
