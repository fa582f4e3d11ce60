/* The formats for programs: CSV, JSON, OSU; and the choice among all. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contents.h"
#include "plan/expand.h"
#include "rows.h"
#include "signals.h"
#include "study/study_rows.h"

static bool is_regular(int fd)
{
  struct stat info;
  return fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

/* Whether another process writes to the open file; if not, this one holds it until it is closed. */
static bool is_locked(int fd)
{
  return is_regular(fd) && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

/* What is written so far is whole, if it reaches the file. */
static void mark_whole(struct tn_writer *w)
{
  const bool failed = fflush(w->file) != 0;
  if (failed && !w->why)
    w->why = errno;
  if (failed && w->file == stdout)
    tn_signals_end_unread();
  if (!failed && !ferror(w->file))
    w->whole = lseek(fileno(w->file), 0, SEEK_CUR);
}

static void csv_rows(struct tn_writer *w, const struct tn_results *results, guint first, guint end)
{
  if (first == 0 && end > 0 && !w->has_header) {
    tn_rows_write_header(w->file);
    mark_whole(w);
  }
  for (guint i = first; i < end; i++) {
    if (results->outcome[i].state != TN_DONE)
      continue;
    struct tn_row *row = tn_row_take(results, i);
    tn_row_write_csv(w->file, row);
    tn_row_free(row);
    mark_whole(w);
  }
}

static void json_end(struct tn_writer *w, const struct tn_results *results)
{
  bool any = false;
  fputs("[\n", w->file);
  for (guint i = 0; i < tn_study_n(results->plan->study); i++) {
    if (results->outcome[i].state != TN_DONE)
      continue;
    struct tn_row *row = tn_row_take(results, i);
    if (any)
      fputs(",\n", w->file);
    tn_row_write_json(w->file, row);
    tn_row_free(row);
    any = true;
  }
  fputs(any ? "\n]\n" : "]\n", w->file);
}

/* Closed forms know no minimum and maximum: then OSU's short table, as without its -f. */
static void osu_header(FILE *file, const struct tn_results *results, const struct tn_point *p)
{
  const bool full = tn_source_has_calls(results->source);
  g_autofree char *params = tn_point_params(p);
  fprintf(file, "\n# OSU MPI %s Latency Test v5.9\n", tn_collectives[p->call.collective].title);
  g_autofree char *context = tn_point_context(p);
  fprintf(file, "# turnstile: platform %s, kernel %s, backing %s%s, %d ranks, %s%s%s\n",
          tn_platform_name(p->setup->platform), tn_kernel_of(results, p),
          tn_backing_names[p->backing], context, p->call.n_ranks, p->algorithm->name,
          *params ? " " : "", params);
  fprintf(file, "%-10s%20s", "# Size", "Avg Latency(us)");
  if (full)
    fprintf(file, "%20s%20s%12s", "Min Latency(us)", "Max Latency(us)", "Iterations");
  fputc('\n', file);
}

static bool same_table(const struct tn_point *a, const struct tn_point *b)
{
  return a->setup == b->setup && a->backing == b->backing && a->buffers == b->buffers &&
         strcmp(a->mapping, b->mapping) == 0 && a->call.root == b->call.root &&
         a->mechanism == b->mechanism && a->algorithm == b->algorithm &&
         a->call.n_ranks == b->call.n_ranks &&
         memcmp(a->call.params, b->call.params, sizeof(a->call.params)) == 0;
}

/* Whether point i is the first of its table that has a row. */
static bool opens_table(const struct tn_results *results, guint i)
{
  const struct tn_point *p = tn_study_point(results->plan->study, i);
  for (guint back = 1; back <= i && same_table(p, p - back); back++)
    if (results->outcome[i - back].state == TN_DONE)
      return false;
  return true;
}

static void osu_rows(struct tn_writer *w, const struct tn_results *results, guint first, guint end)
{
  for (guint i = first; i < end; i++) {
    const struct tn_point *p = tn_study_point(results->plan->study, i);
    const struct tn_sim_result *r = &results->outcome[i].result;
    if (results->outcome[i].state != TN_DONE)
      continue;
    if (opens_table(results, i))
      osu_header(w->file, results, p);
    fprintf(w->file, "%-10zu%20.2f", p->call.block, r->avg * 1e6);
    if (tn_source_has_calls(results->source))
      fprintf(w->file, "%20.2f%20.2f%12d", r->min * 1e6, r->max * 1e6,
              tn_study_calls(results->plan->study, i));
    fputc('\n', w->file);
    mark_whole(w);
  }
}

/* The writer of the format, without a file. */
static bool find_writer(struct tn_writer *w, const struct tn_settings *s, GError **error)
{
  static const char *const names[] = { "text", "csv", "json", "osu", NULL };
  static const struct tn_writer writers[] = { { .ask = tn_blocks_ask, .end = tn_blocks_write },
                                              { .rows = csv_rows },
                                              { .end = json_end },
                                              { .rows = osu_rows } };
  int found;
  if (!tn_read_name(s, TN_OPT_FORMAT, names, &found, error))
    return false;
  *w = writers[found];
  return tn_objective_read(s, &w->objective, error);
}

bool tn_writer_init(struct tn_writer *w, const struct tn_settings *s, GError **error)
{
  return find_writer(w, s, error) && tn_writer_open(w, s, error);
}

/* Whether two names are those of one regular file. */
static bool are_one(const char *a, const char *b)
{
  struct stat one, other;
  return stat(a, &one) == 0 && stat(b, &other) == 0 && S_ISREG(one.st_mode) &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* Whether the file is one of the platform files that are named. */
static bool is_platform(const struct tn_settings *s, const char *name)
{
  static const enum tn_option options[] = { TN_OPT_PLATFORM, TN_OPT_LIKE };
  for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
    const char *text = tn_settings_get(s, options[i]);
    g_auto(GStrv) words = g_strsplit(text ? text : "", ",", -1);
    for (char **word = words; *word; word++)
      if (are_one(name, *word))
        return true;
  }
  return false;
}

/* Writing to the file would destroy what is read. */
static bool is_read(const struct tn_settings *s, const char *name, GError **error)
{
  return (is_platform(s, name) || tn_contents_has(name)) &&
         !tn_usage(error, "%s: it is read: name another file to write", name);
}

bool tn_writer_check(const struct tn_settings *s, GError **error)
{
  struct tn_writer unused;
  const char *name = tn_settings_get(s, TN_OPT_OUTPUT);
  if (!find_writer(&unused, s, error))
    return false;
  if (!name)
    return true;
  if (is_read(s, name, error))
    return false;
  g_autofree char *folder = g_path_get_dirname(name);
  const bool is_there = g_file_test(name, G_FILE_TEST_EXISTS);
  const bool is_folder = g_file_test(name, G_FILE_TEST_IS_DIR);
  if (!is_folder && access(is_there ? name : folder, W_OK) == 0)
    return true;
  return tn_usage(error, "%s: cannot write there: %s", name,
                  g_strerror(is_folder ? EISDIR : errno));
}

/* A pipe is not opened: its reader would take that for the end. */
bool tn_writer_can_write(const struct tn_settings *s, const char *name, GError **error)
{
  struct stat info;
  if (is_read(s, name, error))
    return false;
  const bool is_pipe = stat(name, &info) == 0 && S_ISFIFO(info.st_mode);
  const int fd = is_pipe ? -1 : open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  const bool is_held = fd >= 0 && is_locked(fd);
  if (fd >= 0)
    close(fd);
  if (is_held)
    return tn_usage(error, "%s: another process is writing there", name);
  if (fd >= 0 || (is_pipe && access(name, W_OK) == 0))
    return true;
  return tn_usage(error, "%s: cannot write there: %s", name, g_strerror(errno));
}

bool tn_writer_check_other(const struct tn_settings *s, enum tn_option o, GError **error)
{
  const char *name = tn_settings_get(s, o), *output = tn_settings_get(s, TN_OPT_OUTPUT);
  struct stat info;
  if (!name)
    return true;
  const bool is_new = lstat(name, &info) != 0;
  if (!tn_writer_can_write(s, name, error))
    return false;
  if (!output || !are_one(output, name))
    return true;
  if (is_new)
    unlink(name);
  return tn_usage(error, "%s: \"%s\" is the file of --output, too (name another one)",
                  tn_settings_where(s, o), name);
}

/* Opens the file for writing and locks it, without cutting anything off. */
static bool open_locked(struct tn_writer *w, const char *name, GError **error)
{
  const int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  w->name = name;
  w->file = NULL;
  if (fd < 0)
    tn_usage(error, "%s: cannot write there: %s", name, g_strerror(errno));
  else if (tn_contents_were_of(fd))
    tn_usage(error, "%s: it is read: name another file to write", name);
  else if (is_locked(fd))
    tn_usage(error, "%s: another process is writing there", name);
  else
    w->file = fdopen(fd, "w");
  if (!w->file && fd >= 0)
    close(fd);
  return w->file != NULL;
}

/* Opens the file, which loses what it has; NULL: standard output. */
static bool open_file(struct tn_writer *w, const struct tn_settings *s, const char *name,
                      GError **error)
{
  w->whole = -1;
  w->why = 0;
  if (name)
    return !is_read(s, name, error) && open_locked(w, name, error) && tn_writer_cut(w, 0, error);
  w->name = "standard output";
  w->file = stdout;
  return true;
}

bool tn_writer_open(struct tn_writer *w, const struct tn_settings *s, GError **error)
{
  return open_file(w, s, tn_settings_get(s, TN_OPT_OUTPUT), error);
}

bool tn_writer_write_to(const struct tn_settings *s, const char *name, const char *text,
                        GError **error)
{
  struct tn_writer w = { 0 };
  if (!open_file(&w, s, name, error))
    return false;
  fputs(text, w.file);
  return tn_writer_finish(&w, error);
}

bool tn_writer_write(const struct tn_settings *s, const char *text, GError **error)
{
  return tn_writer_write_to(s, tn_settings_get(s, TN_OPT_OUTPUT), text, error);
}

bool tn_writer_append(struct tn_writer *w, const char *file, GError **error)
{
  *w = (struct tn_writer){ .rows = csv_rows, .whole = -1 };
  return open_locked(w, file, error);
}

bool tn_writer_cut(struct tn_writer *w, goffset length, GError **error)
{
  if (!is_regular(fileno(w->file)))
    return true;
  w->has_header = length > 0;
  w->whole = length;
  if (ftruncate(fileno(w->file), length) == 0 && fseeko(w->file, length, SEEK_SET) == 0)
    return true;
  tn_usage(error, "%s: cannot write there: %s", w->name, g_strerror(errno));
  fclose(w->file);
  return false;
}

/* Closes the file, and cuts a torn row off it. */
static bool close_torn(struct tn_writer *w)
{
  const bool cuts = w->rows && w->whole >= 0 && is_regular(fileno(w->file));
  const int fd = cuts ? dup(fileno(w->file)) : -1;
  fclose(w->file);
  if (fd >= 0 && ftruncate(fd, w->whole) == 0)
    close(fd);
  return false;
}

bool tn_writer_finish(struct tn_writer *w, GError **error)
{
  errno = 0;
  const bool failed = ferror(w->file) != 0;
  const bool lost = fflush(w->file) != 0;
  const int why = w->why ? w->why : errno;
  if ((failed || lost) && w->file == stdout)
    tn_signals_end_unread();
  if (failed || lost ? close_torn(w) : fclose(w->file) == 0)
    return true;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: not everything could be written%s%s",
              w->name, why ? ": " : "", why ? g_strerror(why) : "");
  return false;
}
