package org.purempi.tool;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.RankBody;

/** Does what tools ask for; found by {@link ServiceLoader} in purempi itself. Not for users. */
public interface ToolProvider {
  /** {@link ThreadJob#run}. */
  void run(ThreadJob job, RankBody body);

  /** {@link ThreadJob#runProgram}. */
  void runProgram(ThreadJob job, List<Path> classPath, String mainClass, String... arguments);

  /** What tools know of the rank that a communicator belongs to; of none where MPI is not begun. */
  RankGauges gauges(@Nullable Communicator any);

  /** The one provider, by the library's own class loader. */
  static ToolProvider get() {
    return ServiceLoader.load(ToolProvider.class, Mpi.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new MpiException(
                    ErrorClass.INTERN,
                    "the purempi jar is damaged: it names no provider of " + ToolProvider.class));
  }
}
