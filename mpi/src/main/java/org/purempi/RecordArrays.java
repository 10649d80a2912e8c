package org.purempi;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Objects;

/** Readers and writers of arrays of a fixed length within records, as {@link RecordHandles}. */
final class RecordArrays {
  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
  private static final MethodHandle READ_NUMBERS =
      own(
          "readNumbers",
          methodType(
              Object.class,
              ValueLayout.class,
              Class.class,
              int.class,
              MemorySegment.class,
              long.class));
  private static final MethodHandle WRITE_NUMBERS =
      own(
          "writeNumbers",
          methodType(
              void.class,
              String.class,
              ValueLayout.class,
              int.class,
              MemorySegment.class,
              long.class,
              Object.class));
  private static final MethodHandle READ_OBJECTS =
      own(
          "readObjects",
          methodType(
              Object.class,
              MethodHandle.class,
              Class.class,
              int.class,
              long.class,
              MemorySegment.class,
              long.class));
  private static final MethodHandle WRITE_OBJECTS =
      own(
          "writeObjects",
          methodType(
              void.class,
              String.class,
              MethodHandle.class,
              int.class,
              long.class,
              MemorySegment.class,
              long.class,
              Object.class));

  private RecordArrays() {}

  private static MethodHandle own(String name, MethodType type) {
    try {
      return OWN.findStatic(RecordArrays.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Booleans are not copied in bulk: their bytes must be made 0 or 1. */
  private static boolean isNumber(Class<?> element) {
    return element.isPrimitive() && element != boolean.class;
  }

  /** Reads {@code n} elements, {@code extent} bytes apart, each by {@code reader}. */
  static MethodHandle reader(Class<?> element, int n, long extent, MethodHandle reader) {
    MethodHandle read =
        isNumber(element)
            ? MethodHandles.insertArguments(
                READ_NUMBERS, 0, RecordHandles.LAYOUTS.get(element), element, n)
            : MethodHandles.insertArguments(
                READ_OBJECTS,
                0,
                reader.asType(methodType(Object.class, MemorySegment.class, long.class)),
                element,
                n,
                extent);
    return read.asType(methodType(element.arrayType(), MemorySegment.class, long.class));
  }

  /** Writes an array, which must have {@code n} elements; {@code where} names the component. */
  static MethodHandle writer(
      String where, Class<?> element, int n, long extent, MethodHandle writer) {
    MethodHandle write =
        isNumber(element)
            ? MethodHandles.insertArguments(
                WRITE_NUMBERS, 0, where, RecordHandles.LAYOUTS.get(element), n)
            : MethodHandles.insertArguments(
                WRITE_OBJECTS,
                0,
                where,
                writer.asType(
                    methodType(void.class, MemorySegment.class, long.class, Object.class)),
                n,
                extent);
    return write.asType(
        methodType(void.class, MemorySegment.class, long.class, element.arrayType()));
  }

  static Object readNumbers(
      ValueLayout layout, Class<?> element, int n, MemorySegment from, long at) {
    Object array = Array.newInstance(element, n);
    MemorySegment.copy(from, layout, at, array, 0, n);
    return array;
  }

  static void writeNumbers(
      String where, ValueLayout layout, int n, MemorySegment to, long at, Object array) {
    checkLength(where, n, array);
    MemorySegment.copy(array, 0, to, layout, at, n);
  }

  static Object readObjects(
      MethodHandle reader, Class<?> element, int n, long extent, MemorySegment from, long at)
      throws Throwable {
    Object array = Array.newInstance(element, n);
    for (int i = 0; i < n; i++) {
      Array.set(array, i, (Object) reader.invokeExact(from, at + i * extent));
    }
    return array;
  }

  static void writeObjects(
      String where,
      MethodHandle writer,
      int n,
      long extent,
      MemorySegment to,
      long at,
      Object array)
      throws Throwable {
    checkLength(where, n, array);
    for (int i = 0; i < n; i++) {
      writer.invokeExact(to, at + i * extent, Array.get(array, i));
    }
  }

  private static void checkLength(String where, int n, Object array) {
    int length = Array.getLength(Objects.requireNonNull(array, where + " is null"));
    if (length != n) {
      throw new MpiArgumentException(
          ErrorClass.TYPE, where + " has " + length + " elements, but its @Length is " + n);
    }
  }
}
