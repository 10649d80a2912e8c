package org.purempi.check;

import java.util.LinkedHashMap;
import java.util.Map;
import org.purempi.Buf;

/** The memory of a rank's open windows. Any thread. */
public final class WindowParts {
  private record Part(Extent extent, String place) {}

  private final Checker checker;
  private final Map<Object, Part> all = new LinkedHashMap<>();

  WindowParts(Checker checker) {
    this.checker = checker;
  }

  /** A window is made of memory of the program's. */
  public void opened(Object window, Buf memory, String label) {
    if (memory.bytes() == 0) {
      return;
    }
    Part part = new Part(Extent.of(memory), Check.place());
    Part other;
    synchronized (this) {
      other =
          all.values().stream()
              .filter(its -> its.extent.overlaps(part.extent))
              .findFirst()
              .orElse(null);
      all.put(window, part);
    }
    if (other != null) {
      checker.report(
          Mistake.WINDOW_OVERLAP,
          part.place,
          "%s has memory of the window made%s"
              .formatted(label, other.place.isEmpty() ? " before" : " at " + other.place));
    }
  }

  /** It is closed. */
  public synchronized void closed(Object window) {
    all.remove(window);
  }
}
