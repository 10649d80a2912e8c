package org.purempi.abi;

import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.Keyval;
import org.purempi.Mpi;
import org.purempi.WindowFlavor;

/**
 * The Standard's attributes (sections 7.7.2, 9.1.2 and 12.2.7). C gets a pointer to an {@code int},
 * or to an {@code MPI_Aint} for a window's size; a window's base is the address itself.
 */
final class PredefinedAttributes {
  private record Place(Object holder, int keyval) {}

  private static final Map<Place, Long> PLACES = new ConcurrentHashMap<>();

  private PredefinedAttributes() {}

  static boolean isOfComm(int keyval) {
    return keyval >= Constants.TAG_UB && keyval <= Constants.UNIVERSE_SIZE;
  }

  static boolean isOfWin(int keyval) {
    return keyval >= Constants.WIN_BASE && keyval <= Constants.WIN_MODEL;
  }

  static @Nullable Long of(CommHandle c, int keyval) {
    return switch (keyval) {
      case Constants.TAG_UB -> pointer(c, keyval, c.get().getAttr(Keyval.TAG_UB).orElse(null));
      case Constants.IO -> pointer(c, keyval, Mpi.ANY_SOURCE);
      case Constants.HOST -> pointer(c, keyval, Mpi.PROC_NULL);
      case Constants.WTIME_IS_GLOBAL -> pointer(c, keyval, 0);
      case Constants.APPNUM -> pointer(c, keyval, c.get().getAttr(Keyval.APPNUM).orElse(null));
      case Constants.UNIVERSE_SIZE ->
          pointer(c, keyval, c.get().getAttr(Keyval.UNIVERSE_SIZE).orElse(null));
      case Constants.LASTUSEDCODE -> pointer(c, keyval, ErrorTexts.lastUsed());
      default -> null;
    };
  }

  static @Nullable Long of(WindowHandle w, int keyval) {
    return switch (keyval) {
      case Constants.WIN_BASE ->
          w.window.flavor() == WindowFlavor.DYNAMIC || w.window.memory().byteSize() == 0
              ? 0L
              : w.window.memory().address();
      case Constants.WIN_SIZE ->
          pointer(
              w,
              keyval,
              w.window.flavor() == WindowFlavor.DYNAMIC ? 0 : w.window.memory().byteSize());
      case Constants.WIN_DISP_UNIT -> pointer(w, keyval, w.window.dispUnit());
      case Constants.WIN_CREATE_FLAVOR ->
          pointer(
              w,
              keyval,
              switch (w.window.flavor()) {
                case CREATE -> Constants.WIN_FLAVOR_CREATE;
                case ALLOCATE -> Constants.WIN_FLAVOR_ALLOCATE;
                case DYNAMIC -> Constants.WIN_FLAVOR_DYNAMIC;
                case SHARED -> Constants.WIN_FLAVOR_SHARED;
              });
      case Constants.WIN_MODEL -> pointer(w, keyval, Constants.WIN_UNIFIED);
      default -> null;
    };
  }

  /** Where the number is: 8 bytes, of which an int is the first half. */
  private static @Nullable Long pointer(Object holder, int keyval, @Nullable Number value) {
    if (value == null) {
      return null;
    }
    long at =
        PLACES.computeIfAbsent(
            new Place(holder, keyval), p -> Arena.global().allocate(Long.BYTES).address());
    Native.putLong(at, value.longValue());
    return at;
  }

  /** The holder has been freed. */
  static void forget(Object holder) {
    PLACES.keySet().removeIf(p -> p.holder == holder);
  }
}
