package org.purempi.launch.daemon;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.channel.Secret;
import org.purempi.launch.daemon.DaemonState.Step;
import org.purempi.launch.smpd.CommandBytes;
import org.purempi.launch.smpd.CommandReader;
import org.purempi.launch.smpd.SmpdException;

/**
 * A daemon's side of one conversation. It never blocks, takes no byte more than is due, and keeps
 * no memory that the other side names the size of beyond {@link #MOST_COMMAND_BYTES}. Used by the
 * daemon's thread.
 */
final class Conversation {
  /** The longest command of a console; smpd's own limit. */
  static final int MOST_COMMAND_BYTES = 32768;

  private static final int REST_BYTES = 4096;
  private static final Charset UTF = StandardCharsets.UTF_8;

  /** What the conversation asks of its daemon. */
  interface House {
    /** The key that a caller has to prove. */
    Secret key();

    ConsoleCommands desk();

    /** A wrong passphrase was shown; after how many milliseconds it is answered. */
    long wrong(InetAddress from);

    /** Starts a manager, and tells {@link #started} or {@link #notStarted} when it can. */
    void startManager(Conversation caller);
  }

  private final House house;
  private final Pipe pipe;
  private final InetAddress from;
  private final long sinceNanos;
  private DaemonState state = DaemonState.SECURING;
  private long stateSinceNanos;
  private long delayMillis;
  private byte[] binding = new byte[0];
  private byte[] challenge = new byte[0];
  private ByteBuffer in = ByteBuffer.allocate(0);
  private ByteBuffer out = ByteBuffer.allocate(0);
  private boolean readsBody;
  private boolean isForNames;
  private @Nullable Relay relay;
  private String why = "";

  Conversation(House house, Pipe pipe, InetAddress from, long nowNanos) {
    this.house = house;
    this.pipe = pipe;
    this.from = from;
    this.sinceNanos = nowNanos;
    this.stateSinceNanos = nowNanos;
  }

  DaemonState state() {
    return state;
  }

  /** Whether the caller has not said a byte. */
  boolean isSilent() {
    return state == DaemonState.SECURING && pipe.isSilent();
  }

  InetAddress from() {
    return from;
  }

  /** Why it was given up; empty when it was not. */
  String why() {
    return why;
  }

  private void step(Step step) throws SmpdException {
    state = state.after(step);
    stateSinceNanos = System.nanoTime();
  }

  /** Ends it, whatever it is at. */
  void lose(String reason) {
    if (state == DaemonState.DONE) {
      return;
    }
    why = reason;
    state = DaemonState.DONE;
  }

  /** Whether it takes the time it takes: a job runs, or keeps its names here. */
  boolean isPatient() {
    return state == DaemonState.RELAYING
        || (isForNames && state == DaemonState.READING_COMMAND && !isWithin());
  }

  /** Looks at the clock. */
  void tick(long nowNanos) {
    if (isPatient()) {
      return;
    }
    long began = state.isTimedFromCall() ? sinceNanos : stateSinceNanos;
    long millis = TimeUnit.NANOSECONDS.toMillis(nowNanos - began);
    if (state == DaemonState.DELAYING && millis >= delayMillis) {
      write(Proof.refusal());
      advance(Step.WAITED);
    } else if (state == DaemonState.LEAVING && millis > state.limitMillis()) {
      lose("");
    } else if (state == DaemonState.STARTING_MANAGER && millis > state.limitMillis()) {
      notStarted("its manager did not start within %d ms".formatted(state.limitMillis()));
    } else if (millis > state.limitMillis()) {
      lose("took longer than " + state.limitMillis() + " ms in " + state);
    }
  }

  /** Goes as far as it can without blocking. */
  void advance() {
    advance(null);
  }

  private void advance(@Nullable Step first) {
    try {
      if (first != null) {
        step(first);
      }
      boolean moved = true;
      while (moved && state != DaemonState.DONE) {
        moved = move();
      }
    } catch (IOException e) {
      lose(String.valueOf(e.getMessage()));
    }
  }

  /** One move; false when more has to come, or go, first. */
  private boolean move() throws IOException {
    return switch (state) {
      case SECURING -> secured();
      case WRITING_CHALLENGE -> written(Proof.PROOF_BYTES);
      case READING_PROOF -> isRead() && proved();
      case WRITING_VERDICT -> written(Proof.SESSION_BYTES);
      case READING_SESSION -> isRead() && asked();
      case READING_COMMAND -> isRead() && (readsBody ? command() : header());
      case WRITING_RESULT -> written(CommandReader.HEADER_BYTES);
      case WRITING_REFUSAL, WRITING_FAREWELL -> written(REST_BYTES);
      case RELAYING -> relayed();
      case LEAVING -> left();
      case DELAYING, STARTING_MANAGER, DONE -> false;
    };
  }

  private void write(byte[] bytes) {
    out = ByteBuffer.wrap(bytes);
  }

  private boolean isRead() throws IOException {
    if (pipe.read(in) < 0 && in.hasRemaining()) {
      if (state == DaemonState.READING_COMMAND && !isWithin()) {
        step(Step.ENDED);
      } else {
        lose("hung up");
      }
      return false;
    }
    return !in.hasRemaining();
  }

  /** Whether all is out; then so many bytes are due. */
  private boolean written(int next) throws IOException {
    pipe.write(out);
    if (out.hasRemaining() || !pipe.flush()) {
      return false;
    }
    step(Step.WRITTEN);
    in = ByteBuffer.allocate(next);
    if (state == DaemonState.LEAVING) {
      pipe.shutdownOutput();
    }
    return true;
  }

  private boolean secured() throws IOException {
    if (!pipe.open()) {
      return false;
    }
    binding = pipe.binding();
    challenge = Proof.challenge();
    write(challenge);
    step(Step.SECURED);
    return true;
  }

  private boolean proved() throws IOException {
    byte[] answer = in.array();
    Secret key = house.key();
    if (Proof.isRight(key, challenge, answer, binding)) {
      write(Proof.welcome(key, challenge, answer, binding));
      step(Step.PROVED);
      pipe.trusted();
      return true;
    }
    delayMillis = house.wrong(from);
    step(Step.NOT_PROVED);
    return false;
  }

  private boolean asked() throws IOException {
    String session = CommandBytes.text(in.array());
    switch (session) {
      case "process" -> {
        step(Step.PROCESS);
        house.startManager(this);
        return state != DaemonState.STARTING_MANAGER;
      }
      case "smpd", "names" -> {
        isForNames = session.equals("names");
        in = ByteBuffer.allocate(CommandReader.HEADER_BYTES);
        step(Step.CONSOLE);
      }
      default -> {
        write("smpd: there is no such session; say 'process', 'smpd' or 'names'\n".getBytes(UTF));
        step(Step.FAREWELL);
      }
    }
    return true;
  }

  /** The manager is there. */
  void started(SocketChannel manager) {
    if (state != DaemonState.STARTING_MANAGER) {
      return;
    }
    // The manager starts others in turn, and needs what they ask for.
    relay = new Relay(pipe, manager, (house.key().toHex() + "\n").getBytes(UTF));
    advance(Step.STARTED);
  }

  /** There will be none; the caller is told in words. */
  void notStarted(String reason) {
    if (state == DaemonState.STARTING_MANAGER) {
      write(("smpd: " + reason + "\n").getBytes(UTF));
      advance(Step.FAREWELL);
    }
  }

  private boolean relayed() throws IOException {
    Relay ours = relay;
    if (ours != null && ours.pump()) {
      step(Step.ENDED);
      in = ByteBuffer.allocate(REST_BYTES);
      pipe.shutdownOutput();
      return true;
    }
    return false;
  }

  /** Waits until the caller has hung up; a socket that is closed before would take back bytes. */
  private boolean left() throws IOException {
    pipe.flush();
    in.clear();
    if (pipe.read(in) < 0) {
      step(Step.ENDED);
    }
    return false; // whoever talks on must not keep us from all others
  }

  private boolean header() throws IOException {
    int length = CommandReader.length(in.array());
    if (length > MOST_COMMAND_BYTES) {
      throw new SmpdException("a command of " + length + " bytes");
    }
    in = ByteBuffer.allocate(length);
    readsBody = true;
    return true;
  }

  private boolean command() throws IOException {
    byte[] body = in.array();
    readsBody = false;
    if (body[body.length - 1] != 0) {
      throw new SmpdException("a command without its final zero byte");
    }
    ConsoleCommands.Answer answer =
        house.desk().answer(new String(body, 0, body.length - 1, UTF), this);
    write(CommandBytes.of(answer.command()));
    step(answer.isLast() ? Step.FAREWELL : Step.COMMAND);
    return true;
  }

  /** Whether a command has begun to come and not ended. */
  boolean isWithin() {
    return state == DaemonState.READING_COMMAND && (readsBody || in.position() > 0);
  }

  /** Whether it goes on at once, without anything that a selector tells. */
  boolean isTired() {
    Relay ours = relay;
    return state == DaemonState.RELAYING && ours != null && ours.isTired();
  }

  /** What to select on at the caller's side. */
  int interest() {
    Relay ours = relay;
    return switch (state) {
      case RELAYING -> ours == null ? 0 : ours.callerInterest();
      case DELAYING, STARTING_MANAGER, DONE -> 0;
      case LEAVING -> SelectionKey.OP_READ;
      default -> isWaitingToWrite() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    };
  }

  private boolean isWaitingToWrite() {
    try {
      return (state != DaemonState.SECURING && out.hasRemaining()) || !pipe.flush();
    } catch (IOException e) {
      return true; // the next move fails with it
    }
  }

  /** What to select on at the manager's side. */
  int managerInterest() {
    Relay ours = relay;
    return state == DaemonState.RELAYING && ours != null ? ours.managerInterest() : 0;
  }

  /** Closes the connection. */
  void close() throws IOException {
    pipe.close();
  }
}
