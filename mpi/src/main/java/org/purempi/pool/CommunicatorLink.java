package org.purempi.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Intercommunicator;
import org.purempi.MpiException;
import org.purempi.Received;
import org.purempi.Request;

/**
 * The workers of a communicator: all other ranks of it, the remote group of an intercommunicator,
 * or a thread of the master's own rank if it is alone. There is one receive for each worker, so the
 * death of one is told from that of another.
 */
final class CommunicatorLink implements Link {
  /** Messages of the master. */
  static final int FROM_MASTER = 0;

  /** Messages of workers. */
  static final int FROM_WORKER = 1;

  private final Communicator comm;
  private final int[] ranks;

  /** Null for those from which nothing will come. Of the thread that receives. */
  private final @Nullable Request<Received<byte[]>>[] receives;

  /** Owns the communicator from now on. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  CommunicatorLink(Communicator comm) {
    this.comm = comm;
    this.ranks = ranks(comm);
    this.receives = new Request[ranks.length];
    Arrays.setAll(receives, this::post);
  }

  private static int[] ranks(Communicator comm) {
    if (comm instanceof Intercommunicator inter) {
      return IntStream.range(0, inter.remoteSize()).toArray();
    }
    return comm.size() == 1
        ? new int[] {0}
        : IntStream.range(0, comm.size()).filter(r -> r != comm.rank()).toArray();
  }

  private Request<Received<byte[]>> post(int worker) {
    return comm.irecvBytes(ranks[worker], FROM_WORKER);
  }

  @Override
  public int workers() {
    return ranks.length;
  }

  @Override
  public int rank(int worker) {
    return ranks[worker];
  }

  @Override
  public void send(int worker, Packet message) {
    try {
      comm.isend(message.array(), 0, message.length(), ranks[worker], FROM_MASTER).free();
    } catch (MpiException e) {
      if (!e.errorClass().isOfGoneProcess()) {
        throw e; // and if it is, the receive says so, too
      }
    }
  }

  @Override
  public Arrival receive() {
    List<Request<Received<byte[]>>> posted = new ArrayList<>(receives.length);
    int[] workers = new int[receives.length];
    for (int worker = 0; worker < receives.length; worker++) {
      Request<Received<byte[]>> receive = receives[worker];
      if (receive != null) {
        workers[posted.size()] = worker;
        posted.add(receive);
      }
    }
    if (posted.isEmpty()) {
      throw new MpiException(ErrorClass.PROC_ABORTED, "no worker of the pool is left");
    }
    try {
      int index = Request.waitAny(posted).index();
      int worker = workers[index];
      byte[] message = posted.get(index).waitFor().value();
      receives[worker] = post(worker);
      return new Arrival(worker, message, null);
    } catch (MpiException e) {
      for (int i = 0; i < posted.size() && e.errorClass().isOfGoneProcess(); i++) {
        if (!posted.get(i).active()) {
          receives[workers[i]] = null;
          return new Arrival(workers[i], null, e);
        }
      }
      throw e;
    }
  }

  @Override
  public void forget(int worker) {
    Request<Received<byte[]>> receive = receives[worker];
    receives[worker] = null;
    if (receive != null) {
      receive.cancel();
      receive.free();
    }
  }

  @Override
  public void close() {
    comm.close();
  }
}
