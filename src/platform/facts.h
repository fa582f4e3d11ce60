/* Facts about the machine, and about the container around this process, that decide how ranks of an
 * MPI library reach each other's memory. Plain values that own nothing: real/host_facts.h finds
 * them, tests set them directly. */
#ifndef TN_PLATFORM_FACTS_H
#define TN_PLATFORM_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/* Value of a numeric field that could not be determined. */
enum { TN_NOT_KNOWN = -1 };

/* Result of an attempt: 0 if it worked, the errno if above 0, or one of these. */
enum { TN_NOT_TRIED = -1, TN_WAS_KILLED = -2 };

/* ptrace_scope of a kernel without Yama. */
enum { TN_NO_YAMA = -2 };

/* Values of seccomp as in /proc/self/status. */
enum { TN_SECCOMP_NONE, TN_SECCOMP_STRICT, TN_SECCOMP_FILTER };

struct tn_facts {
  char kernel[64]; /* kernel release; "" if unknown */
  int user;        /* effective user id, or TN_NOT_KNOWN */

  int ptrace_scope;      /* 0 to 3, TN_NO_YAMA or TN_NOT_KNOWN */
  bool has_capabilities; /* true if `capabilities` is known */
  uint64_t capabilities; /* effective set, indexed by bit number */
  int seccomp;           /* or TN_NOT_KNOWN */
  int no_new_privileges; /* 0, 1 or TN_NOT_KNOWN */
  int user_namespace;    /* 1: not the machine's user namespace, 0: the machine's, or
                            TN_NOT_KNOWN */
  int64_t root_outside;  /* user id outside that is root in this namespace; TN_NOT_KNOWN if
                            absent or it is unknown */

  /* Attempts between two processes, neither of which descends from the other, as between ranks. */
  int read;       /* process_vm_readv */
  int read_asked; /* process_vm_readv from a process that has called prctl(PR_SET_PTRACER) */
  int ask;        /* prctl(PR_SET_PTRACER) */
  int compare;    /* kcmp */
  int write_self; /* process_vm_writev to the caller's own memory */

  int xpmem, knem; /* opening the device file */
  bool has_mlx;    /* true with an adapter for which Open MPI prefers pml/ucx, even inside a node */

  int64_t shm_bytes, shm_free; /* bytes of /dev/shm; TN_NOT_KNOWN if absent */
  int shm_refusal;             /* errno of creating a file in /dev/shm; 0 if it works */

  int64_t huge_pages, huge_pages_free, huge_page_bytes; /* reserved huge pages, or TN_NOT_KNOWN */
  char thp[16], shmem_thp[16]; /* word in brackets in transparent_hugepage/enabled and
                                  shmem_enabled; "" if unknown */

  int64_t memory;       /* bytes free without swapping, or TN_NOT_KNOWN */
  int64_t memory_limit; /* bytes, smallest limit of the control groups; TN_NOT_KNOWN if unlimited */
  double cpu_limit;     /* processors, smallest quota of the control groups; 0 if unlimited */

  int packages, numas, cores, units; /* resources that the process may use, or TN_NOT_KNOWN */
  int affinity;                      /* processing units in the affinity mask, or TN_NOT_KNOWN */
};

/* Sets everything to unknown and not tried. */
void tn_facts_init(struct tn_facts *facts);

/* Returns true if the effective set is known to have CAP_SYS_PTRACE. */
bool tn_facts_may_trace(const struct tn_facts *facts);

/* Returns the expected result of process_vm_readv between two ranks: that of an attempt, else what
 * ptrace_scope and the capability imply. `asked`: the memory's owner has called
 * prctl(PR_SET_PTRACER). */
int tn_facts_read(const struct tn_facts *facts, bool asked);

/* Reason why process_vm_readv fails. */
enum tn_obstacle {
  TN_OBSTACLE_NONE,
  TN_OBSTACLE_YAMA,    /* ptrace_scope, without the capability */
  TN_OBSTACLE_SECCOMP, /* a seccomp filter, such as a container's profile */
  TN_OBSTACLE_KERNEL,  /* a kernel without the system call */
  TN_OBSTACLE_OTHER    /* another security module, or another user's process */
};
enum tn_obstacle tn_facts_obstacle(const struct tn_facts *facts, bool asked);

/* Returns how many ranks can have a core of their own, within the affinity mask and the limit on
 * processor time. At least 1. */
int tn_facts_ranks(const struct tn_facts *facts);

#endif
