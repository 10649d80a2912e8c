package mpi;

import java.lang.reflect.Array;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Elements of an array of objects: what a call of this API names by four arguments.
 *
 * @param buf the array
 * @param offset index of the first element's origin
 * @param count elements
 * @param type what each element is
 */
record Section(@Nullable Object buf, int offset, int count, Datatype type) {
  byte[] encode() {
    return ObjectMessages.encode(buf, offset, count, type);
  }

  int decode(byte[] message) {
    return ObjectMessages.decode(message, buf, offset, count, type);
  }

  /** {@code newCount} elements, {@code elements} further on in the same array. */
  Section at(long elements, int newCount) {
    return new Section(buf, Math.toIntExact(offset + elements * type.extent()), newCount, type);
  }

  /** An array like this one's that has room for as many elements, and nothing else. */
  Section scratch() {
    int origin = Math.max(0, -type.lb);
    int length = count == 0 ? 0 : Math.toIntExact(origin + type.ub + (count - 1) * type.extent());
    Class<?> component = buf == null ? Object.class : buf.getClass().getComponentType();
    return new Section(Array.newInstance(component, length), origin, count, type);
  }

  /** {@code inout = this op inout}; both are made by {@link #scratch}. */
  void combineInto(Section inout, User_function function) {
    function.Call(
        Objects.requireNonNull(buf),
        offset,
        Objects.requireNonNull(inout.buf),
        inout.offset,
        count,
        type);
  }
}
