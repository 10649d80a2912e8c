package mpi;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiTruncationException;
import org.purempi.compat.mpjexpress.Environment;

/**
 * Objects as messages: the objects that a datatype picks out of an array, serialised as one array
 * of objects.
 *
 * <p>A probe has nothing but the length of a message to go by, and {@link Status#Get_count} must
 * answer in objects. So the length says it: it is filled up until its remainder is the number of
 * objects.
 *
 * <pre>
 *   | serialised Object[n] | 0 … 255 zeros |      length mod 256 = n, for n below 255
 * </pre>
 */
final class ObjectMessages {
  private static final int SHORT_MODULUS = 1 << 8;
  private static final int LONG_MODULUS = 1 << 16;
  private static final int LONG_BYTES = 1 << 20;

  private ObjectMessages() {}

  /** The objects of a buffer, serialised. */
  static byte[] encode(@Nullable Object buf, int offset, int count, Datatype type) {
    Object[] array = array(buf, count);
    int[] places = places(array, offset, count, type);
    Object[] picked = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      picked[i] = array[places[i]];
    }
    byte[] bytes = Environment.mpi().encodeObject(picked);
    return Arrays.copyOf(bytes, paddedLength(bytes.length, picked.length));
  }

  static int paddedLength(int bytes, int objects) {
    int padded = padded(bytes, objects, SHORT_MODULUS);
    return padded < LONG_BYTES ? padded : padded(bytes, objects, LONG_MODULUS);
  }

  private static int padded(int bytes, int objects, int modulus) {
    int remainder = Math.min(objects, modulus - 1);
    return bytes + Math.floorMod(remainder - bytes, modulus);
  }

  /** How many objects a message of this length has, or {@link Mpi#UNDEFINED} if it cannot say. */
  static int count(long bytes) {
    int modulus = bytes < LONG_BYTES ? SHORT_MODULUS : LONG_MODULUS;
    int remainder = (int) (bytes % modulus);
    return remainder == modulus - 1 ? Mpi.UNDEFINED : remainder;
  }

  /** Puts the objects of a message into a buffer; returns how many they are. */
  static int decode(byte[] message, @Nullable Object buf, int offset, int count, Datatype type) {
    if (message.length == 0) {
      return 0; // from PROC_NULL, or cancelled
    }
    Object[] objects = Environment.mpi().decodeObject(message, Object[].class);
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
    try {
      array[place] = value;
    } catch (ArrayStoreException e) {
      var error =
          new MpiArgumentException(
              ErrorClass.TYPE,
              "received an object of "
                  + e.getMessage()
                  + ", which a "
                  + array.getClass().getTypeName()
                  + " cannot hold");
      error.initCause(e);
      throw error;
    }
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
