package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Status;
import org.purempi.layout.Layout;
import org.purempi.onesided.Elements.Stretch;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Promise;
import org.purempi.transport.Offer;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * What a rank does to the parts of others (section 12.3), and how it learns that it has been done.
 * Any thread.
 */
public final class Access {
  private final Peers peers;
  private final Engine engine;
  private final Port port;
  private final Epochs epochs;
  private final Target[] targets;

  /** Whether something has gone to a rank by frames since the last flush. Inside the lock. */
  private final boolean[] isOwing;

  Access(Peers peers, Port port, Epochs epochs, Target[] targets) {
    this.peers = peers;
    this.engine = peers.engine();
    this.port = port;
    this.epochs = epochs;
    this.targets = targets;
    this.isOwing = new boolean[targets.length];
  }

  // ---- put and get

  /** Writes; a request's promise is kept when the origin may be used again. */
  public void put(
      Buf origin, int rank, long disp, long count, Datatype type, @Nullable Promise request) {
    epochs.requireAccess(rank);
    Target target = targets[rank];
    long at = place(target, disp, count, type);
    Operands.requireRoom(origin.bytes(), count, type, "the origin");
    Exposed there = target.memory();
    if (there == null) {
      Elements elements = Elements.of(count, type);
      Source data = Layout.source(Operands.lendable(origin));
      engine.locked(() -> send(rank, Verb.PUT, 0, null, at, elements, data, request));
      return;
    }
    directly(there, () -> Layout.copy(origin, there.at(at, count, type)));
    keep(request);
  }

  /** Reads; a request's promise is kept when the data has come. */
  public void get(
      Buf origin, int rank, long disp, long count, Datatype type, @Nullable Promise request) {
    epochs.requireAccess(rank);
    Target target = targets[rank];
    long at = place(target, disp, count, type);
    if (count * type.size() > origin.bytes()) {
      throw new MpiArgumentException(
          ErrorClass.TRUNCATE,
          count + " × " + type + " do not fit into " + origin + ": it has " + origin.bytes());
    }
    Exposed there = target.memory();
    if (there == null && Operands.isConfined(origin)) {
      aside(origin, request, (own, done) -> get(own, rank, disp, count, type, done));
      return;
    }
    if (there == null) {
      Elements elements = Elements.of(count, type);
      engine.locked(() -> ask(rank, at, elements, Layout.sink(origin), request));
      return;
    }
    directly(there, () -> Layout.copy(there.at(at, count, type), origin));
    keep(request);
  }

  /** Does something to a part that lies here; to memory of this rank alone inside its lock. */
  private void directly(Exposed there, Runnable action) {
    if (there.isShared()) {
      action.run();
    } else {
      engine.locked(action);
    }
  }

  /** Reads into memory that only this thread may use: so this thread waits for the data. */
  private void aside(Buf result, @Nullable Promise request, BiConsumer<Buf, Promise> operation) {
    Buf beside = Layout.scratch(result.datatype(), result.count());
    Layout.copy(result, beside); // what is not read stays as it is
    Promise done = promise();
    operation.accept(beside, done);
    engine.waiting().waitFor(done);
    Layout.copy(beside, result);
    keep(request);
  }

  // ---- updates

  /**
   * Combines elements with those of a part; what was there goes to {@code result}, if asked for.
   *
   * @param origin null with NO_OP
   */
  public void update(
      @Nullable Buf origin,
      @Nullable Buf result,
      int rank,
      long disp,
      long count,
      Datatype type,
      Op op,
      @Nullable Promise request) {
    epochs.requireAccess(rank);
    Target target = targets[rank];
    long at = place(target, disp, count, type);
    Elements elements = Elements.of(count, type);
    if (elements.stretches().isEmpty()) {
      keep(request);
      return;
    }
    Datatype kind = elements.requireKind(type);
    Operands.check(op, kind, result != null);
    long n = elements.stretches().stream().mapToLong(Stretch::n).sum();
    Buf in =
        op == Op.NO_OP
            ? Layout.scratch(kind, n)
            : Operands.operands(Objects.requireNonNull(origin), kind);
    Operands.requireRoom(in.bytes(), count, type, "the origin");
    if (result != null) {
      Operands.requireRoom(in.bytes(), result.count(), result.datatype(), "the result");
    }
    if (in.count() == 0) {
      keep(request);
      return;
    }
    Exposed there = target.memory();
    if (there != null) {
      Buf old = result == null ? null : Layout.scratch(kind, in.count());
      directly(there, () -> update(there, op, kind, at, elements, in, old));
      if (old != null) {
        Layout.copy(old, Objects.requireNonNull(result));
      }
      keep(request);
    } else if (result != null && Operands.isConfined(result)) {
      aside(result, request, (own, done) -> update(in, own, rank, disp, count, type, op, done));
    } else {
      engine.locked(() -> update(rank, op, at, elements, in, result, request));
    }
  }

  private static void update(
      Exposed there, Op op, Datatype kind, long at, Elements elements, Buf in, @Nullable Buf old) {
    long done = 0;
    for (Stretch s : elements.stretches()) {
      long n = Math.min(s.n(), in.count() - done);
      if (n > 0) {
        Buf part = old == null ? null : old.slice(done, n);
        there.update(op, kind, at + s.at(), n, in.slice(done, n), part);
      }
      done += s.n();
    }
  }

  private void update(
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

  /** Writes an element if the expected one is there; what was there comes back. */
  public void swap(
      Buf origin, Buf expected, Buf result, int rank, long disp, @Nullable Promise request) {
    epochs.requireAccess(rank);
    Datatype kind = origin.datatype();
    if (!(kind instanceof BasicDatatype basic) || !Operands.isSwappable(basic.kind())) {
      throw new MpiArgumentException(
          ErrorClass.TYPE,
          "compareAndSwap of " + kind + ": it takes predefined integers, truth values and bytes");
    }
    for (Buf buf : new Buf[] {origin, expected, result}) {
      if (buf.count() != 1 || !Elements.isSame(kind, buf.datatype())) {
        throw new MpiArgumentException(
            ErrorClass.TYPE, "compareAndSwap: " + buf + " is not one element of " + kind);
      }
    }
    Target target = targets[rank];
    long at = place(target, disp, 1, kind);
    Buf old = Operands.one(kind);
    Exposed there = target.memory();
    if (there == null && Operands.isConfined(result)) {
      aside(result, request, (own, done) -> swap(origin, expected, own, rank, disp, done));
      return;
    }
    if (there == null) {
      int width = basic.width();
      byte[] both = new byte[2 * width];
      Layout.copy(expected, Buf.of(both, 0, 1, kind));
      Layout.copy(origin, Buf.of(both, width, 1, kind));
      var answer = new Answer(rank, Layout.sink(result), width);
      answer.request = request;
      engine.locked(
          () -> {
            isOwing[rank] = true;
            long word0 = Verb.SWAP.word0(port.expect(answer), Kinds.code(kind));
            Source data = Port.small(MemorySegment.ofArray(both));
            port.link(rank).send(Parcels.single(word0, port.word1(), at, data, 2 * width));
          });
      return;
    }
    Buf wanted = Operands.one(kind);
    Buf value = Operands.one(kind);
    Layout.copy(expected, wanted);
    Layout.copy(origin, value);
    directly(there, () -> there.swap(kind, at, wanted, value, old));
    Layout.copy(old, result);
    keep(request);
  }

  // ---- places

  private long place(Target target, long disp, long count, Datatype type) {
    long at = target.place(disp, count, type);
    if (target.isDynamic() && target.memory() != null) {
      requireAttached(at, count, type);
    }
    return at;
  }

  /** Refuses memory of this rank that it has not attached; others find out by themselves. */
  private void requireAttached(long at, long count, Datatype type) {
    for (Stretch s : Elements.of(count, type).stretches()) {
      if (!port.contains(at + s.at(), s.span())) {
        throw new MpiArgumentException(
            ErrorClass.RMA_RANGE,
            count + " × " + type + " at address " + at + ": the memory is not attached here");
      }
    }
  }

  // ---- frames; inside the lock

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
      link.send(
          to -> {
            engine.progress().complete(request);
            return Offer.OK;
          });
    }
  }

  private void ask(int rank, long at, Elements elements, Sink sink, @Nullable Promise request) {
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

  private void keep(@Nullable Promise request) {
    if (request != null) {
      request.keep(engine.progress());
    }
  }

  /** An operation for a user's request. */
  public Promise promise() {
    return engine.promise(() -> Status.EMPTY);
  }

  /** The request of an operation that has been done. */
  public Operation done() {
    return engine.done(Status.EMPTY);
  }

  // ---- completion

  /** All operations on a rank have been done there. */
  void complete(int rank) {
    VarHandle.fullFence();
    if (targets[rank].memory() != null) {
      return; // what lies here has been done
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
      answers.forEach(this::await);
      tell(-1);
    }
  }

  /** Throws what a rank, or any (−1), has refused. */
  private void tell(int rank) {
    @Nullable MpiException[] refused = {null};
    engine.locked(() -> refused[0] = port.untold(rank));
    if (refused[0] != null) {
      throw refused[0];
    }
  }

  /** The buffers of all operations on a rank may be used again. */
  void completeLocally(int rank) {
    Link link = targets[rank].memory() == null ? port.used(rank) : null;
    if (link != null) {
      await(rank, () -> link.isClear() && port.isQuiet(rank));
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

  /** Waits for what a rank brings about. */
  void await(int rank, BooleanSupplier condition) {
    Link link = port.link(rank);
    engine.waiting().await(() -> condition.getAsBoolean() || link.isLost());
    boolean[] holds = {false};
    engine.locked(() -> holds[0] = condition.getAsBoolean());
    if (!holds[0]) {
      throw new MpiException(
          ErrorClass.PROC_ABORTED,
          "rank " + rank + " of " + peers.label() + " cannot be reached: " + link.failure());
    }
  }

  /** All operations so far have been done at that rank. */
  public void flush(int rank) {
    epochs.requirePassive(rank);
    complete(rank);
  }

  /** All operations so far have been done at all ranks. */
  public void flushAll() {
    epochs.requirePassive(-1);
    completeAll();
  }

  /** The buffers of all operations so far may be used again. */
  public void flushLocal(int rank) {
    epochs.requirePassive(rank);
    completeLocally(rank);
  }

  /** As {@link #flushLocal}, for all ranks. */
  public void flushLocalAll() {
    epochs.requirePassive(-1);
    for (int rank = 0; rank < targets.length; rank++) {
      completeLocally(rank);
    }
  }
}
