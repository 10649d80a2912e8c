package org.purempi.learn.server;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.Window;

/**
 * Keys in memory that all ranks reach: no rank serves. What is pushed is added to the values
 * ({@link UpdateRule#ADD}) by accumulate, and a pull is a get; every rank is a worker and holds an
 * equal part of each key. Clocks lie beside the values, so BSP and SSP hold as they do with
 * servers; but numbers of a round are added in any order, and ranks that wait look again and again.
 *
 * <p>A rank that dies takes its part of all keys along: the others get a {@link
 * ProcessFailedException}.
 */
public final class WindowStore implements KVStore {
  private static final long FIRST_PAUSE_NANOS = 1_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000;

  /** Clocks of a key: how often ranks have pushed, and how many rounds they have done reading. */
  private enum Clock {
    PUSHED(0),
    READ(1);

    private final long row;

    Clock(long row) {
      this.row = row;
    }
  }

  /** A key's window, open to all as long as the key lives. */
  private final class Shared {
    private final Window window;
    private final int home;
    private final long[] offsets;
    private long pushes;

    Shared(MemorySegment values, int home) {
      long numbers = values.byteSize() / Float.BYTES;
      this.home = home;
      this.offsets = new long[comm.size() + 1];
      Arrays.setAll(offsets, r -> numbers * r / comm.size() * Float.BYTES);
      int me = comm.rank();
      long bytes = me == home ? clockAt(Clock.READ, comm.size()) : partBytes(me);
      this.window = Window.allocate(comm, bytes, 1);
      MemorySegment mine = window.memory();
      MemorySegment.copy(values, offsets[me], mine, 0, partBytes(me));
      var unused = window.lockAll();
      window.sync();
      comm.barrier();
    }

    private long partBytes(int rank) {
      return offsets[rank + 1] - offsets[rank];
    }

    /** Where a rank's clock is at home: behind the values. */
    private long clockAt(Clock clock, int rank) {
      long first = Math.ceilDiv(partBytes(home), Long.BYTES) * Long.BYTES;
      return first + (clock.row * comm.size() + rank) * Long.BYTES;
    }

    private Buf part(MemorySegment whole, int rank) {
      return Floats.buf(whole.asSlice(offsets[rank], partBytes(rank)));
    }

    void push(MemorySegment pushed) {
      if (consistency.isSynchronous()) {
        set(Clock.READ, pushes + 1); // nobody's next push spoils what another one still reads
        await(Clock.READ, pushes + 1);
      } else {
        await(Clock.PUSHED, pushes - consistency.bound());
      }
      for (int rank = 0; rank < comm.size(); rank++) {
        window.accumulate(part(pushed, rank), rank, 0, Op.SUM);
      }
      window.flushAll();
      pushes++;
      set(Clock.PUSHED, pushes);
    }

    void pull(MemorySegment values) {
      await(Clock.PUSHED, pushes - consistency.bound());
      for (int rank = 0; rank < comm.size(); rank++) {
        Buf part = part(values, rank);
        if (consistency.isSynchronous()) {
          window.get(part, rank, 0);
        } else { // others may be adding
          window.getAccumulate(null, part, rank, 0, part.count(), Datatype.FLOAT, Op.NO_OP);
        }
      }
      window.flushAll();
    }

    private void set(Clock clock, long time) {
      Buf value = Buf.of(new long[] {time});
      window.accumulate(value, home, clockAt(clock, comm.rank()), Op.REPLACE);
      window.flush(home);
    }

    /** Waits until this clock of every rank shows so much. */
    private void await(Clock clock, long time) {
      long[] clocks = new long[comm.size()];
      Buf all = Buf.of(clocks);
      long pauseNanos = FIRST_PAUSE_NANOS;
      while (true) {
        window.getAccumulate(
            null, all, home, clockAt(clock, 0), all.count(), Datatype.LONG, Op.NO_OP);
        window.flush(home);
        if (Arrays.stream(clocks).allMatch(its -> its >= time)) {
          return;
        }
        checkAlive();
        LockSupport.parkNanos(pauseNanos);
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
      }
    }

    /** Nobody waits for this rank any more. */
    void leave() {
      set(Clock.PUSHED, Long.MAX_VALUE);
      set(Clock.READ, Long.MAX_VALUE);
    }

    /** Waits until all ranks have come here. */
    void close() {
      window.unlockAll();
      window.close();
    }
  }

  private final Communicator comm;
  private final Consistency consistency;
  private final KeyTable<Shared> keys = new KeyTable<>();
  private final List<Shared> inOrder = new ArrayList<>();

  private WindowStore(Communicator comm, Consistency consistency) {
    this.comm = comm.dup();
    this.consistency = consistency;
  }

  /**
   * Opens one; collective.
   *
   * @throws IllegalArgumentException on all ranks if they want different consistencies
   */
  public static WindowStore open(Communicator comm, Consistency consistency) {
    Agreement.check(comm, "open a window store", consistency.toString());
    return new WindowStore(comm, consistency);
  }

  /** {@inheritDoc} Collective, in the same order on all ranks; priorities mean nothing here. */
  @Override
  public void init(String key, MemorySegment values, int priority) {
    keys.checkNew(key, values);
    Agreement.check(comm, "initialise a key", key + ", " + values.byteSize() + " bytes");
    comm.bcast(Floats.buf(values), 0);
    var shared = new Shared(values, inOrder.size() % comm.size());
    inOrder.add(shared);
    keys.add(key, values.byteSize(), shared);
  }

  /** {@inheritDoc} Has pushed when it returns. */
  @Override
  public Pending ipush(String key, MemorySegment pushed) {
    keys.find(key, pushed).push(pushed);
    return () -> {};
  }

  /** {@inheritDoc} Pulls when it is waited for. */
  @Override
  public Pending ipull(String key, MemorySegment values) {
    Shared shared = keys.find(key, values);
    return () -> shared.pull(values);
  }

  /** {@inheritDoc} Has pushed when it returns, and pulls when it is waited for. */
  @Override
  public Pending ipushPull(String key, MemorySegment pushed, MemorySegment values) {
    Pending pull = ipull(key, values);
    ipush(key, pushed).waitFor();
    return pull;
  }

  /** Leaves; collective: waits until all ranks have left. */
  @Override
  public void close() {
    if (keys.close()) {
      inOrder.forEach(Shared::leave); // all keys first: others may wait for this rank at any
      inOrder.forEach(Shared::close);
      comm.close();
    }
  }

  private void checkAlive() {
    if (comm.getFailed().size() > 0) {
      int[] first = comm.getFailed().translateRanks(new int[] {0}, comm.group());
      throw new ProcessFailedException(
          ErrorClass.PROC_FAILED,
          first,
          "rank "
              + first[0]
              + " has died, and with it its part of all keys: begin from a checkpoint");
    }
  }
}
