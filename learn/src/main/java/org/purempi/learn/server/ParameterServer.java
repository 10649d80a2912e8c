package org.purempi.learn.server;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.MpiAbortException;

/**
 * A parameter server over the ranks of a communicator: servers of their own on the last ranks, or a
 * server thread on every rank beside its worker. Every rank opens it, and does what it is.
 *
 * <pre>{@code
 * ParameterServer.of(world, UpdateRule.of(new Sgd(0.1)))
 *     .servers(1)
 *     .consistency(Consistency.ssp(2))
 *     .run(
 *         store -> {
 *           var served = ServedModel.values(model, store);
 *           for (Batch batch : mine) {
 *             learn(model, batch); // adds to the gradients
 *             served.step();
 *           }
 *         });
 * }</pre>
 *
 * <p>In a job that survives failures ({@code mpiexec -enable-recovery}) the others go on without a
 * worker that dies. Without a server that dies they cannot: their calls throw a {@link
 * org.purempi.ProcessFailedException} that names it.
 */
public final class ParameterServer implements AutoCloseable {
  /** What a worker does with its store. */
  @FunctionalInterface
  public interface WorkerBody {
    /** Runs one worker. */
    void run(KVStore store) throws Exception;
  }

  private final Communicator requests;
  private final Communicator replies;
  private final Roles roles;
  private final ServerTerms terms;
  private final @Nullable Thread service;
  private final @Nullable KVWorker worker;
  private boolean isTaken;
  private boolean hasServed;
  private boolean isClosed;

  private ParameterServer(Communicator comm, Roles roles, ServerTerms terms) {
    this.requests = comm.dup();
    this.replies = comm.dup();
    this.roles = roles;
    this.terms = terms;
    this.worker = isWorker() ? new KVWorker(requests, replies, roles.servers()) : null;
    this.service =
        roles.isColocated()
            ? Thread.ofPlatform()
                .name("parameter server of rank " + comm.rank())
                .daemon()
                .start(this::serveBeside)
            : null;
  }

  /** Begins to describe one; servers take the rule that their own rank gives. */
  public static Builder of(Communicator comm, UpdateRule rule) {
    return new Builder(comm, rule);
  }

  /** What all ranks must say alike, before it is opened. */
  public static final class Builder {
    private static final long PARTITION_BYTES = 4 << 20; // as BytePS has it
    private static final long MOST_PARTITION_BYTES = 1 << 30;

    private final Communicator comm;
    private final UpdateRule rule;
    private int dedicated = 1;
    private Consistency consistency = Consistency.BSP;
    private boolean averages = true;
    private long partitionBytes = PARTITION_BYTES;

    private Builder(Communicator comm, UpdateRule rule) {
      this.comm = comm;
      this.rule = rule;
    }

    /**
     * The last so many ranks are servers, the others workers; 1 at first.
     *
     * @throws IllegalArgumentException if that leaves no worker, or no server
     */
    public Builder servers(int count) {
      if (count < 1 || count >= comm.size()) {
        throw new IllegalArgumentException(
            "%d of %d ranks cannot be servers beside workers; colocated() makes every rank both"
                .formatted(count, comm.size()));
      }
      dedicated = count;
      return this;
    }

    /**
     * Every rank is a worker, and a server by a thread of its own. There nobody goes on without a
     * rank that dies, for it was a server, too.
     */
    public Builder colocated() {
      dedicated = 0;
      return this;
    }

    /** How far apart workers may be; {@link Consistency#BSP} at first. */
    public Builder consistency(Consistency how) {
      consistency = how;
      return this;
    }

    /** With BSP the rule gets the sum of a round, instead of its mean. */
    public Builder sums() {
      averages = false;
      return this;
    }

    /**
     * Larger keys are cut; 4 MiB at first.
     *
     * @param bytes 4 to 2³⁰
     * @throws IllegalArgumentException if it is less, or more
     */
    public Builder partitionBytes(long bytes) {
      if (bytes < Float.BYTES || bytes > MOST_PARTITION_BYTES) {
        throw new IllegalArgumentException(
            "a partition cannot have %d bytes: give 4 to %d"
                .formatted(bytes, MOST_PARTITION_BYTES));
      }
      partitionBytes = bytes;
      return this;
    }

    /**
     * Opens it; collective.
     *
     * @throws IllegalArgumentException on all ranks if they describe it differently
     */
    public ParameterServer open() {
      if (dedicated >= comm.size()) {
        return servers(dedicated).open(); // throws
      }
      Agreement.check(comm, "open a parameter server", toString());
      var terms = new ServerTerms(rule, consistency, averages, partitionBytes);
      return new ParameterServer(comm, new Roles(comm.size(), dedicated), terms);
    }

    /**
     * Opens it, serves on servers, and runs the body on workers; returns when the rank's part is
     * done, where ranks are both when all workers are done. Collective.
     *
     * @throws Exception what the body throws: then this worker has left the others. Where ranks are
     *     both, its thread serves them until they are done or this rank ends MPI
     */
    public void run(WorkerBody body) throws Exception {
      ParameterServer opened = open();
      if (!opened.isWorker()) {
        opened.serve();
      } else {
        try (KVStore store = opened.worker()) {
          body.run(store);
        }
      }
      opened.close(); // not if the body has thrown: others may need this rank's thread for long
    }

    @Override
    public String toString() {
      return "%s, %s, %s, partitions of %d bytes"
          .formatted(
              dedicated == 0 ? "a server on every rank" : "servers: " + dedicated,
              consistency,
              averages ? "means" : "sums",
              partitionBytes);
    }
  }

  /** Whether this rank is a worker. */
  public boolean isWorker() {
    return requests.rank() < roles.workers();
  }

  /** How many workers there were at first: the ranks from 0 on. */
  public int workers() {
    return roles.workers();
  }

  /**
   * This rank's worker, to be closed when it is done; a rank that ends MPI closes it before. The
   * others wait for it also if nobody asks for it.
   *
   * @throws IllegalStateException if this rank is only a server, or has asked before
   */
  public KVStore worker() {
    if (worker == null || isTaken) {
      throw new IllegalStateException(
          worker == null
              ? "rank " + requests.rank() + " is a server: call serve()"
              : "rank " + requests.rank() + " has its worker already");
    }
    isTaken = true;
    return worker;
  }

  /**
   * Serves until all workers have closed or died.
   *
   * @throws IllegalStateException if this rank is a worker: where ranks are both a thread serves
   */
  public void serve() {
    if (isWorker() || hasServed) {
      throw new IllegalStateException(
          "rank %d %s"
              .formatted(
                  requests.rank(),
                  isWorker() ? "is a worker: call worker()" : "has served all workers"));
    }
    hasServed = true;
    new Server(requests, replies, terms, roles).serve();
  }

  private void serveBeside() {
    try {
      new Server(requests, replies, terms, roles).serve();
    } catch (MpiAbortException e) {
      // The job ends, or this rank.
    } catch (RuntimeException | Error e) {
      if (!requests.mpi().isFinalized()) { // else the others are told that this rank has gone
        e.printStackTrace();
        throw requests.abort(1); // they would wait for ever
      }
    }
  }

  /**
   * Closes this rank's worker and lets go. Where ranks are workers and servers it waits until all
   * workers have closed or died, for they need this rank's shards.
   */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (worker != null) {
      worker.close();
    }
    if (service != null) {
      await(service);
    }
    for (Communicator communicator : List.of(requests, replies)) {
      communicator.close();
    }
  }

  private static void await(Thread thread) {
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
