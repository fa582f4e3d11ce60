#ifndef TN_SIM_SIM_ERROR_H
#define TN_SIM_SIM_ERROR_H

#include <glib.h>

#define TN_SIM_ERROR tn_sim_error_quark()
GQuark tn_sim_error_quark(void);

#endif
