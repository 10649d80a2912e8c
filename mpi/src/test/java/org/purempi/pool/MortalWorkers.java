package org.purempi.pool;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** Workers that do their tasks as soon as they get them, and die of those that return "die". */
final class MortalWorkers implements Link {
  private final Mpi mpi;
  private final boolean[] dead;
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final Map<Integer, Order.Common> shared = new HashMap<>();
  private boolean isClosed;

  MortalWorkers(int workers, Mpi mpi) {
    this.mpi = mpi;
    this.dead = new boolean[workers];
  }

  @Override
  public int workers() {
    return dead.length;
  }

  @Override
  public int rank(int worker) {
    return worker + 1;
  }

  @Override
  public synchronized void send(int worker, Packet message) {
    ByteBuffer in = ByteBuffer.wrap(message.array(), 0, message.length());
    while (in.hasRemaining() && !dead[worker]) {
      byte kind = in.get();
      switch (kind) {
        case Packet.SHARE -> shared.put(in.getInt(), new Order.Common(Packet.bytes(in)));
        case Packet.LAMBDA -> {
          long id = in.getLong();
          work(worker, new Order(id, kind, shared.get(in.getInt()), Packet.bytes(in)));
        }
        case Packet.RECALL -> answer(worker, in.getInt() > 0 ? Packet.RECALLED : 0, List.of());
        case Packet.STOP -> answer(worker, Packet.BYE, List.of());
        default -> throw new IllegalStateException("an order of kind " + kind);
      }
    }
  }

  private void work(int worker, Order order) {
    try {
      if ("die".equals(order.call(mpi))) {
        dead[worker] = true;
        var reason = new MpiException(ErrorClass.PROC_ABORTED, "rank " + (worker + 1) + " died");
        arrivals.add(new Arrival(worker, null, reason));
      } else {
        answer(worker, (byte) 0, List.of(order.id()));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** All results are the number of the worker's rank. */
  private void answer(int worker, byte flags, List<Long> done) {
    Packet answer = new Packet().put(flags).put(1L).put(done.size());
    done.forEach(answer::put);
    answer.put(0);
    for (int i = 0; i < done.size(); i++) {
      answer.put(Packet.RESULT);
      Values.write(worker + 1, answer, mpi);
    }
    byte[] message = Arrays.copyOf(answer.array(), answer.length());
    arrivals.add(new Arrival(worker, message, null));
  }

  @Override
  public Arrival receive() {
    synchronized (this) {
      boolean allDead = IntStream.range(0, dead.length).allMatch(worker -> dead[worker]);
      if (allDead && arrivals.isEmpty()) {
        throw new MpiException(ErrorClass.PROC_ABORTED, "no worker of the pool is left");
      }
    }
    try {
      return arrivals.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void forget(int worker) {}

  @Override
  public synchronized void close() {
    isClosed = true;
  }

  synchronized boolean isClosed() {
    return isClosed;
  }
}
