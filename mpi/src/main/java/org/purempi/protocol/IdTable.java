package org.purempi.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** Gives operations small numbers that travel in headers, and finds them again. */
public final class IdTable<T> {
  private final List<@Nullable T> byId = new ArrayList<>();
  private final ArrayDeque<Integer> free = new ArrayDeque<>();

  /** None. */
  public IdTable() {
    byId.add(null);
  }

  /** Gives it a number from 1 on. */
  public int add(T operation) {
    Integer id = free.poll();
    if (id != null) {
      byId.set(id, operation);
      return id;
    }
    if (byId.size() > Header.MAX_ID) {
      throw new MpiException(
          ErrorClass.REQUEST,
          "more than " + Header.MAX_ID + " large messages under way: wait for some first");
    }
    byId.add(operation);
    return byId.size() - 1;
  }

  /** The one with a number; null if there is none. */
  public @Nullable T get(int id) {
    return id > 0 && id < byId.size() ? byId.get(id) : null;
  }

  /** All that are in it. */
  List<T> all() {
    var found = new ArrayList<T>();
    for (T one : byId) {
      if (one != null) {
        found.add(one);
      }
    }
    return found;
  }

  /** Gives the number back. */
  public @Nullable T remove(int id) {
    T operation = get(id);
    if (operation != null) {
      byId.set(id, null);
      free.add(id);
    }
    return operation;
  }

  /** Gives back the numbers of all that meet a condition; those. */
  public List<T> removeIf(Predicate<? super T> condition) {
    var removed = new ArrayList<T>();
    for (int id = 1; id < byId.size(); id++) {
      T operation = byId.get(id);
      if (operation != null && condition.test(operation)) {
        removed.add(operation);
        byId.set(id, null);
        free.add(id);
      }
    }
    return removed;
  }

  /** Whether some operation meets a condition. */
  public boolean any(Predicate<? super T> condition) {
    for (T operation : byId) {
      if (operation != null && condition.test(operation)) {
        return true;
      }
    }
    return false;
  }
}
