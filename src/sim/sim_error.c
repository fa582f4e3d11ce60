#include "sim_error.h"

G_DEFINE_QUARK(tn_sim_error, tn_sim_error)
