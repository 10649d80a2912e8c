package org.purempi.check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.purempi.check.WindowLog.Entry;

/**
 * Accesses in epochs of {@code lock} and {@code start} that are over, each with the time from its
 * call until a call of its rank began to complete it. If something ordered two accesses, one was
 * complete before the other was called: those whose times overlap were not ordered, whatever the
 * program does. Times are those of one host's clock; ranks of other hosts are not compared.
 *
 * <p>Accesses under an exclusive lock are left out. The window's lock guards it.
 */
@SuppressWarnings("EnumOrdinal") // both sides have the same enums
final class PassedAccesses {
  /** Of more accesses the others are not compared. */
  private static final int MOST = 1 << 14;

  private final int host;
  private final List<Passed> all = new ArrayList<>();

  /** An access, and when it was under way. */
  record Passed(Entry entry, int origin, int host, long begin, long end) {
    private boolean races(Passed other) {
      return origin != other.origin
          && host == other.host
          && begin < other.end
          && other.begin < end
          && entry.conflicts(other.entry);
    }
  }

  /** Two accesses that race, of which the first is of the rank with the higher number. */
  @FunctionalInterface
  interface Race {
    void found(Entry one, Entry other);
  }

  PassedAccesses(int host) {
    this.host = host;
  }

  /** An access of this rank is being completed now. */
  void add(Entry entry) {
    if (all.size() < MOST) {
      all.add(new Passed(entry, 0, host, entry.nanos(), System.nanoTime()));
    }
  }

  /** For each rank what was done to its part, for {@link #compare}; forgets it. */
  byte[][] records(int size) {
    var bytes = new ByteArrayOutputStream[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = new ByteArrayOutputStream();
    }
    for (Passed one : all) {
      try (var out = new DataOutputStream(bytes[one.entry.target()])) {
        one.entry.write(out);
        out.writeInt(one.host);
        out.writeLong(one.begin);
        out.writeLong(one.end);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    all.clear();
    var records = new byte[size][];
    for (int i = 0; i < size; i++) {
      records[i] = bytes[i].toByteArray();
    }
    return records;
  }

  /** Finds those that race of what all ranks have done to this rank's part. */
  static void compare(byte[][] records, Race race) {
    List<Passed> passed = new ArrayList<>();
    for (int from = 0; from < records.length; from++) {
      read(from, records[from], passed);
    }
    passed.sort(Comparator.comparingLong(Passed::begin));
    List<Passed> underWay = new ArrayList<>();
    for (Passed one : passed) {
      underWay.removeIf(other -> other.host == one.host && other.end <= one.begin);
      for (Passed other : underWay) {
        if (one.races(other)) {
          boolean isLater = one.origin > other.origin;
          race.found(isLater ? one.entry : other.entry, isLater ? other.entry : one.entry);
        }
      }
      underWay.add(one);
    }
  }

  private static void read(int from, byte[] record, List<Passed> to) {
    try (var in = new DataInputStream(new ByteArrayInputStream(record))) {
      while (in.available() > 0) {
        Entry entry = Entry.read(from, in);
        to.add(new Passed(entry, from, in.readInt(), in.readLong(), in.readLong()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
