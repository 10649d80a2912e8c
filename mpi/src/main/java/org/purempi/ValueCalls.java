package org.purempi;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records and objects. A record with fixed-size components is a struct ({@link
 * Datatype#of(Class)}): it matches what C programs would send, and is not serialised. Any other
 * object travels by the words with {@code Object}: serialised by Java, read behind {@link
 * Mpi#objectFilter}.
 */
public interface ValueCalls {
  /** Sends a record as one element of its datatype ({@code MPI_Send}, section 3.2.1). */
  <R extends Record> void send(R value, int dest, int tag);

  /** Receives a record ({@code MPI_Recv}, section 3.2.4). */
  <R extends Record> R recv(Class<R> type, int source, int tag);

  /** Sends records as elements of their datatype ({@code MPI_Send}). */
  <R extends Record> void send(R[] values, int dest, int tag);

  /** Receives records into the array, at most its length ({@code MPI_Recv}). */
  <R extends Record> Status recv(R[] values, int source, int tag);

  /** Starts to send a record ({@code MPI_Isend}). */
  <R extends Record> Request<Status> isend(R value, int dest, int tag);

  /** Starts to receive a record ({@code MPI_Irecv}). */
  <R extends Record> Request<Received<R>> irecv(Class<R> type, int source, int tag);

  /**
   * The root's record, at every rank; {@code value} matters at the root only ({@code MPI_Bcast}).
   */
  <R extends Record> R bcast(@Nullable R value, Class<R> type, int root);

  /** The records of all ranks in rank order, at the root; an empty list elsewhere. */
  <R extends Record> List<R> gather(R value, int root);

  /** The records of all ranks in rank order, at every rank ({@code MPI_Allgather}). */
  <R extends Record> List<R> allgather(R value);

  /**
   * Element i of the root's list, at rank i; {@code values} matters at the root only ({@code
   * MPI_Scatter}).
   */
  <R extends Record> R scatter(@Nullable List<R> values, Class<R> type, int root);

  /** All records combined, at the root; empty elsewhere ({@code MPI_Reduce}). */
  <R extends Record> Optional<R> reduce(R value, Op op, int root);

  /** All records combined, at every rank ({@code MPI_Allreduce}). */
  <R extends Record> R allreduce(R value, Op op);

  /** The records of ranks 0 … this rank combined ({@code MPI_Scan}). */
  <R extends Record> R scan(R value, Op op);

  /**
   * The records of ranks 0 … this rank − 1 combined; empty at rank 0, before which there is none
   * ({@code MPI_Exscan}).
   */
  <R extends Record> Optional<R> exscan(R value, Op op);

  /** The root's record, at every rank, without waiting ({@code MPI_Ibcast}). */
  <R extends Record> Request<R> ibcast(@Nullable R value, Class<R> type, int root);

  /** All records combined, at every rank, without waiting ({@code MPI_Iallreduce}). */
  <R extends Record> Request<R> iallreduce(R value, Op op);

  /** Sends an object of any size. */
  void sendObject(Object value, int dest, int tag);

  /** Starts to send an object; it is serialised before this returns. */
  Request<Status> isendObject(Object value, int dest, int tag);

  /**
   * Receives an object that was sent with {@link #sendObject}.
   *
   * @throws MpiException ({@code TYPE}) if it is of another class or the filter refuses it; the
   *     message is consumed
   */
  <T> Received<T> recvObject(Class<T> type, int source, int tag);

  /**
   * Starts to receive an object that was sent with {@link #sendObject}, of any size; it is read
   * when the request is waited for, with what {@link #recvObject} throws. A cancelled one has no
   * value: look at {@link Status#cancelled} first.
   */
  <T> Request<Received<T>> irecvObject(Class<T> type, int source, int tag);

  /** The root's object, at every rank; {@code value} matters at the root only. */
  <T> T bcastObject(@Nullable T value, Class<T> type, int root);

  /** The objects of all ranks in rank order, at the root; an empty list elsewhere. */
  <T> List<T> gatherObject(T value, Class<T> type, int root);

  /** The objects of all ranks in rank order, at every rank. */
  <T> List<T> allgatherObject(T value, Class<T> type);

  /** Element i of the root's list, at rank i; {@code values} matters at the root only. */
  <T> T scatterObject(@Nullable List<? extends T> values, Class<T> type, int root);
}
