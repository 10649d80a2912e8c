package org.purempi.launch.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.channel.Secret;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.Verb;

/** A daemon on loopback, whose managers are threads of this JVM beside an idle process. */
@Timeout(60)
class DaemonTest {
  private static final long LIMIT_MILLIS = 10_000;
  private static final int EXTRA = 20;
  private static final int BYTES_OF_A_STRANGER = 2048;
  private static final Map<String, Secret> KEYS = new ConcurrentHashMap<>();
  private static final byte[] HELLO = "a manager is here\n".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
  private final BlockingQueue<Process> processes = new LinkedBlockingQueue<>();
  private boolean managersFail;
  private Daemon daemon;
  private Thread thread;

  /** Sends back what it reads, and ends with the connection. */
  private final class Echo implements Daemon.Program {
    @Override
    public Process start(Path socket) throws IOException {
      Process process =
          new ProcessBuilder(managersFail ? List.of("false") : List.of("sleep", "60")).start();
      processes.add(process);
      if (!managersFail) {
        Thread.ofPlatform().daemon().start(() -> echo(socket, process));
      }
      return process;
    }

    private void echo(Path socket, Process process) {
      try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
        InputStream in = Channels.newInputStream(channel);
        OutputStream out = Channels.newOutputStream(channel);
        var hex = new String(in.readNBytes(2 * Secret.BYTES + 1), StandardCharsets.UTF_8);
        out.write(Secret.isHex(hex.strip()) ? HELLO : "no key\n".getBytes(StandardCharsets.UTF_8));
        in.transferTo(out);
      } catch (IOException e) {
        log.add("echo: " + e.getMessage());
      } finally {
        process.destroyForcibly();
      }
    }
  }

  /** Making a key takes a while, by intent. */
  private static Secret keyOf(String phrase) throws IOException {
    Secret known = KEYS.get(phrase);
    if (known == null) {
      known = Proof.key(phrase);
      KEYS.put(phrase, known);
    }
    return known;
  }

  private static final class Meaning implements Daemon.Settings {
    @Override
    public Secret key(SettingsFile file) throws IOException {
      return keyOf("" + file.get(SettingsFile.PHRASE));
    }

    @Override
    public Doors doors(SettingsFile file) {
      return new Doors(0, file.get("iface"), List.of());
    }
  }

  @BeforeEach
  void begin() throws IOException {
    phrase("open sesame");
    daemon =
        new Daemon(
            new Daemon.Setup(
                folder.resolve("file"),
                new Meaning(),
                new Echo(),
                "0",
                new DaemonLog(log::add, true)));
    Daemon its = daemon;
    thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    its.run();
                  } catch (IOException e) {
                    log.add("the daemon ended: " + e);
                  }
                });
  }

  @AfterEach
  void end() throws InterruptedException {
    daemon.close();
    thread.join();
    for (Process process : processes) {
      assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void phrase(String phrase) throws IOException {
    Path file = folder.resolve("file");
    Files.writeString(file, "phrase=" + phrase + "\nport=1\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private DaemonClient call(String phrase, DaemonClient.Session session) throws IOException {
    return DaemonClient.call("127.0.0.1", daemon.port(), keyOf(phrase), session, LIMIT_MILLIS);
  }

  private DaemonClient console() throws IOException {
    return call("open sesame", DaemonClient.Session.CONSOLE);
  }

  private static SmpdCommand ask(DaemonClient caller, Verb verb) throws IOException {
    return caller.ask(SmpdCommand.of(verb, 0, 1, 3));
  }

  @Test
  void whoKnowsThePassphraseIsAnswered() throws IOException {
    try (DaemonClient caller = console()) {
      SmpdCommand status = ask(caller, Verb.STATUS);
      assertThat(status.get(SmpdCommand.RESULT)).isEqualTo(SmpdCommand.SUCCESS);
      assertThat(status.get("listens")).isEqualTo("127.0.0.1:" + daemon.port());
      assertThat(ask(caller, Verb.PRINT).get("settings")).isEqualTo("port=1 ");
    }
  }

  @Test
  void whoDoesNotGetsOneLineAndIsCounted() throws IOException {
    String where = "smpd at 127.0.0.1:" + daemon.port();
    assertThatThrownBy(() -> call("close sesame", DaemonClient.Session.PROCESS))
        .isInstanceOf(IOException.class)
        .hasMessage(where + ": wrong passphrase");
    assertThat(log).anyMatch(line -> line.equals("wrong passphrase from 127.0.0.1 (1 so far)"));
    assertThat(log).noneMatch(line -> line.contains("sesame"));
    try (DaemonClient caller = console()) {
      assertThat(ask(caller, Verb.STAT).get("wrong")).isEqualTo("1");
    }
    assertThat(processes).isEmpty();
  }

  @Test
  void aJobsBytesPassBothWaysAndItsManagerEndsWithIt() throws Exception {
    byte[] bytes = new byte[3_000_000];
    new Random(7).nextBytes(bytes);
    try (DaemonClient caller = call("open sesame", DaemonClient.Session.PROCESS)) {
      assertThat(caller.in().readNBytes(HELLO.length)).isEqualTo(HELLO);
      var writer = CompletableFuture.runAsync(() -> write(caller, bytes));
      Thread.sleep(100); // nobody reads for a while
      assertThat(caller.in().readNBytes(bytes.length)).isEqualTo(bytes);
      writer.get();
      try (DaemonClient asks = console()) {
        assertThat(ask(asks, Verb.STATUS).get("jobs")).isEqualTo("1");
        assertThat(ask(asks, Verb.PROC_INFO).get("managers")).contains("from=127.0.0.1");
      }
    }
    assertThat(processes.take().waitFor(5, TimeUnit.SECONDS)).isTrue();
  }

  private static void write(DaemonClient caller, byte[] bytes) {
    try {
      caller.out().write(bytes);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aManagerThatDoesNotStartIsToldInWords() throws IOException {
    managersFail = true;
    try (DaemonClient caller = call("open sesame", DaemonClient.Session.PROCESS)) {
      assertThat(new String(caller.in().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("smpd: its manager exited with code 1\n");
    }
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void aFloodOfStrangersDoesNotKeepFriendsOut() throws IOException {
    var strangers = new ArrayList<Socket>();
    long before = directBytes();
    try {
      for (int i = 0; i < Daemon.MOST_SILENT + EXTRA; i++) {
        strangers.add(new Socket(InetAddress.getLoopbackAddress(), daemon.port()));
      }
      try (DaemonClient caller = console()) {
        SmpdCommand counters = ask(caller, Verb.STAT);
        assertThat(counters.requireInt("crowded_out")).isGreaterThanOrEqualTo(EXTRA);
        assertThat(counters.requireInt("here")).isLessThanOrEqualTo(Daemon.MOST_SILENT + 1);
      }
      // Buffers outside the heap stay until the collector has reason to run, which they give none.
      assertThat(directBytes() - before).isLessThan((long) strangers.size() * BYTES_OF_A_STRANGER);
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  /** Warnings before the first word of a handshake are allowed, and bring it no further. */
  @Test
  void whoTalksOnWhileEncryptionIsAgreedIsCutOff() throws IOException {
    byte[] warnings = new byte[7 * 1000];
    for (int at = 0; at < warnings.length; at += 7) {
      System.arraycopy(new byte[] {0x15, 3, 3, 0, 2, 1, 0x5a}, 0, warnings, at, 7);
    }
    try (var stranger = new Socket(InetAddress.getLoopbackAddress(), daemon.port())) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  stranger.getOutputStream().write(warnings);
                }
              })
          .isInstanceOf(IOException.class);
      console().close();
    }
  }

  @Test
  void whoDoesNotSpeakTheLanguageIsCutOff() throws IOException {
    try (var stranger = new Socket(InetAddress.getLoopbackAddress(), daemon.port())) {
      stranger.setSoTimeout(5000);
      stranger.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(stranger.getInputStream().readAllBytes().length).isLessThan(100);
    }
    console().close();
  }

  @Test
  void whatIsNoDaemonIsToldFromOne() throws IOException {
    try (var other = new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform().daemon().start(() -> sayChallenge(other));
      assertThatThrownBy(
              () ->
                  DaemonClient.call(
                      "127.0.0.1",
                      other.getLocalPort(),
                      Proof.key("x"),
                      DaemonClient.Session.CONSOLE,
                      LIMIT_MILLIS))
          .hasMessageContaining("does not speak purempi's language");
    }
  }

  private void sayChallenge(java.net.ServerSocket other) {
    try (Socket socket = other.accept()) {
      socket.getOutputStream().write(" 175751705".repeat(30).getBytes(StandardCharsets.UTF_8));
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      log.add("other: " + e.getMessage());
    }
  }

  @Test
  void restartReadsThePassphraseAgain() throws IOException {
    int port = daemon.port();
    Files.setPosixFilePermissions(
        folder.resolve("file"), PosixFilePermissions.fromString("rw-r--r--"));
    try (DaemonClient caller = console()) {
      assertThat(ask(caller, Verb.RESTART).get(SmpdCommand.RESULT)).contains("open to other users");
      phrase("other words\niface=no-such-network");
      assertThat(ask(caller, Verb.RESTART).get(SmpdCommand.RESULT))
          .contains("this host has no network 'no-such-network'");
      phrase("other words");
      assertThat(ask(caller, Verb.RESTART).get(SmpdCommand.RESULT)).contains("SUCCESS");
      assertThat(ask(caller, Verb.STATUS).get(SmpdCommand.RESULT)).contains("SUCCESS");
    }
    assertThatThrownBy(this::console).hasMessageContaining("wrong passphrase");
    call("other words", DaemonClient.Session.CONSOLE).close();
    assertThat(daemon.port()).isEqualTo(port);
  }

  @Test
  void shutdownLetsJobsEnd() throws Exception {
    try (DaemonClient job = call("open sesame", DaemonClient.Session.PROCESS)) {
      assertThat(job.in().readNBytes(HELLO.length)).isEqualTo(HELLO);
      try (DaemonClient caller = console()) {
        assertThat(ask(caller, Verb.SHUTDOWN).get(SmpdCommand.RESULT)).contains("SUCCESS");
      }
      assertThatThrownBy(this::console).hasMessageContaining("start it there with 'smpd -s'");
      job.out().write('x');
      assertThat(job.in().read()).isEqualTo('x');
      assertThat(thread.isAlive()).isTrue();
    }
    thread.join(5000);
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void theDaemonsEndEndsItsJobs() throws Exception {
    try (DaemonClient job = call("open sesame", DaemonClient.Session.PROCESS)) {
      assertThat(job.in().readNBytes(HELLO.length)).isEqualTo(HELLO);
      daemon.close();
      assertThat(isOver(job)).isTrue();
    }
    assertThat(processes.take().waitFor(5, TimeUnit.SECONDS)).isTrue();
  }

  /** Whether nothing more comes; an end without a farewell is one, too. */
  private static boolean isOver(DaemonClient job) {
    try {
      return job.in().read() < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
