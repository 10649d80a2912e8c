package org.purempi;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Map;

/**
 * Small method handles and their sums: a reader is (segment, offset) → value, a writer is (segment,
 * offset, value) → nothing.
 */
final class RecordHandles {
  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
  private static final MethodHandle ADD =
      own("add", methodType(long.class, long.class, long.class));
  private static final MethodHandle IS_TRUE = own("isTrue", methodType(boolean.class, byte.class));
  private static final MethodHandle AS_BYTE = own("asByte", methodType(byte.class, boolean.class));

  /** Fields may lie at any byte of the memory given, so none relies on alignment. */
  static final Map<Class<?>, ValueLayout> LAYOUTS =
      Map.of(
          byte.class, ValueLayout.JAVA_BYTE,
          boolean.class, ValueLayout.JAVA_BYTE,
          short.class, ValueLayout.JAVA_SHORT_UNALIGNED,
          char.class, ValueLayout.JAVA_CHAR_UNALIGNED,
          int.class, ValueLayout.JAVA_INT_UNALIGNED,
          long.class, ValueLayout.JAVA_LONG_UNALIGNED,
          float.class, ValueLayout.JAVA_FLOAT_UNALIGNED,
          double.class, ValueLayout.JAVA_DOUBLE_UNALIGNED);

  private RecordHandles() {}

  private static MethodHandle own(String name, MethodType type) {
    try {
      return OWN.findStatic(RecordHandles.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  static long add(long a, long b) {
    return a + b;
  }

  /** C writes 1, but any other byte than 0 is true. */
  static boolean isTrue(byte b) {
    return b != 0;
  }

  static byte asByte(boolean b) {
    return (byte) (b ? 1 : 0);
  }

  /** Reads a primitive. */
  static MethodHandle reader(Class<?> primitive) {
    MethodHandle get = handle(primitive).toMethodHandle(VarHandle.AccessMode.GET);
    return primitive == boolean.class ? MethodHandles.filterReturnValue(get, IS_TRUE) : get;
  }

  /** Writes a primitive. */
  static MethodHandle writer(Class<?> primitive) {
    MethodHandle set = handle(primitive).toMethodHandle(VarHandle.AccessMode.SET);
    return primitive == boolean.class ? MethodHandles.filterArguments(set, 2, AS_BYTE) : set;
  }

  private static VarHandle handle(Class<?> primitive) {
    ValueLayout layout = LAYOUTS.get(primitive);
    if (layout == null) {
      throw new AssertionError(primitive + " is not a primitive");
    }
    return layout.varHandle();
  }

  /** A reader or writer that starts {@code displacement} bytes further. */
  static MethodHandle shifted(MethodHandle handle, long displacement) {
    MethodHandle shift = MethodHandles.insertArguments(ADD, 1, displacement);
    return displacement == 0 ? handle : MethodHandles.filterArguments(handle, 1, shift);
  }

  /** A writer of one component of a record. */
  static MethodHandle ofComponent(MethodHandle writer, MethodHandle accessor) {
    return MethodHandles.filterArguments(writer, 2, accessor);
  }

  /** A writer that runs one writer after the other. */
  static MethodHandle both(MethodHandle first, MethodHandle second) {
    return MethodHandles.foldArguments(second, first);
  }

  /** A writer of nothing for records without components. */
  static MethodHandle nothing(Class<?> record) {
    return MethodHandles.empty(methodType(void.class, MemorySegment.class, long.class, record));
  }

  /** A reader that reads every argument of a constructor and calls it. */
  static MethodHandle construct(MethodHandle constructor, MethodHandle[] readers) {
    MethodHandle all = constructor;
    int[] order = new int[2 * readers.length];
    for (int i = 0; i < readers.length; i++) {
      all = MethodHandles.collectArguments(all, 2 * i, readers[i]);
      order[2 * i] = 0;
      order[2 * i + 1] = 1;
    }
    Class<?> type = constructor.type().returnType();
    return MethodHandles.permuteArguments(
        all, methodType(type, MemorySegment.class, long.class), order);
  }
}
