package org.purempi.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.options.SpawnPlanner;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.CompilationException;
import org.purempi.launch.program.HostShare;
import org.purempi.launch.program.Programs;
import org.purempi.launch.site.Event;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

/**
 * Makes jobs of what ranks ask for.
 *
 * @param planner knows what holds for all worlds of an mpiexec
 */
record Spawning(SpawnPlanner planner, Preparation preparation) {
  /** Some programs cannot be started; the result says which, and why. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient SpawnResult result;

    RefusedException(SpawnResult result) {
      super(result.message());
      this.result = result;
    }

    SpawnResult result() {
      return result;
    }
  }

  /**
   * The job of a world, with nothing started.
   *
   * @param parent the world of the rank that asks
   * @param taken how many ranks are on a host of that name
   */
  Job job(
      Universe universe, World parent, int world, Event.Spawns asked, Map<String, Integer> taken)
      throws IOException, UsageException, RefusedException {
    AppContext asking = parent.program(asked.rank());
    var trial = new Trial(asked);
    var apps = new ArrayList<AppContext>();
    trial.each((index, program) -> apps.add(planner.program(world, asking, program)));
    JobPlan plan = planner.plan(world, apps, asked.programs(), taken);
    int others = taken.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    HostShare share = preparation.share(plan.hosts().placement().mostOnAHost() + others);
    Programs programs = preparation.programs(plan, share);
    Command its = parent.command(asked.rank());
    var commands = new ArrayList<Command>();
    trial.each((index, program) -> commands.add(programs.resolve(apps.get(index), its)));
    var origin = new Origin(world, parent.name(asked.rank()), asked.preput());
    var job = new Job(universe, origin, plan, commands, preparation.staging(plan, commands));
    job.bornBy(new Birth(job.kvsName(), apps, asked.programs(), asked.answer()));
    return job;
  }

  /** Something is done for each program; all that fail are told of together. */
  private record Trial(Event.Spawns asked) {
    interface Step {
      void take(int index, SpawnProgram program) throws UsageException, CompilationException;
    }

    void each(Step step) throws RefusedException {
      var codes = new ArrayList<Integer>();
      var reasons = new ArrayList<String>();
      for (int i = 0; i < asked.programs().size(); i++) {
        SpawnProgram program = asked.programs().get(i);
        int code = 0;
        try {
          step.take(i, program);
        } catch (UsageException | CompilationException e) {
          code = SpawnResult.FAILED;
          reasons.add(String.valueOf(e.getMessage()));
        }
        codes.addAll(Collections.nCopies(program.processes(), code));
      }
      if (!reasons.isEmpty()) {
        throw new RefusedException(
            new SpawnResult(List.copyOf(codes), null, String.join("; ", reasons)));
      }
    }
  }
}
