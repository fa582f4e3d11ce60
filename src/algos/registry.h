/* The registry: algorithms, choosers (which choose an algorithm as an MPI library does), and one
 * method for each collective of an algorithm or chooser. A case names a method. */
#ifndef TN_ALGOS_REGISTRY_H
#define TN_ALGOS_REGISTRY_H

#include "base/mechanism.h"
#include "base/steps.h"
#include "transport.h"

enum tn_param_kind { TN_PARAM_INT, TN_PARAM_SIZE, TN_PARAM_CHOICE, TN_PARAM_LIST, TN_PARAM_SIZES };

/* A parameter of an algorithm. The value of a choice is an index into `choices`. The value of a
 * list holds different elements of `choices`; their order matters. Each element takes four bits
 * (index + 1), the first element the lowest four. tn_sizes_make packs one size per level, the
 * innermost level in the lowest bits. */
struct tn_alg_param {
  const char *name;
  const char *alias; /* other name, or NULL; a value given by it has alias_offset added */
  int alias_offset;  /* e.g. -1 for throttle with the alias radix: radix = throttle + 1 */
  enum tn_param_kind kind;
  int64_t min, max, preset; /* least, greatest and default value; max <= 0: tn_alg_param_most
                             * applies; preset < min: the number of ranks decides */
  const char *word;    /* word for the value min - 1, e.g. "auto"; NULL if min - 1 is refused */
  const char *at_zero; /* word for the value 0 below min, e.g. "undivided"; NULL: 0 is refused */
  const char *const *choices; /* NULL-terminated names for a choice or list; up to 15 for a list */
  const char *summary;
};

/* Bytes of one rank's user buffers (send, recv) and scratch memory (temp, shared). */
struct tn_sizes {
  size_t send, recv, temp, shared;
  size_t temp_largest; /* bytes of the largest buffer within temp; 0 if temp is one buffer */
  /* bytes at the start of `shared` that are in the memory of the rank's device */
  size_t shared_on_device;
};

/* Number of ranks that an algorithm requires: per * params[param] + more; any number if both are 0.
 * If `distant`, it runs on two ranks, whose distance is params[param]: 0 for ranks placed by the
 * mapping, d + 1 for distance class d (core, llc, numa, package, machine, network). */
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

/* Sets *ret to message i of round `round` for participant `own` of n, all counted from 0. Returns
 * false after the round's last message. A round without messages ends the exchange for all
 * participants. */
typedef bool tn_rounds(int n, int own, int round, int i, struct tn_message *ret);

/* Buffers in device memory that a library copies to the host before an algorithm, which then runs
 * on host memory: none, those that the collective reads, or the receive buffer as well (Open MPI's
 * coll/accelerator). The result is copied back afterwards. */
enum tn_staging { TN_STAGE_NOTHING, TN_STAGE_INPUT, TN_STAGE_BOTH };

/* The algorithm that a library would use for a call (library/library.h). */
struct tn_decision {
  const char *name;                     /* the library's own name of the algorithm */
  const struct tn_algorithm *algorithm; /* NULL if the registry lacks the algorithm */
  bool is_substitute;                   /* true if it only resembles the library's algorithm */
  int64_t params[TN_MAX_PARAMS];
  int entries;                    /* tn_call.entries of the algorithm's call */
  enum tn_staging staging;        /* buffers to copy from the device to the host */
  const struct tn_nested *nested; /* algorithms of a composition's parts, static; or NULL */
};

/* Returns the chooser's decision, including which buffers in device memory go to the host. */
struct tn_decision tn_chooser_decide(const struct tn_chooser *chooser, const struct tn_call *call);

struct tn_call tn_decision_call(const struct tn_decision *decision, const struct tn_call *call);

/* Memory of a rank's flags: the rank's own, or a segment for all ranks of the node or package. The
 * first of these ranks clears the segment, and so determines its home. */
enum tn_segment { TN_SEGMENT_OF_RANK, TN_SEGMENT_OF_NODE, TN_SEGMENT_OF_PACKAGE };

/* Order in which a rank posts the messages of a round. By default the receive, then the send of
 * each. */
enum tn_posts {
  TN_POST_SENDS_FIRST = 1,
  TN_POST_BY_KIND = 2,  /* all receives of the round, then all sends */
  TN_POST_NO_EMPTY = 4, /* collectives with counts omit empty messages */
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

/* Returns the method that determines how long ranks compute in a non-blocking collective, or NULL
 * if they do not compute. Sets *ret to a call of that method on all cores (places->n + idle->n
 * ranks). Each rank computes for T * ret->n_ranks / call->n_ranks, where T is the time of *ret. */
typedef const struct tn_method *tn_balance(const struct tn_call *call, struct tn_call *ret);

struct tn_chooser {
  const char *name; /* "library:ompi-5.0" */
  const char *summary, *source;
  unsigned collectives; /* set of collectives: bit c is 1 << c */
  struct tn_decision (*decide)(const struct tn_call *call);
  /* Returns the buffers to copy to the host if they are in device memory. NULL: the library copies
   * none. */
  enum tn_staging (*stage)(const struct tn_call *call);
  tn_balance *balance;                       /* may be NULL */
  struct tn_alg_param params[TN_MAX_PARAMS]; /* the list ends where `name` is NULL */
  enum tn_mechanism mechanisms[TN_N_MECHANISMS];
  int n_mechanisms; /* number of mechanisms; the first is the default */
};

/* An algorithm. It has `run`, or `exchange` if it only sends messages; callers use
 * tn_method_run. */
struct tn_algorithm {
  enum tn_collective collective;
  bool counted; /* true if it also performs the collective with counts (gather: gatherv) */
  int variant;  /* number that distinguishes algorithms with the same functions */
  const char *name;
  const char *summary;      /* one line */
  const char *source;       /* paper, section, equation */
  const char *ompi, *mpich; /* name in coll/tuned and MPICH, or NULL */
  const char *ucc, *xhc;    /* name in UCC's tl/ucp and Open MPI's coll/xhc, or NULL */
  int ompi_id;              /* number in coll/tuned; 0 if `ompi` is NULL */
  bool cma_native;          /* true if from the CMA paper; `-a cma` selects it */
  bool segmented;           /* true if all pieces from one rank to another count as one message */
  bool fenced;              /* true if the authors' code has a memory fence with each flag */
  enum tn_segment segment;
  /* Returns as how many messages the pieces from one rank to another count; may be NULL. */
  int (*pair_messages)(const struct tn_call *call);
  bool sizeless; /* true if it moves no user data, so that its size is always 0 */
  bool composed; /* true if made of other methods (tn_call.nested) */
  bool one_node; /* true if it sends messages but runs on one node, as it needs shared memory */
  bool in_nodes; /* true if it copies inside nodes and sends messages between nodes */
  struct tn_rank_count rank_count;
  const struct tn_pattern *pattern;          /* definition of a TN_PATTERN; NULL for collectives */
  struct tn_alg_param params[TN_MAX_PARAMS]; /* the list ends where `name` is NULL */
  enum tn_mechanism mechanisms[TN_N_MECHANISMS];
  int n_mechanisms; /* number of mechanisms; the first is the default */
  /* Returns NULL, or the reason of a refusal for the user, e.g. "distance 2 and 28 ranks have a
   * common divisor (try 1, 3, 5)"; static or thread-local. NULL: all calls are accepted. */
  const char *(*unsupported)(const struct tn_call *call);
  int n_lines; /* number of lines of flags of each rank (TN_LINE in kit/basics.h), if constant */
  int (*n_slots)(
      const struct tn_call *call); /* number of flags of each rank; NULL: n_lines applies */
  /* Returns the largest number of strands (threads of ranks) on one core. NULL: 1. */
  int (*strands_per_core)(const struct tn_call *call);
  tn_balance *balance; /* may be NULL */
  /* Adds the operations of the closed form to *s: the copies or messages along the longest chain of
   * ranks, for two or more ranks. Returns false if the call has no closed form. May be NULL. */
  bool (*form)(const struct tn_call *call, struct tn_steps *s);
  struct tn_sizes (*scratch)(
      const struct tn_call *call); /* TEMP and SHARED bytes of call->rank; may be NULL */
  void (*run)(struct tn_strand *r);
  /* Members of algorithms that only send messages. `use` returns upper limits of the messages; if
   * it is NULL, `sends` has them. SHARED for the messages is in addition to `scratch`. `exchange`
   * runs between tn_p2p_begin and tn_p2p_end. */
  struct tn_sends sends;
  struct tn_p2p_use (*use)(const struct tn_call *call);
  void (*exchange)(struct tn_p2p *p);
  /* Messages of an exchange in rounds, also for its closed form; their order (enum tn_posts). */
  tn_rounds *rounds;
  int posts;
};

bool tn_algorithm_is_of(const struct tn_algorithm *a, enum tn_collective collective);

/* An algorithm or chooser for one collective, named by the options -c and -a. The members from
 * `name` on are copied from the algorithm or chooser. */
struct tn_method {
  enum tn_collective collective;
  const struct tn_algorithm *runs;  /* algorithm, never NULL; empty if `chooser` is not NULL */
  const struct tn_chooser *chooser; /* NULL for an algorithm */
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

struct tn_collective_info {
  const char *title;         /* title in the output of OSU's benchmarks */
  enum tn_rank_set from, to; /* ranks that contribute data; ranks that hold a result */
  bool one_buffer;           /* true if TN_RECV is the only user buffer */
  bool reduces;
};
extern const struct tn_collective_info tn_collectives[TN_N_COLLECTIVES];

/* Returns the number (enum tn_collective) of the collective called `name`; -1 if there is no such
 * collective. */
int tn_collective_find(const char *name);

/* Returns the method called `name`; NULL if it does not exist or `collective` is out of range. */
const struct tn_method *tn_method_find(enum tn_collective collective, const char *name);
/* Returns the method of a registered algorithm for its first collective. */
const struct tn_method *tn_method_of(const struct tn_algorithm *algorithm);
/* Makes a method of an algorithm, which need not be in the registry. */
struct tn_method tn_method_make(const struct tn_algorithm *a, enum tn_collective collective);

int tn_alg_params_number(const struct tn_alg_param *params);

void tn_alg_params_defaults(const struct tn_alg_param *params, int64_t ret_params[TN_MAX_PARAMS]);

/* Returns the index of the parameter with this name or alias, or -1. Sets *is_alias: true for an
 * alias. */
int tn_alg_params_find(const struct tn_alg_param *params, const char *name, bool *is_alias);

/* Returns the parameter's maximum. The default is above the needs of any node, and small enough
 * that products of such values do not overflow. */
int64_t tn_alg_param_most(const struct tn_alg_param *param);

bool tn_alg_param_accepts(const struct tn_alg_param *param, int64_t value);

/* largest number of items of a list */
enum { TN_LIST_MAX = 15 };
/* Return the number of items in a list's value, and the index of item i among the choices. */
int tn_list_length(int64_t value);
int tn_list_item(int64_t value, int i);
/* Returns a list's value with one more item, `choice`, at the end. */
int64_t tn_list_append(int64_t value, int choice);

/* Largest number of sizes in a value of TN_PARAM_SIZES. Several sizes must be multiples of UNIT, up
 * to LARGEST (bytes). */
enum { TN_SIZES_MAX = 4, TN_SIZES_UNIT = 512, TN_SIZES_LARGEST = TN_SIZES_UNIT * 32767 };
/* Returns the TN_PARAM_SIZES value for `n` sizes (bytes); -1 if they cannot be packed. */
int64_t tn_sizes_make(const int64_t *sizes, int n);
int tn_sizes_length(int64_t value);
/* Returns the size for level i in bytes. The last size applies to all further levels. */
int64_t tn_sizes_item(int64_t value, int i);

/* Returns rank 0's call with default parameters for n_ranks, type float32, root 0, no layout.
 * `bytes` is the size of a block. */
struct tn_call tn_method_call(const struct tn_method *m, int n_ranks, size_t bytes);

/* Returns the number of ranks that the algorithm requires with the call's parameters; 0: any
 * number. */
int64_t tn_algorithm_ranks(const struct tn_algorithm *a, const struct tn_call *call);

/* Sets the parameter that determines the number of ranks, if there is one, so that as many of
 * call->n_ranks as possible take part. */
void tn_algorithm_fit(const struct tn_algorithm *a, struct tn_call *call);

/* Returns as how many messages all pieces from one rank to another count; 0: each counts. */
int tn_method_pair_messages(const struct tn_method *m, const struct tn_call *call);

/* Computes the operations of the closed form (`form` above). Returns false if the call has none. */
bool tn_algorithm_form(const struct tn_algorithm *a, const struct tn_call *call,
                       struct tn_steps *ret_steps);

bool tn_method_has(const struct tn_method *m, enum tn_mechanism mechanism);

/* Returns true if the method sends point-to-point messages, alone or with other operations. */
bool tn_method_sends(const struct tn_method *m);

/* Returns the reason why the method cannot run the call with its layout, or NULL. The text may be
 * overwritten by the next call on the same thread. */
const char *tn_method_refusal(const struct tn_method *m, const struct tn_call *call);

/* Return the number of flags of each rank, and the sizes of TEMP and SHARED of call->rank. The call
 * must be one that tn_method_refusal accepts. */
int tn_method_slots(const struct tn_method *m, const struct tn_call *call);
struct tn_sizes tn_method_scratch(const struct tn_method *m, const struct tn_call *call);

/* Returns the algorithm that runs, chosen by the chooser if there is one, or NULL if the registry
 * lacks it. Sets *ret_call to the call for this algorithm. */
const struct tn_algorithm *tn_method_resolve(const struct tn_method *m, const struct tn_call *call,
                                             struct tn_call *ret_call);

/* Runs the caller's part of r->call. */
void tn_method_run(const struct tn_method *m, struct tn_strand *r);

/* Return true if the collective has a root; if it reduces (its vectors then consist of whole
 * elements); if it only synchronises the ranks. */
bool tn_collective_rooted(enum tn_collective collective);
bool tn_collective_reduces(enum tn_collective collective);
bool tn_collective_synchronises(enum tn_collective collective);
/* Returns the collective with counts (allgather: allgatherv); TN_N_COLLECTIVES if MPI has none. */
enum tn_collective tn_collective_counted(enum tn_collective collective);

/* Returns true if the rank receives a part of the result in RECV. (The root of a scatter in place
 * has its part in SEND.) */
bool tn_call_has_result(const struct tn_call *call, int rank);

bool tn_call_has_input_in_recv(const struct tn_call *call, int rank);

/* Return the bytes of the buffers of call->rank; 0 if it has no such buffer. tn_user_sizes: only
 * the user's buffers; tn_call_sizes: also the method's scratch memory. */
struct tn_sizes tn_user_sizes(const struct tn_call *call);
struct tn_sizes tn_call_sizes(const struct tn_method *m, const struct tn_call *call);

#endif
