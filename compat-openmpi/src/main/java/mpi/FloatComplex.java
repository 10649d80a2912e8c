package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** A complex number of two floats in a buffer: an element of {@link MPI#FLOAT_COMPLEX}. */
public final class FloatComplex {
  private static final int PARTS = 2;

  private final FloatBuffer buffer;

  private FloatComplex(FloatBuffer buffer, int index) {
    this.buffer = MPI.slice(buffer, PARTS * index);
  }

  /** The first number of a buffer; writing to it writes to the buffer. */
  public static FloatComplex get(FloatBuffer buffer) {
    return get(buffer, 0);
  }

  /** Number {@code index} of a buffer. */
  public static FloatComplex get(FloatBuffer buffer, int index) {
    return new FloatComplex(buffer, index);
  }

  /** The first number of an array; writing to it writes to the array. */
  public static FloatComplex get(float[] array) {
    return get(array, 0);
  }

  /** Number {@code index} of an array. */
  public static FloatComplex get(float[] array, int index) {
    return new FloatComplex(FloatBuffer.wrap(array), index);
  }

  /** The first number of a buffer; writing to it writes to the buffer. */
  public static FloatComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /** Number {@code index} of a buffer. */
  public static FloatComplex get(ByteBuffer buffer, int index) {
    ByteBuffer whole = buffer.duplicate().clear().order(buffer.order());
    return new FloatComplex(whole.asFloatBuffer(), index);
  }

  /** The real part. */
  public float getReal() {
    return buffer.get(0);
  }

  /** The imaginary part. */
  public float getImag() {
    return buffer.get(1);
  }

  /** Changes the real part. */
  public void putReal(float real) {
    buffer.put(0, real);
  }

  /** Changes the imaginary part. */
  public void putImag(float imag) {
    buffer.put(1, imag);
  }

  /** The buffer from this number on. */
  public FloatBuffer getBuffer() {
    return buffer;
  }
}
