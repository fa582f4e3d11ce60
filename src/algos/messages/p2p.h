/* Sends point-to-point messages over the transport table, for the collectives of MPI libraries.
 *
 * Protocols. A message of up to `eager_limit` bytes uses a slot of the sender's SHARED memory: the
 * sender moves the message into the slot and is done; the receiver moves it out and returns the
 * slot (a credit). A longer message is a rendezvous: the sender announces it; the receiver copies
 * it with the run's single-copy mechanism and signals that the sender's buffer is free. Two kinds
 * of messages use no rendezvous: messages up to `rendezvous_limit` (`blocking_limit` for blocking
 * sends), and all messages of algorithms that use only shared memory. They move through
 * `fragments_in_flight` slots in pieces of `fragment_size` bytes.
 *
 * Flags. A piece is an eager message, a rendezvous or a fragment. Both ends of a pair number its
 * pieces from 1, over all calls. The sender's flag for the receiver announces pieces; the
 * receiver's flag for the sender returns them. Each flag has its own line. A flag holds the number
 * of a piece, because a sender may have to wait for slots of an earlier call if the ranks do not
 * meet between the calls. After a meeting all slots are free. Messages of an ordered pair match in
 * the order in which they are sent and received, so there are no tags. Both ends compute the
 * protocol from the length. A real announcement carries the sender's address; a flag cannot, so the
 * receiver names the span that it receives.
 *
 * Computation. In a call with `entries`, a rank computes one part where the algorithm first has to
 * wait. Messages make progress only when the rank enters the library, that is after each part. The
 * last part is followed by the wait for all messages. This models a blocking algorithm as the
 * schedule of a non-blocking collective without a progress thread: each wait of the algorithm is a
 * round.
 *
 * Devices. Between devices a rendezvous is copied on one of `copy_streams` streams of the
 * receiver's device. All messages of a pair use the same stream and therefore complete in order.
 * The stream posts the flag that signals both ranks.
 *
 * A message in SHARED memory, which all ranks can access, is read directly by its receiver unless
 * it is eager. Messages between nodes have their own limits and protocols (p2p_far.h); the
 * algorithms are the same. */
#ifndef TN_ALGOS_MESSAGES_P2P_H
#define TN_ALGOS_MESSAGES_P2P_H

#include "algos/registry.h"
#include "algos/waits.h"

/* Maximum number of streams of a device (transport.h) on which messages are received. */
enum { TN_P2P_STREAMS = 16 };

/* Messages that an algorithm sends: upper limits over all ranks. */
struct tn_p2p_use {
  size_t largest;      /* bytes of one message */
  size_t messages;     /* number of messages from one rank to one other */
  bool shared_only;    /* true if the algorithm never uses single copies */
  bool is_synchronous; /* true if some messages are synchronous sends */
  bool is_blocking;    /* true if the messages are blocking sends */
};

/* Returns the same use with blocking sends. MPI_Send is one and, in Open MPI's collectives,
 * send-receive. */
static inline struct tn_p2p_use tn_blocking(struct tn_p2p_use use)
{
  use.is_blocking = true;
  return use;
}

/* Return the use of an algorithm that sends one message of tn_call.block bytes between each pair of
 * ranks; the same use with blocking sends. */
struct tn_p2p_use tn_use_block(const struct tn_call *call);
struct tn_p2p_use tn_use_block_blocking(const struct tn_call *call);
/* Returns the use of the algorithm's messages in the call. */
struct tn_p2p_use tn_p2p_use_of(const struct tn_algorithm *a, const struct tn_call *call);

/* A message in progress. The caller must keep this memory until the request is complete. */
struct tn_request {
  struct tn_span own, theirs; /* memory of the caller; memory of the peer (only in receives) */
  int peer;
  bool is_send, complete;
  bool is_exchanged;   /* true if the rank and the peer only exchange one message for another */
  bool wanted;         /* true while the rank waits until it is complete */
  bool reports;        /* true if tn_request_next has to return it */
  bool is_late;        /* true for a receive that began after its message had come, which costs
                        * one more copy */
  size_t aside;        /* only in late receives: offset in TEMP at which the message was stored */
  bool is_synchronous; /* true for a send that completes when the peer has taken the message */
  uint8_t protocol;
  uint32_t next, last; /* numbers of pieces of the pair: next piece to move, last piece of the
                        * message */
  uint32_t end;        /* number of the last piece that is moved together with `next`
                        * (tn_p2p_piece_end) */
  int stream;          /* number of the stream; only for tn_ienqueue */
  int place;           /* place among the conditions for which the rank waits */
  struct tn_request
      *after; /* next request in the same direction that has pieces to move (circular), or next
               * request to report */
};

struct tn_p2p_pair {
  /* numbers of pieces to the peer: handed over, announced; for the rank itself: number of
   * operations given to its streams */
  uint32_t sent, announced;
  uint32_t freed;               /* number of pieces that the peer is known to have taken, after a
                                 * meeting or a reported request */
  uint32_t expected, taken;     /* numbers of pieces from the peer: requested by receives, taken */
  uint32_t reading;             /* number of pieces from the peer that an adapter or a stream is
                                 * still reading */
  struct tn_request *newest[2]; /* newest receive and newest send that have pieces to move */
};

/* The messages of a rank in one call. */
struct tn_p2p {
  struct tn_strand *r;
  const struct tn_algorithm *entry; /* algorithm that does nothing except send these messages, or
                                     * NULL */
  struct tn_p2p_use use;
  struct tn_p2p_limits limits;
  size_t pair_bytes;           /* bytes of SHARED memory for each pair */
  struct tn_p2p_pair *pairs;   /* [n_ranks], owned by the call */
  struct tn_waits waits;       /* conditions of requests that are not complete, the oldest first */
  struct tn_request **waiting; /* [waits.room] the request of each place; NULL if the request is
                                * complete */
  int n_waiting;
  struct tn_request *report; /* first request that is complete and has to be reported; in the
                              * order of completion */
  int parts;                 /* number of parts of call->compute that are left */
  int n_streams;             /* limits.copy_streams if the call's buffers are on devices,
                              * otherwise 0 */
  uint32_t n_recorded;       /* number of requests that were recorded and not carried out */
};

/* Kinds of steps, which are the first words of recorded steps (tn_transport.record). TN_P2P_WAIT
 * and the kinds after it only wait. After TN_P2P_CHOICE, a rank's operations may depend on the
 * order in which requests complete. */
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

/* Returns the number of flags of each rank, which are in lines 0 .. 2p-1 for p ranks. */
int tn_p2p_slots(const struct tn_call *call);

/* Returns the bytes of SHARED memory that each rank needs, for any kind of sends. */
size_t tn_p2p_shared(const struct tn_call *call, struct tn_p2p_use use);

/* Begin the messages of a call; end them. Each rank calls both once per call, with the same `use`
 * on all ranks. All requests must be complete at the end. */
void tn_p2p_begin(struct tn_p2p *p, struct tn_strand *r, struct tn_p2p_use use);
void tn_p2p_end(struct tn_p2p *p);

/* Start a send of own memory to a peer; a receive of the peer's span `theirs` into own memory. A
 * span may have any length, including 0. The peer is another rank. Both functions do what is
 * possible without waiting. */
void tn_isend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own);
void tn_irecv(struct tn_p2p *p, struct tn_request *q, struct tn_span own, struct tn_span theirs);

/* Starts a send like tn_isend, which is complete only when the peer has taken the whole message (as
 * in MPI_Issend). */
void tn_issend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own);

/* Starts a copy or sum on a stream of the rank's device (tn_enqueue); `dst` is own memory. The
 * request is handled like that of a message. The stream must not be one that messages use. */
void tn_ienqueue(struct tn_p2p *p, struct tn_request *q, int stream, struct tn_span dst, int n_src,
                 const struct tn_span *src);

/* Wait until the request is complete; until all n requests are. Meanwhile every request of the rank
 * makes progress. */
void tn_request_wait(struct tn_p2p *p, struct tn_request *q);
void tn_request_wait_all(struct tn_p2p *p, int n, struct tn_request *q);

/* Waits until one of the requests is complete. Returns the lowest index of a complete request.
 * Skips requests with peer < 0. */
int tn_request_wait_any(struct tn_p2p *p, int n, struct tn_request *q);

/* Starts a receive that begins between two waits of the rank. If the message came earlier through a
 * slot, it was stored at `aside` in the rank's TEMP, which costs one more copy. A rendezvous costs
 * no more than usual, because only its announcement has come. */
void tn_irecv_between(struct tn_p2p *p, struct tn_request *q, struct tn_span own,
                      struct tn_span theirs, size_t aside);

/* Returns the bytes of TEMP that are needed for a message that comes before its receive. */
size_t tn_p2p_aside(const struct tn_call *call, struct tn_p2p_use use);

/* Mark a request; return the next marked request that is complete. They are for ranks that handle
 * requests in the order of completion: each marked request is returned once, in that order. When
 * tn_request_next is called, at least one marked request must be left. */
void tn_request_mark(struct tn_p2p *p, struct tn_request *q);
struct tn_request *tn_request_next(struct tn_p2p *p);

/* Send or receive a message, or do both, and wait until it is complete. */
void tn_send(struct tn_p2p *p, int peer, struct tn_span own);
void tn_ssend(struct tn_p2p *p, int peer, struct tn_span own);
void tn_recv(struct tn_p2p *p, struct tn_span own, struct tn_span theirs);
void tn_sendrecv(struct tn_p2p *p, int to, struct tn_span sent, struct tn_span own,
                 struct tn_span theirs);

#endif
