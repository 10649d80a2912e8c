package mpi;

import java.lang.reflect.Array;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.compat.mpjexpress.Nullable;

/**
 * Elements of an array: what a call of this API names by four arguments.
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

  /** An array for the data alone, one element after the other. */
  Object packed() {
    int length = Math.multiplyExact(count, type.size);
    return Array.newInstance(Objects.requireNonNull(buf).getClass().getComponentType(), length);
  }

  /** All of an array that {@link #packed} made. */
  Buf data(Object packed) {
    return type.base.buf(packed, 0, Array.getLength(packed), type.base.purempi);
  }

  /** Puts the first data of an array that {@link #packed} made where it belongs, in order. */
  void put(Object packed, long length) {
    int[] next = {0};
    for (int i = 0; next[0] < length; i++) {
      type.places(
          offset + i * type.extent(),
          place -> {
            if (next[0] < length) {
              System.arraycopy(packed, next[0]++, Objects.requireNonNull(buf), (int) place, 1);
            }
          });
    }
  }

  /** What the array holds; objects if there is none. */
  Class<?> component() {
    return buf == null ? Object.class : buf.getClass().getComponentType();
  }

  /** A new array that has room for as many elements, and nothing else. */
  Section scratch(Class<?> component) {
    int origin = Math.max(0, -type.lb);
    int length = count == 0 ? 0 : Math.toIntExact(origin + type.ub + (count - 1) * type.extent());
    return new Section(Array.newInstance(component, length), origin, count, type);
  }

  /** Takes over the objects of another one, each at its place. */
  void take(Section other) {
    ObjectMessages.put(other.picked(), buf, offset, count, type);
  }

  private Object[] picked() {
    return ObjectMessages.picked(buf, offset, count, type);
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
