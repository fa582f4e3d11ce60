/* Network adapters and accelerators of a topology. */
#include "machine.h"
#include "topology_source.h"

#include <math.h>
#include <string.h>

/* Largest number of GPUs. The time to read them grows with its square, because each pair needs a
 * route. */
#define MAX_GPUS 256
/* Share of a link's nominal rate that transfers reach: 26.2 of 31.5 GB/s (A100), 55.4 of 63
 * (H100). */
#define DELIVERED 0.83
/* Rate in GB/s of a link that hwloc does not know: that of PCIe Gen 4 x16. */
#define USUAL_SPEED 31.5
#define MAX_SPEED 1000

/* Returns the word for a kind of OS device; NULL if it moves no data of ranks. */
static const char *kind_of(hwloc_obj_osdev_type_t type)
{
  switch (type) {
  case HWLOC_OBJ_OSDEV_GPU:
    return "gpu";
  case HWLOC_OBJ_OSDEV_NETWORK:
    return "network";
  case HWLOC_OBJ_OSDEV_OPENFABRICS:
    return "openfabrics";
  case HWLOC_OBJ_OSDEV_COPROC:
    return "coproc";
  default:
    return NULL;
  }
}

/* Returns the PCI device of an OS device, or the device itself. */
static hwloc_obj_t card_of(hwloc_topology_t topology, hwloc_obj_t device)
{
  hwloc_obj_t card = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PCI_DEVICE, device);
  return card ? card : device;
}

/* Returns true if another OS device of the same card describes it better: its type is more
 * specific, or the same with a lower index. */
static bool is_outdone(hwloc_topology_t topology, hwloc_obj_t device)
{
  hwloc_obj_t other = NULL;
  while ((other = hwloc_get_next_osdev(topology, other))) {
    const int more = (int)other->attr->osdev.type - (int)device->attr->osdev.type;
    if (card_of(topology, other) == card_of(topology, device) && kind_of(other->attr->osdev.type) &&
        (more > 0 || (more == 0 && other->logical_index < device->logical_index)))
      return true;
  }
  return false;
}

/* Finds the memory domain, or else the package, that contains all processing units near the device.
 * Returns false if only the node does. */
static bool near_of(hwloc_topology_t topology, const struct tn_topology *t, hwloc_obj_t device,
                    struct tn_place_id *ret)
{
  hwloc_obj_t near = hwloc_get_non_io_ancestor_obj(topology, device), pu = NULL;
  int numa = -1, package = -1;
  bool is_numa = true, is_package = true;
  while (
      (pu = hwloc_get_next_obj_inside_cpuset_by_type(topology, near->cpuset, HWLOC_OBJ_PU, pu))) {
    const int core = t->core_of_pu[pu->logical_index];
    is_numa = is_numa && (numa < 0 || numa == t->numa_of[core]);
    is_package = is_package && (package < 0 || package == t->package_of[core]);
    numa = t->numa_of[core];
    package = t->package_of[core];
  }
  *ret = is_numa ? (struct tn_place_id){ TN_PLACE_NUMA, numa }
                 : (struct tn_place_id){ TN_PLACE_PACKAGE, package };
  return numa >= 0 && is_package;
}

void tn_topology_devices(hwloc_topology_t topology, const struct tn_topology *t, char *ret,
                         gsize room)
{
  hwloc_obj_t device = NULL;
  *ret = '\0';
  while ((device = hwloc_get_next_osdev(topology, device))) {
    const char *kind = kind_of(device->attr->osdev.type), *name = device->name ? device->name : "";
    const bool is_plain =
        *name && strspn(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_.") == strlen(name);
    if (!kind || !is_plain || is_outdone(topology, device))
      continue;
    hwloc_obj_t card = card_of(topology, device);
    const float speed = card == device ? 0.0F : card->attr->pcidev.linkspeed;
    struct tn_place_id place;
    g_autofree char *near =
        near_of(topology, t, device, &place) ? tn_fabric_name(NULL, place) : g_strdup("node");
    g_autofree char *rate = g_strdup_printf(":%.3gGB/s", (double)speed);
    g_autofree char *text =
        g_strconcat(*ret ? " " : "", name, ":", kind, ":", near, speed > 0.0F ? rate : NULL, NULL);
    if (strlen(ret) + strlen(text) < room)
      g_strlcat(ret, text, room);
  }
}

struct finding {
  hwloc_topology_t topology;
  const struct tn_topology *t;
  struct tn_fabric *fabric;
  hwloc_obj_t *bridge; /* [n_places] bridge of each place that is a switch; NULL for other places */
};

/* Returns true if the card computes, according to its PCI class. Yes: 3D controllers, displays of
 * NVIDIA, and AMD's accelerators (Intel's are FPGAs). No: VGA displays of AMD and Intel, which are
 * a board's management displays or a CPU's graphics. */
static bool is_gpu(hwloc_obj_t card)
{
  enum { NVIDIA = 0x10de, AMD = 0x1002, INTEL = 0x8086 };
  enum { DISPLAY = 0x03, ACCELERATOR = 0x12, VGA = 0x0300 };
  const unsigned vendor = card->attr->pcidev.vendor_id, class = card->attr->pcidev.class_id;
  if (vendor == NVIDIA)
    return class >> 8 == DISPLAY;
  return ((vendor == AMD || vendor == INTEL) && class >> 8 == DISPLAY && class != VGA) ||
         (vendor == AMD && class >> 8 == ACCELERATOR);
}

/* Returns true for a PCI switch: a bridge with several devices, which share one PCI link. */
static bool is_switch(hwloc_obj_t object)
{
  return object->type == HWLOC_OBJ_BRIDGE &&
         object->attr->bridge.upstream_type == HWLOC_OBJ_BRIDGE_PCI && object->io_arity > 1;
}

/* Adds a place. Takes ownership of `name` and `note`. `bridge` is the PCI bridge of a switch,
 * otherwise NULL. */
static struct tn_fabric_place *add_place(struct finding *f, enum tn_place_kind kind, char *name,
                                         hwloc_obj_t bridge, const char *source, char *note)
{
  const int n = f->fabric->n_places++;
  f->fabric->places = g_renew(struct tn_fabric_place, f->fabric->places, n + 1);
  f->bridge = g_renew(hwloc_obj_t, f->bridge, n + 1);
  f->bridge[n] = bridge;
  f->fabric->places[n] = tn_fabric_place_of(name, kind);
  f->fabric->places[n].source = g_strdup(source);
  f->fabric->places[n].note = note;
  return &f->fabric->places[n];
}

static void add_engine(struct finding *f, int gpu, int memory, enum tn_moves moves)
{
  const bool is_out = moves == TN_MOVES_OUT;
  struct tn_fabric_place *engine = add_place(
      f, TN_PLACE_ENGINE, g_strdup_printf("%s%d", is_out ? "out" : "in", gpu), NULL, "assumed",
      g_strdup(
          "not in hwloc: one engine for each direction, with the times of an A100's; factor 2"));
  engine->launch = 1.8e-6;
  engine->start = 2.5e-6;
  engine->sync = 1.6e-6;
  engine->moves = moves;
  engine->error = 1;
  engine->serves = g_new(int, 1);
  engine->serves[engine->n_serves++] = memory;
}

static void add_links(struct finding *f, struct tn_place_id a, struct tn_place_id b, float speed,
                      const char *more)
{
  const bool is_known = speed > 0.0F;
  const double rate = is_known ? (double)speed : USUAL_SPEED;
  for (int back = 0; back < 2; back++) {
    const int n = f->fabric->n_links++;
    f->fabric->links = g_renew(struct tn_fabric_link, f->fabric->links, n + 1);
    f->fabric->links[n] = (struct tn_fabric_link){
      .from = back ? b : a,
      .to = back ? a : b,
      .rate = fmax(1.0, rint(rate * DELIVERED * 10)) * 1e8,
      .latency = 300e-9,
      .duplex = 0.71,
      .source = g_strdup("assumed"),
      .note = g_strdup_printf("%.2g of %.3g GB/s %s%s; latency and both ways at once as of an A100",
                              DELIVERED, rate,
                              is_known ? "when hwloc looked (an idle GPU may lower it)"
                                       : "of PCIe Gen 4 x16: hwloc does not know the link",
                              more),
      .error = is_known ? 0.2 : 1.0,
    };
  }
}

/* Returns the index of the place of a PCI switch. Adds this place when it is first needed. */
static int switch_of(struct finding *f, hwloc_obj_t bridge, bool *ret_is_new)
{
  int n_switches = 0;
  *ret_is_new = false;
  for (int i = 0; i < f->fabric->n_places; i++) {
    if (f->bridge[i] == bridge)
      return i;
    n_switches += f->bridge[i] != NULL;
  }
  GString *text = g_string_new(NULL);
  hwloc_obj_t device = NULL;
  while ((device = hwloc_get_next_osdev(f->topology, device))) {
    const hwloc_obj_osdev_type_t type = device->attr->osdev.type;
    hwloc_obj_t above = device;
    while (above && above != bridge)
      above = above->parent;
    if (above && device->name && kind_of(type) && !is_outdone(f->topology, device) &&
        (type == HWLOC_OBJ_OSDEV_NETWORK || type == HWLOC_OBJ_OSDEV_OPENFABRICS))
      g_string_append_printf(text, " %s", device->name);
  }
  g_autofree char *names = g_string_free(text, FALSE);
  *ret_is_new = true;
  add_place(f, TN_PLACE_SWITCH, g_strdup_printf("pcie%d", n_switches), bridge, "measured",
            *names ? g_strdup_printf("adapters behind it:%s (link.pcie%d>adapter in a file with "
                                     "`nodes`)",
                                     names, n_switches)
                   : g_strdup("a PCI bridge with several devices"));
  return f->fabric->n_places - 1;
}

/* Returns the package whose only domain is `numa`, or -1. */
static int package_of_all(const struct tn_topology *t, int numa)
{
  int package = -1;
  for (int core = 0; core < t->n_cores; core++)
    package = t->numa_of[core] == numa ? t->package_of[core] : package;
  for (int core = 0; core < t->n_cores; core++)
    if (t->package_of[core] == package && t->numa_of[core] != numa)
      return -1;
  return package;
}

/* Returns the host's end of a device's link: the package if it has only one domain, otherwise the
 * domain. With a domain as end, routes between packages would lead through devices. */
static struct tn_place_id host_end(const struct finding *f, hwloc_obj_t device,
                                   const char **ret_note)
{
  struct tn_place_id end;
  const bool is_near = near_of(f->topology, f->t, device, &end);
  const int package = is_near && end.kind == TN_PLACE_NUMA ? package_of_all(f->t, end.number) : -1;
  *ret_note = is_near ? "" : "; hwloc does not know at which package";
  if (!is_near)
    return (struct tn_place_id){ TN_PLACE_PACKAGE, 0 };
  return package < 0 ? end : (struct tn_place_id){ TN_PLACE_PACKAGE, package };
}

bool tn_topology_card_end(hwloc_topology_t topology, const struct tn_topology *t, unsigned domain,
                          unsigned bus, unsigned slot, struct tn_place_id *ret)
{
  const struct finding f = { .topology = topology, .t = t };
  hwloc_obj_t card = hwloc_get_pcidev_by_busid(topology, domain, bus, slot, 0);
  const char *lacks = "";
  if (card)
    *ret = host_end(&f, card, &lacks);
  return card && !*lacks;
}

/* Adds links from place `end` (PCI object `object`) up to the first switch that has links already,
 * or to the host. */
static void climb(struct finding *f, struct tn_place_id end, hwloc_obj_t object, float speed)
{
  const char *note;
  for (hwloc_obj_t at = object->parent; at && at->type == HWLOC_OBJ_BRIDGE; at = at->parent) {
    bool is_new;
    if (!is_switch(at))
      continue;
    const struct tn_place_id to = { TN_PLACE_SWITCH, switch_of(f, at, &is_new) };
    add_links(f, end, to, speed, "");
    if (!is_new)
      return;
    end = to;
    speed = at->attr->bridge.upstream.pci.linkspeed;
  }
  const struct tn_place_id host = host_end(f, object, &note);
  add_links(f, end, host, speed, note);
}

static bool check_speed(hwloc_obj_t object, float speed, GError **error)
{
  const struct hwloc_pcidev_attr_s *pci = &object->attr->pcidev;
  return (speed >= 0.0F && speed <= MAX_SPEED) ||
         tn_refuse(
             error, TN_PLATFORM_ERROR, 0,
             "topology: PCI device %04x:%02x:%02x.%x has a link of %g GB/s (0, not known, to %d)",
             pci->domain, pci->bus, pci->dev, pci->func, (double)speed, MAX_SPEED);
}

bool tn_topology_gpus(hwloc_topology_t topology, const struct tn_topology *t, struct tn_fabric *ret,
                      GError **error)
{
  struct finding f = { topology, t, ret, NULL };
  hwloc_obj_t card = NULL;
  int n = 0;
  bool is_sound = true;
  *ret = (struct tn_fabric){ 0 };
  while (is_sound && (card = hwloc_get_next_pcidev(topology, card))) {
    if (!is_gpu(card))
      continue;
    is_sound = check_speed(card, card->attr->pcidev.linkspeed, error);
    /* Checks the speeds of all links that climb() adds later. */
    for (hwloc_obj_t at = card->parent; is_sound && at && at->type == HWLOC_OBJ_BRIDGE;
         at = at->parent)
      is_sound = !is_switch(at) || check_speed(at, at->attr->bridge.upstream.pci.linkspeed, error);
    if (is_sound && n == MAX_GPUS) {
      g_set_error(error, TN_PLATFORM_ERROR, 0, "topology: more than %d GPUs", MAX_GPUS);
      is_sound = false;
    }
    if (!is_sound)
      break;
    const int memory = ret->n_places;
    add_place(
        &f, TN_PLACE_MEMORY, g_strdup_printf("gpu%d", n), NULL, "unknown",
        g_strdup(
            "hwloc lacks its rate (memory rate=1000GB/s) and links to peers (link.gpu0>gpu1)"));
    add_engine(&f, n, memory, TN_MOVES_OUT);
    add_engine(&f, n, memory, TN_MOVES_IN);
    climb(&f, (struct tn_place_id){ TN_PLACE_MEMORY, memory }, card, card->attr->pcidev.linkspeed);
    n++;
  }
  g_free(f.bridge);
  if (!is_sound)
    tn_fabric_finish(ret);
  return is_sound;
}
