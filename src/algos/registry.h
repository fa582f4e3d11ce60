/* The registry holds the algorithms, the choosers (which decide as a library does), and one method
 * for each collective of an algorithm or chooser. A case names a method. `turnstile list`, the
 * help, tests and exports iterate over the methods. */
#ifndef TN_ALGOS_REGISTRY_H
#define TN_ALGOS_REGISTRY_H

#include "base/mechanism.h"
#include "base/steps.h"
#include "transport.h"

enum tn_param_kind { TN_PARAM_INT, TN_PARAM_SIZE, TN_PARAM_CHOICE, TN_PARAM_LIST, TN_PARAM_SIZES };

/* A parameter of an algorithm. Values are int64_t. The value of a choice is an index into
 * `choices`. A list holds different elements of `choices` in a significant order: four bits store
 * the index + 1 of each element, the lowest four bits that of the first. tn_sizes_make packs sizes
 * by level, from the inside out. */
struct tn_alg_param {
  const char *name;
  const char *alias; /* another name, or NULL; value = alias value + alias_offset */
  int alias_offset;  /* offset: radix = throttle + 1 has throttle = radix + (-1) */
  enum tn_param_kind kind;
  int64_t min, max, preset; /* max <= 0: tn_alg_param_most; preset < min: by the ranks */
  const char *word;    /* word for the value min - 1, e.g. "auto"; NULL if min - 1 is refused */
  const char *at_zero; /* meaning of 0 if below min, e.g. "undivided"; NULL: 0 is refused */
  const char *const *choices; /* NULL-terminated names of a choice or list; a list has up to 15 */
  const char *summary;
};

/* Bytes of user and scratch memory of one rank. */
struct tn_sizes {
  size_t send, recv, temp, shared;
  size_t temp_largest; /* largest buffer within temp; 0 if temp is one buffer */
  /* leading bytes of `shared` that are in the memory of the rank's device, if the rank has one */
  size_t shared_on_device;
};

/* Number of ranks of an algorithm: per * params[param] + more; any number if both are 0. With
 * `distant` there are two ranks and params[param] is their distance: 0 for ranks placed by the
 * mapping, d + 1 for distance class d (core, llc, numa, package, machine, network). */
struct tn_crew {
  int param, per, more;
  bool distant;
};

struct tn_algorithm;
struct tn_chooser;
struct tn_method;
struct tn_p2p; /* messages/p2p.h */
struct tn_p2p_use;
struct tn_message; /* kit/rounds.h */

/* Returns message i of a round for number `own` among n; round and i count from 0. Returns false
 * after the last message. A round without messages ends the exchange for all numbers. */
typedef bool tn_rounds(int n, int own, int round, int i, struct tn_message *ret);

/* User buffers that a library copies to the host before it runs an algorithm there, and back
 * afterwards: no buffer (the algorithm runs on device memory), the buffers that the collective
 * reads, or the receive buffer as well (Open MPI's coll/accelerator). */
enum tn_staging { TN_STAGE_NOTHING, TN_STAGE_INPUT, TN_STAGE_BOTH };

/* The algorithm that a library would use for a call (library/library.h). */
struct tn_decision {
  const char *name;                     /* the library's own name of the algorithm */
  const struct tn_algorithm *algorithm; /* NULL if the registry lacks the algorithm */
  bool stands_in;                       /* true if a similar algorithm replaces the library's */
  int64_t params[TN_MAX_PARAMS];        /* parameters of the algorithm */
  int entries;                          /* tn_call.entries */
  enum tn_staging staging;              /* buffers to stage if they are in device memory */
  const struct tn_nested *nested; /* parts of a composition, static; NULL for other algorithms */
};

/* Returns the chooser's decision for the call. The decision includes the staging of buffers in
 * device memory. */
struct tn_decision tn_chooser_decide(const struct tn_chooser *chooser, const struct tn_call *call);

/* Returns the call for the decision's algorithm: its parameters, entries, staging, collective. */
struct tn_call tn_decision_call(const struct tn_decision *decision, const struct tn_call *call);

/* Memory of an algorithm's flags: memory of each rank, or a segment that the first rank of the node
 * or package clears. */
enum tn_segment { TN_SEGMENT_OF_RANK, TN_SEGMENT_OF_NODE, TN_SEGMENT_OF_PACKAGE };

/* Order in which a rank begins the messages of a round. By default a rank begins the receive, then
 * the send of each message. */
enum tn_posts {
  TN_POST_SENDS_FIRST = 1,
  TN_POST_BY_KIND = 2,  /* all receives, then all sends */
  TN_POST_NO_EMPTY = 4, /* without empty messages of collectives with counts */
  TN_POST_AT_ONCE = 8   /* the closed form counts the messages of a round as one */
};

/* Upper limits of an algorithm's messages: the longest message has one block of the call, one block
 * for each rank, or all blocks. `messages` limits the messages between two ranks; 0: the number of
 * ranks. */
struct tn_sends {
  enum tn_longest { TN_ONE_BLOCK, TN_BLOCK_PER_RANK, TN_ALL_BLOCKS } longest;
  int messages;
  bool is_blocking;
};

/* Returns the method that sets the computing time: every rank computes as long as *ret takes by
 * that method, multiplied by the ranks of *ret and divided by the ranks of the call. *ret runs on
 * all cores: places->n + idle->n ranks. Returns NULL if the ranks do not compute. */
typedef const struct tn_method *tn_balance(const struct tn_call *call, struct tn_call *ret);

/* A chooser makes the decisions of a library. */
struct tn_chooser {
  const char *name; /* "library:ompi-5.0" */
  const char *summary, *source;
  unsigned collectives; /* set of collectives: bit c is 1 << c */
  struct tn_decision (*decide)(const struct tn_call *call);
  /* Returns the buffers that the library stages if they are in device memory. NULL: the library
   * stages no buffers. */
  enum tn_staging (*stage)(const struct tn_call *call);
  tn_balance *balance;                       /* may be NULL */
  struct tn_alg_param params[TN_MAX_PARAMS]; /* ends at name == NULL */
  enum tn_mechanism mechanisms[TN_N_MECHANISMS];
  int n_mechanisms; /* the first is the default */
};

/* An algorithm. It runs by `run` or, if it only sends messages, by `exchange`. Callers use
 * tn_method_run and related functions. */
struct tn_algorithm {
  enum tn_collective collective;
  bool counted; /* true if it also serves the collective with counts */
  int variant;  /* distinguishes algorithms that share functions */
  const char *name;
  const char *summary;      /* one line */
  const char *source;       /* paper, section, equation */
  const char *ompi, *mpich; /* name in coll/tuned and MPICH, or NULL */
  const char *ucc, *xhc;    /* name in UCC's tl/ucp and Open MPI's coll/xhc, or NULL */
  int ompi_id;              /* number in coll/tuned; 0 without a name */
  bool cma_native;          /* true if the algorithm is from the CMA paper; `-a cma` selects it */
  bool segmented;           /* true if all pieces from one rank to another count as one message */
  bool fenced;              /* true if the authors' code has a memory fence with each flag */
  enum tn_segment segment;  /* memory of the flags */
  int (*pair_messages)(const struct tn_call *call); /* messages of each pair; may be NULL */
  bool sizeless;       /* true if it moves no user data: its size is 0 */
  bool composed;       /* true if made of other methods, which tn_call.nested names */
  bool one_node;       /* true if it sends messages and also needs shared memory */
  bool in_nodes;       /* true if it copies inside nodes and sends messages between nodes */
  struct tn_crew crew; /* number of ranks by its parameters */
  const struct tn_pattern *pattern;          /* definition of a TN_PATTERN; NULL for collectives */
  struct tn_alg_param params[TN_MAX_PARAMS]; /* ends at name == NULL */
  enum tn_mechanism mechanisms[TN_N_MECHANISMS];
  int n_mechanisms; /* the first is the default */
  /* Returns NULL if the call can be run, otherwise the reason for the user, e.g. "distance 2 and 28
   * ranks have a common divisor (try 1, 3, 5)". The string is static or thread-local. NULL: the
   * algorithm accepts all calls. */
  const char *(*unsupported)(const struct tn_call *call);
  int n_lines; /* lines of flags of each rank (kit/basics.h) if constant */
  int (*n_slots)(
      const struct tn_call *call); /* number of flags of each rank; NULL: n_lines applies */
  /* Returns the largest number of strands on one core. NULL: 1, the rank's own strand. */
  int (*strands_per_core)(const struct tn_call *call);
  tn_balance *balance; /* may be NULL */
  /* Counts the copies or messages along the longest chain of ranks. The closed form of the time is
   * computed from them. Needs at least two ranks. Returns false if the call has no closed form. May
   * be NULL. */
  bool (*form)(const struct tn_call *call, struct tn_steps *s);
  struct tn_sizes (*scratch)(
      const struct tn_call *call); /* TEMP and SHARED bytes of this rank; may be NULL */
  void (*run)(struct tn_strand *r);
  /* `use` returns the upper limits of the messages (`sends` applies if `use` is NULL). The messages
   * need SHARED memory in addition to `scratch`. `exchange` sends the messages, between
   * tn_p2p_begin and tn_p2p_end. */
  struct tn_sends sends;
  struct tn_p2p_use (*use)(const struct tn_call *call);
  void (*exchange)(struct tn_p2p *p);
  /* Messages of an exchange in rounds (the closed form follows from them) and their order, enum
   * tn_posts. */
  tn_rounds *rounds;
  int posts;
};

bool tn_algorithm_is_of(const struct tn_algorithm *a, enum tn_collective collective);

/* A method: an algorithm or a chooser for one collective, as -c and -a name it. The members are
 * those common to both. */
struct tn_method {
  enum tn_collective collective;
  const struct tn_algorithm *runs;  /* never NULL; an empty algorithm for a chooser */
  const struct tn_chooser *chooser; /* NULL for an algorithm */
  const char *name, *summary, *source;
  const struct tn_alg_param *params;
  const enum tn_mechanism *mechanisms;
  int n_mechanisms;
  bool sizeless;
  tn_balance *balance;
};

/* Returns all methods, NULL-terminated, by collective. The CMA paper's methods come first and
 * choosers last in each collective. */
const struct tn_method *const *tn_methods(void);

extern const char *const tn_collective_names[TN_N_COLLECTIVES + 1]; /* NULL-terminated */

/* One line of TN_COLLECTIVES. */
struct tn_collective_info {
  const char *title;    /* title of OSU's tables */
  enum tn_who from, to; /* ranks that contribute data; ranks that hold a result */
  bool one_buffer;      /* true if TN_RECV is the only user buffer */
  bool reduces;
};
extern const struct tn_collective_info tn_collectives[TN_N_COLLECTIVES];

/* Returns the number of the collective called `name`, or -1. */
int tn_collective_find(const char *name);

/* Returns the method; NULL if the collective (out of range: none) has no method called `name`. */
const struct tn_method *tn_method_find(enum tn_collective collective, const char *name);
/* Returns the method of a registered algorithm for its first collective. */
const struct tn_method *tn_method_of(const struct tn_algorithm *algorithm);
/* Makes a method of an algorithm, which may be missing in the registry. */
struct tn_method tn_method_make(const struct tn_algorithm *a, enum tn_collective collective);

int tn_alg_params_number(const struct tn_alg_param *params);

/* Sets every parameter to its default. */
void tn_alg_params_defaults(const struct tn_alg_param *params, int64_t ret_params[TN_MAX_PARAMS]);

/* Returns the index of the parameter called `name` (or its alias: *is_alias), or -1. */
int tn_alg_params_find(const struct tn_alg_param *params, const char *name, bool *is_alias);

/* Returns the maximum of the parameter. A parameter without a maximum gets one above the needs of
 * any node; products of such values do not overflow. */
int64_t tn_alg_param_most(const struct tn_alg_param *param);

/* Returns true if the parameter accepts the value. */
bool tn_alg_param_accepts(const struct tn_alg_param *param, int64_t value);

/* maximum number of items of a list */
enum { TN_LIST_MOST = 15 };
/* Return the number of items of a list's value; the index of item i among the choices. */
int tn_list_length(int64_t value);
int tn_list_item(int64_t value, int i);
/* Returns the list's value with one more item at the end. */
int64_t tn_list_append(int64_t value, int choice);

/* Limits of a TN_PARAM_SIZES value: maximum number of sizes, unit and largest size in bytes. Two or
 * more sizes must be multiples of the unit. */
enum { TN_SIZES_MOST = 4, TN_SIZES_UNIT = 512, TN_SIZES_LARGEST = TN_SIZES_UNIT * 32767 };
/* Returns the value for `n` sizes (bytes); -1 if the sizes cannot be packed. */
int64_t tn_sizes_make(const int64_t *sizes, int n);
int tn_sizes_length(int64_t value);
/* Returns the bytes of level i. The last size applies to all further levels. */
int64_t tn_sizes_item(int64_t value, int i);

/* Returns rank 0's call of the method with defaults: default parameters for n_ranks ranks, float32,
 * root 0, no layout. `bytes` is the size of a block. */
struct tn_call tn_method_call(const struct tn_method *m, int n_ranks, size_t bytes);

/* Returns the number of ranks that the call's parameters require; 0: any number. */
int64_t tn_algorithm_ranks(const struct tn_algorithm *a, const struct tn_call *call);

/* Sets the parameter that depends on the number of ranks such that all call->n_ranks ranks take
 * part, or all but one if the number is odd. Does nothing if the algorithm has no such
 * parameter. */
void tn_algorithm_fit(const struct tn_algorithm *a, struct tn_call *call);

/* Returns the number of messages that the pieces between two ranks count as; 0: each piece is a
 * message. */
int tn_method_pair_messages(const struct tn_method *m, const struct tn_call *call);

/* Computes the operations along the longest chain of ranks. Returns false if the call has no closed
 * form. */
bool tn_algorithm_form(const struct tn_algorithm *a, const struct tn_call *call,
                       struct tn_steps *ret_steps);

/* Returns true if the method supports the mechanism. */
bool tn_method_has(const struct tn_method *m, enum tn_mechanism mechanism);

/* Returns true if the method sends point-to-point messages, alone or with other operations. Such
 * messages can use shared memory. */
bool tn_method_sends(const struct tn_method *m);

/* Returns the reason why the method cannot run the call with its layout, or NULL. A text of the
 * algorithm's own check is valid until the next check. */
const char *tn_method_refusal(const struct tn_method *m, const struct tn_call *call);

/* Return the flags of each rank; the TEMP and SHARED bytes of call->rank. The method must support
 * the call. */
int tn_method_slots(const struct tn_method *m, const struct tn_call *call);
struct tn_sizes tn_method_scratch(const struct tn_method *m, const struct tn_call *call);

/* Returns the algorithm that runs the call: the method's algorithm or the decision of its chooser.
 * *ret_call is the call for that algorithm. */
const struct tn_algorithm *tn_method_resolve(const struct tn_method *m, const struct tn_call *call,
                                             struct tn_call *ret_call);

/* Runs the caller's part of r->call. */
void tn_method_run(const struct tn_method *m, struct tn_strand *r);

/* Return true if the collective has a root; if it reduces, so that vectors are whole numbers of
 * elements; if it only synchronises the ranks. */
bool tn_collective_rooted(enum tn_collective collective);
bool tn_collective_reduces(enum tn_collective collective);
bool tn_collective_synchronises(enum tn_collective collective);
/* Returns the collective with counts that corresponds, or TN_N_COLLECTIVES. */
enum tn_collective tn_collective_counted(enum tn_collective collective);

/* Returns true if the rank holds part of the result in its receive buffer (a scatter's root in
 * place: in TN_SEND). */
bool tn_call_has_result(const struct tn_call *call, int rank);

/* Returns true if the rank's receive buffer holds its contribution to the call. */
bool tn_call_has_input_in_recv(const struct tn_call *call, int rank);

/* Return the bytes of the buffers of call->rank: the user's buffers by the definition of the
 * collective (0 if a rank has no buffer); the same with the scratch memory of the method. */
struct tn_sizes tn_user_sizes(const struct tn_call *call);
struct tn_sizes tn_call_sizes(const struct tn_method *m, const struct tn_call *call);

#endif
