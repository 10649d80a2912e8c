package org.purempi.communicator;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.PartitionedRequest;
import org.purempi.PersistentRequest;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.check.Use;
import org.purempi.protocol.Operation;
import org.purempi.protocol.PartitionedReceive;
import org.purempi.protocol.PartitionedSend;
import org.purempi.protocol.Peers;
import org.purempi.protocol.ReceiveOperation;
import org.purempi.protocol.StagedOperation;
import org.purempi.request.LivePartitionedRequest;
import org.purempi.request.LivePersistentRequest;
import org.purempi.watch.Watch;

/**
 * Messages that are set up once and started again and again (section 3.9), whole or in partitions
 * (chapter 4).
 */
abstract class PersistentMessages extends Messages {
  PersistentMessages(Rank home, Peers peers, ErrorHandler errorHandler) {
    super(home, peers, errorHandler);
  }

  /**
   * @param some whether there is a partner; a message to or from nobody is complete at once
   */
  private PersistentRequest persistent(boolean some, Supplier<Operation> starter) {
    return persistent(some, false, starter);
  }

  /** The checker watches a request from now on. */
  private PersistentRequest checked(PersistentRequest request, Buf buf, String call) {
    if (Check.ON && request instanceof LivePersistentRequest its) {
      boolean isReceive = call.equals("recvInit");
      track(its, true, isReceive ? Use.written(buf, call) : Use.read(buf, call));
    }
    return request;
  }

  private PersistentRequest persistent(
      boolean some, boolean isReceive, Supplier<Operation> starter) {
    startsLater();
    return new LivePersistentRequest(
        this, some && isReceive, some ? starter : () -> engine.done(Status.PROC_NULL));
  }

  /** A message is sent by the start of a request. */
  private Operation sent(Buf buf, int dest, int tag, Operation send) {
    if (Watch.ON) {
      watch.sent(watched, dest, tag, buf.bytes());
    }
    return send;
  }

  @Override
  public PersistentRequest sendInit(Buf buf, int dest, int tag) {
    boolean some = maySend("sendInit", buf, dest, tag);
    return checked(
        persistent(some, () -> sent(buf, dest, tag, begunSend(buf, dest, tag))),
        someOf(buf, dest),
        "sendInit");
  }

  @Override
  public PersistentRequest bsendInit(Buf buf, int dest, int tag) {
    boolean some = maySend("bsendInit", buf, dest, tag);
    return checked(
        persistent(some, () -> sent(buf, dest, tag, startBuffered(buf, dest, tag))),
        someOf(buf, dest),
        "bsendInit");
  }

  @Override
  public PersistentRequest ssendInit(Buf buf, int dest, int tag) {
    boolean some = maySend("ssendInit", buf, dest, tag);
    return checked(
        persistent(some, () -> sent(buf, dest, tag, begunSynchronousSend(buf, dest, tag))),
        someOf(buf, dest),
        "ssendInit");
  }

  @Override
  public PersistentRequest rsendInit(Buf buf, int dest, int tag) {
    return sendInit(buf, dest, tag);
  }

  @Override
  public PersistentRequest recvInit(Buf buf, int source, int tag) {
    boolean some = mayReceive("recvInit", buf, source, tag);
    ReceiveOperation again = receiving.prepared(peers);
    return checked(
        persistent(
            some, true, () -> receiving.start(again, peers, peers.context(), buf, source, tag)),
        someOf(buf, source),
        "recvInit");
  }

  // ---- in partitions (chapter 4)

  private void requirePartitions(String call, Buf buf, int partitions) {
    if (partitions < 1 || buf.count() % partitions != 0) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.COUNT,
              at(call)
                  + ": "
                  + buf.count()
                  + " elements cannot be cut in "
                  + partitions
                  + " equal partitions"));
    }
  }

  @Override
  public final PartitionedRequest psendInit(Buf buf, int partitions, int dest, int tag) {
    boolean some = maySend("psendInit", buf, dest, tag);
    requirePartitions("psendInit", buf, partitions);
    if (!some) {
      return nobody(partitions);
    }
    PartitionedSend send = new PartitionedSend(peers, buf, partitions, dest, tag);
    return partitioned(partitions, started(send), send::ready, partition -> true);
  }

  @Override
  public final PartitionedRequest precvInit(Buf buf, int partitions, int source, int tag) {
    if (source == Mpi.ANY_SOURCE || tag == Mpi.ANY_TAG) {
      throw raise(
          new MpiArgumentException(
              source == Mpi.ANY_SOURCE ? ErrorClass.RANK : ErrorClass.TAG,
              at("precvInit") + ": partitioned messages know no wildcards (section 4.2.2)"));
    }
    boolean some = mayReceive("precvInit", buf, source, tag);
    requirePartitions("precvInit", buf, partitions);
    if (!some) {
      return nobody(partitions);
    }
    PartitionedReceive receive = new PartitionedReceive(peers, buf, partitions, source, tag);
    return partitioned(partitions, started(receive), this::refuseReady, receive::arrived);
  }

  private void refuseReady(int partition) {
    throw new MpiArgumentException(
        ErrorClass.REQUEST, "pready(" + partition + ") of a receive: it is the sender's call");
  }

  private PartitionedRequest nobody(int partitions) {
    return partitioned(
        partitions, () -> engine.done(Status.PROC_NULL), partition -> {}, partition -> true);
  }

  private PartitionedRequest partitioned(
      int partitions, Supplier<Operation> starter, IntConsumer ready, IntPredicate arrived) {
    startsLater();
    return new LivePartitionedRequest(this, starter, partitions, ready, arrived);
  }

  private static Supplier<Operation> started(StagedOperation procedure) {
    return () -> {
      procedure.start();
      return procedure;
    };
  }
}
