#include "facts.h"

#include <errno.h>
#include <string.h>

/* linux/capability.h */
enum { CAPABILITY_SYS_PTRACE = 19 };

void tn_facts_init(struct tn_facts *facts)
{
  memset(facts, 0, sizeof *facts);
  facts->user = TN_NOT_KNOWN;
  facts->ptrace_scope = facts->seccomp = facts->no_new_privileges = TN_NOT_KNOWN;
  facts->user_namespace = TN_NOT_KNOWN;
  facts->root_outside = TN_NOT_KNOWN;
  facts->read = facts->read_asked = facts->ask = facts->compare = TN_NOT_TRIED;
  facts->write_self = facts->xpmem = facts->knem = TN_NOT_TRIED;
  facts->shm_bytes = facts->shm_free = TN_NOT_KNOWN;
  facts->huge_pages = facts->huge_pages_free = facts->huge_page_bytes = TN_NOT_KNOWN;
  facts->memory = facts->memory_limit = TN_NOT_KNOWN;
  facts->packages = facts->numas = facts->cores = facts->units = facts->affinity = TN_NOT_KNOWN;
}

bool tn_facts_may_trace(const struct tn_facts *facts)
{
  return facts->has_capabilities && (facts->capabilities >> CAPABILITY_SYS_PTRACE & 1);
}

/* Returns the errno (0: success) that process_vm_readv gets if only Yama can refuse it
 * (security/yama/yama_lsm.c). */
static int yama_allows(const struct tn_facts *facts, bool asked)
{
  const int scope = facts->ptrace_scope;
  if (scope <= 0 || (tn_facts_may_trace(facts) && scope < 3))
    return 0;
  return scope == 1 && asked ? 0 : EPERM;
}

int tn_facts_read(const struct tn_facts *facts, bool asked)
{
  const int tried = asked ? facts->read_asked : facts->read;
  return tried == TN_NOT_TRIED ? yama_allows(facts, asked) : tried;
}

enum tn_obstacle tn_facts_obstacle(const struct tn_facts *facts, bool asked)
{
  const int why = tn_facts_read(facts, asked);
  if (why == 0)
    return TN_OBSTACLE_NONE;
  if (why == EPERM && yama_allows(facts, asked) != 0)
    return TN_OBSTACLE_YAMA;
  if (facts->seccomp == TN_SECCOMP_FILTER || why == TN_WAS_KILLED)
    return TN_OBSTACLE_SECCOMP;
  return why == ENOSYS ? TN_OBSTACLE_KERNEL : TN_OBSTACLE_OTHER;
}

int tn_facts_ranks(const struct tn_facts *facts)
{
  int n = facts->cores > 0 ? facts->cores : 1;
  if (facts->affinity > 0 && facts->affinity < n)
    n = facts->affinity;
  if (facts->cpu_limit > 0.0 && facts->cpu_limit < n)
    n = (int)facts->cpu_limit;
  return n > 0 ? n : 1;
}
