/* lint of settings files (UCC, coll/xhc, UCX): each planted fault is reported in its line. Files
 * like those that the libraries publish, rewritten by their grammar, have no findings. */
#include <criterion/criterion.h>
#include <string.h>

#include "flaws_text.h"
#include "rules/lint.h"

#define UCC TN_FOR_UCC
#define XHC TN_FOR_XHC
#define UCX TN_FOR_UCX
#define ON "coll_xhc_priority = 40\n"

static const struct {
  enum tn_target target;
  const char *text;
} good[] = {
  { UCC, "# defaults\nUCC_CL_BASIC_TLS=^sharp,nccl\n\n"
         "[vendor=intel model=broadwell team_size=28 ppn=28 nnodes=1]\n"
         "UCC_TL_UCP_ALLREDUCE_KN_RADIX=2\n"
         "UCC_TL_UCP_ALLREDUCE_SRA_KN_RADIX=0-128k:host:2,128k-inf:host:8\n"
         "UCC_TL_UCP_TUNE=allreduce:0-4k:@0#allreduce:4k-inf:@1\n"
         "[vendor=nvidia model=grace team_size=64-72 sock=32 nnodes=1]\n"
         "UCC_TL_UCP_ALLREDUCE_KN_RADIX=0-64:host:3,64-4k:host:2\n"
         "UCC_TL_UCP_TUNE=allreduce:0-4k:@0#allreduce:4k-inf:@1\n" },
  { UCC, "UCC_TL_NCCL_TUNE=allreduce:cuda:inf#alltoall:0\n"
         "UCC_TL_UCP_TUNE=bcast,reduce:0-64K,1M-inf:host:[2-8,16]:20:@knomial\n" },
  { XHC, ON "coll_xhc_hierarchy = numa:2,numa,socket\ncoll_xhc_chunk_size = 16K,64K\n"
            "btl = self,sm\n" },
  { XHC, "# by hand\n" ON "coll_xhc_bcast_hierarchy = [0..9,12]+numa?10,socket\n"
         "coll_xhc_allreduce_cico_max = 4096\ncoll_xhc_dynamic_reduce = non-float\n" },
  { UCX, "UCX_TLS=self,posix,cma\nUCX_RNDV_THRESH=64k\nUCX_ZCOPY_THRESH=auto\n" },
  { UCC, "\357\273\277UCC_TL_UCP_TUNE: bcast:@0 ; all sizes\n" },
  { UCC, "[team_size=2-7 nnodes=1]\n  UCC_TL_UCP_KN_RADIX=4\n\n[team_size=8 nnodes=1]\n"
         "UCC_TL_UCP_KN_RADIX=2\n  # indented\n[vendor=intel ppn=4]\nUCC_TL_UCP_NPOLLS=2\n"
         "[vendor=amd ppn=4]\nUCC_TL_UCP_NPOLLS=4\n" },
  { XHC, ON "coll_ucc_priority = 30\ncoll_tuned_priority = 20\n" },
  { UCC, "UCC_TL_UCP_REDUCE_SCATTER_RING_BIDIRECTIONAL=n\nUCC_TL_UCP_SERVICE_TLS=tcp\n"
         "UCC_TL_UCP_ALLTOALLV_HYBRID_PAIRWISE_NUM_POSTS=3\n" },
  /* UCX has several hundred settings besides the checked ones. */
  { UCX, "UCX_LOG_FILE=/tmp/log\nUCX_POSIX_FIFO_HUGETLB=y\nUCX_SELF_SEG_SIZE=8k\n"
         "UCX_MEM_LOG_LEVEL=warn\nUCX_RC_MLX5_SEG_SIZE=8k\nUCX_TCP_SENDV_THRESH=2k\n"
         "UCX_ACC_DEVICES=all\nUCX_RNDV_FRAG_MEM_TYPE=host\nUCX_KNEM_MAX_IOV=16\n" },
  { UCC, "UCC_TL_UCP_TUNE=reduce_scatter:0-4k:@knomial#reduce_scatter:4k-inf:@ring"
         "#reduce_scatterv:@ring\nUCC_TL_UCP_REDUCE_SCATTER_KN_RADIX=8\n" },
  { TN_FOR_OMPI_6_0, "coll_accelerator_alltoall_thresh = 8192\n" },
  { UCX, "export UCX_TLS=all\n  export UCX_RNDV_THRESH=64k\n" },
  { UCX, "export UCX_TLS=^cma,knem\nexport UCX_RNDV_THRESH=intra:16384,inter:inf\n" },
};

static const struct {
  enum tn_target target;
  const char *text;
  int line;
  const char *description;
} bad[] = {
  { TN_FOR_OMPI_6_0, "coll_accelerator_altoall_thresh = 8K\n", 1,
    "is never read: Open MPI 6.0 has no such parameter (nearest: alltoall_thresh)" },
  { TN_FOR_OMPI_6_0, "#\ncoll_accelerator_bcast_thresh = many\n", 2, "expected a number of bytes" },
  { XHC, "coll_accelerator_bcast_thresh = 1\n", 1, "no coll_xhc_priority above 0" },
  { XHC, ON "coll_xhc_bcast_thresh = 1\n", 2, "is never read" },
  { UCC, "[team_size=4 nodes=1]\nUCC_TL_UCP_TUNE=bcast:@0\n", 1,
    "sections have no \"nodes\" (nearest: nnodes): the whole file is dropped" },
  { UCC, "[team_size=4..8]\n", 1, "is not a range of numbers" },
  { UCC, "[team_size=8-4]\n", 1, "never applies" },
  { UCC, "[vendor=intell]\n", 1, "no vendor \"intell\"" },
  { UCC, "[team_size]\n", 1, "has no value" },
  { UCC, "[ppn=4]\nUCC_TL_UCP_TUNE=bcast:@0\nUCC_TL_UCP_TUNE=reduce:@0\n", 3,
    "second time (line 2)" },
  { UCC, "[ppn=4]\nUCC_CL_BASIC_TLS=ucp\n", 2, "sections act on tl/ucp only" },
  { UCC, "TL_UCP_TUNE=bcast:@0\n", 1, "does not begin with UCC_" },
  { UCC, "UCC_TL_UCP_TUNE=broadcast:@0\n", 1, "\"broadcast\" in" },
  { UCC, "UCC_TL_UCP_TUNE=bcast:cpu:@0\n", 1, "\"cpu\" in" },
  { UCC, "UCC_TL_UCP_TUNE=bcast:4k-4k:@0\n", 1, "4k-4k is empty" },
  { UCC, "UCC_TL_UCP_TUNE=bcast:0-8k:@0#bcast:4k-inf:@1\n", 1, "sizes of bcast overlap" },
  { UCC, "UCC_TL_UCP_TUNE=bcast:0-8k\n", 1, "no score and no algorithm" },
  { UCC, "UCC_TL_UCP_TUNE=bcast:@knomail\n", 1, "no algorithm \"knomail\"" },
  { UCC, "UCC_TL_UCP_TUNE=reduce_scatterv:@knomial\n", 1,
    "reduce_scatterv of tl/ucp has no algorithm \"knomial\"" },
  { UCC, "UCC_TL_UCP_TUNE=reduce_scatter_block:@ring\n", 1, "\"reduce_scatter_block\" in" },
  { UCC, "UCC_TL_UCP_TUNE=barrier:8-inf:@knomial\n", 1, "always looked up with size 0" },
  { UCC, "UCC_TL_UCP_BCAST_KN_RADIX=0-4k:host:8\n", 1, "takes one number" },
  { UCC, "UCC_TL_UCP_ALLREDUCE_KN_RADIX=0-4k:host:x\n", 1, "is not a radix" },
  { UCC, "[ppn=4]\nUCC_TL_UCP_KN_RADIX=4\n\tUCC_TL_UCP_TUNE=bcast:@0\n", 3, "an indented line" },
  { UCC, "[ppn=4]\n# of all\nUCC_TL_UCP_KN_RADIX=4\n\n  [ppn=8]\n", 5, "an indented line" },
  { UCC, "[team_size=4-8]\nUCC_TL_UCP_KN_RADIX=4\n[team_size=8 nnodes=1]\nUCC_TL_UCP_KN_RADIX=2\n",
    4, "line 2 sets it in a section that may apply to the same teams" },
  { UCC, "export UCC_TL_UCP_KN_RADIX=4\n", 1, "a name has no blanks" },
  { UCC, "UCC_TL_UPC_TUNE=bcast:@0\n", 1, "is never read (nearest: UCC_TL_UCP_TUNE)" },
  { UCC, "UCC_TL_UCP_ALLREDUCE_RADIX=2\n", 1, "nearest: UCC_TL_UCP_ALLREDUCE_KN_RADIX" },
  { UCC, "UCC_TL_UCP_ALLREDUCE_KN_RADIX=8k-4k:host:2\n", 1, "its sizes end before they begin" },
  { UCC, "UCC_TL_UCP_TUNES=bcast:@0\n", 1, "is never read" },
  { XHC, ON "coll_xhc_bcast_chunksize = 16K\n", 2,
    "has no such parameter (nearest: bcast_chunk_size)" },
  { XHC, ON "coll_xch_bcast_hierarchy = numa\n", 2, "nearest: coll_xhc_bcast_hierarchy" },
  { XHC, ON "Coll_xhc_bcast_hierarchy = numa\n", 2, "is never read" },
  { XHC, ON "coll_xhc_barrier_cico_max = 16K\n", 2, "has no such parameter" },
  { XHC, ON "coll_xhc_hierarchy = numa,package\n", 2, "levels (numa,socket" },
  { XHC, ON "coll_xhc_chunk_size = 16K,64KB\n", 2, "numbers of bytes" },
  { XHC, ON "coll_xhc_cico_max = 1K\ncoll_xhc_bcast_cico_max = 256\n", 3, "refuses to start" },
  { XHC, "coll_xhc_cico_max = 1K\n", 1, "no coll_xhc_priority above 0" },
  { XHC, ON "OMPI_MCA_coll_xhc_cico_max = 1K\n", 2, "parameters in a file have none" },
  { XHC, ON "coll_xhc_cico_max = 1K\ncoll_xhc_cico_max = 2K\n", 3, "line 2 is lost" },
  { XHC, ON "coll_xhc_uniform_chunks = sometimes\n", 2, "true or false" },
  { UCX, "UCX_RNDV_TRESH=64k\n", 1, "never read (nearest: UCX_RNDV_THRESH)" },
  { UCX, "UCX_RNDV_THRESH=64 k\n", 1, "refuses to start" },
  { UCX, "UCX_TLS=self,cma\n", 1, "only copy" },
  { UCX, "UCX_TLS=self,posx,sysv\n", 1, "no transport \"posx\"" },
  { UCX, "UCX_TLS=posix,cma\n", 1, "without self" },
  { UCX, "UCX_TLS=all\n UCX_RNDV_THRESH=64k\n", 2, "an indented line" },
  { UCX, "RNDV_THRESH=64k\n", 1, "does not begin with UCX_" },
  { UCX, "UCX_TLS=all\nUCX_TLS=sm\n", 2, "second time" },
  { UCX, "UCX_RNDV_SCHEME=get\n", 1, "no scheme" },
};

Test(lint_settings, finds_nothing_in_good_files)
{
  for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
    g_autoptr(GArray) flaws = tn_lint(good[i].target, good[i].text, strlen(good[i].text));
    g_autofree char *text = flaws_text(flaws);
    cr_expect_eq(flaws->len, 0, "good file %zu:%s", i, text);
  }
}

Test(lint_settings, finds_each_planted_fault_in_its_line)
{
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GArray) flaws = tn_lint(bad[i].target, bad[i].text, strlen(bad[i].text));
    g_autofree char *text = flaws_text(flaws);
    cr_expect(flaws_have(flaws, bad[i].line, bad[i].description), "fault %zu: want %d: %s; told:%s",
              i, bad[i].line, bad[i].description, text);
  }
}

/* Lines that older releases of UCC truncate. */
Test(lint_settings, measures_lines_of_ucc)
{
  g_autoptr(GString) text = g_string_new("UCC_TL_UCP_TUNE=bcast:0-8:@0");
  for (int i = 1; i < 40; i++)
    g_string_append_printf(text, "#bcast:%d-%d:@0", 8 * i, 8 * i + 8);
  g_autoptr(GArray) flaws = tn_lint(UCC, text->str, text->len);
  cr_assert_eq(flaws->len, 1);
  cr_assert(strstr(g_array_index(flaws, struct tn_flaw, 0).what, "reads the first 499"));
}

/* UCX reads 199 bytes at once, comments included: the rest is a separate line. */
Test(lint_settings, measures_lines_of_ucx)
{
  for (int length = 198; length < 203; length++) {
    g_autofree char *blanks = g_strnfill((gsize)length - 1, 'x');
    g_autofree char *text = g_strconcat("UCX_TLS=all\n#", blanks, "\n", NULL);
    g_autoptr(GArray) flaws = tn_lint(UCX, text, strlen(text));
    cr_expect_eq(flaws->len, length > 199, "%d bytes", length);
    cr_expect(length <= 199 || flaws_have(flaws, 2, "reads the first 199"), "%d bytes", length);
  }
}
