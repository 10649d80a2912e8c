package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A launcher that says what no launcher says. */
@Timeout(60)
class PmiClientFuzzTest {
  private static final int ROUNDS = 300;
  private static final String ANSWERS =
      """
      cmd=initack reports=1
      cmd=set size=2
      cmd=set rank=1
      cmd=set debug=0
      cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0
      cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024
      cmd=alive
      cmd=my_kvsname kvsname=purempi_1
      cmd=put_result rc=0 msg=success
      cmd=barrier_out
      cmd=get_result rc=0 msg=success value=v
      cmd=appnum appnum=0
      cmd=universe_size size=2
      cmd=job_ended exitcode=1 message=all is over
      """;

  private static byte[] mutated(Random random) {
    byte[] all = ANSWERS.getBytes(StandardCharsets.US_ASCII);
    for (int changes = random.nextInt(6); changes > 0; changes--) {
      all[random.nextInt(all.length)] = (byte) random.nextInt();
    }
    return all;
  }

  private static void serve(ServerSocket door, long seed) {
    var random = new Random(seed);
    try {
      while (true) {
        try (Socket one = door.accept()) {
          one.getOutputStream().write(mutated(random));
          one.shutdownOutput();
          one.getInputStream().readAllBytes(); // until the client has had enough
        } catch (java.net.SocketException hungUp) {
          if (door.isClosed()) {
            return;
          }
        }
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  @Test
  void whateverALauncherSaysIsOneKindOfError() throws Exception {
    long seed = ThreadLocalRandom.current().nextLong();
    System.out.println("PmiClientFuzzTest seed " + seed);
    int errors = 0;
    try (var door = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
      Thread.ofPlatform().daemon().start(() -> serve(door, seed));
      var environment = Map.of("PMI_PORT", "127.0.0.1:" + door.getLocalPort(), "PMI_ID", "3");
      for (int round = 0; round < ROUNDS; round++) {
        try {
          PmiClient client = PmiClient.fromEnvironment(environment, why -> {}).orElseThrow();
          client.put("k", "v");
          client.barrier();
          client.get("k");
          client.appnum();
          client.universeSize();
          client.barrier();
          throw new AssertionError("seed " + seed + ": a barrier that is over without an answer");
        } catch (PmiException e) {
          errors++;
        }
      }
    }
    assertThat(errors).as("seed " + seed).isEqualTo(ROUNDS);
  }
}
