package org.purempi.file;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.purempi.Datarep;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.MpiArgumentException;

/** What holds for all files of a rank: what they begin with, and representations by name. */
public final class FileDefaults {
  private static final String NATIVE = "native";
  private static final String INTERNAL = "internal";
  private static final String EXTERNAL32 = "external32";

  private final Map<String, Representation.User> registered = new ConcurrentHashMap<>();
  private volatile ErrorHandler errorHandler = ErrorHandler.RETURN;

  /** That of files to be opened, and of errors of no file. */
  public ErrorHandler errorHandler() {
    return errorHandler;
  }

  /** Sets it. */
  public void errorHandler(ErrorHandler handler) {
    errorHandler = handler;
  }

  /** Gives a representation a name. */
  public void register(String name, Datarep datarep) {
    boolean isKnown = name.equals(NATIVE) || name.equals(INTERNAL) || name.equals(EXTERNAL32);
    if (isKnown || registered.putIfAbsent(name, new Representation.User(name, datarep)) != null) {
      throw new MpiArgumentException(
          ErrorClass.DUP_DATAREP,
          "registerDatarep: there is a data representation " + name + " already");
    }
  }

  /** The representation of a name. */
  Representation find(String name) {
    return switch (name) {
      case NATIVE, INTERNAL -> Representation.NATIVE;
      case EXTERNAL32 -> Representation.EXTERNAL32;
      default -> {
        Representation.@Nullable User its = registered.get(name);
        if (its == null) {
          throw new MpiArgumentException(
              ErrorClass.UNSUPPORTED_DATAREP,
              "there is no data representation "
                  + name
                  + ": take native, internal or external32, or register it first");
        }
        yield its;
      }
    };
  }
}
