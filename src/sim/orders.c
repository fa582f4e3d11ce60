#include "orders.h"

#include <glib.h>
#include <string.h>

#include "algos/bench/verify.h"
#include "algos/kit/reduction.h"
#include "algos/registry.h"
#include "base/random.h"

/* First bytes of an element. It fits into the usual element (float32), so that cuts of vectors and
 * decisions of libraries do not change. */
typedef uint32_t tree_number;

/* A tree of additions: an operand, or the sum of two trees. */
struct tree {
  gint64 pair; /* both numbers of the summands, the left one in the upper half */
  tree_number number;
  uint64_t shape;     /* equal for trees whose floating-point sums are equal: a + b equals b + a */
  uint64_t operands;  /* sum of the codes of the operands' ranks */
  int first, last;    /* lowest and highest rank, if it has all ranks between them */
  bool in_rank_order; /* each sum joins neighbouring ranges of ranks */
};

/* Properties that one rank's results have in common. */
struct seen {
  uint64_t element; /* shape of the first element; 0: no result yet */
  uint64_t all;     /* shapes of all elements of the latest call */
  size_t n_elements;
};

struct tn_orders {
  GPtrArray *trees;  /* struct tree by number; number 0 is no tree, then the ranks' operands */
  GHashTable *sums;  /* pair -> struct tree */
  struct seen *seen; /* [n_ranks] */
  int n_ranks;
  size_t element;      /* bytes from one element to the next */
  bool all_get_result; /* true if the collective gives each rank the whole result */
  struct tn_sum_order found;
};

static uint64_t code_of(int rank)
{
  return tn_random_mix((uint64_t)rank + 1);
}

static struct tree *add_tree(struct tn_orders *o, struct tree tree)
{
  tree.number = o->trees->len;
  struct tree *own = g_memdup2(&tree, sizeof tree);
  g_ptr_array_add(o->trees, own);
  return own;
}

struct tn_orders *tn_orders_new(const struct tn_call *call)
{
  const int n_ranks = call->n_ranks;
  struct tn_orders *o = g_new0(struct tn_orders, 1);
  o->trees = g_ptr_array_new_with_free_func(g_free);
  o->sums = g_hash_table_new(g_int64_hash, g_int64_equal);
  o->seen = g_new0(struct seen, n_ranks);
  o->n_ranks = n_ranks;
  o->element = tn_type_size(call->type);
  o->all_get_result = call->collective == TN_ALLREDUCE || call->collective == TN_IALLREDUCE;
  o->found = (struct tn_sum_order){
    .is_uniform = true, .is_same_on_ranks = true, .in_rank_order = true, .is_repeated = true
  };
  add_tree(o, (struct tree){ 0 });
  for (int r = 0; r < n_ranks; r++)
    add_tree(o, (struct tree){ .shape = tn_random_mix(code_of(r)),
                               .operands = code_of(r),
                               .first = r,
                               .last = r,
                               .in_rank_order = true });
  return o;
}

void tn_orders_free(struct tn_orders *o)
{
  if (!o)
    return;
  g_hash_table_unref(o->sums);
  g_ptr_array_unref(o->trees);
  g_free(o->seen);
  g_free(o);
}

/* Returns the tree of an element; tree 0 if the element names none. */
static const struct tree *tree_at(const struct tn_orders *o, tree_number number)
{
  return o->trees->pdata[number < o->trees->len ? number : 0];
}

static tree_number sum_of(struct tn_orders *o, tree_number left, tree_number right)
{
  const struct tree *a = tree_at(o, left), *b = tree_at(o, right);
  const gint64 pair = (gint64)((uint64_t)left << 32 | right);
  const struct tree *known = g_hash_table_lookup(o->sums, &pair);
  if (!a->number || !b->number)
    return 0;
  if (known)
    return known->number;
  struct tree *sum = add_tree(
      o, (struct tree){ .pair = pair,
                        .shape =
                            tn_random_mix(a->shape + b->shape) ^ tn_random_mix(a->shape ^ b->shape),
                        .operands = a->operands + b->operands,
                        .first = MIN(a->first, b->first),
                        .last = MAX(a->last, b->last),
                        .in_rank_order = a->in_rank_order && b->in_rank_order &&
                                         (a->last + 1 == b->first || b->last + 1 == a->first) });
  g_hash_table_add(o->sums, sum);
  return sum->number;
}

void tn_orders_fill(const struct tn_orders *o, const struct tn_call *call, unsigned char *send,
                    unsigned char *recv)
{
  unsigned char *own = tn_contribution(call, call->rank) == TN_RECV ? recv : send;
  const tree_number operand = (tree_number)call->rank + 1;
  memset(recv, 0, tn_user_sizes(call).recv); /* no trees */
  for (size_t at = 0; at < tn_vector_bytes(call); at += o->element)
    memcpy(own + at, &operand, sizeof operand);
}

void tn_orders_sum(struct tn_orders *o, size_t len, unsigned char *dst, int n,
                   const unsigned char *const *src)
{
  tree_number left = 0, right = 0, sum = 0; /* the latest sum: neighbours often equal it */
  for (size_t at = 0; at < len; at += o->element) {
    tree_number all, next;
    memcpy(&all, src[0] + at, sizeof all);
    for (int i = 1; i < n; i++) {
      memcpy(&next, src[i] + at, sizeof next);
      if (all != left || next != right || !sum) {
        left = all;
        right = next;
        sum = sum_of(o, left, right);
      }
      all = sum;
    }
    memcpy(dst + at, &all, sizeof all);
  }
}

bool tn_orders_record(struct tn_orders *o, const struct tn_call *call, const unsigned char *recv,
                      size_t *ret_offset)
{
  const struct tn_expected sum = tn_verify_sum(call);
  struct seen *seen = &o->seen[call->rank], now = { .n_elements = sum.len / o->element };
  uint64_t operands = 0;
  for (int r = sum.first; r < sum.end; r++)
    operands += code_of(r);
  for (size_t at = 0; at < sum.len; at += o->element) {
    tree_number number;
    memcpy(&number, recv + at, sizeof number);
    const struct tree *tree = tree_at(o, number);
    *ret_offset = at;
    if (!tree->number || tree->operands != operands)
      return false;
    now.element = now.element ? now.element : tree->shape;
    now.all = tn_random_mix(now.all + tree->shape);
    o->found.is_uniform = o->found.is_uniform && tree->shape == now.element;
    o->found.in_rank_order = o->found.in_rank_order && tree->in_rank_order;
  }
  if (seen->element && seen->all != now.all)
    o->found.is_repeated = false;
  *seen = now;
  return true;
}

struct tn_sum_order tn_orders_summary(const struct tn_orders *o)
{
  struct tn_sum_order found = o->found;
  for (int r = 0; r < o->n_ranks; r++) {
    const struct seen *seen = &o->seen[r];
    if (o->all_get_result && seen->all != o->seen[0].all)
      found.is_same_on_ranks = false;
    found.all = tn_random_mix(found.all + seen->all + seen->n_elements);
    found.element = tn_random_mix(found.element + seen->element);
  }
  return found;
}
