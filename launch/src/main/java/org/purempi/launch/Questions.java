package org.purempi.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.purempi.launch.live.JobDoor;
import org.purempi.launch.live.JobLine;
import org.purempi.launch.system.ProcessHooks;

/** Answers what {@code purempi} asks about the worlds of this mpiexec. Any thread. */
final class Questions implements JobDoor.Desk {
  /** The start of the ranks comes first. */
  private static final long AFTER_START_MILLIS = 250;

  private final Supplier<List<Job>> jobs;
  private final long startNanos;

  /**
   * About some worlds, of which the first is the one that mpiexec was called for.
   *
   * @param startNanos since when mpiexec runs
   */
  Questions(Supplier<List<Job>> jobs, long startNanos) {
    this.jobs = jobs;
    this.startNanos = startNanos;
  }

  /** Opens the door a moment later; where there is no place for one, the job goes on without. */
  void hear(ProcessHooks hooks) {
    try {
      TimeUnit.MILLISECONDS.sleep(AFTER_START_MILLIS);
      hooks.atExit(JobDoor.open(this)::close);
    } catch (IOException | IllegalStateException e) {
      // Nobody can ask; or the job has just ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String answer(String question) throws JobDoor.RefusedException, InterruptedException {
    List<Job> all = jobs.get();
    if (all.isEmpty() || all.stream().allMatch(Job::hasNoRanks)) {
      throw new JobDoor.RefusedException("the job is ending");
    }
    var text = new StringBuilder();
    switch (question) {
      case "ps" -> text.append(line(all));
      case "queues" -> {
        for (Job job : all) {
          text.append(job.reports().text("asked by purempi queues")).append('\n');
        }
      }
      case "stacks", "stacks full" -> {
        for (Job job : all) {
          text.append(job.stacks(question.endsWith("full")));
        }
      }
      default ->
          throw new JobDoor.RefusedException(
              "its mpiexec is of another version, which knows no '" + question + "'");
    }
    return text.toString();
  }

  private String line(List<Job> all) {
    var hosts = new TreeSet<String>();
    int ranks = 0;
    for (Job job : all) {
      hosts.addAll(job.ranksByHost().keySet());
      ranks += job.plan().ranks();
    }
    List<String> programs = new ArrayList<>();
    all.getFirst().plan().apps().forEach(app -> programs.add(app.program()));
    return new JobLine(
            ProcessHandle.current().pid(),
            ranks,
            TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos),
            List.copyOf(hosts),
            String.join(" : ", programs))
        .text();
  }
}
