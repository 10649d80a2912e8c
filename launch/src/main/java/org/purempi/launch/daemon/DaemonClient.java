package org.purempi.launch.daemon;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.KeepAlive;
import org.purempi.channel.Secret;
import org.purempi.channel.TlsContext;
import org.purempi.channel.TlsPipe;
import org.purempi.launch.smpd.CommandBytes;
import org.purempi.launch.smpd.CommandReader;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;

/** A caller's side of a conversation with a daemon. Its streams may be used by two threads. */
public final class DaemonClient implements AutoCloseable {
  private static final String SMPD = "smpd";
  private static final String REMEDY = "; start it there with 'smpd -s', or name its -port";
  private static final String NAME_SERVER = "name server";
  private static final String NAMES_REMEDY =
      "; start one there with 'purempi nameserver', with -iface for other hosts";
  private static final long AGAIN_MILLIS = 50;

  /** So long it is worth while to call again when others crowd us out. */
  private static final long PATIENCE_MILLIS = 5000;

  private final String where;
  private final SSLSocket socket;
  private final InputStream in;

  private DaemonClient(String where, SSLSocket socket) throws IOException {
    this.where = where;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** What a caller may want. */
  public enum Session {
    /** A job's manager. */
    PROCESS("process"),
    /** Answers to commands. */
    CONSOLE("smpd"),
    /** The names of jobs; it stays on for as long as its job runs. */
    NAMES("names");

    private final String word;

    Session(String word) {
      this.word = word;
    }
  }

  /**
   * Calls the daemon of a host and proves that we know its passphrase.
   *
   * @param millis how long all of it may take
   * @throws IOException when there is no daemon, or it does not know our passphrase
   */
  public static DaemonClient call(String host, int port, Secret key, Session session, long millis)
      throws IOException {
    String who = session == Session.NAMES ? NAME_SERVER : SMPD;
    return call(who, host, port, key, session, millis);
  }

  /** The same with somebody else than a daemon who listens there, for messages. */
  static DaemonClient call(
      String who, String host, int port, Secret key, Session session, long millis)
      throws IOException {
    String where = who + " at " + host + ":" + port;
    long now = System.nanoTime();
    long until = now + TimeUnit.MILLISECONDS.toNanos(millis);
    long untilCrowded = now + TimeUnit.MILLISECONDS.toNanos(Math.min(millis, PATIENCE_MILLIS));
    var tls = new TlsContext();
    while (true) {
      @Nullable DaemonClient caller = attempt(where, host, port, tls, key, session, until);
      if (caller != null) {
        return caller;
      }
      // Crowded out by other callers before we were heard.
      if (left(untilCrowded) <= AGAIN_MILLIS) {
        throw new IOException(
            where + " closed the connection: its -hosts does not name this host, or it is flooded");
      }
      sleep();
    }
  }

  private static void sleep() throws IOException {
    try {
      Thread.sleep(AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static int left(long untilNanos) {
    return (int) TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
  }

  /** One call; null when it was cut off before anything was said of our passphrase. */
  private static @Nullable DaemonClient attempt(
      String where, String host, int port, TlsContext tls, Secret key, Session session, long until)
      throws IOException {
    Socket plain = connect(where, host, port, until);
    boolean done = false;
    try {
      plain.setTcpNoDelay(true);
      KeepAlive.USUAL.on(plain);
      plain.setSoTimeout(Math.max(1, left(until)));
      SSLSocket secure = tls.caller(plain);
      secure.startHandshake();
      var caller = new DaemonClient(where, secure);
      caller.prove(key);
      caller.socket.getOutputStream().write(CommandBytes.field(session.word, Proof.SESSION_BYTES));
      caller.socket.setSoTimeout(0);
      done = true;
      return caller;
    } catch (SocketTimeoutException e) {
      throw new IOException(where + " does not answer in time", e);
    } catch (SSLException e) {
      if (e.getCause() instanceof EOFException || e.getCause() instanceof SocketException) {
        return null;
      }
      throw new IOException(where + " does not speak purempi's language: " + e.getMessage(), e);
    } catch (SmpdException e) {
      throw new IOException(where + ": " + e.getMessage(), e);
    } catch (EOFException | SocketException e) {
      return null;
    } finally {
      if (!done) {
        plain.close();
      }
    }
  }

  private static Socket connect(String where, String host, int port, long until)
      throws IOException {
    IOException last = null;
    InetAddress[] addresses;
    try {
      addresses = InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      throw new IOException(where + ": there is no host of that name", e);
    }
    for (InetAddress address : addresses) {
      var socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address, port), Math.max(1, left(until)));
        return socket;
      } catch (IOException e) {
        socket.close();
        last = e;
      }
    }
    String why = last == null ? "no address" : last.getMessage();
    throw last instanceof ConnectException
        ? new IOException("no %s (%s)%s".formatted(where, why, remedy(where)), last)
        : new IOException("cannot reach " + where + ": " + why, last);
  }

  private static String remedy(String where) {
    return where.startsWith(SMPD) ? REMEDY : where.startsWith(NAME_SERVER) ? NAMES_REMEDY : "";
  }

  private void prove(Secret key) throws IOException {
    byte[] binding = TlsPipe.binding(socket.getSession());
    byte[] challenge = read(Proof.CHALLENGE_BYTES);
    byte[] answer = Proof.answer(key, challenge, binding);
    socket.getOutputStream().write(answer);
    Proof.check(key, challenge, answer, binding, read(Proof.VERDICT_BYTES));
  }

  private byte[] read(int bytes) throws IOException {
    byte[] all = in.readNBytes(bytes);
    if (all.length < bytes) {
      throw new EOFException(where + " hung up");
    }
    return all;
  }

  /** What comes from the daemon, or from the manager behind it. */
  public InputStream in() {
    return in;
  }

  /** What goes there. */
  public OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  /** From now on a read that takes longer fails; 0: never. */
  public void limit(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  /**
   * Asks a question at the console; the answer has that command's result.
   *
   * @throws IOException when the daemon hangs up or does not answer in time
   */
  public SmpdCommand ask(SmpdCommand command) throws IOException {
    out().write(CommandBytes.of(command));
    try {
      SmpdCommand answer = new CommandReader(in).next();
      if (answer == null) {
        throw new EOFException(where + " hung up");
      }
      return answer;
    } catch (SocketTimeoutException e) {
      throw new IOException(where + " does not answer in time", e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
