package org.purempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who belongs to a job gets in, and nobody else. */
@Timeout(120)
class HandshakeTest {
  private static final long SEED = 20_261_121;
  private static final JobKey KEY = JobKey.random();

  private static boolean isWelcome(int peer) {
    return peer >= 0;
  }

  /** Rank 0 calls rank 1. */
  private static final class Pair {
    final ScriptedPipe callers = new ScriptedPipe();
    final ScriptedPipe hosts = new ScriptedPipe();
    final Handshake caller;
    final Handshake host;

    Pair(JobKey callersKey, JobKey hostsKey, String callersJob, String hostsJob, int called) {
      caller = new Handshake(callers, id(0, callersJob, callersKey), called, 0);
      host = new Handshake(hosts, id(1, hostsJob, hostsKey), -1, 0);
    }

    Pair() {
      this(KEY, KEY, "job", "job", 1);
    }

    static Handshake.Identity id(int rank, String job, JobKey key) {
      return new Handshake.Identity(rank, 4, job, key);
    }

    /** One message each way; the bytes may be changed on the way. */
    byte[] fromCaller() throws IOException {
      caller.advance(HandshakeTest::isWelcome);
      return callers.written();
    }

    byte[] fromHost(byte[] heard) throws IOException {
      hosts.arrives(heard, 0, heard.length);
      host.advance(HandshakeTest::isWelcome);
      return hosts.written();
    }

    byte[] answer(byte[] heard) throws IOException {
      callers.arrives(heard, 0, heard.length);
      caller.advance(HandshakeTest::isWelcome);
      return callers.written();
    }
  }

  @Test
  void twoRanksOfAJobGetTogether() throws IOException {
    Pair pair = new Pair();
    byte[] proof = pair.answer(pair.fromHost(pair.fromCaller()));
    byte[] verdict = pair.fromHost(proof);
    assertThat(pair.host.advance(HandshakeTest::isWelcome)).isTrue();
    assertThat(pair.host.peer()).isZero();
    pair.callers.arrives(verdict, 0, verdict.length);
    assertThat(pair.caller.advance(HandshakeTest::isWelcome)).isTrue();
    assertThat(pair.caller.verdict()).isEqualTo(Handshake.WELCOME);
  }

  @Test
  void aCallThatIsNotWantedIsToldSo() throws IOException {
    Pair pair = new Pair();
    byte[] proof = pair.answer(pair.fromHost(pair.fromCaller()));
    pair.hosts.arrives(proof, 0, proof.length);
    assertThat(pair.host.advance(peer -> false)).isTrue();
    byte[] verdict = pair.hosts.written();
    pair.callers.arrives(verdict, 0, verdict.length);
    assertThat(pair.caller.advance(HandshakeTest::isWelcome)).isTrue();
    assertThat(pair.caller.verdict()).isEqualTo(Handshake.CROSSED);
  }

  @Test
  void aHostWithAnotherKeyIsNotTrusted() throws IOException {
    Pair pair = new Pair(KEY, JobKey.random(), "job", "job", 1);
    byte[] challenge = pair.fromHost(pair.fromCaller());
    assertThatThrownBy(() -> pair.answer(challenge))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("does not know the job's key");
    assertThat(pair.callers.written()).as("what a stranger learns").isEmpty();
  }

  @Test
  void aCallerWithAnotherKeyIsRefused() throws IOException {
    Pair pair = new Pair();
    pair.fromHost(pair.fromCaller());
    assertThatThrownBy(() -> pair.fromHost(new byte[Handshake.PROOF_BYTES]))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("does not know the job's key");
    assertThat(pair.hosts.written()).isEmpty();
  }

  @Test
  void anotherJobAnotherRankAndAnotherVersionAreRefused() throws IOException {
    Pair otherJob = new Pair(KEY, KEY, "job", "another", 1);
    assertThatThrownBy(() -> otherJob.fromHost(otherJob.fromCaller()))
        .hasMessageContaining("another job");
    Pair otherRank = new Pair(KEY, KEY, "job", "job", 2);
    assertThatThrownBy(() -> otherRank.fromHost(otherRank.fromCaller()))
        .hasMessageContaining("calls rank 2");
    Pair otherVersion = new Pair();
    byte[] hello = otherVersion.fromCaller();
    hello[7]++;
    assertThatThrownBy(() -> otherVersion.fromHost(hello)).hasMessageContaining("version");
    Pair encrypted = new Pair();
    byte[] tls = new byte[Handshake.HELLO_BYTES];
    tls[0] = 0x16;
    assertThatThrownBy(() -> encrypted.fromHost(tls)).hasMessageContaining("encrypt");
  }

  @Test
  void aReplayedHandshakeIsWorthNothing() throws IOException {
    Pair first = new Pair();
    byte[] hello = first.fromCaller();
    byte[] proof = first.answer(first.fromHost(hello));
    Pair second = new Pair();
    second.fromHost(hello);
    assertThatThrownBy(() -> second.fromHost(proof)).isInstanceOf(RefusedException.class);
  }

  @Test
  void aHostsOwnWordsSentBackProveNothing() throws IOException {
    Pair pair = new Pair();
    byte[] challenge = pair.fromHost(pair.fromCaller());
    byte[] mac = Arrays.copyOfRange(challenge, 32, 64);
    assertThatThrownBy(() -> pair.fromHost(mac)).isInstanceOf(RefusedException.class);
  }

  @Test
  void oneWrongBitAnywhereEndsIt() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 300; round++) {
      Pair pair = new Pair();
      int message = random.nextInt(4);
      byte[] hello = flip(pair.fromCaller(), message == 0, random);
      boolean isRefused = false;
      try {
        byte[] challenge = flip(pair.fromHost(hello), message == 1, random);
        byte[] proof = flip(pair.answer(challenge), message == 2, random);
        byte[] verdict = flip(pair.fromHost(proof), message == 3, random);
        pair.answer(verdict);
      } catch (RefusedException e) {
        isRefused = true;
      }
      assertThat(isRefused).as("message %d, round %d, seed %d", message, round, SEED).isTrue();
    }
  }

  private static byte[] flip(byte[] message, boolean really, SplittableRandom random) {
    if (really) {
      int bit = random.nextInt(message.length * Byte.SIZE);
      message[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
    return message;
  }

  @Test
  void noByteIsReadBeyondTheOneThatIsDue() throws IOException {
    Pair pair = new Pair();
    byte[] proof = pair.answer(pair.fromHost(pair.fromCaller()));
    byte[] verdict = Arrays.copyOf(pair.fromHost(proof), Handshake.VERDICT_BYTES + 1);
    pair.callers.arrives(verdict, 0, verdict.length);
    assertThat(pair.caller.advance(HandshakeTest::isWelcome)).isTrue();
    assertThat(pair.callers.isEmpty()).as("whether the first frame was touched").isFalse();
  }

  @Test
  void whoHangsUpIsNoticed() throws IOException {
    Pair pair = new Pair();
    pair.hosts.hangsUp();
    assertThatThrownBy(() -> pair.host.advance(HandshakeTest::isWelcome))
        .isInstanceOf(EOFException.class);
  }

  @Test
  void noiseGetsNobodyIn() {
    noise(2_000);
  }

  @Test
  @Tag("full")
  void muchNoiseGetsNobodyIn() {
    noise(1_000_000);
  }

  private static void noise(int inputs) {
    SplittableRandom random = new SplittableRandom(SEED);
    byte[] hello = new byte[Handshake.HELLO_BYTES];
    for (int i = 0; i < inputs; i++) {
      ScriptedPipe pipe = new ScriptedPipe();
      Handshake host = new Handshake(pipe, Pair.id(1, "job", KEY), -1, 0);
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      // Half of it begins as a good HELLO does.
      if (random.nextBoolean()) {
        ScriptedPipe callers = new ScriptedPipe();
        try {
          new Handshake(callers, Pair.id(0, "job", KEY), 1, 0).advance(HandshakeTest::isWelcome);
        } catch (IOException e) {
          throw new AssertionError(e);
        }
        hello = callers.written();
        System.arraycopy(
            hello, 0, bytes, 0, Math.min(bytes.length, 1 + random.nextInt(hello.length)));
      }
      pipe.arrives(bytes, 0, bytes.length);
      pipe.hangsUp();
      boolean isIn;
      try {
        isIn = host.advance(HandshakeTest::isWelcome);
      } catch (IOException refused) {
        isIn = false;
      }
      assertThat(isIn).as("input %d, seed %d", i, SEED).isFalse();
    }
  }
}
