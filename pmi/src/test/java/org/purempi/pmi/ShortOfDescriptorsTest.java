package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server in a process that has used up its file descriptors for a while. */
@Timeout(60)
class ShortOfDescriptorsTest {
  private static final int SHORTAGE_MILLIS = 300;
  private static final String SERVED = "cmd=initack reports=1";

  @Test
  void aRankThatCallsMeanwhileIsLetInAfterwards() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String program =
        "ulimit -n 100; exec '%s' -XX:-MaxFDLimit -cp '%s' '%s'"
            .formatted(java, System.getProperty("java.class.path"), Shortage.class.getName());
    Process process = new ProcessBuilder("sh", "-c", program).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEqualTo("[] " + SERVED + "\n");
  }

  /** The program with the shortage. */
  static final class Shortage {
    private Shortage() {}

    /** Prints what the server's listener was told, and what a rank hears. */
    public static void main(String[] args) throws Exception {
      var taken = new ArrayDeque<FileInputStream>();
      try (var rig = new Rig(2);
          var socket = new Socket()) {
        rig.client(1).finish(); // loads what serving takes
        boolean isFree = true;
        while (isFree) {
          try {
            taken.add(new FileInputStream("/dev/null"));
          } catch (IOException none) {
            isFree = false;
          }
        }
        taken.remove().close(); // for the socket
        String[] address = rig.server.address().split(":", -1);
        socket.connect(new InetSocketAddress(address[0], Integer.parseInt(address[1])));
        TimeUnit.MILLISECONDS.sleep(SHORTAGE_MILLIS);
        while (!taken.isEmpty()) {
          taken.remove().close();
        }
        String hello = "cmd=initack pmiid=" + rig.server.identifier(0) + "\n";
        socket.getOutputStream().write(hello.getBytes(StandardCharsets.UTF_8));
        byte[] answer = socket.getInputStream().readNBytes(SERVED.length());
        System.out.println(rig.told + " " + new String(answer, StandardCharsets.UTF_8));
      }
    }
  }
}
