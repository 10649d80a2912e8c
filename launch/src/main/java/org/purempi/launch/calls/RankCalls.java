package org.purempi.launch.calls;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.record.CallLogReader;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/** The calls of one rank, on rank 0's clock and with numbers of names that hold for all ranks. */
public final class RankCalls implements AutoCloseable {
  private final int rank;
  private final CallLogReader reader;
  private final RankNames own;
  private final Names names;
  private final int count;
  private Clock clock = Clock.of(List.of());
  private final Lines lines = new Lines();
  private boolean hasLines;
  private long base;
  private long[] callCounts = {};
  private long begin;
  private long end;
  private int damaged;

  RankCalls(int rank, CallLogReader reader, Names names) throws IOException {
    this.rank = rank;
    this.reader = reader;
    this.names = names;
    if (reader.count() > Integer.MAX_VALUE) {
      throw new IOException("more than " + Integer.MAX_VALUE + " calls");
    }
    count = (int) reader.count();
    own = new RankNames(rank, reader.lines(), names);
  }

  /** Sets its clock, and looks at all calls once. */
  void setClock(Clock its) {
    clock = its;
    callCounts = new long[names.calls().size()];
    begin = own.startNanos() == 0 ? Long.MAX_VALUE : clock.rankZero(own.startNanos());
    end = own.endNanos() == 0 ? Long.MIN_VALUE : clock.rankZero(own.endNanos());
    for (int i = 0; i < count; i++) {
      CallRecord call = get(i);
      if (call == null) {
        damaged++;
      } else {
        callCounts[call.what()]++;
        if (call.site() != Names.NO_LINE) {
          lines.add(call);
        }
        begin = Math.min(begin, call.begin());
        end = Math.max(end, call.end());
      }
    }
    hasLines = true;
    if (begin > end) { // nothing but a beginning, or not even that
      end = begin;
    }
  }

  /** Counts time from that moment of rank 0's clock on. */
  void setBase(long moment) {
    base = moment;
    boolean isEmpty = begin == Long.MAX_VALUE;
    begin = isEmpty ? 0 : begin - moment;
    end = isEmpty ? 0 : end - moment;
  }

  /** This rank's number in the world. */
  public int rank() {
    return rank;
  }

  /** The name of its host. */
  public String host() {
    return own.host();
  }

  /** Its host's number; −1 if it is not known. */
  public int hostNumber() {
    return own.hostNumber();
  }

  /** The names of its threads, by their numbers. */
  public Map<Integer, String> threads() {
    return own.threads();
  }

  /** When it began, in nanoseconds since the first rank began. */
  public long begin() {
    return begin;
  }

  /** When it ended, or was last heard of. */
  public long end() {
    return end;
  }

  /** Whether it has said that it ended MPI. */
  public boolean isComplete() {
    return own.endNanos() != 0;
  }

  /** How many records there are. */
  public int count() {
    return count;
  }

  /** How many calls of each number there are. */
  public long[] callCounts() {
    return callCounts.clone();
  }

  /** How many calls found no room. */
  public long dropped() {
    return own.dropped();
  }

  int damaged() {
    return damaged + own.damaged();
  }

  RankNames own() {
    return own;
  }

  /**
   * A record in the order in which calls have returned, its times in nanoseconds since the first
   * rank began.
   *
   * @return null if it is damaged: the process was killed while it wrote it
   */
  public @Nullable CallRecord get(int index) {
    CallRecord raw = reader.get(index);
    int what = own.call(raw.what());
    if (raw.begin() == 0 || raw.end() < raw.begin() || what < 0 || !own.isLifetime(raw)) {
      return null;
    }
    int communicator = own.group(raw.communicator());
    int line = own.line(raw.site());
    if (line == Names.NO_LINE && hasLines) {
      line = lines.guess(what, communicator, raw.tag());
    }
    boolean hasPeer = raw.peer() >= 0 && raw.peer() < own.size();
    return new CallRecord(
        clock.rankZero(raw.begin()) - base,
        clock.rankZero(raw.end()) - base,
        raw.bytes(),
        hasPeer ? raw.peer() : CallRecord.NONE,
        raw.tag(),
        raw.order(),
        communicator,
        what,
        line,
        raw.thread());
  }

  /** The number that this rank itself has given to a record's communicator. */
  int ownCommunicator(int index) {
    return reader.get(index).communicator();
  }

  /** What kind of call it is. */
  public Family family(CallRecord call) {
    return names.call(call.what()).family();
  }

  @Override
  public void close() {
    reader.close();
  }
}
