package org.purempi.transport.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.security.SecureRandom;
import java.util.function.IntPredicate;
import org.purempi.channel.Pipe;

/**
 * How two ranks find out that they belong to one job, before anything else is said.
 *
 * <pre>
 *   caller ── HELLO(job, from, to, nonce) ──────────────────────────────► host
 *   caller ◄─ CHALLENGE(nonce, HMAC(key, "host" HELLO nonce)) ─────────── host
 *   caller ── PROOF(HMAC(key, "caller" HELLO nonce)) ───────────────────► host
 *   caller ◄─ VERDICT(verdict, HMAC(key, "verdict" verdict HELLO nonce)) ─ host
 *
 *   HELLO      │0 "PUREMPI" version │8 from │12 to │16 job tag … │32 nonce … 64│
 *   CHALLENGE  │0 nonce … │32 HMAC … 64│
 *   PROOF      │0 HMAC … 32│
 *   VERDICT    │0 verdict │8 HMAC … 40│
 * </pre>
 *
 * <p>HELLO names version, job, both ranks and so the direction, and every HMAC covers it and both
 * nonces: nothing that was said on another connection is good on this one. Each message has a fixed
 * length, and no byte is read beyond the one that is due.
 */
final class Handshake {
  /** What the caller is told in the end. */
  static final int WELCOME = 1;

  /** There is, or will be, another connection of the same pair. */
  static final int CROSSED = 2;

  static final int HELLO_BYTES = 64;
  static final int CHALLENGE_BYTES = 64;
  static final int PROOF_BYTES = JobKey.MAC_BYTES;
  static final int VERDICT_BYTES = 40;

  private static final byte[] MAGIC = {'P', 'U', 'R', 'E', 'M', 'P', 'I', Wire.VERSION};
  private static final int TAG_BYTES = 16;
  private static final int NONCE_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The first byte of TLS: the other side encrypts, this one does not. */
  private static final byte TLS = 0x16;

  /** What is due next: to write {@code out}, then to read {@code in}. */
  private enum Step {
    HELLO,
    CHALLENGE,
    PROOF,
    VERDICT,
    DONE
  }

  private final Pipe pipe;
  private final JobKey key;
  private final byte[] tag;
  private final int self;
  private final int size;
  private final boolean isCaller;
  private final long deadlineNanos;
  private byte[] binding = new byte[0];

  private Step step;
  private int peer;
  private int verdict;
  private ByteBuffer in = ByteBuffer.allocate(0);
  private ByteBuffer out = ByteBuffer.allocate(0);
  private byte[] hello = new byte[0];
  private byte[] nonce = new byte[0];
  private boolean isOpen;

  /**
   * One side of a handshake.
   *
   * @param peer whom to call; −1: somebody calls
   */
  Handshake(Pipe pipe, Identity identity, int peer, long deadlineNanos) {
    this.pipe = pipe;
    this.key = identity.key();
    this.tag = JobKey.tag(identity.job(), TAG_BYTES);
    this.self = identity.rank();
    this.size = identity.size();
    this.peer = peer;
    this.isCaller = peer >= 0;
    this.deadlineNanos = deadlineNanos;
    if (isCaller) {
      step = Step.CHALLENGE;
      hello = hello(peer);
      out = ByteBuffer.wrap(hello);
      in = ByteBuffer.allocate(CHALLENGE_BYTES);
    } else {
      step = Step.HELLO;
      in = ByteBuffer.allocate(HELLO_BYTES);
    }
  }

  /** Who this rank is. */
  record Identity(int rank, int size, String job, JobKey key) {
    /** The same in a job that has grown. */
    Identity among(int ranks) {
      return new Identity(rank, ranks, job, key);
    }
  }

  private byte[] hello(int to) {
    byte[] nonceOfCaller = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonceOfCaller);
    return ByteBuffer.allocate(HELLO_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .putInt(self)
        .putInt(to)
        .put(tag)
        .put(nonceOfCaller)
        .array();
  }

  Pipe pipe() {
    return pipe;
  }

  /** The other rank; −1 while it has not said. What it said is proved only when this is done. */
  int peer() {
    return peer;
  }

  /** Whether the caller has said who it is; it has proved that only when this is done. */
  boolean hasSpoken() {
    return peer >= 0;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** {@link #WELCOME} or {@link #CROSSED}, once this is done. */
  int verdict() {
    return verdict;
  }

  /** What to select on while it is not done. */
  int interest() {
    boolean hasMore = isOpen && out.hasRemaining();
    return hasMore || !isFlushed() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ;
  }

  private boolean isFlushed() {
    try {
      return pipe.flush();
    } catch (IOException e) {
      return true; // the next step fails with it
    }
  }

  /**
   * Goes as far as it can without blocking; whether it is done.
   *
   * @param admits whether a caller that has proved itself is welcome; asked once, on the host's
   *     side
   * @throws RefusedException when the other side is not of this job
   * @throws IOException when the connection broke
   */
  boolean advance(IntPredicate admits) throws IOException {
    if (!isOpen) {
      if (!pipe.open()) {
        return false;
      }
      isOpen = true;
      binding = pipe.binding();
    }
    while (true) {
      pipe.write(out);
      if (out.hasRemaining() || !pipe.flush()) {
        return false;
      }
      if (step == Step.DONE) {
        return true;
      }
      int bytes = pipe.read(in);
      if (bytes < 0) {
        throw new EOFException("the other side closed the connection");
      }
      if (in.hasRemaining()) {
        return false;
      }
      byte[] message = in.array();
      switch (step) {
        case HELLO -> greeted(message);
        case CHALLENGE -> challenged(message);
        case PROOF -> proved(message, admits);
        default -> judged(message);
      }
    }
  }

  /** The host's first step. */
  private void greeted(byte[] message) throws IOException {
    ByteBuffer m = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < MAGIC.length; i++) {
      if (m.get() != MAGIC[i]) {
        throw new RefusedException(stranger(message, i));
      }
    }
    int from = m.getInt();
    int to = m.getInt();
    byte[] itsTag = new byte[TAG_BYTES];
    m.get(itsTag);
    if (!JobKey.same(tag, itsTag)) {
      throw new RefusedException("it belongs to another job");
    }
    if (to != self || from < 0 || from >= size || from == self) {
      throw new RefusedException("it says it is rank " + from + " and calls rank " + to);
    }
    peer = from;
    hello = message;
    nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    out =
        ByteBuffer.allocate(CHALLENGE_BYTES).put(nonce).put(key.mac("host", hello, nonce, binding));
    out.flip();
    expect(Step.PROOF, PROOF_BYTES);
  }

  private static String stranger(byte[] message, int at) {
    if (at == MAGIC.length - 1) {
      return "it speaks version " + message[at] + " of the protocol, this rank " + Wire.VERSION;
    }
    return message[0] == TLS
        ? "it encrypts and this rank does not: purempi.encrypt must be the same on all ranks"
        : "it does not speak purempi";
  }

  /** The caller's answer. */
  private void challenged(byte[] message) throws IOException {
    ByteBuffer m = ByteBuffer.wrap(message);
    nonce = new byte[NONCE_BYTES];
    m.get(nonce);
    byte[] mac = new byte[JobKey.MAC_BYTES];
    m.get(mac);
    if (!JobKey.same(key.mac("host", hello, nonce, binding), mac)) {
      throw new RefusedException("it does not know the job's key");
    }
    out = ByteBuffer.wrap(key.mac("caller", hello, nonce, binding));
    expect(Step.VERDICT, VERDICT_BYTES);
  }

  /** The host's verdict. */
  private void proved(byte[] message, IntPredicate admits) throws IOException {
    if (!JobKey.same(key.mac("caller", hello, nonce, binding), message)) {
      throw new RefusedException("it does not know the job's key");
    }
    verdict = admits.test(peer) ? WELCOME : CROSSED;
    byte[] word = word(verdict);
    out =
        ByteBuffer.allocate(VERDICT_BYTES)
            .put(word)
            .put(key.mac("verdict", word, hello, nonce, binding));
    out.flip();
    step = Step.DONE;
  }

  private static byte[] word(int verdict) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(verdict).array();
  }

  /** The caller's end. */
  private void judged(byte[] message) throws IOException {
    ByteBuffer m = ByteBuffer.wrap(message);
    byte[] word = new byte[Long.BYTES];
    m.get(word);
    byte[] mac = new byte[JobKey.MAC_BYTES];
    m.get(mac);
    if (!JobKey.same(key.mac("verdict", word, hello, nonce, binding), mac)) {
      throw new RefusedException("its verdict is forged");
    }
    verdict = word[0];
    step = Step.DONE;
  }

  private void expect(Step next, int bytes) {
    step = next;
    in = ByteBuffer.allocate(bytes);
  }
}
