package org.purempi.pool;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/**
 * A message that is being written: numbers and bytes one after the other. The master's consist of
 * entries, each of which begins with its kind. One thread.
 */
final class Packet {
  // ---- From the master

  /** A task: id, bytes. */
  static final byte TASK = 1;

  /** What others will name, a function of a map or a lambda: number, bytes. */
  static final byte SHARE = 2;

  /** Items for a function: id, number of the function, bytes of an array. */
  static final byte CHUNK = 3;

  /** A task like a lambda: id, number of the lambda, bytes of an array that it captures. */
  static final byte LAMBDA = 9;

  /** A function whose map is over: number. */
  static final byte FORGET = 4;

  /** A task that nobody wants any more: id, whether to interrupt it (0 or 1). */
  static final byte CANCEL = 5;

  /** Some tasks that have not begun are wanted back: how many. */
  static final byte RECALL = 6;

  /** The pool is over; nothing is left to do. */
  static final byte STOP = 7;

  /** The pool is over: what has not begun is given back, what runs is interrupted. */
  static final byte STOP_NOW = 8;

  // ---- From a worker: flags, nanoseconds of work since the last one, the ids of tasks that are
  // done, those of tasks that are returned, an outcome for each that is done

  /** Flag: what was wanted back, and had not begun, has been returned. */
  static final byte RECALLED = 1;

  /** Flag: all that had not begun has been returned, for the pool is over. */
  static final byte STOPPED = 2;

  /** Flag: the worker has ended. */
  static final byte BYE = 4;

  /** Outcome: a value. */
  static final byte RESULT = 16;

  /** Outcome: a failure. */
  static final byte FAILURE = 17;

  /** Outcome: a chunk that has failed: bytes of the results before it, failure. */
  static final byte BROKEN_CHUNK = 18;

  /** Outcome: cancelled before it began. */
  static final byte SKIPPED = 19;

  private static final int FIRST_BYTES = 256;

  private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BYTES);

  private void need(long bytes) {
    if (buffer.remaining() < bytes) {
      long wanted = Math.max(2L * buffer.capacity(), buffer.position() + bytes);
      int most = Integer.MAX_VALUE - 8;
      if (buffer.position() + bytes > most) {
        throw new IllegalArgumentException("a message of more than 2 GiB");
      }
      byte[] longer = Arrays.copyOf(buffer.array(), (int) Math.min(wanted, most));
      buffer = ByteBuffer.wrap(longer).position(buffer.position());
    }
  }

  Packet put(byte kind) {
    need(Byte.BYTES);
    buffer.put(kind);
    return this;
  }

  Packet put(int number) {
    need(Integer.BYTES);
    buffer.putInt(number);
    return this;
  }

  Packet put(long number) {
    need(Long.BYTES);
    buffer.putLong(number);
    return this;
  }

  /** Their number first. */
  Packet put(byte[] bytes) {
    need((long) Integer.BYTES + bytes.length);
    buffer.putInt(bytes.length).put(bytes);
    return this;
  }

  Packet put(String text) {
    return put(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What another holds. */
  Packet put(Packet other) {
    need(other.length());
    buffer.put(other.array(), 0, other.length());
    return this;
  }

  /** A number of bytes or of values, each at least a byte, that follow. */
  static int length(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new MpiException(ErrorClass.TYPE, "a message of the pool is not whole");
    }
    return length;
  }

  static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[length(in)];
    in.get(bytes);
    return bytes;
  }

  static String text(ByteBuffer in) {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  int length() {
    return buffer.position();
  }

  /** What has been written, at its beginning. */
  byte[] array() {
    return buffer.array();
  }
}
