package org.purempi.check;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.purempi.setting.Setting;
import org.purempi.tool.ProgramStack;

/** Whether this JVM looks for mistakes, and how they are told. Any thread. */
public final class Check {
  /** Whether mistakes are looked for. A constant of this JVM. */
  public static final boolean ON =
      Set.of("on", "error").contains(String.valueOf(Setting.CHECK.text()));

  /** Exit code of a job that ends because of a mistake. */
  public static final int EXIT_CODE = 87;

  private static final boolean IS_FATAL = "error".equals(Setting.CHECK.text());
  private static final Ignored IGNORED = new Ignored(Setting.CHECK_IGNORE.text());
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();
  private static volatile Supplier<String> places = Check::lineOfJava;

  private Check() {}

  /** From now on {@code where} says where in the program the calling thread is. */
  public static void places(Supplier<String> where) {
    places = where;
  }

  /** Where in the program the calling thread is; empty if it is in none of its calls. */
  public static String place() {
    return places.get();
  }

  private static String lineOfJava() {
    return ProgramStack.lineOfThisThread().map(Check::text).orElse("");
  }

  private static String text(StackTraceElement frame) {
    String name = frame.getClassName();
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return "%s:%d %s.%s"
        .formatted(frame.getFileName(), frame.getLineNumber(), simple, frame.getMethodName());
  }

  /** Tells a mistake that is found outside of the library. */
  public static void report(Mistake mistake, int rank, String place, String what) {
    if (tell(mistake, rank, place, what)) {
      System.out.flush();
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }

  /**
   * Writes a mistake down, unless it is ignored or was told of this place before.
   *
   * @return whether it ends the job
   */
  static boolean tell(Mistake mistake, int rank, String place, String what) {
    if (IGNORED.has(mistake) || !TOLD.add(mistake + " " + (place.isEmpty() ? what : place))) {
      return false;
    }
    String at = place.isEmpty() ? "" : " at " + place;
    // In one piece, as other ranks may write at the same time.
    System.err.print("purempi: rank %d: %s%s%n  %s%n".formatted(rank, mistake.text(), at, what));
    System.err.flush();
    return IS_FATAL;
  }
}
