import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the tables of C's ABI say of what Fortran has, under Fortran's names. */
class FortranTables {
  record Function(String name, String returns, List<Parameter> parameters) {
    /** Without its prefix. */
    String plain() {
      return name.substring(name.indexOf('_') + 1);
    }
  }

  record Parameter(String type, String name, boolean isConst, boolean isArray) {
    boolean isPointer() {
      return type.endsWith("*");
    }

    String target() {
      return type.substring(0, type.length() - 1);
    }

    String handle() {
      String plain = isPointer() ? target() : type;
      return HANDLES.contains(plain) ? plain : "";
    }

    boolean isCallback() {
      return isPointer() && type.contains("_function");
    }
  }

  record Constant(String name, String type, String value) {}

  static final List<String> HANDLES =
      List.of(
          "MPI_Comm",
          "MPI_Datatype",
          "MPI_Errhandler",
          "MPI_File",
          "MPI_Group",
          "MPI_Info",
          "MPI_Message",
          "MPI_Op",
          "MPI_Request",
          "MPI_Session",
          "MPI_Win");

  /** Integers that may be a mark, such as MPI_UNWEIGHTED. */
  static final Set<String> MARKED =
      Set.of("weights", "sourceweights", "destweights", "array_of_errcodes");

  final List<Function> functions = new ArrayList<>();

  final List<Constant> constants = new ArrayList<>();

  FortranTables(Path tables) throws IOException {
    for (List<String> row : rows(tables.resolve("functions.csv"))) {
      String name = row.get(0);
      if (!name.startsWith("MPI_T_") && !name.endsWith("toint") && !name.endsWith("fromint")) {
        functions.add(new Function(name, row.get(2), parameters(name, row.get(3))));
      }
    }
    functions.add(new Function("MPI_F_sync_reg", "int", parameters("MPI_F_sync_reg", "void *buf")));
    for (List<String> row : rows(tables.resolve("constants.csv"))) {
      String name = row.get(0);
      if (!name.startsWith("MPI_T_") && !name.startsWith("MPI_F_")) {
        constants.add(new Constant(name, row.get(1), row.get(2)));
      }
    }
  }

  private static List<List<String>> rows(Path table) throws IOException {
    var rows = new ArrayList<List<String>>();
    for (String line : Files.readAllLines(table).subList(1, Files.readAllLines(table).size())) {
      var row = new ArrayList<String>();
      for (String part : line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)) {
        row.add(part.startsWith("\"") ? part.substring(1, part.length() - 1) : part);
      }
      rows.add(row);
    }
    return rows;
  }

  /** Those that Fortran has, under its names. */
  private static List<Parameter> parameters(String function, String text) {
    var parameters = new ArrayList<Parameter>();
    if (text.equals("void")) {
      return parameters;
    }
    for (String one : text.split(", ")) {
      if (one.equals("...")) {
        continue;
      }
      int bracket = one.indexOf('[');
      String plain = bracket < 0 ? one : one.substring(0, bracket);
      int at = plain.length();
      while (Character.isLetterOrDigit(plain.charAt(at - 1)) || plain.charAt(at - 1) == '_') {
        at--;
      }
      String type = plain.substring(0, at).strip() + (bracket < 0 ? "" : "*");
      String name = plain.substring(at);
      boolean isForC = name.equals("argc") || name.equals("argv") && !function.contains("spawn");
      if (!isForC) {
        parameters.add(
            new Parameter(
                type.replace("const ", "").replace(" ", ""),
                name.equals("indx") ? "index" : name,
                type.startsWith("const "),
                bracket >= 0 || name.startsWith("array_of_")));
      }
    }
    return parameters;
  }

  static boolean isFunction(Function f) {
    return !f.returns.equals("int");
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  Function find(String name) {
    return functions.stream().filter(f -> f.name.equals(name)).findFirst().orElse(null);
  }

  static boolean has(Function f, String parameter) {
    return f.parameters.stream().anyMatch(p -> p.name.equals(parameter));
  }

  /** Whether it is of MPI 1 and has no place in mpi_f08. */
  static boolean isOld(String name) {
    return name.startsWith("MPI_Attr_")
        || name.startsWith("MPI_Keyval_")
        || List.of("MPI_NULL_COPY_FN", "MPI_DUP_FN", "MPI_NULL_DELETE_FN").contains(name);
  }

  /** Its value, or empty if it is none that has one. */
  String value(Constant c) {
    if (c.type.equals("alias")) {
      for (Constant other : constants) {
        if (other.name.equals(c.value)) {
          return value(other);
        }
      }
      return "";
    } else if (!HANDLES.contains(c.type) && !c.type.endsWith("int") && !isOffset(c)) {
      return "";
    }
    int value = Integer.decode(c.value);
    // C counts the zero byte at the end of a text.
    return Integer.toString(c.name.startsWith("MPI_MAX_") ? value - 1 : value);
  }

  static boolean isOffset(Constant c) {
    return c.type.equals("MPI_Offset");
  }

  String handleType(Constant c) {
    for (Constant other : constants) {
      if (c.type.equals("alias") && other.name.equals(c.value)) {
        return handleType(other);
      }
    }
    return HANDLES.contains(c.type) ? c.type : "";
  }

  static boolean isProcedure(Constant c) {
    return c.type.endsWith("_function*") || c.type.endsWith("_function_c*");
  }
}
