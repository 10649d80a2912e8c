package org.purempi.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.purempi.launch.smpd1.Phrase;
import org.purempi.launch.smpd1.Smpd1Daemon;

/**
 * {@code smpd -smpd1-compat}: the daemon that MPICH 3.0's mpiexec drives, and ours with the same
 * option. It serves whoever knows the passphrase, and runs jobs as the user who has started it.
 */
final class Smpd1Service {
  /** The option of smpd and of mpiexec. */
  static final String OPTION = "smpd1-compat";

  private static final String WARNING =
      """
      smpd: note: -smpd1-compat proves the passphrase by MD5 and sends everything unencrypted, as \
      MPICH 3.0 did; use it in a network that you trust\
      """;
  private static final String BEST_KNOWN =
      "smpd: note: everybody knows the passphrase 'behappy'; choose another one";

  private Smpd1Service() {}

  /**
   * Listens, prints where, and serves until it is told to end.
   *
   * @param version what the original's build has as its version; empty for that of MPICH 3.0
   */
  static void run(Phrase phrase, String version, List<InetAddress> addresses, int port)
      throws IOException, InterruptedException {
    System.err.println(WARNING);
    if (phrase.isTheWorldsBestKnown()) {
      System.err.println(BEST_KNOWN);
    }
    try (Smpd1Daemon daemon = start(phrase, version, addresses, port)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(daemon)));
      System.out.println("smpd: listening on port " + daemon.port());
      System.out.flush();
      daemon.awaitEnd();
    }
  }

  private static void close(Smpd1Daemon daemon) {
    try {
      daemon.close();
    } catch (IOException e) {
      System.err.println("smpd: " + e.getMessage());
    }
  }

  static Smpd1Daemon start(Phrase phrase, String version, List<InetAddress> addresses, int port)
      throws IOException {
    return Smpd1Daemon.start(
        new Smpd1Daemon.Plan(
            ThisHost.name(),
            phrase,
            version,
            addresses,
            port,
            Smpd1Ranks::new,
            line -> System.err.println("smpd: " + line)));
  }
}
