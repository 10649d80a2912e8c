import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Writes what follows from the tables of C's ABI for Fortran: {@code mpif.h}, the modules {@code
 * mpi} and {@code mpi_f08}, and the entries that they call.
 *
 * <pre>
 *   java GenerateFortran.java TABLES FOLDER   mpif.h, mpi.f90, mpi_f08.f90, fortran.c
 * </pre>
 *
 * <p>gfortran passes a type with one integer, an integer, and an argument that is left out (NULL)
 * so that all three have the same entries. So the modules are interfaces and constants only. Where
 * arguments follow no rule, src/main/fortran/special.c has the entry.
 */
final class GenerateFortran extends FortranTables {
  private GenerateFortran(Path tables) throws IOException {
    super(tables);
  }

  public static void main(String[] args) throws IOException {
    Path tables = Path.of(args[0]);
    Path folder = Files.createDirectories(Path.of(args[1]));
    var modules = new FortranModules(tables);
    String types = new FortranTypes(tables).modules();
    Files.writeString(folder.resolve("mpif.h"), new GenerateFortran(tables).header());
    Files.writeString(folder.resolve("mpi.f90"), modules.module(false, types));
    Files.writeString(folder.resolve("mpi_f08.f90"), modules.module(true, ""));
    Files.writeString(folder.resolve("fortran.c"), new FortranEntries(tables).entries());
  }

  private String header() {
    var text = new StringBuilder();
    text.append("! MPI 5.0 for Fortran, in fixed and in free form.\n");
    text.append("! Made by GenerateFortran.java from constants.csv.\n");
    for (Constant c : constants) {
      if (!value(c).isEmpty()) {
        parameter(text, isOffset(c) ? "INTEGER*8" : "INTEGER", c.name(), value(c));
      }
    }
    parameter(text, "INTEGER", "MPI_STATUS_SIZE", "8");
    parameter(text, "INTEGER", "MPI_SOURCE", "1");
    parameter(text, "INTEGER", "MPI_TAG", "2");
    parameter(text, "INTEGER", "MPI_ERROR", "3");
    for (String kind : List.of("ADDRESS", "COUNT", "OFFSET")) {
      parameter(text, "INTEGER", "MPI_" + kind + "_KIND", "8");
    }
    parameter(text, "INTEGER", "MPI_INTEGER_KIND", "4");
    parameter(text, "LOGICAL", "MPI_SUBARRAYS_SUPPORTED", ".FALSE.");
    parameter(text, "LOGICAL", "MPI_ASYNC_PROTECTS_NONBLOCKING", ".FALSE.");
    text.append(
        """
              INTEGER MPI_BOTTOM, MPI_IN_PLACE, MPI_BUFFER_AUTOMATIC
              INTEGER MPI_UNWEIGHTED(1), MPI_WEIGHTS_EMPTY(1)
              INTEGER MPI_ERRCODES_IGNORE(1)
              COMMON /PUREMPI_MARKS/ MPI_BOTTOM, MPI_IN_PLACE
              COMMON /PUREMPI_MARKS/ MPI_BUFFER_AUTOMATIC, MPI_UNWEIGHTED
              COMMON /PUREMPI_MARKS/ MPI_WEIGHTS_EMPTY, MPI_ERRCODES_IGNORE
              SAVE /PUREMPI_MARKS/
              INTEGER MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
              INTEGER MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)
              COMMON /PUREMPI_STATUSES/ MPI_STATUS_IGNORE
              COMMON /PUREMPI_STATUSES/ MPI_STATUSES_IGNORE
              SAVE /PUREMPI_STATUSES/
              CHARACTER*1 MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1,1)
              COMMON /PUREMPI_WORDS/ MPI_ARGV_NULL, MPI_ARGVS_NULL
              SAVE /PUREMPI_WORDS/
        """);
    for (Constant c : constants) {
      if (isProcedure(c)) {
        text.append("      EXTERNAL ").append(c.name()).append('\n');
      }
    }
    for (Function f : functions) {
      if (isFunction(f)) {
        String type = f.returns().equals("double") ? "DOUBLE PRECISION " : "INTEGER*8 ";
        for (String prefix : List.of("", "P")) {
          String name = prefix + f.name().toUpperCase(Locale.ROOT);
          text.append("      " + type + name + "\n      EXTERNAL " + name + "\n");
        }
      }
    }
    return text.toString();
  }

  private static void parameter(StringBuilder text, String type, String name, String value) {
    text.append("      %s %s\n      PARAMETER (%s=%s)\n".formatted(type, name, name, value));
  }
}
