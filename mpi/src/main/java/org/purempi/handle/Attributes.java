package org.purempi.handle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Keyval;
import org.purempi.MpiArgumentException;

/**
 * The attributes of one object, in the order in which they were set. Callbacks are called without a
 * lock, so they may use the object, its attributes too.
 */
public final class Attributes {
  private final SequencedMap<Keyval<?>, Object> values = new LinkedHashMap<>();

  /** None. */
  public Attributes() {}

  /** The value of a key, if set. */
  public synchronized <T> Optional<T> get(Keyval<T> keyval) {
    return Optional.ofNullable(values.get(keyval)).map(keyval.type()::cast);
  }

  /** Sets a value; the one that it replaces is deleted first. */
  public <T> void set(Object holder, Keyval<T> keyval, T value) {
    requireUsers(keyval);
    if (!keyval.suits(holder)) {
      throw new MpiArgumentException(
          ErrorClass.KEYVAL, keyval + " is for attributes of another kind of object");
    }
    if (get(keyval).isPresent()) {
      delete(holder, keyval);
    }
    put(keyval, value);
  }

  private synchronized void put(Keyval<?> keyval, Object value) {
    values.put(keyval, value);
  }

  private synchronized void remove(Keyval<?> keyval) {
    values.remove(keyval);
  }

  private static void requireUsers(Keyval<?> keyval) {
    if (keyval.predefined()) {
      throw new MpiArgumentException(
          ErrorClass.KEYVAL, keyval + " is predefined: its value cannot be changed");
    }
  }

  /** Deletes a value that is set; stays if the callback throws. */
  public void delete(Object holder, Keyval<?> keyval) {
    requireUsers(keyval);
    Object value =
        get(keyval)
            .orElseThrow(
                () -> new MpiArgumentException(ErrorClass.KEYVAL, keyval + " is not set here"));
    keyval.delete(holder, value);
    remove(keyval);
  }

  /** What a duplicate of {@code holder} gets, asked in the order of setting. */
  public Attributes copy(Object holder) {
    Attributes copies = new Attributes();
    for (Map.Entry<Keyval<?>, Object> e : entries()) {
      e.getKey().copy(holder, e.getValue()).ifPresent(v -> copies.put(e.getKey(), v));
    }
    return copies;
  }

  private synchronized List<Map.Entry<Keyval<?>, Object>> entries() {
    return new ArrayList<>(new LinkedHashMap<>(values).entrySet());
  }

  /**
   * Deletes all, the last one first (section 11.2.3); each once, those too that the callbacks of
   * others set.
   */
  public void deleteAll(Object holder) {
    for (Map.Entry<Keyval<?>, Object> e = last(); e != null; e = last()) {
      e.getKey().delete(holder, e.getValue());
      remove(e.getKey(), e.getValue());
    }
  }

  private synchronized Map.@Nullable Entry<Keyval<?>, Object> last() {
    return values.lastEntry();
  }

  private synchronized void remove(Keyval<?> keyval, Object value) {
    values.remove(keyval, value);
  }
}
