package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.purempi.hang.Situation.Lock;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Frames;
import org.purempi.protocol.Header;
import org.purempi.protocol.Holdings;
import org.purempi.protocol.Peers;
import org.purempi.transport.MalformedException;

/** The windows of one rank, by their contexts. Belongs to the rank's lock. */
final class Windows implements Frames.Handler, Holdings {
  /** Reports name no more locks than this. */
  private static final int MOST_LOCKS = 64;

  private final Engine engine;
  private final Map<Long, Epochs> epochs = new HashMap<>();
  private final Map<Long, Port> ports = new HashMap<>();

  private Windows(Engine engine) {
    this.engine = engine;
    engine.frames().register(Header.WINDOW, this);
    engine.holdings(this);
    engine
        .departures()
        .observe(process -> List.copyOf(ports.values()).forEach(p -> p.failed(process)));
  }

  static Windows of(Engine engine) {
    return engine.room(Windows.class, Windows::new);
  }

  void open(Peers peers, Port port) {
    ports.put(peers.context(), port);
    engine.failures().failed(peers).forEach(rank -> port.failed(peers.process(rank)));
  }

  /** Which epochs of a window are open here. */
  void note(Peers peers, Epochs its) {
    epochs.put(peers.context(), its);
  }

  void close(long context) {
    ports.remove(context);
    epochs.remove(context);
  }

  @Override
  public List<Lock> locks() {
    return epochs.entrySet().stream()
        .flatMap(e -> e.getValue().heldRanks().stream().map(rank -> new Lock(e.getKey(), rank)))
        .limit(MOST_LOCKS)
        .toList();
  }

  @Override
  public boolean isWindow(long context) {
    return epochs.containsKey(context);
  }

  @Override
  public void frame(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    Port port = ports.get(Header.context(word1));
    Verb verb = Verb.of(word0);
    if (port == null && verb == Verb.LEAVE && engine.failures().isOn()) {
      return; // this rank has left in peace, or was never in it
    }
    if (port == null || verb == null || !port.is(from, Header.source(word1))) {
      throw new MalformedException("access to a window that is not open here");
    }
    port.take(Header.source(word1), verb, word0, word2, memory, offset, bytes);
  }
}
