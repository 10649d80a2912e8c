package org.purempi.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * The one native function: {@code long syscall(long number, …)} of the C library, six arguments.
 */
public final class Syscall {
  /** The interrupted call may be made again. */
  public static final int EINTR = 4;

  /** Nothing to read, or no room to write, on a descriptor that does not block. */
  public static final int EAGAIN = 11;

  /** The numbers of this machine; only for callers that know that native calls are available. */
  public static final Numbers NUMBERS = requireNumbers();

  private static volatile boolean isBound;

  private Syscall() {}

  /** The kernel's numbers for its calls. */
  public enum Numbers {
    X86_64(0, 1, 3, 28, 51, 52, 202, 203, 309),
    AARCH64(63, 64, 57, 233, 204, 205, 98, 122, 168);

    final long read;
    final long write;
    final long close;

    /** Advice about memory. */
    public final long madvise;

    /** The address of a socket's own end. */
    public final long socketName;

    /** The address of a socket's other end. */
    public final long peerName;

    final long futex;
    final long setAffinity;
    final long getCpu;

    Numbers(
        long read,
        long write,
        long close,
        long madvise,
        long socketName,
        long peerName,
        long futex,
        long setAffinity,
        long getCpu) {
      this.read = read;
      this.write = write;
      this.close = close;
      this.madvise = madvise;
      this.socketName = socketName;
      this.peerName = peerName;
      this.futex = futex;
      this.setAffinity = setAffinity;
      this.getCpu = getCpu;
    }

    static @Nullable Numbers ofThisMachine() {
      return switch (System.getProperty("os.arch", "")) {
        case "amd64", "x86_64" -> X86_64;
        case "aarch64" -> AARCH64;
        default -> null;
      };
    }
  }

  static boolean isBound() {
    return isBound;
  }

  static void bind() {
    if (Plain.HANDLE != null) {
      isBound = true;
    }
  }

  /** Calls without asking why it failed. */
  public static long call(long number, long a, long b, long c, long d) {
    try {
      return (long) Plain.HANDLE.invokeExact(number, a, b, c, d, 0L, 0L);
    } catch (Throwable impossible) {
      throw new AssertionError("syscall " + number + " threw", impossible);
    }
  }

  /** Calls; the result, or −1 times the error number. */
  public static long answer(long number, long a, long b, long c, long d) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Checked.STATE);
      long value = (long) Checked.HANDLE.invokeExact(state, number, a, b, c, d, 0L, 0L);
      return value >= 0 ? value : -state.get(JAVA_INT, Checked.ERRNO_AT);
    } catch (Throwable impossible) {
      throw new AssertionError("syscall " + number + " threw", impossible);
    }
  }

  private static Numbers requireNumbers() {
    Numbers numbers = Numbers.ofThisMachine();
    if (numbers == null) {
      throw new IllegalStateException("no native calls on " + System.getProperty("os.arch"));
    }
    return numbers;
  }

  @SuppressWarnings("restricted")
  private static MethodHandle handle(Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor seven =
        FunctionDescriptor.of(
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    MemorySegment function = linker.defaultLookup().findOrThrow("syscall");
    return linker.downcallHandle(function, seven, options);
  }

  /** Bound when this class is first used. */
  private static final class Plain {
    static final MethodHandle HANDLE = handle();
  }

  /** Bound when this class is first used. */
  private static final class Checked {
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final long ERRNO_AT = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
    static final MethodHandle HANDLE = handle(Linker.Option.captureCallState("errno"));
  }
}
