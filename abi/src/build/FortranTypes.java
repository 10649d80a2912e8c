import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The modules below {@code mpi} and {@code mpi_f08}: what is the same in both. */
final class FortranTypes extends FortranTables {
  private static final List<String> OPERATORS = List.of("==", "/=");

  FortranTypes(Path tables) throws IOException {
    super(tables);
  }

  String modules() {
    var text = new StringBuilder();
    types(text);
    numbers(text);
    return text.toString();
  }

  /** The types, which both modules have (section 19.1.3). */
  private static void types(StringBuilder text) {
    text.append(
        """

        module mpi_f08_types
          implicit none

          integer, parameter :: MPI_ADDRESS_KIND = 8, MPI_COUNT_KIND = 8, MPI_OFFSET_KIND = 8
          integer, parameter :: MPI_INTEGER_KIND = 4
          integer, parameter :: MPI_STATUS_SIZE = 8, MPI_SOURCE = 1, MPI_TAG = 2, MPI_ERROR = 3

          type, bind(c) :: MPI_Status
            integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
            integer, private :: internal(5)
          end type
        """);
    for (String handle : HANDLES) {
      text.append(
          "\n  type, bind(c) :: %s\n    integer :: MPI_VAL\n  end type\n".formatted(handle));
    }
    for (String operator : OPERATORS) {
      text.append("\n  interface operator(" + operator + ")\n");
      for (String handle : HANDLES) {
        for (String kinds : List.of("", "_integer", "_integer_first")) {
          text.append("    procedure " + comparison(handle, operator, kinds) + "\n");
        }
      }
      text.append("  end interface\n");
    }
    for (String name : List.of("f2f08", "f082f")) {
      text.append("\n  interface PMPI_Status_%s\n".formatted(name));
      text.append("    procedure MPI_Status_%s\n  end interface\n".formatted(name));
    }
    text.append("\ncontains\n");
    for (String handle : HANDLES) {
      for (String operator : OPERATORS) {
        compare(text, handle, operator, "", "type(%s)".formatted(handle), "a%MPI_VAL", "b%MPI_VAL");
        compare(text, handle, operator, "_integer", "integer", "a%MPI_VAL", "b");
        compare(text, handle, operator, "_integer_first", "integer", "b", "a%MPI_VAL");
      }
    }
    text.append(
        """

          subroutine MPI_Status_f2f08(f_status, f08_status, ierror)
            integer, intent(in) :: f_status(MPI_STATUS_SIZE)
            type(MPI_Status), intent(out) :: f08_status
            integer, optional, intent(out) :: ierror
            f08_status = transfer(f_status, f08_status)
            if (present(ierror)) ierror = 0
          end subroutine

          subroutine MPI_Status_f082f(f08_status, f_status, ierror)
            type(MPI_Status), intent(in) :: f08_status
            integer, intent(out) :: f_status(MPI_STATUS_SIZE)
            integer, optional, intent(out) :: ierror
            f_status = transfer(f08_status, f_status)
            if (present(ierror)) ierror = 0
          end subroutine

        end module
        """);
  }

  private static String comparison(String handle, String operator, String kinds) {
    return lower(handle) + (operator.equals("==") ? "_eq" : "_ne") + kinds;
  }

  /** A function that compares a handle with another, or with the integer that it is elsewhere. */
  private static void compare(
      StringBuilder text,
      String handle,
      String operator,
      String kinds,
      String other,
      String left,
      String right) {
    boolean isSecond = left.equals("b");
    text.append(
        """

          elemental logical function %s(%s) result(is)
            type(%s), intent(in) :: a
            %s, intent(in) :: b
            is = %s %s %s
          end function
        """
            .formatted(
                comparison(handle, operator, kinds),
                isSecond ? "b, a" : "a, b",
                handle,
                other,
                left,
                operator,
                right));
  }

  /** What is the same in both modules. */
  private void numbers(StringBuilder text) {
    text.append("\nmodule mpi_constants\n  use mpi_f08_types, only: MPI_OFFSET_KIND\n");
    text.append("  implicit none\n  private :: MPI_OFFSET_KIND\n\n");
    for (Constant c : constants) {
      if (handleType(c).isEmpty() && !value(c).isEmpty()) {
        String type = isOffset(c) ? "integer(MPI_OFFSET_KIND)" : "integer";
        text.append("  %s, parameter :: %s = %s\n".formatted(type, c.name(), value(c)));
      }
    }
    text.append(
        """
          logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .false.
          logical, parameter :: MPI_ASYNC_PROTECTS_NONBLOCKING = .false.

          ! Their addresses tell.
          integer :: MPI_BOTTOM, MPI_IN_PLACE, MPI_BUFFER_AUTOMATIC
          integer :: MPI_UNWEIGHTED(1), MPI_WEIGHTS_EMPTY(1), MPI_ERRCODES_IGNORE(1)
          common /purempi_marks/ MPI_BOTTOM, MPI_IN_PLACE, MPI_BUFFER_AUTOMATIC, MPI_UNWEIGHTED, &
              MPI_WEIGHTS_EMPTY, MPI_ERRCODES_IGNORE
          character(1) :: MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1, 1)
          common /purempi_words/ MPI_ARGV_NULL, MPI_ARGVS_NULL
        end module
        """);
  }
}
