/* A parameter moved by its stated error: what a verdict owes to a number that is known no better.
 */
#include "board.h"

#include <string.h>

#include "platform/params.h"

void tn_move_free(void *data)
{
  struct tn_move *move = data;
  g_free(move->points);
  g_free(move);
}

bool tn_move_concerns(const struct tn_move *move, const GArray *asked)
{
  for (guint i = 0; i < asked->len; i++)
    if (move->points[g_array_index(asked, guint, i)] != TN_NOT_MOVED)
      return true;
  return false;
}

char *tn_move_text(const struct tn_move *move, const struct tn_claim *claim)
{
  const char *machine = tn_platform_name(move->from->platform);
  const bool is_own = strcmp(machine, claim->platform) == 0;
  g_autofree char *to = tn_param_format(move->param, move->to->values[move->param]);
  return g_strdup_printf("%s=%s%s%s", tn_params[move->param].name, to, is_own ? "" : " on ",
                         is_own ? "" : machine);
}

bool tn_move_can_flip(const struct tn_move *move, const struct tn_judgement *stock)
{
  return (stock->stock == TN_HOLDS || stock->stock == TN_FAILS) && stock->room <= move->factor;
}
