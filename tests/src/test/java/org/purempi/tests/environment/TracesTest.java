package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.purempi.Mpi;
import org.purempi.Rendezvous;

/** What stack traces show: the program's call, and of the library nothing below it. */
class TracesTest {
  @Test
  void causesFromOutsideBeginAtTheProgramsCallToo() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var where =
          Rendezvous.at("localhost:" + taken.getLocalPort(), 0, 2).within(Duration.ofSeconds(1));
      Throwable error = catchThrowable(() -> Mpi.connect(where).close());
      assertThat(error).hasMessageContaining("rank 0 cannot listen");
      assertThat(error.getCause()).isInstanceOf(IOException.class);
      for (Throwable each = error; each != null; each = each.getCause()) {
        StackTraceElement[] trace = each.getStackTrace();
        assertThat(trace[0].getClassName() + "." + trace[0].getMethodName())
            .as("%s", each)
            .isEqualTo("org.purempi.Mpi.connect");
        assertThat(trace[1].getClassName()).as("%s", each).isEqualTo(TracesTest.class.getName());
      }
    }
  }
}
