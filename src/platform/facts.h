/* Facts about the machine, and about the container around this process, that decide how ranks of an
 * MPI library access each other's memory. The values own no memory. real/host_facts.h finds them;
 * tests set them directly. */
#ifndef TN_PLATFORM_FACTS_H
#define TN_PLATFORM_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/* Value of a numeric field that could not be determined. */
enum { TN_NOT_KNOWN = -1 };

/* Result of an attempt: 0 if it succeeded, an errno (above 0), or one of these values. */
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
  int seccomp;           /* TN_SECCOMP_NONE, _STRICT or _FILTER, or TN_NOT_KNOWN */
  int no_new_privileges; /* 0, 1 or TN_NOT_KNOWN */
  /* 1: the process is in another user namespace than the machine's; 0: in the machine's;
   * TN_NOT_KNOWN */
  int user_namespace;
  /* user id, outside this namespace, of the user that is root in it; TN_NOT_KNOWN if there is no
   * such user or it is unknown */
  int64_t root_outside;

  /* Results of attempts between two processes. As with ranks, none of the two is a child of the
   * other. */
  int read;       /* process_vm_readv */
  int read_asked; /* process_vm_readv from a process that has called prctl(PR_SET_PTRACER) */
  int ask;        /* prctl(PR_SET_PTRACER) */
  int compare;    /* kcmp */
  int write_self; /* process_vm_writev to the caller's own memory */

  int xpmem, knem; /* result of opening the device file */
  /* true if there is an adapter for which Open MPI prefers pml/ucx, also within a node */
  bool has_mlx;

  /* size and free space of /dev/shm in bytes; TN_NOT_KNOWN if there is no /dev/shm */
  int64_t shm_bytes, shm_free;
  int shm_refusal; /* errno of creating a file in /dev/shm; 0 if it works */

  /* number of reserved huge pages, number of free ones, and bytes of one; TN_NOT_KNOWN if
   * unknown */
  int64_t huge_pages, huge_pages_free, huge_page_bytes;
  char thp[16], shmem_thp[16]; /* word in brackets in transparent_hugepage/enabled and
                                  shmem_enabled; "" if unknown */

  int64_t memory;       /* bytes of memory that are available without swapping, or TN_NOT_KNOWN */
  int64_t memory_limit; /* bytes, smallest limit of the control groups; TN_NOT_KNOWN if unlimited */
  double cpu_limit;     /* processors, smallest quota of the control groups; 0 if unlimited */

  int packages, numas, cores, units; /* resources that the process may use, or TN_NOT_KNOWN */
  int affinity;                      /* processing units in the affinity mask, or TN_NOT_KNOWN */
};

/* Sets all facts to unknown and all attempts to TN_NOT_TRIED. */
void tn_facts_init(struct tn_facts *facts);

/* Returns true if the effective set is known to have CAP_SYS_PTRACE. */
bool tn_facts_may_trace(const struct tn_facts *facts);

/* Returns the expected result of process_vm_readv between two ranks: the result of an attempt or,
 * without an attempt, the result that ptrace_scope and the capability imply. `asked`: the memory's
 * owner has called prctl(PR_SET_PTRACER). */
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

/* Returns the number of ranks (1 or more) that can each have a core, given the affinity mask and
 * the limit on processor time. */
int tn_facts_ranks(const struct tn_facts *facts);

#endif
