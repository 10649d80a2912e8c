package org.purempi.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.check.MessageTrace;
import org.purempi.check.SendReplay;

/**
 * Counts the program's messages of each pair of processes, at both ends alike, and keeps what the
 * checker is to play again in the end: rank 0 gets the traces of all. Inside the lock, but for what
 * says otherwise.
 */
public final class MessageOrder {
  /** Beside that of {@link CallNotes}. */
  static final int TAG = 2;

  /** So long a trace that was sent may take. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Engine engine;
  private final MessageTrace trace = new MessageTrace();
  private int[] sent = {};
  private int[] arrived = {};
  private int lastReceiver;
  private int lastNumber;
  private volatile @Nullable Thread only;
  private volatile boolean isSpoilt;
  private final List<ReceiveOperation> traces = new ArrayList<>();

  MessageOrder(Engine engine) {
    this.engine = engine;
  }

  private static boolean isOfProgram(long context) {
    return (context & Peers.PARTS - 1) == 0;
  }

  private int[] withRoom(int[] counts, int process) {
    return process < counts.length ? counts : Arrays.copyOf(counts, process + 1);
  }

  /** A message leaves. */
  void sends(long context, int receiver) {
    if (isOfProgram(context)) {
      sent = withRoom(sent, receiver);
      lastReceiver = receiver;
      lastNumber = sent[receiver]++;
      trace.sent(receiver, lastNumber);
      requireOneThread();
    }
  }

  /** Calls of several threads have no order. */
  private void requireOneThread() {
    Thread current = Thread.currentThread();
    if (only == null) {
      only = current;
    } else if (only != current && !isSpoilt) {
      isSpoilt = true;
      trace.spoil();
    }
  }

  /** A message comes; which one. */
  int arrives(long context, int sender) {
    if (!isOfProgram(context)) {
      return -1;
    }
    arrived = withRoom(arrived, sender);
    return arrived[sender]++;
  }

  /** A receive has got a message. */
  void matched(ReceiveOperation receive, int sender, int number) {
    if (number >= 0 && receive.traced >= 0 && !isSpoilt) {
      trace.matched(receive.traced, sender, number);
    }
  }

  /** The message that the calling thread, the only one, has sent last. */
  public long last() {
    return (long) lastReceiver << Integer.SIZE | lastNumber;
  }

  /** A receive is about to be posted. */
  void posts(long context, ReceiveOperation receive) {
    receive.traced = -1;
    if (isOfProgram(context)) {
      requireOneThread();
      boolean isFromAny = receive.slot.source < 0 || receive.slot.tag < 0;
      receive.traced = isSpoilt ? -1 : trace.posted(isFromAny);
    }
  }

  /** The program has waited for an operation; any thread. */
  public void waited(@Nullable Operation operation) {
    requireOneThread();
    if (operation instanceof ReceiveOperation receive && receive.traced >= 0 && !isSpoilt) {
      trace.waitedForReceive(receive.traced);
    } else if (operation instanceof Together all) {
      all.parts().forEach(this::waited);
    }
  }

  /** The program has waited for a send that {@link #last} was told of; any thread. */
  public void waited(long send) {
    requireOneThread();
    trace.waitedForSend((int) (send >>> Integer.SIZE), (int) send);
  }

  /** The trace, for collective calls; any thread. */
  public MessageTrace trace() {
    return trace;
  }

  /** The world begins: rank 0 will get the traces of the others. */
  public void gather(Peers world) {
    if (world.rank() == 0) {
      for (int i = 1; i < world.size(); i++) {
        traces.add(engine.receiving().startOfAnyLength(world, world.announcedContext(), i, TAG));
      }
    }
  }

  /** This rank ends the world. Outside of the lock. */
  public void tell(Peers world) {
    if (world.rank() > 0) {
      Buf mine = Buf.of(encoded());
      long context = world.announcedContext();
      engine
          .leaving()
          .giveUp(engine.sending().start(world, context, mine, 0, TAG, Urgency.AT_ONCE));
    }
  }

  private byte[] encoded() {
    engine.locked(() -> trace.counts(sent, arrived));
    return trace.encoded();
  }

  /** All ranks have ended it. Outside of the lock. */
  public void replay(Peers world) {
    if (world.rank() > 0 || world.size() == 1) {
      return;
    }
    List<byte[]> all = new ArrayList<>();
    all.add(encoded());
    for (ReceiveOperation receive : traces) {
      long deadline = System.nanoTime() + PATIENCE_NANOS;
      if (!engine.waiting().await(receive, deadline) || receive.error() != null) {
        return; // a rank that has not ended as it should
      }
      all.add(receive.ownBytes());
    }
    SendReplay.Stuck stuck = new SendReplay(all).find();
    if (stuck != null) {
      engine.checker().stuck(stuck);
    }
  }
}
