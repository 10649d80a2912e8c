package org.purempi.onesided;

import java.util.Objects;
import java.util.function.BiConsumer;
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
import org.purempi.protocol.Promise;
import org.purempi.transport.Source;

/** What a rank does to the parts of others (section 12.3). Any thread. */
public final class Access {
  private final Engine engine;
  private final Remote remote;
  private final Epochs epochs;
  private final Target[] targets;

  Access(Engine engine, Remote remote, Epochs epochs, Target[] targets) {
    this.engine = engine;
    this.remote = remote;
    this.epochs = epochs;
    this.targets = targets;
  }

  /** The byte of a rank's part that a displacement stands for. */
  public long offset(int rank, long disp) {
    return disp * targets[rank].dispUnit();
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
      engine.locked(() -> remote.put(rank, at, elements, data, request));
      return;
    }
    directly(there, () -> Layout.copy(origin, there.at(at, count, type)));
    keep(rank, request);
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
      aside(origin, rank, request, (own, done) -> get(own, rank, disp, count, type, done));
      return;
    }
    if (there == null) {
      Elements elements = Elements.of(count, type);
      engine.locked(() -> remote.get(rank, at, elements, origin, request));
      return;
    }
    directly(there, () -> Layout.copy(there.at(at, count, type), origin));
    keep(rank, request);
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
  private void aside(
      Buf result, int rank, @Nullable Promise request, BiConsumer<Buf, Promise> operation) {
    Buf beside = Layout.scratch(result.datatype(), result.count());
    Layout.copy(result, beside); // what is not read stays as it is
    Promise done = promise(rank);
    operation.accept(beside, done);
    engine.waiting().waitFor(done);
    Layout.copy(beside, result);
    keep(rank, request);
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
    if (count == 1 && updateOne(target, at, origin, result, type, op)) {
      keep(rank, request);
      return;
    }
    Elements elements = Elements.of(count, type);
    if (elements.stretches().isEmpty()) {
      keep(rank, request);
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
      keep(rank, request);
      return;
    }
    Exposed there = target.memory();
    if (there != null) {
      Buf old = result == null ? null : Layout.scratch(kind, in.count());
      directly(there, () -> update(there, op, kind, at, elements, in, old));
      if (old != null) {
        Layout.copy(old, Objects.requireNonNull(result));
      }
      keep(rank, request);
    } else if (result != null && Operands.isConfined(result)) {
      aside(
          result, rank, request, (own, done) -> update(in, own, rank, disp, count, type, op, done));
    } else {
      engine.locked(() -> remote.update(rank, op, at, elements, in, result, request));
    }
  }

  /** The usual case, for speed: one number in shared memory. Whether it was that. */
  private static boolean updateOne(
      Target target, long at, @Nullable Buf origin, @Nullable Buf result, Datatype type, Op op) {
    Exposed there = target.memory();
    if (there == null
        || !there.isNumber(type, at)
        || (op != Op.NO_OP && (origin == null || !Operands.isOne(origin, type)))
        || (result != null && !Operands.isOne(result, type))) {
      return false;
    }
    Operands.check(op, type, result != null);
    long operand = op == Op.NO_OP ? 0 : Operands.bits(Objects.requireNonNull(origin));
    long before = there.updateNumber(op, (BasicDatatype) type, at, operand);
    if (result != null) {
      Operands.setBits(result, before);
    }
    return true;
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
    Operands.requireOne(origin, kind);
    Operands.requireOne(expected, kind);
    Operands.requireOne(result, kind);
    Target target = targets[rank];
    long at = place(target, disp, 1, kind);
    Exposed there = target.memory();
    if (there != null
        && there.isNumber(kind, at)
        && Operands.isOne(origin, kind)
        && Operands.isOne(expected, kind)
        && Operands.isOne(result, kind)) {
      long value = Operands.bits(origin);
      Operands.setBits(result, there.swapNumber(basic, at, Operands.bits(expected), value));
      keep(rank, request);
      return;
    }
    if (there == null && Operands.isConfined(result)) {
      aside(result, rank, request, (own, done) -> swap(origin, expected, own, rank, disp, done));
      return;
    }
    if (there == null) {
      engine.locked(() -> remote.swap(rank, basic, at, expected, origin, result, request));
      return;
    }
    Buf wanted = Operands.one(kind);
    Buf value = Operands.one(kind);
    Buf old = Operands.one(kind);
    Layout.copy(expected, wanted);
    Layout.copy(origin, value);
    directly(there, () -> there.swap(basic, at, wanted, value, old));
    Layout.copy(old, result);
    keep(rank, request);
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
      if (!remote.isHere(at + s.at(), s.span())) {
        throw new MpiArgumentException(
            ErrorClass.RMA_RANGE,
            count + " × " + type + " at address " + at + ": the memory is not attached here");
      }
    }
  }

  private void keep(int rank, @Nullable Promise request) {
    if (request != null) {
      remote.keep(rank, request);
    }
  }

  /** An operation on the part of a rank, for a user's request. */
  public Promise promise(int rank) {
    return remote.promise(rank);
  }

  /** The promise of an operation was nobody's: completing it tells its error. Inside the lock. */
  public void handOn(int rank, MpiException why) {
    remote.handOn(rank, why);
  }

  /** The request of an operation that has been done. */
  public Operation done() {
    return engine.done(Status.EMPTY);
  }

  // ---- completion

  /** All operations so far have been done at that rank. */
  public void flush(int rank) {
    epochs.requirePassive(rank);
    remote.complete(rank);
  }

  /** All operations so far have been done at all ranks. */
  public void flushAll() {
    epochs.requirePassive(-1);
    remote.completeAll();
    remote.requireAllAlive();
  }

  /** The buffers of all operations so far may be used again. */
  public void flushLocal(int rank) {
    epochs.requirePassive(rank);
    remote.completeLocally(rank);
  }

  /** As {@link #flushLocal}, for all ranks. */
  public void flushLocalAll() {
    epochs.requirePassive(-1);
    remote.completeAllLocally();
  }
}
