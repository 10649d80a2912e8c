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
              "; call MPI.Buffer_attach first"),
          change(
              "after close\\(\\): this rank has ended MPI \\(MPI_Finalize\\)",
              "after MPI.Finalize()"),
          change("has ended MPI \\(close\\)", "has ended MPI (MPI.Finalize)"),
          change("pass (W?Buf\\.)IN_PLACE instead", "pass two arrays"),
          change("(W?Buf\\.)?IN_PLACE", "one array for both"),
          change("; for records make .*", "; for such types make an Op of a User_function"),
          change("Mpi\\.init was called before", "MPI.Init was called before"),
          change("communicator (\\S+) has been closed", "communicator $1 has been freed"),
          change("; merge\\(\\) makes", "; Intercomm.Merge makes"),
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
            Cartcomm.class,
            Graphcomm.class,
            Request.class,
            Prequest.class)) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers())) {
          names.put(plain(method.getName()), method.getName());
        }
      }
    }
    return names;
  }

  private static String plain(String method) {
    return method.toLowerCase(Locale.ROOT).replace("_", "");
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

  private static String type(MatchResult found) {
    return switch (found.group()) {
      case "INT8_T" -> "MPI.BYTE";
      case "UINT16_T" -> "MPI.CHAR";
      case "INT16_T" -> "MPI.SHORT";
      case "INT32_T" -> "MPI.INT";
      case "INT64_T" -> "MPI.LONG";
      case "BYTE", "SHORT", "BOOLEAN", "INT", "LONG", "FLOAT", "DOUBLE", "PACKED" ->
          "MPI." + found.group();
      default -> found.group();
    };
  }
}
