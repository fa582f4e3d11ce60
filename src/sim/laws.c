#include "laws.h"

#include <stddef.h>

#define TN_LAW_DECLARE(law, name, entry) extern const struct tn_law_entry entry;
TN_LAWS(TN_LAW_DECLARE)

#define TN_LAW_ADDRESS(law, name, entry) [law] = &entry,
const struct tn_law_entry *const tn_laws[TN_N_LAWS] = { TN_LAWS(TN_LAW_ADDRESS) };

#define TN_LAW_NAME(law, name, entry) [law] = name,
const char *const tn_law_names[] = { TN_LAWS(TN_LAW_NAME)[TN_N_LAWS] = NULL };
