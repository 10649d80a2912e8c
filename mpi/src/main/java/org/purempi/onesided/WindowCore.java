package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.VBuf;
import org.purempi.WindowFlavor;
import org.purempi.collective.Collective;
import org.purempi.collective.Plan;
import org.purempi.layout.Layout;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Regions;
import org.purempi.transport.Region;

/**
 * One rank's side of a window: its memory, its epochs, and what it does to the parts of others
 * ({@link Access}). Errors are told as they are; whose handler treats them is the caller's matter.
 */
public final class WindowCore {
  /** What a program asks for when it makes a window. */
  public record Wish(
      WindowFlavor flavor,
      @Nullable Buf memory,
      long bytes,
      int dispUnit,
      boolean isNoncontiguous) {}

  private final Peers peers;
  private final Collective collective;
  private final Engine engine;
  private final WindowFlavor flavor;
  private final Attached attached = new Attached();
  private final MemorySegment memory;
  private final Target[] targets;
  private final @Nullable Region region;
  private final Regions regions;
  private final Port port;
  private final Epochs epochs;
  private final Remote remote;
  private final Access access;
  private final Locks locks;
  private final ActiveTargets activeTargets;
  private final Windows windows;
  private boolean hasLeft;
  private Runnable afterAll = () -> {};

  /**
   * Makes a window; collective.
   *
   * @param peers the ranks in a context that nobody else uses
   * @throws MpiException ({@code NO_MEM}, {@code RMA_SHARED}) on all ranks alike
   */
  public WindowCore(Peers peers, Collective collective, Wish wish) {
    this.peers = peers;
    this.collective = collective;
    this.engine = peers.engine();
    this.flavor = wish.flavor();
    Assembly assembly = assemble(peers, collective, wish);
    this.memory = assembly.memory.byteSize() == 0 ? MemorySegment.NULL : assembly.memory;
    this.targets = assembly.targets;
    this.region = assembly.region;
    this.regions = assembly.regions;
    long bytes = targets[peers.rank()].bytes();
    Port.Limits limits =
        flavor == WindowFlavor.DYNAMIC ? attached::contain : (at, n) -> at >= 0 && n <= bytes - at;
    this.port = new Port(peers, assembly.own, limits, regions::areSharedWith);
    this.epochs = new Epochs(peers);
    this.remote = new Remote(peers, port, targets);
    this.access = new Access(engine, remote, epochs, targets);
    this.locks = new Locks(peers, epochs, remote, targets, regions::areSharedWith);
    this.activeTargets = new ActiveTargets(peers, epochs, remote);
    this.windows = Windows.of(engine);
    engine.locked(
        () -> {
          windows.open(peers, port);
          windows.note(peers, epochs);
        });
    together(s -> collective.plans().barrier(s));
  }

  /** Others may have come further in the making: they learn that this rank has left. */
  private static void leaveUnmade(Peers peers) {
    Windows windows = Windows.of(peers.engine());
    Port port = Port.ofNothing(peers);
    peers
        .engine()
        .locked(
            () -> {
              windows.open(peers, port);
              port.leave(() -> windows.close(peers.context()));
            });
  }

  /** Performs a collective operation; should a rank have failed, this one leaves the window. */
  private void together(Plan plan) {
    try {
      collective.run(plan);
    } catch (ProcessFailedException e) {
      leave();
      throw e;
    }
  }

  /**
   * Leaves without waiting for the others: they learn of it, and what they may still reach is kept
   * until all that live have left.
   */
  private void leave() {
    hasLeft = true;
    locks.drop();
    VarHandle.fullFence();
    engine.locked(() -> port.leave(this::allHaveLeft));
    peers.forget(true);
  }

  private void allHaveLeft() {
    windows.close(peers.context());
    Region its = region;
    if (its != null) {
      regions.releaseInside(its);
    }
    afterAll.run();
  }

  /** Whether this rank has left without the others, since one has failed. */
  public boolean hasLeft() {
    return hasLeft;
  }

  /** What is done, inside the lock, when no rank that lives has this window any more. */
  public void afterAll(Runnable action) {
    afterAll = action;
  }

  /** Makes the memory; a window that comes to none gives its context back. */
  private static Assembly assemble(Peers peers, Collective collective, Wish wish) {
    var assembly = new Assembly(peers, collective);
    boolean isMade = false;
    try {
      switch (wish.flavor()) {
        case CREATE -> {
          Buf own = Objects.requireNonNull(wish.memory());
          MemorySegment all = Layout.view(own.base());
          MemorySegment view =
              all == null || wish.bytes() == 0
                  ? MemorySegment.NULL
                  : all.asSlice(own.offsetBytes(), wish.bytes());
          assembly.ofOwn(own.base(), own.offsetBytes(), view, wish.bytes(), wish.dispUnit());
        }
        case DYNAMIC ->
            assembly.ofOwn(
                Everything.MEMORY, 0, MemorySegment.NULL, Everything.MEMORY.byteSize(), 1);
        case ALLOCATE -> assembly.allocated(wish.bytes(), wish.dispUnit());
        case SHARED -> assembly.shared(wish.bytes(), wish.dispUnit(), wish.isNoncontiguous());
      }
      isMade = true;
      return assembly;
    } catch (ProcessFailedException e) {
      leaveUnmade(peers);
      throw e;
    } finally {
      if (!isMade) {
        assembly.release(); // no rank passes the barrier that ends the making
        peers.forget(true);
      }
    }
  }

  /** Whether a rank's part can only be reached while its process polls. */
  public boolean needsProgress() {
    boolean isOwnReached = true;
    for (Target t : targets) {
      Exposed there = t.memory();
      isOwnReached &= there != null && there.isShared();
    }
    return !isOwnReached && peers.size() > 1;
  }

  /** Whether a datatype is one element of what updates combine. */
  public static boolean isElement(Datatype type) {
    return Elements.isOne(type);
  }

  /** Whether only one thread may use some memory. */
  public static boolean isConfined(Buf memory) {
    return Operands.isConfined(memory);
  }

  /** How it was made. */
  public WindowFlavor flavor() {
    return flavor;
  }

  /** This rank's part; {@link MemorySegment#NULL} if there is none. */
  public MemorySegment memory() {
    return memory;
  }

  /** The ranks. */
  public Peers peers() {
    return peers;
  }

  /** A rank's part. */
  public int dispUnit(int rank) {
    return targets[rank].dispUnit();
  }

  /** The length of a rank's part. */
  public long bytes(int rank) {
    return flavor == WindowFlavor.DYNAMIC ? 0 : targets[rank].bytes();
  }

  /** A rank's part, if this process can load and store it. */
  public @Nullable MemorySegment mapped(int rank) {
    Exposed part = targets[rank].memory();
    if (rank == peers.rank()) {
      return memory;
    }
    return part == null ? null : part.whole(targets[rank].bytes());
  }

  /** What is done to the parts of others. */
  public Access access() {
    return access;
  }

  /** Passive access. */
  public Locks locks() {
    return locks;
  }

  /** Access in which targets take part. */
  public ActiveTargets activeTargets() {
    return activeTargets;
  }

  /** Exposes memory in a dynamic window. */
  public long attach(MemorySegment more) {
    requireDynamic("attach");
    attached.add(more);
    return more.address();
  }

  /** Ends that. */
  public void detach(MemorySegment no) {
    requireDynamic("detach");
    attached.remove(no);
  }

  private void requireDynamic(String call) {
    if (flavor != WindowFlavor.DYNAMIC) {
      throw new MpiArgumentException(
          ErrorClass.RMA_FLAVOR, call + " is for windows of createDynamic");
    }
  }

  /**
   * Ends the operations of all ranks, and begins the next epoch; collective.
   *
   * @param together what all do then, even those of which something went wrong
   */
  public void fence(boolean precedes, boolean succeeds, Runnable together) {
    epochs.requireFence();
    try {
      if (precedes) {
        remote.completeAll();
      }
    } finally { // the others wait, whatever went wrong here
      VarHandle.fullFence();
      collective.run(s -> collective.plans().barrier(s));
      epochs.fence(succeeds);
      together.run();
    }
  }

  /** Sends some bytes to each rank; what each has sent here comes back. Collective. */
  public byte[][] exchange(byte[][] mine) {
    int size = mine.length;
    long[] lengths = Arrays.stream(mine).mapToLong(each -> each.length).toArray();
    long[] theirs = new long[size];
    collective.run(s -> collective.plans().alltoall(s, Buf.of(lengths), Buf.of(theirs)));
    byte[] out = new byte[(int) Arrays.stream(lengths).sum()];
    byte[] in = new byte[(int) Arrays.stream(theirs).sum()];
    int at = 0;
    for (byte[] each : mine) {
      System.arraycopy(each, 0, out, at, each.length);
      at += each.length;
    }
    VBuf toEach = VBuf.of(Buf.of(out), lengths);
    VBuf fromEach = VBuf.of(Buf.of(in), theirs);
    collective.run(s -> collective.plans().alltoallv(s, toEach, fromEach));
    var all = new byte[size][];
    at = 0;
    for (int i = 0; i < size; i++) {
      all[i] = Arrays.copyOfRange(in, at, at + (int) theirs[i]);
      at += (int) theirs[i];
    }
    return all;
  }

  /** Loads see what others have stored. */
  public void sync() {
    VarHandle.fullFence();
  }

  /**
   * Finds out whether it can be freed; collective.
   *
   * @throws MpiArgumentException ({@code RMA_SYNC}) on all ranks if one of them has an epoch open
   * @throws ProcessFailedException if a rank has failed; it is freed then, see {@link #hasLeft}
   */
  public void agreeToFree() {
    long[] mine = {epochs.isAnyOpen() ? 0 : 1};
    long[] all = new long[1];
    together(s -> collective.plans().allreduce(s, Buf.of(mine), Buf.of(all), Op.MIN));
    if (mine[0] == 0) {
      throw epochs.stillOpen();
    }
    if (all[0] == 0) {
      throw new MpiArgumentException(
          ErrorClass.RMA_SYNC,
          "close: another rank has an epoch open on " + peers.label() + ", so it stays open");
    }
  }

  /** Frees it after {@link #agreeToFree}; collective. */
  public void free() {
    try {
      remote.completeAll();
    } finally {
      release();
    }
  }

  private void release() {
    VarHandle.fullFence();
    together(s -> collective.plans().barrier(s));
    engine.locked(this::allHaveLeft);
    peers.forget(true);
  }

  /** All memory there is: displacements of dynamic windows are addresses. */
  private static final class Everything {
    @SuppressWarnings("restricted")
    static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }
}
