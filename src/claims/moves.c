/* A parameter moved by its stated error: what a verdict owes to a number that is known no better.
 */
#include "board.h"

#include <math.h>
#include <string.h>

#include "platform/params.h"
#include "study/setup.h"

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

/* With three digits: so that a user who sets what is shown gets what is meant. */
static double shortened(double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return g_ascii_strtod(g_ascii_formatd(text, sizeof text, "%.3g", value), NULL);
}

double tn_param_moved(enum tn_param p, double value, double error, bool up)
{
  const struct tn_param_info *info = &tn_params[p];
  const bool is_share = info->unit == TN_UNIT_NONE && info->max <= 1.0;
  const bool is_whole = info->unit == TN_UNIT_COUNT || info->unit == TN_UNIT_BYTES;
  const double factor = up ? 1.0 + error : 1.0 / (1.0 + error);
  const double other = is_share ? value + (up ? error : -error) : value * factor;
  return CLAMP(is_whole ? round(other) : shortened(other), info->min, info->max);
}

bool tn_move_can_flip(const struct tn_move *move, const struct tn_judgement *stock)
{
  return (stock->stock == TN_HOLDS || stock->stock == TN_FAILS) && stock->room <= move->factor;
}
