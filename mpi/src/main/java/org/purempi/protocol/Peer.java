package org.purempi.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.layout.ContiguousCursor;
import org.purempi.progress.Outgoing;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;

/**
 * What this rank knows of one other process: its endpoint, what waits to go there, what is coming
 * from there.
 */
final class Peer implements Outgoing {
  private record Control(long word0, long word1, long word2, Source payload, int bytes) {}

  private static final ContiguousCursor NOTHING = new ContiguousCursor();

  final Engine engine;
  final int index;
  final Endpoint endpoint;
  final int eagerBytes;

  /** The receiver's credit is used up: ask before sending. */
  boolean held;

  private boolean isDead;

  /** It keeps announcements back, as far as this rank knows. */
  boolean withholds;

  /** Messages that were announced to it. */
  final Announcements announcements;

  /** What is kept of its messages that no receive has taken. */
  final UnexpectedData unexpected;

  /** How many of the short answers nobody misses should they never arrive. */
  private int notes;

  /** Short answers, before all else. */
  private final ArrayDeque<Control> controls = new ArrayDeque<>(2);

  /** Sends whose first frames must keep their order. */
  private final ArrayDeque<SendOperation> ordered = new ArrayDeque<>(2);

  /** Sends that have been told to go. */
  private final ArrayDeque<SendOperation> streams = new ArrayDeque<>(2);

  private final ContiguousCursor descriptorCursor = new ContiguousCursor();
  private final long[] descriptor = new long[1];
  private boolean offering;

  /** The fragmented message that is arriving. */
  @Nullable Incoming incoming;

  Peer(Engine engine, int index, Endpoint endpoint) {
    this.engine = engine;
    this.index = index;
    this.endpoint = endpoint;
    this.eagerBytes = endpoint.eagerBytes();
    this.announcements = new Announcements(this);
    this.unexpected = new UnexpectedData(this);
  }

  /** Whether a message may go out at once without overtaking another. */
  boolean isClear() {
    return ordered.isEmpty();
  }

  void send(SendOperation send) {
    if (isDead) {
      send.lost();
      return;
    }
    if (engine.failures.isHopeless(send.context())) {
      engine.failures.fail(send);
      return;
    }
    boolean isOut = ordered.isEmpty() && send.advance();
    send.keepForStrangers();
    if (!isOut) {
      ordered.add(send);
      offerLater();
    }
  }

  void stream(SendOperation send) {
    if (!streams.isEmpty() || !send.stream()) {
      streams.add(send);
      offerLater();
    }
  }

  /** The payload of an announcement: what is lent. */
  Source descriptor(long lent, int bytes) {
    descriptor[0] = lent;
    return descriptorCursor.reset(descriptor, 0, bytes);
  }

  void control(int kind, int id, long word1, long word2) {
    control(Header.word0(kind, id, 0), word1, word2, NOTHING, 0);
  }

  /** As above, with words in one frame's payload. */
  void control(int kind, long word1, long word2, long[] words) {
    int bytes = words.length * Long.BYTES;
    ContiguousCursor payload = new ContiguousCursor().reset(words, 0, bytes);
    control(Header.word0(kind, 0, 0), word1, word2, payload, bytes);
  }

  private void control(long word0, long word1, long word2, Source payload, int bytes) {
    if (isDead) {
      return;
    }
    if (!controls.isEmpty() || endpoint.offer(word0, word1, word2, payload, bytes) == Offer.BUSY) {
      controls.add(new Control(word0, word1, word2, payload, bytes));
      notes += Header.kind(word0) == Header.LEFT ? 1 : 0;
      offerLater();
    }
  }

  /** The receiver has room again. */
  void resume() {
    held = isDead;
  }

  /** It has died: no transport needs to say so again. */
  void bury() {
    isDead = true;
    held = true; // nothing goes there without a look at that
    abandon();
  }

  /** Nothing can go there any more. */
  void abandon() {
    controls.clear();
    notes = 0;
    waiting().forEach(SendOperation::lost);
    ordered.clear();
    streams.clear();
  }

  /** Takes back what nobody will read; false if half a frame of it is out. */
  boolean withdraw(SendOperation send) {
    if (endpoint.isMidFrame() && streams.peek() == send) {
      return false;
    }
    ordered.remove(send);
    streams.remove(send);
    if (!ordered.isEmpty()) {
      offerLater(); // it may have kept them waiting
    }
    return true;
  }

  /** Whether something that the other side may miss has not left this process. */
  boolean isOwing() {
    return controls.size() > notes
        || !ordered.isEmpty()
        || !streams.isEmpty()
        || endpoint.hasUnsent();
  }

  /** Sends that are not out yet. */
  List<SendOperation> waiting() {
    var all = new ArrayList<SendOperation>(ordered);
    all.addAll(streams);
    return all;
  }

  /** What waits to go there is offered at the next poll. */
  void offerLater() {
    if (!offering) {
      offering = true;
      engine.gauges.deferred++;
      engine.progress.offerLater(this);
    }
  }

  @Override
  public boolean advance() {
    if (endpoint.isMidFrame() && !streams.isEmpty()) {
      streams.element().streamFrame();
      if (endpoint.isMidFrame()) {
        return false;
      }
    }
    while (!controls.isEmpty()) {
      Control c = controls.element();
      if (endpoint.offer(c.word0, c.word1, c.word2, c.payload, c.bytes) == Offer.BUSY) {
        return false;
      }
      controls.remove();
      notes -= Header.kind(c.word0) == Header.LEFT ? 1 : 0;
    }
    announcements.offeredAgain();
    while (!ordered.isEmpty() && ordered.element().advance()) {
      ordered.remove();
    }
    while (!streams.isEmpty() && streams.element().stream()) {
      streams.remove();
    }
    // Who followed one of them may have had something to say meanwhile.
    offering =
        !(controls.isEmpty()
            && (ordered.isEmpty() || announcements.isWithheld())
            && streams.isEmpty());
    return !offering;
  }
}
