package org.purempi.abi;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.tool.EventQueue;
import org.purempi.tool.PerformanceVariable;
import org.purempi.tool.RankGauges;
import org.purempi.tool.ToolProvider;
import org.purempi.tool.Watermark;

/**
 * What the C program's rank counts. Tools may ask before MPI begins, when all is 0, and after its
 * end, when nothing changes any more.
 */
final class ProgramGauges implements RankGauges {
  /** The only ones. */
  static final ProgramGauges THESE = new ProgramGauges();

  private @Nullable RankGauges rank;

  private ProgramGauges() {}

  private synchronized RankGauges its() {
    RankGauges known = rank;
    CommHandle self = Program.self();
    if (known == null && self != null) {
      known = ToolProvider.get().gauges(self.get());
      rank = known;
    }
    return known == null ? ToolProvider.get().gauges(null) : known;
  }

  /** Whether MPI has begun. */
  boolean isThere() {
    return Program.self() != null;
  }

  @Override
  public int rank() {
    return its().rank();
  }

  @Override
  public long read(PerformanceVariable variable, @Nullable Communicator of) {
    return its().read(variable, of);
  }

  @Override
  public Watermark watermark(PerformanceVariable variable) {
    return its().watermark(variable);
  }

  @Override
  public void feed(EventQueue queue) {
    its().feed(queue);
  }

  @Override
  public void starve(EventQueue queue) {
    its().starve(queue);
  }
}
