package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SpanTest {

  private static final long WORK_NANOS = 300_000_000;

  @Test
  void whatThisProcessAndItsChildrenDoIsNotTheWorkOfOthers() throws Exception {
    Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/stat")), "no Linux");
    var span = new Span();
    var threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + WORK_NANOS;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
    double own = span.busyShare() - span.othersShare();
    assertThat(own).isPositive();
    assertThat(span.busyShare()).isBetween(own, 1.0);
    var withChild = new Span();
    Commands.output(List.of("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"));
    assertThat(withChild.busyShare()).isGreaterThan(withChild.othersShare());
  }
}
