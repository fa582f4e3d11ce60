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
 * `choices`. A list holds different elements of `choices`; their order matters. Four bits store the
 * index + 1 of each element, and the lowest four bits belong to the first element. tn_sizes_make
 * packs one size per level, the innermost level in the lowest bits. */
struct tn_alg_param {
  const char *name;
  const char *alias; /* another name, or NULL; value = value given for the alias + alias_offset */
  int alias_offset;  /* example: throttle with the alias radix has -1, as radix = throttle + 1 */
  enum tn_param_kind kind;
  int64_t min, max, preset; /* least, greatest and default value; max <= 0: tn_alg_param_most
                             * applies; preset < min: the number of ranks decides */
  const char *word;    /* word for the value min - 1, e.g. "auto"; NULL if min - 1 is refused */
  const char *at_zero; /* meaning of the value 0 if 0 < min, e.g. "undivided"; NULL: 0 is refused */
  const char *const *choices; /* NULL-terminated names for a choice or list; up to 15 for a list */
  const char *summary;
};

/* Bytes of user and scratch memory of one rank. */
struct tn_sizes {
  size_t send, recv, temp, shared;
  size_t temp_largest; /* bytes of the largest buffer within temp; 0 if temp is one buffer */
  /* leading bytes of `shared` that are in the memory of the rank's device, if the rank has one */
  size_t shared_on_device;
};

/* Number of ranks that an algorithm requires: per * params[param] + more; any number is allowed if
 * `per` and `more` are 0. With `distant` there are two ranks and params[param] is their distance: 0
 * for ranks placed by the mapping, d + 1 for distance class d (core, llc, numa, package, machine,
 * network). */
struct tn_rank_count {
  int param, per, more;
  bool distant;
};

struct tn_algorithm;
struct tn_chooser;
struct tn_method;
struct tn_p2p; /* messages/p2p.h */
struct tn_p2p_use;
struct tn_message; /* kit/rounds.h */

/* Sets *ret to message i of a round for number `own` of n numbers; `round` and `i` count from 0.
 * Returns false after the last message. A round without messages ends the exchange for all
 * numbers. */
typedef bool tn_rounds(int n, int own, int round, int i, struct tn_message *ret);

/* User buffers that a library copies to the host before it runs an algorithm there, and back
 * afterwards: no buffer (the algorithm runs on device memory), the buffers that the collective
 * reads, or the receive buffer as well (Open MPI's coll/accelerator). */
enum tn_staging { TN_STAGE_NOTHING, TN_STAGE_INPUT, TN_STAGE_BOTH };

/* The algorithm that a library would use for a call (library/library.h). */
struct tn_decision {
  const char *name;                     /* the library's own name of the algorithm */
  const struct tn_algorithm *algorithm; /* NULL if the registry lacks the algorithm */
  bool is_substitute;                   /* true if a similar algorithm replaces that of the
                                         * library */
  int64_t params[TN_MAX_PARAMS];        /* parameters of the algorithm */
  int entries;                          /* value of tn_call.entries */
  enum tn_staging staging;              /* buffers to stage if they are in device memory */
  const struct tn_nested *nested; /* parts of a composition, static; NULL for other algorithms */
};

/* Returns the chooser's decision for the call. The decision includes the staging of buffers in
 * device memory. */
struct tn_decision tn_chooser_decide(const struct tn_chooser *chooser, const struct tn_call *call);

/* Returns a copy of the call for the decision's algorithm, with its parameters, nested parts,
 * entries, memory and collective. */
struct tn_call tn_decision_call(const struct tn_decision *decision, const struct tn_call *call);

/* Memory of an algorithm's flags: each rank's own memory, or a segment that the first rank of the
 * node or package clears. */
enum tn_segment { TN_SEGMENT_OF_RANK, TN_SEGMENT_OF_NODE, TN_SEGMENT_OF_PACKAGE };

/* Order in which a rank begins the messages of a round. By default a rank begins the receive, then
 * the send of each message. */
enum tn_posts {
  TN_POST_SENDS_FIRST = 1,
  TN_POST_BY_KIND = 2,  /* all receives of the round, then all sends */
  TN_POST_NO_EMPTY = 4, /* collectives with counts send no empty messages */
  TN_POST_AT_ONCE = 8   /* the closed form counts the messages of a round as one */
};

/* Upper limits of an algorithm's messages. `longest`: the longest message has one block of the
 * call, one block for each rank, or all blocks. `messages`: number of messages from one rank to
 * another; 0: the number of ranks. `is_blocking`: true if the messages are blocking sends. */
struct tn_sends {
  enum tn_longest { TN_ONE_BLOCK, TN_BLOCK_PER_RANK, TN_ALL_BLOCKS } longest;
  int messages;
  bool is_blocking;
};

/* Returns the method that determines the computing time of the ranks, and sets *ret to a call of
 * that method on all cores (places->n + idle->n ranks). Every rank computes as long as *ret takes,
 * times the number of ranks of *ret, divided by the number of ranks of `call`. Returns NULL if the
 * ranks do not compute. */
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
  struct tn_alg_param params[TN_MAX_PARAMS]; /* ends where name is NULL */
  enum tn_mechanism mechanisms[TN_N_MECHANISMS];
  int n_mechanisms; /* the first is the default */
};

/* An algorithm. The function `run` runs it; if it only sends messages, `exchange` does. Callers use
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
  int ompi_id;              /* number in coll/tuned; 0 if `ompi` is NULL */
  bool cma_native;          /* true if the algorithm is from the CMA paper; `-a cma` selects it */
  bool segmented;           /* true if all pieces from one rank to another count as one message */
  bool fenced;              /* true if the authors' code has a memory fence with each flag */
  enum tn_segment segment;  /* memory of the flags */
  int (*pair_messages)(const struct tn_call *call); /* returns how many messages the pieces from one
                                                     * rank to another count as; may be NULL */
  bool sizeless; /* true if it moves no user data, so that its size is 0 */
  bool composed; /* true if made of other methods, which tn_call.nested names */
  bool one_node; /* true if it sends messages and also needs shared memory */
  bool in_nodes; /* true if it copies inside nodes and sends messages between nodes */
  struct tn_rank_count rank_count;           /* number of ranks that its parameters require */
  const struct tn_pattern *pattern;          /* definition of a TN_PATTERN; NULL for collectives */
  struct tn_alg_param params[TN_MAX_PARAMS]; /* ends where name is NULL */
  enum tn_mechanism mechanisms[TN_N_MECHANISMS];
  int n_mechanisms; /* the first is the default */
  /* Returns NULL if the call can be run, otherwise the reason for the user, e.g. "distance 2 and 28
   * ranks have a common divisor (try 1, 3, 5)". The string is static or thread-local. NULL: the
   * algorithm accepts all calls. */
  const char *(*unsupported)(const struct tn_call *call);
  int n_lines; /* number of lines with flags of each rank (TN_LINE in kit/basics.h), if constant */
  int (*n_slots)(
      const struct tn_call *call); /* number of flags of each rank; NULL: n_lines applies */
  /* Returns the largest number of strands on one core. NULL: 1, the rank's own strand. */
  int (*strands_per_core)(const struct tn_call *call);
  tn_balance *balance; /* may be NULL */
  /* Adds the copies or messages along the longest chain of ranks to *s, from which the closed form
   * of the time is computed. Needs at least two ranks. Returns false if the call has no closed
   * form. May be NULL. */
  bool (*form)(const struct tn_call *call, struct tn_steps *s);
  struct tn_sizes (*scratch)(
      const struct tn_call *call); /* TEMP and SHARED bytes of this rank; may be NULL */
  void (*run)(struct tn_strand *r);
  /* Members of algorithms that only send messages. `use` returns the upper limits of the messages;
   * if it is NULL, `sends` applies. The messages need SHARED memory in addition to `scratch`.
   * `exchange` sends the messages; it runs between tn_p2p_begin and tn_p2p_end. */
  struct tn_sends sends;
  struct tn_p2p_use (*use)(const struct tn_call *call);
  void (*exchange)(struct tn_p2p *p);
  /* Messages of an exchange in rounds, which also determine the closed form, and their order (enum
   * tn_posts). */
  tn_rounds *rounds;
  int posts;
};

bool tn_algorithm_is_of(const struct tn_algorithm *a, enum tn_collective collective);

/* A method: an algorithm or a chooser for one collective. The options -c and -a name it. The
 * members from `name` on are copied from the algorithm or chooser. */
struct tn_method {
  enum tn_collective collective;
  const struct tn_algorithm *runs;  /* the algorithm (never NULL); an empty one for a chooser */
  const struct tn_chooser *chooser; /* the chooser; NULL for an algorithm */
  const char *name, *summary, *source;
  const struct tn_alg_param *params;
  const enum tn_mechanism *mechanisms;
  int n_mechanisms;
  bool sizeless;
  tn_balance *balance;
};

/* Returns all methods, ordered by collective and NULL-terminated. In each collective the CMA
 * paper's methods come first and choosers last. */
const struct tn_method *const *tn_methods(void);

extern const char *const tn_collective_names[TN_N_COLLECTIVES + 1]; /* NULL-terminated */

/* Properties of a collective: one line of TN_COLLECTIVES. */
struct tn_collective_info {
  const char *title;         /* title of OSU's tables */
  enum tn_rank_set from, to; /* ranks that contribute data; ranks that hold a result */
  bool one_buffer;           /* true if TN_RECV is the only user buffer */
  bool reduces;
};
extern const struct tn_collective_info tn_collectives[TN_N_COLLECTIVES];

/* Returns the number (enum tn_collective) of the collective called `name`; -1 if there is no such
 * collective. */
int tn_collective_find(const char *name);

/* Returns the collective's method called `name`; NULL if there is no such method or `collective` is
 * out of range. */
const struct tn_method *tn_method_find(enum tn_collective collective, const char *name);
/* Returns the method of a registered algorithm for its first collective. */
const struct tn_method *tn_method_of(const struct tn_algorithm *algorithm);
/* Makes a method of an algorithm, which may be missing in the registry. */
struct tn_method tn_method_make(const struct tn_algorithm *a, enum tn_collective collective);

int tn_alg_params_number(const struct tn_alg_param *params);

/* Sets every parameter to its default. */
void tn_alg_params_defaults(const struct tn_alg_param *params, int64_t ret_params[TN_MAX_PARAMS]);

/* Returns the index of the parameter whose name or alias is `name`, or -1. Sets *is_alias to true
 * if `name` is the alias. */
int tn_alg_params_find(const struct tn_alg_param *params, const char *name, bool *is_alias);

/* Returns the maximum of the parameter. A parameter without its own maximum gets one that is above
 * the needs of any node and small enough that products of such values do not overflow. */
int64_t tn_alg_param_most(const struct tn_alg_param *param);

/* Returns true if the parameter accepts the value. */
bool tn_alg_param_accepts(const struct tn_alg_param *param, int64_t value);

/* maximum number of items of a list */
enum { TN_LIST_MAX = 15 };
/* Return the number of items in a list's value, and the index of item i among the choices. */
int tn_list_length(int64_t value);
int tn_list_item(int64_t value, int i);
/* Returns a list's value with one more item, `choice`, at the end. */
int64_t tn_list_append(int64_t value, int choice);

/* Limits of a TN_PARAM_SIZES value: maximum number of sizes, unit in bytes, largest size in bytes.
 * Two or more sizes must be multiples of the unit. */
enum { TN_SIZES_MAX = 4, TN_SIZES_UNIT = 512, TN_SIZES_LARGEST = TN_SIZES_UNIT * 32767 };
/* Returns the value for `n` sizes (bytes); -1 if the sizes cannot be packed. */
int64_t tn_sizes_make(const int64_t *sizes, int n);
int tn_sizes_length(int64_t value);
/* Returns the size for level i in bytes. The last size applies to all further levels. */
int64_t tn_sizes_item(int64_t value, int i);

/* Returns rank 0's call of the method with default values: default parameters for n_ranks ranks,
 * type float32, root 0, no layout. `bytes` is the size of a block. */
struct tn_call tn_method_call(const struct tn_method *m, int n_ranks, size_t bytes);

/* Returns the number of ranks that the call's parameters require; 0: any number. */
int64_t tn_algorithm_ranks(const struct tn_algorithm *a, const struct tn_call *call);

/* Sets the parameter that depends on the number of ranks such that all call->n_ranks ranks take
 * part, or all but one if the number is odd. Does nothing if the algorithm has no such
 * parameter. */
void tn_algorithm_fit(const struct tn_algorithm *a, struct tn_call *call);

/* Returns the number of messages that all pieces from one rank to another count as; 0: each piece
 * counts as one message. */
int tn_method_pair_messages(const struct tn_method *m, const struct tn_call *call);

/* Computes the operations along the longest chain of ranks into *ret_steps. Returns false if the
 * call has no closed form. */
bool tn_algorithm_form(const struct tn_algorithm *a, const struct tn_call *call,
                       struct tn_steps *ret_steps);

/* Returns true if the method supports the mechanism. */
bool tn_method_has(const struct tn_method *m, enum tn_mechanism mechanism);

/* Returns true if the method sends point-to-point messages, alone or with other operations. Such
 * messages can use shared memory. */
bool tn_method_sends(const struct tn_method *m);

/* Returns the reason why the method cannot run the call with its layout, or NULL. The text may be
 * overwritten by the next call on the same thread. */
const char *tn_method_refusal(const struct tn_method *m, const struct tn_call *call);

/* Return the number of flags of each rank, and the bytes of TEMP and SHARED memory of call->rank.
 * The method must support the call. */
int tn_method_slots(const struct tn_method *m, const struct tn_call *call);
struct tn_sizes tn_method_scratch(const struct tn_method *m, const struct tn_call *call);

/* Returns the algorithm that runs the call: the method's algorithm or the decision of its chooser.
 * *ret_call is the call for that algorithm. */
const struct tn_algorithm *tn_method_resolve(const struct tn_method *m, const struct tn_call *call,
                                             struct tn_call *ret_call);

/* Runs the caller's part of r->call. */
void tn_method_run(const struct tn_method *m, struct tn_strand *r);

/* Return true if the collective has a root; if it reduces (its vectors then consist of whole
 * elements); if it only synchronises the ranks. */
bool tn_collective_rooted(enum tn_collective collective);
bool tn_collective_reduces(enum tn_collective collective);
bool tn_collective_synchronises(enum tn_collective collective);
/* Returns the corresponding collective with counts (allgather: allgatherv), or TN_N_COLLECTIVES if
 * there is none. */
enum tn_collective tn_collective_counted(enum tn_collective collective);

/* Returns true if the rank's receive buffer holds part of the result at the end (at the root of a
 * scatter in place: TN_SEND). */
bool tn_call_has_result(const struct tn_call *call, int rank);

/* Returns true if the rank's receive buffer holds its contribution to the call. */
bool tn_call_has_input_in_recv(const struct tn_call *call, int rank);

/* Return the bytes of the buffers of call->rank. tn_user_sizes: only the user's buffers, by the
 * definition of the collective; 0 if the rank has no such buffer. tn_call_sizes: also the scratch
 * memory of the method. */
struct tn_sizes tn_user_sizes(const struct tn_call *call);
struct tn_sizes tn_call_sizes(const struct tn_method *m, const struct tn_call *call);

#endif
