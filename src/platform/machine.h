/* What a platform is inside this folder. */
#ifndef TN_PLATFORM_MACHINE_H
#define TN_PLATFORM_MACHINE_H

#include "fabric.h"
#include "platform.h"
#include "platform_file.h"
#include "topology.h"

#define TN_FACT_TRANSPORT "transport"

struct tn_provenance {
  char *source, *note; /* NULL: none */
  double error;        /* NAN: unknown */
  struct tn_bounds range;
  bool is_scaled; /* to another topology, as the note says */
  bool is_lent;   /* another platform's, as the note says */
};

struct tn_platform {
  int n_more;                 /* references beside the first */
  char *name;                 /* for people */
  char *zone;                 /* id of SimGrid's outer zone */
  char *file;                 /* platform file; NULL for a synthetic platform */
  char *generated;            /* temporary file for SimGrid, or NULL */
  bool has_users_shape;       /* true if a user wrote SimGrid's elements */
  double values[TN_N_PARAMS]; /* as the file has them, NAN when absent */
  double filled[TN_N_PARAMS]; /* the same with defaults */
  struct tn_provenance provenance[TN_N_PARAMS];
  int transport;                       /* 1 + enum tn_transport_profile; 0: none is known */
  struct tn_provenance transport_from; /* no source: the file states nothing */
  enum tn_kernel kernel;
  enum tn_backing backing;
  char **mechanisms;        /* names of those that it has; NULL: not said */
  char *words[TN_N_WORDS];  /* NULL: not said */
  GArray *joint;            /* struct tn_joint; NULL: none */
  GHashTable *known_errors; /* char * -> char *; the key "" speaks of all */
  char *remarks;            /* what of its topology no prediction uses; NULL: nothing */
  struct tn_topology topology;
  struct tn_fabric fabric;
};

/* Makes a platform of a file's contents; `folder` is where the files that it names are looked for.
 * One that is read as the node of another file (`is_node`) may not itself consist of nodes. What is
 * wrong is added to file->mistakes, and then NULL is returned. */
struct tn_platform *tn_platform_read(struct tn_file *file, const char *folder, bool is_node);

/* One of which nothing is known. Transfer full. */
struct tn_platform *tn_machine_new(void);

/* Reads the transport that the file states, or else takes the node's; `node` may be NULL. */
void tn_transport_read(struct tn_platform *pf, struct tn_file *file,
                       const struct tn_platform *node);
/* Returns true if the platform's own transport gives p, which its file does not state; *ret: as its first
 * mechanism has it. */
bool tn_transport_fills(const struct tn_platform *pf, enum tn_param p, struct tn_param_value *ret);
/* The same, given the platform that the file names as its node; NULL: it names none, or it could not
 * be read, as a mistake says. */
struct tn_platform *tn_machine_read(struct tn_file *file, const char *folder,
                                    struct tn_platform *node);

/* The parameters of the real machine `like` on the topology that a string or an XML file describes; what
 * belonged to the old one goes. *ret_facts, which may be NULL: tn_topology_facts_finish. Transfer
 * full; NULL and *error on failure. */
struct tn_platform *tn_machine_like(const char *topology, const char *like, const char *name,
                                    const char *zone, struct tn_topology_facts *ret_facts,
                                    GError **error);

/* The property of a file that says the word. */
const char *tn_word_property(enum tn_platform_word word);

#define TN_NAME_RULE "letters, digits, -, _ and ., the first neither - nor ."
/* Returns true if `name` may name a platform (TN_NAME_RULE). It goes into rows, file
 * names and SimGrid's files as it stands. */
bool tn_name_is_plain(const char *name);

/* Whether the platform has what the profile needs: `paper` wants lock_scope process with gammas,
 * `measured` a lock_scope that was measured. */
bool tn_machine_has_kernel(const struct tn_platform *pf, enum tn_kernel kernel);

/* Makes the values of a platform those of another topology, each by its scope (parameters.def), and
 * drops what is not carried over. The platform's own topology and `filled` stay. */
void tn_carry_over(struct tn_platform *pf, const struct tn_topology *to);
void tn_provenance_clear(struct tn_provenance *provenance);

/* What the file says of the property `name`, which it has: NAME.source, without which there is a
 * mistake, NAME.note and NAME.error. Texts are transfer full. */
struct tn_provenance tn_provenance_read(struct tn_file *file, const char *name);
/* The same of a parameter and its value, with NAME.range, which an unknown one needs. */
struct tn_provenance tn_provenance_read_param(struct tn_file *file, enum tn_param p, double value);
/* Gives what a machine of such a topology has of p before anybody measures it there: a value in the
 * middle of what is known of others (TN_OWN), and its range. False: p is handed on from machine to
 * machine. Texts are transfer full. */
bool tn_provenance_own(enum tn_param p, const struct tn_topology *t, struct tn_provenance *ret,
                       double *ret_value);

/* What "alpha.note" speaks of, "alpha"; transfer full. NULL: nothing, it has no such suffix. */
char *tn_provenance_stem(const char *name);

/* Adds the file's places and links, which replace those of the same names. `node`: the tree of one
 * node. What is wrong is added to file->mistakes. */
void tn_fabric_read(struct tn_fabric *fabric, struct tn_file *file, const struct tn_topology *node);
bool tn_fabric_owns(const char *property);
/* The link that leads from one place to the other, or -1. */
int tn_fabric_find_link(const struct tn_fabric *fabric, struct tn_place_id from,
                        struct tn_place_id to);
bool tn_place_is_same(struct tn_place_id a, struct tn_place_id b);
/* Of enum tn_moves less 1; NULL ends it. */
extern const char *const tn_moves_words[];

/* Release what these hold; of all: and leave it empty. */
void tn_fabric_finish(struct tn_fabric *fabric);
void tn_fabric_place_clear(struct tn_fabric_place *place);
void tn_fabric_link_clear(struct tn_fabric_link *link);

/* The processing units of ranks 0 to n - 1 by a mapping, equally many on each node unless it is a list;
 * and all that it names of the platform, *ret_length, the first for rank 0. Transfer full; NULL and
 * *error. */
int *tn_mapping_order(const struct tn_platform *pf, const char *mapping, int n, GError **error);
int *tn_mapping_units(const struct tn_platform *pf, const char *mapping, int *ret_length,
                      GError **error);

/* SimGrid's elements for the platform: one cluster per memory domain whose backbone is the memory,
 * and where a node has several a hub that each reaches by a link of its own; a switch that nodes,
 * if there are several, reach by their adapters. Pointer array of struct tn_element, transfer
 * full. */
GPtrArray *tn_shape_new(const struct tn_platform *pf);

/* Compares the file's elements with the shape that its facts ask for. */
void tn_shape_check(const struct tn_platform *pf, struct tn_file *file);

/* The shape as a platform file for SimGrid; transfer full. */
char *tn_shape_print(const struct tn_platform *pf);

/* Elements (struct tn_element, the outer zone first) as a platform file; transfer full. */
char *tn_elements_print(const GPtrArray *elements);

#endif
