/* lint: each planted silent failure is reported in its line, and correct published files have no
 * findings. The behaviour of the libraries is from their sources (named in lint_classic.c and
 * lint_json.c). */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "flaws_text.h"
#include "rules/lint.h"

/* Rules of the documentation of Open MPI (docs/tuning-apps/collectives/tuned.rst). */
static const char published_alltoall[] = "rule-file-version-2\n"
                                         "1   # num of collectives\n"
                                         "3   # collective ID\n"
                                         "1   # number of comm sizes\n"
                                         "#=====================\n"
                                         "64   # comm size\n"
                                         "4   # number of rules\n"
                                         "# Bytes   alg topo segs reqs\n"
                                         "#----------------------\n"
                                         "0            0 0 0 0\n"
                                         "512000       4 0 0 64\n"
                                         "786432000    4 0 0 1\n"
                                         "2621440000   0 0 0 0\n";
/* A file that Open MPI 4.1.4 was observed to obey. */
static const char bcast[] = "1      # number of collectives\n"
                            "7      # collective id: 7 = bcast\n"
                            "1      # number of communicator sizes\n"
                            "2      # comm size >= 2\n"
                            "3      # number of message-size rules\n"
                            "0       6 0 0     # from 0 B:      binomial\n"
                            "1024    5 0 8192  # from 1 KiB:    binary tree, 8 KiB segments\n"
                            "131072  3 0 32768 # from 128 KiB:  pipeline, 32 KiB segments\n";
static const char two_blocks[] = "1 # collectives\n"
                                 "7 # bcast\n"
                                 "2 # communicator sizes\n"
                                 "2 1\n"
                                 "0 6 0 0\n"
                                 "8 1\n"
                                 "0 3 0 0\n";
static const char two_blocks_for_6[] = "# written for ompi-6.0-classic\n"
                                       "1 7 2\n"
                                       "2 1\n"
                                       "0 6 0 0\n"
                                       "8 1\n"
                                       "0 3 0 0\n";
/* The second example of the documentation, and the first with its trailing comma. */
static const char published_json[] =
    "{\n"
    "  \"rule_file_version\" : 3,\n"
    "  \"module\" : \"tuned\",\n"
    "  \"comm_rank_distribution\" : \"single-node\",\n"
    "  \"collectives\" : {\n"
    "    \"allgather\" :\n"
    "    [\n"
    "      { \"comm_size_min\" : 8,\n"
    "        \"rules\" : [ { \"msg_size_min\" : 2048, \"alg\" : \"sparbit\" } ] }\n"
    "    ]\n"
    "  }\n"
    "}\n";
static const char published_allreduce[] =
    "{ \"$schema\": \"tuned_schema.json\", \"rule_file_version\" : 3, \"module\" : \"tuned\",\n"
    "  \"collectives\" : { \"allreduce\" : [ { \"comm_size_min\" : 64, \"comm_size_max\" : 128,\n"
    "    \"rules\" : [ { \"msg_size_min\" : 512, \"msg_size_max\" : 511999, \"alg\" : 2, },\n"
    "      { \"msg_size_min\" : 512000, \"msg_size_max\" : \"inf\",\n"
    "        \"alg\" : \"recursive_doubling\", \"reqs\" : 8 } ] } ] } }\n";

/* Compositions and POSIX's tables need not have all collectives. This one has tests of every
 * kind. */
static const char composition[] =
    "{ \"collective=bcast\": {\n"
    "    \"comm_type=intra\": { \"comm_hierarchy=parent\": {\n"
    "      \"comm_size<8\": { \"composition=MPIDI_Bcast_intra_composition_alpha\": {} },\n"
    "      \"avg_msg_size < 12288\": { \"composition=MPIDI_Bcast_intra_composition_alpha\": {} },\n"
    "      \"avg_msg_size<=524288\": { \"composition=MPIDI_Bcast_intra_composition_beta\": {} },\n"
    "      \"any\": { \"composition=MPIDI_Bcast_intra_composition_gamma\": {} } },\n"
    "     \"comm_hierarchy=any\": { \"composition=MPIDI_Bcast_intra_composition_gamma\": {} } },\n"
    "    \"comm_type=inter\": { \"composition=MPIDI_Bcast_intra_composition_gamma\": {} } } }\n";
static const char posix[] =
    "{ \"collective=reduce\": { \"is_commutative=yes\": {\n"
    "    \"algorithm=MPIDI_POSIX_mpi_reduce_release_gather\": { \"k=4\": {} } },\n"
    "   \"is_commutative=no\": { \"algorithm=MPIR_Reduce_intra_binomial\": {} } } }\n";

#define GAMMA "{ \"composition=MPIDI_Allreduce_intra_composition_gamma\": {} }"
#define COMPOSED(title, letter)                                                                    \
  "{ \"collective=bcast\": {\n\"composition=MPIDI_" title "_intra_composition_" letter             \
  "\": {} } }\n"
#define MCA "# mine\ncoll_tuned_use_dynamic_rules = 1\nbtl_vader_single_copy_mechanism = cma\n"
#define HAN "1 # collectives\n7 # bcast\n1 # levels\n2\n1 # configurations\n4\n1\n0 3\n"

static const struct {
  enum tn_target target;
  const char *text;
} good[] = {
  { TN_FOR_OMPI_4_1, bcast },
  { TN_FOR_OMPI_5_0, bcast },
  { TN_FOR_OMPI_6_0_CLASSIC, bcast },
  { TN_FOR_OMPI_5_0, published_alltoall },
  { TN_FOR_OMPI_6_0_CLASSIC, published_alltoall },
  { TN_FOR_OMPI_4_1, two_blocks },
  { TN_FOR_OMPI_5_0, two_blocks },
  { TN_FOR_OMPI_6_0_CLASSIC, two_blocks_for_6 },
  { TN_FOR_OMPI_6_0, published_allreduce },
  { TN_FOR_OMPI_6_0, "\357\273\277{\"collectives\": {\"allgather\": [{\"rules\": [{\"alg\": 2, "
                     "\"faninout\": 2}, ]}]}}" },
  { TN_FOR_OMPI_5_0, "1 0 1 2 1\n0 2 0 0\n" },
  /* Names as compared by mca_base_var_enum.c, and sizes that two rules share in part. */
  { TN_FOR_OMPI_6_0, "{\"collectives\": {\"bcast\": [{\"rules\": [{\"alg\": \"Binomial\", "
                     "\"msg_size_max\": 9}, {\"alg\": \"3\", \"msg_size_min\": 5, "
                     "\"msg_size_max\": 15}]}]}}" },
  { TN_FOR_MPICH_4_3, composition },
  { TN_FOR_MPICH_5_0,
    "{ \"collective=allreduce\": { \"comm_size=node_comm_size\": " GAMMA ",\n\"comm_size=any\": { "
    "\"composition=MPIDI_Allreduce_intra_composition_beta\": {} } } }\n" },
  { TN_FOR_MPICH_5_0, posix },
  { TN_FOR_MPICH_4_0, "{ \"collective=bcast\": { \"comm_size=any\": {\n"
                      "  \"algorithm=MPIDI_POSIX_mpi_bcast_release_gather\": {}, }, }, }\n" },
};

#define POSIX(tests) "{ \"collective=bcast\": {\n" tests "\n} }\n"
#define RELEASE_GATHER "{ \"algorithm=MPIDI_POSIX_mpi_bcast_release_gather\": {} }"
#define COLLECTIVES(text) "{\"collectives\": {\n" text "\n}}\n"
#define BCAST(rules) COLLECTIVES("\"bcast\": [ {\n\"rules\": [\n" rules "\n] } ]")

/* Planted faults: the line, and a part of the message. */
static const struct {
  enum tn_target target;
  const char *text;
  int line;
  const char *description;
} bad[] = {
  { TN_FOR_OMPI_4_1, "# mine\nrule-file-version-2\n1 7 1 2 1\n0 6 0 0\n", 2, "4.1 does not know" },
  { TN_FOR_OMPI_5_0, "# mine\nrule-file-version-2\n1 7 1 2 1\n0 6 0 0\n", 2, "the first bytes" },
  { TN_FOR_OMPI_5_0, "1 7 1 2\n1\n64 6 0 0\n", 3,
    "is for size 64, not 0: the whole file is dropped" },
  { TN_FOR_OMPI_5_0, "1 7 1 2\n3\n0 6 0 0\n4096 3 0 0\n1024 5 0 0\n", 5, "sizes have to ascend" },
  { TN_FOR_OMPI_5_0, "1 7 1 2\n1\n0 12 0 0\n", 3, "no algorithm 12 (0 to 9)" },
  { TN_FOR_OMPI_4_1, "1 0 1 2\n1\n0 7 0 0\n", 3,
    "allgather of ompi-4.1 has no algorithm 7 (0 to 6)" },
  { TN_FOR_OMPI_5_0, "1\n77\n1 2 1\n0 6 0 0\n", 2, "no collective has the number 77" },
  { TN_FOR_OMPI_5_0, "1\n10\n1 2 1\n0 0 0 0\n", 2, "does not decide gatherv (10)" },
  { TN_FOR_OMPI_5_0, "2\n7 1 2 1\n0 6 0 0\n7 1 2 1\n0 5 0 0\n", 4, "for the second time" },
  { TN_FOR_OMPI_5_0, "2\n7 1 2 1\n0 6 0 0\n", 3,
    "the file ends before the number of a collective" },
  { TN_FOR_OMPI_5_0, "1\n7 1 2 1\n0 6 0 0\n1024 5 0 0\n", 4, "never read" },
  { TN_FOR_OMPI_5_0, "1\n7 1 2 2\n0 6 0 0\n16K 5 0 0\n", 4, "\"K\" is not a number" },
  { TN_FOR_OMPI_5_0, "1\n7 1 2 2\n0 6 0 0\n010000 5 0 0\n", 4, "010000 is read as 4096" },
  { TN_FOR_OMPI_5_0, "1\n7 1 2 2\n0 6 0 0\n1024 5 0 -1\n", 4, "is negative (-1)" },
  { TN_FOR_OMPI_5_0, "1\n7 2\n8 1\n0 6 0 0\n4 1\n0 5 0 0\n", 5, "communicator size 4 after 8" },
  { TN_FOR_OMPI_4_1, "1\n3 1 2 2\n0 4 0 0 8\n4096 1 0 0 0\n", 3, "a fifth number" },
  { TN_FOR_OMPI_5_0, "1\n6 1 2 2\n0 1 0 0\n8 3 0 0\n", 4, "barrier always looks for size 0" },
  { TN_FOR_OMPI_5_0, "1\n14 1 2 2\n0 1 0 0\n8 2 0 0\n", 4, "scan uses the bytes of one element" },
  { TN_FOR_OMPI_5_0, "99\n", 1, "more than exist" },
  { TN_FOR_OMPI_5_0, "1\n7 1 2 1\n0 3 0 4294967296\n", 3, "cut to 32 bits" },
  { TN_FOR_OMPI_5_0, published_json, 1, "this is JSON" },
  { TN_FOR_OMPI_6_0, published_json, 4, "is never read there: it belongs in each block" },
  /* Files of another kind. */
  { TN_FOR_OMPI_4_1, MCA, 1, "these are MCA parameters" },
  { TN_FOR_MPICH_5_0, MCA, 1, "these are MCA parameters" },
  { TN_FOR_UCX, MCA, 1, "these are MCA parameters" },
  { TN_FOR_OMPI_5_0, HAN, 1, "these are rules of coll/han" },
  { TN_FOR_OMPI_6_0, HAN, 1, "these are rules of coll/han" },
  { TN_FOR_XHC, HAN, 1, "these are rules of coll/han" },
  /* Compositions and shared-memory algorithms that do not exist, or that only one node can run. */
  { TN_FOR_MPICH_5_0, COMPOSED("Bcast", "omega"), 2, "unrecognized key, MPICH aborts" },
  { TN_FOR_MPICH_5_0, COMPOSED("Bcst", "alpha"), 2, "no composition \"MPIDI_Bcst_intra" },
  { TN_FOR_MPICH_4_3, POSIX("\"algorithm=MPIDI_POSIX_mpi_bcast_gather\": {}"), 2,
    "no algorithm \"MPIDI_POSIX_mpi_bcast_gather\": unrecognized key" },
  { TN_FOR_MPICH_5_0,
    "{ \"collective=allreduce\": { \"comm_size<=64\":\n" GAMMA ",\n\"comm_size=any\": { "
    "\"composition=MPIDI_Allreduce_intra_composition_beta\": {} } } }\n",
    2, "is for communicators within a node" },
  { TN_FOR_OMPI_6_0_CLASSIC, two_blocks, 3, "block 2 for communicators of fewer than 2 ranks" },
  { TN_FOR_OMPI_5_0, two_blocks_for_6, 2, "written for ompi-6.0-classic" },
  { TN_FOR_OMPI_5_0, "", 1, "the file ends" },
  { TN_FOR_OMPI_6_0, BCAST("{\n\"alg\": 3,\n\"segsize\": 8192 }"), 6,
    "\"segsize\" is never read (nearest: seg_size): the segment size is lost" },
  { TN_FOR_OMPI_6_0, COLLECTIVES("\n\"reducescatter\": []"), 3,
    "no collective \"reducescatter\" (nearest: reduce_scatter): the whole file is dropped" },
  { TN_FOR_OMPI_6_0, BCAST("{\n\"alg\": \"binomal\" }"), 5, "this rule is disabled" },
  { TN_FOR_OMPI_6_0, BCAST("{\n\"alg\": 3,,\n}"), 5, "expected a string in double quotes" },
  { TN_FOR_OMPI_6_0, BCAST("{ \"alg\": 3 }\n{ \"alg\": 4 }"), 5, "a comma or ]" },
  { TN_FOR_OMPI_6_0, BCAST("{ \"alg\": 3 }") "\n}", 8, "text after the end" },
  { TN_FOR_OMPI_6_0, BCAST("{ \"msg_size_min\": 4 }"), 4,
    "no \"alg\": the library decides itself" },
  { TN_FOR_OMPI_6_0, BCAST("{ \"alg\": 3 },\n{ \"alg\": 4 }"), 5, "the one in line 4 comes first" },
  { TN_FOR_OMPI_6_0, BCAST("{ \"alg\": 3, \"msg_size_max\": \"64K\" }"), 4, "or \"inf\"" },
  { TN_FOR_OMPI_6_0, BCAST("{ \"alg\": 3, \"msg_size_min\": 9, \"msg_size_max\": 8 }"), 4,
    "minimum is above its maximum" },
  { TN_FOR_OMPI_6_0, COLLECTIVES("\"bcast\": [ { \"comm_size_max\": \"inf\", \"rules\": [] } ]"), 2,
    "cannot hold \"inf\"" },
  { TN_FOR_OMPI_6_0,
    COLLECTIVES("\"bcast\": [ { \"comm_rank_distribution\": \"one-node\", \"rules\": [] } ]"), 2,
    "\"any\" is assumed" },
  { TN_FOR_OMPI_6_0, COLLECTIVES("\"gatherv\": []"), 2, "does not decide gatherv" },
  { TN_FOR_OMPI_6_0, COLLECTIVES("\"bcast\": [ { \"comm_size_min\": 2 } ]"), 2, "no \"rules\"" },
  { TN_FOR_OMPI_6_0, COLLECTIVES("\"allgather\": [{\"rules\": [{\"alg\": \"bruck\"}]}]"), 2,
    "has no algorithm \"bruck\"" },
  { TN_FOR_OMPI_6_0, COLLECTIVES("\"allgather\": [{\"rules\": [\n{\"alg\": 2}]}]"), 3,
    "never ends with a \"faninout\" of 0" },
  { TN_FOR_OMPI_6_0,
    COLLECTIVES("\"allgather\": [{\"rules\": [{\"alg\": \"bruck-k-fanout\",\n\"faninout\": 1}]}]"),
    3, "never ends with a \"faninout\" of 1" },
  { TN_FOR_OMPI_6_0_CLASSIC, "1 0 1 2\n1\n0 2 0 0\n", 3, "never ends with a fan-out of 0" },
  { TN_FOR_OMPI_6_0,
    BCAST("{ \"alg\": 3, \"msg_size_max\": 9 },\n{ \"alg\": 4, \"msg_size_min\": 10, "
          "\"msg_size_max\": 20 },\n{ \"alg\": 5, \"msg_size_min\": 5, \"msg_size_max\": 15 }"),
    6, "those from the one in line 4 come first" },
  { TN_FOR_OMPI_5_0, "1 7 1 2\n2\n0 6 0 0\n99999999999999999999 5 0 0\n", 4,
    "the limit of 64 bits" },
  { TN_FOR_OMPI_6_0_CLASSIC, "# written for ompi-6.0-classic\n1 7 2\n1 1\n0 6 0 0\n4 1\n0 5 0 0\n",
    3, "the first block, for communicators of fewer than 1 ranks, is never reached" },
  { TN_FOR_OMPI_6_0, "{ \"module\": \"tuned\" }", 1, "no \"collectives\"" },
  { TN_FOR_MPICH_5_0, POSIX("\"comm_size<=4\": " RELEASE_GATHER), 2, "where \"any\" is needed" },
  { TN_FOR_MPICH_5_0, POSIX("\"any\": " RELEASE_GATHER ",\n\"comm_size<=4\": " RELEASE_GATHER), 3,
    "behind \"any\"" },
  { TN_FOR_MPICH_5_0, POSIX("\"avg_msg_size<=4K\": " RELEASE_GATHER ",\n\"any\": " RELEASE_GATHER),
    2, "the number is read as 4" },
  { TN_FOR_MPICH_5_0,
    POSIX("\"comm_size<=8\": " RELEASE_GATHER ",\n\"comm_size<9\": " RELEASE_GATHER
          ",\n\"any\": " RELEASE_GATHER),
    3, "\"comm_size<=8\" in line 2 comes first" },
  { TN_FOR_MPICH_4_3, POSIX("\"per_proc_msg_size<=4\": " RELEASE_GATHER), 2, "unknown key" },
  { TN_FOR_MPICH_5_0, POSIX("\"msg_size<=4\": " RELEASE_GATHER), 2, "unknown key" },
  { TN_FOR_MPICH_5_0,
    "{ \"collective=reduce\": {\n\"algorithm=MPIR_Reduce_intra_circ_graph\": {} } }", 2,
    "has no algorithm \"circ_graph\" of reduce" },
  { TN_FOR_MPICH_5_0, POSIX("\"is_commutative=yes\": { \"algorithm=MPIR_Bcast_intra_smp\": {} }"),
    2, "nothing for calls" },
  { TN_FOR_MPICH_5_0,
    POSIX("\"algorithm=MPIDI_POSIX_mpi_bcast_release_gather\": {},\n\"any\": " RELEASE_GATHER), 3,
    "next to an algorithm" },
  { TN_FOR_MPICH_5_0, POSIX("\"algorithm=MPIR_Ibcast_intra_sched_smp\": {}"), 2,
    "is not one of bcast" },
  { TN_FOR_MPICH_5_0, "{ \"collective=bcast\": { \"algorithm=MPIR_Bcast_intra_smp\": {} } }\n", 1,
    "no \"collective=allgather\": MPICH aborts" },
  { TN_FOR_MPICH_5_0, "{ \"collective=broadcast\": " RELEASE_GATHER " }\n", 1,
    "no collective \"broadcast\"" },
  { TN_FOR_MPICH_5_0, POSIX("\"any\": {}"), 2, "nothing below \"any\"" },
  { TN_FOR_MPICH_5_0,
    POSIX("\"comm_hierarchy=node\": " RELEASE_GATHER ",\n\"comm_hierarchy=flat\": " RELEASE_GATHER
          ",\n\"any\": " RELEASE_GATHER),
    3, "does not distinguish it from" },
  /* 4.0.2 aborts at all of these. */
  { TN_FOR_MPICH_4_0, POSIX("\"comm_size<=4\": " RELEASE_GATHER ",\n\"any\": " RELEASE_GATHER), 3,
    "unknown key \"any\"" },
  { TN_FOR_MPICH_4_0, POSIX("\"comm_avg_ppn<4\": " RELEASE_GATHER), 2, "unknown key" },
  { TN_FOR_MPICH_4_0, POSIX("\"comm_type=any\": " RELEASE_GATHER), 2, "unknown key" },
  { TN_FOR_MPICH_4_3, POSIX("\"count<4\": " RELEASE_GATHER), 2, "unknown key" },
  { TN_FOR_MPICH_4_0,
    POSIX("\"is_commutative=yes\": " RELEASE_GATHER ",\n\"is_commutative=no\": " RELEASE_GATHER), 3,
    "\"is_commutative=no\" is not defined for bcast: MPICH aborts" },
  { TN_FOR_MPICH_4_0,
    "{ \"collective=allgather\": {\n\"avg_msg_size<=4\":\n{ "
    "\"algorithm=MPIR_Allgather_intra_ring\": "
    "{} } } }",
    2, "is not defined for allgather" },
  { TN_FOR_MPICH_4_0,
    "{ \"collective=ibcast\": {\n\"count<=4\":\n{ \"algorithm=MPIR_Ibcast_intra_sched_smp\": {} } "
    "} }",
    2, "is not defined for ibcast" },
  { TN_FOR_MPICH_5_0, "{\n\"is_multi_threaded=no\": { \"collective=bcast\": " RELEASE_GATHER " } }",
    2, "is not defined for communicators" },
  /* 4.0.2 accepts these silently. */
  { TN_FOR_MPICH_4_0,
    POSIX("\"avg_msg_size<=-1\": " RELEASE_GATHER ",\n\"avg_msg_size=any\": " RELEASE_GATHER), 2,
    "never reached" },
  { TN_FOR_MPICH_4_0,
    POSIX("\"comm_size<-9223372036854775808\": " RELEASE_GATHER
          ",\n\"comm_size=any\": " RELEASE_GATHER),
    2, "never reached" },
  { TN_FOR_MPICH_4_0, POSIX("\"avg_msg_size=any\": " RELEASE_GATHER) "}", 4, "is never read" },
};

Test(lint, finds_nothing_in_good_files)
{
  for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
    g_autoptr(GArray) flaws = tn_lint(good[i].target, good[i].text, strlen(good[i].text));
    g_autofree char *text = flaws_text(flaws);
    cr_expect_eq(flaws->len, 0, "good file %zu for %s:%s", i, tn_target_names[good[i].target],
                 text);
  }
}

Test(lint, finds_each_planted_fault_in_its_line)
{
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GArray) flaws = tn_lint(bad[i].target, bad[i].text, strlen(bad[i].text));
    g_autofree char *text = flaws_text(flaws);
    cr_expect(flaws_have(flaws, bad[i].line, bad[i].description),
              "%s, fault %zu: want %d: %s; told:%s", tn_target_names[bad[i].target], i, bad[i].line,
              bad[i].description, text);
  }
}

/* A fault that ends the library's reading is reported once, and nothing after it. */
Test(lint, stops_where_the_library_stops)
{
  static const char text[] = "1 7 1 2\n2\n64 6 0 0\n1024 77 0 0\n";
  g_autoptr(GArray) flaws = tn_lint(TN_FOR_OMPI_5_0, text, sizeof text - 1);
  cr_assert_eq(flaws->len, 1);
}

/* Any bytes: no crash and no endless loop. */
Test(lint, survives_cut_and_random_bytes)
{
  g_autoptr(GRand) dice = g_rand_new_with_seed(1);
  for (size_t i = 0; i < G_N_ELEMENTS(good); i++)
    for (int t = 0; t < TN_N_TARGETS; t++)
      for (size_t length = 0; length <= strlen(good[i].text); length++) {
        g_autofree char *copy = g_strndup(good[i].text, length);
        g_array_unref(tn_lint((enum tn_target)t, copy, length));
        for (int k = 0; k < 4 && length > 0; k++)
          copy[g_rand_int_range(dice, 0, (gint32)length)] = (char)g_rand_int_range(dice, 0, 256);
        g_array_unref(tn_lint((enum tn_target)t, copy, length));
      }
}

Test(target, refuses_with_a_reason)
{
  static const char *const names[] = { "han", "intel", "mpich-3.4", "ompi-3", NULL };
  static const char *const description[] = { "is off", "presets", "only the JSON of these",
                                             "no library" };
  for (int i = 0; names[i]; i++) {
    g_autoptr(GError) error = NULL;
    enum tn_target target;
    cr_expect_not(tn_target_find(names[i], &target, &error));
    cr_expect(error && strstr(error->message, description[i]), "%s: %s", names[i],
              error ? error->message : "");
  }
}
