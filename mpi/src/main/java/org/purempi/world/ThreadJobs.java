package org.purempi.world;

import java.nio.file.Path;
import java.util.List;
import org.purempi.RankBody;
import org.purempi.tool.ThreadJob;
import org.purempi.tool.ToolProvider;

/** The one provider of what tools ask for. */
public final class ThreadJobs implements ToolProvider {
  /** Made by the service loader. */
  public ThreadJobs() {}

  @Override
  public void run(ThreadJob job, RankBody body) {
    ThreadWorld.run(job, body);
  }

  @Override
  public void runProgram(
      ThreadJob job, List<Path> classPath, String mainClass, String... arguments) {
    ThreadedProgram.run(job, classPath, mainClass, arguments);
  }
}
