package org.purempi.abi;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/**
 * Error classes and codes with their texts, those that the program adds among them (section 9.5).
 */
final class ErrorTexts {
  /** A class or code of the program. */
  private record Added(int errorClass, String text) {}

  private static final Map<Integer, Added> ADDED = new TreeMap<>();
  private static int last = Constants.ERR_LASTCODE;

  /** What was wrong last time, by class and thread: the detail that a text of a class lacks. */
  private static final ThreadLocal<Map<Integer, String>> LAST =
      ThreadLocal.withInitial(ConcurrentHashMap::new);

  private ErrorTexts() {}

  static void keep(int code, String message) {
    LAST.get().put(code, message);
  }

  static String className(int code) {
    String name = Constants.errorName(code);
    return name.isEmpty() ? "code " + code : name;
  }

  /**
   * Begins with the class's name; what went wrong in this thread's last error of the class follows.
   */
  static synchronized String text(int code) {
    Added added = ADDED.get(code);
    if (added != null) {
      return added.text;
    }
    String name = Constants.errorName(code);
    if (name.isEmpty()) {
      throw unknown(code);
    }
    if (code == Constants.SUCCESS) {
      return "MPI_SUCCESS: no error";
    }
    String detail = LAST.get().get(code);
    return detail == null ? name : name + ": " + detail;
  }

  static synchronized int classOf(int code) {
    Added added = ADDED.get(code);
    if (added != null) {
      return added.errorClass;
    }
    if (Constants.errorName(code).isEmpty()) {
      throw unknown(code);
    }
    return code;
  }

  private static MpiArgumentException unknown(int code) {
    return new MpiArgumentException(ErrorClass.ARG, "there is no error code " + code);
  }

  static synchronized int addClass() {
    ADDED.put(++last, new Added(last, ""));
    return last;
  }

  static synchronized int addCode(int errorClass) {
    if (classOf(errorClass) != errorClass) {
      throw new MpiArgumentException(ErrorClass.ARG, errorClass + " is no error class");
    }
    ADDED.put(++last, new Added(errorClass, ""));
    return last;
  }

  static synchronized void text(int code, String text) {
    Added added = ours(code);
    if (text.length() >= Constants.MAX_ERROR_STRING) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "a text of " + text.length() + " characters is too long");
    }
    ADDED.put(code, new Added(added.errorClass, text));
  }

  static synchronized void remove(int code, boolean isClass) {
    Added added = ours(code);
    boolean isUsed = ADDED.values().stream().filter(a -> a.errorClass == code).count() > 1;
    if (isClass != (added.errorClass == code) || (isClass && isUsed) || !added.text.isEmpty()) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          isUsed
              ? "error class " + code + " has codes"
              : "no such code: " + code + ", or it has a text");
    }
    ADDED.remove(code);
  }

  static synchronized void removeText(int code) {
    Added added = ours(code);
    if (added.text.isEmpty()) {
      throw new MpiArgumentException(ErrorClass.ARG, "error code " + code + " has no text");
    }
    ADDED.put(code, new Added(added.errorClass, ""));
  }

  private static Added ours(int code) {
    Added added = ADDED.get(code);
    if (added == null) {
      throw new MpiArgumentException(
          ErrorClass.ARG, code + " is no code that the program has added");
    }
    return added;
  }

  static synchronized int lastUsed() {
    return last;
  }
}
