package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.LockType;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.layout.ContiguousCursor;
import org.purempi.layout.Layout;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Header;
import org.purempi.protocol.IdTable;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Promise;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * Where the frames of one window leave and arrive: does at this rank's part what others ask for,
 * and takes their answers. Belongs to the rank's lock.
 */
final class Port {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Engine engine;
  private final Peers peers;
  private Limits limits;
  private Exposed own;
  private final Map<Integer, Link> links = new HashMap<>();
  private final IdTable<Answer> answers = new IdTable<>();
  private final Grants grants;
  private final Parting parting;

  private volatile boolean hasAnyFailed;

  /** For each rank the code of the first error of what it has asked for, until it is told. */
  private final Map<Integer, Integer> errors = new HashMap<>();

  private final Refusals refusals;

  /** Which bytes of this rank's part there are. */
  @FunctionalInterface
  interface Limits {
    boolean contain(long at, long bytes);
  }

  /** {@code isNear} tells whether a rank maps what this one does. */
  Port(Peers peers, Exposed own, Limits limits, IntPredicate isNear) {
    this.engine = peers.engine();
    this.peers = peers;
    this.own = own;
    this.limits = limits;
    this.refusals = new Refusals(peers);
    IntPredicate mayHold = own.isShared() ? isNear : rank -> false;
    this.grants = new Grants(peers, own.lock(), mayHold, this::tell);
    this.parting = new Parting(peers.size(), peers.rank());
  }

  /** Of a window that was not made. */
  static Port ofNothing(Peers peers) {
    Exposed nothing = Exposed.own(new byte[0], 0, Assembly.ownWords(peers));
    return new Port(peers, nothing, (at, bytes) -> false, rank -> false);
  }

  /** Whether a process is the rank it says. */
  boolean is(int process, int rank) {
    return rank < peers.size() && peers.process(rank) == process;
  }

  Link link(int rank) {
    return links.computeIfAbsent(
        rank, r -> new Link(engine.progress(), engine.transport().endpoint(peers.process(r))));
  }

  long word1() {
    return Header.word1(peers.context(), peers.rank());
  }

  /** A number for an answer that will come, unless its rank has failed. */
  int expect(Answer answer) {
    if (parting.hasFailed(answer.rank)) {
      lose(answer);
      return 0;
    }
    return answers.add(answer);
  }

  // ---- ranks that have failed, or left

  /** A process has failed: what it has here is free, and nothing is waited for from there. */
  void failed(int process) {
    int rank = peers.rankOf(process);
    if (rank >= 0 && !parting.hasFailed(rank)) {
      grants.drop(rank);
      parting.failed(rank);
      hasAnyFailed = true;
      link(rank).lose();
      answers.removeIf(answer -> answer.rank == rank).forEach(this::lose);
    }
  }

  /** Whether a rank has failed. */
  boolean hasFailed(int rank) {
    return parting.hasFailed(rank);
  }

  /** Whether any rank has failed; any thread. */
  boolean hasAnyFailed() {
    return hasAnyFailed;
  }

  private void lose(Answer answer) {
    Promise request = answer.request;
    if (request != null) {
      request.refuse(engine.progress(), unreachable(answer.rank));
    }
  }

  /** The error of what needs a rank that cannot be reached. */
  MpiException unreachable(int rank) {
    return engine.departures().unreachable(peers, rank, link(rank).failure());
  }

  /** The error of what cannot be done as ranks have failed. */
  MpiException failure(String what) {
    return refusals.failure(what);
  }

  /**
   * This rank leaves the window without waiting for others: they do nothing here any more.
   *
   * @param whenAllHave runs, inside the lock, when all ranks that live have left
   */
  void leave(Runnable whenAllHave) {
    grants.close();
    own = Exposed.own(new byte[0], 0, own.lock());
    limits = (at, bytes) -> false;
    for (int rank = 0; rank < peers.size(); rank++) {
      if (rank != peers.rank() && !parting.hasFailed(rank)) {
        sayLeave(rank, 0);
      }
    }
    parting.leave(whenAllHave);
  }

  private void sayLeave(int rank, int isAnswer) {
    link(rank).send(Parcels.control(Verb.LEAVE.word0(0, isAnswer), word1(), 0));
  }

  /** Another rank has left. */
  private void left(int rank, boolean isAnswer) {
    grants.drop(rank);
    if (parting.hasLeft() && !isAnswer) {
      sayLeave(rank, 1);
    }
    parting.left(rank);
  }

  // ---- as target

  /** A frame of a rank. */
  void take(
      int rank, Verb verb, long word0, long at, MemorySegment memory, long offset, int bytes) {
    int id = Header.id(word0);
    int detail = Verb.detail(word0);
    if (parting.hasFailed(rank)) {
      return;
    }
    switch (verb) {
      case PUT, GET, UPDATE, FETCH, SWAP -> {
        try {
          access(rank, verb, id, detail, at, memory, offset, bytes);
        } catch (MpiException e) { // a device's part: this rank has not called anything
          switch (verb) {
            case GET ->
                refuse(rank, id, Refusals.GONE, memory.get(LONG, offset) * kind(detail).size());
            case FETCH -> refuse(rank, id, Refusals.GONE, bytes);
            case SWAP -> refuse(rank, id, Refusals.GONE, bytes / 2);
            default -> errors.putIfAbsent(rank, Refusals.GONE);
          }
        }
      }
      case FLUSH -> answer(rank, id);
      case LOCK -> {
        if (parting.hasLeft()) {
          tell(rank, id, false);
        } else {
          grants.ask(rank, id, type(detail));
        }
      }
      case UNLOCK -> {
        grants.unlock(rank);
        answer(rank, id);
      }
      case ANSWER -> answered(id, detail, at, memory, offset, bytes);
      case LEAVE -> left(rank, detail != 0);
    }
  }

  private void access(
      int rank,
      Verb verb,
      int id,
      int detail,
      long at,
      MemorySegment memory,
      long offset,
      int bytes) {
    switch (verb) {
      case PUT -> put(rank, detail, at, memory, offset, bytes);
      case GET -> get(rank, id, detail, at, memory, offset, bytes);
      case SWAP -> swap(rank, id, detail, at, memory, offset, bytes);
      default -> update(rank, verb, id, detail, at, memory, offset, bytes);
    }
  }

  private static LockType type(int detail) {
    return detail == 0 ? LockType.SHARED : LockType.EXCLUSIVE;
  }

  /** Tells a rank whether it has the lock. */
  private void tell(int rank, int id, boolean isGranted) {
    if (!isGranted) {
      errors.putIfAbsent(rank, Refusals.LEFT);
    }
    answer(rank, id);
  }

  private void answer(int rank, int id) {
    Integer error = errors.remove(rank);
    long word0 = Verb.ANSWER.word0(id, error == null ? 0 : error);
    link(rank).send(Parcels.control(word0, word1(), 0));
  }

  private void answer(int rank, int id, Source data) {
    Link link = link(rank);
    link.send(Parcels.stream(Verb.ANSWER.word0(id, 0), word1(), 0, data, link.pieceBytes()));
  }

  private int notHere() {
    return parting.hasLeft() ? Refusals.LEFT : Refusals.NOT_HERE;
  }

  private static Datatype kind(int detail) {
    Datatype kind = Kinds.kind(detail);
    if (kind == null) {
      throw new MalformedException("elements of unknown kind for a window");
    }
    return kind;
  }

  /** Whether so many elements lie within this part. */
  private boolean isHere(long at, long n, Datatype kind) {
    long span = n == 0 ? 0 : (n - 1) * kind.extent() + kind.trueExtent();
    return n >= 0 && span >= 0 && limits.contain(at, span);
  }

  /** What a rank has asked for cannot be done; its next answer will say so. */
  private void refuse(int rank) {
    errors.putIfAbsent(rank, notHere());
  }

  /** The elements of a frame, without gaps; those of basic kinds are not copied. */
  private static Buf elements(Datatype kind, MemorySegment memory, long offset, long n, int bytes) {
    Buf packed = Buf.of(memory, offset, bytes, Datatype.BYTE);
    if (Layout.contiguous(kind)) {
      return Buf.of(memory, offset, n, kind);
    }
    Buf elements = Layout.scratch(kind, n);
    Layout.copy(packed, elements);
    return elements;
  }

  private void put(int rank, int detail, long at, MemorySegment memory, long offset, int bytes) {
    Datatype kind = kind(detail);
    if (bytes % kind.size() != 0) { // part of an element: bytes will do
      kind = Datatype.BYTE;
    }
    long n = bytes / kind.size();
    if (!isHere(at, n, kind)) {
      refuse(rank);
      return;
    }
    if (Layout.contiguous(kind)) {
      own.cursor(at, bytes).write(memory, offset, bytes);
    } else {
      Layout.copy(Buf.of(memory, offset, bytes, Datatype.BYTE), own.at(at, n, kind));
    }
  }

  private void get(
      int rank, int id, int detail, long at, MemorySegment memory, long offset, int bytes) {
    Datatype kind = kind(detail);
    if (bytes != Long.BYTES) {
      throw new MalformedException("a get of a window that does not say how much");
    }
    long n = memory.get(LONG, offset);
    if (!isHere(at, n, kind)) {
      refuse(rank, id, notHere(), n * kind.size());
    } else if (Layout.contiguous(kind) && !own.mayFail()) {
      answer(rank, id, own.cursor(at, n * kind.size()));
    } else {
      answer(rank, id, Layout.source(Layout.copyOf(own.at(at, n, kind))));
    }
  }

  /** So many bytes of what was asked for will not come. */
  private void refuse(int rank, int id, int error, long bytes) {
    link(rank).send(Parcels.control(Verb.ANSWER.word0(id, error), word1(), bytes));
  }

  private void update(
      int rank,
      Verb verb,
      int id,
      int detail,
      long at,
      MemorySegment memory,
      long offset,
      int bytes) {
    Datatype kind = kind(detail);
    Op op = Kinds.operation(detail);
    if (op == null || bytes % kind.size() != 0) {
      throw new MalformedException("an update of a window by an unknown operation");
    }
    long n = bytes / kind.size();
    if (!isHere(at, n, kind)) {
      if (verb == Verb.FETCH) {
        refuse(rank, id, notHere(), bytes);
      } else {
        refuse(rank);
      }
      return;
    }
    Buf old = verb == Verb.FETCH ? Layout.scratch(kind, n) : null;
    own.update(op, kind, at, n, elements(kind, memory, offset, n, bytes), old);
    if (old != null) {
      answer(rank, id, Layout.source(old));
    }
  }

  private void swap(
      int rank, int id, int detail, long at, MemorySegment memory, long offset, int bytes) {
    if (!(kind(detail) instanceof BasicDatatype kind) || bytes != 2 * kind.width()) {
      throw new MalformedException("a swap in a window without both elements");
    }
    int width = kind.width();
    if (!isHere(at, 1, kind)) {
      refuse(rank, id, notHere(), width);
      return;
    }
    Buf old = Buf.of(MemorySegment.ofArray(new long[2]), 1, kind);
    Buf expected = Buf.of(memory, offset, 1, kind);
    own.swap(kind, at, expected, Buf.of(memory, offset + width, 1, kind), old);
    answer(rank, id, Layout.source(old));
  }

  // ---- as origin

  private void answered(
      int id, int error, long refused, MemorySegment memory, long offset, int bytes) {
    Answer answer = answers.get(id);
    long n = error == 0 ? bytes : refused;
    if (answer == null || n < 0 || n > answer.left) {
      throw new MalformedException("an answer for a window that nobody waits for");
    }
    if (answer.sink != null && bytes > 0) {
      write(answer, answer.sink, memory, offset, bytes);
    }
    answer.left -= n;
    if (error != 0) {
      refusals.refused(answer, error);
    }
    if (answer.left == 0) {
      answers.remove(id);
      answer.isDone = true;
      Promise request = answer.request;
      if (request != null && answer.isLast && !request.isDone()) {
        engine.progress().complete(request);
      }
    }
  }

  private void write(Answer answer, Sink sink, MemorySegment memory, long offset, int bytes) {
    try {
      sink.write(memory, offset, bytes);
    } catch (MpiException e) { // a device's memory
      refusals.failed(answer, e);
    }
  }

  /** The first error of one rank, or of any (−1), that nobody has been told; null if none. */
  @Nullable MpiException untold(int rank) {
    return refusals.untold(rank);
  }

  /** See {@link Refusals#handOn}. */
  Refusals refusals() {
    return refusals;
  }

  /** Whether there is memory of this rank's part. */
  boolean contains(long at, long bytes) {
    return limits.contain(at, bytes);
  }

  /** Data that fits into a frame of its own. */
  static Source small(MemorySegment data) {
    return new ContiguousCursor().reset(data, 0, data.byteSize());
  }

  /** Whether nothing is waited for from a rank. */
  boolean isQuiet(int rank) {
    return !answers.any(a -> a.rank == rank);
  }

  /** The link to a rank, if anything has gone there. */
  @Nullable Link used(int rank) {
    return links.get(rank);
  }
}
