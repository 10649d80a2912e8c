package org.purempi.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** Keys of attributes, whose functions are in C (section 7.7). */
final class Keyvals {
  /** What attributes hang on. */
  enum Holder {
    COMM,
    TYPE,
    WIN
  }

  /** One key. A key that was freed lives on in the attributes that have it. */
  record Keyval(int number, Holder holder, long copy, long delete, long extraState) {
    /**
     * What a duplicate gets of an attribute.
     *
     * @return the value, or null for none
     */
    @Nullable Long copied(long handle, long value) {
      if (copy == Constants.COMM_NULL_COPY_FN) {
        return null;
      } else if (copy == Constants.COMM_DUP_FN) {
        return value;
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment out = arena.allocate(Long.BYTES);
        MemorySegment flag = arena.allocate(Integer.BYTES);
        int code =
            (int)
                Helpers.call("ilillll")
                    .invokeExact(
                        Helpers.function(copy),
                        handle,
                        number,
                        extraState,
                        value,
                        out.address(),
                        flag.address());
        if (code != Constants.SUCCESS) {
          throw new Raise.Coded(code, "the copy function of key " + number + " returned " + code);
        }
        return Native.getInt(flag.address()) == 0 ? null : Native.getLong(out.address());
      } catch (Raise.Coded e) {
        throw e;
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
    }

    void deleted(long handle, long value) {
      if (delete == Constants.COMM_NULL_DELETE_FN) {
        return;
      }
      int code;
      try {
        code =
            (int)
                Helpers.call("ilill")
                    .invokeExact(Helpers.function(delete), handle, number, value, extraState);
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
      if (code != Constants.SUCCESS) {
        throw new Raise.Coded(code, "the delete function of key " + number + " returned " + code);
      }
    }
  }

  /** Keys of the Standard are below. */
  private static final int FIRST = 1000;

  private static final Map<Integer, Keyval> KEYVALS = new HashMap<>();
  private static int next = FIRST;

  private Keyvals() {}

  static synchronized int create(Holder holder, long copy, long delete, long extraState) {
    int number = next++;
    KEYVALS.put(number, new Keyval(number, holder, copy, delete, extraState));
    return number;
  }

  static synchronized Keyval get(Holder holder, int number) {
    Keyval k = KEYVALS.get(number);
    if (k == null || k.holder != holder) {
      throw new MpiArgumentException(
          ErrorClass.KEYVAL,
          number < FIRST && number != Constants.KEYVAL_INVALID
              ? "key " + number + " is the Standard's: its value is fixed"
              : number + " is no key of this kind; make one with create_keyval");
    }
    return k;
  }

  static synchronized void free(Holder holder, int number) {
    KEYVALS.remove(get(holder, number).number);
  }
}
