#include "advise/advise_plan.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "advise/cmd_advise_folder.h"
#include "advise/force.h"
#include "document/wrap.h"
#include "platform/data_files.h"
#include "platform/error.h"
#include "platform/quantity.h"

/* Source of the MPI program for the user's mpicc. */
static const struct tn_data programs = { "tools/advise", ".c", "TURNSTILE_ADVISE_PATH" };
static const char program[] = "measure";

static const struct tn_item *item_of(const struct tn_start_part *block, guint i)
{
  return tn_problem_item(block->problem, g_array_index(block->items, int, i));
}

char *tn_script_summary(const struct tn_start_part *block, bool is_named)
{
  int64_t least = G_MAXINT64, most = 0;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < block->items->len; i++) {
    const struct tn_row *row = item_of(block, i)->row;
    least = MIN(least, row->size);
    most = MAX(most, row->size);
    if (!g_ptr_array_find_with_equal_func(names, row->algorithm, g_str_equal, NULL))
      g_ptr_array_add(names, (void *)row->algorithm);
  }
  g_ptr_array_add(names, NULL);
  g_autofree char *low = tn_format_size((size_t)least), *high = tn_format_size((size_t)most);
  g_autofree char *list = is_named ? g_strjoinv(", ", (char **)names->pdata)
                                   : g_strdup_printf("%u choices", names->len - 1);
  return g_strdup_printf("%s %s%s%s: %s", block->problem->collective, low,
                         least < most ? " to " : "", least < most ? high : "", list);
}

/* Writes the start of measure.sh for one start of the program. */
static void add_head(GString *text, enum tn_target target, const struct tn_start *run)
{
  const struct tn_row *row = item_of(run->blocks->pdata[0], 0)->row;
  g_autofree char *platform = tn_shell_word(row->platform);
  g_string_append_printf(
      text,
      "#!/bin/sh\n"
      "# Measures what turnstile advise asks for, the most valuable first; it may be stopped at "
      "any\n"
      "# time. Then run the same turnstile advise again. MPICC, MPIRUN and MPIRUN_FLAGS may be "
      "set.\n"
      "set -e\n"
      "cd \"$(dirname \"$0\")\"\n"
      "\"${MPICC:-mpicc}\" -O2 -o measure measure.c\n"
      "run() { # NAME RANKS SETTING...\n"
      "  name=$1 ranks=$2\n"
      "  shift 2\n"
      "  env \"$@\" \"${MPIRUN:-mpirun}\" -n \"$ranks\" %s \\\n"
      "    %s$MPIRUN_FLAGS ./measure \"tasks-$name.txt\" %s >\"measured/$name.part\"\n"
      "  mv \"measured/$name.part\" \"measured/$name.csv\"\n"
      "}\n",
      tn_force_flags(target, row->transport),
      tn_force_switches(target) ? "--mca coll_tuned_use_dynamic_rules 1 " : "", platform);
}

bool tn_script_write(const char *folder, enum tn_target target, const GPtrArray *runs, guint round,
                     GError **error)
{
  g_autoptr(GString) script = g_string_new(NULL);
  if (runs->len == 0) {
    g_autofree char *file = g_build_filename(folder, "measure.sh", NULL);
    (void)g_unlink(file);
    return true;
  }
  add_head(script, target, runs->pdata[0]);
  for (guint i = 0; i < runs->len; i++) {
    const struct tn_start *run = runs->pdata[i];
    g_autofree char *name =
        run->only ? g_strdup_printf("%u-%" G_GINT64_FORMAT "-%u", round, (gint64)run->ranks, i + 1)
                  : g_strdup_printf("%u-%" G_GINT64_FORMAT, round, (gint64)run->ranks);
    g_autoptr(GString) tasks = g_string_new(NULL);
    g_autofree char *file = g_strdup_printf("tasks-%s.txt", name);
    g_string_append_printf(script, "\n# about %.0f s\n", ceil(run->seconds));
    for (guint b = 0; b < run->blocks->len; b++) {
      g_autofree char *summary = tn_script_summary(run->blocks->pdata[b], true);
      g_string_append_printf(script, "# %s\n", summary);
      const struct tn_start_part *block = run->blocks->pdata[b];
      for (guint k = 0; k < block->items->len; k++) {
        const struct tn_row *row = item_of(block, k)->row;
        const double time = exp(block->problem->now.mean[g_array_index(block->items, int, k)]);
        g_autofree char *force = tn_force_of(target, row);
        const char *element = tn_values_get(row->overrides, "type");
        g_string_append_printf(tasks, "%s\t%s\t%s\t%s\t%s\t%s\t%" G_GINT64_FORMAT "\t%d\t%s\t%s\n",
                               row->collective, row->algorithm, row->params->text, row->mechanism,
                               row->transport, row->buffers, (gint64)row->size, tn_calls_for(time),
                               element ? element : "float32",
                               tn_force_switches(target) ? force : "");
      }
    }
    g_autofree char *force = run->only ? tn_force_of(target, run->only->row) : g_strdup("");
    g_string_append_printf(script, "run %s %" G_GINT64_FORMAT "%s%s\n", name, (gint64)run->ranks,
                           *force ? " " : "", force);
    if (!tn_folder_write(folder, file, tasks->str, error))
      return false;
  }
  g_autofree char *file = tn_data_find(&programs, program), *text = NULL;
  g_autoptr(GError) why = NULL;
  if (!file || !g_file_get_contents(file, &text, NULL, &why))
    return tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "advise: %s.c: %s", program,
                     why ? why->message : "not found with the platforms");
  return tn_folder_write(folder, "measure.c", text, error) &&
         tn_folder_write(folder, "measure.sh", script->str, error);
}
