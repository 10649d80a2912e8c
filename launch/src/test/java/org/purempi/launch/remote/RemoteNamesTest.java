package org.purempi.launch.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.Daemon;
import org.purempi.launch.daemon.DaemonClient;
import org.purempi.launch.daemon.DaemonLog;
import org.purempi.launch.daemon.Doors;
import org.purempi.launch.daemon.Proof;
import org.purempi.launch.daemon.SettingsFile;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.Verb;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiLine;

/** A name server on loopback, and the mpiexecs that ask it. */
@Timeout(60)
class RemoteNamesTest {
  private static final String PHRASE = "open sesame";
  private static final long LIMIT_SECONDS = 20;

  @TempDir private Path folder;
  private final List<RemoteNames> clients = new ArrayList<>();
  private Daemon daemon;
  private Thread thread;

  private static final class Meaning implements Daemon.Settings {
    private final int port;

    Meaning(int port) {
      this.port = port;
    }

    @Override
    public Secret key(SettingsFile file) throws IOException {
      return Proof.key(PHRASE);
    }

    @Override
    public Doors doors(SettingsFile file) {
      return new Doors(port, null, List.of());
    }
  }

  @BeforeEach
  void begin() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    listen(0);
  }

  private void listen(int port) throws IOException {
    Daemon.Program none =
        socket -> {
          throw new IOException("names only");
        };
    Path file = folder.resolve("file");
    daemon =
        new Daemon(
            new Daemon.Setup(file, new Meaning(port), none, "0", new DaemonLog(line -> {}, true)));
    Daemon its = daemon;
    thread = Thread.ofPlatform().start(() -> run(its));
  }

  private static void run(Daemon daemon) {
    try {
      daemon.run();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    clients.forEach(RemoteNames::close);
    close();
  }

  private void close() throws InterruptedException {
    daemon.close();
    thread.join();
  }

  private RemoteNames client(int port, String phrase) {
    var client = new RemoteNames(new NameServer("127.0.0.1", port), phrase);
    clients.add(client);
    return client;
  }

  private RemoteNames client() {
    return client(daemon.port(), PHRASE);
  }

  private static PmiLine ask(RemoteNames names, PmiLine request) {
    var answer = new CompletableFuture<PmiLine>();
    names.serve(request, answer::complete);
    return answer.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
  }

  private static String publish(RemoteNames names, String service, String port) {
    PmiLine reply =
        ask(names, PmiLine.of("publish_name").with("service", service).with("port", port));
    assertThat(reply.command()).isEqualTo("publish_result");
    return said(reply);
  }

  private static String unpublish(RemoteNames names, String service) {
    return said(ask(names, PmiLine.of("unpublish_name").with("service", service)));
  }

  private static String lookup(RemoteNames names, String service) {
    PmiLine reply = ask(names, PmiLine.of("lookup_name").with("service", service));
    String port = reply.get("port");
    return port == null ? said(reply) : port;
  }

  private static String said(PmiLine reply) {
    String message = reply.get("message");
    return message == null ? "" + reply.get("msg") : message;
  }

  @Test
  void anotherMpiexecFindsAName() {
    RemoteNames one = client();
    RemoteNames other = client();
    assertThat(lookup(other, "a")).isEqualTo("service_not_found");
    assertThat(publish(one, "a", "purempi/127.0.0.1/1/f")).isEqualTo("success");
    assertThat(lookup(other, "a")).isEqualTo("purempi/127.0.0.1/1/f");
    assertThat(publish(other, "a", "p")).isEqualTo("service_already_published");
    assertThat(unpublish(other, "a")).isEqualTo("it was published by another job");
    assertThat(unpublish(one, "a")).isEqualTo("success");
    assertThat(unpublish(one, "a")).isEqualTo("service_not_found");
    assertThat(lookup(other, "a")).isEqualTo("service_not_found");
  }

  @Test
  void namesGoWithTheMpiexecThatHasPublishedThem() throws InterruptedException {
    RemoteNames one = client();
    RemoteNames other = client();
    assertThat(publish(one, "a", "p")).isEqualTo("success");
    one.close();
    while (!lookup(other, "a").equals("service_not_found")) {
      Thread.sleep(10);
    }
  }

  @Test
  void aWrongPassphraseIsToldInWords() {
    RemoteNames stranger = client(daemon.port(), "close sesame");
    assertThat(lookup(stranger, "a"))
        .isEqualTo("name server at 127.0.0.1:" + daemon.port() + ": wrong passphrase");
    long startNanos = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      assertThat(lookup(stranger, "a")).contains("wrong passphrase");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void aServerThatDiesIsToldAndOneThatComesBackIsAsked() throws Exception {
    RemoteNames names = client();
    assertThat(publish(names, "a", "p")).isEqualTo("success");
    int port = daemon.port();
    close();
    assertThat(lookup(names, "a")).startsWith("no name server at 127.0.0.1:" + port);
    listen(port);
    String said = lookup(names, "a");
    while (said.startsWith("no name server")) {
      Thread.sleep(50);
      said = lookup(names, "a");
    }
    assertThat(said).as("it has forgotten all").isEqualTo("service_not_found");
    close();
    listen(port);
    assertThat(lookup(names, "a")).as("it has not been missed").isEqualTo("service_not_found");
  }

  @Test
  void whoDoesNotAnswerIsGivenUp() throws IOException {
    try (var mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      RemoteNames names = client(mute.getLocalPort(), PHRASE);
      long startNanos = System.nanoTime();
      var answers = new ArrayList<CompletableFuture<PmiLine>>();
      for (int i = 0; i < 50; i++) {
        var answer = new CompletableFuture<PmiLine>();
        names.serve(PmiLine.of("lookup_name").with("service", "a"), answer::complete);
        answers.add(answer);
      }
      for (var answer : answers) {
        assertThat(said(answer.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join()))
            .contains("does not answer in time");
      }
      assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
          .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(10));
    }
  }

  @Test
  void whatIsTooLongIsRefusedAndDisturbsNobody() {
    RemoteNames names = client();
    String most = "n".repeat(2048);
    assertThat(publish(names, most, "p".repeat(2048))).isEqualTo("success");
    assertThat(lookup(names, most)).isEqualTo("p".repeat(2048));
    assertThat(publish(names, "n".repeat(2049), "p")).contains("at most 2048 characters");
    assertThat(publish(names, "n", "p".repeat(2049))).contains("at most 2048 characters");
    assertThat(lookup(names, "n".repeat(40_000))).isEqualTo("the name is too long");
    assertThat(lookup(client(), most)).isEqualTo("p".repeat(2048));
  }

  /** Friends may have a defect, too. */
  @Test
  void malformedQuestionsDisturbNobody() throws IOException {
    Random random = new Random(7);
    RemoteNames names = client();
    assertThat(publish(names, "a", "p")).isEqualTo("success");
    Secret key = Proof.key(PHRASE);
    for (int round = 0; round < 30; round++) {
      try (DaemonClient caller =
          DaemonClient.call("127.0.0.1", daemon.port(), key, DaemonClient.Session.NAMES, 10_000)) {
        caller.limit(10_000);
        SmpdCommand question = SmpdCommand.of(Verb.DBPUT, 0, 1, round);
        for (String pmi :
            List.of(
                "",
                "cmd=",
                "cmd=publish_name",
                "cmd=publish_name service=x",
                "cmd=no_such service=x",
                "x y=z",
                noise(random))) {
          SmpdCommand answer = caller.ask(question.with("pmi", pmi));
          assertThat(answer.require(SmpdCommand.RESULT)).startsWith("FAIL");
        }
        byte[] rubbish = new byte[1 + random.nextInt(300)];
        random.nextBytes(rubbish);
        caller.out().write(rubbish);
      }
    }
    assertThat(lookup(names, "a")).isEqualTo("p");
    assertThat(lookup(names, "x")).isEqualTo("service_not_found");
  }

  private static String noise(Random random) {
    byte[] bytes = new byte[random.nextInt(2000)];
    random.nextBytes(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1).replace('\0', ' ').replace('=', ' ');
  }

  @Test
  void aRequestThatIsNoneCostsNoName() throws PmiException {
    RemoteNames names = client();
    assertThat(publish(names, "a", "p")).isEqualTo("success");
    assertThat(said(ask(names, PmiLine.parse("cmd=put key=a")))).contains("FAIL: ");
    assertThat(said(ask(names, PmiLine.parse("cmd=publish_name service=b")))).contains("FAIL: ");
    assertThat(lookup(client(), "a")).isEqualTo("p");
  }

  @ParameterizedTest
  @CsvSource({
    "node1, node1, 6392",
    "node1:99, node1, 99",
    "10.0.0.1:65535, 10.0.0.1, 65535",
    "[fe80::1%eth0]:7, fe80::1%eth0, 7",
    "[::1], ::1, 6392"
  })
  void whereItIsIsWrittenAsHydraDoes(String word, String host, int port) throws UsageException {
    assertThat(NameServer.parse("-nameserver", word)).isEqualTo(new NameServer(host, port));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ":", "a:", "a:0", "a:65536", "a:b", "-a", "a b", "a:1:2", "[a:1", "ä"})
  void whatIsNoPlaceIsRefused(String word) {
    assertThatThrownBy(() -> NameServer.parse("-nameserver " + word, word))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("-nameserver " + word + ": write ");
  }
}
