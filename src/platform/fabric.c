#include "machine.h"
#include "quantity.h"

#include <math.h>

const char *const tn_place_words[TN_N_PLACE_KINDS] = {
#define TN_PLACE_WORD(number, word) word,
  TN_PLACE_KINDS(TN_PLACE_WORD)
#undef TN_PLACE_WORD
};

bool tn_place_is_same(struct tn_place_id a, struct tn_place_id b)
{
  return a.kind == b.kind && a.number == b.number;
}

int tn_fabric_find_link(const struct tn_fabric *fabric, struct tn_place_id from,
                        struct tn_place_id to)
{
  for (int i = 0; i < fabric->n_links; i++)
    if (tn_place_is_same(fabric->links[i].from, from) && tn_place_is_same(fabric->links[i].to, to))
      return i;
  return -1;
}

int tn_fabric_back(const struct tn_fabric *fabric, int link)
{
  return tn_fabric_find_link(fabric, fabric->links[link].to, fabric->links[link].from);
}

char *tn_fabric_name(const struct tn_fabric *fabric, struct tn_place_id place)
{
  if (place.kind > TN_PLACE_ADAPTER)
    return g_strdup(fabric->places[place.number].name);
  if (place.kind == TN_PLACE_ADAPTER)
    return g_strdup(tn_place_words[place.kind]);
  return g_strdup_printf("%s-%d", tn_place_words[place.kind], place.number);
}

const char *const tn_moves_words[] = { "out", "in", "both", NULL };

static char *place_value(const struct tn_fabric *fabric, const struct tn_fabric_place *place)
{
  GString *text = g_string_new(tn_place_words[place->kind]);
  g_autofree char *rate = tn_format_rate(place->rate);
  if (isfinite(place->rate))
    g_string_append_printf(text, " rate=%s", rate);
  if (place->kind == TN_PLACE_ENGINE) {
    g_autofree char *launch = tn_format_time(place->launch), *start = tn_format_time(place->start);
    g_autofree char *sync = tn_format_time(place->sync);
    g_string_append_printf(text, " launch=%s", launch);
    if (place->start > 0.0)
      g_string_append_printf(text, " start=%s", start);
    if (place->sync > 0.0)
      g_string_append_printf(text, " sync=%s", sync);
    g_string_append_printf(text, " width=%d", place->width);
    if (place->moves != TN_MOVES_BOTH)
      g_string_append_printf(text, " moves=%s", tn_moves_words[place->moves - 1]);
  }
  for (int i = 0; i < place->n_serves; i++)
    g_string_append_printf(text, "%s%s",
                           i > 0 ? "+" : " serves=", fabric->places[place->serves[i]].name);
  return g_string_free(text, FALSE);
}

struct tn_param_value tn_fabric_item(const struct tn_fabric *fabric, int i, char **ret_id,
                                     char **ret_value)
{
  if (i < fabric->n_places) {
    const struct tn_fabric_place *place = &fabric->places[i];
    *ret_id = g_strconcat("place.", place->name, NULL);
    *ret_value = place_value(fabric, place);
    return (struct tn_param_value){ place->rate, place->source, place->note, place->error };
  }
  const struct tn_fabric_link *link = &fabric->links[i - fabric->n_places];
  g_autofree char *from = tn_fabric_name(fabric, link->from);
  g_autofree char *to = tn_fabric_name(fabric, link->to);
  *ret_id = g_strdup_printf("link.%s>%s", from, to);
  g_autofree char *rate = tn_format_rate(link->rate), *time = tn_format_time(link->latency);
  GString *text = g_string_new(rate);
  if (link->latency > 0.0)
    g_string_append_printf(text, " %s", time);
  if (link->duplex < 1.0)
    g_string_append_printf(text, " duplex=%.15g", link->duplex);
  *ret_value = g_string_free(text, FALSE);
  return (struct tn_param_value){ link->rate, link->source, link->note, link->error };
}

char *tn_fabric_format(const struct tn_fabric *fabric)
{
  GString *text = g_string_new(NULL);
  for (int i = 0; i < fabric->n_places + fabric->n_links; i++) {
    g_autofree char *id = NULL, *value = NULL;
    tn_fabric_item(fabric, i, &id, &value);
    g_string_append_printf(text, "%s %s\n", id, value);
  }
  return g_string_free(text, FALSE);
}

struct tn_fabric_place tn_fabric_place_of(char *name, enum tn_place_kind kind)
{
  return (struct tn_fabric_place){
    .name = name, .kind = kind, .rate = INFINITY, .width = 1, .moves = TN_MOVES_BOTH, .error = NAN
  };
}

void tn_fabric_place_clear(struct tn_fabric_place *place)
{
  g_free(place->name);
  g_free(place->serves);
  g_free(place->source);
  g_free(place->note);
}

void tn_fabric_link_clear(struct tn_fabric_link *link)
{
  g_free(link->source);
  g_free(link->note);
}

void tn_fabric_finish(struct tn_fabric *fabric)
{
  for (int i = 0; i < fabric->n_places; i++)
    tn_fabric_place_clear(&fabric->places[i]);
  for (int i = 0; i < fabric->n_links; i++)
    tn_fabric_link_clear(&fabric->links[i]);
  g_free(fabric->places);
  g_free(fabric->links);
  *fabric = (struct tn_fabric){ 0 };
}
