package org.purempi.tests.onesided;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Info;
import org.purempi.SplitType;
import org.purempi.Window;

/**
 * A window with a part of so many bytes at each rank, made in any of the ways there are:
 * displacements are bytes. The ranks are those that share memory where the way asks for it.
 */
final class AnyWindow {
  /** The ways. */
  enum Way {
    /** Of an array that each rank brings. */
    ARRAY,
    /** Of native memory that each rank brings. */
    SEGMENT,
    /** Of memory that the library allocates. */
    ALLOCATED,
    /** Of memory that all ranks map. */
    SHARED,
    /** Of memory that each rank attaches. */
    DYNAMIC
  }

  /** What each rank does with such a window. */
  interface Program {
    void run(AnyWindow any) throws Exception;
  }

  private final Way way;
  private final Communicator comm;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;
  private final Window window;

  /** Where each rank's part begins. */
  private final long[] begins;

  private AnyWindow(Communicator world, Way way, int bytes) {
    this.way = way;
    this.comm = way == Way.SHARED ? host(world) : world.dup();
    this.begins = new long[comm.size()];
    MemorySegment own =
        way == Way.ARRAY ? MemorySegment.ofArray(new byte[bytes]) : arena.allocate(bytes, 16);
    this.window =
        switch (way) {
          case ARRAY, SEGMENT -> Window.create(comm, Buf.of(own), 1, Info.EMPTY);
          case ALLOCATED -> Window.allocate(comm, bytes, 1);
          case SHARED -> Window.allocateShared(comm, bytes, 1);
          case DYNAMIC -> Window.createDynamic(comm, Info.EMPTY);
        };
    if (way == Way.DYNAMIC) {
      comm.allgather(new long[] {window.attach(own)}, begins);
    }
    this.memory = way == Way.DYNAMIC ? own : window.memory();
  }

  /** The ranks that share memory with this one. */
  static Communicator host(Communicator world) {
    return Objects.requireNonNull(world.splitType(SplitType.SHARED, 0));
  }

  /** One of every kind. */
  static List<AnyWindow> all(Communicator world, int bytes) {
    return Arrays.stream(Way.values()).map(way -> new AnyWindow(world, way, bytes)).toList();
  }

  /** Runs a program on a window of every kind, one after the other. */
  static void each(Communicator world, int bytes, Program program) throws Exception {
    for (Way way : Way.values()) {
      var any = new AnyWindow(world, way, bytes);
      try {
        program.run(any);
      } catch (AssertionError e) {
        throw new AssertionError("on a window of kind " + way, e);
      }
      any.close(); // not after a failure: the other ranks may be elsewhere
    }
  }

  Window window() {
    return window;
  }

  Communicator comm() {
    return comm;
  }

  int rank() {
    return comm.rank();
  }

  int size() {
    return comm.size();
  }

  /** The rank so many further on, in a circle. */
  int further(int n) {
    return Math.floorMod(rank() + n, size());
  }

  /** This rank's part. */
  MemorySegment memory() {
    return memory;
  }

  /** The displacement of a byte of a rank's part. */
  long at(int rank, long offset) {
    return begins[rank] + offset;
  }

  /** Frees it; collective. */
  void close() {
    window.close();
    comm.close();
    arena.close();
  }

  @Override
  public String toString() {
    return way + "";
  }
}
