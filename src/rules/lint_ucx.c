/* UCX's settings, as ucx.conf or an environment has them. Source: the tables of settings that
 * ucp_config_print shows (1.13), src/ucp/core/ucp_context.c, and trying. */
#include <string.h>

#include "lines.h"
#include "lint.h"
#include "study/usage.h"
#include "ucx_names.h"

/* Bytes of a line that UCX takes at once (INI_MAX_LINE, fgets). */
enum { LONGEST_LINE = 199 };

static const char *const thresholds[] = { "UCX_BCOPY_THRESH", "UCX_RNDV_THRESH",
                                          "UCX_RNDV_SEND_NBR_THRESH", "UCX_ZCOPY_THRESH", NULL };
static const char *const transports[] = {
  "all",      "sm",       "shm",       "mm",       "posix",    "sysv",      "xpmem",
  "cma",      "knem",     "self",      "tcp",      "ib",       "rc",        "rc_v",
  "rc_x",     "rc_verbs", "rc_mlx5",   "ud",       "ud_v",     "ud_x",      "ud_verbs",
  "ud_mlx5",  "dc",       "dc_x",      "dc_mlx5",  "ugni",     "ugni_smsg", "ugni_rdma",
  "ugni_udt", "cuda",     "cuda_copy", "cuda_ipc", "gdr_copy", "rocm",      "rocm_copy",
  "rocm_ipc", "rocm_gdr", "ze_copy",   "ze_ipc",   "ze_gdr",   "srd",       NULL
};
/* Those by which messages go within a node; cma and knem only copy. */
static const char *const carriers[] = { "all",  "sm",    "shm", "mm",  "posix",
                                        "sysv", "xpmem", "ib",  "tcp", NULL };
static const char *const schemes[] = { "auto",     "get_zcopy", "put_zcopy", "get_ppln",
                                       "put_ppln", "am",        "rkey_ptr",  NULL };

static bool is_threshold(const char *text)
{
  return strcmp(text, "auto") == 0 || tn_line_bytes(text, true) >= 0;
}

/* "64k", or, from 1.14 on, "intra:64k,inter:8k". */
static void check_threshold(GArray *flaws, const struct tn_config_line *line)
{
  g_auto(GStrv) items = g_strsplit(line->value, ",", -1);
  for (int i = 0; items[i] || i == 0; i++) {
    const char *item = items[i] ? items[i] : "";
    const bool is_part = g_str_has_prefix(item, "intra:") || g_str_has_prefix(item, "inter:");
    if (!is_threshold(is_part ? item + strlen("intra:") : item) || (items[1] && !is_part))
      tn_flaws_add(flaws, line->number,
                   "%s=%s: a number of bytes (65536, 64k), inf or auto should stand there; UCX "
                   "refuses to start",
                   line->name, line->value);
    if (!items[i])
      break;
  }
}

static void check_transports(GArray *flaws, const struct tn_config_line *line)
{
  const bool is_negative = *line->value == '^';
  g_auto(GStrv) items = g_strsplit(line->value + is_negative, ",", -1);
  bool carries = false, copies = false, has_self = false;
  for (int i = 0; items[i]; i++) {
    const char *name = items[i] + (*items[i] == '\\');
    carries = carries || tn_name_find(carriers, name) >= 0 || g_str_has_prefix(name, "rc") ||
              g_str_has_prefix(name, "ud") || g_str_has_prefix(name, "dc");
    copies = copies || strcmp(name, "cma") == 0 || strcmp(name, "knem") == 0;
    has_self = has_self || strcmp(name, "self") == 0 || strcmp(name, "all") == 0;
    if (tn_name_find(transports, name) >= 0)
      continue;
    g_autofree char *hint = tn_hint(name, transports);
    tn_flaws_add(flaws, line->number, "no transport \"%s\"%s: it is left out", name, hint);
  }
  if (is_negative)
    return;
  if (!carries)
    tn_flaws_add(flaws, line->number,
                 "%s: %sno transport for messages between processes (posix, sysv, sm)", line->value,
                 copies ? "cma and knem only copy, there is " : "");
  else if (!has_self)
    tn_flaws_add(flaws, line->number,
                 "%s: without self a process that sends to itself finds no transport", line->value);
}

static void check_setting(GArray *flaws, const struct tn_config_line *line, const char *name)
{
  g_autofree char *hint = tn_ucx_is_of_network(name) ? g_strdup("") : tn_hint(name, tn_ucx_names);
  if (!g_str_has_prefix(name, "UCX_"))
    tn_flaws_add(flaws, line->number, "\"%s\" does not begin with UCX_: it is never read", name);
  else if (strcmp(name, "UCX_TLS") == 0)
    check_transports(flaws, line);
  else if (tn_name_find(thresholds, name) >= 0)
    check_threshold(flaws, line);
  else if (strcmp(name, "UCX_RNDV_SCHEME") == 0 && tn_name_find(schemes, line->value) < 0)
    tn_flaws_add(flaws, line->number, "no scheme \"%s\": UCX refuses to start", line->value);
  else if (g_str_has_suffix(name, "_SEG_SIZE") && !is_threshold(line->value))
    tn_flaws_add(flaws, line->number, "%s=%s: a number of bytes should stand there", name,
                 line->value);
  else if (tn_name_find(tn_ucx_names, name) < 0 && *hint)
    tn_flaws_add(flaws, line->number, "%s is never read%s", name, hint);
}

/* Whether a shell reads the lines: one of them exports. */
static bool is_environment(const GPtrArray *lines)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_str_has_prefix(((const struct tn_config_line *)lines->pdata[i])->name, "export "))
      return true;
  return false;
}

void tn_lint_ucx(GArray *flaws, const char *text, gsize length)
{
  g_autoptr(GPtrArray) lines = tn_lines_read(text, length, true);
  const bool is_script = is_environment(lines);
  if (!is_script)
    tn_lines_check_length(flaws, text, length, LONGEST_LINE, "UCX");
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *line = lines->pdata[i];
    const struct tn_config_line *before = tn_lines_before(lines, i);
    if (line->is_more && !is_script) {
      tn_flaws_add(flaws, line->number,
                   "an indented line is taken for more of the setting before it");
      continue;
    }
    if (!line->value) {
      if (!line->is_section)
        tn_flaws_add(flaws, line->number, "neither NAME=VALUE nor a comment");
      continue;
    }
    if (before)
      tn_flaws_add(flaws, line->number, "%s for the second time (line %d): one of them is lost",
                   line->name, before->number);
    const bool is_export = g_str_has_prefix(line->name, "export ");
    check_setting(flaws, line, is_export ? line->name + strlen("export ") : line->name);
  }
}
