#include "error.h"

G_DEFINE_QUARK(tn - sim - error - quark, tn_sim_error)
