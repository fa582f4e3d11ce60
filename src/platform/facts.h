/* What is known of a machine, and of the container around this process, that decides how ranks of
 * an MPI library reach each other's memory. Plain values, nothing owned: real/host_facts.h finds them
 * out, tests invent them. */
#ifndef TN_PLATFORM_FACTS_H
#define TN_PLATFORM_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/* In fields that are numbers: nobody could say. */
enum { TN_NOT_KNOWN = -1 };

/* What became of something that was tried: 0 it works, above 0 the errno, or one of these. */
enum { TN_NOT_TRIED = -1, TN_WAS_KILLED = -2 };

/* Of ptrace_scope, beside 0 to 3: a kernel without Yama. */
enum { TN_NO_YAMA = -2 };

/* Of seccomp, as /proc/self/status has it. */
enum { TN_SECCOMP_NONE, TN_SECCOMP_STRICT, TN_SECCOMP_FILTER };

struct tn_facts {
  char kernel[64]; /* its release; "": not known */
  int user;        /* effective number; TN_NOT_KNOWN */

  int ptrace_scope;      /* 0 to 3, TN_NO_YAMA or TN_NOT_KNOWN */
  bool has_capabilities; /* `capabilities` is known */
  uint64_t capabilities; /* the effective set, bit by number */
  int seccomp;           /* or TN_NOT_KNOWN */
  int no_new_privileges; /* 0, 1 or TN_NOT_KNOWN */
  int user_namespace;    /* 1: not the machine's own, 0: that one, or TN_NOT_KNOWN */
  int64_t root_outside;  /* user outside who is root in here; TN_NOT_KNOWN: nobody, or not known */

  /* Tried between two processes of which neither descends from the other, as ranks are. */
  int read;       /* process_vm_readv */
  int read_asked; /* the same from a process that has called prctl(PR_SET_PTRACER) */
  int ask;        /* that call */
  int compare;    /* kcmp */
  int write_self; /* process_vm_writev to the caller's own memory */

  int xpmem, knem; /* opening the device */
  bool has_mlx;    /* an adapter for which Open MPI prefers pml/ucx, even inside the node */

  int64_t shm_bytes, shm_free; /* of /dev/shm; TN_NOT_KNOWN: there is none */
  int shm_refusal;             /* errno of making a file there, 0: it can be */

  int64_t huge_pages, huge_pages_free, huge_page_bytes; /* set aside; TN_NOT_KNOWN */
  char thp[16], shmem_thp[16]; /* word in brackets of transparent_hugepage/enabled and
                                  shmem_enabled; "": not known */

  int64_t memory;       /* bytes free without swapping; TN_NOT_KNOWN */
  int64_t memory_limit; /* bytes, the smallest of the control groups; TN_NOT_KNOWN: none */
  double cpu_limit;     /* processors' worth of time, likewise; 0: none */

  int packages, numas, cores, units; /* that the process may use; TN_NOT_KNOWN */
  int affinity;                      /* units in the affinity mask; TN_NOT_KNOWN */
};

/* Everything not known, nothing tried. */
void tn_facts_init(struct tn_facts *facts);

/* Whether the effective set has CAP_SYS_PTRACE; false where it is not known. */
bool tn_facts_may_trace(const struct tn_facts *facts);

/* What process_vm_readv between two ranks meets, as the attempts do: what was tried, else what
 * ptrace_scope and the capability let expect. `asked`: the owner has called prctl(PR_SET_PTRACER).
 */
int tn_facts_read(const struct tn_facts *facts, bool asked);

/* Why it does. */
enum tn_obstacle {
  TN_OBSTACLE_NONE,
  TN_OBSTACLE_YAMA,    /* ptrace_scope, without the capability */
  TN_OBSTACLE_SECCOMP, /* a filter, such as a container's profile */
  TN_OBSTACLE_KERNEL,  /* a kernel without the system call */
  TN_OBSTACLE_OTHER    /* another security module, or another user's process */
};
enum tn_obstacle tn_facts_obstacle(const struct tn_facts *facts, bool asked);

/* How many ranks have a core of their own: cores, within the affinity mask and the limit on
 * processor time. At least 1. */
int tn_facts_ranks(const struct tn_facts *facts);

#endif
