package mpi;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The library's messages in the words of this API: its methods, constants and datatypes. */
final class Words {
  private record Change(Pattern what, String instead) {}

  private static Change change(String what, String instead) {
    return new Change(Pattern.compile(what), instead);
  }

  private static final List<Change> CHANGES =
      List.of(
          change(
              "; attach size \\+ Mpi\\.BSEND_OVERHEAD bytes for each message under way, or attach"
                  + " automatically",
              "; give MPI.attachBuffer size + MPI.BSEND_OVERHEAD bytes for each message under way"),
          change(
              "after close\\(\\): this rank has ended MPI \\(MPI_Finalize\\)",
              "after MPI.Finalize()"),
          change("has ended MPI \\(close\\)", "has ended MPI (MPI.Finalize)"),
          change("pass (W?Buf\\.)IN_PLACE instead", "call the form that takes one buffer"),
          change("(W?Buf\\.)?IN_PLACE", "one buffer for both"),
          change("; for records make .*", "; for such types make an Op of a UserFunction"),
          change("Mpi\\.init was called before", "MPI.Init was called before"),
          change("communicator (\\S+) has been closed", "communicator $1 has been freed"),
          change("; merge\\(\\) makes", "; Intercomm.merge makes"),
          change("\\bMpi\\.(?=[A-Z])", "MPI."));

  /** A call at the beginning of a message, or after who made it. */
  private static final Pattern CALL =
      Pattern.compile("(?<=^|: )[a-z]\\w+(?=: | of \\d| after MPI)");

  private static final Pattern TYPE =
      Pattern.compile("(?<![\\w.])[A-Z2][A-Z0-9]*(?:_[A-Z0-9]+)*\\b(?![(.])");

  private static final Map<String, String> METHODS = methods();

  private Words() {}

  private static Map<String, String> methods() {
    var names = new HashMap<String, String>();
    for (Class<?> type :
        List.of(
            Comm.class,
            Intracomm.class,
            Intercomm.class,
            CartComm.class,
            GraphComm.class,
            Request.class,
            Prequest.class,
            Message.class)) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers())) {
          names.put(plain(method.getName()), method.getName());
        }
      }
    }
    return names;
  }

  private static String plain(String method) {
    return method.toLowerCase(Locale.ROOT);
  }

  /** A message of the library's as this API's users read it. */
  static String of(String message) {
    String text = message;
    for (Change c : CHANGES) {
      text = c.what.matcher(text).replaceAll(c.instead);
    }
    text = CALL.matcher(text).replaceAll(Words::call);
    return TYPE.matcher(text).replaceAll(Words::type);
  }

  private static String call(MatchResult found) {
    return METHODS.getOrDefault(plain(found.group()), found.group());
  }

  /** Several of the library's are one of this API. */
  private static String type(MatchResult found) {
    String name =
        switch (found.group()) {
          case "UINT8_T", "BYTE" -> "BYTE"; // and BOOLEAN
          case "UINT16_T" -> "CHAR";
          case "SHORT", "INT16_T" -> "SHORT";
          case "INT", "INT32_T" -> "INT";
          case "LONG", "INT64_T" -> "LONG";
          case "FLOAT" -> "FLOAT";
          case "DOUBLE" -> "DOUBLE";
          case "PACKED" -> "PACKED";
          case "C_FLOAT_COMPLEX" -> "FLOAT_COMPLEX";
          case "C_DOUBLE_COMPLEX" -> "DOUBLE_COMPLEX";
          case "2INT" -> "INT2";
          case "SHORT_INT", "LONG_INT", "FLOAT_INT", "DOUBLE_INT" -> found.group();
          default -> "";
        };
    return name.isEmpty() ? found.group() : "MPI." + name;
  }
}
