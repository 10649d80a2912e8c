import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what follows from the tables of the standard ABI (MPI 5.0, chapter 20): {@code mpi.h}, the
 * C entries of the library, and their Java sides.
 *
 * <pre>
 *   java Generate.java TABLES java FOLDER     Entries.java and Constants.java
 *   java Generate.java TABLES c FOLDER        mpi.h and entries.c
 * </pre>
 *
 * <p>Between C and Java every number is a long: the C entry widens it, the Java entry narrows it.
 * So there is one way of calling for each number of parameters, which is what a call into Java is
 * bound by, and functions for large counts have the Java method of the others.
 */
final class Generate {
  private record Parameter(String type, String name, String text) {
    boolean isPointer() {
      return type.endsWith("*");
    }
  }

  private record Function(
      String name, String java, String returns, String text, List<Parameter> parameters) {}

  private record Constant(String name, String type, String value) {
    boolean isErrorClass() {
      return name.matches("MPIX?_ERR_.*") && !name.equals("MPI_ERR_LASTCODE");
    }
  }

  private record Callback(String type, String returns, String parameters) {}

  private static final List<String> HANDLES =
      List.of(
          "Op",
          "Comm",
          "Group",
          "Win",
          "File",
          "Session",
          "Message",
          "Info",
          "Errhandler",
          "Request",
          "Datatype",
          "T_enum",
          "T_cvar_handle",
          "T_pvar_handle",
          "T_pvar_session",
          "T_event_registration",
          "T_event_instance");

  private final List<Function> functions = new ArrayList<>();
  private final List<Constant> constants = new ArrayList<>();
  private final List<Callback> callbacks = new ArrayList<>();

  private Generate(Path tables) throws IOException {
    for (List<String> row : rows(tables.resolve("functions.csv"))) {
      functions.add(
          new Function(row.get(0), row.get(1), row.get(2), row.get(3), parameters(row.get(3))));
    }
    for (List<String> row : rows(tables.resolve("constants.csv"))) {
      constants.add(new Constant(row.get(0), row.get(1), row.get(2)));
    }
    for (List<String> row : rows(tables.resolve("callbacks.csv"))) {
      callbacks.add(new Callback(row.get(0), row.get(1), row.get(2)));
    }
  }

  public static void main(String[] args) throws IOException {
    var generate = new Generate(Path.of(args[0]));
    Path folder = Files.createDirectories(Path.of(args[2]));
    if (args[1].equals("java")) {
      Files.writeString(folder.resolve("Entries.java"), generate.entriesInJava());
      Files.writeString(folder.resolve("Constants.java"), generate.constantsInJava());
    } else {
      Files.writeString(folder.resolve("mpi.h"), generate.header());
      Files.writeString(folder.resolve("entries.c"), generate.entriesInC());
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

  private static List<Parameter> parameters(String text) {
    var parameters = new ArrayList<Parameter>();
    if (text.equals("void")) {
      return parameters;
    }
    for (String one : text.split(", ")) {
      int bracket = one.indexOf('[');
      String plain = bracket < 0 ? one : one.substring(0, bracket);
      int at = plain.length();
      while (Character.isLetterOrDigit(plain.charAt(at - 1)) || plain.charAt(at - 1) == '_') {
        at--;
      }
      String type = plain.substring(0, at).strip() + (bracket < 0 ? "" : "*");
      parameters.add(
          new Parameter(type.replace("const ", "").replace(" ", ""), plain.substring(at), one));
    }
    return parameters;
  }

  // ---- Java

  private String entriesInJava() {
    var text = new StringBuilder();
    text.append("// Made by Generate.java from functions.csv.\n");
    text.append("package org.purempi.abi;\n\n");
    text.append("/** What C calls: one method for each function, each number a long. */\n");
    text.append("@SuppressWarnings({\"all\", \"MethodName\"})\n");
    text.append("final class Entries {\n");
    text.append("  static final String[] NAMES = {\n");
    for (Function f : functions) {
      text.append("    \"").append(f.name).append("\",\n");
    }
    text.append("  };\n\n  private Entries() {}\n\n");
    text.append("  /** How many parameters the function has. */\n");
    text.append("  static final byte[] ARITY = {");
    for (Function f : functions) {
      text.append(f.parameters.size()).append(", ");
    }
    text.append("};\n");
    for (Function f : functions) {
      if (!f.java.equals("C")) {
        text.append(entryInJava(f));
      }
    }
    return text.append("}\n").toString();
  }

  private static String entryInJava(Function f) {
    var declared = new ArrayList<String>();
    var passed = new ArrayList<String>();
    String door = f.name.startsWith("MPI_T_") ? "asCode" : "onSelf";
    String raise = "Raise." + door + "(\"" + f.name + "\", e)";
    boolean isFound = false;
    for (Parameter p : f.parameters) {
      String name = p.name.equals("assert") ? "assertion" : p.name;
      declared.add("long " + name);
      passed.add(
          switch (p.type) {
            case "int" -> "(int) " + name;
            case "int*" -> "Numbers.ints(" + name + ")";
            case "MPI_Count*", "MPI_Aint*", "MPI_Offset*" -> "Numbers.longs(" + name + ")";
            default -> name;
          });
      for (String kind : List.of("Comm", "Win", "File", "Session")) {
        if (!isFound && p.type.equals("MPI_" + kind)) {
          raise = "Raise.on" + kind + "(" + p.name + ", \"" + f.name + "\", e)";
          isFound = true;
        }
      }
    }
    Parameter only = f.parameters.size() == 1 ? f.parameters.get(0) : null;
    for (String kind : List.of("Comm", "Win", "File", "Session")) {
      if (only != null && only.type.equals("MPI_" + kind + "*") && !f.name.contains("_get_")) {
        raise =
            "Raise.on" + kind + "(Native.handleOrNone(" + only.name + "), \"" + f.name + "\", e)";
      }
    }
    String call = f.java + "(" + String.join(", ", passed) + ")";
    String last =
        f.name.startsWith("MPI_T_")
            ? ""
            : " finally {\n      if (ToolEvents.isOn) ToolEvents.tell();\n    }";
    return """

      static int %s(%s) {
        try {
          %s;
          return 0;
        } catch (Throwable e) {
          return %s;
        }%s
      }
    """
        .formatted(f.name, String.join(", ", declared), call, raise, last);
  }

  private String constantsInJava() {
    var text = new StringBuilder();
    text.append("// Made by Generate.java from constants.csv.\n");
    text.append("package org.purempi.abi;\n\n");
    text.append("/** The constants of the standard ABI, without their prefix. */\n");
    text.append("@SuppressWarnings(\"all\")\n");
    text.append("final class Constants {\n  private Constants() {}\n\n");
    for (Constant c : constants) {
      if (!c.type.equals("alias")) {
        text.append("  static final int %s = %s;\n".formatted(inJava(c.name), c.value));
      }
    }
    text.append("\n  /** The error class of this name. */\n");
    text.append("  static int errorClass(String name) {\n    return switch (name) {\n");
    for (Constant c : constants) {
      if (c.isErrorClass()) {
        String plain = c.name.substring(c.name.indexOf("_ERR_") + "_ERR_".length());
        text.append("      case \"%s\" -> %s;\n".formatted(plain, c.value));
      }
    }
    text.append("      default -> 0;\n    };\n  }\n");
    for (String kind : List.of("Datatype", "Op")) {
      text.append("\n  /** Names of handles. */\n");
      text.append("  static String name" + kind + "(int handle) {\n    return switch (handle) {\n");
      for (Constant c : constants) {
        if (c.type.equals("MPI_" + kind)) {
          text.append("      case %s -> \"%s\";\n".formatted(c.value, c.name));
        }
      }
      text.append("      default -> \"\";\n    };\n  }\n");
    }
    text.append("\n  /** The text of an error class. */\n");
    text.append("  static String errorName(int code) {\n    return switch (code) {\n");
    for (Constant c : constants) {
      boolean isOfTools = c.name.startsWith("MPI_T_ERR_");
      if (c.isErrorClass() || isOfTools || c.name.equals("MPI_SUCCESS")) {
        text.append("      case %s -> \"%s\";\n".formatted(c.value, c.name));
      }
    }
    return text.append("      default -> \"\";\n    };\n  }\n}\n").toString();
  }

  private static String inJava(String name) {
    String plain = name.substring(name.indexOf('_') + 1);
    return Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
  }

  // ---- C

  private String header() {
    var text = new StringBuilder();
    text.append(
        """
        /*
         * The standard ABI of MPI 5.0, and what programs need to survive failures (ULFM).
         * Made by Generate.java from the tables.
         */
        #ifndef MPI_H_INCLUDED
        #define MPI_H_INCLUDED

        #include <stdint.h>

        #ifdef __cplusplus
        extern "C" {
        #endif

        #define PUREMPI 1

        #ifndef MPI_ABI_Aint
        #define MPI_ABI_Aint intptr_t
        #endif
        typedef MPI_ABI_Aint MPI_Aint;
        #undef MPI_ABI_Aint
        #ifndef MPI_ABI_Offset
        #define MPI_ABI_Offset int64_t
        #endif
        typedef MPI_ABI_Offset MPI_Offset;
        #undef MPI_ABI_Offset
        #ifndef MPI_ABI_Count
        #define MPI_ABI_Count MPI_Offset
        #endif
        typedef MPI_ABI_Count MPI_Count;
        #undef MPI_ABI_Count

        typedef struct {
          int MPI_SOURCE;
          int MPI_TAG;
          int MPI_ERROR;
          int MPI_internal[5];
        } MPI_Status;

        """);
    for (String handle : HANDLES) {
      text.append("typedef struct MPI_ABI_%s *MPI_%s;\n".formatted(handle, handle));
    }
    text.append(
        """

        typedef enum MPI_T_cb_safety {
          MPI_T_CB_REQUIRE_NONE = 0x00,
          MPI_T_CB_REQUIRE_MPI_RESTRICTED = 0x03,
          MPI_T_CB_REQUIRE_THREAD_SAFE = 0x0F,
          MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE = 0x3F
        } MPI_T_cb_safety;
        typedef enum MPI_T_source_order {
          MPI_T_SOURCE_ORDERED = 1,
          MPI_T_SOURCE_UNORDERED = 2
        } MPI_T_source_order;

        """);
    for (Callback c : callbacks) {
      text.append("typedef %s (%s)(%s);\n".formatted(c.returns, c.type, c.parameters));
    }
    for (String kind : List.of("Comm", "File", "Win", "Session")) {
      text.append(
          "typedef MPI_%s_errhandler_function MPI_%s_errhandler_fn;\n".formatted(kind, kind));
    }
    text.append('\n');
    for (Constant c : constants) {
      text.append(
          switch (c.type) {
            case "alias" ->
                c.name.startsWith("MPI_ABI_") ? "" : "#define %s %s\n".formatted(c.name, c.value);
            case "int" -> "#define %s %s\n".formatted(c.name, c.value);
            case "enum int" -> "enum { %s = %s };\n".formatted(c.name, c.value);
            default -> "#define %s ((%s) %s)\n".formatted(c.name, c.type, c.value);
          });
    }
    for (String prefix : List.of("", "P")) {
      text.append('\n');
      for (Function f : functions) {
        String name = prefix + f.name;
        // A compiler that knows of arrays warns of the sentinels that weights may be.
        String plain = f.text.replaceAll("int (\\w*weights)\\[]", "int *$1");
        text.append("%s %s(%s);\n".formatted(f.returns, name, plain));
      }
    }
    text.append(
        """

        /* Names that MPI 3.0 has removed, for old programs: their successors take the same arguments. */
        #define MPI_Address MPI_Get_address
        #define MPI_Errhandler_create MPI_Comm_create_errhandler
        #define MPI_Errhandler_get MPI_Comm_get_errhandler
        #define MPI_Errhandler_set MPI_Comm_set_errhandler
        #define MPI_Handler_function MPI_Comm_errhandler_function
        #define MPI_Type_hindexed MPI_Type_create_hindexed
        #define MPI_Type_hvector MPI_Type_create_hvector
        #define MPI_Type_struct MPI_Type_create_struct
        """);
    return text.append("\n#ifdef __cplusplus\n}\n#endif\n#endif\n").toString();
  }

  private String entriesInC() {
    var text = new StringBuilder();
    text.append("/* Made by Generate.java from functions.csv. */\n#include \"shim.h\"\n\n");
    text.append("void *purempi_entries[%d];\n".formatted(functions.size()));
    text.append("const int purempi_functions = %d;\n\n".formatted(functions.size()));
    for (int i = 0; i < functions.size(); i++) {
      Function f = functions.get(i);
      if (f.java.equals("C")) {
        continue; // local.c has it
      }
      var types = new ArrayList<String>();
      var values = new ArrayList<String>();
      for (Parameter p : f.parameters) {
        types.add("long");
        values.add("(long) " + p.name);
      }
      text.append(
          "int P%s(%s) {\n  int (*entry)(%s) = PUREMPI_ENTRY(%d);\n  return entry(%s);\n}\n"
              .formatted(
                  f.name,
                  f.text,
                  types.isEmpty() ? "void" : String.join(", ", types),
                  i,
                  String.join(", ", values)));
      text.append(
          "%s %s(%s) __attribute__((weak, alias(\"P%s\")));\n"
              .formatted(f.returns, f.name, f.text, f.name));
    }
    return text.toString();
  }
}
