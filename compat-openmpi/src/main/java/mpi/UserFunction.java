package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a user's operation does ({@code MPI_User_function}, section 6.9.5): override one of the two
 * forms. Where a class overrides both, the one with arrays is called for {@link MPI#BOOLEAN} and
 * types made of it, and the one with buffers for all others.
 */
public abstract class UserFunction {
  private final boolean takesArrays;
  private final boolean takesBuffers;

  /** For subclasses. */
  public UserFunction() {
    takesArrays = overrides(Object.class);
    takesBuffers = overrides(ByteBuffer.class);
  }

  private boolean overrides(Class<?> operand) {
    try {
      return getClass()
              .getMethod("call", operand, operand, int.class, Datatype.class)
              .getDeclaringClass()
          != UserFunction.class;
    } catch (NoSuchMethodException e) {
      throw new LinkageError("a public method of this class is missing", e);
    }
  }

  /**
   * {@code inOutVec[i] = inVec[i] op inOutVec[i]}.
   *
   * @param inVec an array of the datatype's primitives
   * @param inOutVec another one, for the results
   * @param count elements of the datatype
   */
  public void call(Object inVec, Object inOutVec, int count, Datatype datatype)
      throws MPIException {
    throw new UnsupportedOperationException(
        getClass().getName() + " overrides neither form of UserFunction.call");
  }

  /**
   * {@code inOut[i] = in[i] op inOut[i]}; does so by the form with arrays.
   *
   * @param in a direct buffer in native byte order
   * @param inOut another one, for the results
   * @param count elements of the datatype
   */
  public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
      throws MPIException {
    callWithArrays(MemorySegment.ofBuffer(in), MemorySegment.ofBuffer(inOut), count, datatype);
  }

  /** Calls the form that the user has overridden. */
  final void apply(MemorySegment in, MemorySegment inOut, int count, Datatype datatype)
      throws MPIException {
    if (!takesBuffers || (takesArrays && datatype.base() == Base.BOOLEAN)) {
      callWithArrays(in, inOut, count, datatype);
      return;
    }
    ByteBuffer results = direct(inOut);
    call(direct(in), results, count, datatype);
    if (!inOut.isNative()) {
      inOut.copyFrom(MemorySegment.ofBuffer(results.clear()));
    }
  }

  private void callWithArrays(MemorySegment in, MemorySegment inOut, int count, Datatype datatype)
      throws MPIException {
    Base base = datatype.base();
    Object results = base.toArray(inOut);
    call(base.toArray(in), results, count, datatype);
    base.toMemory(results, inOut);
  }

  private static ByteBuffer direct(MemorySegment memory) {
    ByteBuffer buffer;
    if (memory.isNative()) {
      buffer = memory.asByteBuffer();
    } else {
      buffer = ByteBuffer.allocateDirect(Math.toIntExact(memory.byteSize()));
      MemorySegment.ofBuffer(buffer).copyFrom(memory);
    }
    return buffer.order(ByteOrder.nativeOrder());
  }
}
