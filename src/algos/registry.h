/* The registry: the algorithms, the choosers, which decide as a library does, and a method for each
 * collective of either, which is what a case names. `turnstile list`, help, tests and exports walk the
 * methods; nothing else keeps a list of names. */
#ifndef TN_ALGOS_REGISTRY_H
#define TN_ALGOS_REGISTRY_H

#include "base/mechanism.h"
#include "base/steps.h"
#include "transport.h"

enum tn_param_kind { TN_PARAM_INT, TN_PARAM_SIZE, TN_PARAM_CHOICE, TN_PARAM_LIST, TN_PARAM_SIZES };

/* A parameter of an algorithm. Values are int64_t; a choice's value is an index into `choices`. A
 * list is some of `choices` in an order that matters, none twice: four bits hold each one's index
 * + 1, the lowest the first's. Sizes by level, from the inside out, are as tn_sizes_make packs them. */
struct tn_alg_param {
  const char *name;
  const char *alias; /* another name, or NULL; value = alias value + alias_offset */
  int alias_offset;  /* e.g. radix = throttle + 1: throttle = radix + (-1) */
  enum tn_param_kind kind;
  int64_t min, max, preset; /* max <= 0: tn_alg_param_most; preset < min: depends on the ranks */
  const char *word;         /* what stands for min - 1: "auto"; NULL: that is not taken */
  const char *at_zero; /* what 0 means where min is above it, e.g. "undivided"; NULL: not taken */
  const char *const *choices; /* NULL-terminated, for choices and lists; of a list up to 15 */
  const char *summary;
};

/* User and scratch memory of one rank, bytes. */
struct tn_sizes {
  size_t send, recv, temp, shared;
  size_t temp_largest; /* of the buffers that temp is made of; 0: it is one */
  /* First bytes of shared that lie in the memory of the rank's device, where it has one. */
  size_t shared_on_device;
};

/* The number of ranks of an algorithm: per * params[param] + more; any number when both are 0. With
 * `distant` there are two ranks, and params[param] is their distance: 0 where the mapping puts
 * them, d + 1 for distance class d (core, llc, numa, package, machine, network). */
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

/* Gives message i of a round, both from 0, of number `own` among n; false: there are no more. A round without
 * any is the end, the same for all numbers. */
typedef bool tn_rounds(int n, int own, int round, int i, struct tn_message *ret);

/* What of the user's buffers a library copies to the host before it runs an algorithm there, and back
 * after it: nothing, it runs on devices' memory; what the collective reads; the receive buffer too
 * (Open MPI's coll/accelerator). */
enum tn_staging { TN_STAGE_NOTHING, TN_STAGE_INPUT, TN_STAGE_BOTH };

/* The algorithm that a library would use for a call (library/library.h). */
struct tn_decision {
  const char *name;                     /* the library's own name of it */
  const struct tn_algorithm *algorithm; /* NULL: it is not among the algorithms */
  bool stands_in;                       /* a substitute of the same family */
  int64_t params[TN_MAX_PARAMS];        /* of that algorithm */
  int entries;                          /* tn_call.entries */
  enum tn_staging staging;              /* of a call whose buffers are in devices' memory */
  const struct tn_nested *nested;       /* of a composition, static; NULL for others */
};

/* Returns what a chooser takes for the call, with what is staged where its buffers are in devices'
 * memory. */
struct tn_decision tn_chooser_decide(const struct tn_chooser *chooser, const struct tn_call *call);

/* The call as the algorithm of the decision is to see it. */
struct tn_call tn_decision_call(const struct tn_decision *decision, const struct tn_call *call);

/* Memory of an algorithm's flags: each rank's own, or a segment that the first rank of the node, or of
 * the package, has cleared. */
enum tn_segment { TN_SEGMENT_OF_RANK, TN_SEGMENT_OF_NODE, TN_SEGMENT_OF_PACKAGE };

/* The order in which a rank begins the messages of a round: the receive, then the send of one after another. */
enum tn_posts {
  TN_POST_SENDS_FIRST = 1,
  TN_POST_BY_KIND = 2,  /* all receives, then all sends */
  TN_POST_NO_EMPTY = 4, /* without the empty ones, where blocks have counts */
  TN_POST_AT_ONCE = 8   /* the closed form counts the messages of a round as one */
};

/* What messages are at most: the longest is one of the call's blocks, or one for each rank, or has all bytes
 * that the blocks have together; and how many go from one rank to another, 0: as many as ranks. */
struct tn_sends {
  enum tn_longest { TN_ONE_BLOCK, TN_BLOCK_PER_RANK, TN_ALL_BLOCKS } longest;
  int messages;
  bool is_blocking;
};

/* Every rank computes beside the collective as long as *ret takes by the method returned, times the
 * ranks of *ret over its own: places->n + idle->n of them, on all cores. NULL: nothing is computed. */
typedef const struct tn_method *tn_balance(const struct tn_call *call, struct tn_call *ret);

/* A library's decision. */
struct tn_chooser {
  const char *name; /* "library:ompi-5.0" */
  const char *summary, *source;
  unsigned collectives; /* 1 << c for each */
  struct tn_decision (*decide)(const struct tn_call *call);
  /* What of a call on devices' memory it copies; NULL: nothing. */
  enum tn_staging (*stage)(const struct tn_call *call);
  tn_balance *balance;                       /* may be NULL */
  struct tn_alg_param params[TN_MAX_PARAMS]; /* ends at name == NULL */
  enum tn_mechanism mechanisms[TN_N_MECHANISMS];
  int n_mechanisms; /* the first is the default */
};

/* An algorithm. It runs by `run` or, if all that it does is to send messages, by `exchange`. Others call
 * them by tn_method_run and its like. */
struct tn_algorithm {
  enum tn_collective collective;
  bool counted; /* is one of the collective with counts, too, under no library's name */
  int variant;  /* tells algorithms that share functions apart; tn_call.variant there */
  const char *name;
  const char *summary;      /* one line */
  const char *source;       /* paper, section, equation */
  const char *ompi, *mpich; /* its name in coll/tuned and MPICH, or NULL */
  const char *ucc, *xhc;    /* the same in UCC's tl/ucp and Open MPI's coll/xhc */
  int ompi_id;              /* and coll/tuned's number of it; 0 without a name */
  bool cma_native;          /* one of the CMA paper's own, selected by `-a cma` */
  bool segmented;           /* all pieces from one rank to another count as one message */
  bool fenced;              /* its authors' code has a memory fence with each flag */
  enum tn_segment segment;  /* its flags' memory */
  int (*pair_messages)(const struct tn_call *call); /* as this many messages; may be NULL */
  bool sizeless;                                    /* moves no user data: its size is 0 */
  bool composed;                    /* made of other methods, which tn_call.nested names */
  bool one_node;                    /* sends messages, but not only: ranks have to share memory */
  bool in_nodes;                    /* copies inside nodes, and sends messages between them */
  struct tn_crew crew;              /* the number of ranks by its parameters */
  const struct tn_pattern *pattern; /* of TN_PATTERN, else NULL */
  struct tn_alg_param params[TN_MAX_PARAMS]; /* ends at name == NULL */
  enum tn_mechanism mechanisms[TN_N_MECHANISMS];
  int n_mechanisms; /* the first is the default */
  /* NULL when the call can be run, else the reason for the user, e.g. "distance 2 and 28 ranks have
   * a common divisor (try 1, 3, 5)". A static or thread-local string. May be NULL: it takes all. */
  const char *(*unsupported)(const struct tn_call *call);
  int n_lines; /* of each rank's flags (kit/basics.h), where their number is always the same */
  int (*n_slots)(
      const struct tn_call *call); /* else the flags of each rank; NULL: as n_lines says */
  /* Strands on the core that has most of them; NULL: 1, the rank's own. */
  int (*strands_per_core)(const struct tn_call *call);
  tn_balance *balance; /* may be NULL */
  /* Counts the copies or messages along the longest chain of ranks, from which the closed form of
   * the time follows; for two or more ranks. False: the call has no closed form. May be NULL. */
  bool (*form)(const struct tn_call *call, struct tn_steps *s);
  struct tn_sizes (*scratch)(
      const struct tn_call *call); /* temp, shared of this rank; NULL: none */
  void (*run)(struct tn_strand *r);
  /* What its messages are at most (`sends` if `use` is NULL), from which their SHARED memory follows, beside
   * `scratch`, and what it does with them: between tn_p2p_begin and tn_p2p_end. */
  struct tn_sends sends;
  struct tn_p2p_use (*use)(const struct tn_call *call);
  void (*exchange)(struct tn_p2p *p);
  /* The messages of an exchange in rounds, from which its closed form follows, and their order. */
  tn_rounds *rounds;
  int posts;
};

bool tn_algorithm_is_of(const struct tn_algorithm *a, enum tn_collective collective);

/* A method: an algorithm or a chooser of one collective, as -c and -a name it. It has the members that
 * both have. */
struct tn_method {
  enum tn_collective collective;
  const struct tn_algorithm *runs;  /* never NULL; of a chooser one without any members */
  const struct tn_chooser *chooser; /* NULL: it is an algorithm */
  const char *name, *summary, *source;
  const struct tn_alg_param *params;
  const enum tn_mechanism *mechanisms;
  int n_mechanisms;
  bool sizeless;
  tn_balance *balance;
};

/* All methods, by collective; of each those of the CMA paper first and choosers last; NULL-terminated. */
const struct tn_method *const *tn_methods(void);

extern const char *const tn_collective_names[TN_N_COLLECTIVES + 1]; /* NULL-terminated */

/* One line of TN_COLLECTIVES. */
struct tn_collective_info {
  const char *title;    /* as OSU heads its tables */
  enum tn_who from, to; /* who brings data, and who has some of it afterwards */
  bool one_buffer;      /* for both, TN_RECV */
  bool reduces;
};
extern const struct tn_collective_info tn_collectives[TN_N_COLLECTIVES];

/* Number of the collective called `name`, or -1. */
int tn_collective_find(const char *name);

/* Returns the method, or NULL. */
const struct tn_method *tn_method_find(enum tn_collective collective, const char *name);
/* Returns that of the algorithm, for its first collective. */
const struct tn_method *tn_method_of(const struct tn_algorithm *algorithm);
/* Makes one of an algorithm, which may not be in the registry. */
struct tn_method tn_method_make(const struct tn_algorithm *a, enum tn_collective collective);

int tn_alg_params_number(const struct tn_alg_param *params);

/* Sets every parameter to its default. */
void tn_alg_params_defaults(const struct tn_alg_param *params, int64_t ret_params[TN_MAX_PARAMS]);

/* Returns the index of the parameter called `name` (or its alias: *is_alias), or -1. */
int tn_alg_params_find(const struct tn_alg_param *params, const char *name, bool *is_alias);

/* The largest number or size that the parameter can have; without one of its own what no node needs,
 * and whose products do not overflow. */
int64_t tn_alg_param_most(const struct tn_alg_param *param);

/* Whether the value is one that the parameter can have. */
bool tn_alg_param_accepts(const struct tn_alg_param *param, int64_t value);

/* Items that a list may have. */
enum { TN_LIST_MOST = 15 };
/* The items of a list's value, and the index of item i among its choices. */
int tn_list_length(int64_t value);
int tn_list_item(int64_t value, int i);
/* The value with one more item at its end. */
int64_t tn_list_append(int64_t value, int choice);

/* Sizes that a value of TN_PARAM_SIZES may have; several are multiples of the unit, in bytes. */
enum { TN_SIZES_MOST = 4, TN_SIZES_UNIT = 512, TN_SIZES_LARGEST = TN_SIZES_UNIT * 32767 };
/* The value of `n` sizes (bytes); -1: there is none. */
int64_t tn_sizes_make(const int64_t *sizes, int n);
int tn_sizes_length(int64_t value);
/* Bytes of level i; the last size is that of all further levels. */
int64_t tn_sizes_item(int64_t value, int i);

/* Rank 0's call of the method as it is where nothing more is asked for: every parameter at its
 * default for so many ranks, float32; root 0, on no particular places. `bytes` is a block's. */
struct tn_call tn_method_call(const struct tn_method *m, int n_ranks, size_t bytes);

/* The ranks that the parameters of the call ask for; 0: any number. */
int64_t tn_algorithm_ranks(const struct tn_algorithm *a, const struct tn_call *call);

/* Sets the parameter that goes with the number of ranks so that all call->n_ranks, or all but the
 * odd one, take part. Nothing for algorithms without such a parameter. */
void tn_algorithm_fit(const struct tn_algorithm *a, struct tn_call *call);

/* How many messages the pieces from one rank to another count as in a call; 0: each is one. */
int tn_method_pair_messages(const struct tn_method *m, const struct tn_call *call);

/* What a call does along the longest chain of its ranks; false without a closed form. */
bool tn_algorithm_form(const struct tn_algorithm *a, const struct tn_call *call,
                       struct tn_steps *ret_steps);

/* Whether the method has the mechanism. */
bool tn_method_has(const struct tn_method *m, enum tn_mechanism mechanism);

/* Whether it is by point-to-point messages, at least in part: these can go through shared memory. */
bool tn_method_sends(const struct tn_method *m);

/* Why the call, with its layout, cannot be run by the method; NULL: it can. Text of the algorithm's own
 * check is valid until the next one. */
const char *tn_method_refusal(const struct tn_method *m, const struct tn_call *call);

/* Flags of each rank; TEMP and SHARED of call->rank. The call can be run by the method. */
int tn_method_slots(const struct tn_method *m, const struct tn_call *call);
struct tn_sizes tn_method_scratch(const struct tn_method *m, const struct tn_call *call);

/* Returns the algorithm that runs the call: the method's, or the one that its chooser decides for; *ret_call
 * is the call as that algorithm sees it. */
const struct tn_algorithm *tn_method_resolve(const struct tn_method *m, const struct tn_call *call,
                                             struct tn_call *ret_call);

/* Does the caller's part in r->call. */
void tn_method_run(const struct tn_method *m, struct tn_strand *r);

/* Whether the collective has a root; whether it reduces, so that its vectors are whole numbers of
 * elements; whether all that it does is that nobody leaves before everybody has entered. */
bool tn_collective_rooted(enum tn_collective collective);
bool tn_collective_reduces(enum tn_collective collective);
bool tn_collective_synchronises(enum tn_collective collective);
/* Returns the collective with counts that corresponds; TN_N_COLLECTIVES: there is none. */
enum tn_collective tn_collective_counted(enum tn_collective collective);

/* Whether the rank has some of the result, in its receive buffer (a scatter's root in place: in
 * TN_SEND). */
bool tn_call_has_result(const struct tn_call *call, int rank);

/* Whether the rank's receive buffer holds what it brings into the call. */
bool tn_call_has_input_in_recv(const struct tn_call *call, int rank);

/* Bytes of every buffer of call->rank: the user's by the definition of the collective (0 where a
 * rank has none), and what the method needs beside these. */
struct tn_sizes tn_user_sizes(const struct tn_call *call);
struct tn_sizes tn_call_sizes(const struct tn_method *m, const struct tn_call *call);

#endif
