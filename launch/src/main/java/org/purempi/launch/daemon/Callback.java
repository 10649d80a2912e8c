package org.purempi.launch.daemon;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;
import org.purempi.channel.Alarm;
import org.purempi.channel.KeepAlive;
import org.purempi.channel.Secret;
import org.purempi.channel.StrangeSockets;
import org.purempi.channel.TlsContext;
import org.purempi.channel.TlsPipe;
import org.purempi.launch.smpd.CommandBytes;

/**
 * Where processes call that we have had started on other hosts: inside TLS they prove that they
 * know the key they were handed, as callers of a daemon do, and say which host they are on. A
 * thread takes the calls, one more each of them until it is proved.
 */
public final class Callback implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final int PROOF_MILLIS = 10_000;
  private static final long CALL_MILLIS = 60_000;
  private static final int NAME_BYTES = 256;
  private static final int INVITATION_WORDS = 3;
  private static final String WHO = "mpiexec";

  /** The node's name, as Slurm tells its tasks. */
  private static final String NODE = "SLURMD_NODENAME";

  /** A process that has proved itself. */
  public record Guest(String host, Socket socket, InputStream in, OutputStream out) {}

  private final ServerSocket door;
  private final Secret key;
  private final TlsContext tls;
  private final Consumer<Guest> guests;

  /** Who has called and not proved itself. */
  private final StrangeSockets strangers = new StrangeSockets();

  private Callback(ServerSocket door, Secret key, Consumer<Guest> guests) throws IOException {
    this.door = door;
    this.key = key;
    this.tls = new TlsContext();
    this.guests = guests;
  }

  /**
   * Begins to listen.
   *
   * @param address of this host
   * @param firstPort the first port it may be; 0 for any
   * @param lastPort the last one
   * @param key that the processes are handed
   * @param guests told of each, on a thread of its own; its to close
   */
  public static Callback open(
      InetAddress address, int firstPort, int lastPort, Secret key, Consumer<Guest> guests)
      throws IOException {
    var callback = new Callback(door(address, firstPort, lastPort), key, guests);
    Thread.ofPlatform().daemon().name("callback").start(callback::listen);
    return callback;
  }

  private static ServerSocket door(InetAddress address, int firstPort, int lastPort)
      throws IOException {
    for (int port = firstPort; ; port++) {
      try {
        return new ServerSocket(port, BACKLOG, address);
      } catch (BindException taken) {
        if (port >= lastPort) {
          throw new IOException(
              "no port from %d to %d is free at %s: give a wider range (-port-range)"
                  .formatted(firstPort, lastPort, address.getHostAddress()),
              taken);
        }
      }
    }
  }

  /** What the processes are to read: the key and where to call, one line. */
  public String invitation() {
    var address = (InetSocketAddress) door.getLocalSocketAddress();
    return "%s %s %d\n"
        .formatted(key.toHex(), address.getAddress().getHostAddress(), address.getPort());
  }

  private void listen() {
    // Who has to leave for another calls again, if it may come.
    for (Socket one = strangers.next(door); one != null; one = strangers.next(door)) {
      Socket guest = one;
      Thread.ofPlatform().daemon().name("callback guest").start(() -> receive(guest));
    }
  }

  private void receive(Socket plain) {
    boolean isGuest = false;
    var alarm = new Alarm(PROOF_MILLIS);
    try {
      alarm.guards(plain);
      Guest guest = proved(plain);
      isGuest = alarm.off() && strangers.remove(plain);
      if (isGuest) {
        guests.accept(guest);
      }
    } catch (IOException e) {
      // A stranger, or one that was cut off and calls again.
    } finally {
      alarm.off();
      strangers.remove(plain);
      if (!isGuest) {
        close(plain);
      }
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no use to anybody.
    }
  }

  private Guest proved(Socket plain) throws IOException {
    plain.setTcpNoDelay(true);
    KeepAlive.USUAL.on(plain);
    plain.setSoTimeout(PROOF_MILLIS);
    SSLSocket secure = tls.host(plain, strangers.heard(plain));
    secure.startHandshake();
    byte[] binding = TlsPipe.binding(secure.getSession());
    InputStream in = new BufferedInputStream(secure.getInputStream());
    OutputStream out = secure.getOutputStream();
    byte[] challenge = Proof.challenge();
    out.write(challenge);
    byte[] answer = in.readNBytes(Proof.PROOF_BYTES);
    if (answer.length < Proof.PROOF_BYTES || !Proof.isRight(key, challenge, answer, binding)) {
      out.write(Proof.refusal());
      throw new IOException("it does not know the key");
    }
    out.write(Proof.welcome(key, challenge, answer, binding));
    in.skipNBytes(Proof.SESSION_BYTES);
    String host = CommandBytes.text(in.readNBytes(NAME_BYTES));
    secure.setSoTimeout(0);
    return new Guest(host, secure, in, out);
  }

  /**
   * The other side: reads the invitation, calls, and says which host this is.
   *
   * @throws IOException when nothing of the kind is to be read, or nobody answers there
   */
  public static DaemonClient answer(
      InputStream invitation, Map<String, String> environment, String here) throws IOException {
    var line = new StringBuilder();
    for (int b = invitation.read(); b != '\n'; b = invitation.read()) {
      if (b < 0 || line.length() > NAME_BYTES) {
        throw new IOException("no invitation of mpiexec on standard input");
      }
      line.append((char) b);
    }
    String[] words = line.toString().split(" ", -1);
    if (words.length != INVITATION_WORDS
        || !Secret.isHex(words[0])
        || !words[2].matches("[0-9]{1,5}")) {
      throw new IOException("no invitation of mpiexec on standard input");
    }
    DaemonClient caller =
        DaemonClient.call(
            WHO,
            words[1],
            Integer.parseInt(words[2]),
            Secret.ofHex(words[0]),
            DaemonClient.Session.PROCESS,
            CALL_MILLIS);
    String name = environment.getOrDefault(NODE, here);
    caller.out().write(CommandBytes.field(name, NAME_BYTES));
    return caller;
  }

  /** Listens no longer; who has called stays. */
  @Override
  public void close() throws IOException {
    door.close();
  }
}
