import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;

/** The entries that Fortran calls, in C: each calls C's function of its name. */
final class FortranEntries extends FortranTables {
  /** Entries that special.c has. */
  private static final Set<String> SPECIAL =
      Set.of(
          "Attr_get",
          "Attr_put",
          "Buffer_detach",
          "Buffer_detach_c",
          "Comm_create_keyval",
          "Comm_detach_buffer",
          "Comm_detach_buffer_c",
          "Comm_get_attr",
          "Comm_set_attr",
          "Comm_spawn",
          "Comm_spawn_multiple",
          "F_sync_reg",
          "Grequest_start",
          "Info_create_env",
          "Info_get",
          "Info_get_string",
          "Init",
          "Init_thread",
          "Keyval_create",
          "Pcontrol",
          "Register_datarep",
          "Register_datarep_c",
          "Session_detach_buffer",
          "Session_detach_buffer_c",
          "Session_get_nth_pset",
          "Session_init",
          "Type_create_keyval",
          "Type_get_attr",
          "Type_set_attr",
          "Win_create_keyval",
          "Win_get_attr",
          "Win_set_attr");

  FortranEntries(Path tables) throws IOException {
    super(tables);
  }

  String entries() {
    var text = new StringBuilder();
    text.append("/* Made by GenerateFortran.java from functions.csv. */\n");
    text.append("#include \"bridge.h\"\n#include <stdlib.h>\n");
    for (Function f : functions) {
      if (!SPECIAL.contains(f.plain())) {
        text.append('\n').append(isFunction(f) ? function(f) : entry(f, ""));
        if (has(f, "baseptr") && !f.name().endsWith("_c")) {
          text.append('\n').append(entry(f, "_cptr"));
        }
      }
    }
    return text.toString();
  }

  private static String function(Function f) {
    var declared = new ArrayList<String>();
    var passed = new ArrayList<String>();
    for (Parameter p : f.parameters()) {
      declared.add(p.type() + " *" + p.name());
      passed.add("*" + p.name());
    }
    return "ENTRY(%s, %s, (%s)) {\n  return CALL(%s)(%s);\n}\n"
        .formatted(
            f.returns(),
            lower(f.name()),
            declared.isEmpty() ? "void" : String.join(", ", declared),
            f.name(),
            String.join(", ", passed));
  }

  private static String entry(Function f, String suffix) {
    var declared = new ArrayList<String>();
    var lengths = new ArrayList<String>();
    var passed = new ArrayList<String>();
    var before = new StringBuilder();
    var after = new StringBuilder();
    for (Parameter p : f.parameters()) {
      declared.add(declared(p));
      if (p.type().equals("char*")) {
        lengths.add("size_t " + p.name() + "_length");
      }
      passed.add(pass(f, p, before, after));
    }
    declared.add("int *ierror");
    declared.addAll(lengths);
    return "ENTRY(void, %s, (%s)) {\n%s  int code = CALL(%s)(%s);\n%s  END;\n}\n"
        .formatted(
            lower(f.name()) + suffix,
            String.join(", ", declared),
            before,
            f.name(),
            String.join(", ", passed),
            after);
  }

  private static String declared(Parameter p) {
    if (!p.handle().isEmpty()) {
      return "int *" + p.name();
    } else if (p.isCallback()) {
      return "procedure *" + p.name();
    }
    return p.isPointer() ? p.target() + " *" + p.name() : p.type() + " *" + p.name();
  }

  /** What C gets of a parameter, what is to be done for it first, and what afterwards. */
  private static String pass(Function f, Parameter p, StringBuilder before, StringBuilder after) {
    String name = p.name();
    if (!p.handle().isEmpty()) {
      return p.isPointer()
          ? p.isArray() ? passHandles(f, p, before, after) : passPlace(p, before, after)
          : "HANDLE(%s, %s)".formatted(p.type(), name);
    } else if (p.isCallback()) {
      return "(%s) %s".formatted(p.type(), name);
    } else if (!p.isPointer()) {
      return "*" + name;
    } else if (p.type().equals("char*")) {
      return passText(f, p, before, after);
    } else if (p.type().equals("void*") && !name.equals("baseptr") || MARKED.contains(name)) {
      return "purempi_buffer(" + name + ")";
    } else if (p.type().equals("MPI_Status*")) {
      return "purempi_status(" + name + ")";
    } else if (name.equals("ranges")) {
      return "(int (*)[3]) " + name;
    }
    if (name.equals("index") && f.name().contains("any")) {
      before.append("  *index = MPI_UNDEFINED;\n");
      after.append("  if (*index >= 0) ++*index;\n");
    } else if (name.equals("outcount") && has(f, "array_of_indices")) {
      before.append("  *outcount = 0;\n");
      after.append("  for (int i = 0; i < *outcount; i++) array_of_indices[i]++;\n");
    }
    return name;
  }

  private static String passPlace(Parameter p, StringBuilder before, StringBuilder after) {
    String handle = p.handle();
    before.append("  %s c_%s = HANDLE(%s, %s);\n".formatted(handle, p.name(), handle, p.name()));
    after.append("  *%s = INTEGER(c_%s);\n".formatted(p.name(), p.name()));
    return "&c_" + p.name();
  }

  private static String passHandles(
      Function f, Parameter p, StringBuilder before, StringBuilder after) {
    String count;
    if (f.name().contains("lltoallw")) {
      String comm = "HANDLE(MPI_Comm, comm)";
      boolean isSending = p.name().equals("sendtypes");
      count =
          f.name().contains("eighbor")
              ? "purempi_neighbors(%s, %d)".formatted(comm, isSending ? 1 : 0)
              : "purempi_peers(" + comm + ")";
      if (isSending) { // nobody looks at them where data are replaced, and they may be anything
        count = "purempi_buffer(sendbuf) == MPI_IN_PLACE ? 0 : " + count;
      }
    } else {
      count =
          has(f, "max_datatypes") ? "*max_datatypes" : has(f, "incount") ? "*incount" : "*count";
    }
    before.append(
        "  long n_%s = %s;\n  void *room_%s[ROOM];\n".formatted(p.name(), count, p.name()));
    String made = "  void **c_%s = purempi_handles(%s, n_%s, room_%s);\n";
    before.append(made.formatted(p.name(), p.name(), p.name(), p.name()));
    after.append(
        p.isConst()
            ? "  purempi_release(c_%s, room_%s);\n".formatted(p.name(), p.name())
            : "  purempi_integers(%s, n_%s, c_%s, room_%s);\n"
                .formatted(p.name(), p.name(), p.name(), p.name()));
    return "(%s *) c_%s".formatted(p.handle(), p.name());
  }

  private static String passText(
      Function f, Parameter p, StringBuilder before, StringBuilder after) {
    String name = p.name();
    if (p.isConst()) {
      int isBoth = f.name().startsWith("MPI_Info_") ? 1 : 0;
      before.append(
          "  char *c_%s = purempi_text(%s, %s_length, %d);\n".formatted(name, name, name, isBoth));
      after.append("  free(c_%s);\n".formatted(name));
      return "c_" + name;
    }
    String room =
        switch (name) {
          case "comm_name", "type_name", "win_name" -> "OBJECT_NAME";
          case "string" -> "ERROR_STRING";
          case "version" -> "LIBRARY_VERSION_STRING";
          case "name" -> "PROCESSOR_NAME";
          case "port_name" -> "PORT_NAME";
          case "datarep" -> "DATAREP_STRING";
          case "key" -> "INFO_KEY";
          default -> throw new IllegalStateException(f.name() + " gives a text " + name);
        };
    before.append("  char c_%s[MPI_MAX_%s + 1] = \"\";\n".formatted(name, room));
    after.append(
        "  if (code == MPI_SUCCESS) purempi_pad(%s, %s_length, c_%s);\n"
            .formatted(name, name, name));
    return "c_" + name;
  }
}
