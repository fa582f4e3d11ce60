#include "bench.h"

void tn_bench_rank(struct tn_strand *r, const struct tn_bench *bench, struct tn_call *call)
{
  for (int i = 0; i < bench->warmup + bench->repetitions; i++) {
    call->epoch = (uint32_t)i + 1;
    r->transport->enter(r);
    bench->algorithm->run(r);
    r->transport->leave(r);
  }
}
