/* Settings files of export: UCC gets the rows' choices (read like ucc_coll_score_parse_str and
 * ucc_coll_score_map_lookup), coll/xhc the set with the smallest loss, UCX the size from which
 * single copies win; lint reports nothing. */
#include <criterion/criterion.h>
#include <string.h>

#include "rows_text.h"
#include "rules/lint.h"
#include "rules/rule_lines.h"
#include "rules/rules.h"

#define HEADER                                                                                     \
  "source,version,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,"   \
  "buffers,size_bytes,avg_us\n"

enum { N_COMMENTS = 5 };

static const struct tn_rules_terms average = { .objective = TN_OBJECTIVE_AVG };

static char *text_of(enum tn_target target, const char *csv)
{
  /* The second line is longer than UCX and UCC read at once. */
  static const char *const provenance[] = {
    "made by \"hand\"",
    "command: turnstile export rows/of/the/first/machine.csv rows/of/the/second/machine.csv "
    "rows/of/the/third/machine.csv rows/of/the/fourth/machine.csv rows/of/the/fifth/machine.csv "
    "rows/of/the/sixth/machine.csv rows/of/the/seventh/machine.csv rows/of/the/eighth/machine.csv "
    "rows/of/the/ninth/machine.csv rows/of/the/tenth/machine.csv rows/of/the/eleventh/machine.csv "
    "rows/of/the/twelfth/machine.csv rows/of/the/thirteenth/machine.csv rows/of/the/last.csv",
    NULL
  };
  g_autoptr(GPtrArray) rows = rows_of(csv);
  g_autoptr(GError) error = NULL;
  struct tn_rules *rules = tn_rules_new(target, rows, &average, &error);
  cr_assert(rules, "%s", error ? error->message : "");
  char *text = tn_rules_text(rules, provenance);
  tn_rules_free(rules);
  g_autoptr(GArray) flaws = tn_lint(target, text, strlen(text));
  for (guint i = 0; i < flaws->len; i++)
    if (!strstr(g_array_index(flaws, struct tn_flaw, i).what, "before 2026") ||
        g_array_index(flaws, struct tn_flaw, i).line < N_COMMENTS)
      cr_expect(false, "%d: %s in\n%s", g_array_index(flaws, struct tn_flaw, i).line,
                g_array_index(flaws, struct tn_flaw, i).what, text);
  return text;
}

/* Returns the value of a variable in the section for that many ranks, or NULL. */
static const char *value_of(const GPtrArray *lines, int ranks, const char *name)
{
  g_autofree char *section = g_strdup_printf("team_size=%d nnodes=1", ranks);
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *line = lines->pdata[i];
    if (line->value && strcmp(line->name, name) == 0 && strcmp(line->section, section) == 0)
      return line->value;
  }
  return NULL;
}

/* Returns the algorithm for a call as UCC finds it, or NULL. Of two neighbours the later one has
 * the common size. */
static char *ucc_choice(const char *tune, const char *collective, gint64 size)
{
  g_auto(GStrv) tokens = g_strsplit(tune ? tune : "", "#", -1);
  char *found = NULL;
  for (int i = 0; tokens[i]; i++) {
    g_auto(GStrv) words = g_strsplit(tokens[i], ":", -1);
    gint64 from = 0, to = G_MAXINT64;
    if (strcmp(words[0], collective) != 0)
      continue;
    if (g_strv_length(words) == 4) {
      g_auto(GStrv) ends = g_strsplit(words[1], "-", 2);
      from = tn_line_bytes(ends[0], true);
      to = tn_line_bytes(ends[1], true);
    }
    if (from <= size && (size < to || to == G_MAXINT64)) {
      g_free(found);
      found = g_strdup(words[g_strv_length(words) - 1] + 1);
    }
  }
  return found;
}

/* Returns the radix of a ranged variable: the first range with the size, both ends included. */
static gint64 ucc_radix(const char *value, gint64 size)
{
  g_auto(GStrv) items = g_strsplit(value ? value : "", ",", -1);
  for (int i = 0; items[i]; i++) {
    g_auto(GStrv) words = g_strsplit(items[i], ":", -1);
    if (g_strv_length(words) != 3)
      return g_ascii_strtoll(items[i], NULL, 10);
    g_auto(GStrv) ends = g_strsplit(words[0], "-", 2);
    if (tn_line_bytes(ends[0], true) <= size && size <= tn_line_bytes(ends[1], true))
      return g_ascii_strtoll(words[2], NULL, 10);
  }
  return 0;
}

/* UCC's names of MPI's reduce_scatter_block and reduce_scatter. */
Test(settings, ucc_has_names_of_its_own)
{
  g_autofree char *text = text_of(
      TN_FOR_UCC, HEADER
      "sim,0.1.0,knl,paper,base,8,reduce_scatter_block,knomial,radix=8,cma,single,unchanged,64,1\n"
      "sim,0.1.0,knl,paper,base,8,reduce_scatter_block,two-rings,rings=2,cma,single,unchanged,4096,"
      "1\n"
      "sim,0.1.0,knl,paper,base,8,reduce_scatter,two-rings,rings=2,cma,single,unchanged,64,1\n");
  cr_expect(strstr(text, "#reduce_scatter:64-4096:host:@knomial#reduce_scatter:4096-"), "%s", text);
  cr_expect(strstr(text, "reduce_scatterv:"), "%s", text);
  cr_expect(strstr(text, "UCC_TL_UCP_REDUCE_SCATTER_KN_RADIX=8\n"), "%s", text);
  cr_expect_null(strstr(text, "reduce_scatter_block"), "%s", text);
}

enum { N_SIZES = 6, N_RANKS = 3 };

/* Random winners of allreduce; each radix may differ by size. */
Test(settings, ucc_decides_as_random_rows)
{
  static const char *const entries[] = { "knomial", "sra-knomial", "library:ucc" };
  static const char *const names[] = { "knomial", "sra_knomial", NULL };
  static const char *const variables[] = { "UCC_TL_UCP_ALLREDUCE_KN_RADIX",
                                           "UCC_TL_UCP_ALLREDUCE_SRA_KN_RADIX" };
  g_autoptr(GRand) dice = g_rand_new_with_seed(3);
  for (int trial = 0; trial < 100; trial++) {
    g_autoptr(GString) csv = g_string_new(HEADER);
    gint64 sizes[N_SIZES], size = 0;
    int ranks[N_RANKS], choice[N_RANKS][N_SIZES], radix[N_RANKS][N_SIZES], p = 1;
    for (int s = 0; s < N_SIZES; s++)
      sizes[s] = size += g_rand_int_range(dice, 1, 9000);
    for (int r = 0; r < N_RANKS; r++) {
      ranks[r] = p += g_rand_int_range(dice, 1, 5);
      for (int s = 0; s < N_SIZES; s++) {
        choice[r][s] = g_rand_int_range(dice, 0, 3);
        radix[r][s] = g_rand_int_range(dice, 2, 9);
        g_autofree char *params =
            names[choice[r][s]] ? g_strdup_printf("radix=%d", radix[r][s]) : g_strdup("");
        g_string_append_printf(csv,
                               "sim,0.1.0,knl,paper,base,%d,allreduce,%s,%s,cma,single,unchanged,"
                               "%" G_GINT64_FORMAT ",1\n",
                               p, entries[choice[r][s]], params, sizes[s]);
      }
    }
    g_autofree char *text = text_of(TN_FOR_UCC, csv->str);
    g_autoptr(GPtrArray) lines = tn_lines_read(text, strlen(text), true);
    for (int r = 0; r < N_RANKS; r++)
      for (int k = 0; k < 60; k++) {
        const gint64 bytes = k < 3 * N_SIZES ? sizes[k % N_SIZES] + k / N_SIZES - 1
                                             : g_rand_int_range(dice, 0, 60000);
        int s = N_SIZES - 1;
        while (s > 0 && sizes[s] > bytes)
          s--;
        const bool is_inside = (bytes >= sizes[0] || sizes[0] <= 1) && bytes <= sizes[N_SIZES - 1];
        const char *name = is_inside ? names[choice[r][s]] : NULL;
        g_autofree char *found =
            ucc_choice(value_of(lines, ranks[r], "UCC_TL_UCP_TUNE"), "allreduce", bytes);
        cr_expect_eq(g_strcmp0(found, name), 0, "%d ranks, %d bytes: %s, not %s in\n%s", ranks[r],
                     (int)bytes, found, name, text);
        if (name)
          cr_expect_eq(ucc_radix(value_of(lines, ranks[r], variables[choice[r][s]]), bytes),
                       radix[r][s], "radix of %d bytes in\n%s", (int)bytes, text);
      }
  }
}

#define ROW(collective, algorithm, params, mechanism, size, avg)                                   \
  "sim,0.1.0,knl,paper,base,8," collective "," algorithm "," params "," mechanism                  \
  ",single,unchanged," size "," avg "\n"
#define BCAST(hierarchy, chunk, size, avg)                                                         \
  ROW("bcast", "xhc-tree",                                                                         \
      "chunk=" chunk ";cico_max=256;flags=shared;hierarchy=" hierarchy ";sync=single-writer",      \
      "xpmem", size, avg)

/* The set with the smallest loss over all sizes, not the winner at one size; sets without all
 * points do not count. */
Test(settings, xhc_gets_the_set_that_loses_least)
{
  g_autofree char *text =
      text_of(TN_FOR_XHC, HEADER BCAST("numa+socket", "16384", "1024", "1.0")
                              BCAST("numa+socket", "16384", "4096", "9.0")
                                  BCAST("llc+numa", "8192+16384", "1024", "1.1")
                                      BCAST("llc+numa", "8192+16384", "4096", "4.2")
                                          BCAST("numa", "4096", "4096", "4.0"));
  cr_assert(strstr(text, "\ncoll_xhc_bcast_hierarchy = l3,numa\n"), "%s", text);
  cr_assert(strstr(text, "\ncoll_xhc_bcast_chunk_size = 8192,16384\n"), "%s", text);
  cr_assert(strstr(text, "\ncoll_xhc_bcast_cico_max = 256\n"), "%s", text);
  cr_assert(strstr(text, "# bcast: 7.5 % above the best set at each point, 10.0 % at most"), "%s",
            text);
}

#define COPY(mechanism, size, avg) ROW("pattern", "pingpong", "distance=next", mechanism, size, avg)

Test(settings, ucx_gets_the_size_from_which_single_copies_win)
{
  g_autofree char *text = text_of(
      TN_FOR_UCX,
      HEADER COPY("cico", "1024", "1") COPY("cico", "4096", "2") COPY("cico", "16384", "6")
          COPY("cma", "1024", "2") COPY("cma", "4096", "1.9") COPY("cma", "16384", "4")
              COPY("xpmem", "1024", "2") COPY("xpmem", "4096", "3") COPY("xpmem", "16384", "5"));
  cr_assert(strstr(text, "\nUCX_RNDV_THRESH=4096\nUCX_TLS=^xpmem\n"), "%s", text);
  g_autofree char *never =
      text_of(TN_FOR_UCX, HEADER COPY("cico", "1024", "1") COPY("cma", "1024", "2"));
  cr_assert(strstr(never, "\nUCX_RNDV_THRESH=inf\n"), "%s", never);
}

Test(settings, refuse_rows_of_no_use)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER COPY("cma", "1024", "1"));
  g_autoptr(GError) error = NULL;
  cr_assert_not(tn_rules_new(TN_FOR_UCX, rows, &average, &error));
  cr_assert(strstr(error->message, "--mechanism cico"), "%s", error->message);
}

#define DEVICES                                                                                    \
  "source,version,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,"   \
  "buffers,size_bytes,avg_us,decision,transport,memory\n"
#define ON_DEVICE(collective, algorithm, params, mechanism, size, avg, decision, transport)        \
  "sim,0.1.0,abci-a,paper,base,4," collective "," algorithm "," params "," mechanism               \
  ",single,unchanged," size "," avg "," decision "," transport ",device\n"
#define ON_OB1(algorithm, params, size, avg, decision)                                             \
  ON_DEVICE("bcast", algorithm, params, "device-ipc", size, avg, decision, "ompi-ob1")
#define ON_LINK(mechanism, size, avg, transport)                                                   \
  ON_DEVICE("pattern", "pingpong", "distance=next", mechanism, size, avg, "", transport)

/* The faster chain is not Open MPI's choice. */
Test(settings, open_mpi_stages_as_long_as_that_is_faster_than_what_it_takes)
{
  static const char csv[] =
      DEVICES ON_OB1("library:ompi-6.0", "", "64", "4", "binomial = binomial;segment=0;staged")
          ON_OB1("library:ompi-6.0", "", "128", "5", "binomial = binomial;segment=0;staged")
              ON_OB1("library:ompi-6.0", "", "256", "9", "chain = chain;fanout=1;segment=0;staged")
                  ON_OB1("library:ompi-6.0", "", "512", "7", "binomial = binomial;segment=0")
                      ON_OB1("binomial", "segment=0", "64", "6", "")
                          ON_OB1("binomial", "segment=0", "128", "6", "")
                              ON_OB1("chain", "fanout=1;segment=0", "256", "8", "")
                                  ON_OB1("chain", "fanout=4;segment=0", "64", "3", "");
  g_autoptr(GPtrArray) rows = rows_of(csv);
  g_autoptr(GError) error = NULL;
  static const char *const none[] = { NULL };
  struct tn_rules *rules = tn_rules_new(TN_FOR_OMPI_6_0, rows, &average, &error);
  cr_assert(rules, "%s", error ? error->message : "");
  g_autofree char *text = tn_rules_text(rules, none);
  tn_rules_free(rules);
  cr_assert_str_eq(text, "# bcast: staged is faster up to 128 bytes, direct from 256 on\n"
                         "coll_accelerator_bcast_thresh = 128\n");
  cr_assert_not(tn_rules_new(TN_FOR_OMPI_5_0, rows, &average, &error));
  cr_assert(strstr(error->message, "on device memory"), "%s", error->message);
}

/* The file names the size at which its threshold loses. */
Test(settings, a_threshold_names_the_sizes_at_which_it_loses)
{
  static const char csv[] =
      DEVICES ON_OB1("library:ompi-6.0", "", "64", "9", "binomial = binomial;segment=0;staged")
          ON_OB1("library:ompi-6.0", "", "128", "5", "binomial = binomial;segment=0;staged")
              ON_OB1("library:ompi-6.0", "", "256", "9", "binomial = binomial;segment=0;staged")
                  ON_OB1("binomial", "segment=0", "64", "4", "")
                      ON_OB1("binomial", "segment=0", "128", "6", "")
                          ON_OB1("binomial", "segment=0", "256", "9.1", "");
  g_autofree char *text = text_of(TN_FOR_OMPI_6_0, csv);
  cr_assert(strstr(text, "# bcast: direct is faster at all sizes of the rows, from 64 bytes on, "
                         "except at 128 (20 % slower)\n"
                         "coll_accelerator_bcast_thresh = 0\n"),
            "%s", text);
}

Test(settings, messages_between_devices_go_by_ipc_from_a_size_on)
{
  g_autofree char *text = text_of(
      TN_FOR_UCX,
      DEVICES ON_LINK("device-mapped", "1024", "6", "") ON_LINK("device-mapped", "4096", "18", "")
          ON_LINK("device-staged", "4096", "9", "") ON_LINK("device-ipc", "1024", "13", "")
              ON_LINK("device-ipc", "4096", "14", ""));
  cr_assert(strstr(text, "\nUCX_RNDV_THRESH=4096\n"), "%s", text);
  g_autofree char *never = text_of(TN_FOR_UCX, DEVICES ON_LINK("device-staged", "1024", "6", "")
                                                   ON_LINK("device-ipc", "1024", "13", ""));
  cr_assert(strstr(never, "\nUCX_TLS=^cuda_ipc\n"), "%s", never);
  g_autoptr(GPtrArray) rows = rows_of(DEVICES ON_LINK("device-staged", "1024", "6", "mpich-5.0"));
  g_autoptr(GError) error = NULL;
  cr_assert_not(tn_rules_new(TN_FOR_MPICH_5_0, rows, &average, &error));
  cr_assert(strstr(error->message, "staged and direct"), "%s", error->message);
}
