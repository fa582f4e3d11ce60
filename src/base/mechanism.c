#include "mechanism.h"

#include <stddef.h>

#define INFO(number, name, device, kind) [number] = { name, device, kind },
const struct tn_mechanism_info tn_mechanisms[TN_N_MECHANISMS] = { TN_MECHANISMS(INFO) };

#define NAME(number, name, device, kind) [number] = name,
const char *const tn_mechanism_names[TN_N_MECHANISMS + 1] = { TN_MECHANISMS(NAME) NULL };

bool tn_mechanism_is_single_copy(enum tn_mechanism mechanism)
{
  return tn_mechanisms[mechanism].kind != TN_BY_SEGMENTS;
}

bool tn_mechanism_is_mapped(enum tn_mechanism mechanism)
{
  switch (tn_mechanisms[mechanism].kind) {
  case TN_BY_ATTACHING:
  case TN_BY_FILES:
    return true;
  case TN_BY_CALLS:
  case TN_BY_REGIONS:
  case TN_BY_SEGMENTS:
    break;
  }
  return false;
}

bool tn_mechanism_pins(enum tn_mechanism mechanism)
{
  return tn_mechanisms[mechanism].kind == TN_BY_CALLS;
}

bool tn_mechanism_needs_region(enum tn_mechanism mechanism)
{
  return tn_mechanisms[mechanism].kind == TN_BY_REGIONS;
}

bool tn_mechanism_needs_attach(enum tn_mechanism mechanism)
{
  return tn_mechanisms[mechanism].kind == TN_BY_ATTACHING;
}
