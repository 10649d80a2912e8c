package org.purempi.pool;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** Items and results as bytes: the commonest kinds plain, all others serialised. */
final class Values {
  private static final byte NULL = 0;
  private static final byte FALSE = 1;
  private static final byte TRUE = 2;
  private static final byte INT = 3;
  private static final byte LONG = 4;
  private static final byte DOUBLE = 5;
  private static final byte STRING = 6;
  private static final byte OBJECT = 7;
  private static final byte ARRAY = 8;

  private Values() {}

  static void write(@Nullable Object value, Packet out, Mpi mpi) {
    switch (value) {
      case null -> out.put(NULL);
      case Boolean b -> out.put(b ? TRUE : FALSE);
      case Integer i -> out.put(INT).put((int) i);
      case Long l -> out.put(LONG).put((long) l);
      case Double d -> out.put(DOUBLE).put(Double.doubleToRawLongBits(d));
      case String s -> out.put(STRING).put(s);
      case Object[] all when isPlain(all) -> {
        out.put(ARRAY).put(all.length);
        for (Object each : all) {
          write(each, out, mpi);
        }
      }
      default -> {
        byte[] bytes = mpi.encodeObject(value);
        out.put(OBJECT).put(bytes);
      }
    }
  }

  /** Of no other class, so that it is the same when it comes back. */
  static boolean isPlain(@Nullable Object[] all) {
    boolean isPlain = all.getClass() == Object[].class;
    for (int i = 0; i < all.length && isPlain; i++) {
      isPlain =
          switch (all[i]) {
            case null -> true;
            case Boolean b -> true;
            case Integer n -> true;
            case Long n -> true;
            case Double d -> true;
            case String s -> true;
            default -> false;
          };
    }
    return isPlain;
  }

  /** An array by itself. */
  static byte[] encode(@Nullable Object[] all, Mpi mpi) {
    Packet out = new Packet();
    write(all, out, mpi);
    return Arrays.copyOf(out.array(), out.length());
  }

  /** What {@link #encode} has made. */
  static @Nullable Object[] decode(byte[] bytes, Mpi mpi) {
    return (Object[]) Objects.requireNonNull(read(ByteBuffer.wrap(bytes), mpi));
  }

  /**
   * Reads a value; should it be no good, what comes after it can still be read.
   *
   * @throws MpiException ({@code TYPE}) if it cannot be read here
   */
  static @Nullable Object read(ByteBuffer in, Mpi mpi) {
    byte kind = in.get();
    return switch (kind) {
      case NULL -> null;
      case FALSE -> false;
      case TRUE -> true;
      case INT -> in.getInt();
      case LONG -> in.getLong();
      case DOUBLE -> Double.longBitsToDouble(in.getLong());
      case STRING -> Packet.text(in);
      case ARRAY -> {
        @Nullable Object[] all = new Object[Packet.length(in)];
        for (int i = 0; i < all.length; i++) {
          all[i] = read(in, mpi);
        }
        yield all;
      }
      case OBJECT -> mpi.decodeObject(Packet.bytes(in), Object.class);
      default -> throw new MpiException(ErrorClass.INTERN, "a result of kind " + kind);
    };
  }
}
