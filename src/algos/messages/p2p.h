/* Point-to-point messages over the transport table, for the collectives of MPI libraries.
 *
 * A message of up to `eager_limit` bytes goes through a slot of the sender's SHARED memory: the
 * sender moves it in and is done, the receiver moves it out and gives the slot back (a credit). A
 * longer one is a rendezvous: the sender announces it, the receiver copies it with the run's
 * single-copy mechanism and signals that the sender's buffer is free again. Up to
 * `rendezvous_limit` (`blocking_limit` for blocking sends), and where only shared memory is to be
 * used, it goes through `fragments_in_flight` slots in pieces of `fragment_size` bytes instead.
 *
 * Both ends of a pair count its pieces (an eager message, a rendezvous or a fragment each) from 1,
 * on through all calls: the sender's flag for the receiver announces pieces, the receiver's flag
 * for the sender returns them; each has a line of its own. Counts, not steps of calls: without a
 * meeting between two calls, a sender may still have to wait for slots of the earlier one. After a
 * meeting it knows all of them to be free. Messages of an ordered pair match in the order
 * in which they are sent and received, so there are no tags. Both ends know the length, hence the
 * protocol. A real announcement carries the sender's address; flags cannot, so the receiver names
 * the span that it is sent.
 *
 * A call with `entries` computes, a part where the algorithm first has to wait, and messages go on
 * only when the rank enters the library again: after each part, the last of which is followed by the
 * wait for all. So a blocking algorithm runs as the schedule of a non-blocking collective without a
 * progress thread, and each wait of its is a round.
 *
 * Between devices a rendezvous is copied on one of `copy_streams` streams of the receiver's device, the same
 * for all messages of a pair, which therefore end in order; the stream itself posts the flag that
 * tells both ranks.
 *
 * A message from SHARED memory, which all ranks reach, its receiver takes from there itself, unless it is
 * an eager one.
 *
 * Between nodes messages have limits and ways of their own (p2p_far.h). An algorithm does not see
 * the difference. */
#ifndef TN_ALGOS_MESSAGES_P2P_H
#define TN_ALGOS_MESSAGES_P2P_H

#include "algos/registry.h"
#include "algos/waits.h"

/* Streams of a device (transport.h) on which messages come, at most. */
enum { TN_P2P_STREAMS = 16 };

/* What an algorithm sends at most, over all ranks. */
struct tn_p2p_use {
  size_t largest;      /* bytes of one message */
  size_t messages;     /* from one rank to one other */
  bool shared_only;    /* never a single copy */
  bool is_synchronous; /* some leave by synchronous sends */
  bool is_blocking; /* they leave by blocking sends, for which a library may have another limit */
};

/* The same, by blocking sends: MPI_Send and, in Open MPI's collectives, what sends and receives. */
static inline struct tn_p2p_use tn_blocking(struct tn_p2p_use use)
{
  use.is_blocking = true;
  return use;
}

/* One message of the call's block, or vector, from each rank to each other; and by blocking sends. */
struct tn_p2p_use tn_use_block(const struct tn_call *call);
struct tn_p2p_use tn_use_block_blocking(const struct tn_call *call);
/* What the entry says of the call. */
struct tn_p2p_use tn_p2p_use_of(const struct tn_algorithm *a, const struct tn_call *call);

/* A message in progress. The caller keeps this memory until the request is complete. */
struct tn_request {
  struct tn_span own, theirs; /* theirs: of a receive */
  int peer;
  bool is_send, complete;
  bool is_exchanged;   /* for one of the peer, while the rank does nothing else */
  bool wanted;         /* the rank waits for it to be complete */
  bool reports;        /* tn_request_next returns it */
  bool is_late;        /* a receive of what was there before it, which takes a copy more */
  size_t aside;        /* of a receive that is late: where in own TEMP the message lay meanwhile */
  bool is_synchronous; /* a send that is complete only when the peer has taken it */
  uint8_t protocol;
  uint32_t next, last; /* pieces of the pair: the next to be moved, the last of the message */
  uint32_t end;        /* the last of those that go with the next (tn_p2p_piece_end) */
  int stream;          /* of tn_ienqueue */
  int place;           /* among the conditions that the rank waits for */
  struct tn_request
      *after; /* the pair's next of its direction, of those with pieces to be moved, in a
                               circle; or the next to be reported */
};

struct tn_p2p_pair {
  uint32_t sent, announced; /* pieces to the peer: handed over, announced; of the rank itself: what
                               its streams were given */
  uint32_t freed;           /* pieces to the peer that it is known to have taken, before the last
                                meeting or by a request that was reported */
  uint32_t expected, taken; /* pieces from the peer */
  uint32_t reading;         /* of these, that an adapter, or a stream, is still reading */
  struct tn_request *newest[2]; /* that has pieces to be moved: of receives, of sends */
};

/* A rank's messages of one call. */
struct tn_p2p {
  struct tn_strand *r;
  const struct tn_algorithm *entry; /* whose messages these are, where they are all that it does */
  struct tn_p2p_use use;
  struct tn_p2p_limits limits;
  size_t pair_bytes;           /* of SHARED memory */
  struct tn_p2p_pair *pairs;   /* [n_ranks], of the call */
  struct tn_waits waits;       /* what requests that are not complete wait for, oldest first */
  struct tn_request **waiting; /* [waits.room] by place; NULL: complete */
  int n_waiting;
  struct tn_request *report; /* complete and to be reported, in the order of completion */
  int parts;                 /* of call->compute, that are left */
  int n_streams;             /* limits.copy_streams, where the call's buffers are in devices */
  uint32_t n_recorded;       /* requests that were recorded and not carried out */
};

/* First word of a recorded step (tn_transport.record). The steps from TN_P2P_WAIT on only wait. What a
 * rank does after a choice may depend on the order in which requests are complete. */
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

/* Where a call names no limits. */
extern const struct tn_p2p_limits tn_p2p_default_limits;

/* Flags of each rank: lines 0 .. 2p-1. */
int tn_p2p_slots(const struct tn_call *call);

/* SHARED bytes of each rank, whatever the kind of sends. */
size_t tn_p2p_shared(const struct tn_call *call, struct tn_p2p_use use);

/* Once per call and rank, with the same use on all; `end` when all requests are complete. */
void tn_p2p_begin(struct tn_p2p *p, struct tn_strand *r, struct tn_p2p_use use);
void tn_p2p_end(struct tn_p2p *p);

/* Starts sending own memory to a peer / receiving into own memory what the peer sends, theirs.
 * Spans of any length, 0 too; the peer is not the caller. Does what is possible without waiting. */
void tn_isend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own);
void tn_irecv(struct tn_p2p *p, struct tn_request *q, struct tn_span own, struct tn_span theirs);

/* As tn_isend; complete only when the peer has taken all of it, as MPI_Issend. */
void tn_issend(struct tn_p2p *p, struct tn_request *q, int peer, struct tn_span own);

/* A copy, or a sum, by the rank's device on a stream, after which own `dst` has it (tn_enqueue): a
 * request as those of messages, which is no message. Not on streams that messages come on. */
void tn_ienqueue(struct tn_p2p *p, struct tn_request *q, int stream, struct tn_span dst, int n_src,
                 const struct tn_span *src);

/* Waits; every request of the rank makes progress meanwhile. */
void tn_request_wait(struct tn_p2p *p, struct tn_request *q);
void tn_request_wait_all(struct tn_p2p *p, int n, struct tn_request *q);

/* Waits until one of them is complete and returns the lowest such index; skips peer < 0. */
int tn_request_wait_any(struct tn_p2p *p, int n, struct tn_request *q);

/* A receive that a rank begins between its waits. What has come meanwhile found no receive and was
 * laid aside: a message through a slot costs one copy more, by way of own TEMP `aside`. A
 * rendezvous costs nothing more, as only its announcement has come. */
void tn_irecv_between(struct tn_p2p *p, struct tn_request *q, struct tn_span own,
                      struct tn_span theirs, size_t aside);

/* Bytes of TEMP for a message laid aside. */
size_t tn_p2p_aside(const struct tn_call *call, struct tn_p2p_use use);

/* For ranks that wait for what comes, not for one request: each request that has been marked is
 * returned once, in the order of completion. There must be one that has not been. */
void tn_request_mark(struct tn_p2p *p, struct tn_request *q);
struct tn_request *tn_request_next(struct tn_p2p *p);

/* Blocking forms. */
void tn_send(struct tn_p2p *p, int peer, struct tn_span own);
void tn_ssend(struct tn_p2p *p, int peer, struct tn_span own);
void tn_recv(struct tn_p2p *p, struct tn_span own, struct tn_span theirs);
void tn_sendrecv(struct tn_p2p *p, int to, struct tn_span sent, struct tn_span own,
                 struct tn_span theirs);

#endif
