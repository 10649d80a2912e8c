package org.purempi.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;

/** What the C side of the library calls by JNI: once to begin, and once for each function used. */
public final class Library {
  private Library() {}

  /**
   * The JVM has been started in the process of a C program.
   *
   * @param helpers the address of C's {@code struct purempi_helpers}
   */
  public static void begin(long helpers) {
    Helpers.begin(helpers);
  }

  /**
   * Makes the entry of a function that C is about to call for the first time.
   *
   * @param function its row in the table of functions, from 0
   * @return the address of code that takes a long for each parameter
   */
  @SuppressWarnings("restricted")
  public static long resolve(int function) throws ReflectiveOperationException {
    String name = Entries.NAMES[function];
    int parameters = Entries.ARITY[function];
    MethodHandle entry =
        MethodHandles.lookup()
            .findStatic(
                Entries.class,
                name,
                MethodType.methodType(int.class, Collections.nCopies(parameters, long.class)));
    var longs = new MemoryLayout[parameters];
    Arrays.fill(longs, ValueLayout.JAVA_LONG);
    MemorySegment stub =
        Linker.nativeLinker()
            .upcallStub(entry, FunctionDescriptor.of(ValueLayout.JAVA_INT, longs), Arena.global());
    return stub.address();
  }
}
