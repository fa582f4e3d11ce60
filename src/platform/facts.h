/* Facts about machine and container that decide how ranks of an MPI library access each other's
 * memory. real/host_facts.h finds them; tests set them. Numbers may be TN_NOT_KNOWN. No memory is
 * owned. */
#ifndef TN_PLATFORM_FACTS_H
#define TN_PLATFORM_FACTS_H

#include <stdbool.h>
#include <stdint.h>

enum { TN_NOT_KNOWN = -1 };

/* Result of an attempted access: 0 for success, an errno (> 0), or one of these. */
enum { TN_NOT_TRIED = -1, TN_WAS_KILLED = -2 };

/* Value of ptrace_scope for a kernel without Yama. */
enum { TN_NO_YAMA = -2 };

/* Values of seccomp as in /proc/self/status. */
enum { TN_SECCOMP_NONE, TN_SECCOMP_STRICT, TN_SECCOMP_FILTER };

struct tn_facts {
  char kernel[64]; /* release of the kernel; "" if unknown */
  int user;        /* effective user id */

  int ptrace_scope; /* 0 to 3, or TN_NO_YAMA */
  bool has_capabilities;
  uint64_t capabilities; /* effective set: bit i is capability number i */
  int seccomp;           /* TN_SECCOMP_NONE, _STRICT or _FILTER */
  int no_new_privileges; /* 0 or 1 */
  /* 1 if the process is in another user namespace than the machine's, otherwise 0 */
  int user_namespace;
  /* user id in the machine's user namespace of the user that is root in this namespace;
   * TN_NOT_KNOWN if unknown, or if there is no such user */
  int64_t root_outside;

  /* Results of accesses that were attempted between two processes. Neither process is a child of
   * the other, as for ranks. */
  int read; /* process_vm_readv */
  /* process_vm_readv from the memory of a process that has called prctl(PR_SET_PTRACER) */
  int read_asked;
  int ask;        /* prctl(PR_SET_PTRACER) */
  int compare;    /* kcmp */
  int write_self; /* process_vm_writev to the caller itself */

  int xpmem, knem; /* results of opening the device files */
  /* true if the node has a network adapter because of which Open MPI prefers pml/ucx, even within
   * the node */
  bool has_mlx;

  /* size and free space of /dev/shm in bytes; TN_NOT_KNOWN if there is no /dev/shm */
  int64_t shm_bytes, shm_free;
  int shm_refusal; /* errno of creating a file in /dev/shm; 0: success */

  /* number of reserved huge pages, number of free ones, bytes of one page */
  int64_t huge_pages, huge_pages_free, huge_page_bytes;
  /* setting in brackets in transparent_hugepage/enabled and shmem_enabled; "" if unknown */
  char thp[16], shmem_thp[16];

  int64_t memory;       /* bytes of memory that are available without swapping, or TN_NOT_KNOWN */
  int64_t memory_limit; /* smallest memory limit of the control groups in bytes; TN_NOT_KNOWN:
                         * unlimited */
  double cpu_limit;     /* smallest quota of the control groups in processors; 0: unlimited */

  /* numbers of packages, memory domains, cores and processing units that the process may use */
  int packages, numas, cores, units;
  int affinity; /* number of processing units in the affinity mask */
};

/* Sets all facts to unknown and all attempts to TN_NOT_TRIED. */
void tn_facts_init(struct tn_facts *facts);

/* Returns true if the process is known to have CAP_SYS_PTRACE. */
bool tn_facts_may_trace(const struct tn_facts *facts);

/* Returns the expected result of process_vm_readv between ranks: the result of an attempt or,
 * without an attempt, what ptrace_scope and capabilities imply. `asked`: true if the memory's owner
 * has called prctl(PR_SET_PTRACER). */
int tn_facts_read(const struct tn_facts *facts, bool asked);

enum tn_obstacle {
  TN_OBSTACLE_NONE,
  /* Yama's ptrace_scope forbids the access, and the process lacks CAP_SYS_PTRACE */
  TN_OBSTACLE_YAMA,
  /* a seccomp filter forbids the system call, for example a container's profile */
  TN_OBSTACLE_SECCOMP,
  TN_OBSTACLE_KERNEL, /* the kernel lacks the system call */
  TN_OBSTACLE_OTHER   /* another security module forbids the access, or the users differ */
};
enum tn_obstacle tn_facts_obstacle(const struct tn_facts *facts, bool asked);

/* Returns the number of ranks, >= 1, that can each have a core of their own, within the affinity
 * mask and the processor limit. */
int tn_facts_ranks(const struct tn_facts *facts);

#endif
