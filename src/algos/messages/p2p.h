/* Point-to-point messages over the transport table, for the collectives of MPI libraries.
 *
 * A message of up to `eager_limit` bytes uses a slot of the sender's SHARED memory: the sender
 * moves it into the slot and is done; the receiver moves it out and returns the slot (a credit). A
 * longer message is a rendezvous: the sender announces it; the receiver copies it with the run's
 * single-copy mechanism and signals that the sender's buffer is free. Messages up to
 * `rendezvous_limit` (`blocking_limit` for blocking sends), and all messages of algorithms that use
 * only shared memory, move through `fragments_in_flight` slots in pieces of `fragment_size` bytes
 * instead of by rendezvous.
 * Both ends of a pair count its pieces (an eager message, a rendezvous or a fragment) from 1, over
 * all calls. The sender's flag for the receiver announces pieces; the receiver's flag for the
 * sender returns them. Each flag has its own line. The flags hold counts since a sender may have to
 * wait for slots of an earlier call if the ranks do not meet between the calls. After a meeting all
 * slots are free. Messages of an ordered pair match in the order in which they are sent and
 * received, so there are no tags. Both ends compute the protocol from the length. A real
 * announcement carries the sender's address; flags cannot, so the receiver names the span that it
 * receives.
 * In a call with `entries` a rank computes one part where the algorithm first has to wait. Messages
 * make progress only when the rank enters the library: after each part; the last part is followed
 * by the wait for all. This models a blocking algorithm as the schedule of a non-blocking
 * collective without a progress thread: each wait of the algorithm is a round.
 * Between devices a rendezvous is copied on one of `copy_streams` streams of the receiver's device.
 * All messages of a pair use the same stream and therefore complete in order. The stream posts the
 * flag that signals both ranks.
 * A message in SHARED memory, which all ranks can access, is read directly by its receiver unless
 * it is eager.
 * Messages between nodes have their own limits and protocols (p2p_far.h). The algorithms are the
 * same. */
#ifndef TN_ALGOS_MESSAGES_P2P_H
#define TN_ALGOS_MESSAGES_P2P_H

#include "algos/registry.h"
#include "algos/waits.h"

/* Maximum number of streams of a device (transport.h) that receive messages. */
enum { TN_P2P_STREAMS = 16 };

/* Upper limits of an algorithm's messages, over all ranks. */
struct tn_p2p_use {
  size_t largest;      /* bytes of one message */
  size_t messages;     /* from one rank to one other */
  bool shared_only;    /* true if the algorithm never uses a single copy */
  bool is_synchronous; /* true if some messages are synchronous sends */
  bool is_blocking;    /* true if the messages are blocking sends */
};

/* Returns the same use with blocking sends: MPI_Send and, in Open MPI's collectives,
 * send-receive. */
static inline struct tn_p2p_use tn_blocking(struct tn_p2p_use use)
{
  use.is_blocking = true;
  return use;
}

/* Return the use of one message with the call's block, or vector, between each pair of ranks; the
 * same by blocking sends. */
struct tn_p2p_use tn_use_block(const struct tn_call *call);
struct tn_p2p_use tn_use_block_blocking(const struct tn_call *call);
/* Returns the entry's messages for the call. */
struct tn_p2p_use tn_p2p_use_of(const struct tn_algorithm *a, const struct tn_call *call);

/* A message in progress. The caller owns this memory until the request is complete. */
struct tn_request {
  struct tn_span own, theirs; /* theirs: receives only */
  int peer;
  bool is_send, complete;
  bool is_exchanged;   /* true if the rank only exchanges it for a message of the peer */
  bool wanted;         /* true while the rank waits for its completion */
  bool reports;        /* true if tn_request_next returns it */
  bool is_late;        /* true for a receive after the message came: one more copy */
  size_t aside;        /* late receives: offset in TEMP where the message was stored */
  bool is_synchronous; /* true for a send that completes when the peer has taken the message */
  uint8_t protocol;
  uint32_t next, last; /* pieces of the pair: the next to move, the last of the message */
  uint32_t end;        /* last piece that moves with the next (tn_p2p_piece_end) */
  int stream;          /* tn_ienqueue only */
  int place;           /* place in the conditions that the rank waits for */
  struct tn_request
      *after; /* the next of its direction with pieces to move (circular); or the next to report */
};

struct tn_p2p_pair {
  /* pieces to the peer: handed over, announced; for the rank itself: operations given to its
   * streams */
  uint32_t sent, announced;
  uint32_t freed;           /* pieces known to be taken, by a meeting or reported request */
  uint32_t expected, taken; /* pieces from the peer */
  uint32_t reading;         /* pieces from the peer that an adapter or a stream is still reading */
  struct tn_request *newest[2]; /* newest receive and send with pieces to move */
};

/* A rank's messages of one call. */
struct tn_p2p {
  struct tn_strand *r;
  const struct tn_algorithm *entry; /* entry whose only work is these messages, or NULL */
  struct tn_p2p_use use;
  struct tn_p2p_limits limits;
  size_t pair_bytes;           /* bytes of SHARED memory of a pair */
  struct tn_p2p_pair *pairs;   /* [n_ranks], owned by the call */
  struct tn_waits waits;       /* conditions of incomplete requests, oldest first */
  struct tn_request **waiting; /* [waits.room] by place; NULL for complete requests */
  int n_waiting;
  struct tn_request *report; /* complete and to be reported, in the order of completion */
  int parts;                 /* remaining parts of call->compute */
  int n_streams;             /* limits.copy_streams if the call's buffers are on devices */
  uint32_t n_recorded;       /* requests recorded instead of carried out */
};

/* First word of a recorded step (tn_transport.record). Steps from TN_P2P_WAIT on only wait. The
 * operations of a rank after TN_P2P_CHOICE may depend on the order of completions. */
enum tn_p2p_recorded {
  TN_P2P_BEGIN,
  TN_P2P_START,
  TN_P2P_ASIDE,
  TN_P2P_MARK,
  TN_P2P_WAIT,
  TN_P2P_WAIT_ALL,
  TN_P2P_CHOICE,
  TN_P2P_N_RECORDED
};

/* Limits of calls that have no limits of their own. */
extern const struct tn_p2p_limits tn_p2p_default_limits;

/* Returns the number of flags of each rank: lines 0 .. 2p-1. */
int tn_p2p_slots(const struct tn_call *call);

/* Returns the SHARED bytes of each rank, for any kind of sends. */
size_t tn_p2p_shared(const struct tn_call *call, struct tn_p2p_use use);

/* Begin and end the messages of a call. Each rank calls them once per call, with the same use on
 * all ranks. All requests must be complete at the end. */
void tn_p2p_begin(struct tn_p2p *p, struct tn_strand *r, struct tn_p2p_use use);
void tn_p2p_end(struct tn_p2p *p);

/* Start sending own memory to a peer; receiving into own memory the peer's span `theirs`. Spans may
 * have any length, including 0. The peer differs from the caller. Both do what is possible without
 * waiting. */
void tn_isend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own);
void tn_irecv(struct tn_p2p *p, struct tn_request *q, struct tn_span own, struct tn_span theirs);

/* Sends like tn_isend but completes only when the peer has taken the whole message, as
 * MPI_Issend. */
void tn_issend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own);

/* Starts a copy or sum on a stream of the rank's device, which stores the result in own `dst`
 * (tn_enqueue). The request is handled like a message's. Streams used for messages are not
 * allowed. */
void tn_ienqueue(struct tn_p2p *p, struct tn_request *q, int stream, struct tn_span dst, int n_src,
                 const struct tn_span *src);

/* Wait for requests; every request of the rank makes progress meanwhile. */
void tn_request_wait(struct tn_p2p *p, struct tn_request *q);
void tn_request_wait_all(struct tn_p2p *p, int n, struct tn_request *q);

/* Waits until one of the requests is complete and returns the lowest index of a complete one; skips
 * peer < 0. */
int tn_request_wait_any(struct tn_p2p *p, int n, struct tn_request *q);

/* Starts a receive between two waits of the rank. A message that came earlier was stored in own
 * TEMP `aside`: a message through a slot costs one more copy. A rendezvous has no extra cost, as
 * only its announcement has come. */
void tn_irecv_between(struct tn_p2p *p, struct tn_request *q, struct tn_span own,
                      struct tn_span theirs, size_t aside);

/* Returns the TEMP bytes for a message that comes before its receive. */
size_t tn_p2p_aside(const struct tn_call *call, struct tn_p2p_use use);

/* For ranks that handle requests in the order of completion: tn_request_next returns each marked
 * request once, in that order. At least one marked request must not have been returned. */
void tn_request_mark(struct tn_p2p *p, struct tn_request *q);
struct tn_request *tn_request_next(struct tn_p2p *p);

/* Send and receive and wait for the completion. */
void tn_send(struct tn_p2p *p, int peer, struct tn_span own);
void tn_ssend(struct tn_p2p *p, int peer, struct tn_span own);
void tn_recv(struct tn_p2p *p, struct tn_span own, struct tn_span theirs);
void tn_sendrecv(struct tn_p2p *p, int to, struct tn_span sent, struct tn_span own,
                 struct tn_span theirs);

#endif
