package org.purempi.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What the program has made and must free, with the lines that made it. Any thread. */
public final class Leaks {
  private record Made(Mistake mistake, String place, Supplier<String> label, long number) {}

  private final Checker checker;
  private final Map<Object, Made> all = new IdentityHashMap<>();
  private long numbers;

  Leaks(Checker checker) {
    this.checker = checker;
  }

  /**
   * The calling thread has made something.
   *
   * @param mistake what it is if it is never freed
   * @param label what it is, asked for in the end
   */
  public void made(Object thing, Mistake mistake, Supplier<String> label) {
    String place = Check.place();
    synchronized (this) {
      all.put(thing, new Made(mistake, place, label, numbers++));
    }
  }

  /** It was freed, or was not the program's to free. */
  public synchronized void gone(Object thing) {
    all.remove(thing);
  }

  /** The rank ends MPI: tells what is left, the oldest first. */
  public void end() {
    List<Made> left;
    synchronized (this) {
      left = new ArrayList<>(all.values());
      all.clear();
    }
    left.sort((a, b) -> Long.compare(a.number, b.number));
    for (Made made : left) {
      checker.report(made.mistake, made.place, made.label.get() + ": " + made.mistake.meaning());
    }
  }
}
