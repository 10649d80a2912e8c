package org.purempi.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.TypeMap;

/**
 * A buffer of noise inside a larger array of noise, and the naive way to move data in and out of
 * it, byte by byte along the type map.
 */
final class Data {
  private final byte[] bytes;
  private final Buf buf;

  private Data(byte[] bytes, Buf buf) {
    this.bytes = bytes;
    this.buf = buf;
  }

  byte[] bytes() {
    return bytes;
  }

  Buf buf() {
    return buf;
  }

  private static final int MARGIN = 16;

  static Data of(Datatype type, long count, long seed) {
    byte[] bytes = new byte[2 * MARGIN + Math.toIntExact(count * type.extent())];
    new Random(seed).nextBytes(bytes);
    return new Data(bytes, Buf.of(bytes, MARGIN, count, type));
  }

  /** The data of a buffer, without gaps. */
  static byte[] pack(Buf buf) {
    byte[] packed = new byte[Math.toIntExact(buf.bytes())];
    walk(buf, packed, false);
    return packed;
  }

  /** Fills a buffer with data; its gaps stay. */
  static void unpack(byte[] packed, Buf buf) {
    assertThat((long) packed.length).as("bytes for %s", buf).isEqualTo(buf.bytes());
    walk(buf, packed, true);
  }

  /** Fails unless the buffer holds {@code expected} and all around it is as {@code before}. */
  void assertHolds(byte[] expected, byte[] before, String what) {
    byte[] whole = before.clone();
    unpack(expected, Buf.of(whole, MARGIN, buf.count(), buf.datatype()));
    assertThat(bytes).as(what).isEqualTo(whole);
  }

  private static void walk(Buf buf, byte[] packed, boolean in) {
    byte[] memory = memory(buf);
    int[] at = {0};
    TypeMap.eachOffset(
        buf,
        offset -> {
          if (in) {
            memory[(int) offset] = packed[at[0]++];
          } else {
            packed[at[0]++] = memory[(int) offset];
          }
        });
  }

  private static byte[] memory(Buf buf) {
    return switch (buf.base()) {
      case byte[] b -> b;
      case MemorySegment s when s.heapBase().orElseThrow() instanceof byte[] b -> b;
      default -> throw new AssertionError("these tests use byte arrays");
    };
  }
}
