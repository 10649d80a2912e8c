package org.purempi.learn.server;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Keyval;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.ProcessFailedException;
import org.purempi.Request;
import org.purempi.Status;

/** A worker that sends messages to servers. */
final class KVWorker implements KVStore {
  /** A part of a key that one server holds. */
  private record Range(int server, int shard, long offset, long bytes) {
    MemorySegment of(MemorySegment whole) {
      return whole.asSlice(offset, bytes);
    }
  }

  /** Who answers with which tag. */
  private record Sender(int server, int tag) {}

  private final Communicator requests;
  private final Communicator replies;
  private final int[] servers;
  private final KeyTable<List<Range>> keys = new KeyTable<>();

  /** An attribute of {@code MPI_COMM_SELF}: a rank that ends MPI leaves the servers before. */
  private final Keyval<KVWorker> leaves =
      Communicator.createKeyval(
          KVWorker.class, (self, worker) -> Optional.empty(), (self, worker) -> worker.leave());

  /** What has been asked for and not answered, in order. */
  private final Map<Sender, Deque<Part>> asked = new HashMap<>();

  KVWorker(Communicator requests, Communicator replies, int[] servers) {
    this.requests = requests;
    this.replies = replies;
    this.servers = servers.clone();
    requests.mpi().self().setAttr(leaves, this);
  }

  @Override
  public void init(String key, MemorySegment values, int priority) {
    keys.checkNew(key, values);
    List<Range> ranges = declare(key, values.byteSize());
    var all = new Operation(key);
    for (Range range : ranges) {
      MemorySegment offer = Arena.ofAuto().allocate(Integer.BYTES + range.bytes, Integer.BYTES);
      offer.set(ValueLayout.JAVA_INT, 0, priority);
      offer.asSlice(Integer.BYTES).copyFrom(range.of(values));
      all.ask(range.server, Wire.tag(Wire.Kind.INIT, range.shard), Buf.of(offer), range.of(values));
    }
    all.waitFor();
    keys.add(key, values.byteSize(), ranges);
  }

  /** Asks the scheduler where a key is to lie. */
  private List<Range> declare(String key, long bytes) {
    byte[] name = Wire.bytes(key);
    byte[] words = ByteBuffer.allocate(Long.BYTES + name.length).putLong(bytes).put(name).array();
    var operation = new Operation(key);
    operation.ask(servers[0], Wire.tag(Wire.Kind.DECLARE, 0), Buf.of(words), null);
    ByteBuffer places = ByteBuffer.wrap(operation.waitForWords()).order(ByteOrder.nativeOrder());
    int parts = places.remaining() / (2 * Integer.BYTES);
    long numbers = bytes / Float.BYTES;
    List<Range> ranges = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      long from = numbers * part / parts * Float.BYTES;
      long to = numbers * (part + 1) / parts * Float.BYTES;
      ranges.add(new Range(places.getInt(), places.getInt(), from, to - from));
    }
    return ranges;
  }

  @Override
  public Pending ipush(String key, MemorySegment pushed) {
    return start(Wire.Kind.PUSH, key, keys.find(key, pushed), pushed, null);
  }

  @Override
  public Pending ipull(String key, MemorySegment values) {
    return start(Wire.Kind.PULL, key, keys.find(key, values), null, values);
  }

  @Override
  public Pending ipushPull(String key, MemorySegment pushed, MemorySegment values) {
    List<Range> unused = keys.find(key, pushed);
    return start(Wire.Kind.PUSH_PULL, key, keys.find(key, values), pushed, values);
  }

  private Pending start(
      Wire.Kind kind,
      String key,
      List<Range> ranges,
      @Nullable MemorySegment pushed,
      @Nullable MemorySegment values) {
    var operation = new Operation(key);
    for (Range range : ranges) {
      operation.ask(
          range.server,
          Wire.tag(kind, range.shard),
          pushed == null ? Buf.EMPTY : Floats.buf(range.of(pushed)),
          values == null ? null : range.of(values));
    }
    return operation;
  }

  /** Takes the next answer of a server, whatever it is about. */
  private void take(int server) {
    Message message = replies.mprobe(server, Mpi.ANY_TAG);
    int tag = message.status().tag();
    if (Wire.kind(tag) == Wire.Kind.REFUSED) {
      byte[] words = words(message);
      part(server, ByteBuffer.wrap(words).getInt()).refused(Wire.text(words, Integer.BYTES));
    } else {
      part(server, tag).answered(message);
    }
  }

  private Part part(int server, int tag) {
    @Nullable Deque<Part> queue = asked.get(new Sender(server, tag));
    if (queue == null) {
      throw new IllegalStateException("server rank " + server + " answers what was not asked");
    }
    Part first = queue.remove();
    if (queue.isEmpty()) {
      asked.remove(new Sender(server, tag));
    }
    return first;
  }

  private static byte[] words(Message message) {
    byte[] words = new byte[Math.toIntExact(message.status().bytes())];
    message.mrecv(Buf.of(words));
    return words;
  }

  @Override
  public void close() {
    if (keys.close()) {
      requests.mpi().self().deleteAttr(leaves);
    }
  }

  /** Tells the servers, and takes what they had sent, so that none waits for this worker. */
  private void leave() {
    boolean unused = keys.close();
    int tag = Wire.tag(Wire.Kind.CLOSE, 0);
    for (int server : servers) {
      try {
        requests.send(Buf.EMPTY, server, tag);
      } catch (ProcessFailedException e) {
        // It has died, and needs to know nothing.
      }
    }
    for (int server : servers) {
      try {
        while (takeLast(server) != tag) {
          // Nobody waits for that any more.
        }
      } catch (ProcessFailedException e) {
        // As above.
      }
    }
  }

  /** Drops the next answer of a server; its tag. */
  private int takeLast(int server) {
    Message message = replies.mprobe(server, Mpi.ANY_TAG);
    byte[] unused = words(message);
    return message.status().tag();
  }

  /** A call about a key: a part for each server that is asked. */
  private final class Operation implements Pending {
    private final String key;
    private final List<Part> parts = new ArrayList<>();

    Operation(String key) {
      this.key = key;
    }

    void ask(int server, int tag, Buf payload, @Nullable MemorySegment into) {
      try {
        var part = new Part(server, tag, requests.isend(payload, server, tag), into);
        asked.computeIfAbsent(new Sender(server, tag), s -> new ArrayDeque<>()).add(part);
        parts.add(part);
      } catch (ProcessFailedException e) {
        throw lost(server, e);
      }
    }

    @Override
    public void waitFor() {
      for (Part part : parts) {
        try {
          while (!part.isDone) {
            take(part.server);
          }
        } catch (ProcessFailedException e) {
          throw lost(part.server, e);
        }
        if (part.refusal != null) {
          parts.forEach(other -> other.into = null); // the caller's memory is its own again
          throw refused(part, part.refusal);
        }
      }
    }

    byte[] waitForWords() {
      waitFor();
      return parts.getFirst().words;
    }

    private RuntimeException refused(Part part, String why) {
      String what = "server rank " + part.server + " refuses key '" + key + "': " + why;
      return Wire.kind(part.tag) == Wire.Kind.DECLARE
          ? new IllegalArgumentException(what)
          : new IllegalStateException(what);
    }

    private ProcessFailedException lost(int server, ProcessFailedException cause) {
      parts.forEach(part -> part.into = null);
      var error =
          new ProcessFailedException(
              cause.errorClass(),
              new int[] {server},
              "server rank %d has died, and with it its part of key '%s': begin from a checkpoint"
                  .formatted(server, key));
      error.addSuppressed(cause);
      return error;
    }
  }

  /** What one server is asked for, and its answer. */
  private static final class Part {
    private final int server;
    private final int tag;
    private final Request<Status> request;

    /** Where the answer's numbers go; null if nowhere. */
    private @Nullable MemorySegment into;

    private byte[] words = {};
    private boolean isDone;
    private @Nullable String refusal;

    Part(int server, int tag, Request<Status> request, @Nullable MemorySegment into) {
      this.server = server;
      this.tag = tag;
      this.request = request;
      this.into = into;
    }

    void answered(Message message) {
      request.waitFor(); // what was sent may lie where the answer goes
      if (into != null) {
        message.mrecv(Floats.buf(into));
      } else {
        words = KVWorker.words(message);
      }
      isDone = true;
    }

    void refused(String why) {
      request.waitFor();
      refusal = why;
      isDone = true;
    }
  }
}
