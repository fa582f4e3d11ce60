/* Paje's trace format, as ViTE and pj_dump read it (self-defined events, in the order of their
 * times, seconds): the node's packages contain ranks, a rank its strands; a strand's state is what
 * it does, links are hand-overs between strands, a variable counts the callers of a lock, and a
 * container of its own has the critical path. Paje has no negative times: 0 is when the first rank
 * entered. */
#include "timeline_record.h"

enum {
  DEFINE_CONTAINER,
  DEFINE_STATE,
  DEFINE_LINK,
  DEFINE_VARIABLE,
  DEFINE_VALUE,
  CREATE_CONTAINER,
  DESTROY_CONTAINER,
  SET_STATE,
  START_LINK,
  END_LINK,
  SET_VARIABLE
};

static const char header[] =
    "%EventDef PajeDefineContainerType 0\n%  Alias string\n%  Type string\n%  Name "
    "string\n%EndEventDef\n"
    "%EventDef PajeDefineStateType 1\n%  Alias string\n%  Type string\n%  Name "
    "string\n%EndEventDef\n"
    "%EventDef PajeDefineLinkType 2\n%  Alias string\n%  Type string\n%  StartContainerType "
    "string\n"
    "%  EndContainerType string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajeDefineVariableType 3\n%  Alias string\n%  Type string\n%  Name string\n"
    "%  Color color\n%EndEventDef\n"
    "%EventDef PajeDefineEntityValue 4\n%  Alias string\n%  Type string\n%  Name string\n"
    "%  Color color\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 5\n%  Time date\n%  Alias string\n%  Type string\n"
    "%  Container string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajeDestroyContainer 6\n%  Time date\n%  Name string\n%  Type string\n%EndEventDef\n"
    "%EventDef PajeSetState 7\n%  Time date\n%  Type string\n%  Container string\n%  Value string\n"
    "%EndEventDef\n"
    "%EventDef PajeStartLink 8\n%  Time date\n%  Type string\n%  Container string\n%  Value "
    "string\n"
    "%  StartContainer string\n%  Key string\n%EndEventDef\n"
    "%EventDef PajeEndLink 9\n%  Time date\n%  Type string\n%  Container string\n%  Value string\n"
    "%  EndContainer string\n%  Key string\n%EndEventDef\n"
    "%EventDef PajeSetVariable 10\n%  Time date\n%  Type string\n%  Container string\n"
    "%  Value double\n%EndEventDef\n";

/* A line with a time; lines of one time keep their order. */
struct event {
  long long time; /* picoseconds after the zero */
  guint order;
  char *text; /* what comes behind the time; owned */
  int kind;
};

struct page {
  FILE *file;
  const struct tn_timeline *t;
  GArray *events; /* struct event */
  long long first, last;
};

static void event_clear(void *data)
{
  g_free(((struct event *)data)->text);
}

static int by_time(gconstpointer a, gconstpointer b)
{
  const struct event *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

static void add(struct page *p, int kind, double time, const char *format, ...) G_GNUC_PRINTF(4, 5);

static void add(struct page *p, int kind, double time, const char *format, ...)
{
  struct event e = { .time = tn_timeline_picoseconds(p->t, time),
                     .order = p->events->len,
                     .kind = kind };
  va_list args;
  va_start(args, format);
  e.text = g_strdup_vprintf(format, args);
  va_end(args);
  p->first = MIN(p->first, e.time);
  p->last = MAX(p->last, e.time);
  g_array_append_val(p->events, e);
}

static void print_seconds(FILE *f, long long picoseconds)
{
  fprintf(f, "%lld.%012lld", picoseconds / 1000000000000, picoseconds % 1000000000000);
}

static void define_types(FILE *f)
{
  fprintf(f,
          "%d node 0 node\n%d package node package\n%d rank package rank\n%d strand rank strand\n",
          DEFINE_CONTAINER, DEFINE_CONTAINER, DEFINE_CONTAINER, DEFINE_CONTAINER);
  fprintf(f, "%d path node path\n", DEFINE_CONTAINER);
  fprintf(f, "%d does strand does\n%d leads path \"leads over\"\n%d noise rank noise\n",
          DEFINE_STATE, DEFINE_STATE, DEFINE_STATE);
  fprintf(f, "%d hands node strand strand \"hands over\"\n", DEFINE_LINK);
  fprintf(f, "%d callers rank \"callers of its locks\" \"0.8 0.2 0.2\"\n", DEFINE_VARIABLE);
}

/* A colour for each name, the same in every file. */
static void define_value(FILE *f, const char *type, const char *name)
{
  const guint hash = g_str_hash(name);
  fprintf(f, "%d \"%s\" %s \"%s\" \"0.%u 0.%u 0.%u\"\n", DEFINE_VALUE, name, type, name,
          2 + hash % 8, 2 + hash / 8 % 8, 2 + hash / 64 % 8);
}

static void define_values(const struct page *p)
{
  const GArray *lists[] = { p->t->slices, p->t->path };
  static const char *const types[] = { "does", "leads" };
  for (size_t l = 0; l < G_N_ELEMENTS(lists); l++) {
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    define_value(p->file, types[l], "idle");
    g_hash_table_add(known, (void *)"idle");
    for (guint i = 0; i < lists[l]->len; i++) {
      const struct tn_slice *s = &g_array_index(lists[l], struct tn_slice, i);
      if (g_hash_table_add(known, (void *)s->name))
        define_value(p->file, types[l], s->name);
    }
  }
  define_value(p->file, "noise", "noise");
  define_value(p->file, "noise", "none");
}

static void create(const struct page *p, const struct tn_places *places)
{
  g_autoptr(GHashTable) packages = g_hash_table_new(NULL, NULL);
  g_autoptr(GHashTable) strands = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  const int c = CREATE_CONTAINER;
  fprintf(p->file, "%d 0 n node 0 node\n%d 0 path path n \"critical path\"\n", c, c);
  for (int r = 0; r < places->n; r++) {
    const int package = places->package[r];
    if (g_hash_table_add(packages, GINT_TO_POINTER(package + 1)))
      fprintf(p->file, "%d 0 p%d package n \"package %d\"\n", c, package, package);
    fprintf(p->file, "%d 0 r%d rank p%d \"rank %d (core %d)\"\n", c, r, package, r,
            places->core[r]);
    fprintf(p->file, "%d 0 r%ds0 strand r%d \"rank %d\"\n", c, r, r, r);
  }
  for (guint i = 0; i < p->t->slices->len; i++) {
    const struct tn_lane lane = g_array_index(p->t->slices, struct tn_slice, i).lane;
    char *name = g_strdup_printf("r%ds%d", lane.rank, lane.index);
    if (lane.index > 0 && g_hash_table_add(strands, name))
      fprintf(p->file, "%d 0 %s strand r%d \"helper %d of rank %d\"\n", c, name, lane.rank,
              lane.index, lane.rank);
    else if (lane.index == 0)
      g_free(name);
  }
}

static void add_states(struct page *p)
{
  const GArray *slices = p->t->slices, *path = p->t->path;
  for (guint i = 0; i < slices->len; i++) {
    const struct tn_slice *s = &g_array_index(slices, struct tn_slice, i), *next = s + 1;
    const bool goes_on = i + 1 < slices->len && next->lane.rank == s->lane.rank &&
                         next->lane.index == s->lane.index && !(next->from > s->to);
    add(p, SET_STATE, s->from, "does r%ds%d \"%s\"", s->lane.rank, s->lane.index, s->name);
    if (!goes_on)
      add(p, SET_STATE, s->to, "does r%ds%d idle", s->lane.rank, s->lane.index);
  }
  for (guint i = path->len; i > 0; i--) {
    const struct tn_slice *s = &g_array_index(path, struct tn_slice, i - 1);
    add(p, SET_STATE, s->from, "leads path \"%s\"", s->name);
    if (i == 1)
      add(p, SET_STATE, s->to, "leads path idle");
  }
  for (guint i = 0; i < p->t->noises->len; i++) {
    const struct tn_timeline_noise *n = &g_array_index(p->t->noises, struct tn_timeline_noise, i);
    add(p, SET_STATE, n->from, "noise r%d noise", n->rank);
    add(p, SET_STATE, n->to, "noise r%d none", n->rank);
  }
}

static void add_links(struct page *p)
{
  for (guint i = 0; i < p->t->links->len; i++) {
    const struct tn_timeline_link *l = &g_array_index(p->t->links, struct tn_timeline_link, i);
    if (l->seen <= p->t->zero)
      continue;
    add(p, START_LINK, l->posted, "hands n %s r%ds%d k%u", l->way, l->from.rank, l->from.index, i);
    add(p, END_LINK, l->seen, "hands n %s r%ds%d k%u", l->way, l->to.rank, l->to.index, i);
  }
  for (guint i = 0; i < p->t->callers->len; i++) {
    const struct tn_timeline_callers *c =
        &g_array_index(p->t->callers, struct tn_timeline_callers, i);
    add(p, SET_VARIABLE, c->time, "callers r%d %d", c->rank, c->n);
  }
}

void tn_timeline_paje(FILE *f, const struct tn_timeline *t, const struct tn_places *places)
{
  struct page p = { .file = f, .t = t };
  p.events = g_array_new(FALSE, FALSE, sizeof(struct event));
  g_array_set_clear_func(p.events, event_clear);
  fputs(header, f);
  define_types(f);
  define_values(&p);
  create(&p, places);
  add_states(&p);
  add_links(&p);
  g_array_sort(p.events, by_time);
  for (guint i = 0; i < p.events->len; i++) {
    const struct event *e = &g_array_index(p.events, struct event, i);
    fprintf(f, "%d ", e->kind);
    print_seconds(f, e->time - p.first);
    fprintf(f, " %s\n", e->text);
  }
  fprintf(f, "%d ", DESTROY_CONTAINER);
  print_seconds(f, p.last - p.first);
  fputs(" n node\n", f);
  g_array_unref(p.events);
}
