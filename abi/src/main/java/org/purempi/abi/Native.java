package org.purempi.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** The memory of the process, by address. */
final class Native {
  /** All of it: an address is an offset in this segment ({@code MPI_BOTTOM} is its base). */
  @SuppressWarnings("restricted")
  static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private Native() {}

  /** No memory lies below. */
  private static final int FIRST_BYTES = 4096;

  private static long checked(long address) {
    if (address >= 0 && address < FIRST_BYTES) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "an argument is "
              + (address == 0 ? "NULL" : "the address " + address)
              + " where the call reads or writes");
    }
    return address;
  }

  static int getInt(long address) {
    return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, checked(address));
  }

  static void putInt(long address, int value) {
    ALL.set(ValueLayout.JAVA_INT_UNALIGNED, checked(address), value);
  }

  static long getLong(long address) {
    return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, checked(address));
  }

  /** The handle there; 0, which none is, if the address is NULL. */
  static long handleOrNone(long address) {
    return address == 0 ? 0 : getLong(address);
  }

  static void putLong(long address, long value) {
    ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, checked(address), value);
  }

  /** The text at an address, which ends with a zero byte. */
  static String text(long address) {
    if (address == 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "a text is NULL");
    }
    return ALL.getString(address);
  }

  /**
   * Writes a text and a zero byte.
   *
   * @param room how many bytes there are, the zero byte counted
   * @return how many were written, without it
   */
  static int putText(long address, String text, int room) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, room - 1);
    if (length >= 0) {
      MemorySegment.copy(bytes, 0, ALL, ValueLayout.JAVA_BYTE, checked(address), length);
      ALL.set(ValueLayout.JAVA_BYTE, address + length, (byte) 0);
    }
    return length;
  }
}
