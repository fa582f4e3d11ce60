#include "mechanism.h"

#include <stddef.h>

#define INFO(number, name, device, kind) [number] = { name, device, kind },
const struct tn_mechanism_info tn_mechanisms[TN_N_MECHANISMS] = { TN_MECHANISMS(INFO) };

#define NAME(number, name, device, kind) [number] = name,
const char *const tn_mechanism_names[TN_N_MECHANISMS + 1] = { TN_MECHANISMS(NAME) NULL };

const char *const tn_user_memory_names[TN_N_USER_MEMORIES + 1] = { "host", "device", NULL };

static bool has(enum tn_mechanism mechanism, enum tn_mechanism_feature feature)
{
#define FEATURES(kind, features) [kind] = features,
  static const unsigned features_of[TN_N_MECHANISM_KINDS] = { TN_MECHANISM_KINDS(FEATURES) };
  return features_of[tn_mechanisms[mechanism].kind] & feature;
}

bool tn_mechanism_is_single_copy(enum tn_mechanism mechanism)
{
  return has(mechanism, TN_MOVES_ONCE);
}

bool tn_mechanism_is_mapped(enum tn_mechanism mechanism)
{
  return has(mechanism, TN_IS_MAPPED);
}

bool tn_mechanism_pins(enum tn_mechanism mechanism)
{
  return has(mechanism, TN_PINS);
}

bool tn_mechanism_needs_region(enum tn_mechanism mechanism)
{
  return has(mechanism, TN_NEEDS_REGION);
}

bool tn_mechanism_needs_attach(enum tn_mechanism mechanism)
{
  return has(mechanism, TN_NEEDS_ATTACH);
}

bool tn_mechanism_needs_files(enum tn_mechanism mechanism)
{
  return has(mechanism, TN_NEEDS_FILES);
}

bool tn_mechanism_is_on_device(enum tn_mechanism mechanism)
{
  return has(mechanism, TN_ON_DEVICE);
}

enum tn_mechanism tn_mechanism_of_host(enum tn_mechanism mechanism)
{
  return tn_mechanism_is_on_device(mechanism) ? TN_CMA : mechanism;
}

bool tn_mechanism_maps_device(enum tn_mechanism mechanism)
{
  return has(mechanism, TN_MAPS_DEVICE);
}

enum tn_user_memory tn_mechanism_memory(enum tn_mechanism mechanism)
{
  return tn_mechanism_is_on_device(mechanism) ? TN_MEMORY_DEVICE : TN_MEMORY_HOST;
}
