package org.purempi.abi;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/**
 * The handles of one kind: which object each stands for. Handles of the Standard are the numbers of
 * its table, below {@value #FIRST}; those of objects that the program has made come from there on,
 * and all fit 31 bits, as {@code MPI_Comm_toint} and its like need.
 *
 * <p>Any thread may call. A handle is looked up without a lock: who uses one has got it from the
 * thread that made it, in a way that orders both.
 */
final class Handles<T> {
  /** The first number that no handle of the Standard has. */
  private static final int FIRST = 4096;

  private final String kind;
  private final ErrorClass error;
  private final @Nullable Object[] given = new @Nullable Object[FIRST];
  private volatile @Nullable Object[] made = new @Nullable Object[64];
  private int[] free = new int[64];
  private int frees;
  private int used;

  /**
   * No handles yet.
   *
   * @param kind as messages name it
   * @param error the class of what is wrong with a handle
   */
  Handles(String kind, ErrorClass error) {
    this.kind = kind;
    this.error = error;
  }

  void give(int handle, @Nullable T object) {
    given[handle] = object;
  }

  /** The object, or null if no handle of this kind has the number. */
  @SuppressWarnings("unchecked")
  @Nullable T find(long handle) {
    if (handle >= 0 && handle < FIRST) {
      return (T) given[(int) handle];
    }
    @Nullable Object[] all = made;
    long i = handle - FIRST;
    return i >= 0 && i < all.length ? (T) all[(int) i] : null;
  }

  /** The object; an error of this kind's class if there is none. */
  T get(long handle) {
    T object = find(handle);
    if (object == null) {
      throw unknown(handle);
    }
    return object;
  }

  MpiArgumentException unknown(long handle) {
    String what =
        handle >= 0 && handle < FIRST
            ? "is the null handle, or one of another kind"
            : "is not in use: it was freed, or never made";
    return new MpiArgumentException(error, "%s 0x%x %s".formatted(kind, handle, what));
  }

  /** A new handle. */
  synchronized long add(T object) {
    int i = frees > 0 ? free[--frees] : used++;
    @Nullable Object[] all = made;
    if (i == all.length) {
      all = Arrays.copyOf(all, 2 * i);
      made = all;
    }
    all[i] = object;
    return FIRST + (long) i;
  }

  /** Forgets a handle, whose number another one may get. */
  synchronized void remove(long handle) {
    int i = (int) (handle - FIRST);
    if (i < 0 || i >= used || made[i] == null) {
      return;
    }
    made[i] = null;
    if (frees == free.length) {
      free = Arrays.copyOf(free, 2 * frees);
    }
    free[frees++] = i;
  }

  /** The oldest object that the program has made, or null. */
  @SuppressWarnings("unchecked")
  @Nullable T first() {
    for (Object one : made) {
      if (one != null) {
        return (T) one;
      }
    }
    return null;
  }

  /** Shows all objects that the program has made; an object with two handles twice. */
  @SuppressWarnings("unchecked")
  void forEach(Consumer<T> action) {
    for (Object one : made) {
      if (one != null) {
        action.accept((T) one);
      }
    }
  }

  /** Whether it is one of the Standard's. */
  static boolean isGiven(long handle) {
    return handle >= 0 && handle < FIRST;
  }
}
