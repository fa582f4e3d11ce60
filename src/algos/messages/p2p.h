/* Sends point-to-point messages over the transport table, for the collectives of MPI libraries.
 *
 * Protocols. A message of up to `eager_limit` bytes uses a slot of the sender's SHARED memory: the
 * sender moves the message into the slot and is done; the receiver moves it out and returns the
 * slot (a credit). A longer message of up to `rendezvous_limit` bytes (`blocking_limit` for
 * blocking sends) moves through `fragments_in_flight` slots in pieces of `fragment_size` bytes. A
 * still longer message is a rendezvous: the sender announces it; the receiver copies it with the
 * run's single-copy mechanism and signals that the sender's buffer is free. Without single copies,
 * as in algorithms that use only shared memory, all messages above `eager_limit` move in fragments.
 *
 * Flags. A piece is an eager message, a rendezvous or a fragment. Both ends of a pair number its
 * pieces from 1, over all calls. The sender's flag for the receiver announces pieces; the
 * receiver's flag for the sender returns them. Each flag has its own line. A flag holds the number
 * of a piece, because a sender may have to wait for slots of an earlier call if the ranks do not
 * meet between the calls. After a meeting all slots are free. Messages of an ordered pair match in
 * order, without tags. Both ends compute the protocol from the length. In a library, an
 * announcement carries the address of the sender's buffer. A flag cannot, so here the receiver
 * passes the sender's span.
 *
 * Computation. A call with tn_call.entries > 0 models a non-blocking collective without a progress
 * thread: the rank computes in `entries` parts and enters the library after each of them. It
 * computes the first part at the first wait of the algorithm. At a wait it computes the next part
 * while no message can make progress. Messages make progress only in the library. After the last
 * part the rank stays in the library until all messages are complete. Each wait of the algorithm is
 * a round of the schedule.
 *
 * Devices. Between devices a rendezvous is copied on one of `copy_streams` streams of the
 * receiver's device. All messages of a pair use the same stream, which posts the flag for both
 * ranks, so that the messages of a pair complete in order.
 *
 * A message in SHARED memory, which all ranks can access, is read directly by its receiver unless
 * it is eager. Messages between nodes have their own limits and protocols (p2p_far.h); the
 * algorithms are the same. */
#ifndef TN_ALGOS_MESSAGES_P2P_H
#define TN_ALGOS_MESSAGES_P2P_H

#include "algos/registry.h"
#include "algos/waits.h"

/* Maximum number of streams of a device for received messages. */
enum { TN_P2P_STREAMS = 16 };

/* Upper limits of an algorithm's messages, over all ranks. */
struct tn_p2p_use {
  size_t largest;      /* bytes of the longest message */
  size_t messages;     /* largest number of messages from one rank to another */
  bool shared_only;    /* true if the algorithm never uses single copies */
  bool is_synchronous; /* true if some of the sends are synchronous */
  bool is_blocking;    /* true if the sends are blocking */
};

/* Returns `use` with blocking sends: MPI_Send and, in Open MPI's collectives, MPI_Sendrecv. */
static inline struct tn_p2p_use tn_blocking(struct tn_p2p_use use)
{
  use.is_blocking = true;
  return use;
}

/* Return the limits if each pair has one message of tn_call.block bytes; the same with blocking
 * sends. */
struct tn_p2p_use tn_use_block(const struct tn_call *call);
struct tn_p2p_use tn_use_block_blocking(const struct tn_call *call);
struct tn_p2p_use tn_p2p_use_of(const struct tn_algorithm *a, const struct tn_call *call);

/* A message in progress; the caller keeps this memory until it is complete. */
struct tn_request {
  struct tn_span own, theirs; /* memory of the rank; memory of the peer (only in receives) */
  int peer;
  bool is_send, complete;
  bool is_exchanged;   /* true if the rank only exchanges one message with the peer */
  bool wanted;         /* true while the rank waits until it is complete */
  bool reports;        /* true if tn_request_next has to return it */
  bool is_late;        /* true if the message had come before the receive began (one more copy) */
  size_t aside;        /* offset in TEMP of the message of a late receive */
  bool is_synchronous; /* true if complete only when the peer has taken the message */
  uint8_t protocol;
  uint32_t next, last; /* numbers, within the pair, of the next piece to move and of the message's
                        * last piece */
  uint32_t end;        /* last piece that is moved together with `next` (tn_p2p_piece_end) */
  int stream;          /* number of the stream; only for tn_ienqueue */
  int place;           /* place among the conditions for which the rank waits */
  struct tn_request
      *after; /* next request of the pair and direction (circular list), or next to be reported */
};

struct tn_p2p_pair {
  /* number of pieces to the peer: in all sends so far; already announced. In the rank's pair with
   * itself: number of operations on its streams */
  uint32_t sent, announced;
  uint32_t freed;               /* number of pieces that the peer is known to have taken, from a
                                 * meeting or a reported request */
  uint32_t expected, taken;     /* number of pieces from the peer: in all receives so far; already
                                 * taken */
  uint32_t reading;             /* number of pieces from the peer that adapter or stream still
                                 * read */
  struct tn_request *newest[2]; /* newest receive and send with pieces to move */
};

/* The messages of a rank in one call. */
struct tn_p2p {
  struct tn_strand *r;
  const struct tn_algorithm *entry; /* algorithm that only sends these messages, or NULL */
  struct tn_p2p_use use;
  struct tn_p2p_limits limits;
  size_t pair_bytes;           /* bytes of SHARED memory of each pair */
  struct tn_p2p_pair *pairs;   /* [n_ranks] messages with each rank, owned by the call */
  struct tn_waits waits;       /* conditions of incomplete requests, the oldest first */
  struct tn_request **waiting; /* [waits.room] the request of each place; NULL if the request is
                                * complete */
  int n_waiting;
  struct tn_request *report; /* first complete request to report, in the order of completion */
  int parts;                 /* number of parts of call->compute that are left */
  int n_streams;             /* limits.copy_streams if buffers are on devices, otherwise 0 */
  uint32_t n_recorded;       /* number of requests that were recorded, not carried out */
};

/* First words of recorded steps (tn_transport.record). Kinds from TN_P2P_WAIT on only wait. After
 * TN_P2P_CHOICE, operations may depend on the order in which requests complete. */
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

extern const struct tn_p2p_limits tn_p2p_default_limits;

/* Returns the number of flags of each rank, which are in lines 0 .. 2p-1. */
int tn_p2p_slots(const struct tn_call *call);

/* Returns each rank's bytes of SHARED memory, for any kind of sends. */
size_t tn_p2p_shared(const struct tn_call *call, struct tn_p2p_use use);

/* Begin and end the messages of a call, once per call, with the same `use` on all ranks. All
 * requests must be complete at the end. */
void tn_p2p_begin(struct tn_p2p *p, struct tn_strand *r, struct tn_p2p_use use);
void tn_p2p_end(struct tn_p2p *p);

/* Start a send of own memory to a peer; a receive of the peer's span `theirs` into own memory. A
 * span may have any length, including 0. The peer is another rank. Both functions do what is
 * possible without waiting. */
void tn_isend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own);
void tn_irecv(struct tn_p2p *p, struct tn_request *q, struct tn_span own, struct tn_span theirs);

/* Starts a send that is complete when the peer has taken the whole message (MPI_Issend). */
void tn_issend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own);

/* Starts a copy or sum to own memory on a device's stream (tn_enqueue) that no messages use. The
 * request is handled like that of a message. */
void tn_ienqueue(struct tn_p2p *p, struct tn_request *q, int stream, struct tn_span dst, int n_src,
                 const struct tn_span *src);

/* Wait for the request; for all n requests. Meanwhile all requests of the rank make progress. */
void tn_request_wait(struct tn_p2p *p, struct tn_request *q);
void tn_request_wait_all(struct tn_p2p *p, int n, struct tn_request *q);

/* Waits until one of the requests is complete; returns the lowest index of those. Skips requests
 * with peer < 0. */
int tn_request_wait_any(struct tn_p2p *p, int n, struct tn_request *q);

/* Starts a receive between two waits of the rank. A message that came earlier through a slot was
 * stored at `aside` in TEMP, which costs one more copy. A rendezvous costs no more than usual, as
 * only its announcement has come. */
void tn_irecv_between(struct tn_p2p *p, struct tn_request *q, struct tn_span own,
                      struct tn_span theirs, size_t aside);

/* Returns the bytes of TEMP for a message that comes before its receive. */
size_t tn_p2p_aside(const struct tn_call *call, struct tn_p2p_use use);

/* Mark a request; return the next marked request that is complete. They are for ranks that handle
 * requests in the order of completion: each marked request is returned once, in that order. When
 * tn_request_next is called, at least one marked request must be left. */
void tn_request_mark(struct tn_p2p *p, struct tn_request *q);
struct tn_request *tn_request_next(struct tn_p2p *p);

/* Send or receive a message, or both, and wait. */
void tn_send(struct tn_p2p *p, int peer, struct tn_span own);
void tn_ssend(struct tn_p2p *p, int peer, struct tn_span own);
void tn_recv(struct tn_p2p *p, struct tn_span own, struct tn_span theirs);
void tn_sendrecv(struct tn_p2p *p, int to, struct tn_span sent, struct tn_span own,
                 struct tn_span theirs);

#endif
