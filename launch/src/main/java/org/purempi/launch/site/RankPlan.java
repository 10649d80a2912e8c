package org.purempi.launch.site;

import java.nio.file.Path;
import org.purempi.launch.program.Command;
import org.purempi.launch.system.Binding;

/**
 * What one rank is to be started with.
 *
 * @param rank its number in the job
 * @param command the program
 * @param readsInput whether it gets mpiexec's standard input
 * @param hasDescriptor whether it inherits its connection to the PMI server, open
 * @param binding what it is bound to
 */
public record RankPlan(
    int rank, Command command, boolean readsInput, boolean hasDescriptor, Binding binding) {
  /** The same in another directory. */
  public RankPlan in(Path directory) {
    return with(new Command(command.words(), directory, command.environment()));
  }

  /** The same with another command. */
  public RankPlan with(Command other) {
    return new RankPlan(rank, other, readsInput, hasDescriptor, binding);
  }

  /** Whether it is started as another is. */
  public boolean isLike(RankPlan other) {
    return command.equals(other.command)
        && binding.equals(other.binding)
        && hasDescriptor == other.hasDescriptor;
  }
}
