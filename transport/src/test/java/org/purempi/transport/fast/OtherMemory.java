package org.purempi.transport.fast;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.purempi.os.fast.RemoteMemory;

/** What tests of one rank reading another's memory begin with. */
final class OtherMemory {
  private OtherMemory() {}

  /** Waits until it can be read; where it never can the test does not apply. */
  static void awaitReadable() throws InterruptedException {
    boolean isX86 = System.getProperty("os.arch").equals("amd64");
    assumeTrue(isX86 && System.getProperty("os.name").equals("Linux"));
    while (!RemoteMemory.isReady()) {
      Thread.sleep(5);
    }
  }
}
