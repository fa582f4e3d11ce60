/* Writers of formats for programs (CSV, JSON, OSU), and the choice of a writer by format. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document/wrap.h"
#include "figure/palette.h"
#include "plan/expand.h"
#include "plan/user_file.h"
#include "rows_files.h"
#include "signals.h"
#include "study/study_rows.h"

/* Flushes the output and records where its last whole row ends. */
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
  g_autoptr(GPtrArray) row = tn_rows_new();
  g_autofree char *header = tn_rows_csv(row);
  if (first == 0 && end > 0) {
    fputs(header, w->file);
    mark_whole(w);
  }
  for (guint i = first; i < end; i++) {
    if (results->outcome[i].state != TN_DONE)
      continue;
    g_ptr_array_set_size(row, 0);
    g_ptr_array_add(row, tn_row_take(results, i));
    g_autofree char *text = tn_rows_csv(row);
    fputs(text + strlen(header), w->file);
    mark_whole(w);
  }
}

static struct tn_document *json_end(struct tn_writer *w, const struct tn_results *results)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  struct tn_document *d = tn_document_new(w->format);
  tn_rows_take(rows, results);
  tn_document_rows(d, NULL, tn_rows_cells(rows));
  return d;
}

static bool same_table(const struct tn_point *a, const struct tn_point *b)
{
  return a->setup == b->setup && a->backing == b->backing && a->buffers == b->buffers &&
         strcmp(a->mapping, b->mapping) == 0 && a->call.root == b->call.root &&
         a->mechanism == b->mechanism && a->algorithm == b->algorithm &&
         a->call.n_ranks == b->call.n_ranks &&
         memcmp(a->call.params, b->call.params, sizeof(a->call.params)) == 0;
}

/* Returns true if point i is the first point with a row in its OSU table. */
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
    if (opens_table(results, i)) {
      const bool full = tn_source_has_calls(results->source);
      g_autofree char *params = tn_point_params(p);
      fprintf(w->file, "\n# OSU MPI %s Latency Test v5.9\n",
              tn_collectives[p->call.collective].title);
      g_autofree char *context = tn_point_context(p);
      fprintf(w->file, "# turnstile: platform %s, kernel %s, backing %s%s, %d ranks, %s%s%s\n",
              tn_platform_name(p->setup->platform), tn_kernel_of(results, p),
              tn_backing_names[p->backing], context, p->call.n_ranks, p->algorithm->name,
              *params ? " " : "", params);
      fprintf(w->file, "%-10s%20s", "# Size", "Avg Latency(us)");
      if (full)
        fprintf(w->file, "%20s%20s%12s", "Min Latency(us)", "Max Latency(us)", "Iterations");
      fputc('\n', w->file);
    }
    fprintf(w->file, "%-10zu%20.2f", p->call.block, r->avg * 1e6);
    if (tn_source_has_calls(results->source))
      fprintf(w->file, "%20.2f%20.2f%12d", r->min * 1e6, r->max * 1e6,
              tn_study_calls(results->plan->study, i));
    fputc('\n', w->file);
    mark_whole(w);
  }
}

/* Initialises the writer for the format of the options, without opening a file. */
static bool find_writer(struct tn_writer *w, const struct tn_options *s, GError **error)
{
  static const char *const names[] = { "text", "csv", "json", "markdown", "html", "osu", NULL };
  static const struct tn_writer writers[] = { { .ask = tn_blocks_ask, .end = tn_blocks_write },
                                              { .rows = csv_rows },
                                              { .end = json_end },
                                              { .ask = tn_blocks_ask, .end = tn_blocks_write },
                                              { .ask = tn_blocks_ask, .end = tn_blocks_write },
                                              { .rows = osu_rows } };
  int found;
  if (!tn_read_name(s, TN_OPT_FORMAT, names, &found, error))
    return false;
  *w = writers[found];
  w->format = (enum tn_output)found;
  return tn_objective_read(s, &w->objective, error);
}

bool tn_writer_init(struct tn_writer *w, const struct tn_options *s, GError **error)
{
  return find_writer(w, s, error) && tn_writer_open(w, s, error);
}

/* Returns true if both names lead to the same regular file. */
static bool are_one(const char *a, const char *b)
{
  struct stat one, other;
  return stat(a, &one) == 0 && stat(b, &other) == 0 && S_ISREG(one.st_mode) &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* Returns true if the options name the file as a platform file. */
static bool is_platform(const struct tn_options *s, const char *name)
{
  const char *const texts[] = { s->platform, s->like };
  for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_auto(GStrv) words = g_strsplit(texts[i] ? texts[i] : "", ",", -1);
    for (char **word = words; *word; word++)
      if (are_one(name, *word))
        return true;
  }
  return false;
}

/* Returns true and *error if the program reads the file, because writing would destroy it. */
static bool is_read(const struct tn_options *s, const char *name, GError **error)
{
  g_autofree char *part = tn_save_part(name);
  return (is_platform(s, name) || tn_contents_has(name) || (part && tn_contents_has(part))) &&
         !tn_usage(error, "%s: it is read: name another file to write", name);
}

bool tn_writer_can_write(const struct tn_options *s, const char *name, GError **error)
{
  return !is_read(s, name, error) && (tn_save_check(name, error) || tn_usage_prefix(error, NULL));
}

bool tn_writer_check(const struct tn_options *s, GError **error)
{
  struct tn_writer unused;
  const char *name = s->output;
  return find_writer(&unused, s, error) && (!name || tn_writer_can_write(s, name, error));
}

bool tn_writer_check_all(const struct tn_options *s, unsigned command, GError **error)
{
  /* The --output of advise is a folder, not a file. */
  const char *const written[] = { command & TN_CMD_ADVISE ? NULL : s->output, s->timeline, s->seal,
                                  s->picture };
  for (size_t i = 0; i < G_N_ELEMENTS(written); i++)
    if (written[i] && !tn_save_check(written[i], error))
      return tn_usage_prefix(error, NULL);
  return true;
}

bool tn_writer_check_other(const struct tn_options *s, enum tn_option o, const char *name,
                           GError **error)
{
  const char *output = s->output;
  if (!name)
    return true;
  if (!tn_writer_can_write(s, name, error))
    return false;
  g_autofree char *part = tn_save_part(name), *other = output ? tn_save_part(output) : NULL;
  g_autofree char *path = part ? g_canonicalize_filename(part, NULL) : NULL;
  g_autofree char *path_of_output = other ? g_canonicalize_filename(other, NULL) : NULL;
  return !path || !other || (strcmp(path, path_of_output) != 0 && !are_one(output, name)) ||
         tn_usage(error, "%s: \"%s\" is the file of --output, too (name another one)",
                  tn_options_where(s, o), name);
}

/* Creates an empty FILE.part; uses stdout if `name` is NULL. */
static bool open_file(struct tn_writer *w, const struct tn_options *s, const char *name,
                      GError **error)
{
  w->name = name ? name : "standard output";
  w->save = (struct tn_save){ 0 };
  w->why = 0;
  w->is_partial = false;
  if (name && (is_read(s, name, error) || !tn_save_open(&w->save, name, error)))
    return tn_usage_prefix(error, NULL);
  w->file = name ? w->save.file : stdout;
  w->whole = w->save.part ? 0 : -1;
  return true;
}

bool tn_writer_open(struct tn_writer *w, const struct tn_options *s, GError **error)
{
  return open_file(w, s, s->output, error);
}

bool tn_writer_write_to(const struct tn_options *s, const char *name, const char *text,
                        GError **error)
{
  struct tn_writer w = { 0 };
  if (!open_file(&w, s, name, error))
    return false;
  fputs(text, w.file);
  return tn_writer_finish(&w, error);
}

bool tn_writer_write(const struct tn_options *s, const char *text, GError **error)
{
  return tn_writer_write_to(s, s->output, text, error);
}

void tn_page_write(FILE *out, const struct tn_options *s, struct tn_document *d)
{
  g_autofree char *title = tn_command_text(g_get_prgname(), s->words);
  g_autofree char *colours = tn_palette_sheet();
  tn_document_title(d, title, colours);
  tn_document_write(out, d);
}

bool tn_writer_print(const struct tn_options *s, struct tn_document *d, GError **error)
{
  struct tn_writer w = { 0 };
  if (!tn_writer_open(&w, s, error)) {
    tn_document_free(d);
    return false;
  }
  tn_page_write(w.file, s, d);
  return tn_writer_finish(&w, error);
}

/* Closes the file after a write error and removes an incomplete last row. */
static bool close_torn(struct tn_writer *w)
{
  struct stat info;
  const bool cuts =
      w->rows && w->whole >= 0 && fstat(fileno(w->file), &info) == 0 && S_ISREG(info.st_mode);
  const int fd = cuts ? dup(fileno(w->file)) : -1;
  if (w->save.file)
    tn_save_close(&w->save, w->rows ? TN_SAVE_LEAVE : TN_SAVE_DISCARD, NULL);
  else
    fclose(w->file);
  if (fd >= 0 && ftruncate(fd, w->whole) == 0)
    close(fd);
  return false;
}

/* Closes a file that was written without errors. Keeps FILE.part if rows are missing. */
static bool close_whole(struct tn_writer *w, GError **error)
{
  const bool is_left = w->is_partial || tn_signal_caught;
  const enum tn_save_end unfinished = w->rows || w->end ? TN_SAVE_LEAVE : TN_SAVE_DISCARD;
  g_autofree char *part = g_strdup(w->save.part);
  if (!w->save.file)
    return fclose(w->file) == 0;
  const bool ok = tn_save_close(&w->save, is_left ? unfinished : TN_SAVE_REPLACE, error);
  w->is_left = is_left && part && access(part, F_OK) == 0;
  if (w->is_left)
    tn_print_message("%s; the finished rows are in %s",
                     tn_signal_caught ? "interrupted" : "not every point has a row", part);
  return ok;
}

bool tn_writer_finish(struct tn_writer *w, GError **error)
{
  g_autoptr(GError) cause = NULL;
  errno = 0;
  const bool failed = ferror(w->file) != 0;
  const bool lost = fflush(w->file) != 0;
  const int why = w->why ? w->why : errno;
  if ((failed || lost) && w->file == stdout)
    tn_signals_end_unread();
  if (failed || lost ? close_torn(w) : close_whole(w, &cause))
    return true;
  if (cause)
    g_propagate_error(error, g_steal_pointer(&cause));
  else
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: not everything could be written%s%s",
                w->name, why ? ": " : "", why ? g_strerror(why) : "");
  return false;
}
