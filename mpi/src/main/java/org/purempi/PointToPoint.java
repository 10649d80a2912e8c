package org.purempi;

import java.util.Optional;

/**
 * Messages from one rank to another (chapter 3). Ranks are 0 … size − 1 or {@link Mpi#PROC_NULL},
 * receives also take {@link Mpi#ANY_SOURCE}; tags are 0 … {@link Keyval#TAG_UB}, receives also take
 * {@link Mpi#ANY_TAG}. Messages of one sender on one communicator do not overtake each other
 * (section 3.5).
 *
 * <p>A message longer than the receive buffer is an {@link MpiTruncationException} at the receiver
 * only, and is consumed.
 */
public interface PointToPoint {
  /** Sends; returns when the buffer may be used again ({@code MPI_Send}, section 3.2.1). */
  void send(Buf buf, int dest, int tag);

  /**
   * Sends from attached buffer space; never waits for the receiver ({@code MPI_Bsend}, section
   * 3.4).
   */
  void bsend(Buf buf, int dest, int tag);

  /** Sends; returns when the matching receive has started ({@code MPI_Ssend}, section 3.4). */
  void ssend(Buf buf, int dest, int tag);

  /**
   * Sends to a receive that is known to be posted; the same as {@link #send} ({@code MPI_Rsend},
   * section 3.4).
   */
  void rsend(Buf buf, int dest, int tag);

  /** Receives ({@code MPI_Recv}, section 3.2.4). */
  Status recv(Buf buf, int source, int tag);

  /** Starts a send ({@code MPI_Isend}, section 3.7.2). */
  Request<Status> isend(Buf buf, int dest, int tag);

  /** Starts a buffered send ({@code MPI_Ibsend}). */
  Request<Status> ibsend(Buf buf, int dest, int tag);

  /** Starts a synchronous send ({@code MPI_Issend}). */
  Request<Status> issend(Buf buf, int dest, int tag);

  /** Starts a ready send ({@code MPI_Irsend}). */
  Request<Status> irsend(Buf buf, int dest, int tag);

  /** Starts a receive ({@code MPI_Irecv}, section 3.7.2). */
  Request<Status> irecv(Buf buf, int source, int tag);

  /**
   * Receives a message of any length, up to 2 GiB, into an array of its own: a matched probe and
   * its receive in one call ({@code MPI_Mprobe}, {@code MPI_Mrecv}, section 3.8.2). From {@link
   * Mpi#PROC_NULL} comes an empty array.
   */
  default Received<byte[]> recvBytes(int source, int tag) {
    return irecvBytes(source, tag).waitFor();
  }

  /**
   * Starts to receive a message of any length, up to 2 GiB; the array is made when the message is
   * matched ({@code MPI_Irecv}, section 3.7.2).
   */
  Request<Received<byte[]>> irecvBytes(int source, int tag);

  /** Sends and receives at once ({@code MPI_Sendrecv}, section 3.11). */
  Status sendrecv(Buf sendbuf, int dest, int sendtag, Buf recvbuf, int source, int recvtag);

  /** Sends and receives in one buffer ({@code MPI_Sendrecv_replace}, section 3.11). */
  Status sendrecvReplace(Buf buf, int dest, int sendtag, int source, int recvtag);

  /** Starts both ({@code MPI_Isendrecv}, section 3.11). */
  Request<Status> isendrecv(
      Buf sendbuf, int dest, int sendtag, Buf recvbuf, int source, int recvtag);

  /** Starts both in one buffer ({@code MPI_Isendrecv_replace}, section 3.11). */
  Request<Status> isendrecvReplace(Buf buf, int dest, int sendtag, int source, int recvtag);

  /**
   * Waits for a message that a receive would match and leaves it there ({@code MPI_Probe}, section
   * 3.8.1).
   */
  Status probe(int source, int tag);

  /** The message that a receive would match now, or empty ({@code MPI_Iprobe}, section 3.8.1). */
  Optional<Status> iprobe(int source, int tag);

  /** Waits for a message and takes it out of the queue ({@code MPI_Mprobe}, section 3.8.2). */
  Message mprobe(int source, int tag);

  /** Takes a message out of the queue if there is one ({@code MPI_Improbe}, section 3.8.2). */
  Optional<Message> improbe(int source, int tag);

  /** A send to start later, again and again ({@code MPI_Send_init}, section 3.9). */
  PersistentRequest sendInit(Buf buf, int dest, int tag);

  /** A buffered send to start later ({@code MPI_Bsend_init}). */
  PersistentRequest bsendInit(Buf buf, int dest, int tag);

  /** A synchronous send to start later ({@code MPI_Ssend_init}). */
  PersistentRequest ssendInit(Buf buf, int dest, int tag);

  /** A ready send to start later ({@code MPI_Rsend_init}). */
  PersistentRequest rsendInit(Buf buf, int dest, int tag);

  /** A receive to start later ({@code MPI_Recv_init}). */
  PersistentRequest recvInit(Buf buf, int source, int tag);

  /**
   * A message in equal partitions to send later, as they become ready ({@code MPI_Psend_init},
   * section 4.2.1). It matches {@link #precvInit} only, once and for all, in the order in which
   * both are called.
   */
  PartitionedRequest psendInit(Buf buf, int partitions, int dest, int tag);

  /**
   * A message in equal partitions to receive later ({@code MPI_Precv_init}, section 4.2.2); knows
   * no wildcards.
   */
  PartitionedRequest precvInit(Buf buf, int partitions, int source, int tag);
}
