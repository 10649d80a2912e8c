package org.purempi.world;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.communicator.LiveCommunicator;
import org.purempi.communicator.LiveIntercommunicator;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.tool.EventQueue;
import org.purempi.tool.PerformanceVariable;
import org.purempi.tool.RankGauges;
import org.purempi.tool.Topic;
import org.purempi.tool.Watermark;

/** What a rank counts, read from its engine, and what its JVM counts. */
record EngineGauges(Engine engine) implements RankGauges {
  @Override
  public int rank() {
    return engine.transport().rank();
  }

  @Override
  public long read(PerformanceVariable variable, @Nullable Communicator of) {
    if (variable.topic() == Topic.JVM) {
      return JvmGauges.read(variable);
    }
    return of == null ? engine.gauges().read(variable) : engine.gauges().read(variable, peers(of));
  }

  private static Peers peers(Communicator of) {
    return of instanceof LiveIntercommunicator two ? two.peers() : ((LiveCommunicator) of).peers();
  }

  @Override
  public Watermark watermark(PerformanceVariable variable) {
    return engine.gauges().watermark(variable);
  }

  @Override
  public void feed(EventQueue queue) {
    engine.news().feed(queue);
  }

  @Override
  public void starve(EventQueue queue) {
    engine.news().starve(queue);
  }
}
