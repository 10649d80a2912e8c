package org.purempi.communicator;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorHandler;
import org.purempi.Op;
import org.purempi.Received;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.protocol.Peers;

/** Records and objects: {@link Values} turns them into buffers and back. */
abstract class ValueForms extends CollectiveForms {
  private final Values values = new Values(this);

  /** Refuses a collective of values where there are two groups. */
  abstract void requireOneGroup(String call);

  ValueForms(Rank home, Peers peers, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
  }

  @Override
  public <R extends Record> void send(R value, int dest, int tag) {
    values.send(value, dest, tag);
  }

  @Override
  public <R extends Record> R recv(Class<R> type, int source, int tag) {
    return values.recv(type, source, tag);
  }

  @Override
  public <R extends Record> void send(R[] array, int dest, int tag) {
    values.send(array, dest, tag);
  }

  @Override
  public <R extends Record> Status recv(R[] array, int source, int tag) {
    return values.recv(array, source, tag);
  }

  @Override
  public <R extends Record> Request<Status> isend(R value, int dest, int tag) {
    return values.isend(value, dest, tag);
  }

  @Override
  public <R extends Record> Request<Received<R>> irecv(Class<R> type, int source, int tag) {
    return values.irecv(type, source, tag);
  }

  @Override
  public <R extends Record> R bcast(@Nullable R value, Class<R> type, int root) {
    return values.bcast(value, type, root);
  }

  @Override
  public <R extends Record> List<R> gather(R value, int root) {
    return values.gather(value, root);
  }

  @Override
  public <R extends Record> List<R> allgather(R value) {
    return values.allgather(value);
  }

  @Override
  public <R extends Record> R scatter(@Nullable List<R> list, Class<R> type, int root) {
    return values.scatter(list, type, root);
  }

  @Override
  public <R extends Record> Optional<R> reduce(R value, Op op, int root) {
    return values.reduce(value, op, root);
  }

  @Override
  public <R extends Record> R scan(R value, Op op) {
    return values.scan(value, op);
  }

  @Override
  public <R extends Record> Optional<R> exscan(R value, Op op) {
    return values.exscan(value, op);
  }

  @Override
  public <R extends Record> R allreduce(R value, Op op) {
    return values.allreduce(value, op);
  }

  @Override
  public void sendObject(Object value, int dest, int tag) {
    values.sendObject(value, dest, tag);
  }

  @Override
  public Request<Status> isendObject(Object value, int dest, int tag) {
    return values.isendObject(value, dest, tag);
  }

  @Override
  public <T> Received<T> recvObject(Class<T> type, int source, int tag) {
    return values.recvObject(type, source, tag);
  }

  @Override
  public <T> Request<Received<T>> irecvObject(Class<T> type, int source, int tag) {
    return values.irecvObject("irecvObject", type, source, tag);
  }

  @Override
  public <T> T bcastObject(@Nullable T value, Class<T> type, int root) {
    return values.bcastObject(value, type, root);
  }

  @Override
  public <T> List<T> gatherObject(T value, Class<T> type, int root) {
    return values.gatherObject(value, type, root);
  }

  @Override
  public <T> List<T> allgatherObject(T value, Class<T> type) {
    return values.allgatherObject(value, type);
  }

  @Override
  public <T> T scatterObject(@Nullable List<? extends T> list, Class<T> type, int root) {
    return values.scatterObject(list, type, root);
  }

  @Override
  public <R extends Record> Request<R> ibcast(@Nullable R value, Class<R> type, int root) {
    return values.ibcast(value, type, root);
  }

  @Override
  public <R extends Record> Request<R> iallreduce(R value, Op op) {
    return values.iallreduce(value, op);
  }
}
