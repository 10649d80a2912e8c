package org.purempi.world;

import java.util.HashMap;
import java.util.Map;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** The error classes and codes that a program adds (section 9.5). Any thread. */
final class ErrorCodes {
  private static final int PREDEFINED = ErrorClass.values().length;

  /** The class of each code; that of a class is itself. */
  private final Map<Integer, Integer> classes = new HashMap<>();

  private final Map<Integer, String> strings = new HashMap<>();
  private int last = PREDEFINED - 1;

  /** The largest number given out. */
  synchronized int last() {
    return last;
  }

  synchronized int addClass() {
    classes.put(++last, last);
    return last;
  }

  synchronized int addCode(int errorClass) {
    if (classOf(errorClass) != errorClass) {
      throw wrong(errorClass + " is a code, not a class");
    }
    classes.put(++last, errorClass);
    return last;
  }

  synchronized int classOf(int code) {
    if (code >= 0 && code < PREDEFINED) {
      return code;
    }
    return own(code);
  }

  private int own(int code) {
    Integer found = classes.get(code);
    if (found == null) {
      throw wrong(code + " is not an error class or code of the program's own");
    }
    return found;
  }

  synchronized void addString(int code, String text) {
    own(code);
    strings.put(code, text);
  }

  synchronized void removeString(int code) {
    own(code);
    if (strings.remove(code) == null) {
      throw wrong(code + " has no text");
    }
  }

  synchronized void removeCode(int code) {
    if (own(code) == code) {
      throw wrong(code + " is a class, not a code");
    }
    remove(code);
  }

  synchronized void removeClass(int errorClass) {
    if (own(errorClass) != errorClass) {
      throw wrong(errorClass + " is a code, not a class");
    }
    classes.forEach(
        (code, itsClass) -> {
          if (itsClass == errorClass && code != errorClass) {
            throw wrong("class " + errorClass + " still has code " + code + ": remove it first");
          }
        });
    remove(errorClass);
  }

  private void remove(int code) {
    classes.remove(code);
    strings.remove(code);
  }

  synchronized String string(int code) {
    if (code == ErrorClass.SUCCESS.code()) {
      return "MPI_SUCCESS";
    }
    for (ErrorClass c : ErrorClass.values()) {
      if (c.code() == code) {
        return "MPI_ERR_" + c;
      }
    }
    own(code);
    return strings.getOrDefault(code, "");
  }

  private static MpiArgumentException wrong(String message) {
    return new MpiArgumentException(ErrorClass.ARG, "error codes: " + message);
  }
}
