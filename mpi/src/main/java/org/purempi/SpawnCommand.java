package org.purempi;

import java.util.List;

/**
 * A program to be started ({@code MPI_Comm_spawn_multiple}, section 11.8.3).
 *
 * <p>Keys of {@code info}: {@code wdir} (where it runs), {@code path} (directories to look for it
 * in), {@code host} (a host, or several with commas between them), {@code hostfile}, {@code soft}
 * (how many are welcome, the largest number is taken), {@code env} (lines {@code NAME=value}),
 * {@code class_path}, {@code jvm_args}. What is not said is as it is for the root's process.
 *
 * @param command a Java class, a jar, a {@code .java} source file, or any executable
 * @param arguments its arguments; they arrive as they are, no shell reads them
 * @param maxProcesses how many processes, 1 or more
 * @param info where and how
 */
public record SpawnCommand(String command, List<String> arguments, int maxProcesses, Info info) {
  /** Keeps a copy of the arguments. */
  public SpawnCommand {
    arguments = List.copyOf(arguments);
  }

  /** A program with arguments, on so many processes. */
  public static SpawnCommand of(String command, int maxProcesses, String... arguments) {
    return new SpawnCommand(command, List.of(arguments), maxProcesses, Info.EMPTY);
  }

  /** The same with these hints. */
  public SpawnCommand with(Info hints) {
    return new SpawnCommand(command, arguments, maxProcesses, hints);
  }
}
