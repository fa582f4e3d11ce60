#include "machine.h"

const char *const tn_place_words[TN_N_PLACE_KINDS] = {
#define TN_PLACE_WORD(number, word) word,
  TN_PLACE_KINDS(TN_PLACE_WORD)
#undef TN_PLACE_WORD
};

char *tn_fabric_name(const struct tn_fabric *fabric, struct tn_place_id place)
{
  if (place.kind > TN_PLACE_ADAPTER)
    return g_strdup(fabric->places[place.number].name);
  if (place.kind == TN_PLACE_ADAPTER)
    return g_strdup(tn_place_words[place.kind]);
  return g_strdup_printf("%s-%d", tn_place_words[place.kind], place.number);
}

char *tn_fabric_format(const struct tn_fabric *fabric)
{
  GString *text = g_string_new(NULL);
  for (int i = 0; i < fabric->n_places; i++) {
    const struct tn_fabric_place *place = &fabric->places[i];
    g_string_append_printf(text, "%s %s %.17g %.17g %d", place->name, tn_place_words[place->kind],
                           place->rate, place->launch, place->width);
    for (int j = 0; j < place->n_serves; j++)
      g_string_append_printf(text, " %s", fabric->places[place->serves[j]].name);
    g_string_append_c(text, '\n');
  }
  for (int i = 0; i < fabric->n_links; i++) {
    const struct tn_fabric_link *link = &fabric->links[i];
    g_autofree char *from = tn_fabric_name(fabric, link->from);
    g_autofree char *to = tn_fabric_name(fabric, link->to);
    g_string_append_printf(text, "%s>%s %.17g %.17g\n", from, to, link->rate, link->latency);
  }
  return g_string_free(text, FALSE);
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
