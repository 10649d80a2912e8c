import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The modules {@code mpi} and {@code mpi_f08}: constants, and interfaces of the entries. */
final class FortranModules extends FortranTables {
  /** Those that have no ierror. */
  private static final Set<String> SILENT = Set.of("F_sync_reg", "Pcontrol");

  private static final Set<String> LOGICALS =
      Set.of("commute", "flag", "high", "is_set", "periods", "remain_dims", "reorder", "weighted");

  private static final Set<String> READ_FIRST =
      Set.of("array_of_requests", "buflen", "dims", "position", "pset_len");

  /**
   * Data of any type. Without "target", gfortran takes for granted that nobody changes them after
   * the call, and reads what a pending receive is to bring before the wait for it.
   */
  private static final String CHOICE = "type(*), dimension(*), target";

  private static final int WIDTH = 96;

  FortranModules(Path tables) throws IOException {
    super(tables);
  }

  String module(boolean isNew, String before) {
    var text = new StringBuilder("! Made by GenerateFortran.java from the tables.\n" + before);
    String name = isNew ? "mpi_f08" : "mpi";
    text.append("\nmodule " + name + "\n  use, intrinsic :: iso_c_binding, only: c_ptr\n");
    text.append("  use mpi_f08_types\n  use mpi_constants\n");
    text.append(isNew ? "  use mpi_f08_callbacks\n" : "");
    text.append("  implicit none\n  private :: c_ptr\n\n");
    for (Constant c : constants) {
      String type = handleType(c);
      if (!type.isEmpty()) {
        text.append(
            isNew
                ? "  type(%s), parameter :: %s = %s(%s)\n".formatted(type, c.name(), type, value(c))
                : "  integer, parameter :: %s = %s\n".formatted(c.name(), value(c)));
      } else if (isProcedure(c) && !isNew) {
        text.append("  external :: " + c.name() + "\n");
      } else if (isProcedure(c) && !isOld(c.name())) {
        String shape = c.type().substring(0, c.type().length() - 1);
        text.append("  procedure(%s) :: %s\n".formatted(shape, c.name()));
      }
    }
    text.append(
        isNew
            ? "\n  type(MPI_Status) :: MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE(1)\n"
            : "\n  integer :: MPI_STATUS_IGNORE(MPI_STATUS_SIZE)\n"
                + "  integer :: MPI_STATUSES_IGNORE(MPI_STATUS_SIZE, 1)\n");
    text.append("  common /purempi_statuses/ MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE\n");
    for (String prefix : List.of("", "P")) {
      for (Function f : functions) {
        interfaces(text, prefix, f, isNew);
      }
    }
    if (!isNew) {
      text.append(
          """

            interface PMPI_Sizeof
              procedure MPI_Sizeof
            end interface

          contains

            subroutine MPI_Sizeof(x, size, ierror)
              class(*), dimension(..), intent(in) :: x
              integer, intent(out) :: size, ierror
              size = storage_size(x) / 8
              ierror = MPI_SUCCESS
            end subroutine
          """);
    }
    return text.append("\nend module\n").toString();
  }

  /** A function under its name; in mpi_f08 with the one for large counts. */
  private void interfaces(StringBuilder text, String prefix, Function f, boolean isNew) {
    boolean isLarge = f.name().endsWith("_c");
    if (isLarge && !isNew || isNew && isOld(f.name())) {
      return;
    }
    if (isLarge) {
      Function small = find(f.name().substring(0, f.name().length() - 2));
      if (!isOneOfTwo(small, f)) {
        text.append("\n  interface\n");
        procedure(text, prefix + f.name(), f, true, false);
        text.append("  end interface\n");
      }
      return;
    }
    String suffix = isNew && f.name().contains("etach") && has(f, "buffer_addr") ? "_f08" : "";
    Function large = isNew ? find(f.name() + "_c") : null;
    boolean isGeneric = large != null && isOneOfTwo(f, large) || !suffix.isEmpty();
    boolean isPointer = !isNew && has(f, "baseptr");
    text.append("\n  interface" + (isGeneric || isPointer ? " " + prefix + f.name() : "") + "\n");
    procedure(text, prefix + f.name() + suffix, f, isNew, false);
    if (isPointer) {
      procedure(text, prefix + f.name() + "_cptr", f, false, true);
    }
    if (large != null && isOneOfTwo(f, large)) {
      procedure(text, prefix + large.name() + suffix, large, true, false);
    }
    text.append("  end interface\n");
  }

  /** Whether a compiler can tell the two apart: callbacks and kinds of 8 bytes are all alike. */
  private static boolean isOneOfTwo(Function small, Function large) {
    if (small.parameters().size() != large.parameters().size()) {
      return true;
    }
    for (int i = 0; i < small.parameters().size(); i++) {
      String one = small.parameters().get(i).type();
      if (one.startsWith("int") && !one.equals(large.parameters().get(i).type())) {
        return true;
      }
    }
    return false;
  }

  private void procedure(
      StringBuilder text, String name, Function f, boolean isNew, boolean isPointer) {
    var names = new ArrayList<String>();
    var declared = new StringBuilder();
    for (Parameter p : f.parameters()) {
      names.add(p.name());
      declaration(declared, f, p, isNew, isPointer);
    }
    boolean isSubroutine = !isFunction(f);
    if (isSubroutine && !SILENT.contains(f.plain())) {
      names.add("ierror");
      declared.append(
          "      integer%s, intent(out) :: ierror\n".formatted(isNew ? ", optional" : ""));
    }
    var line =
        new StringBuilder("    " + (isSubroutine ? "subroutine " : "function ") + name + "(");
    for (int i = 0; i < names.size(); i++) {
      String word = names.get(i) + (i + 1 < names.size() ? ", " : "");
      if (line.length() - line.lastIndexOf("\n") + word.length() > WIDTH) {
        line.append("&\n        ");
      }
      line.append(word);
    }
    text.append(line).append(")\n      import\n");
    if (!isSubroutine) {
      String type = f.returns().equals("double") ? "double precision" : "integer(MPI_ADDRESS_KIND)";
      declared.append("      " + type + " :: " + name + "\n");
    }
    text.append(declared);
    text.append(isSubroutine ? "    end subroutine\n" : "    end function\n");
  }

  private static void declaration(
      StringBuilder text, Function f, Parameter p, boolean isNew, boolean isPointer) {
    String type = fortranType(f, p, isNew, isPointer);
    String intent = !isNew || p.isCallback() ? "" : intent(f, p);
    if (type.startsWith("type(*)")) {
      text.append("      !GCC$ ATTRIBUTES NO_ARG_CHECK :: " + p.name() + "\n");
      intent = isNew && p.isConst() ? ", intent(in)" : "";
    } else if (isNew && (p.name().equals("baseptr") || p.name().equals("buffer_addr"))) {
      intent = ", intent(out)";
    }
    text.append("      " + type + intent + " :: " + p.name() + shape(p, isNew) + "\n");
  }

  private static String fortranType(Function f, Parameter p, boolean isNew, boolean isPointer) {
    String plain = p.isPointer() ? p.target() : p.type();
    if (!p.handle().isEmpty()) {
      return isNew ? "type(" + p.handle() + ")" : "integer";
    } else if (p.isCallback()) {
      return isNew ? "procedure(" + p.target() + ")" : "external";
    } else if (p.name().equals("extra_state") || p.name().equals("attribute_val")) {
      return isOld(f.name()) ? "integer" : "integer(MPI_ADDRESS_KIND)";
    } else if (p.name().equals("baseptr")) {
      return isNew || isPointer ? "type(c_ptr)" : "integer(MPI_ADDRESS_KIND)";
    } else if (p.name().equals("buffer_addr") && isNew) {
      return "type(c_ptr)";
    }
    return switch (plain) {
      case "int" -> LOGICALS.contains(p.name()) && !isAgreed(f, p) ? "logical" : "integer";
      case "MPI_Aint" -> "integer(MPI_ADDRESS_KIND)";
      case "MPI_Count" -> "integer(MPI_COUNT_KIND)";
      case "MPI_Offset" -> "integer(MPI_OFFSET_KIND)";
      case "MPI_Status" -> isNew ? "type(MPI_Status)" : "integer";
      case "void" -> CHOICE;
      case "char", "char*", "char**" -> "character(len=*)";
      default -> throw new IllegalStateException(f.name() + " has a " + p.type());
    };
  }

  /** Bits that the ranks agree on, in the place of those of this rank. */
  private static boolean isAgreed(Function f, Parameter p) {
    return f.plain().endsWith("agree") && p.name().equals("flag");
  }

  private static String shape(Parameter p, boolean isNew) {
    boolean isStatus = p.type().equals("MPI_Status*") && !isNew;
    if (p.type().equals("void*") || p.isCallback()) {
      return "";
    } else if (p.name().equals("ranges")) {
      return "(3, *)";
    } else if (p.type().equals("char***")) {
      return "(count, *)";
    } else if (p.type().equals("char*")) {
      return "";
    }
    return isStatus
        ? p.isArray() ? "(MPI_STATUS_SIZE, *)" : "(MPI_STATUS_SIZE)"
        : p.isArray() ? "(*)" : "";
  }

  private static String intent(Function f, Parameter p) {
    if (MARKED.contains(p.name()) && !p.isConst()) {
      return "";
    }
    boolean isSet = f.plain().endsWith("_set_attr");
    boolean isState = p.name().equals("extra_state") || p.type().startsWith("char**");
    if (!p.isPointer() || p.isConst() || isState || isSet) {
      return ", intent(in)";
    }
    String name = f.plain();
    boolean isChanged =
        name.matches(
            "(Wait|Test|Start|Cancel|Request_free|Mrecv|Imrecv|Status_set).*"
                + "|.*_(free|free_keyval|disconnect|commit)|File_close|Session_finalize");
    boolean isRead = isChanged && (!p.handle().isEmpty() || p.name().endsWith("keyval"));
    boolean isStatus = name.startsWith("Status_set");
    boolean isInOut = isRead || isStatus || isAgreed(f, p) || READ_FIRST.contains(p.name());
    // A coordinate may be called dims, too.
    return isInOut && !(p.name().equals("dims") && !name.equals("Dims_create"))
        ? ", intent(inout)"
        : ", intent(out)";
  }
}
