package org.purempi.spawn;

import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who calls at a port of MPI, and who does not get in the way. */
@Timeout(60)
class OpenPortTest {
  /** More than may be about to prove themselves. */
  private static final int SILENT = 200;

  @Test
  void silentStrangersDoNotLockACallerOut() throws Exception {
    List<SocketChannel> silent = new ArrayList<>();
    try (OpenPort port = OpenPort.open()) {
      for (int i = 0; i < SILENT; i++) {
        silent.add(SocketChannel.open(port.where().socket()));
      }
      SocketCall caller = SocketCall.to(port.where());
      Call call = port.await(System.nanoTime() + TimeUnit.SECONDS.toNanos(20));
      Objects.requireNonNull(call, "nobody was let in").close();
      caller.close();
    } finally {
      for (SocketChannel one : silent) {
        one.close();
      }
    }
  }
}
