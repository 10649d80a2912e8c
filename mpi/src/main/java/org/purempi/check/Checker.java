package org.purempi.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/** Looks for mistakes that one rank has to do with. Used only where {@link Check#ON} is true. */
public final class Checker {
  /** Who tells the user; whether that ends the job. */
  @FunctionalInterface
  interface Teller {
    boolean tell(Mistake mistake, int rank, String place, String what);
  }

  private final Teller teller;
  private final Leaks leaks = new Leaks(this);
  private final Buffers buffers = new Buffers(this);
  private final WindowParts windowParts = new WindowParts(this);
  private final Map<Long, Runnable> looks = new LinkedHashMap<>();
  private final Map<Long, Runnable> closings = new HashMap<>();
  private int rank;
  private @Nullable IntFunction<? extends RuntimeException> abort;

  /** A rank's. */
  public Checker() {
    this(Check::tell);
  }

  Checker(Teller teller) {
    this.teller = teller;
  }

  /**
   * The rank is known.
   *
   * @param ender ends the job with an exit code: returns what is to be thrown, or does not return
   */
  public void begin(int itsRank, IntFunction<? extends RuntimeException> ender) {
    rank = itsRank;
    abort = ender;
  }

  /** What is made and has to be freed. */
  public Leaks leaks() {
    return leaks;
  }

  /** The memory that operations under way use. */
  public Buffers buffers() {
    return buffers;
  }

  /**
   * A message comes to a receive.
   *
   * @param theirs what it carries of its {@link TypeSignature}
   * @param bytes its length
   */
  public void received(int theirs, long bytes, Buf mine, int source, int tag, String label) {
    String wrong = TypeSignature.mismatch(theirs, bytes, mine);
    if (wrong != null) {
      report(
          Mistake.MESSAGE_TYPE,
          "the message from rank %d with tag %d on %s: %s".formatted(source, tag, label, wrong));
    }
  }

  /** The memory of open windows. */
  public WindowParts windowParts() {
    return windowParts;
  }

  /** Something of a context that is to be looked at when all ranks have ended MPI. */
  public synchronized void atEnd(long context, Runnable look) {
    looks.put(context, look);
  }

  /** There is nothing to be looked at any more. */
  public synchronized void notAtEnd(long context) {
    looks.remove(context);
  }

  /** What is to be done when a communicator with this context is closed. */
  public synchronized void atClose(long context, Runnable action) {
    closings.put(context, action);
  }

  /** A communicator with this context is closed. */
  public void closed(long context) {
    Runnable action;
    synchronized (this) {
      action = closings.remove(context);
    }
    if (action != null) {
      action.run();
    }
  }

  /** All ranks have ended MPI. */
  public void end() {
    List<Runnable> all;
    synchronized (this) {
      all = new ArrayList<>(looks.values());
      looks.clear();
    }
    all.forEach(Runnable::run);
  }

  /**
   * Compares a collective call with that of another rank at the same time; whether they differ.
   *
   * @param label of the communicator
   */
  public boolean compare(CollectiveCall mine, CollectiveCall theirs, int other, String label) {
    Mistake mistake = mine.mistake(theirs);
    if (mistake != null) {
      report(
          mistake,
          mine.place(),
          "on %s this rank calls %s; rank %d calls %s"
              .formatted(label, mine.text(), other, theirs.text()));
    }
    return mistake != null;
  }

  /** Compares a block that this rank receives in a collective call with what another sends. */
  public void compare(BlockNote mine, BlockNote sent, int from, String label) {
    Mistake mistake = mine.mistake(sent);
    if (mistake != null) {
      String at = sent.place().isEmpty() ? "" : ", at " + sent.place();
      String what = mistake == Mistake.COLLECTIVE_SIZE ? "" : " of another type";
      report(
          mistake,
          mine.place(),
          "in %s on %s this rank receives %d bytes%s from rank %d, which sends it %d%s"
              .formatted(mine.name(), label, mine.bytes(), what, from, sent.bytes(), at));
    }
  }

  /** Tells of a collective call that another rank has not made, or that only that one has made. */
  public void alone(
      @Nullable CollectiveCall mine, @Nullable CollectiveCall theirs, int other, String label) {
    if (mine != null) {
      report(
          Mistake.OPERATION,
          mine.place(),
          "on %s this rank calls %s; rank %d never does".formatted(label, mine.text(), other));
    } else if (theirs != null) {
      report(
          Mistake.OPERATION,
          "",
          "on %s rank %d calls %s; this rank never does".formatted(label, other, theirs.text()));
    }
  }

  /** Ranks would wait for each other if no message were buffered. */
  public void stuck(SendReplay.Stuck stuck) {
    report(
        Mistake.POTENTIAL_DEADLOCK,
        stuck.place(),
        "without buffers these would wait for each other: " + stuck.what());
  }

  /** What a rank sends in a collective call has another signature than what it receives. */
  public void blocksDiffer(String name, long one, long block, String label) {
    report(
        one == block ? Mistake.COLLECTIVE_TYPE : Mistake.COLLECTIVE_SIZE,
        "in %s on %s a rank's buffer of %d bytes has another type signature than its block of %d bytes"
            .formatted(name, label, one, block));
  }

  /** A mistake in the call that the calling thread is in. */
  public void report(Mistake mistake, String what) {
    report(mistake, Check.place(), what);
  }

  /** A mistake at a place in the program. */
  public void report(Mistake mistake, String place, String what) {
    if (teller.tell(mistake, rank, place, what) && abort != null) {
      throw abort.apply(Check.EXIT_CODE);
    }
  }
}
