#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "ranks.h"

G_DEFINE_QUARK(tn_real_error, tn_real_error)

void tn_rank_end(struct tn_real_rank *rank, enum tn_rank_phase phase, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(rank->state->message, TN_MESSAGE, format, args);
  va_end(args);
  atomic_store_explicit(&rank->state->phase, phase, memory_order_release);
  _exit(1);
}
