/* Checks UCX's settings in ucx.conf or among environment variables. Source: ucp_config_print's
 * tables (1.13), src/ucp/core/ucp_context.c, experiments. */
#include <string.h>

#include "lint.h"
#include "parsed_rules.h"
#include "rule_lines.h"
#include "study/usage.h"

/* Bytes of a line that UCX reads at most (INI_MAX_LINE, fgets). */
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
/* Transports for messages within a node; cma and knem only copy. */
static const char *const carriers[] = { "all",  "sm",    "shm", "mm",  "posix",
                                        "sysv", "xpmem", "ib",  "tcp", NULL };
static const char *const schemes[] = { "auto",     "get_zcopy", "put_zcopy", "get_ppln",
                                       "put_ppln", "am",        "rkey_ptr",  NULL };

/* Settings that have an effect within a node, and their prefixes, from ucx_info -cf (1.13.1).
 * Assumption: xpmem has the settings of sysv, knem those of cma. A few exist only in later
 * releases. */
static const struct {
  const char *prefixes, *words;
} tables[] = {
  { "UCX_",
    "ACC_DEVICES ADAPTIVE_PROGRESS ADDRESS_DEBUG_INFO ADDRESS_VERSION ALLOC_PRIO "
    "ASYNC_MAX_EVENTS ASYNC_SIGNO ATOMIC_MODE BCOPY_BW BCOPY_THRESH BUILTIN_MEMCPY_MAX "
    "BUILTIN_MEMCPY_MIN DEBUG_SIGNO ERROR_SIGNALS FLUSH_WORKER_EPS GDB_COMMAND HANDLE_ERRORS "
    "KEEPALIVE_INTERVAL KEEPALIVE_NUM_EPS LISTENER_BACKLOG LOG_BUFFER LOG_DATA_SIZE LOG_FILE "
    "LOG_FILE_FILTER LOG_FILE_ROTATE LOG_FILE_SIZE LOG_LEVEL LOG_LEVEL_TRIGGER "
    "LOG_PRINT_ENABLE MAX_EAGER_RAILS MAX_RNDV_RAILS MAX_WORKER_ADDRESS_NAME MEMTRACK_DEST "
    "MEMTRACK_LIMIT MEMTYPE_CACHE MEMTYPE_REG_WHOLE_ALLOC_TYPES MEM_ALLOC_ALIGN "
    "MEM_CUDA_HOOK_MODE MEM_DLOPEN_PROCESS_RPATH MEM_DYNAMIC_MMAP_THRESH MEM_EVENTS "
    "MEM_LOG_LEVEL MEM_MALLOC_HOOKS MEM_MALLOC_RELOC MEM_MMAP_HOOK_MODE "
    "MEM_MODULE_UNLOAD_PREVENT_MODE MODULES MODULE_DIR MODULE_LOG_LEVEL MULTI_LANE_MAX_RATIO "
    "NET_DEVICES NUM_EPS NUM_PPN PROFILE_FILE PROFILE_LOG_SIZE PROFILE_MODE PROTOS "
    "PROTO_ENABLE PROTO_INDIRECT_ID PROTO_INFO RCACHE_CHECK_PFN RCACHE_ENABLE "
    "RCACHE_STAT_MAX RCACHE_STAT_MIN REG_NONBLOCK_MEM_TYPES RESOLVE_REMOTE_EP_ID "
    "RKEY_MPOOL_MAX_MD RKEY_PTR_SEG_SIZE RNDV_FRAG_ALLOC_COUNT RNDV_FRAG_MEM_TYPE "
    "RNDV_FRAG_MEM_TYPES RNDV_FRAG_SIZE RNDV_MEMTYPE_DIRECT_SIZE RNDV_PERF_DIFF "
    "RNDV_PIPELINE_SEND_THRESH RNDV_PIPELINE_SHM_ENABLE RNDV_PUT_FORCE_FLUSH RNDV_SCHEME "
    "RNDV_SEND_NBR_THRESH RNDV_THRESH RNDV_THRESH_FALLBACK RX_MPOOL_SIZES SA_DATA_VERSION "
    "SEG_SIZE SELECT_DISTANCE_MD SHM_DEVICES SOCKADDR_TLS_PRIORITY TLS TM_FORCE_THRESH "
    "TM_MAX_BB_SIZE TM_SW_RNDV TM_THRESH TOPO_PRIO UNIFIED_MODE USE_MT_MUTEX VFS_ENABLE "
    "VFS_THREAD_AFFINITY WARN_INVALID_CONFIG WARN_UNUSED_ENV_VARS ZCOPY_THRESH" },
  { "UCX_CMA_ UCX_KNEM_",
    "ALLOC BW FAILURE MAX_IOV MAX_NUM_EPS MEMORY_INVALIDATE SEG_SIZE TX_BUFS_GROW "
    "TX_MAX_BUFS TX_QUOTA" },
  { "UCX_CMA_", "OVERHEAD" },
  { "UCX_POSIX_ UCX_SYSV_ UCX_XPMEM_",
    "ALLOC BW ERROR_HANDLING FAILURE FIFO_ELEM_SIZE FIFO_HUGETLB FIFO_MAX_POLL "
    "FIFO_RELEASE_FACTOR FIFO_SIZE HUGETLB_MODE MAX_NUM_EPS RX_BUFS_GROW RX_MAX_BUFS "
    "SEG_SIZE" },
  { "UCX_POSIX_", "DIR USE_PROC_LINK" },
  { "UCX_SELF_", "ALLOC DEVICES FAILURE MAX_NUM_EPS NUM_DEVICES SEG_SIZE" },
};
/* Prefixes of settings for networks and accelerators. The settings depend on how UCX was built, so
 * they are not listed. */
static const char *const of_networks[] = { "UCX_IB_",   "UCX_RC_",   "UCX_DC_",   "UCX_UD_",
                                           "UCX_GGA_",  "UCX_TCP_",  "UCX_RDMA_", "UCX_CM_",
                                           "UCX_UGNI_", "UCX_CUDA_", "UCX_GDR_",  "UCX_ROCM_",
                                           "UCX_ZE_",   NULL };

static bool is_threshold(const char *text)
{
  return strcmp(text, "auto") == 0 || tn_line_bytes(text, true) >= 0;
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
    tn_flaws_add(flaws, line->number, "no transport \"%s\"%s: it is ignored", name, hint);
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

/* Reports a setting that is unknown or has no effect within a node. */
static void check_setting(GArray *flaws, const struct tn_config_line *line, const char *name,
                          const GPtrArray *known)
{
  bool is_of_network = false;
  for (int i = 0; of_networks[i]; i++)
    is_of_network = is_of_network || g_str_has_prefix(name, of_networks[i]);
  g_autofree char *hint = is_of_network ? g_strdup("") : tn_names_hint(known, name);
  if (!g_str_has_prefix(name, "UCX_"))
    tn_flaws_add(flaws, line->number, "\"%s\" does not begin with UCX_: it is never read", name);
  else if (strcmp(name, "UCX_TLS") == 0)
    check_transports(flaws, line);
  else if (tn_name_find(thresholds, name) >= 0) {
    g_auto(GStrv) items = g_strsplit(line->value, ",", -1);
    for (int i = 0; items[i] || i == 0; i++) {
      const char *item = items[i] ? items[i] : "";
      const bool is_part = g_str_has_prefix(item, "intra:") || g_str_has_prefix(item, "inter:");
      if (!is_threshold(is_part ? item + strlen("intra:") : item) || (items[1] && !is_part))
        tn_flaws_add(
            flaws, line->number,
            "%s=%s is not a number of bytes (65536, 64k), inf or auto: UCX refuses to start",
            line->name, line->value);
      if (!items[i])
        break;
    }
  } else if (strcmp(name, "UCX_RNDV_SCHEME") == 0 && tn_name_find(schemes, line->value) < 0)
    tn_flaws_add(flaws, line->number, "no scheme \"%s\": UCX refuses to start", line->value);
  else if (g_str_has_suffix(name, "_SEG_SIZE") && !is_threshold(line->value))
    tn_flaws_add(flaws, line->number, "%s=%s is not a number of bytes", name, line->value);
  else if (!tn_names_have(known, name) && *hint)
    tn_flaws_add(flaws, line->number, "%s is never read%s", name, hint);
}

bool tn_lint_ucx(GArray *flaws, GArray *parsed, G_GNUC_UNUSED enum tn_target target,
                 const char *text, gsize length)
{
  g_autoptr(GPtrArray) lines = tn_lines_read(text, length, true), names = tn_names_new();
  bool is_script = false; /* true if a line begins with "export ": the file is a shell script */
  for (guint i = 0; i < lines->len; i++)
    is_script = is_script ||
                g_str_has_prefix(((const struct tn_config_line *)lines->pdata[i])->name, "export ");
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
    g_auto(GStrv) prefixes = g_strsplit(tables[i].prefixes, " ", -1);
    for (int k = 0; prefixes[k]; k++)
      tn_names_add(names, prefixes[k], tables[i].words);
  }
  if (!is_script)
    tn_lines_check_length(flaws, text, length, LONGEST_LINE, "UCX");
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *line = lines->pdata[i];
    const struct tn_config_line *before = line->before;
    tn_parsed_rules_add_setting(parsed, line);
    if (line->is_more && !is_script) {
      tn_flaws_add(flaws, line->number, "an indented line continues the setting before it");
      continue;
    }
    if (!line->value) {
      if (!line->is_section)
        tn_flaws_add(flaws, line->number, "not NAME=VALUE or a comment");
      continue;
    }
    if (before)
      tn_flaws_add(flaws, line->number, "%s for the second time (line %d): one of them is lost",
                   line->name, before->number);
    const bool is_export = g_str_has_prefix(line->name, "export ");
    check_setting(flaws, line, is_export ? line->name + strlen("export ") : line->name, names);
  }
  return true;
}
