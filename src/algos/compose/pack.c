#include "pack.h"

/* How many members from the i-th on have consecutive ranks. */
static int stretch(const struct tn_partition *p, int group, int i)
{
  const int *members = p->member + p->first[group];
  const int size = tn_partition_size(p, group);
  int n = 1;
  while (i + n < size && members[i + n] == members[i] + n)
    n++;
  return n;
}

static void move_groups(struct tn_strand *r, const struct tn_composition *c, enum tn_buf buf,
                        bool packs)
{
  const struct tn_partition *p = &c->groups;
  const size_t block = c->call.block;
  for (int g = 0; g < p->n_groups; g++) {
    for (int i = 0, n; i < tn_partition_size(p, g); i += n) {
      n = stretch(p, g, i);
      const size_t by_rank = (size_t)p->member[p->first[g] + i] * block;
      const size_t by_group = c->pack + ((size_t)g * (size_t)p->largest + (size_t)i) * block;
      const struct tn_span in_order = { r->call->rank, buf, by_rank, (size_t)n * block };
      const struct tn_span packed = { r->call->rank, TN_TEMP, by_group, (size_t)n * block };
      tn_move(r, packs ? packed : in_order, packs ? in_order : packed);
    }
  }
}

void tn_pack_groups(struct tn_strand *r, const struct tn_composition *c, enum tn_buf buf)
{
  move_groups(r, c, buf, true);
}

void tn_unpack_groups(struct tn_strand *r, const struct tn_composition *c, enum tn_buf buf)
{
  move_groups(r, c, buf, false);
}

static struct tn_span blocks_at(const struct tn_strand *r, const struct tn_composition *c,
                                size_t area, size_t i, int n)
{
  return (struct tn_span){ r->call->rank, TN_TEMP, area + i * c->call.block,
                           (size_t)n * c->call.block };
}

void tn_pack_exchange(struct tn_strand *r, const struct tn_composition *c)
{
  const struct tn_partition *p = &c->groups;
  const size_t largest = (size_t)p->largest;
  const int own = p->group[r->call->rank];
  for (int i = 0; i < tn_partition_size(p, own); i++) {
    for (int g = 0; g < p->n_groups; g++) {
      for (int j = 0, n; j < tn_partition_size(p, g); j += n) {
        n = stretch(p, g, j);
        const size_t rank = (size_t)p->member[p->first[g] + j];
        const size_t from = (size_t)i * (size_t)p->n_ranks + rank;
        const size_t to = ((size_t)g * largest + (size_t)i) * largest + (size_t)j;
        tn_move(r, blocks_at(r, c, tn_pack_second(c), to, n), blocks_at(r, c, c->pack, from, n));
      }
    }
  }
}

void tn_unpack_exchange(struct tn_strand *r, const struct tn_composition *c)
{
  const struct tn_partition *p = &c->groups;
  const size_t largest = (size_t)p->largest;
  const int own = p->group[r->call->rank];
  for (int j = 0; j < tn_partition_size(p, own); j++) {
    for (int from = 0; from < p->n_ranks; from++) {
      const size_t sender = (size_t)p->group[from] * largest + (size_t)p->index[from];
      const size_t to = (size_t)j * (size_t)p->n_ranks + (size_t)from;
      tn_move(r, blocks_at(r, c, tn_pack_second(c), to, 1),
              blocks_at(r, c, c->pack, sender * largest + (size_t)j, 1));
    }
  }
}
