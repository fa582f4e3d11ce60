/* Algorithms by the names and numbers of MPI libraries. */
#include <criterion/criterion.h>
#include <string.h>

#include "algos/library/library.h"
#include "algos/library/library_names.h"

static const char *entry(enum tn_collective collective, const char *word)
{
  const struct tn_library_word meaning = tn_library_word_of(collective, word);
  return meaning.algorithm ? meaning.algorithm->name : "none";
}

Test(names, are_ours_before_a_librarys)
{
  cr_assert_str_eq(entry(TN_BCAST, "binomial"), "binomial");
  cr_assert_eq(tn_library_word_of(TN_BCAST, "binomial").library, TN_OWN_NAME);
  cr_assert_str_eq(entry(TN_BCAST, "knomial"), "none");
}

Test(names, of_open_mpi_have_a_number)
{
  cr_assert_str_eq(entry(TN_BCAST, "ompi:knomial"), "knomial-p2p");
  cr_assert_str_eq(entry(TN_BCAST, "7"), "knomial-p2p");
  cr_assert_str_eq(entry(TN_BCAST, "ompi:7"), "knomial-p2p");
  cr_assert_eq(tn_library_word_of(TN_BCAST, "7").library, TN_OMPI);
  cr_assert_str_eq(entry(TN_SCATTER, "3"), "linear-nb");
  cr_assert_str_eq(entry(TN_ALLGATHERV, "4"), "neighbor-exchange");
  cr_assert_str_eq(entry(TN_ALLTOALLV, "1"), "linear");
  cr_assert_str_eq(entry(TN_ALLGATHER, "7"), "sparbit");
  cr_assert_str_eq(entry(TN_ALLGATHER, "8"), "direct");
  cr_assert_str_eq(entry(TN_ALLGATHERV, "6"), "sparbit");
  cr_assert_str_eq(entry(TN_BARRIER, "4"), "dissemination");
  cr_assert_str_eq(entry(TN_BARRIER, "10"), "none");
  cr_assert_str_eq(entry(TN_BARRIER, "99999999999"), "none");
  cr_assert_str_eq(entry(TN_BARRIER, "-1"), "none");
  cr_assert_str_eq(entry(TN_BARRIER, "ompi:"), "none");
}

Test(names, of_messages_go_before_those_of_kernel_copies)
{
  cr_assert_str_eq(entry(TN_ALLTOALL, "2"), "pairwise-p2p");
  cr_assert_str_eq(entry(TN_ALLTOALL, "mpich:brucks"), "bruck-p2p");
  cr_assert_str_eq(entry(TN_ALLGATHER, "ompi:bruck-k-fanout"), "bruck-p2p");
  cr_assert_str_eq(tn_library_word_bare(TN_ALLTOALL, "2")->name, "pairwise-p2p");
  cr_assert_str_eq(entry(TN_BCAST, "mpich:circ_graph"), "circulant");
  cr_assert_str_eq(entry(TN_REDUCE, "mpich:circ_graph"), "circulant");
  cr_assert_str_eq(entry(TN_ALLGATHER, "mpich:circ_graph"), "circulant");
}

Test(names, of_ucc_and_xhc_have_a_prefix)
{
  cr_assert_str_eq(entry(TN_BCAST, "ucc:knomial"), "knomial-p2p");
  cr_assert_str_eq(entry(TN_BCAST, "ucc:sag_knomial"), "sag-knomial");
  cr_assert_str_eq(entry(TN_REDUCE, "ucc:srg"), "srg-knomial");
  cr_assert_str_eq(entry(TN_ALLREDUCE, "ucc:sra_knomial"), "sra-knomial");
  cr_assert_str_eq(entry(TN_ALLTOALL, "ucc:pairwise"), "linear-sync");
  cr_assert_str_eq(entry(TN_ALLTOALLV, "ucc:pairwise"), "scattered");
  cr_assert_str_eq(entry(TN_ALLTOALL, "ucc:bruck"), "bruck-p2p");
  cr_assert_str_eq(entry(TN_ALLGATHER, "ucc:neighbor"), "neighbor-exchange");
  cr_assert_str_eq(entry(TN_SCATTER, "ucc:knomial"), "none");
  cr_assert_str_eq(entry(TN_ALLREDUCE, "ucc:5"), "none");
  cr_assert_str_eq(entry(TN_BCAST, "ucc:dbt"), "double-tree");
  cr_assert_str_eq(entry(TN_REDUCE, "ucc:dbt"), "double-tree");
  cr_assert_str_eq(entry(TN_ALLREDUCE, "ucc:dbt"), "double-tree");
  cr_assert_str_eq(entry(TN_ALLREDUCE, "ucc:ring"), "two-rings");
  cr_assert_str_eq(entry(TN_REDUCE_SCATTER_BLOCK, "ucc:ring"), "two-rings");
  cr_assert_str_eq(entry(TN_REDUCE_SCATTER_BLOCK, "ucc:knomial"), "knomial");
  cr_assert_str_eq(entry(TN_REDUCE_SCATTER, "ucc:ring"), "two-rings");
  cr_assert_str_eq(entry(TN_REDUCE_SCATTER, "ucc:knomial"), "none");
  cr_assert_str_eq(entry(TN_ALLGATHER, "ucc:sparbit"), "sparbit");
  cr_assert_str_eq(entry(TN_ALLGATHER, "ucc:linear"), "direct");
  cr_assert_str_eq(entry(TN_ALLGATHER, "ucc:batched"), "batched");
  cr_assert_str_eq(entry(TN_ALLGATHERV, "ucc:knomial"), "knomial");
  cr_assert_str_eq(tn_library_word_of(TN_ALLREDUCE, "ucc:sliding_window").lacks, "sliding_window");
  cr_assert_eq(tn_library_word_of(TN_BCAST, "ucc:knomial").library, TN_UCC);
  cr_assert_str_eq(entry(TN_ALLREDUCE, "ucc:auto"), "library:ucc");
  cr_assert_str_eq(entry(TN_REDUCE, "xhc:tree"), "xhc-tree");
  cr_assert_str_eq(entry(TN_BARRIER, "xhc:flat"), "xhc-flat");
  cr_assert_str_eq(entry(TN_SCATTER, "xhc:tree"), "none");
}

Test(names, say_what_is_lacking)
{
  const struct tn_library_word reduce = tn_library_word_of(TN_REDUCE, "6");
  cr_assert_null(reduce.algorithm);
  cr_assert_str_eq(reduce.lacks, "in-order_binary");
  cr_assert_str_eq(tn_library_word_of(TN_ALLREDUCE, "mpich:recexch").lacks, "recexch");
  cr_assert_str_eq(tn_library_word_of(TN_BCAST, "mpich:tree").lacks, "tree");
  cr_assert_null(tn_library_word_of(TN_ALLREDUCE, "mpich:fastest").lacks);
}

Test(names, of_own_choices)
{
  cr_assert_str_eq(entry(TN_REDUCE, "0"), TN_OMPI_CHOICE);
  cr_assert_str_eq(entry(TN_REDUCE, "ompi:ignore"), TN_OMPI_CHOICE);
  cr_assert_str_eq(entry(TN_REDUCE, "mpich:auto"), "library:mpich");
  cr_assert_null(tn_library_word_bare(TN_REDUCE, "auto"));
  cr_assert_str_eq(tn_library_word_bare(TN_REDUCE, "0")->name, TN_OMPI_CHOICE);
}

/* Each name of an entry is found again, and each listed name is one of an entry. */
Test(names, are_all_listed)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    for (enum tn_library l = TN_OMPI; l < TN_N_LIBRARIES; l++) {
      const char *own = tn_library_name(*a, l), *name;
      bool is_listed = false;
      for (int i = 0; (name = tn_library_word_name((*a)->collective, l, i)); i++)
        is_listed = is_listed || (own && strcmp(own, name) == 0);
      cr_assert(is_listed || !own, "%s: %s", (*a)->name, own);
      cr_assert(!own || l > TN_MPICH || tn_library_word_bare((*a)->collective, own), "%s", own);
    }
  }
}
