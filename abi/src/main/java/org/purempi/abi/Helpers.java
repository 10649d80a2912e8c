package org.purempi.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/** What Java calls in the C side, and the C functions of the program that it calls back. */
final class Helpers {
  private static final int REDUCE = 0;
  private static final int RAISE = 8;
  private static final int LEAVE = 16;
  private static final int WHERE = 24;
  private static final int STATE = 32;
  static final int LOADED = 40;
  private static final int LONGEST_PLACE = 512;

  /** The ways of calling C, each a letter: i an int, l a long or an address, v nothing. */
  private static final ConcurrentHashMap<String, MethodHandle> CALLS = new ConcurrentHashMap<>();

  private static long table;

  private Helpers() {}

  static void begin(long address) {
    table = address;
  }

  /** Calls C code of a shape: the result's letter, then those of the arguments. */
  static MethodHandle call(String shape) {
    return CALLS.computeIfAbsent(shape, Helpers::linked);
  }

  @SuppressWarnings("restricted")
  private static MethodHandle linked(String shape) {
    var arguments = new MemoryLayout[shape.length() - 1];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = layout(shape.charAt(i + 1));
    }
    FunctionDescriptor descriptor =
        shape.charAt(0) == 'v'
            ? FunctionDescriptor.ofVoid(arguments)
            : FunctionDescriptor.of(layout(shape.charAt(0)), arguments);
    return Linker.nativeLinker().downcallHandle(descriptor);
  }

  private static ValueLayout layout(char letter) {
    return letter == 'i' ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG;
  }

  static MemorySegment function(long address) {
    return MemorySegment.ofAddress(address);
  }

  private static MemorySegment helper(int offset) {
    return MemorySegment.ofAddress(Native.getLong(table + offset));
  }

  static IllegalStateException unexpected(Throwable e) {
    return new IllegalStateException("a call into C has failed", e);
  }

  /** {@code inout = in op inout}, as {@code kernels.c} numbers kinds and operations. */
  static boolean reduce(int kind, int operation, long in, long inout, long count) {
    try {
      return (int) call("iiilll").invokeExact(helper(REDUCE), kind, operation, in, inout, count)
          != 0;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Calls an error handler of the program. */
  static void raise(long handler, long handleAddress, long codeAddress) {
    try {
      call("vlll").invokeExact(helper(RAISE), handler, handleAddress, codeAddress);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Ends the process at once, without its exit handlers. */
  static void leave(int code) {
    try {
      call("vi").invokeExact(helper(LEAVE), code);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Where the program has called MPI, as {@code function (program+0x12)}, or nothing. */
  static String where() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(LONGEST_PLACE);
      int length = (int) call("ili").invokeExact(helper(WHERE), text.address(), LONGEST_PLACE);
      byte[] bytes = new byte[Math.clamp(length, 0, LONGEST_PLACE - 1)];
      MemorySegment.copy(text, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Tells the C side, which answers MPI_Initialized and MPI_Finalized. */
  static void state(int state) {
    Native.putInt(Native.getLong(table + STATE), state);
  }

  /** Whether the process has loaded a library of this name. */
  static boolean hasLoaded(String library) {
    try (Arena arena = Arena.ofConfined()) {
      long name = arena.allocateFrom(library).address();
      return (int) call("il").invokeExact(helper(LOADED), name) != 0;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }
}
