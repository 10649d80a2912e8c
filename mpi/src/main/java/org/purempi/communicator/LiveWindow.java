package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Assertion;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Keyval;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Window;
import org.purempi.WindowFlavor;
import org.purempi.WindowPart;
import org.purempi.collective.Collective;
import org.purempi.handle.Attributes;
import org.purempi.layout.Layout;
import org.purempi.onesided.Access;
import org.purempi.onesided.ActiveTargets;
import org.purempi.onesided.Locks;
import org.purempi.onesided.WindowCore;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Promise;
import org.purempi.request.ErrorScope;
import org.purempi.request.WindowRequest;
import org.purempi.tool.ProgramStack;

/**
 * A window as users see it: its arguments are checked here, and its errors treated (chapter 12).
 */
public final class LiveWindow implements Window, ErrorScope {
  private final Rank home;
  private final Peers peers;
  private final WindowCore core;
  private final Access access;
  private final Locks locks;
  private final ActiveTargets active;
  private final Attributes attributes = new Attributes();
  private volatile ErrorHandler errorHandler;
  private volatile Info hints;
  private volatile String name = "";
  private volatile boolean closed;

  private LiveWindow(Rank home, WindowCore core, ErrorHandler errorHandler, Info hints) {
    this.home = home;
    this.core = core;
    this.peers = core.peers();
    this.access = core.access();
    this.locks = core.locks();
    this.active = core.activeTargets();
    this.errorHandler = errorHandler;
    this.hints = hints;
  }

  /** The factories of {@link Window}; collective. */
  public static Window create(
      Communicator comm,
      WindowFlavor flavor,
      @Nullable Buf memory,
      long bytes,
      int dispUnit,
      Info info) {
    if (!(comm instanceof LiveCommunicator parent)) {
      throw new MpiArgumentException(
          ErrorClass.COMM, "a window is made over a communicator of one group, not over " + comm);
    }
    String call = "Window of " + flavor.name().toLowerCase(java.util.Locale.ROOT);
    parent.requireOpen(call);
    return parent.handling(
        () -> {
          check(parent.at(call), memory, bytes, dispUnit);
          Info hints = WindowHints.merged(null, info);
          String label = "a window of " + parent.label();
          Peers own = parent.home().contexts().dup(parent.peers(), parent.collective(), label);
          boolean isOnPages = WindowHints.isTrue(hints, WindowHints.NONCONTIGUOUS);
          var wish = new WindowCore.Wish(flavor, memory, bytes, dispUnit, isOnPages);
          var core = new WindowCore(own, new Collective(own), wish);
          if (core.needsProgress()) {
            parent.startProgressThread();
          }
          ErrorHandler handler = parent.getErrhandler();
          ErrorHandler inherited =
              handler instanceof ErrorHandler.Predefined ? handler : ErrorHandler.RETURN;
          return new LiveWindow(parent.home(), core, inherited, hints);
        });
  }

  private static void check(String at, @Nullable Buf memory, long bytes, int dispUnit) {
    if (bytes < 0) {
      throw new MpiArgumentException(ErrorClass.SIZE, at + ": a part of " + bytes + " bytes");
    }
    if (dispUnit <= 0) {
      throw new MpiArgumentException(
          ErrorClass.DISP, at + ": the unit of displacements is " + dispUnit + ", not above 0");
    }
    if (memory == null) {
      return;
    }
    if (memory == Buf.IN_PLACE || !Layout.contiguous(memory.datatype())) {
      throw new MpiArgumentException(
          ErrorClass.ARG, at + ": " + memory + " is not memory without gaps");
    }
    if (memory.base() instanceof MemorySegment s && s.isReadOnly()) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER, at + ": the memory is read-only: others could not write to it");
    }
  }

  // ---- what it is

  @Override
  public Mpi mpi() {
    return home.mpi();
  }

  @Override
  public Engine engine() {
    return peers.engine();
  }

  @Override
  public String label() {
    return peers.label();
  }

  @Override
  public void startProgressThread() {
    home.startProgressThread();
  }

  @Override
  public int rank() {
    return peers.rank();
  }

  @Override
  public int size() {
    return peers.size();
  }

  @Override
  public Group group() {
    long[] processes = Arrays.stream(peers.processes()).asLongStream().toArray();
    return Group.ofProcesses(processes, home.process());
  }

  @Override
  public WindowFlavor flavor() {
    return core.flavor();
  }

  @Override
  public MemorySegment memory() {
    requireOpen("memory");
    return core.memory();
  }

  @Override
  public int dispUnit() {
    return core.dispUnit(rank());
  }

  @Override
  public WindowPart sharedQuery(int rank) {
    requireOpen("sharedQuery");
    return handling(() -> query(rank));
  }

  private WindowPart query(int asked) {
    if (core.flavor() == WindowFlavor.DYNAMIC) {
      throw new MpiArgumentException(
          ErrorClass.RMA_FLAVOR, at("sharedQuery") + ": a dynamic window has no parts to map");
    }
    int rank = asked;
    if (asked == Mpi.PROC_NULL) {
      rank = 0;
      while (rank < size() && core.bytes(rank) == 0) {
        rank++;
      }
      if (rank == size()) {
        return new WindowPart(Mpi.PROC_NULL, MemorySegment.NULL, dispUnit());
      }
    } else {
      requireRank("sharedQuery", rank);
    }
    MemorySegment part = core.mapped(rank);
    if (part == null) {
      throw new MpiArgumentException(
          ErrorClass.RMA_SHARED,
          at("sharedQuery") + ": the part of rank " + rank + " cannot be reached from here");
    }
    return new WindowPart(rank, part, core.dispUnit(rank));
  }

  @Override
  public long attach(MemorySegment memory) {
    requireOpen("attach");
    return handling(() -> core.attach(memory));
  }

  @Override
  public void detach(MemorySegment memory) {
    requireOpen("detach");
    handling(() -> core.detach(memory));
  }

  // ---- checks and errors

  private String at(String call) {
    return "rank " + peers.rank() + ": " + call;
  }

  private void requireOpen(String call) {
    if (closed) {
      throw raise(
          new MpiArgumentException(ErrorClass.WIN, at(call) + ": " + label() + " has been closed"));
    }
    home.requireRunning(call);
  }

  private void requireRank(String call, int rank) {
    if (rank < 0 || rank >= size()) {
      throw Arguments.rank(at(call), "rank", rank, size(), label());
    }
  }

  /** Whether there is anything to do: false for PROC_NULL. */
  private boolean mayAccess(String call, int rank, Buf... buffers) {
    requireOpen(call);
    if (rank == Mpi.PROC_NULL) {
      return false;
    }
    handling(
        () -> {
          requireRank(call, rank);
          for (Buf buf : buffers) {
            if (buf == Buf.IN_PLACE) {
              throw Arguments.inPlace(at(call));
            }
          }
        });
    return true;
  }

  private void requireWritable(String call, Buf buf) {
    if (buf.base() instanceof MemorySegment s && s.isReadOnly()) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.BUFFER, at(call) + ": what is read cannot be stored: it is read-only"));
    }
  }

  /** Performs a call; its errors say who has made it. */
  private void perform(String call, Runnable action) {
    try {
      action.run();
    } catch (MpiArgumentException | MpiException e) {
      throw raise(at(call), e);
    }
  }

  /** Performs a call; its errors say who has made it. */
  private <T> T perform(String call, Supplier<T> action) {
    try {
      return action.get();
    } catch (MpiArgumentException | MpiException e) {
      throw raise(at(call), e);
    }
  }

  @Override
  public RuntimeException raise(@Nullable RuntimeException error) {
    RuntimeException e = error == null ? new MpiException(ErrorClass.INTERN, "no error") : error;
    if (!(e instanceof MpiError mpiError) || e instanceof MpiAbortException) {
      return e;
    }
    ErrorHandler handler = errorHandler;
    if (handler instanceof ErrorHandler.WindowUser user) {
      user.f().accept(this, mpiError);
    } else if (handler != ErrorHandler.RETURN) {
      System.err.print(
          "rank %d of %s: %s%n%s".formatted(rank(), label(), e, ProgramStack.ofThisThread()));
      throw home.mpi().abort(mpiError.errorCode());
    }
    return e;
  }

  /** An epoch for a try block: ended when it is closed, if it is still open. */
  private static Epoch epoch(BooleanSupplier isOpen, Runnable end) {
    return () -> {
      if (isOpen.getAsBoolean()) {
        end.run();
      }
    };
  }

  private static boolean has(Assertion[] assertions, Assertion wanted) {
    return List.of(assertions).contains(wanted);
  }

  private int[] ranks(String call, Group group) {
    int[] all = new int[group.size()];
    Arrays.setAll(all, i -> i);
    int[] ranks = group.translateRanks(all, group());
    for (int rank : ranks) {
      if (rank == Mpi.UNDEFINED) {
        throw new MpiArgumentException(
            ErrorClass.GROUP, at(call) + ": the group has processes that are not in " + label());
      }
    }
    return ranks;
  }

  // ---- epochs

  @Override
  public void fence(Assertion... assertions) {
    requireOpen("fence");
    perform(
        "fence",
        () ->
            core.fence(
                !has(assertions, Assertion.NOPRECEDE), !has(assertions, Assertion.NOSUCCEED)));
  }

  @Override
  public Epoch start(Group group, Assertion... assertions) {
    requireOpen("start");
    boolean isUnchecked = has(assertions, Assertion.NOCHECK);
    return epoch(
        perform("start", () -> active.start(ranks("start", group), isUnchecked)), this::complete);
  }

  @Override
  public void complete() {
    requireOpen("complete");
    perform("complete", active::complete);
  }

  @Override
  public Epoch post(Group group, Assertion... assertions) {
    requireOpen("post");
    boolean isUnchecked = has(assertions, Assertion.NOCHECK);
    return epoch(
        perform("post", () -> active.post(ranks("post", group), isUnchecked)), this::waitFor);
  }

  @Override
  public void waitFor() {
    requireOpen("waitFor");
    perform("waitFor", active::waitFor);
  }

  @Override
  public boolean test() {
    requireOpen("test");
    return perform("test", active::test);
  }

  private void requireLocks(String call) {
    requireOpen(call);
    if (WindowHints.isTrue(hints, WindowHints.NO_LOCKS)) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.RMA_SYNC,
              at(call) + ": the info no_locks of " + label() + " promises that none is taken"));
    }
  }

  @Override
  public Epoch lock(LockType type, int rank, Assertion... assertions) {
    requireLocks("lock");
    if (rank == Mpi.PROC_NULL) {
      return () -> {};
    }
    boolean isUnchecked = has(assertions, Assertion.NOCHECK);
    handling(() -> requireRank("lock", rank));
    return epoch(perform("lock", () -> locks.lock(type, rank, isUnchecked)), () -> unlock(rank));
  }

  @Override
  public void unlock(int rank) {
    if (mayAccess("unlock", rank)) {
      perform("unlock", () -> locks.unlock(rank));
    }
  }

  @Override
  public Epoch lockAll(Assertion... assertions) {
    requireLocks("lockAll");
    boolean isUnchecked = has(assertions, Assertion.NOCHECK);
    return epoch(perform("lockAll", () -> locks.lockAll(isUnchecked)), this::unlockAll);
  }

  @Override
  public void unlockAll() {
    requireOpen("unlockAll");
    perform("unlockAll", locks::unlockAll);
  }

  @Override
  public void flush(int rank) {
    if (mayAccess("flush", rank)) {
      perform("flush", () -> access.flush(rank));
    }
  }

  @Override
  public void flushAll() {
    requireOpen("flushAll");
    perform("flushAll", access::flushAll);
  }

  @Override
  public void flushLocal(int rank) {
    if (mayAccess("flushLocal", rank)) {
      perform("flushLocal", () -> access.flushLocal(rank));
    }
  }

  @Override
  public void flushLocalAll() {
    requireOpen("flushLocalAll");
    perform("flushLocalAll", access::flushLocalAll);
  }

  @Override
  public void sync() {
    requireOpen("sync");
    core.sync();
  }

  // ---- operations

  @Override
  public void put(Buf origin, int rank, long disp, long count, Datatype type) {
    if (mayAccess("put", rank, origin)) {
      perform("put", () -> access.put(origin, rank, disp, count, type, null));
    }
  }

  @Override
  public void get(Buf origin, int rank, long disp, long count, Datatype type) {
    if (mayAccess("get", rank, origin)) {
      requireWritable("get", origin);
      perform("get", () -> access.get(origin, rank, disp, count, type, null));
    }
  }

  @Override
  public void accumulate(Buf origin, int rank, long disp, long count, Datatype type, Op op) {
    if (mayAccess("accumulate", rank, origin)) {
      perform("accumulate", () -> access.update(origin, null, rank, disp, count, type, op, null));
    }
  }

  @Override
  public void getAccumulate(
      @Nullable Buf origin, Buf result, int rank, long disp, long count, Datatype type, Op op) {
    if (mayUpdate("getAccumulate", origin, result, rank, op)) {
      perform(
          "getAccumulate", () -> access.update(origin, result, rank, disp, count, type, op, null));
    }
  }

  private boolean mayUpdate(String call, @Nullable Buf origin, Buf result, int rank, Op op) {
    if (!mayAccess(call, rank, result)) {
      return false;
    }
    if (op != Op.NO_OP && (origin == null || origin == Buf.IN_PLACE)) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.BUFFER,
              at(call) + ": there is no origin, which only NO_OP can do without"));
    }
    requireWritable(call, result);
    return true;
  }

  @Override
  public void fetchAndOp(@Nullable Buf origin, Buf result, int rank, long disp, Op op) {
    if (mayUpdate("fetchAndOp", origin, result, rank, op)) {
      perform("fetchAndOp", () -> fetch(origin, result, rank, disp, op, null));
    }
  }

  private void fetch(
      @Nullable Buf origin, Buf result, int rank, long disp, Op op, @Nullable Promise request) {
    if (result.count() != 1 || !WindowCore.isElement(result.datatype())) {
      throw new MpiArgumentException(
          ErrorClass.TYPE, result + " is not one element of a predefined datatype");
    }
    access.update(origin, result, rank, disp, 1, result.datatype(), op, request);
  }

  @Override
  public void compareAndSwap(Buf origin, Buf compare, Buf result, int rank, long disp) {
    if (mayAccess("compareAndSwap", rank, origin, compare, result)) {
      requireWritable("compareAndSwap", result);
      perform("compareAndSwap", () -> access.swap(origin, compare, result, rank, disp, null));
    }
  }

  // ---- operations with requests

  private Request<Status> request(String call, boolean isNeeded, Starter starter) {
    if (!isNeeded) {
      return new WindowRequest(this, access.done());
    }
    Promise promise = access.promise();
    perform(call, () -> starter.start(promise));
    return new WindowRequest(this, promise);
  }

  /** Starts an operation that keeps a promise. */
  private interface Starter {
    void start(Promise promise);
  }

  @Override
  public Request<Status> rput(Buf origin, int rank, long disp, long count, Datatype type) {
    return request(
        "rput",
        mayAccess("rput", rank, origin),
        promise -> access.put(origin, rank, disp, count, type, promise));
  }

  @Override
  public Request<Status> rget(Buf origin, int rank, long disp, long count, Datatype type) {
    requireWritable("rget", origin);
    return request(
        "rget",
        mayAccess("rget", rank, origin),
        promise -> access.get(origin, rank, disp, count, type, promise));
  }

  @Override
  public Request<Status> raccumulate(
      Buf origin, int rank, long disp, long count, Datatype type, Op op) {
    return request(
        "raccumulate",
        mayAccess("raccumulate", rank, origin),
        promise -> access.update(origin, null, rank, disp, count, type, op, promise));
  }

  @Override
  public Request<Status> rgetAccumulate(
      @Nullable Buf origin, Buf result, int rank, long disp, long count, Datatype type, Op op) {
    return request(
        "rgetAccumulate",
        mayUpdate("rgetAccumulate", origin, result, rank, op),
        promise -> access.update(origin, result, rank, disp, count, type, op, promise));
  }

  private void await(Request<Status> request) {
    request.waitFor();
  }

  @Override
  public long fetchAndAdd(int rank, long disp, long value) {
    long[] result = new long[1];
    Buf origin = Buf.of(new long[] {value});
    await(
        request(
            "fetchAndAdd",
            mayAccess("fetchAndAdd", rank),
            promise -> fetch(origin, Buf.of(result), rank, disp, Op.SUM, promise)));
    return result[0];
  }

  @Override
  public int fetchAndAdd(int rank, long disp, int value) {
    int[] result = new int[1];
    Buf origin = Buf.of(new int[] {value});
    await(
        request(
            "fetchAndAdd",
            mayAccess("fetchAndAdd", rank),
            promise -> fetch(origin, Buf.of(result), rank, disp, Op.SUM, promise)));
    return result[0];
  }

  @Override
  public long compareAndSwap(int rank, long disp, long expected, long value) {
    long[] result = new long[1];
    Buf origin = Buf.of(new long[] {value});
    Buf compare = Buf.of(new long[] {expected});
    await(
        request(
            "compareAndSwap",
            mayAccess("compareAndSwap", rank),
            promise -> access.swap(origin, compare, Buf.of(result), rank, disp, promise)));
    return result[0];
  }

  @Override
  public int compareAndSwap(int rank, long disp, int expected, int value) {
    int[] result = new int[1];
    Buf origin = Buf.of(new int[] {value});
    Buf compare = Buf.of(new int[] {expected});
    await(
        request(
            "compareAndSwap",
            mayAccess("compareAndSwap", rank),
            promise -> access.swap(origin, compare, Buf.of(result), rank, disp, promise)));
    return result[0];
  }

  // ---- what hangs on it

  @Override
  public Info getInfo() {
    return hints;
  }

  @Override
  public void setInfo(Info info) {
    requireOpen("setInfo");
    handling(() -> hints = WindowHints.merged(hints, info));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void setName(String newName) {
    name = newName;
    peers.label(newName);
  }

  @Override
  public <T> Optional<T> getAttr(Keyval<T> keyval) {
    if (keyval.predefined()) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.KEYVAL, at("getAttr") + ": " + keyval + " is of communicators"));
    }
    return attributes.get(keyval);
  }

  @Override
  public <T> void setAttr(Keyval<T> keyval, T value) {
    requireOpen("setAttr");
    handling(() -> attributes.set(this, keyval, value));
  }

  @Override
  public void deleteAttr(Keyval<?> keyval) {
    requireOpen("deleteAttr");
    handling(() -> attributes.delete(this, keyval));
  }

  @Override
  public ErrorHandler getErrhandler() {
    return errorHandler;
  }

  @Override
  public void setErrhandler(ErrorHandler handler) {
    if (handler instanceof ErrorHandler.User) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.ARG,
              at("setErrhandler") + ": the handler is one for communicators, take ofWindow"));
    }
    errorHandler = handler;
  }

  @Override
  public void callErrhandler(RuntimeException error) {
    throw raise(error);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    home.requireRunning("close");
    perform("close", core::agreeToFree);
    closed = true;
    try {
      perform("close", core::free);
    } finally {
      attributes.deleteAll(this);
    }
  }

  @Override
  public String toString() {
    return label() + " (rank " + rank() + " of " + size() + ")";
  }
}
