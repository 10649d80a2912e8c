package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Assertion;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.LockType;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Window;
import org.purempi.WindowFlavor;
import org.purempi.WindowPart;
import org.purempi.check.Check;
import org.purempi.check.Leaks;
import org.purempi.check.Mistake;
import org.purempi.check.WindowLog;
import org.purempi.collective.Collective;
import org.purempi.layout.Layout;
import org.purempi.onesided.Access;
import org.purempi.onesided.ActiveTargets;
import org.purempi.onesided.Locks;
import org.purempi.onesided.WindowCore;
import org.purempi.protocol.Peers;

/**
 * A window as users see it: its arguments are checked here, and its errors treated (chapter 12).
 */
public final class LiveWindow extends WindowOperations {
  private final WindowCore core;
  private final Access access;
  private final Locks locks;
  private final ActiveTargets active;

  private LiveWindow(Rank home, WindowCore core, ErrorHandler errorHandler, Info hints) {
    super(home, core.peers(), core.access(), errorHandler, hints);
    this.core = core;
    this.access = core.access();
    this.locks = core.locks();
    this.active = core.activeTargets();
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
    String call = "Window of " + flavor.name().toLowerCase(Locale.ROOT);
    return parent.making(
        call,
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
          LiveWindow made = new LiveWindow(parent.home(), core, inherited, hints);
          if (Check.ON) {
            Leaks leaks = parent.engine().checker().leaks();
            leaks.made(made, Mistake.WINDOW_NOT_FREED, made::label);
            if (memory != null) {
              made.engine().checker().windowParts().opened(made, memory, made.label());
            }
          }
          return made;
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
    if (WindowCore.isConfined(memory)) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER,
          at + ": the memory belongs to one thread: take an arena of ofShared() or ofAuto()");
    }
  }

  // ---- what it is

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

  // ---- epochs

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
    return Arguments.ranks(at(call), group, group(), label());
  }

  @Override
  public void fence(Assertion... assertions) {
    requireOpen("fence");
    boolean precedes = !has(assertions, Assertion.NOPRECEDE);
    if (log != null) {
      if (!precedes) {
        log.requireNothing("fence with NOPRECEDE");
      }
      completedAll(false);
    }
    boolean succeeds = !has(assertions, Assertion.NOSUCCEED);
    perform("fence", () -> core.fence(precedes, succeeds, this::compareFenced));
  }

  private void compareFenced() {
    if (log != null) {
      log.compare(rank(), core.exchange(log.records(size())));
      log.fenced();
    }
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
    completedAll(true);
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

  private void completed(int rank, boolean isThereToo) {
    WindowLog its = log;
    if (its != null) {
      engine().locked(() -> its.completed(rank)); // no data comes meanwhile
      if (isThereToo) {
        its.ends(rank);
      }
    }
  }

  private void completedAll(boolean isThereToo) {
    WindowLog its = log;
    if (its != null) {
      engine().locked(its::completedAll);
      if (isThereToo) {
        its.endsAll();
      }
    }
  }

  private void requireLocks(String call) {
    requireOpen(call);
    if (WindowHints.isTrue(getInfo(), WindowHints.NO_LOCKS)) {
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
    BooleanSupplier isOpen = perform("lock", () -> locks.lock(type, rank, isUnchecked));
    if (log != null && type == LockType.EXCLUSIVE) {
      log.lockedExclusively(rank);
    }
    return epoch(isOpen, () -> unlock(rank));
  }

  @Override
  public void unlock(int rank) {
    if (mayAccess("unlock", rank)) {
      completed(rank, true);
      perform("unlock", rank, null, () -> locks.unlock(rank));
      if (log != null) {
        log.unlocked(rank);
      }
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
    completedAll(true);
    perform("unlockAll", locks::unlockAll);
  }

  @Override
  public void flush(int rank) {
    if (mayAccess("flush", rank)) {
      completed(rank, true);
      perform("flush", rank, null, () -> access.flush(rank));
    }
  }

  @Override
  public void flushAll() {
    requireOpen("flushAll");
    completedAll(true);
    perform("flushAll", access::flushAll);
  }

  @Override
  public void flushLocal(int rank) {
    if (mayAccess("flushLocal", rank)) {
      completed(rank, false);
      perform("flushLocal", rank, null, () -> access.flushLocal(rank));
    }
  }

  @Override
  public void flushLocalAll() {
    requireOpen("flushLocalAll");
    completedAll(false);
    perform("flushLocalAll", access::flushLocalAll);
  }

  @Override
  public void sync() {
    requireOpen("sync");
    core.sync();
  }

  @Override
  public void close() {
    if (isClosed()) {
      return;
    }
    home.requireRunning("close");
    if (log != null) {
      log.requireNothing("close");
      completedAll(true);
    }
    try {
      perform("close", core::agreeToFree);
      if (log != null) {
        perform("close", () -> log.comparePassed(rank(), core.exchange(log.passed(size()))));
      }
      setClosed();
      perform("close", core::free);
    } finally {
      if (core.hasLeft()) {
        setClosed();
      }
      if (isClosed()) {
        if (Check.ON) {
          engine().checker().leaks().gone(this);
          engine().checker().windowParts().closed(this);
        }
        deleteAttributes();
      }
    }
  }
}
