package org.purempi;

/**
 * The everyday calls of a file on whole arrays; each is the call of the same name on {@code
 * Buf.of(array)}.
 */
public interface FileArrays extends FileCalls {
  // ---- double

  /** {@link FileCalls#readAt(long, Buf)}. */
  default Status readAt(long offset, double[] a) {
    return readAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAt(long, Buf)}. */
  default Status writeAt(long offset, double[] a) {
    return writeAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#readAtAll(long, Buf)}. */
  default Status readAtAll(long offset, double[] a) {
    return readAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAtAll(long, Buf)}. */
  default Status writeAtAll(long offset, double[] a) {
    return writeAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#read(Buf)}. */
  default Status read(double[] a) {
    return read(Buf.of(a));
  }

  /** {@link FileCalls#write(Buf)}. */
  default Status write(double[] a) {
    return write(Buf.of(a));
  }

  /** {@link FileCalls#readAll(Buf)}. */
  default Status readAll(double[] a) {
    return readAll(Buf.of(a));
  }

  /** {@link FileCalls#writeAll(Buf)}. */
  default Status writeAll(double[] a) {
    return writeAll(Buf.of(a));
  }

  // ---- float

  /** {@link FileCalls#readAt(long, Buf)}. */
  default Status readAt(long offset, float[] a) {
    return readAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAt(long, Buf)}. */
  default Status writeAt(long offset, float[] a) {
    return writeAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#readAtAll(long, Buf)}. */
  default Status readAtAll(long offset, float[] a) {
    return readAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAtAll(long, Buf)}. */
  default Status writeAtAll(long offset, float[] a) {
    return writeAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#read(Buf)}. */
  default Status read(float[] a) {
    return read(Buf.of(a));
  }

  /** {@link FileCalls#write(Buf)}. */
  default Status write(float[] a) {
    return write(Buf.of(a));
  }

  /** {@link FileCalls#readAll(Buf)}. */
  default Status readAll(float[] a) {
    return readAll(Buf.of(a));
  }

  /** {@link FileCalls#writeAll(Buf)}. */
  default Status writeAll(float[] a) {
    return writeAll(Buf.of(a));
  }

  // ---- long

  /** {@link FileCalls#readAt(long, Buf)}. */
  default Status readAt(long offset, long[] a) {
    return readAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAt(long, Buf)}. */
  default Status writeAt(long offset, long[] a) {
    return writeAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#readAtAll(long, Buf)}. */
  default Status readAtAll(long offset, long[] a) {
    return readAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAtAll(long, Buf)}. */
  default Status writeAtAll(long offset, long[] a) {
    return writeAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#read(Buf)}. */
  default Status read(long[] a) {
    return read(Buf.of(a));
  }

  /** {@link FileCalls#write(Buf)}. */
  default Status write(long[] a) {
    return write(Buf.of(a));
  }

  /** {@link FileCalls#readAll(Buf)}. */
  default Status readAll(long[] a) {
    return readAll(Buf.of(a));
  }

  /** {@link FileCalls#writeAll(Buf)}. */
  default Status writeAll(long[] a) {
    return writeAll(Buf.of(a));
  }

  // ---- int

  /** {@link FileCalls#readAt(long, Buf)}. */
  default Status readAt(long offset, int[] a) {
    return readAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAt(long, Buf)}. */
  default Status writeAt(long offset, int[] a) {
    return writeAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#readAtAll(long, Buf)}. */
  default Status readAtAll(long offset, int[] a) {
    return readAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAtAll(long, Buf)}. */
  default Status writeAtAll(long offset, int[] a) {
    return writeAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#read(Buf)}. */
  default Status read(int[] a) {
    return read(Buf.of(a));
  }

  /** {@link FileCalls#write(Buf)}. */
  default Status write(int[] a) {
    return write(Buf.of(a));
  }

  /** {@link FileCalls#readAll(Buf)}. */
  default Status readAll(int[] a) {
    return readAll(Buf.of(a));
  }

  /** {@link FileCalls#writeAll(Buf)}. */
  default Status writeAll(int[] a) {
    return writeAll(Buf.of(a));
  }

  // ---- byte

  /** {@link FileCalls#readAt(long, Buf)}. */
  default Status readAt(long offset, byte[] a) {
    return readAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAt(long, Buf)}. */
  default Status writeAt(long offset, byte[] a) {
    return writeAt(offset, Buf.of(a));
  }

  /** {@link FileCalls#readAtAll(long, Buf)}. */
  default Status readAtAll(long offset, byte[] a) {
    return readAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#writeAtAll(long, Buf)}. */
  default Status writeAtAll(long offset, byte[] a) {
    return writeAtAll(offset, Buf.of(a));
  }

  /** {@link FileCalls#read(Buf)}. */
  default Status read(byte[] a) {
    return read(Buf.of(a));
  }

  /** {@link FileCalls#write(Buf)}. */
  default Status write(byte[] a) {
    return write(Buf.of(a));
  }

  /** {@link FileCalls#readAll(Buf)}. */
  default Status readAll(byte[] a) {
    return readAll(Buf.of(a));
  }

  /** {@link FileCalls#writeAll(Buf)}. */
  default Status writeAll(byte[] a) {
    return writeAll(Buf.of(a));
  }
}
