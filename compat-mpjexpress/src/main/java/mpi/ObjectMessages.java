package mpi;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiTruncationException;
import org.purempi.compat.mpjexpress.Environment;
import org.purempi.compat.mpjexpress.Nullable;
import org.purempi.compat.mpjexpress.Numbers;

/**
 * Objects as messages: the objects that a datatype picks out of an array, serialised as one array
 * of objects.
 *
 * <p>A probe has nothing but the length of a message to go by, and {@link Status#Get_count} must
 * answer in objects. So the length says it: zeros fill it up until a remainder is the number of
 * objects.
 *
 * <pre>
 *   | serialised Object[n] | zeros |      length = 4 q + form, q mod modulus = n
 *
 *   form  modulus                       zeros, up to
 *   0     64                            256 bytes
 *   1     4096                          16 KiB
 *   2     an eighth of q's highest bit  an eighth of the message, if that has room for the objects
 *   3     q's highest bit               as many as the message, or 12 bytes an object
 * </pre>
 *
 * The form is the one that leaves the message shortest.
 */
final class ObjectMessages {
  private static final int FORMS = 4;
  private static final int[] MODULI = {1 << 6, 1 << 12};
  private static final int[] DIVISORS = {0, 0, 8, 1};
  private static final int LONGEST = Integer.MAX_VALUE - 8;

  private ObjectMessages() {}

  /** The objects of a buffer, as a message of no elements that anybody could count. */
  static Buf message(@Nullable Object buf, int offset, int count, Datatype type) {
    byte[] bytes = encode(buf, offset, count, type);
    return Buf.of(bytes, 0, bytes.length, Base.PACKED.purempi);
  }

  /** The objects of a buffer, serialised. */
  static byte[] encode(@Nullable Object buf, int offset, int count, Datatype type) {
    Object[] picked = picked(buf, offset, count, type);
    byte[] bytes = Environment.mpi().encodeObject(picked);
    return Arrays.copyOf(bytes, paddedLength(bytes.length, picked.length));
  }

  /** The objects of a buffer, in the order of the type map. */
  static Object[] picked(@Nullable Object buf, int offset, int count, Datatype type) {
    Object[] array = array(buf, count);
    int[] places = places(array, offset, count, type);
    Object[] picked = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      picked[i] = array[places[i]];
    }
    return picked;
  }

  static int paddedLength(int bytes, int objects) {
    long shortest = Long.MAX_VALUE;
    for (int form = 0; form < FORMS; form++) {
      long quarter = Math.ceilDiv((long) bytes - form, FORMS);
      shortest = Math.min(shortest, FORMS * said(objects, form, quarter) + form);
    }
    if (shortest > LONGEST) {
      throw new MpiArgumentException(
          ErrorClass.COUNT,
          objects + " objects of " + bytes + " bytes are too long a message: send fewer at once");
    }
    return (int) shortest;
  }

  /** The smallest number from {@code least} on that says how many objects there are. */
  private static long said(int objects, int form, long least) {
    if (form < MODULI.length && objects >= MODULI[form]) {
      return LONGEST; // a quarter of what is too long
    }
    long quarter = Math.max(least, DIVISORS[form]);
    while (true) {
      long modulus = modulus(form, quarter);
      long next = quarter + Math.floorMod(objects - quarter, modulus);
      if (objects < modulus && modulus(form, next) == modulus) {
        return next;
      }
      quarter = 2 * Long.highestOneBit(quarter);
    }
  }

  private static long modulus(int form, long quarter) {
    return form < MODULI.length ? MODULI[form] : Long.highestOneBit(quarter) / DIVISORS[form];
  }

  /** How many objects a message of this length has, or {@link MPI#UNDEFINED} if it has none. */
  static int count(long bytes) {
    long quarter = bytes / FORMS;
    long modulus = modulus((int) (bytes % FORMS), quarter);
    return modulus == 0 ? Numbers.UNDEFINED : (int) (quarter % modulus);
  }

  /** Puts the objects of a message into a buffer; returns how many they are. */
  static int decode(byte[] message, @Nullable Object buf, int offset, int count, Datatype type) {
    if (message.length == 0) {
      return 0; // from PROC_NULL, or cancelled
    }
    return put(Environment.mpi().decodeObject(message, Object[].class), buf, offset, count, type);
  }

  /** Puts objects into a buffer; returns how many they are. */
  static int put(Object[] objects, @Nullable Object buf, int offset, int count, Datatype type) {
    Object[] array = array(buf, count);
    int[] places = places(array, offset, count, type);
    for (int i = 0; i < Math.min(objects.length, places.length); i++) {
      put(array, places[i], objects[i]);
    }
    if (objects.length > places.length) {
      throw new MpiTruncationException(
          "received "
              + objects.length
              + " objects, but the buffer holds "
              + places.length
              + ": the first are in it, the rest is lost; receive into a larger buffer");
    }
    return objects.length;
  }

  private static void put(Object[] array, int place, @Nullable Object value) {
    if (value != null && !array.getClass().getComponentType().isInstance(value)) {
      throw new MpiArgumentException(
          ErrorClass.TYPE,
          "received an object of "
              + value.getClass().getTypeName()
              + ", which a "
              + array.getClass().getTypeName()
              + " cannot hold");
    }
    array[place] = value;
  }

  private static Object[] array(@Nullable Object buf, int count) {
    if (buf instanceof Object[] array) {
      return array;
    }
    if (buf == null && count == 0) {
      return new Object[0];
    }
    throw new MpiArgumentException(
        buf == null ? ErrorClass.BUFFER : ErrorClass.TYPE,
        "a buffer of MPI.OBJECT is an array of objects, not "
            + (buf == null ? "null" : "a " + buf.getClass().getTypeName()));
  }

  /** The indices of the elements of a buffer, in the order of the type map. */
  private static int[] places(Object[] array, int offset, int count, Datatype type) {
    if (count < 0) {
      throw new MpiArgumentException(ErrorClass.COUNT, "count is " + count);
    }
    LongStream.Builder found = LongStream.builder();
    for (int i = 0; i < count; i++) {
      type.places(offset + i * type.extent(), found::add);
    }
    long[] places = found.build().toArray();
    for (long place : places) {
      if (place < 0 || place >= array.length) {
        throw new MpiArgumentException(
            ErrorClass.BUFFER,
            count
                + " elements from index "
                + offset
                + " need index "
                + place
                + " of an array of "
                + array.length
                + ": make the array larger or the count smaller");
      }
    }
    return Arrays.stream(places).mapToInt(p -> (int) p).toArray();
  }
}
