package org.purempi.launch.program;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Native programs whose MPI library does not find mpiexec: Open MPI's speaks PMIx only, and so each
 * of its processes would be alone.
 */
public final class ForeignLibraries {
  /**
   * Open MPI's libraries since version 2; MPICH's, Intel's and MVAPICH's {@code libmpi.so.12} speak
   * PMI-1, and {@code libmpi_abi.so} may be anybody's.
   */
  private static final String OPEN_MPI =
      "libmpi(_cxx|_mpifh|_usempi.*|_java)?\\.so\\.(2[0-9]|[4-9][0-9])|libopen-(rte|pal)\\.so\\.\\d+";

  private ForeignLibraries() {}

  /** What is to be said of programs before they run as processes of one job; a line each. */
  public static List<String> warnings(List<Command> commands) {
    Set<String> lines = new LinkedHashSet<>();
    for (Command command : commands) {
      String program = command.words().getFirst();
      library(Path.of(program))
          .ifPresent(
              library ->
                  lines.add(
                      ("%s needs %s, Open MPI's library, which finds no launcher but its own: each"
                              + " process will be rank 0 of 1; build it with MPICH's mpicc, or"
                              + " start it with Open MPI's mpirun")
                          .formatted(program, library)));
    }
    return List.copyOf(lines);
  }

  /** A library of Open MPI that a program needs. */
  static Optional<String> library(Path program) {
    return ElfFile.needed(program).stream().filter(name -> name.matches(OPEN_MPI)).findFirst();
  }
}
