package org.purempi.world;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.tool.EventQueue;
import org.purempi.tool.PerformanceVariable;
import org.purempi.tool.RankGauges;
import org.purempi.tool.Topic;
import org.purempi.tool.Watermark;

/** A process in which MPI has not begun: all is 0 but what its JVM counts. */
final class NoRank implements RankGauges {
  @Override
  public int rank() {
    return 0;
  }

  @Override
  public long read(PerformanceVariable variable, @Nullable Communicator of) {
    return variable.topic() == Topic.JVM ? JvmGauges.read(variable) : 0;
  }

  @Override
  public Watermark watermark(PerformanceVariable variable) {
    return new Watermark() {
      @Override
      public long value() {
        return 0;
      }

      @Override
      public void reset() {}

      @Override
      public void close() {}
    };
  }

  @Override
  public void feed(EventQueue queue) {}

  @Override
  public void starve(EventQueue queue) {}
}
