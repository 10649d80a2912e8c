package org.purempi.world;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.RankBody;
import org.purempi.request.ErrorScope;
import org.purempi.tool.RankGauges;
import org.purempi.tool.ThreadJob;
import org.purempi.tool.ToolProvider;

/** The one provider of what tools ask for. */
public final class ToolCalls implements ToolProvider {
  /** Made by the service loader. */
  public ToolCalls() {}

  @Override
  public void run(ThreadJob job, RankBody body) {
    ThreadWorld.run(job, body);
  }

  @Override
  public void runProgram(
      ThreadJob job, List<Path> classPath, String mainClass, String... arguments) {
    ThreadedProgram.run(job, classPath, mainClass, arguments);
  }

  @Override
  public RankGauges gauges(@Nullable Communicator any) {
    return any == null ? new NoRank() : new EngineGauges(((ErrorScope) any).engine());
  }
}
