package org.purempi.launch.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.channel.Secret;
import org.purempi.launch.smpd.CommandBytes;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.Verb;

/** What strangers and friends may say to a daemon, byte by byte, without a network. */
@Timeout(60)
class ConversationTest {
  private static final Secret KEY = new Secret(new byte[Secret.BYTES]);
  private static final Secret OTHER = Secret.ofHex("ab".repeat(Secret.BYTES));
  private static final long FIRST_DELAY_MILLIS = 500;

  @TempDir private static Path folder;
  private final Suspects suspects = new Suspects();
  private final ConsoleCommands desk;
  private FakePipe pipe = new FakePipe();
  private Conversation conversation;
  private int managers;
  private boolean isShutDown;

  private final class House implements Conversation.House {
    @Override
    public Secret key() {
      return KEY;
    }

    @Override
    public ConsoleCommands desk() {
      return desk;
    }

    @Override
    public long wrong(InetAddress from) {
      return suspects.wrong(from, System.nanoTime());
    }

    @Override
    public void startManager(Conversation caller) {
      managers++;
    }
  }

  private final class Office implements ConsoleCommands.Office {
    @Override
    public Map<String, String> status() {
      return Map.of("jobs", "0");
    }

    @Override
    public Map<String, String> counters() {
      return Map.of("calls", "1");
    }

    @Override
    public List<String> managers() {
      return List.of("pid=7 from=somewhere");
    }

    @Override
    public void shutdown() {
      isShutDown = true;
    }

    @Override
    public void restart() throws IOException {
      throw new IOException("the file is open to others");
    }
  }

  ConversationTest() throws IOException {
    desk = new ConsoleCommands(new Office(), SettingsFile.read(folder.resolve("none")));
    conversation = call();
  }

  private Conversation call() {
    var called =
        new Conversation(new House(), pipe, InetAddress.getLoopbackAddress(), System.nanoTime());
    called.advance();
    return called;
  }

  /** Another caller. */
  private void begin() {
    pipe = new FakePipe();
    conversation = call();
  }

  private void receive(byte[] bytes) {
    pipe.receive(bytes);
    conversation.advance();
  }

  private byte[] prove(Secret key) throws IOException {
    byte[] challenge = pipe.sent();
    byte[] answer = Proof.answer(key, challenge, FakePipe.BINDING);
    receive(answer);
    if (key == KEY) {
      Proof.check(key, challenge, answer, FakePipe.BINDING, pipe.sent());
    }
    return answer;
  }

  private void console() throws IOException {
    prove(KEY);
    receive(CommandBytes.field("smpd", Proof.SESSION_BYTES));
    assertThat(conversation.state()).isEqualTo(DaemonState.READING_COMMAND);
  }

  private SmpdCommand ask(String text) throws IOException {
    receive(frame(text));
    byte[] answer = pipe.sent();
    return SmpdCommand.parse(new String(answer, 13, answer.length - 14, StandardCharsets.UTF_8));
  }

  private static byte[] frame(String text) {
    byte[] body = (text + "\0").getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(Integer.toString(body.length).getBytes(StandardCharsets.UTF_8), 13);
    byte[] both = Arrays.copyOf(all, 13 + body.length);
    System.arraycopy(body, 0, both, 13, body.length);
    return both;
  }

  private String result(String words) throws IOException {
    return ask(words + " src=0 dest=1 tag=5").require(SmpdCommand.RESULT);
  }

  private void later(long millis) {
    conversation.tick(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void whoKnowsThePassphraseGetsAManager() throws IOException {
    prove(KEY);
    receive(CommandBytes.field("process", Proof.SESSION_BYTES));
    assertThat(managers).isEqualTo(1);
    conversation.notStarted("its manager exited with code 1");
    assertThat(new String(pipe.sent(), StandardCharsets.UTF_8))
        .isEqualTo("smpd: its manager exited with code 1\n");
    assertThat(conversation.state()).isEqualTo(DaemonState.LEAVING);
    pipe.hangUp();
    conversation.advance();
    assertThat(conversation.state()).isEqualTo(DaemonState.DONE);
  }

  @Test
  void aManagerThatDoesNotCallIsGivenUp() throws IOException {
    prove(KEY);
    receive(CommandBytes.field("process", Proof.SESSION_BYTES));
    later(59_000);
    assertThat(pipe.sent()).isEmpty();
    later(61_000);
    assertThat(new String(pipe.sent(), StandardCharsets.UTF_8))
        .isEqualTo("smpd: its manager did not start within 60000 ms\n");
  }

  @Test
  void aWrongPassphraseIsRefusedAfterAWhile() throws IOException {
    long before = System.nanoTime();
    prove(OTHER);
    assertThat(conversation.state()).isEqualTo(DaemonState.DELAYING);
    conversation.tick(before + TimeUnit.MILLISECONDS.toNanos(FIRST_DELAY_MILLIS - 100));
    assertThat(pipe.sent()).isEmpty();
    later(FIRST_DELAY_MILLIS + 1);
    assertThat(pipe.sent()).isEqualTo(Proof.refusal());
    assertThat(suspects.total()).isEqualTo(1);
    assertThat(managers).isZero();
  }

  @Test
  void everyFurtherWrongPassphraseWaitsLongerUntilItIsForgotten() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    long now = 0;
    long last = 0;
    for (int i = 0; i < 5; i++) {
      long delay = suspects.wrong(here, now);
      assertThat(delay).isGreaterThan(last);
      last = delay;
    }
    for (int i = 0; i < 10_000; i++) {
      byte[] address = {10, (byte) (i >> 16), (byte) (i >> 8), (byte) i};
      InetAddress other = InetAddress.getByAddress(address);
      assertThat(suspects.wrong(other, now)).isEqualTo(FIRST_DELAY_MILLIS);
    }
    assertThat(suspects.wrong(here, TimeUnit.MINUTES.toNanos(2))).isEqualTo(FIRST_DELAY_MILLIS);
  }

  @Test
  void whatWasARightProofElsewhereIsNoneHere() throws IOException {
    byte[] answer = prove(KEY);
    begin();
    receive(answer);
    assertThat(conversation.state()).isEqualTo(DaemonState.DELAYING);
  }

  @Test
  void aProofForAnotherChannelIsNone() throws IOException {
    receive(Proof.answer(KEY, pipe.sent(), new byte[] {9}));
    assertThat(conversation.state()).isEqualTo(DaemonState.DELAYING);
  }

  @Test
  void aDaemonThatDoesNotKnowThePassphraseIsFoundOut() throws IOException {
    byte[] challenge = Proof.challenge();
    byte[] answer = Proof.answer(KEY, challenge, FakePipe.BINDING);
    byte[] verdict = Proof.welcome(OTHER, challenge, answer, FakePipe.BINDING);
    assertThatThrownBy(() -> Proof.check(KEY, challenge, answer, FakePipe.BINDING, verdict))
        .hasMessage("what answers does not know the passphrase");
  }

  @Test
  void whoSaysNothingIsGivenUp() {
    later(9_000);
    assertThat(conversation.state()).isEqualTo(DaemonState.READING_PROOF);
    receive(new byte[10]);
    later(10_100);
    assertThat(conversation.state()).isEqualTo(DaemonState.DONE);
    assertThat(conversation.why()).contains("READING_PROOF");
  }

  @Test
  void whoIsSlowAtItsCommandIsGivenUpAtLast() throws IOException {
    console();
    receive("40".getBytes(StandardCharsets.UTF_8));
    later(TimeUnit.MINUTES.toMillis(11));
    assertThat(conversation.state()).isEqualTo(DaemonState.DONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999\0\0\0\0\0", "40000\0\0\0\0\0\0\0\0", "0\0\0\0\0\0\0\0\0\0\0\0\0",
        "-5\0\0\0\0\0\0\0\0\0\0\0", "4\0\0\0\0\0\0\0\0\0\0\0\0abcd", "hello, world!",
        "4\0\0\0\0\0\0\0\0\0\0\0\0abc\0"
      })
  void whatIsNoCommandEndsTheConversation(String bytes) throws IOException {
    console();
    receive(bytes.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(conversation.state()).isEqualTo(DaemonState.DONE);
    assertThat(conversation.why()).isNotEmpty();
  }

  @Test
  void commandsThatCannotBeCarriedOutAreAnswered() throws IOException {
    console();
    assertThat(result("cmd=juggle")).isEqualTo("FAIL: smpd has no command 'juggle'");
    assertThat(result("cmd=launch")).contains("belongs to a job");
    assertThat(result("cmd=spawn")).contains("cannot be added to a running job yet");
    assertThat(result("cmd=get key=phrase")).contains("cannot be read");
    assertThat(result("cmd=get key=Phrase")).contains("cannot be read");
    assertThat(result("cmd=set key=phrase value=x")).contains("is changed in");
    assertThat(result("cmd=get")).contains("get without 'key'");
    assertThat(result("cmd=restart")).isEqualTo("FAIL: the file is open to others");
    assertThat(result("cmd=status")).isEqualTo("SUCCESS");
  }

  @Test
  void aKeyValueSpaceGoesWithWhoMadeIt() throws IOException {
    console();
    String name = ask("cmd=start_dbs src=0 dest=1 tag=1").require("kvs_name");
    assertThat(name).matches("[0-9A-F]{32}");
    String in = " name=" + name;
    assertThat(result("cmd=dbput key=a value=1" + in)).isEqualTo("DBS_SUCCESS");
    assertThat(result("cmd=dbput key=b value=2" + in)).isEqualTo("DBS_SUCCESS");
    assertThat(ask("cmd=dbget key=b src=0 dest=1 tag=1" + in).require("value")).isEqualTo("2");
    assertThat(ask("cmd=dbfirst src=0 dest=1 tag=1" + in).require("key")).isEqualTo("a");
    assertThat(ask("cmd=dbnext src=0 dest=1 tag=1" + in).require("key")).isEqualTo("b");
    assertThat(result("cmd=dbnext" + in)).isEqualTo("DBS_END");
    assertThat(result("cmd=dbdelete key=a" + in)).isEqualTo("DBS_SUCCESS");
    assertThat(result("cmd=dbget key=a" + in)).isEqualTo("FAIL: there is no key 'a'");
    assertThat(result("cmd=dbput key=c" + in + " value=" + "x".repeat(30_000)))
        .isEqualTo("DBS_SUCCESS");
    desk.forget(conversation);
    assertThat(result("cmd=dbget key=b" + in)).contains("no key-value space");
  }

  @Test
  void keyValueSpacesDoNotGrowWithoutEnd() throws IOException {
    console();
    String name = ask("cmd=dbcreate src=0 dest=1 tag=1").require("name");
    String value = "x".repeat(30_000);
    String last = "";
    for (int i = 0; i < 40; i++) {
      last = result("cmd=dbput key=" + i + " name=" + name + " value=" + value);
    }
    assertThat(last).contains("holds 1048576 characters");
    for (int i = 0; i < 300; i++) {
      last = result("cmd=dbcreate");
    }
    assertThat(last).contains("256 key-value spaces already");
  }

  @Test
  void aConversationTakesItsLeave() throws IOException {
    console();
    assertThat(result("cmd=shutdown")).isEqualTo("SUCCESS");
    assertThat(isShutDown).isTrue();
    assertThat(ask("cmd=close src=0 dest=1 tag=5").verb()).isEqualTo(Verb.CLOSED_REQUEST);
    assertThat(conversation.state()).isEqualTo(DaemonState.LEAVING);
    later(3_100);
    assertThat(conversation.state()).isEqualTo(DaemonState.DONE);
  }

  @Test
  void randomBytesEndTheConversationOrAreAnswered() throws IOException {
    fuzz(10_000);
  }

  @Test
  @Tag("full")
  @Timeout(600)
  void aMillionRandomConversations() throws IOException {
    fuzz(1_000_000);
  }

  /** Strangers' bytes, and friends' commands with what must not be in them. */
  private void fuzz(int count) throws IOException {
    String[] pieces = {
      "cmd=",
      "cmd=dbput ",
      "cmd=get ",
      "cmd=set ",
      "cmd=dbfirst ",
      "status",
      "src=0 ",
      "dest=1 ",
      "tag=3 ",
      "key=",
      "value=",
      "name=",
      "\"",
      "\\",
      "=",
      "\0",
      "a",
      "\n",
      "é",
      "phrase "
    };
    long seed = System.nanoTime();
    var random = new Random(seed);
    begin();
    for (int i = 0; i < count; i++) {
      if (random.nextInt(16) == 0) {
        begin();
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        receive(bytes);
        assertThat(conversation.state().isStranger()).as("seed " + seed).isTrue();
        begin();
      }
      if (conversation.state() != DaemonState.READING_COMMAND || conversation.isWithin()) {
        begin();
        console();
      }
      var body = new StringBuilder(random.nextBoolean() ? "cmd=print src=0 dest=1 tag=3 " : "");
      for (int k = random.nextInt(10); k > 0; k--) {
        body.append(pieces[random.nextInt(pieces.length)]);
      }
      byte[] frame = frame(body.toString());
      if (random.nextInt(8) == 0) {
        frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
      }
      receive(frame);
      boolean isAnswered = pipe.sent().length > 0;
      boolean isOver = conversation.state() == DaemonState.DONE;
      boolean isWaiting = conversation.state() == DaemonState.READING_COMMAND;
      assertThat(isAnswered || isOver || isWaiting).as("seed " + seed).isTrue();
      assertThat(conversation.why().isEmpty()).as("seed " + seed).isNotEqualTo(isOver);
      desk.forget(conversation);
    }
  }
}
