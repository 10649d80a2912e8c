package org.purempi.transport;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.os.Native;
import org.purempi.transport.shm.ShmTransport;

/** Rank 1 of 2 in a JVM of its own: sends every frame back, asleep in between. */
final class ShmPeer {
  /** The frame that ends the peer. */
  static final long STOP = -7;

  private final Transport transport;
  private final Backlog backlog;

  private ShmPeer(Transport transport) {
    this.transport = transport;
    this.backlog = new Backlog(transport);
  }

  /** Starts it with the given JVM options. */
  static Process start(String address, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ShmPeer.class.getName(), address));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  public static void main(String[] args) throws IOException {
    try (Transport transport = ShmTransport.open(args[0], 1, 2)) {
      new ShmPeer(transport).run();
    }
    System.out.println(Native.isReady() ? "done with native calls" : "done");
  }

  private void run() {
    while (true) {
      TransportRig.Frame frame = backlog.next(true);
      if (frame.word0() == STOP) {
        return;
      }
      byte[] answer = frame.word1() == 0 ? frame.payload() : mapped(frame);
      TransportContract.offer(transport, 0, frame.word0(), frame.word1(), frame.word2(), answer);
    }
  }

  /** The content of the region that word 1 is the handle of. */
  private byte[] mapped(TransportRig.Frame frame) {
    byte[] content = new byte[(int) frame.word2()];
    transport
        .borrow(0, frame.word1())
        .copyTo(Cursor.over(MemorySegment.ofArray(content)), 0, content.length);
    return content;
  }
}
