package org.purempi.check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;

/**
 * What one rank does in the open epochs of a window: the parts of other ranks that it accesses, and
 * the buffers that it lends to the operations. Any thread.
 */
@SuppressWarnings("EnumOrdinal") // both sides have the same enums
public final class WindowLog {
  /** What an operation does to a target. */
  public enum Kind {
    /** Writes. */
    PUT,
    /** Reads. */
    GET,
    /** Changes, element by element. */
    UPDATE;

    /** Whether two operations at the same place in one epoch leave the result open. */
    private boolean conflicts(Kind other) {
      boolean isEitherPut = this == PUT || other == PUT;
      return isEitherPut || this != other;
    }
  }

  private static final String IN_ONE_EPOCH = "in one epoch";
  private static final String UNORDERED = "at the same time, in epochs that nothing orders";

  /** Of more operations in an epoch the others are not compared. */
  private static final int MOST = 1 << 14;

  /** How long ranks that do the same get to do it at the same time. */
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** An access, called at a time of this host's clock. */
  record Entry(Kind kind, int target, Extent extent, String call, String place, long nanos) {
    boolean conflicts(Entry other) {
      return kind.conflicts(other.kind) && extent.overlaps(other.extent);
    }

    void write(DataOutputStream out) throws IOException {
      out.writeByte(kind.ordinal());
      out.writeUTF(call);
      out.writeUTF(place);
      extent.write(out);
    }

    /** An access of another rank, or of this one, to this rank's part. */
    static Entry read(int from, DataInputStream in) throws IOException {
      Kind kind = Kind.values()[in.readByte()];
      String call = "rank " + from + "'s " + in.readUTF();
      String place = in.readUTF();
      return new Entry(kind, from, Extent.read(in), call, place, 0);
    }
  }

  /** A buffer of this rank that an operation uses. */
  public static final class Lent {
    private final int target;
    private final Buffers.Active use;

    private Lent(int target, Buffers.Active use) {
      this.target = target;
      this.use = use;
    }

    /** The operation has written its data, and writes no more. */
    public void settle() {
      use.settle();
    }
  }

  private final Checker checker;
  private final Supplier<String> label;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Lent> all = new ArrayList<>();
  private final PassedAccesses passed;
  private final Set<Integer> exclusive = new HashSet<>();
  private final Set<String> lingeredAt = new HashSet<>();

  /**
   * Of a window.
   *
   * @param host the number of this rank's host
   */
  public WindowLog(Checker checker, Supplier<String> label, int host) {
    this.checker = checker;
    this.label = label;
    this.passed = new PassedAccesses(host);
  }

  /** Only this rank may access a part, until {@link #unlocked}. */
  public synchronized void lockedExclusively(int target) {
    exclusive.add(target);
  }

  /** The lock of a part has been given back. */
  public synchronized void unlocked(int target) {
    exclusive.remove(target);
  }

  /**
   * A call is about to complete the accesses to a rank's part there. The first time that it does so
   * to those of a line it does so a little later: accesses of others that nothing keeps from being
   * made meanwhile are made meanwhile, more often than not. Outside of the rank's lock.
   */
  public void ends(int target) {
    ends(entry -> entry.target == target);
  }

  /** The same to the parts of all. */
  public void endsAll() {
    ends(entry -> true);
  }

  private void ends(Predicate<Entry> which) {
    boolean isNew = false;
    synchronized (this) {
      for (Entry entry : entries) {
        boolean isOpen = which.test(entry) && !exclusive.contains(entry.target);
        isNew |= isOpen && lingeredAt.add(entry.place);
      }
    }
    if (isNew) {
      LockSupport.parkNanos(LINGER_NANOS);
    }
    synchronized (this) {
      for (Iterator<Entry> i = entries.iterator(); i.hasNext(); ) {
        Entry entry = i.next();
        if (which.test(entry)) {
          i.remove();
          if (!exclusive.contains(entry.target)) {
            passed.add(entry);
          }
        }
      }
    }
  }

  /**
   * An operation begins to use a buffer of this rank, until the epoch ends.
   *
   * @return is to be told when the data has come, inside the rank's lock; null if there is none
   */
  public @Nullable Lent lend(int target, Use use) {
    Buffers.Active active = checker.buffers().begin(use, Check.place());
    return active == null ? null : new Lent(target, active);
  }

  /**
   * An operation has been started.
   *
   * @param at the byte of the target's part
   * @param lent what it uses here
   */
  public void accessed(
      Kind kind, String call, int target, long at, long count, Datatype type, @Nullable Lent lent) {
    if (lent == null || count * type.size() == 0) {
      refused(lent);
      return;
    }
    String place = Check.place();
    compareTypes(kind, call, place, count, type, lent.use.buf());
    long now = System.nanoTime();
    Entry entry = new Entry(kind, target, Extent.of(at, count, type), call, place, now);
    Entry other;
    synchronized (this) {
      all.add(lent);
      other = conflicting(entry);
      if (entries.size() < MOST) {
        entries.add(entry);
      }
    }
    if (other != null) {
      race(place, call, "this rank's " + other.call, other.place, target, IN_ONE_EPOCH);
    }
  }

  /** An operation was refused. */
  public void refused(@Nullable Lent lent) {
    if (lent != null) {
      lent.use.forget();
    }
  }

  private void compareTypes(
      Kind kind, String call, String place, long count, Datatype type, Buf origin) {
    String wrong =
        kind == Kind.GET
            ? TypeSignature.mismatch(type, count, origin.datatype(), origin.count())
            : TypeSignature.mismatch(origin.datatype(), origin.count(), type, count);
    if (wrong != null) {
      checker.report(Mistake.WINDOW_TYPE, place, call + " on " + label.get() + ": " + wrong);
    }
  }

  /** A put and a get of one rank; the order of puts is that of nobody's program. */
  private @Nullable Entry conflicting(Entry entry) {
    for (Entry other : entries) {
      boolean isPutAndGet =
          (entry.kind == Kind.PUT && other.kind == Kind.GET)
              || (entry.kind == Kind.GET && other.kind == Kind.PUT);
      if (isPutAndGet && other.target == entry.target && other.extent.overlaps(entry.extent)) {
        return other;
      }
    }
    return null;
  }

  private void race(
      String place, String call, String other, String otherPlace, int target, String when) {
    String at = otherPlace.isEmpty() ? "" : " at " + otherPlace;
    checker.report(
        Mistake.WINDOW_RACE,
        place,
        "%s and %s%s access the same bytes of rank %d's part of %s %s"
            .formatted(call, other, at, target, label.get(), when));
  }

  /** The operations on a rank's part are complete here. */
  public void completed(int target) {
    List<Buffers.Active> over = new ArrayList<>();
    synchronized (this) {
      for (Iterator<Lent> i = all.iterator(); i.hasNext(); ) {
        Lent one = i.next();
        if (one.target == target) {
          over.add(one.use);
          i.remove();
        }
      }
    }
    over.forEach(Buffers.Active::end);
  }

  /** All operations are complete here. */
  public void completedAll() {
    List<Lent> over;
    synchronized (this) {
      over = new ArrayList<>(all);
      all.clear();
    }
    over.forEach(one -> one.use.end());
  }

  /** A fence has completed all operations there, too, and they were compared. */
  public synchronized void fenced() {
    entries.clear();
  }

  /**
   * For each rank what was done to its part in epochs that are over, for {@link #comparePassed}.
   */
  public synchronized byte[][] passed(int size) {
    return passed.records(size);
  }

  /** Tells of what ranks have done to this rank's part in epochs that nothing had ordered. */
  public void comparePassed(int rank, byte[][] records) {
    PassedAccesses.compare(
        records,
        (one, other) -> race(one.place, one.call, other.call, other.place, rank, UNORDERED));
  }

  /** A call says that nothing precedes it, or ends what is open: tells if something is open. */
  public void requireNothing(String call) {
    Entry open;
    synchronized (this) {
      open = entries.isEmpty() ? null : entries.getFirst();
    }
    if (open != null) {
      checker.report(
          Mistake.WINDOW_EPOCH,
          "%s of %s, but the %s%s has not been completed"
              .formatted(
                  call, label.get(), open.call, open.place.isEmpty() ? "" : " at " + open.place));
    }
  }

  /** For each rank what was done to its part in this epoch, for {@link #compare}. */
  public byte[][] records(int size) {
    var all = new ByteArrayOutputStream[size];
    for (int i = 0; i < size; i++) {
      all[i] = new ByteArrayOutputStream();
    }
    synchronized (this) {
      for (Entry entry : entries) {
        try (var out = new DataOutputStream(all[entry.target])) {
          entry.write(out);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    var records = new byte[size][];
    for (int i = 0; i < size; i++) {
      records[i] = all[i].toByteArray();
    }
    return records;
  }

  /** Tells of what other ranks have done to this rank's part at the same time. */
  public void compare(int rank, byte[][] records) {
    List<Entry> before = new ArrayList<>();
    for (int from = 0; from < records.length; from++) {
      List<Entry> its = read(from, records[from]);
      for (Entry one : its) {
        for (Entry other : before) {
          if (one.conflicts(other)) {
            race(one.place, one.call, other.call, other.place, rank, IN_ONE_EPOCH);
          }
        }
      }
      before.addAll(its);
    }
  }

  private static List<Entry> read(int from, byte[] record) {
    List<Entry> all = new ArrayList<>();
    try (var in = new DataInputStream(new ByteArrayInputStream(record))) {
      while (in.available() > 0) {
        all.add(Entry.read(from, in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }
}
