/* Counts messages between ranks in the first call of a run, which is usually a warm-up call. Each
 * rank counts in its own part of the memory. */
#include "ranks.h"

void tn_message_count(struct tn_real_strand *s, int from, int to)
{
  const struct tn_real_rank *rank = s->rank;
  const bool is_out = from == rank->number;
  if (!rank->is_counting || from == to)
    return;
  struct tn_peer_messages *peer_messages =
      &s->run->peer_messages[rank->number * s->run->n_ranks + (is_out ? to : from)];
  if (is_out)
    peer_messages->out++;
  else
    peer_messages->in++;
}

void tn_messages_count(const struct tn_real_run *run, long long ret[TN_N_MESSAGE_CLASSES])
{
  const int n = run->n_ranks;
  for (int c = 0; c < TN_N_MESSAGE_CLASSES; c++)
    ret[c] = 0;
  for (int from = 0; from < n; from++)
    for (int to = 0; to < n; to++) {
      const long long all =
          (long long)run->peer_messages[from * n + to].out + run->peer_messages[to * n + from].in;
      /* Segments from one rank to another count as one message. */
      const bool is_one = run->point->bench.algorithm->runs->segmented && all > 0;
      ret[tn_message_class_of(tn_places_distance(run->point->places, from, to))] +=
          is_one ? 1 : all;
    }
}
