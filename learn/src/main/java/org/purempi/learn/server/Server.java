package org.purempi.learn.server;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Group;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;
import org.purempi.Status;

/**
 * Serves the shards of one server until all workers have left. What a worker asks for in vain is an
 * answer to it, and never the end of the server.
 */
final class Server {
  private final Communicator requests;
  private final ServerTerms terms;
  private final Outbox outbox;

  /** The workers that live and have not closed. */
  private final BitSet here = new BitSet();

  private final Map<Integer, Shard> shards = new HashMap<>();
  private final Scheduler scheduler;

  /** A server for the first ranks, as many as there are workers. */
  Server(Communicator requests, Communicator replies, ServerTerms terms, Roles roles) {
    this.requests = requests;
    this.terms = terms;
    this.outbox = new Outbox(replies);
    here.set(0, roles.workers());
    this.scheduler = new Scheduler(here, outbox, roles.servers(), terms.partitionBytes());
  }

  /** Returns when all workers have closed or died. */
  void serve() {
    while (!here.isEmpty()) {
      @Nullable Message message = next();
      if (message != null) {
        handle(message);
      } else {
        outbox.sendFirst();
      }
    }
    outbox.finish();
  }

  /** What has come is taken first; waits only when there is nothing to send. */
  private @Nullable Message next() {
    try {
      return outbox.isEmpty()
          ? requests.mprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG)
          : requests.improbe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).orElse(null);
    } catch (ProcessFailedException e) {
      requests.failureAck();
      Group dead = requests.failureGetAcked();
      int[] all = IntStream.range(0, dead.size()).toArray();
      for (int rank : dead.translateRanks(all, requests.group())) {
        if (here.get(rank)) {
          takeLastWords(rank);
          forget(rank);
        }
      }
      return null;
    }
  }

  /** What a worker had sent before it died counts. */
  private void takeLastWords(int worker) {
    try {
      for (var last = requests.improbe(worker, Mpi.ANY_TAG);
          last.isPresent();
          last = requests.improbe(worker, Mpi.ANY_TAG)) {
        handle(last.get());
      }
    } catch (ProcessFailedException e) {
      // That was all.
    }
  }

  private void handle(Message message) {
    Status status = message.status();
    int worker = status.source();
    int tag = status.tag();
    try {
      handle(message, worker, tag);
    } catch (ProcessFailedException e) {
      // The worker has died: the next look for messages tells.
    } catch (RuntimeException | OutOfMemoryError e) {
      drop(message);
      outbox.refuse(worker, tag, e.toString());
    }
  }

  /** Its sender is not to wait for this server, which may have no room for it. */
  private static void drop(Message message) {
    try {
      message.mrecv(Buf.EMPTY);
    } catch (MpiException e) {
      // It is longer than that, or was received before.
    }
  }

  private void handle(Message message, int worker, int tag) {
    switch (Wire.kind(tag)) {
      case DECLARE -> {
        byte[] words = new byte[Math.toIntExact(message.status().bytes())];
        message.mrecv(Buf.of(words));
        long bytes = ByteBuffer.wrap(words).getLong();
        scheduler.declare(worker, Wire.text(words, Long.BYTES), bytes);
      }
      case INIT -> begin(message, worker, tag);
      case PUSH -> {
        Shard shard = push(message, worker, tag);
        shard.awaitTurn(worker, tag);
      }
      case PULL -> {
        message.mrecv(Buf.EMPTY);
        shard(tag).awaitValues(worker, tag);
      }
      case PUSH_PULL -> {
        Shard shard = push(message, worker, tag);
        shard.awaitValues(worker, tag);
      }
      case CLOSE -> {
        message.mrecv(Buf.EMPTY);
        forget(worker);
        outbox.add(worker, tag, Buf.EMPTY);
      }
      case REFUSED -> throw new IllegalArgumentException("no worker refuses anything");
    }
  }

  private void begin(Message message, int worker, int tag) {
    long bytes = message.status().bytes();
    MemorySegment offer = Arena.ofAuto().allocate(bytes, Integer.BYTES);
    message.mrecv(Buf.of(offer));
    int priority = offer.get(ValueLayout.JAVA_INT, 0);
    shards
        .computeIfAbsent(
            Wire.shard(tag),
            id -> new Shard(terms, here, requests.size(), outbox, priority, bytes - Integer.BYTES))
        .offer(worker, tag, offer.asSlice(Integer.BYTES));
  }

  private Shard push(Message message, int worker, int tag) {
    Shard shard = shard(tag);
    MemorySegment numbers = shard.room();
    message.mrecv(Floats.buf(numbers));
    shard.push(worker, numbers);
    return shard;
  }

  private Shard shard(int tag) {
    @Nullable Shard shard = shards.get(Wire.shard(tag));
    if (shard == null) {
      throw new IllegalStateException("this server has no shard " + Wire.shard(tag));
    }
    return shard;
  }

  private void forget(int worker) {
    here.clear(worker);
    outbox.forget(worker);
    shards.values().forEach(shard -> shard.forget(worker));
    scheduler.settle();
  }
}
