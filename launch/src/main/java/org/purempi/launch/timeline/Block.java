package org.purempi.launch.timeline;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.purempi.launch.calls.Messages;
import org.purempi.launch.calls.RankCalls;
import org.purempi.launch.calls.Recording;
import org.purempi.launch.calls.WaitKind;
import org.purempi.launch.calls.Waits;
import org.purempi.record.CallRecord;

/**
 * Some of a rank's records, one after another, as model.js reads them: a column for each part,
 * behind its length, and most numbers as a difference.
 */
final class Block {
  /** Records of a block. */
  static final int RECORDS = 8192;

  /** The columns, in their order. */
  private enum Column {
    BEGIN,
    DURATION,
    CALL,
    LINE,
    KIND,
    WAITED,
    CULPRIT,
    PEER,
    TAG,
    BYTES,
    GROUP,
    THREAD,
    LANE,
    OTHER
  }

  /** How far the other side's begin may be away. */
  private static final int NO_OTHER = 0;

  private final Recording recording;
  private final Messages messages;
  private final Waits waits;
  private final long unit;
  private final Map<Column, Bytes> columns = new EnumMap<>(Column.class);
  private int count;
  private long first;
  private long last;
  private long end;

  /**
   * @param unit nanoseconds that count as one
   */
  Block(Recording recording, Messages messages, Waits waits, long unit) {
    this.recording = recording;
    this.messages = messages;
    this.waits = waits;
    this.unit = unit;
    for (Column column : Column.values()) {
      columns.put(column, new Bytes());
    }
  }

  private Bytes column(Column column) {
    return Objects.requireNonNull(columns.get(column));
  }

  void add(RankEvents events, int place) {
    CallRecord call = events.at(place);
    int rank = events.rank().rank();
    int number = events.number(place);
    long begin = units(call.begin());
    if (count == 0) {
      first = begin;
      last = begin;
      end = begin;
    }
    column(Column.BEGIN).addSigned(begin - last);
    last = begin;
    end = Math.max(end, units(call.end()));
    column(Column.DURATION).add(units(call.end()) - begin);
    column(Column.CALL).add(call.what());
    column(Column.LINE).add(call.site());
    WaitKind kind = waits.kind(rank, number);
    column(Column.KIND).add(kind.number());
    if (kind != WaitKind.NONE) {
      column(Column.WAITED).add(waits.nanos(rank, number) / unit);
      column(Column.CULPRIT).addSigned(waits.culprit(rank, number) - rank);
    }
    column(Column.PEER).add(call.peer() < 0 ? 0 : 1 + Bytes.folded(call.peer() - rank));
    column(Column.TAG).addSigned(call.tag());
    column(Column.BYTES).add(Math.max(-1, call.bytes()) + 1);
    column(Column.GROUP).add(call.communicator() + 1);
    column(Column.THREAD).addSigned(call.thread());
    column(Column.LANE).add(events.lane(place));
    addOther(rank, number, call);
    count++;
  }

  private void addOther(int rank, int number, CallRecord call) {
    int partner = messages.partner(rank, number);
    RankCalls peer = partner < 0 ? null : recording.rank(call.peer());
    CallRecord other = peer == null ? null : peer.get(partner);
    column(Column.OTHER)
        .add(
            other == null
                ? NO_OTHER
                : 1 + Bytes.folded(units(other.begin()) - units(call.begin())));
  }

  private long units(long nanos) {
    return Math.floorDiv(nanos, unit);
  }

  boolean isFull() {
    return count == RECORDS;
  }

  /** How many records, the begin of the first, the latest end: for the page's index. */
  String index() {
    return "[" + count + "," + first + "," + end + "]";
  }

  /** As it stands in the page. */
  String text() {
    var all = new Bytes();
    for (Bytes column : columns.values()) {
      all.add(column);
    }
    return all.packed();
  }
}
