package org.purempi.collective;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.check.Use;
import org.purempi.device.Device;
import org.purempi.layout.Layout;
import org.purempi.protocol.Header;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.StagedOperation;
import org.purempi.reduction.Reductions;

/**
 * Writes steps down, and performs them as an operation that progress drives: the schedule of a
 * non-blocking operation, and, started again and again, of a persistent one. A stage is what stands
 * between two ends of rounds.
 *
 * <p>Reductions run inside the rank's lock, in whichever thread makes progress.
 */
final class RecordedSchedule extends StagedOperation implements Schedule {
  /** What is written in one line. */
  private sealed interface Line {
    record Send(Buf buf, int peer) implements Line {}

    record Receive(Buf buf, int peer) implements Line {}

    record Reduce(Buf in, Buf inout, Op op) implements Line {}

    record Copy(Buf from, Buf to) implements Line {}

    /** The end of a round. */
    enum Round implements Line {
      END
    }
  }

  private static final Use[] NO_USES = {};

  private final Peers peers;
  private final long context;
  private int tag;
  private final List<Line> lines = new ArrayList<>();
  private Use[] uses = NO_USES;
  private int next;
  private int signature;

  /** Whose scratch memory is; null: the host's. */
  private @Nullable Device device;

  /** An empty script of the ranks' collective context. */
  RecordedSchedule(Peers peers) {
    super(peers.engine());
    this.peers = peers;
    this.context = peers.collectiveContext();
  }

  /** Its messages have a tag of their own: before it is started. */
  void tag(int its) {
    tag = its;
  }

  /** The checker is to know that these buffers are in use as long as it runs. */
  void uses(Use... buffers) {
    uses = buffers;
  }

  /** What {@link #uses(Use...)} was told of an operation. */
  static Use[] usesOf(Operation operation) {
    return operation instanceof RecordedSchedule script ? script.uses : NO_USES;
  }

  // ---- writing

  @Override
  public int rank() {
    return peers.rank();
  }

  @Override
  public int size() {
    return peers.size();
  }

  @Override
  public void sign(int ofOperation) {
    signature = ofOperation;
  }

  @Override
  public void send(Buf buf, int peer) {
    lines.add(new Line.Send(buf, peer));
  }

  @Override
  public void receive(Buf buf, int peer) {
    lines.add(new Line.Receive(buf, peer));
  }

  @Override
  public void round() {
    lines.add(Line.Round.END);
  }

  @Override
  public void reduce(Buf in, Buf inout, Op op) {
    lines.add(new Line.Reduce(in, inout, op));
  }

  @Override
  public void copy(Buf from, Buf to) {
    lines.add(new Line.Copy(from, to));
  }

  @Override
  public Buf scratch(Datatype type, long count) {
    return Layout.scratch(device, type, count);
  }

  @Override
  public void scratchOn(@Nullable Device its) {
    device = its;
  }

  // ---- performing

  @Override
  protected void rewind() {
    next = 0;
  }

  @Override
  protected boolean next() {
    while (next < lines.size()) {
      switch (lines.get(next++)) {
        case Line.Send s -> {
          long tagWord = Header.signed(Header.tagWord(tag, s.buf.datatype()), signature);
          sendTagged(peers, context, s.buf, s.peer, tagWord);
        }
        case Line.Receive r -> receive(peers, context, r.buf, r.peer, tag, signature);
        case Line.Reduce r -> Reductions.apply(r.op, r.in, r.inout);
        case Line.Copy c -> Layout.copy(c.from, c.to);
        case Line.Round.END -> {
          return next < lines.size();
        }
      }
    }
    return false;
  }
}
