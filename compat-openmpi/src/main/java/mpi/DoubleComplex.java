package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/** A complex number of two doubles in a buffer: an element of {@link MPI#DOUBLE_COMPLEX}. */
public final class DoubleComplex {
  private static final int PARTS = 2;

  private final DoubleBuffer buffer;

  private DoubleComplex(DoubleBuffer buffer, int index) {
    this.buffer = MPI.slice(buffer, PARTS * index);
  }

  /** The first number of a buffer; writing to it writes to the buffer. */
  public static DoubleComplex get(DoubleBuffer buffer) {
    return get(buffer, 0);
  }

  /** Number {@code index} of a buffer. */
  public static DoubleComplex get(DoubleBuffer buffer, int index) {
    return new DoubleComplex(buffer, index);
  }

  /** The first number of an array; writing to it writes to the array. */
  public static DoubleComplex get(double[] array) {
    return get(array, 0);
  }

  /** Number {@code index} of an array. */
  public static DoubleComplex get(double[] array, int index) {
    return new DoubleComplex(DoubleBuffer.wrap(array), index);
  }

  /** The first number of a buffer; writing to it writes to the buffer. */
  public static DoubleComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /** Number {@code index} of a buffer. */
  public static DoubleComplex get(ByteBuffer buffer, int index) {
    ByteBuffer whole = buffer.duplicate().clear().order(buffer.order());
    return new DoubleComplex(whole.asDoubleBuffer(), index);
  }

  /** The real part. */
  public double getReal() {
    return buffer.get(0);
  }

  /** The imaginary part. */
  public double getImag() {
    return buffer.get(1);
  }

  /** Changes the real part. */
  public void putReal(double real) {
    buffer.put(0, real);
  }

  /** Changes the imaginary part. */
  public void putImag(double imag) {
    buffer.put(1, imag);
  }

  /** The buffer from this number on. */
  public DoubleBuffer getBuffer() {
    return buffer;
  }
}
