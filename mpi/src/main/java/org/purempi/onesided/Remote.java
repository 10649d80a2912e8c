package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Status;
import org.purempi.hang.Need.Kind;
import org.purempi.layout.Layout;
import org.purempi.onesided.Elements.Stretch;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Needing;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Promise;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * What a rank asks others for by frames, and how it learns that it has been done. What sends is
 * called inside the lock, what waits outside of it.
 */
final class Remote {
  private final Peers peers;
  private final Engine engine;
  private final Port port;
  private final Target[] targets;

  /** Whether something has gone to a rank by frames since the last flush. Inside the lock. */
  private final boolean[] isOwing;

  Remote(Peers peers, Port port, Target[] targets) {
    this.peers = peers;
    this.engine = peers.engine();
    this.port = port;
    this.targets = targets;
    this.isOwing = new boolean[targets.length];
  }

  /** Whether there is memory of this rank's own part. */
  boolean isHere(long at, long bytes) {
    return port.contains(at, bytes);
  }

  // ---- inside the lock

  /** Writes. */
  void put(int rank, long at, Elements elements, Source data, @Nullable Promise request) {
    send(rank, Verb.PUT, 0, null, at, elements, data, request);
  }

  /** Asks for what goes to a buffer. */
  void get(int rank, long at, Elements elements, Buf to, @Nullable Promise request) {
    Sink sink = Layout.sink(to);
    Answer last = null;
    for (Stretch s : elements.stretches()) {
      isOwing[rank] = true;
      last = new Answer(rank, sink, s.n() * s.kind().size());
      last.request = request;
      last.isLast = false;
      long word0 = Verb.GET.word0(port.expect(last), Kinds.code(s.kind()));
      Source data = Port.small(MemorySegment.ofArray(new long[] {s.n()}));
      port.link(rank).send(Parcels.single(word0, port.word1(), at + s.at(), data, Long.BYTES));
    }
    if (request != null) {
      if (last == null) {
        engine.progress().complete(request);
      } else {
        last.isLast = true;
      }
    }
  }

  /** An operation at a rank has failed whose promise is nobody's; inside the lock. */
  void handOn(int rank, MpiException why) {
    port.refusals().handOn(rank, why);
  }

  /** Combines elements; what was there goes to {@code result}, if asked for. */
  void update(
      int rank,
      Op op,
      long at,
      Elements elements,
      Buf in,
      @Nullable Buf result,
      @Nullable Promise request) {
    Source data = Layout.source(Operands.lendable(in));
    if (result == null) {
      send(rank, Verb.UPDATE, 0, op, at, elements, data, request);
    } else {
      var answer = new Answer(rank, Layout.sink(result), in.bytes());
      answer.request = request;
      send(rank, Verb.FETCH, port.expect(answer), op, at, elements, data, null);
    }
  }

  /** Asks for a swap; what was there goes to {@code result}. */
  void swap(
      int rank,
      BasicDatatype kind,
      long at,
      Buf expected,
      Buf value,
      Buf result,
      @Nullable Promise request) {
    int width = kind.width();
    byte[] both = new byte[2 * width];
    Layout.copy(expected, Buf.of(both, 0, 1, kind));
    Layout.copy(value, Buf.of(both, width, 1, kind));
    var answer = new Answer(rank, Layout.sink(result), width);
    answer.request = request;
    isOwing[rank] = true;
    long word0 = Verb.SWAP.word0(port.expect(answer), Kinds.code(kind));
    Source data = Port.small(MemorySegment.ofArray(both));
    port.link(rank).send(Parcels.single(word0, port.word1(), at, data, 2 * width));
  }

  private void send(
      int rank,
      Verb verb,
      int id,
      @Nullable Op op,
      long at,
      Elements elements,
      Source data,
      @Nullable Promise request) {
    isOwing[rank] = true;
    Link link = port.link(rank);
    link.send(
        new Parcels.ToStretches(
            verb, id, op, port.word1(), at, elements.stretches(), data, link.pieceBytes()));
    if (request != null) { // its place in the line is behind the data
      link.send(new Kept(request, rank));
    }
  }

  /** Keeps a promise when all before it is out. */
  private final class Kept implements Link.Parcel {
    private final Promise request;
    private final int rank;

    Kept(Promise request, int rank) {
      this.request = request;
      this.rank = rank;
    }

    @Override
    public Offer offer(Endpoint to) {
      engine.progress().complete(request);
      return Offer.OK;
    }

    @Override
    public void lost() {
      request.refuse(engine.progress(), port.unreachable(rank));
    }
  }

  /** A promise that a rank must keep. */
  Promise promise(int rank) {
    return engine.promise(() -> Status.EMPTY, peers, rank);
  }

  // ---- completion

  /** All operations on a rank have been done there. */
  void complete(int rank) {
    VarHandle.fullFence();
    if (targets[rank].memory() != null) {
      requireAlive(rank); // what lies here has been done
      return;
    }
    Answer[] answer = {null};
    engine.locked(
        () -> {
          if (isOwing[rank]) {
            isOwing[rank] = false;
            answer[0] = request(rank, Verb.FLUSH, 0);
          }
        });
    if (answer[0] != null) {
      await(answer[0]);
      tell(rank);
    }
  }

  /** All operations on all ranks have been done there, but for those that were refused. */
  void completeAll() {
    VarHandle.fullFence();
    List<Answer> answers = new ArrayList<>();
    engine.locked(
        () -> {
          for (int rank = 0; rank < targets.length; rank++) {
            if (isOwing[rank]) {
              isOwing[rank] = false;
              answers.add(request(rank, Verb.FLUSH, 0));
            }
          }
        });
    if (!answers.isEmpty()) {
      var attempts = new Attempts();
      answers.forEach(answer -> attempts.run(() -> await(answer)));
      attempts.end();
      tell(-1);
    }
  }

  /** The buffers of all operations may be used again. */
  void completeAllLocally() {
    var attempts = new Attempts();
    for (int rank = 0; rank < targets.length; rank++) {
      int of = rank;
      attempts.run(() -> completeLocally(of));
    }
    attempts.end();
  }

  /** Throws if a rank has failed: what is done in a part of it that lies here, nobody will read. */
  void requireAlive(int rank) {
    MpiException failure = failure(rank);
    if (failure != null) {
      throw failure;
    }
  }

  /** The same of all ranks. */
  void requireAllAlive() {
    for (int rank = 0; rank < targets.length && port.hasAnyFailed(); rank++) {
      requireAlive(rank);
    }
  }

  /** Why what is done in the part of a rank is in vain; null if the rank lives. */
  private @Nullable MpiException failure(int rank) {
    if (!port.hasAnyFailed()) {
      return null;
    }
    @Nullable MpiException[] failure = {null};
    engine.locked(() -> failure[0] = port.hasFailed(rank) ? port.unreachable(rank) : null);
    return failure[0];
  }

  /** Keeps the promise of what has been done in a part that lies here. */
  void keep(int rank, Promise request) {
    MpiException failure = failure(rank);
    if (failure == null) {
      request.keep(engine.progress());
    } else {
      engine.locked(() -> request.refuse(engine.progress(), failure));
    }
  }

  /** The error of what cannot be done as ranks have failed. */
  MpiException failure(String what) {
    return port.failure(what);
  }

  /** Throws what a rank, or any (−1), has refused. */
  void tell(int rank) {
    @Nullable MpiException[] refused = {null};
    engine.locked(() -> refused[0] = port.untold(rank));
    if (refused[0] != null) {
      throw refused[0];
    }
  }

  /** The buffers of all operations on a rank may be used again, and what is read has come. */
  void completeLocally(int rank) {
    if (targets[rank].memory() != null) {
      requireAlive(rank);
      return;
    }
    Link link = port.used(rank);
    if (link != null) {
      await(rank, () -> link.isClear() && port.isQuiet(rank) && !port.hasFailed(rank));
    }
  }

  /** Sends a request without data; inside the lock. */
  Answer request(int rank, Verb verb, int detail) {
    var answer = new Answer(rank, null, 0);
    long word0 = verb.word0(port.expect(answer), detail);
    port.link(rank).send(Parcels.control(word0, port.word1(), 0));
    return answer;
  }

  /** Waits for an answer. */
  void await(Answer answer) {
    await(answer.rank, () -> answer.isDone);
  }

  /** Waits for the lock of a rank's part. */
  void awaitLock(Answer answer) {
    await(answer.rank, Kind.LOCK, () -> answer.isDone);
  }

  /** Waits for what a rank brings about. */
  void await(int rank, BooleanSupplier condition) {
    await(rank, Kind.WINDOW, condition);
  }

  private void await(int rank, Kind kind, BooleanSupplier condition) {
    Link link = port.link(rank);
    engine.waiting().await(new Awaited(rank, kind, link, condition));
    @Nullable MpiException[] failure = {null};
    engine.locked(() -> failure[0] = condition.getAsBoolean() ? null : port.unreachable(rank));
    if (failure[0] != null) {
      throw failure[0];
    }
  }

  /** A condition that a rank brings about, or that never holds as the rank is gone. */
  private final class Awaited implements BooleanSupplier, Needing {
    private final int rank;
    private final Kind kind;
    private final Link link;
    private final BooleanSupplier condition;

    Awaited(int rank, Kind kind, Link link, BooleanSupplier condition) {
      this.rank = rank;
      this.kind = kind;
      this.link = link;
      this.condition = condition;
    }

    @Override
    public boolean getAsBoolean() {
      return condition.getAsBoolean() || link.isLost();
    }

    @Override
    public int[] needed() {
      return new int[] {peers.process(rank)};
    }

    @Override
    public Purpose purpose() {
      return new Purpose(kind, peers, rank);
    }

    @Override
    public int world() {
      return peers.world();
    }
  }
}
