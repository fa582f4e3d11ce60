#include "line.h"

#include <math.h>
#include <string.h>

#include "base/grown.h"

static double larger(double a, double b)
{
  return a > b ? a : b;
}

double tn_line_price(double requester_owner, double requester_home, double home_owner)
{
  return larger(requester_owner, larger(requester_home, home_owner));
}

double tn_line_next(double latency, double mlp, double occupancy)
{
  return larger(latency / mlp, occupancy);
}

double tn_line_stream(double latency, double mlp, double line_size, double bytes)
{
  const double n = ceil(bytes / line_size);
  return n > 0 ? latency + (n - 1) * tn_line_next(latency, mlp, 0) : 0;
}

void tn_line_finish(struct tn_line *line)
{
  free(line->many);
}

static const struct tn_line_copy *copies_of(const struct tn_line *line)
{
  return line->max_copies ? line->many : &line->only;
}

static int home_of(const struct tn_line_law *law, const struct tn_line *line)
{
  return law->creator ? law->creator[line->owner] : line->owner;
}

/* Returns the cost of a line's transfer from rank `other` to rank `by`. Within one LLC the line's
 * home takes no part. */
static double leg(const struct tn_line_law *law, const double *prices, int by, int other, int home)
{
  const int direct = law->distance(law->context, by, other);
  if (direct <= law->llc_class || !law->creator)
    return prices[direct];
  return tn_line_price(prices[direct], prices[law->distance(law->context, by, home)],
                       prices[law->distance(law->context, home, other)]);
}

/* Returns the seconds to get exclusive access: the largest cost of a transfer from the owner or
 * from a rank with a copy. */
static double claim(const struct tn_line_law *law, const double *prices, const struct tn_line *line,
                    int by)
{
  const int home = home_of(law, line);
  double worst = by == line->owner ? 0.0 : leg(law, prices, by, line->owner, home);
  const struct tn_line_copy *copies = copies_of(line);
  for (int i = 0; i < line->n_copies; i++)
    if (copies[i].rank != by)
      worst = larger(worst, leg(law, prices, by, copies[i].rank, home));
  return worst;
}

static const struct tn_line_copy *copy_in(const struct tn_line_law *law, const struct tn_line *line,
                                          int llc)
{
  const struct tn_line_copy *copies = copies_of(line);
  for (int i = 0; i < line->n_copies; i++)
    if (law->llc[copies[i].rank] == llc)
      return &copies[i];
  return NULL;
}

static void make_room(struct tn_line *line)
{
  const bool had_many = line->max_copies > 0;
  line->max_copies = had_many ? 2 * line->max_copies : 4;
  line->many = tn_grown(line->many, (size_t)line->max_copies, sizeof *line->many);
  if (!had_many)
    line->many[0] = line->only;
}

static void add_copy(struct tn_line *line, int by, double arrival)
{
  const struct tn_line_copy copy = { by, arrival };
  if (line->n_copies == 0 && line->max_copies == 0) {
    line->only = copy;
    line->n_copies = 1;
    return;
  }
  if (line->n_copies >= line->max_copies)
    make_room(line);
  line->many[line->n_copies++] = copy;
}

/* Returns the seconds of a read. A read of a remotely shared line takes longer, at most as long as
 * a read from another package. If `overlaps`, returns only the time that does not overlap the
 * core's previous read. */
static double read_price(const struct tn_line_law *law, const struct tn_line *line, double price,
                         bool overlaps)
{
  const double remote = law->latency[law->remote_class];
  if (line->is_remote && price > 0.0 && remote > price)
    price += law->shared_remote * (remote - price);
  const double next = tn_line_next(price, law->mlp, law->occupancy);
  return overlaps && next < price ? next : price;
}

/* Reads the line from the cache of rank `mate`, which is under the same LLC as rank `by`. If the
 * line is remotely shared, the LLC asks the owner at each read, and such reads queue. */
static struct tn_line_fetch read_locally(const struct tn_line_law *law, struct tn_line *line,
                                         int by, int mate, double from, bool overlaps)
{
  const double price = mate == by ? 0.0 : law->latency[law->distance(law->context, by, mate)];
  double begin = from;
  if (line->is_remote && mate == line->owner && mate != by) {
    begin = larger(from, line->near_free);
    line->near_free = begin + law->shared_remote * law->occupancy;
  }
  return (struct tn_line_fetch){ begin, read_price(law, line, price, overlaps) };
}

static struct tn_line_fetch read_from_home(const struct tn_line_law *law, struct tn_line *line,
                                           int by, double from, bool overlaps)
{
  const double price = leg(law, law->latency, by, line->owner, home_of(law, line));
  const double begin = larger(from, line->free);
  line->free = begin + law->occupancy;
  return (struct tn_line_fetch){ begin, read_price(law, line, price, overlaps) };
}

struct tn_line_fetch tn_line_read(const struct tn_line_law *law, struct tn_line *line, int by,
                                  double now, bool overlaps)
{
  const double from = larger(now, line->since);
  if (by == line->owner)
    return (struct tn_line_fetch){ from, 0.0 };
  tn_line_poll(law, line, by);
  const bool in_owner_llc = law->llc[by] == law->llc[line->owner];
  const struct tn_line_copy *copy = copy_in(law, line, law->llc[by]);
  if (copy && (copy->rank == by || !in_owner_llc))
    return read_locally(law, line, by, copy->rank, larger(from, copy->arrival), overlaps);
  const struct tn_line_fetch f = in_owner_llc
                                     ? read_locally(law, line, by, line->owner, from, overlaps)
                                     : read_from_home(law, line, by, from, overlaps);
  if (!copy)
    add_copy(line, by, f.begin + f.seconds);
  return f;
}

double tn_line_write(const struct tn_line_law *law, struct tn_line *line, int by, double now,
                     double *store)
{
  if (by == line->owner && now < line->since) {
    *store = larger(*store, line->since);
    return *store;
  }
  const double price = claim(law, law->latency, line, by);
  line->since = larger(now + price, *store + (price > 0.0 ? price / law->mlp : 0.0));
  line->owner = by;
  line->n_copies = 0;
  line->is_remote = false;
  line->near_free = line->since;
  *store = line->since;
  return line->since;
}

double tn_line_add(const struct tn_line_law *law, struct tn_line *line, int by, double now)
{
  const int own = law->distance(law->context, by, by);
  const double price = larger(claim(law, law->atomic, line, by), law->atomic[own]);
  line->since = larger(larger(now, line->settled), line->since) + price;
  line->owner = by;
  line->n_copies = 0;
  line->is_remote = false;
  line->settled = line->since;
  return line->since;
}

void tn_line_poll(const struct tn_line_law *law, struct tn_line *line, int by)
{
  if (law->package[by] != law->package[home_of(law, line)])
    line->is_remote = true;
}

void tn_line_poll_again(const struct tn_line_law *law, struct tn_line *line, int by)
{
  const struct tn_line_fetch f = tn_line_read(law, line, by, line->since, false);
  line->settled = larger(line->settled, f.begin + f.seconds);
}

void tn_barrier_skew(int n, double (*price)(const void *context, int reader, int writer),
                     const void *context, double *ret)
{
  double *before = tn_grown(NULL, (size_t)n, sizeof *before);
  for (int r = 0; r < n; r++)
    ret[r] = 0.0;
  for (int distance = 1; distance < n; distance *= 2) {
    memcpy(before, ret, (size_t)n * sizeof *before);
    for (int r = 0; r < n; r++) {
      const int peer = (r - distance + n) % n;
      ret[r] = larger(before[r], before[peer] + price(context, r, peer));
    }
  }
  free(before);
  double first = n > 0 ? ret[0] : 0.0;
  for (int r = 1; r < n; r++)
    first = ret[r] < first ? ret[r] : first;
  for (int r = 0; r < n; r++)
    ret[r] -= first;
}
