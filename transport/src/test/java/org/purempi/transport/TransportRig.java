package org.purempi.transport;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.purempi.os.Affinity;
import org.purempi.os.Native;

/** What the tests of transports need: ranks that a subclass opens, frames sent and taken. */
abstract class TransportRig {
  static final Source NO_PAYLOAD = Cursor.over(new byte[0]);
  static final long SEED = 20_261_121;

  /** The ranks of one job, all in this JVM. */
  public interface Job extends AutoCloseable {
    /** The transport of {@code rank}. */
    Transport rank(int rank);

    @Override
    void close();
  }

  /** Opens {@code ranks} ranks that can reach each other. */
  protected abstract Job open(int ranks);

  /** Whether a poll right after an offer finds the frame. */
  protected boolean deliversAtOnce() {
    return true;
  }

  /** A frame as a handler saw it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  protected record Frame(int peer, long word0, long word1, long word2, byte[] payload) {}

  static Region reserve(Transport transport, long bytes) {
    Region region = transport.reserve(bytes);
    if (region == null) {
      throw new AssertionError("rank " + transport.rank() + " has no " + bytes + " bytes left");
    }
    return region;
  }

  static MemorySegment map(Transport transport, Region region) {
    MemorySegment memory = transport.map(region);
    if (memory == null) {
      throw new AssertionError("rank " + transport.rank() + " cannot map " + region);
    }
    return memory;
  }

  static int fill(Endpoint endpoint, Source payload, int bytes) {
    // The first one may have to wait for a connection.
    offerUntilTaken(endpoint, payload, bytes);
    int sent = 1;
    int refusals = 0;
    // Several refusals in a row, because a faulty transport refuses now and then.
    while (refusals < 50) {
      if (endpoint.offer(sent, 0, 0, payload, bytes) == Offer.OK) {
        sent++;
        refusals = 0;
      } else {
        refusals++;
      }
    }
    return sent;
  }

  static byte[] pattern(int bytes, int seed) {
    byte[] pattern = new byte[bytes];
    new Random(seed).nextBytes(pattern);
    return pattern;
  }

  static void offer(Transport from, int to, long word0, long word1, long word2, byte[] payload) {
    Cursor cursor = Cursor.over(payload);
    while (from.endpoint(to).offer(word0, word1, word2, cursor, payload.length) == Offer.BUSY) {
      Together.pause();
    }
  }

  static void offer(Transport from, int to, Source payload, int bytes) {
    offerUntilTaken(from.endpoint(to), payload, bytes);
  }

  static void offerUntilTaken(Endpoint endpoint, Source payload, int bytes) {
    while (endpoint.offer(0, 0, 0, payload, bytes) == Offer.BUSY) {
      Together.pause();
    }
  }

  static void pollUntil(Transport transport, FrameHandler handler) {
    while (transport.poll(handler) == 0) {
      Together.pause();
    }
  }

  static FrameHandler refuseAll() {
    return (peer, word0, word1, word2, memory, offset, bytes) -> {
      throw new AssertionError("a frame from nowhere: " + peer + " " + word0);
    };
  }

  /** The next frame; frames that came with it wait for the next call. */
  final Frame next(Transport transport) {
    return backlog(transport).next(false);
  }

  final Frame nextAsleep(Transport transport) {
    return backlog(transport).next(true);
  }

  private final ConcurrentHashMap<Transport, Backlog> backlogs = new ConcurrentHashMap<>();

  private Backlog backlog(Transport transport) {
    return backlogs.computeIfAbsent(transport, Backlog::new);
  }

  /** In a thread of its own; false if there is no such processor to be had. */
  static boolean sitOn(int processor, Occupancy occupancy) throws Exception {
    Native.prepare();
    while (!Native.isReady()) {
      Thread.sleep(1);
    }
    var isThere = new CompletableFuture<Boolean>();
    Thread.ofPlatform()
        .start(
            () -> {
              isThere.complete(Affinity.bind(0, processor));
              occupancy.occupy();
            })
        .join();
    return isThere.get();
  }
}
