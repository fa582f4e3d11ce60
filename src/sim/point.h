/* One point: what is run, and under which conditions. Simulator, study, rows, store and library all
 * use this structure. */
#ifndef TN_SIM_POINT_H
#define TN_SIM_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algos/bench/bench.h"
#include "contention/noise.h"
#include "laws.h"
#include "platform/platform.h"

struct tn_setup;
struct tn_arrival;

/* Value of `warmup` if tn_point_warmup computes the number of warm-up calls. */
enum { TN_AS_MANY_AS_SLOTS = -1 };

/* Contents of the ranks' buffers. ORDERS: the trees of additions of a reduction (orders.h). */
enum tn_verify { TN_VERIFY_NOTHING, TN_VERIFY_DATA, TN_VERIFY_ORDERS };

/* All pointers are borrowed. */
struct tn_point {
#define INPUT(KEY, type, name) type name;
#define CONDITION INPUT
#include "point.def"
};

#endif
