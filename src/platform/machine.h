/* Internals of struct tn_platform. */
#ifndef TN_PLATFORM_MACHINE_H
#define TN_PLATFORM_MACHINE_H

#include "fabric.h"
#include "platform.h"
#include "platform_file.h"
#include "topology.h"

#define TN_FACT_TRANSPORT "transport"

struct tn_provenance {
  char *source, *note; /* texts of the file; may be NULL */
  double error;        /* relative error; NAN: unknown */
  struct tn_bounds range;
  bool is_scaled;    /* true if the value was converted to another topology, as the note explains */
  bool is_inherited; /* true if the value was taken from another platform, as the note explains */
};

struct tn_platform {
  int n_more;           /* number of owners minus one */
  char *name;           /* name that users see */
  char *zone;           /* id of SimGrid's outer zone */
  char *file;           /* path of the platform file; NULL for a synthetic platform */
  char *generated;      /* temporary file for SimGrid, or NULL */
  bool has_users_shape; /* true if a user wrote SimGrid's elements */
  /* [TN_N_PARAMS] values that the file states, in SI units; NAN for others */
  double values[TN_N_PARAMS];
  double filled[TN_N_PARAMS]; /* values that the file states, and defaults for all others */
  struct tn_provenance provenance[TN_N_PARAMS];
  int transport;                       /* 1 + enum tn_transport_profile of the measured messages; 0:
                                        * unknown */
  struct tn_provenance transport_from; /* provenance of `transport`; source is NULL if the file does
                                        * not state it */
  enum tn_kernel kernel;
  enum tn_backing backing;
  char **mechanisms; /* available mechanisms; NULL if not stated */
  char *words[TN_N_WORDS];
  GArray *joint;            /* parameters with correlated errors (struct tn_joint), or NULL */
  GHashTable *known_errors; /* errors of predictions by collective; the key "" applies to all */
  /* lines about unused parts of the topology, or NULL */
  char *remarks;
  struct tn_topology topology;
  struct tn_fabric fabric;
};

/* Builds a platform from a file's contents. Paths of other files are relative to `folder`.
 * `is_node`: true if another file names this one as its node; then it may not name a node itself.
 * On failure adds to file->mistakes and returns NULL. */
struct tn_platform *tn_platform_read(struct tn_file *file, const char *folder, bool is_node);

/* Returns a platform without values. Transfer full. */
struct tn_platform *tn_machine_new(void);

/* Reads the file's transport. If the file states none, copies that of `node`, which may be NULL. */
void tn_transport_read(struct tn_platform *pf, struct tn_file *file,
                       const struct tn_platform *node);
/* Returns true if the file lacks parameter p and the platform's transport has a value for it, with
 * the mechanism that the transport prefers. *ret is this value. */
bool tn_transport_fills(const struct tn_platform *pf, enum tn_param p, struct tn_param_value *ret);
/* Builds a platform as tn_platform_read does, from a file whose `node` is already loaded. `node` is
 * NULL if the file names no node, or if loading it failed. */
struct tn_platform *tn_machine_read(struct tn_file *file, const char *folder,
                                    struct tn_platform *node);

/* Builds a platform with the parameters of `like` on another topology: a synthetic string or an XML
 * file. Properties that describe the topology of `like` are not copied. *ret_facts may be NULL;
 * free with tn_topology_facts_finish. Transfer full. */
struct tn_platform *tn_machine_like(const char *topology, const char *like, const char *name,
                                    const char *zone, struct tn_topology_facts *ret_facts,
                                    GError **error);

/* Returns the name of the property in platform files that has this word as its value. */
const char *tn_word_property(enum tn_platform_word word);

#define TN_NAME_RULE "letters, digits, -, _ and ., not first - or ."
/* Returns true if `name` is a valid platform name (TN_NAME_RULE). Rows, file names and SimGrid's
 * files contain it unchanged. */
bool tn_name_is_plain(const char *name);

/* Returns true if the platform has the values that a kernel profile needs. `paper` needs lock_scope
 * `process`, gamma_a and gamma_b; `measured` needs a measured lock_scope. */
bool tn_machine_has_kernel(const struct tn_platform *pf, enum tn_kernel kernel);

/* Moves the platform to another topology; takes ownership of the fabric in *facts. Converts values
 * by scope (parameters.def), or drops them. */
void tn_convert_values(struct tn_platform *pf, const struct tn_topology *to,
                       struct tn_topology_facts *facts);
void tn_provenance_clear(struct tn_provenance *provenance);

/* Reads the properties NAME.source (a mistake if absent), NAME.note and NAME.error of an existing
 * property. Texts are transfer full. */
struct tn_provenance tn_provenance_read(struct tn_file *file, const char *name);
/* Reads the source, note and error of a parameter, and NAME.range, which a value of unknown source
 * needs. */
struct tn_provenance tn_provenance_read_param(struct tn_file *file, enum tn_param p, double value);
/* Returns true if p belongs to a single machine (TN_OWN). *ret_value is the value for predictions
 * of other machines; *ret is its provenance and range on topology t. Texts are transfer full. */
bool tn_provenance_own(enum tn_param p, const struct tn_topology *t, struct tn_provenance *ret,
                       double *ret_value);

/* Returns a property's name without its suffix, "alpha" for "alpha.note", transfer full; NULL if
 * there is no such suffix. */
char *tn_provenance_stem(const char *name);

/* Adds the places and links of the file. They replace places and links that have the same names.
 * `node` is the topology of one node. Errors go to file->mistakes. */
void tn_fabric_read(struct tn_fabric *fabric, struct tn_file *file, const struct tn_topology *node);
bool tn_fabric_owns(const char *property);
/* Returns the index of the link between these places, or -1. */
int tn_fabric_find_link(const struct tn_fabric *fabric, struct tn_place_id from,
                        struct tn_place_id to);
bool tn_place_is_same(struct tn_place_id a, struct tn_place_id b);
/* words for enum tn_moves, at index tn_moves - 1; NULL-terminated */
extern const char *const tn_moves_words[];

/* Release the contents. tn_fabric_finish also empties the fabric. */
void tn_fabric_finish(struct tn_fabric *fabric);
void tn_fabric_place_clear(struct tn_fabric_place *place);
void tn_fabric_link_clear(struct tn_fabric_link *link);

/* tn_mapping_order returns the processing units of ranks 0 to n - 1, equally many per node unless
 * the mapping is a list. tn_mapping_units returns all *ret_length units of the mapping, from rank 0
 * on. Transfer full. */
int *tn_mapping_order(const struct tn_platform *pf, const char *mapping, int n, GError **error);
int *tn_mapping_units(const struct tn_platform *pf, const char *mapping, int *ret_length,
                      GError **error);

/* Builds SimGrid's elements (struct tn_element): for each domain a cluster, whose backbone is the
 * memory; for several domains a hub with a link to each; for several nodes a switch with links to
 * their adapters. Transfer full. */
GPtrArray *tn_shape_new(const struct tn_platform *pf);

/* Compares SimGrid's elements in the file with those that the file's facts require. Differences are
 * mistakes. */
void tn_shape_check(const struct tn_platform *pf, struct tn_file *file);

/* Returns SimGrid's elements as a platform file for SimGrid; transfer full. */
char *tn_shape_print(const struct tn_platform *pf);

/* Formats elements (struct tn_element, the outer zone first) as a platform file; transfer full. */
char *tn_elements_print(const GPtrArray *elements);

#endif
